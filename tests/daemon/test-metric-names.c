/* test-metric-names.c - the names, labels and values that need no scheduler
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "daemon/metrics.h"

#include <string.h>

#include "daemon/metrics-table.h"
#include "daemon/request-template.h"
#include "tests/daemon/metrics-page.h"
#include "tests/support/cmocka.h"

/* -- names ----------------------------------------------------------------- */

#define E_MS " 0.001*2^15\n"
#define E_US " 1000*2^15\n"

/* clang-format off */
static const char in_1_16[] =
  "fitsched_build_info gauge version\n"
  "fitsched_modern_fields_total counter field,result\n"
  "fitsched_rejected_nodes_total counter rule\n"
  "fitsched_shadow_decisions_total counter result\n"
  "fitsched_unschedulable_attempts_total counter rule\n"
  "kubernetes_build_info gauge git_version,major,minor\n"
  "leader_election_master_status gauge name\n"
  "rest_client_request_duration_seconds histogram url,verb 0.001*2^10\n"
  "rest_client_request_latency_seconds histogram url,verb 0.001*2^10\n"
  "rest_client_requests_total counter code,host,method\n"
  "scheduler_binding_duration_seconds histogram" E_MS
  "scheduler_binding_latency_microseconds histogram" E_US
  "scheduler_e2e_scheduling_duration_seconds histogram" E_MS
  "scheduler_e2e_scheduling_latency_microseconds histogram" E_US
  "scheduler_pending_pods gauge queue\n"
  "scheduler_permit_wait_duration_seconds histogram result" E_MS
  "scheduler_pod_preemption_victims gauge\n"
  "scheduler_pod_scheduling_attempts histogram 1*2^5\n"
  "scheduler_pod_scheduling_duration_seconds histogram attempts 0.01*2^20\n"
  "scheduler_preemption_attempts_total counter\n"
  "scheduler_preemption_victims histogram 5+5^10\n"
  "scheduler_queue_incoming_pods_total counter event,queue\n"
  "scheduler_schedule_attempts_total counter result\n"
  "scheduler_scheduler_cache_size gauge type\n"
  "scheduler_scheduler_goroutines gauge work\n"
  "scheduler_scheduling_algorithm_duration_seconds histogram" E_MS
  "scheduler_scheduling_algorithm_latency_microseconds histogram" E_US
  "scheduler_scheduling_algorithm_predicate_evaluation histogram" E_US
  "scheduler_scheduling_algorithm_predicate_evaluation_seconds histogram" E_MS
  "scheduler_scheduling_algorithm_preemption_evaluation histogram" E_US
  "scheduler_scheduling_algorithm_preemption_evaluation_seconds histogram" E_MS
  "scheduler_scheduling_algorithm_priority_evaluation histogram" E_US
  "scheduler_scheduling_algorithm_priority_evaluation_seconds histogram" E_MS
  "scheduler_scheduling_attempt_duration_seconds histogram profile,result" E_MS
  "scheduler_scheduling_duration_seconds summary operation\n"
  "scheduler_scheduling_latency_seconds summary operation\n"
  "scheduler_total_preemption_attempts counter\n"
  "scheduler_volume_scheduling_duration_seconds histogram operation" E_US
  "scheduler_volume_scheduling_stage_error_total counter operation\n";
/* clang-format on */

