/* test-metric-names.c - the names, labels and values that need no scheduler */
#include "config.h"

#include "daemon/metrics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "daemon/metrics-table.h"
#include "daemon/request-template.h"
#include "tests/daemon/metrics-page.h"

/* -- names ----------------------------------------------------------------- */

/* A metric as describe() tells it, and the releases that have it. */
typedef struct
{
  const char *text;
  gboolean in_1_16;
  gboolean in_1_20;
  gboolean in_1_34;
} Listed;

#define E_MS " 0.001*2^15\n"
#define E_US " 1000*2^15\n"

/* clang-format off */
static const Listed listed[] = {
  { "fitsched_build_info gauge version\n", 1, 1, 1 },
  { "fitsched_rejected_nodes_total counter rule\n", 1, 1, 1 },
  { "fitsched_shadow_decisions_total counter result\n", 1, 1, 1 },
  { "fitsched_unschedulable_attempts_total counter rule\n", 1, 1, 1 },
  { "kubernetes_build_info gauge git_version,major,minor\n", 1, 1, 1 },
  { "leader_election_master_status gauge name\n", 1, 1, 1 },
  { "rest_client_request_duration_seconds histogram host,verb 0.005,0.025,0.1,0.25,0.5,1,2,4,8,15,30,60\n", 0, 0, 1 },
  { "rest_client_request_duration_seconds histogram url,verb 0.001*2^10\n", 1, 1, 0 },
  { "rest_client_request_latency_seconds histogram url,verb 0.001*2^10\n", 1, 0, 0 },
  { "rest_client_requests_total counter code,host,method\n", 1, 1, 1 },
  { "scheduler_binding_duration_seconds histogram" E_MS, 1, 1, 1 },
  { "scheduler_binding_latency_microseconds histogram" E_US, 1, 0, 0 },
  { "scheduler_e2e_scheduling_duration_seconds histogram" E_MS, 1, 0, 0 },
  { "scheduler_e2e_scheduling_duration_seconds histogram profile,result" E_MS, 0, 1, 1 },
  { "scheduler_e2e_scheduling_latency_microseconds histogram" E_US, 1, 0, 0 },
  { "scheduler_framework_extension_point_duration_seconds histogram extension_point,profile,status 0.0001*2^12\n", 0, 1, 1 },
  { "scheduler_pending_pods gauge queue\n", 1, 1, 1 },
  { "scheduler_permit_wait_duration_seconds histogram result" E_MS, 1, 1, 1 },
  { "scheduler_plugin_execution_duration_seconds histogram extension_point,plugin,status 1e-05*1.5^20\n", 0, 1, 1 },
  { "scheduler_pod_preemption_victims gauge\n", 1, 0, 0 },
  { "scheduler_pod_scheduling_attempts histogram 1*2^5\n", 1, 1, 1 },
  { "scheduler_pod_scheduling_duration_seconds histogram attempts 0.01*2^20\n", 1, 1, 1 },
  { "scheduler_preemption_attempts_total counter\n", 1, 1, 1 },
  { "scheduler_preemption_victims histogram 5+5^10\n", 1, 1, 1 },
  { "scheduler_queue_incoming_pods_total counter event,queue\n", 1, 1, 1 },
  { "scheduler_schedule_attempts_total counter profile,result\n", 0, 1, 1 },
  { "scheduler_schedule_attempts_total counter result\n", 1, 0, 0 },
  { "scheduler_scheduler_cache_size gauge type\n", 1, 1, 1 },
  { "scheduler_scheduler_goroutines gauge work\n", 1, 1, 1 },
  { "scheduler_scheduling_algorithm_duration_seconds histogram" E_MS, 1, 1, 1 },
  { "scheduler_scheduling_algorithm_latency_microseconds histogram" E_US, 1, 0, 0 },
  { "scheduler_scheduling_algorithm_predicate_evaluation histogram" E_US, 1, 0, 0 },
  { "scheduler_scheduling_algorithm_predicate_evaluation_seconds histogram" E_MS, 1, 0, 0 },
  { "scheduler_scheduling_algorithm_preemption_evaluation histogram" E_US, 1, 0, 0 },
  { "scheduler_scheduling_algorithm_preemption_evaluation_seconds histogram" E_MS, 1, 1, 1 },
  { "scheduler_scheduling_algorithm_priority_evaluation histogram" E_US, 1, 0, 0 },
  { "scheduler_scheduling_algorithm_priority_evaluation_seconds histogram" E_MS, 1, 0, 0 },
  { "scheduler_scheduling_attempt_duration_seconds histogram profile,result" E_MS, 1, 1, 1 },
  { "scheduler_scheduling_duration_seconds summary operation\n", 1, 0, 0 },
  { "scheduler_scheduling_latency_seconds summary operation\n", 1, 0, 0 },
  { "scheduler_total_preemption_attempts counter\n", 1, 0, 0 },
  { "scheduler_volume_scheduling_duration_seconds histogram operation" E_US, 1, 1, 1 },
  { "scheduler_volume_scheduling_stage_error_total counter operation\n", 1, 1, 1 },
};
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

static gint
by_text (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* @listed_in: the member of Listed that says what @release has */
static void
assert_names (FitRelease release, gsize listed_in)
{
  g_autofree FitMetricInfo *table = fit_metrics_table (release);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) got = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint i = 0; i < FIT_METRICS_LAST; i++)
    if (table[i].name != NULL)
      g_ptr_array_add (texts, describe (&table[i]));
  g_ptr_array_sort (texts, by_text);
  for (guint i = 0; i < texts->len; i++)
    g_string_append (got, texts->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS (listed); i++)
    if (G_STRUCT_MEMBER (gboolean, &listed[i], listed_in))
      g_string_append (expected, listed[i].text);
  assert_string_equal (got->str, expected->str);
}

static void
test_names (void **state)
{
  (void) state;
  assert_names (FIT_RELEASE (16, 7), offsetof (Listed, in_1_16));
  assert_names (FIT_RELEASE (17, 0), offsetof (Listed, in_1_20));
  assert_names (FIT_RELEASE (20, 2), offsetof (Listed, in_1_20));
  assert_names (FIT_RELEASE (23, 17), offsetof (Listed, in_1_20));
  assert_names (FIT_RELEASE (24, 0), offsetof (Listed, in_1_34));
  assert_names (FIT_RELEASE (34, 0), offsetof (Listed, in_1_34));
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
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_builds),
    cmocka_unit_test (test_leaders),
    cmocka_unit_test (test_queues),
    cmocka_unit_test (test_request_templates),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
