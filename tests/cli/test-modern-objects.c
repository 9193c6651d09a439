/* test-modern-objects.c - fitsched run before an API server that has objects
 * which v1.16 does not know: where each pod ends, and what the log says of it
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/cli/run-process.h"

#include <string.h>

#include "client/api-resources.h"

#define NODE RUN_NODE
#define CLAIM                                                            \
  "{\"kind\":\"PersistentVolumeClaim\",\"apiVersion\":\"v1\","           \
  "\"metadata\":{\"name\":\"once\",\"namespace\":\"shop\",\"uid\":"      \
  "\"once\",\"resourceVersion\":\"1\",\"annotations\":{\"pv.kubernetes." \
  "io/bind-completed\":\"yes\"}},\"spec\":{\"accessModes\":["            \
  "\"ReadWriteOncePod\"],\"volumeName\":\"v\"},\"status\":{\"phase\":"   \
  "\"Bound\"}}"
#define VOLUME                                                         \
  "{\"kind\":\"PersistentVolume\",\"apiVersion\":\"v1\",\"metadata\":" \
  "{\"name\":\"v\",\"uid\":\"v\",\"resourceVersion\":\"1\"},"          \
  "\"spec\":{\"accessModes\":[\"ReadWriteOncePod\"],\"capacity\":{"    \
  "\"storage\":\"1Gi\"}}}"
#define USES_CLAIM                                           \
  "\"volumes\":[{\"name\":\"v\",\"persistentVolumeClaim\":{" \
  "\"claimName\":\"once\"}}],"

#define POLICY                                                            \
  "{\"kind\":\"Policy\",\"apiVersion\":\"v1\",\"predicates\":[{\"name\":" \
  "\"PodFitsResources\"}],\"priorities\":[]}"

/* Of 1.34, as far as a scheduler may ask for them. */
#define GROUP(name) "{\"versions\":[{\"groupVersion\":\"" name "/v1\"}]}"
#define GROUPS                                                                              \
  "{\"kind\":\"APIGroupList\",\"groups\":[" GROUP ("apps") "," GROUP ("policy") "," GROUP ( \
      "storage.k8s.io") "," GROUP ("coordination.k8s.io") "," GROUP ("events.k8s.io") "," GROUP ("resource.k8s.io") "]}"

/* They need 100m each, but for what they have besides. */
static const struct
{
  const char *name;
  const char *spec;   /* more of it */
  const char *status; /* more of it */
  const char *end
      [4]; /* strict-legacy, honour, refuse, a profile of 1.34: the beginning of its
                         line in the log; NULL: it has none */
} pods[] = {
  { "user", USES_CLAIM "\"nodeName\":\"a\",", "", { NULL, NULL, NULL, NULL } },
  /* a running pod that has more than its spec says */
  { "grown",
    "\"nodeName\":\"a\",",
    ",\"containerStatuses\":[{\"name\":\"c\",\"allocatedResources\":{\"cpu\":"
    "\"1\"},\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]",
    { NULL, NULL, NULL, NULL } },
  { "scratch",
    "\"nodeName\":\"a\",\"volumes\":[{\"name\":\"v\",\"ephemeral\":{}}],",
    "",
    { NULL, NULL, NULL, NULL } },
  { "plain", "", "", { "bound", "bound", "bound", "bound" } },
  { "sidecar",
    "\"initContainers\":[{\"name\":\"s\",\"restartPolicy\":\"Always\"," REQUESTS (
        "2900m") "}],",
    "",
    { "bound", "failed", "failed", "failed" } },
  { "small-sidecar",
    "\"initContainers\":[{\"name\":\"s\",\"restartPolicy\":\"Always\"," REQUESTS (
        "100m") "}],",
    "",
    { "bound", "bound", "failed", "bound" } },
  { "pod-level",
    REQUESTS ("30") ",",
    "",
    { "bound", "failed", "failed", "failed" } },
  { "gated",
    "\"schedulingGates\":[{\"name\":\"wait\"}],",
    "",
    { "bound", NULL, NULL, NULL } },
  { "claims",
    "\"resourceClaims\":[{\"name\":\"gpu\"}],",
    "",
    { "bound", "failed", "failed", "failed" } },
  { "gang",
    "\"workloadRef\":{\"name\":\"w\",\"podGroup\":\"g\"},",
    "",
    { "bound", "failed", "failed", "bound" } },
  { "group",
    "\"schedulingGroup\":{\"podGroupName\":\"g\"},",
    "",
    { "bound", "failed", "failed", "bound" } },
  { "once", USES_CLAIM, "", { "bound", "failed", "failed", "failed" } },
};