/* "NAME TYPE LABEL,LABEL FIRST*FACTOR^BUCKETS" */
static char *
describe (const FitMetricInfo *info)
{
  static const char *const types[]
      = { "counter", "gauge", "histogram", "summary" };
  GString *text = g_string_new (info->name);

  g_string_append_printf (text, " %s", types[info->type]);
  for (guint i = 0; i < FIT_METRIC_LABELS && info->labels[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "," : " ", info->labels[i]);
  for (guint i = 0; info->limits != NULL && i < info->buckets; i++)
    {
      g_string_append (text, i > 0 ? "," : " ");
      fit_metric_append_number (text, info->limits[i]);
    }
  if (info->limits == NULL && info->buckets > 0)
    {
      g_string_append_c (text, ' ');
      fit_metric_append_number (text, info->first);
      g_string_append_c (text, info->step > 0 ? '+' : '*');
      fit_metric_append_number (text,
                                info->step > 0 ? info->step : info->factor);
      g_string_append_printf (text, "^%u", info->buckets);
    }
  g_string_append_c (text, '\n');
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): a file of the sources */
static char *
read_file (const char *name)
{
  const char *top = g_getenv ("FIT_TEST_SRCDIR");
  g_autofree char *path
      = g_build_filename (top != NULL ? top : ".", name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    fail_msg ("cannot read %s", path);
  return text;
}

static gint
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* All metrics of @release, a line each.  Returns: (transfer full) */
static char *
describe_all (FitRelease release)
{
  g_autofree FitMetricInfo *table = fit_metrics_table (release);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < FIT_METRICS_LAST; i++)
    if (table[i].name != NULL)
      g_ptr_array_add (texts, describe (&table[i]));
  g_ptr_array_sort (texts, by_text);
  for (guint i = 0; i < texts->len; i++)
    g_string_append (all, texts->pdata[i]);
  return g_string_free (all, FALSE);
}

static void
test_names_of_1_16 (void **state)
{
  g_autofree char *all = describe_all (FIT_RELEASE_LEGACY);

  (void) state;
  assert_string_equal (all, in_1_16);
}

/* A line of metrics.txt. */
enum
{
  HAS,
  FIRST,
  LAST,
  NAME,
  TYPE,
  LABELS,
  BUCKETS,
  N_WORDS,
};

/* As describe() tells it; "" if 1.@minor does not have it, or fitsched does
 * not. */
static char *
describe_fact (char **words, gint minor)
{
  if (strcmp (words[HAS], "+") != 0
      || g_ascii_strtoll (words[FIRST], NULL, 10) > minor
      || (strcmp (words[LAST], "-") != 0
          && g_ascii_strtoll (words[LAST], NULL, 10) < minor))
    return g_strdup ("");
  return g_strdup_printf ("%s %s%s%s%s%s\n", words[NAME], words[TYPE],
                          strcmp (words[LABELS], "-") != 0 ? " " : "",
                          strcmp (words[LABELS], "-") != 0 ? words[LABELS] : "",
                          strcmp (words[BUCKETS], "-") != 0 ? " " : "",
                          strcmp (words[BUCKETS], "-") != 0 ? words[BUCKETS]
                                                            : "");
}

/* Each release has the metrics of its source, but for those that docs/run.md
 * names, and those of fitsched. */
static void
test_names_of_later_releases (void **state)
{
  g_autofree char *facts = read_file ("tests/daemon/data/metrics.txt");
  g_autofree char *page = read_file ("docs/run.md");
  g_auto (GStrv) lines = g_strsplit (facts, "\n", 0);

  (void) state;
  for (gint minor = 18; minor <= 36; minor++)
    {
      g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *all = describe_all (FIT_RELEASE (minor, 99));
      g_autoptr (GString) got = g_string_new (NULL);
      g_autoptr (GString) expected = g_string_new (NULL);
      g_auto (GStrv) rows = g_strsplit (all, "\n", 0);

      for (guint i = 0; lines[i] != NULL && *lines[i] != '\0'; i++)
        if (*lines[i] != '#')
          {
            g_auto (GStrv) words = g_strsplit (lines[i], " ", 0);

            assert_int_equal (g_strv_length (words), N_WORDS);
            if (*words[HAS] == '-' && strstr (page, words[NAME]) == NULL)
              fail_msg ("docs/run.md does not name %s", words[NAME]);
            g_ptr_array_add (texts, describe_fact (words, minor));
          }
      g_ptr_array_sort (texts, by_text);
      for (guint i = 0; i < texts->len; i++)
        g_string_append (expected, texts->pdata[i]);
      for (guint i = 0; rows[i] != NULL && *rows[i] != '\0'; i++)
        if (!g_str_has_prefix (rows[i], "fitsched_"))
          g_string_append_printf (got, "%s\n", rows[i]);
      if (strcmp (got->str, expected->str) != 0)
        fail_msg ("1.%d:\n%s\nexpected:\n%s", minor, got->str, expected->str);
    }
}

/* -- what it is ------------------------------------------------------------ */

/* The release counts, and one that nobody has a name for as v1.16. */
static void
test_builds (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *version, *minor;
  } cases[] = {
    { 0, "v1.16.15", "16" },
    { FIT_RELEASE_LEGACY, "v1.16.15", "16" },
    { FIT_RELEASE (20, 2), "v1.20.2", "20" },
    { FIT_RELEASE (34, 1), "v1.34.1", "34" },
    { FIT_RELEASE (20, 3), "v1.16.15", "20" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitMetrics) metrics = fit_metrics_new (cases[i].release, NULL);
      g_autofree char *expected = g_strdup_printf (
          "fitsched_build_info{version=\"" PACKAGE_VERSION "\"} 1\n"
          "kubernetes_build_info{git_version=\"%s+fitsched." PACKAGE_VERSION
          "\",major=\"1\",minor=\"%s\"} 1\n",
          cases[i].version, cases[i].minor);

      assert_page (metrics,
                   PREFIXES ("fitsched_build_info", "kubernetes_build_info"),
                   COUNTS, expected);
    }
}