static char *
pod_json (guint i, const char *kind)
{
  return g_strdup_printf (
      "{%s\"metadata\":{\"name\":\"%s\",\"namespace\":\"shop\",\"uid\":"
      "\"%s\",\"resourceVersion\":\"2\",\"creationTimestamp\":"
      "\"2026-01-01T00:00:%02uZ\"},\"spec\":{%s\"schedulerName\":"
      "\"default-scheduler\",\"containers\":[{\"name\":\"c\"," REQUESTS (
          "100m") "}]},\"status\":{\"phase\":\"Pending\"%s}}",
      kind, pods[i].name, pods[i].name, i, pods[i].spec, pods[i].status);
}

/* -- the server of the test ------------------------------------------------ */

static ReplayAnswer
answer_list (FitKind kind)
{
  g_autoptr (GString) list = g_string_new (NULL);

  g_string_printf (list,
                   "{\"kind\":\"%sList\",\"apiVersion\":\"v1\",\"metadata\":{"
                   "\"resourceVersion\":\"7\"},\"items\":[%s",
                   fit_kind_name (kind),
                   kind == FIT_KIND_NODE                      ? NODE
                   : kind == FIT_KIND_PERSISTENT_VOLUME       ? VOLUME
                   : kind == FIT_KIND_PERSISTENT_VOLUME_CLAIM ? CLAIM
                                                              : "");
  for (guint i = 0; kind == FIT_KIND_POD && i < G_N_ELEMENTS (pods); i++)
    {
      g_autofree char *pod = pod_json (i, "");

      g_string_append_printf (list, "%s%s", i > 0 ? "," : "", pod);
    }
  g_string_append (list, "]}");
  return run_answer (200, list->str);
}

static ReplayAnswer
choose (const char *request, gpointer data)
{
  const char *const asked = strchr (request, '/');
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE (34, 1), &n);

  if (g_str_has_prefix (asked, "/version "))
    return run_answer (200, "{\"gitVersion\":\"v1.34.9\"}");
  if (g_str_has_prefix (asked, "/apis "))
    return run_answer (200, GROUPS);
  if (strstr (request, "watch=true") != NULL)
    return (ReplayAnswer){ .status = 200, .end = REPLAY_SILENT };
  for (guint i = 0; i < n; i++)
    if (g_str_has_prefix (asked, resources[i].path)
        && asked[strlen (resources[i].path)] == '?')
      return answer_list (resources[i].kind);
  for (guint i = 0; *request == 'G' && i < G_N_ELEMENTS (pods); i++)
    {
      g_autofree char *path
          = g_strdup_printf ("/api/v1/namespaces/shop/pods/%s ", pods[i].name);

      if (g_str_has_prefix (asked, path))
        {
          g_autofree char *pod
              = pod_json (i, "\"kind\":\"Pod\",\"apiVersion\":\"v1\",");

          return run_answer (200, pod);
        }
    }
  return run_answer (g_str_has_prefix (request, "POST ") ? 201 : 200, "{}");
}

static void
begin (RunProcess *run, const char *arguments)
{
  run_process_begin (run, choose, NULL, POLICY, arguments);
}

/* -- how objects are treated ------------------------------------------------ */

static void
assert_ends (guint mode, const char *rules)
{
  g_auto (RunProcess) run = { 0 };

  begin (&run, rules);
  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    {
      g_autofree char *line = pods[i].end[mode] != NULL ? g_strdup_printf (
                                  "%s shop/%s", pods[i].end[mode], pods[i].name)
                                                        : NULL;

      if (line != NULL)
        run_process_await (&run, line);
    }
  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    {
      static const char *const ends[] = { "bound", "failed" };
      g_autofree char *log = run_process_log (&run);

      for (guint k = 0; k < G_N_ELEMENTS (ends); k++)
        {
          g_autofree char *line
              = g_strdup_printf ("%s shop/%s ", ends[k], pods[i].name);

          if (g_strcmp0 (ends[k], pods[i].end[mode]) != 0
              && strstr (log, line) != NULL)
            fail_msg ("%s: %s", line, log);
        }
    }
}

static void
test_a_provider (void **state)
{
  assert_ends (0, "--provider DefaultProvider --modern-objects=strict-legacy");
  assert_ends (1, "--provider DefaultProvider --modern-objects=honour");
  assert_ends (2, "--provider DefaultProvider --modern-objects=refuse");
}

static void
test_a_policy (void **state)
{
  assert_ends (1, "--policy policy.json");
  assert_ends (0, "--policy policy.json --modern-objects=strict-legacy");
}

/* It decides as the release does. */
static void
test_a_profile (void **state)
{
  assert_ends (3, "--config config.json --release 1.34");
}

static void
assert_lines (const char *arguments, const char *const *lines)
{
  g_auto (RunProcess) run = { 0 };

  begin (&run, arguments);
  for (; *lines != NULL; lines++)
    run_process_await (&run, *lines);
}

/* Each of them has a line of its own, by whatever rules. */
static void
test_the_words_of_other_rules (void **state)
{
#define NO_CPU "(Unschedulable): 0/1 nodes are available: 1 Insufficient cpu."
#define NOT_EVALUATED(field, what)                                           \
  "(SchedulerError): the pod has " field " (" what "), which fitsched does " \
  "not evaluate\n"
#define REFUSED(field, what)                                   \
  "(SchedulerError): the pod has " field " (" what "), which " \
  "--modern-objects=refuse does not let these rules decide about\n"
  static const char *const profile[] = {
    "failed shop/sidecar " NO_CPU,
    "failed shop/pod-level " NO_CPU,
    "failed shop/claims " NOT_EVALUATED ("spec.resourceClaims",
                                         "resource claims"),
    "failed shop/once (Unschedulable): 0/1 nodes are available: 1 node(s) "
    "unavailable due to PersistentVolumeClaim with ReadWriteOncePod",
    "note: pod shop/gang has spec.workloadRef (a group of pods), which 1.34.9 "
    "does not read\n",
    "note: pod shop/group has spec.schedulingGroup (a group of pods), which "
    "1.34.9 does not read\n",
    NULL,
  };
  static const char *const policy[] = {
    "failed shop/sidecar " NO_CPU,
    "failed shop/pod-level " NO_CPU,
    "failed shop/claims " NOT_EVALUATED ("spec.resourceClaims",
                                         "resource claims"),
    "failed shop/gang " NOT_EVALUATED ("spec.workloadRef", "a group of pods"),
    "failed shop/group " NOT_EVALUATED ("spec.schedulingGroup",
                                        "a group of pods"),
    "failed shop/once (Unschedulable): 0/1 nodes are available: 1 node(s) "
    "unavailable due to PersistentVolumeClaim with ReadWriteOncePod",
    "note: pod shop/gated has spec.schedulingGates (scheduling gates)",
    "note: pod shop/grown has status.containerStatuses.resources",
    NULL,
  };
  static const char *const refuse[] = {
    "failed shop/small-sidecar " REFUSED ("spec.initContainers.restartPolicy",
                                          "sidecars"),
    "failed shop/pod-level " REFUSED ("spec.resources",
                                      "requests of the pod as a whole"),
    "failed shop/claims " NOT_EVALUATED ("spec.resourceClaims",
                                         "resource claims"),
    NULL,
  };

  assert_lines ("--config config.json --release 1.34", profile);
  assert_lines ("--policy policy.json", policy);
  assert_lines ("--provider DefaultProvider --modern-objects=refuse", refuse);
}