/* Who leads and what it is does not begin anew with a reset. */
static void
test_leaders (void **state)
{
  static const FitRelease releases[] = { 0, FIT_RELEASE (34, 1) };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autoptr (FitMetrics) metrics = fit_metrics_new (releases[i], NULL);
      const char *const *prefixes = PREFIXES ("leader_election");

      assert_page (metrics, prefixes, COUNTS, "");
      fit_metrics_set_leader (metrics, "lock", TRUE);
      fit_metrics_reset (metrics);
      assert_page (metrics, prefixes, COUNTS,
                   "leader_election_master_status{name=\"lock\"} 1\n");
      assert_page (metrics, PREFIXES ("fitsched_build_info"), COUNTS,
                   "fitsched_build_info{version=\"" PACKAGE_VERSION "\"} 1\n");
      fit_metrics_set_leader (metrics, "lock", FALSE);
      assert_page (metrics, prefixes, COUNTS,
                   "leader_election_master_status{name=\"lock\"} 0\n");
    }
}

/* -- queues ---------------------------------------------------------------- */

static void
test_queues (void **state)
{
  static const struct
  {
    const char *queue, *reason;
    const char *line; /* NULL: none */
  } cases[] = {
    { "activeQ", "PodAdd", "event=\"PodAdd\",queue=\"active\"" },
    { "activeQ", "Add", "event=\"PodAdd\",queue=\"active\"" },
    { "activeQ", "Activate", "event=\"ForceActivate\",queue=\"active\"" },
    { "podBackoffQ", "NodeAdd", "event=\"NodeAdd\",queue=\"backoff\"" },
    { "backoffQ", "else", "event=\"else\",queue=\"backoff\"" },
    { "unschedulableQ", NULL, "event=\"\",queue=\"unschedulable\"" },
    { "unschedulablePods", "ScheduleAttemptFailure",
      "event=\"ScheduleAttemptFailure\",queue=\"unschedulable\"" },
    { "elsewhere", "PodAdd", NULL },
    { NULL, "PodAdd", NULL },
  };
  FitPodSpec spec = { .scheduler_name = "default-scheduler" };
  const FitPod pod = { .meta.uid = "u", .spec = &spec };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitMetrics) metrics = fit_metrics_new (0, NULL);
      g_autofree char *expected
          = cases[i].line == NULL
                ? g_strdup ("")
                : g_strdup_printf (
                    "scheduler_queue_incoming_pods_total{%s} 1\n",
                    cases[i].line);

      fit_metrics_decided (metrics, NULL,
                           &(const FitDecision){ .type = FIT_DECISION_QUEUED,
                                                 .pod = &pod,
                                                 .queue = cases[i].queue,
                                                 .reason = cases[i].reason },
                           FALSE);
      assert_page (metrics, PREFIXES ("scheduler_queue_incoming"), COUNTS,
                   expected);
    }
}

/* -- since when a pod waits ------------------------------------------------ */

#define SECOND G_GINT64_CONSTANT (1000000000)

static gint64 clock_ns = SECOND;

static gint64
standing_clock (void)
{
  return clock_ns;
}

/* A decision about @pod, told by hand. */
static void
tell (FitMetrics *metrics, FitDecisionType type, const FitPod *pod)
{
  fit_metrics_decided (metrics, NULL,
                       &(const FitDecision){ .type = type, .pod = pod }, FALSE);
}

/* It waits for ten seconds, leaves in one way or another, and is bound five
 * seconds later.  Once it has a node, its binding may come late. */