/* The reasons, in honour: kubelets would not take the pods, or there is no
 * answer.  What is done is said once of each field, and counted. */
static void
test_the_words (void **state)
{
  static const char *const lines[] = {
    "failed shop/sidecar (Unschedulable): 0/1 nodes are available: 1 Insufficient cpu.",
    "failed shop/pod-level (Unschedulable): 0/1 nodes are available: 1 Insufficient cpu.",
    "failed shop/claims (SchedulerError): the pod has spec.resourceClaims (resource claims), "
    "which fitsched does not evaluate",
    "failed shop/gang (SchedulerError): the pod has spec.workloadRef (a group of pods), which "
    "fitsched does not evaluate",
    "failed shop/group (SchedulerError): the pod has spec.schedulingGroup (a group of pods), "
    "which fitsched does not evaluate",
    "failed shop/once (Unschedulable): 0/1 nodes are available: 1 node(s) "
    "unavailable due to PersistentVolumeClaim with ReadWriteOncePod access "
    "mode already in-use by another pod.",
    "note: pod shop/sidecar has spec.initContainers.restartPolicy (sidecars), "
    "which v1.16 does not know: they count, since a pod cannot run where they "
    "do not fit (--modern-objects=honour)",
    "note: pod shop/scratch has spec.volumes.ephemeral (volumes whose claims "
    "are made for the pod), which v1.16 does not know: they count",
    "note: claim shop/once has spec.accessModes (ReadWriteOncePod, one pod at a "
    "time), which v1.16 does not know: they count",
    "note: pod shop/gated has spec.schedulingGates (scheduling gates), which "
    "v1.16 does not know: such pods are not tried while they have them, since "
    "the API server refuses to bind them",
    "note: pod shop/grown has status.containerStatuses.resources (containers "
    "that are being resized), which v1.16 does not know: they count",
    "note: pod shop/claims has spec.resourceClaims (resource claims), which "
    "v1.16 does not know: such pods stay pending",
  };
  g_auto (RunProcess) run = { 0 };
  g_autoptr (FitHttpResponse) metrics = NULL;
  g_autofree char *page = NULL;
  g_autofree char *log = NULL;

  begin (&run, "--provider DefaultProvider"); /* honour is the default */
  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    run_process_await (&run, lines[i]);
  metrics = served_ask (run.port, NULL, "GET", "/metrics", NULL, NULL);
  page = served_text (metrics);
  assert_non_null (
      strstr (page, "fitsched_modern_fields_total{field=\"spec.initContainers."
                    "restartPolicy\",result=\"counted\"} 2"));
  assert_non_null (strstr (page, "fitsched_modern_fields_total{field=\"spec."
                                 "schedulingGates\",result=\"held\"} 1"));
  assert_non_null (
      strstr (page, "fitsched_modern_fields_total{field=\"spec.accessModes\","
                    "result=\"counted\"} 1"));
  log = run_process_log (&run);
  assert_null (strstr (log, "pod shop/small-sidecar has"));
}

/* The gated pod is neither tried nor written to, and the pods without an answer
 * are told once. */
static void
test_nothing_again (void **state)
{
  g_auto (RunProcess) run = { 0 };
  g_autofree char *log = NULL;
  const char *first;
  guint n = 0;

  begin (&run, "--provider DefaultProvider");
  run_process_await (&run, "failed shop/once");
  g_usleep (3 * G_USEC_PER_SEC); /* longer than a backoff */
  log = run_process_log (&run);
  for (first = log; (first = strstr (first, "failed shop/claims")) != NULL;
       first++)
    n++;
  assert_int_equal (n, 1);
  assert_null (strstr (log, "failed shop/gated"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_a_provider),
    cmocka_unit_test (test_a_policy),
    cmocka_unit_test (test_a_profile),
    cmocka_unit_test (test_the_words),
    cmocka_unit_test (test_the_words_of_other_rules),
    cmocka_unit_test (test_nothing_again),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