static void
test_pods_that_leave (void **state)
{
  enum
  {
    STAYS,
    DROPPED,
    LEFT,
    LEFT_WITH_A_NODE,
  };
  static const char *const sums[] = {
    [STAYS] = "15", [DROPPED] = "5", [LEFT] = "5", [LEFT_WITH_A_NODE] = "15"
  };
  FitPodSpec spec = { .scheduler_name = "default-scheduler" };
  const FitPod pod = { .meta.uid = "u", .spec = &spec };

  (void) state;
  for (guint way = 0; way < G_N_ELEMENTS (sums); way++)
    {
      g_autoptr (FitMetrics) metrics
          = fit_metrics_new (FIT_RELEASE (20, 2), standing_clock);
      g_autofree char *expected = g_strdup_printf (
          "scheduler_pod_scheduling_attempts_sum 1\n"
          "scheduler_pod_scheduling_duration_seconds_sum{attempts=\"1\"} %s\n",
          sums[way]);

      tell (metrics, FIT_DECISION_QUEUED, &pod);
      clock_ns += 10 * SECOND;
      if (way == DROPPED)
        tell (metrics, FIT_DECISION_DROPPED, &pod);
      else if (way == LEFT)
        fit_metrics_pod_left (metrics, &pod);
      fit_metrics_attempt_begins (metrics);
      tell (metrics, FIT_DECISION_ASSUMED, &pod);
      if (way == LEFT_WITH_A_NODE)
        fit_metrics_pod_left (metrics, &pod);
      clock_ns += 5 * SECOND;
      tell (metrics, FIT_DECISION_BOUND, &pod);
      assert_page (metrics, PREFIXES ("scheduler_pod_scheduling"), SUMS,
                   expected);
      /* Of a pod that nobody knows nothing is counted. */
      fit_metrics_pod_left (metrics, &pod);
    }
}

static void
test_comparisons (void **state)
{
  g_autoptr (FitMetrics) metrics = fit_metrics_new (FIT_RELEASE (20, 2), NULL);
  const char *const prefixes[] = { "fitsched_shadow_decisions_total", NULL };

  (void) state;
  fit_metrics_compared (metrics, "agreed");
  fit_metrics_compared (metrics, "scores");
  fit_metrics_compared (metrics, "agreed");
  assert_page (metrics, prefixes, COUNTS,
               "fitsched_shadow_decisions_total{result=\"agreed\"} 2\n"
               "fitsched_shadow_decisions_total{result=\"scores\"} 1\n");
}

/* -- requests -------------------------------------------------------------- */

static void
test_request_templates (void **state)
{
  static const char *const expected[][2] = {
    { "/api/v1/pods?limit=500&resourceVersion=0",
      "/api/v1/pods?limit=%7Bvalue%7D&resourceVersion=%7Bvalue%7D" },
    { "/api/v1/namespaces/shop/pods/web-3/binding",
      "/api/v1/namespaces/%7Bnamespace%7D/pods/%7Bname%7D/binding" },
    { "/api/v1/namespaces/shop", "/api/v1/namespaces/%7Bname%7D" },
    { "/api/v1/persistentvolumes/disk",
      "/api/v1/persistentvolumes/%7Bname%7D" },
    { "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/lock"
      "?timeout=10s",
      "/apis/coordination.k8s.io/v1/namespaces/%7Bnamespace%7D/leases/"
      "%7Bname%7D?timeout=10s" },
    { "/apis/events.k8s.io/v1", "/apis/events.k8s.io/v1" },
    { "/apis/events.k8s.io", "/%7Bprefix%7D" },
    { "/api/v1", "/api/v1" },
    { "/api", "/%7Bprefix%7D" },
    { "", "/%7Bprefix%7D" },
    { "/api/v1/namespaces", "/api/v1/namespaces" },
    { "/api/v1/namespaces/shop/pods",
      "/api/v1/namespaces/%7Bnamespace%7D/pods" },
    { "/api/v1/nodes/n/status", "/api/v1/nodes/%7Bname%7D/status" },
    { "/api/v1/pods?watch&timeoutSeconds=7&timeout=1s",
      "/api/v1/pods?watch=%7Bvalue%7D&timeoutSeconds=%7Bvalue%7D&timeout=1s" },
    { "/apis", "/%7Bprefix%7D" },
    { "/version", "/%7Bprefix%7D" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *got = fit_request_template ("", expected[i][0]);
      g_autofree char *url = fit_request_template ("http://h/", expected[i][0]);
      g_autofree char *whole = g_strconcat ("http://h", expected[i][1], NULL);

      assert_string_equal (got, expected[i][1]);
      assert_string_equal (url, whole);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names_of_1_16),
    cmocka_unit_test (test_names_of_later_releases),
    cmocka_unit_test (test_builds),
    cmocka_unit_test (test_leaders),
    cmocka_unit_test (test_queues),
    cmocka_unit_test (test_pods_that_leave),
    cmocka_unit_test (test_comparisons),
    cmocka_unit_test (test_request_templates),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
