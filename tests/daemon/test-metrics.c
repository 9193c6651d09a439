/* test-metrics.c - what is counted and measured, under which names
 */
#include "config.h"

#include "daemon/metrics.h"

#include <string.h>

#include "daemon/metrics-table.h"
#include "daemon/request-template.h"
#include "tests/scheduler/scheduler-scene.h"
#include "tests/support-extender/canned.h"
#include "tests/support/simulated.h"

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

/* -- decisions ------------------------------------------------------------- */

/* A clock that stands still unless a test moves it, or lets it move when it has
 * been read. */
static gint64 clock_ns = START;
static gint64 next_step_ns;

static gint64
fake_clock (void)
{
  const gint64 now_ns = clock_ns;

  clock_ns += next_step_ns;
  next_step_ns = 0;
  return now_ns;
}

/* A clock that goes on by a second each time it is read. */
static gint64
ticking_clock (void)
{
  return clock_ns += SECOND;
}

static void
pass (guint seconds)
{
  clock_ns += seconds * SECOND;
}

/* A scheduler whose decisions are counted. */
typedef struct
{
  Scene scene;
  FitMetrics *metrics;
  guint takes[FIT_STAGE_DECIDED + 1]; /* seconds, each stage of an attempt */
  guint rest;                         /* and what comes after them */
  guint measuring;                    /* and measuring the plugins */
} Counted;

static void
stage_ended (const FitGenericScheduler *scheduler, FitAttemptStage stage,
             gpointer data)
{
  const Counted *counted = data;
  FitSchedulerOptions observed = { 0 };

  pass (counted->takes[stage]);
  if (stage == FIT_STAGE_DECIDED)
    next_step_ns = counted->measuring * SECOND;
  fit_metrics_observe_stages (counted->metrics, &observed);
  observed.stage_ended (scheduler, stage, observed.stage_data);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  Counted *counted = data;

  fit_metrics_decided (counted->metrics, counted->scene.scheduler, decision,
                       TRUE);
}

/* @release: (nullable): v1.16 */
static void
counted_init (Counted *counted, const char *release, const char *manifest)
{
  SceneSetup setup
      = { .release = release,
          .scheduling = { .stage_ended = stage_ended, .stage_data = counted } };
  FitRelease number = 0;

  if (release != NULL)
    assert_true (fit_release_parse (release, &number, NULL));
  counted->metrics = fit_metrics_new (number, fake_clock);
  scene_init (&counted->scene, &setup);
  counted->scene.world.decided = decided;
  counted->scene.world.data = counted;
  scene_set (&counted->scene, manifest);
}

static void
counted_clear (Counted *counted)
{
  scene_clear (&counted->scene);
  fit_metrics_free (counted->metrics);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Counted, counted_clear)

static void
attempt (Counted *counted)
{
  Scene *scene = &counted->scene;

  fit_metrics_attempt_begins (counted->metrics);
  assert_true (scene_schedule (scene));
  pass (counted->rest);
  for (guint i = 0; i < scene->world.tasks->len; i++)
    fit_metrics_task_begins (counted->metrics, scene->world.tasks->pdata[i]);
  fit_metrics_attempt_ends (counted->metrics, scene->scheduler, scene->cache);
}

static void
end_binding (Counted *counted, const char *name, FakeEnd end)
{
  Scene *scene = &counted->scene;
  GPtrArray *tasks = scene->world.tasks;

  for (guint i = 0; i < tasks->len; i++)
    if (((const FitTask *) tasks->pdata[i])->type == FIT_TASK_BIND)
      fit_metrics_task_ends (counted->metrics, tasks->pdata[i],
                             end == FAKE_WORKS);
  scene_end (scene, FIT_TASK_BIND, name, end,
             end == FAKE_WORKS ? NULL : "etcd is slow");
  scene_tell (scene);
}

/* What is shown of summaries and histograms. */
typedef enum
{
  COUNTS,
  SUMS,
} Shown;

/* The lines of the page that begin with one of @prefixes (NULL-terminated), in
 * its order. */
static void
assert_page (FitMetrics *metrics, const char *const *prefixes, Shown shown,
             const char *expected)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (GString) got = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  fit_metrics_write (metrics, page);
  lines = g_strsplit (page->str, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    for (guint p = 0; prefixes[p] != NULL; p++)
      if (g_str_has_prefix (lines[i], prefixes[p])
          && strstr (lines[i], "_bucket{") == NULL
          && strstr (lines[i], "quantile=") == NULL
          && (strstr (lines[i], "_sum") != NULL) == (shown == SUMS))
        g_string_append_printf (got, "%s\n", lines[i]);
  assert_string_equal (got->str, expected);
}

static void
assert_lines (const Counted *counted, const char *const *prefixes,
              const char *expected)
{
  assert_page (counted->metrics, prefixes, COUNTS, expected);
}

static void
assert_sums (const Counted *counted, const char *expected)
{
  assert_page (counted->metrics, (const char *const[]){ "scheduler_", NULL },
               SUMS, expected);
}

#define PREFIXES(...) ((const char *const[]){ __VA_ARGS__, NULL })

/* All that is counted of attempts in v1.16, and by that under later names. */
static const char *const attempts[] = {
  "scheduler_schedule_attempts_total",
  "scheduler_e2e_scheduling_duration_seconds_count",
  "scheduler_e2e_scheduling_latency_microseconds_count",
  "scheduler_scheduling_algorithm_",
  "scheduler_scheduling_duration_seconds_count",
  "scheduler_binding_",
  "scheduler_pod_scheduling_",
  "scheduler_pending_pods",
  "scheduler_scheduler_cache_size",
  "scheduler_framework_extension_point",
  NULL,
};

#define TWO_NODES SMALL_NODE ("a") SMALL_NODE ("b")

static void
test_a_pod_is_bound (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, NULL, TWO_NODES OURS ("p", CPU ("1")));
  attempt (&counted);
  end_binding (&counted, "p", FAKE_WORKS);
  assert_lines (
      &counted, attempts,
      "scheduler_binding_duration_seconds_count 1\n"
      "scheduler_binding_latency_microseconds_count 1\n"
      "scheduler_e2e_scheduling_duration_seconds_count 1\n"
      "scheduler_e2e_scheduling_latency_microseconds_count 1\n"
      "scheduler_pending_pods{queue=\"active\"} 0\n"
      "scheduler_pending_pods{queue=\"backoff\"} 0\n"
      "scheduler_pending_pods{queue=\"unschedulable\"} 0\n"
      "scheduler_pod_scheduling_attempts_count 1\n"
      "scheduler_pod_scheduling_duration_seconds_count{attempts=\"1\"} 1\n"
      "scheduler_schedule_attempts_total{result=\"scheduled\"} 1\n"
      "scheduler_scheduler_cache_size{type=\"assumed_pods\"} 1\n"
      "scheduler_scheduler_cache_size{type=\"nodes\"} 2\n"
      "scheduler_scheduler_cache_size{type=\"pods\"} 1\n"
      "scheduler_scheduling_algorithm_duration_seconds_count 1\n"
      "scheduler_scheduling_algorithm_latency_microseconds_count 1\n"
      "scheduler_scheduling_algorithm_predicate_evaluation_count 1\n"
      "scheduler_scheduling_algorithm_predicate_evaluation_seconds_count 1\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_count 0\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_seconds_count 0\n"
      "scheduler_scheduling_algorithm_priority_evaluation_count 1\n"
      "scheduler_scheduling_algorithm_priority_evaluation_seconds_count 1\n"
      "scheduler_scheduling_duration_seconds_count{operation=\"binding\"} 1\n"
      "scheduler_scheduling_duration_seconds_count{operation=\"predicate_"
      "evaluation\"} 1\n"
      "scheduler_scheduling_duration_seconds_count{operation=\"priority_"
      "evaluation\"} 1\n");
}

static void
test_extension_points (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.20", TWO_NODES OURS ("p", CPU ("1")));
  attempt (&counted);
  end_binding (&counted, "p", FAKE_WORKS);
  scene_set (&counted.scene, OURS ("giant", CPU ("9")));
  attempt (&counted);
#define POINT_COUNT(point, status)                                      \
  "scheduler_framework_extension_point_duration_seconds_count{"         \
  "extension_point=\"" point "\",profile=\"default-scheduler\",status=" \
  "\"" status "\"} "
  assert_lines (
      &counted,
      PREFIXES ("scheduler_framework_extension_point",
                "scheduler_schedule_attempts_total"),
      POINT_COUNT ("Bind", "Success") "1\n" POINT_COUNT ("Filter", "Success") "2\n" POINT_COUNT (
          "PostFilter",
          "Unschedulable") "1\n" POINT_COUNT ("Score",
                                              "Success") "1\n"
                                                         "scheduler_schedule_attempts_total{profile=\"default-scheduler\","
                                                         "result=\"scheduled\"} 1\n"
                                                         "scheduler_schedule_attempts_total{profile=\"default-scheduler\","
                                                         "result=\"unschedulable\"} 1\n");
}

/* With the rules that reject nodes, once for each pod and for each node. */
static void
test_a_pod_does_not_fit (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, NULL, TWO_NODES OURS ("giant", CPU ("9")));
  attempt (&counted);
  assert_lines (
      &counted,
      PREFIXES ("fitsched_rejected", "fitsched_unschedulable",
                "scheduler_schedule_attempts_total", "scheduler_total_pre",
                "scheduler_preemption_attempts", "scheduler_binding_duration",
                "scheduler_e2e_scheduling_duration_seconds_count",
                "scheduler_queue_incoming"),
      "fitsched_rejected_nodes_total{rule=\"GeneralPredicates\"} 2\n"
      "fitsched_unschedulable_attempts_total{rule=\"GeneralPredicates\"} 1\n"
      "scheduler_binding_duration_seconds_count 0\n"
      "scheduler_e2e_scheduling_duration_seconds_count 0\n"
      "scheduler_preemption_attempts_total 1\n"
      "scheduler_queue_incoming_pods_total{event=\"PodAdd\",queue=\"active\"} "
      "1\n"
      "scheduler_schedule_attempts_total{result=\"unschedulable\"} 1\n"
      "scheduler_total_preemption_attempts 1\n");
}

/* Each node is counted for the rule that has rejected it. */
static void
test_rules_that_reject (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (
      &counted, NULL,
      TWO_NODES NODE_WITH ("c", "", "taints: [{key: k, effect: NoSchedule}]",
                           "allocatable: {cpu: 16, memory: 8Gi, pods: 10}")
          OURS ("giant", CPU ("9")));
  attempt (&counted);
  assert_lines (
      &counted, PREFIXES ("fitsched_rejected", "fitsched_unschedulable"),
      "fitsched_rejected_nodes_total{rule=\"GeneralPredicates\"} 2\n"
      "fitsched_rejected_nodes_total{rule=\"PodToleratesNodeTaints\"} 1\n"
      "fitsched_unschedulable_attempts_total{rule=\"GeneralPredicates\"} 1\n"
      "fitsched_unschedulable_attempts_total{rule=\"PodToleratesNodeTaints\"} "
      "1\n");
}

static void
test_a_pod_preempts (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, NULL,
                SMALL_NODE ("a") OURS ("small", ON ("a") CPU ("1"))
                    OURS ("other", ON ("a") CPU ("1"))
                        OURS ("p", PRIORITY ("10") CPU ("2")));
  attempt (&counted);
  assert_lines (
      &counted,
      PREFIXES ("scheduler_pod_preemption_victims",
                "scheduler_preemption_victims_count",
                "scheduler_total_preemption_attempts",
                "scheduler_scheduling_algorithm_preemption"),
      "scheduler_pod_preemption_victims 2\n"
      "scheduler_preemption_victims_count 1\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_count 1\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_seconds_count 1\n"
      "scheduler_total_preemption_attempts 1\n");
}

/* A binding that fails is an error, and the pod has one more attempt. */
static void
test_a_binding_fails (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, NULL, TWO_NODES OURS ("p", CPU ("1")));
  attempt (&counted);
  end_binding (&counted, "p", FAKE_FAILS);
  scene_works (&counted.scene, FIT_TASK_FETCH_POD, "p");
  scene_tell (&counted.scene);
  scene_set (&counted.scene, SMALL_NODE ("c"));
  scene_wait (&counted.scene, 20 * SECOND);
  attempt (&counted);
  end_binding (&counted, "p", FAKE_WORKS);
  assert_lines (
      &counted,
      PREFIXES ("scheduler_schedule_attempts_total",
                "scheduler_pod_scheduling_duration_seconds_count",
                "scheduler_binding_duration_seconds_count"),
      "scheduler_binding_duration_seconds_count 1\n"
      "scheduler_pod_scheduling_duration_seconds_count{attempts=\"2\"} 1\n"
      "scheduler_schedule_attempts_total{result=\"error\"} 1\n"
      "scheduler_schedule_attempts_total{result=\"scheduled\"} 1\n");
}

/* Told by hand: which plugin holds a pod back does not matter.  It is held for 1
 * second, then for 2, then for 3. */
static void
test_permit (void **state)
{
  static const char *const reasons[] = { NULL, "Unschedulable", "Error" };
  g_autoptr (GError) failure
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE, "no volume");
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.20", TWO_NODES OURS ("p", CPU ("1")));
  attempt (&counted);
  for (guint i = 0; i < G_N_ELEMENTS (reasons); i++)
    {
      const FitTask *task = counted.scene.world.tasks->pdata[0];
      FitDecision decision = { .type = FIT_DECISION_WAITING, .pod = task->pod };

      decided (&counted, &decision);
      pass (i + 1);
      decision.type = FIT_DECISION_FAILED;
      decision.reason = reasons[i];
      decision.error = i == 2 ? failure : NULL;
      if (i == 0)
        fit_metrics_task_begins (counted.metrics, task);
      else
        decided (&counted, &decision);
      decided (&counted, &decision);
    }
  assert_lines (&counted, PREFIXES ("scheduler_permit_wait"),
                "scheduler_permit_wait_duration_seconds_count{result="
                "\"Success\"} 2\n"
                "scheduler_permit_wait_duration_seconds_count{result="
                "\"Unschedulable\"} 1\n");
  assert_page (counted.metrics, PREFIXES ("scheduler_permit_wait"), SUMS,
               "scheduler_permit_wait_duration_seconds_sum{result="
               "\"Success\"} 4\n"
               "scheduler_permit_wait_duration_seconds_sum{result="
               "\"Unschedulable\"} 2\n");
}

/* The first, the eleventh and the 21st of 22 attempts, each on one node of two;
 * the last pods find no room.  Each time takes a second. */
static void
test_plugins (void **state)
{
#define TIME_AT(value, name)                           \
  "scheduler_plugin_execution_duration_seconds_" value \
  "{extension_point=\"" name "\""
#define AT_POINT(name) TIME_AT ("count", name)
#define SUM_AT(name) TIME_AT ("sum", name)
#define PLUGIN(point, name, status, n) \
  AT_POINT (point) ",plugin=\"" name "\",status=\"" status "\"} " n "\n"
  /* clang-format off */
  static const char *const expected[] = {
    "",
    PLUGIN ("Filter", "NodeName", "Success", "3")
    PLUGIN ("Filter", "NodeResourcesFit", "Success", "2")
    PLUGIN ("Filter", "NodeResourcesFit", "Unschedulable", "1")
    PLUGIN ("Filter", "NodeUnschedulable", "Success", "3")
    PLUGIN ("Filter", "TaintToleration", "Success", "3")
    PLUGIN ("Score", "ImageLocality", "Success", "2")
    PLUGIN ("Score", "NodeAffinity", "Success", "2")
    PLUGIN ("Score", "NodeResourcesBalancedAllocation", "Success", "2")
    PLUGIN ("Score", "NodeResourcesFit", "Success", "2")
    PLUGIN ("Score", "TaintToleration", "Success", "2")
    PLUGIN ("Score", "VolumeBinding", "Success", "2"),
  };
  /* clang-format on */
  g_autoptr (FitConfiguration) configuration
      = configuration_from ("1.28", "",
                            "apiVersion: kubescheduler.config.k8s.io/v1\n"
                            "kind: KubeSchedulerConfiguration\n");
  g_autoptr (GString) manifest = g_string_new (TWO_NODES);

  (void) state;
  for (guint i = 0; i < 22; i++)
    g_string_append_printf (manifest, OURS ("p%u", CPU ("200m")), i, i);
  for (guint sampled = 0; sampled < 2; sampled++)
    {
      g_autoptr (FitMetrics) metrics
          = fit_metrics_new (configuration->target.release, ticking_clock);
      SimulationSetup setup
          = { .manifest = manifest->str, .configuration = configuration };
      g_autoptr (FitSimulation) simulation = NULL;
      g_autofree char *placements = NULL;
      g_autoptr (GString) sums = NULL;

      fit_metrics_observe_stages (metrics, &setup.scheduling);
      if (sampled)
        fit_metrics_time_plugins (metrics, 10);
      simulation = simulation_from (&setup);
      placements = simulation_run (simulation);
      assert_page (metrics, PREFIXES (AT_POINT ("Filter"), AT_POINT ("Score")),
                   COUNTS, expected[sampled]);
      sums = g_string_new (expected[sampled]);
      g_string_replace (sums, "_count{", "_sum{", 0);
      assert_page (metrics, PREFIXES (SUM_AT ("Filter"), SUM_AT ("Score")),
                   SUMS, sums->str);
    }
}

/* -- times ----------------------------------------------------------------- */

/* One pod is bound, another one finds no node: nodes are checked for 1 second if
 * some fit, for 2 if none does, scored for 4, and so on. */
static void
tell_times (Counted *counted, const char *release)
{
  counted_init (counted, release, TWO_NODES OURS ("p", CPU ("1")));
  counted->takes[FIT_STAGE_FOUND] = 1;
  counted->takes[FIT_STAGE_FAILED] = 2;
  counted->takes[FIT_STAGE_SCORED] = 4;
  counted->rest = 8;
  pass (16);
  attempt (counted);
  pass (32);
  end_binding (counted, "p", FAKE_WORKS);
  scene_set (&counted->scene, OURS ("giant", CPU ("9")));
  pass (64);
  attempt (counted);
}

static void
test_times (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  tell_times (&counted, NULL);
  /* clang-format off */
  assert_sums (&counted,
      "scheduler_binding_duration_seconds_sum 32\n"
      "scheduler_binding_latency_microseconds_sum 3.2e+07\n"
      "scheduler_e2e_scheduling_duration_seconds_sum 45\n"
      "scheduler_e2e_scheduling_latency_microseconds_sum 4.5e+07\n"
      "scheduler_pod_scheduling_attempts_sum 1\n"
      "scheduler_pod_scheduling_duration_seconds_sum{attempts=\"1\"} 61\n"
      "scheduler_preemption_victims_sum 0\n"
      "scheduler_scheduling_algorithm_duration_seconds_sum 5\n"
      "scheduler_scheduling_algorithm_latency_microseconds_sum 5e+06\n"
      "scheduler_scheduling_algorithm_predicate_evaluation_sum 1e+06\n"
      "scheduler_scheduling_algorithm_predicate_evaluation_seconds_sum 1\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_sum 8e+06\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_seconds_sum 8\n"
      "scheduler_scheduling_algorithm_priority_evaluation_sum 4e+06\n"
      "scheduler_scheduling_algorithm_priority_evaluation_seconds_sum 4\n"
      "scheduler_scheduling_attempt_duration_seconds_sum{profile=\"default-scheduler\",result=\"scheduled\"} 45\n"
      "scheduler_scheduling_attempt_duration_seconds_sum{profile=\"default-scheduler\",result=\"unschedulable\"} 2\n"
      "scheduler_scheduling_duration_seconds_sum{operation=\"binding\"} 32\n"
      "scheduler_scheduling_duration_seconds_sum{operation=\"predicate_evaluation\"} 1\n"
      "scheduler_scheduling_duration_seconds_sum{operation=\"preemption_evaluation\"} 8\n"
      "scheduler_scheduling_duration_seconds_sum{operation=\"priority_evaluation\"} 4\n"
      "scheduler_scheduling_latency_seconds_sum{operation=\"binding\"} 32\n"
      "scheduler_scheduling_latency_seconds_sum{operation=\"predicate_evaluation\"} 1\n"
      "scheduler_scheduling_latency_seconds_sum{operation=\"preemption_evaluation\"} 8\n"
      "scheduler_scheduling_latency_seconds_sum{operation=\"priority_evaluation\"} 4\n");
  /* clang-format on */
}

static void
test_times_of_a_later_release (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  tell_times (&counted, "1.20");
  /* clang-format off */
  assert_sums (&counted,
      "scheduler_binding_duration_seconds_sum 32\n"
      "scheduler_e2e_scheduling_duration_seconds_sum{profile=\"default-scheduler\",result=\"scheduled\"} 45\n"
      "scheduler_e2e_scheduling_duration_seconds_sum{profile=\"default-scheduler\",result=\"unschedulable\"} 2\n"
      "scheduler_framework_extension_point_duration_seconds_sum{extension_point=\"Bind\",profile=\"default-scheduler\",status=\"Success\"} 32\n"
      "scheduler_framework_extension_point_duration_seconds_sum{extension_point=\"Filter\",profile=\"default-scheduler\",status=\"Success\"} 3\n"
      "scheduler_framework_extension_point_duration_seconds_sum{extension_point=\"PostFilter\",profile=\"default-scheduler\",status=\"Unschedulable\"} 8\n"
      "scheduler_framework_extension_point_duration_seconds_sum{extension_point=\"Score\",profile=\"default-scheduler\",status=\"Success\"} 4\n"
      "scheduler_pod_scheduling_attempts_sum 1\n"
      "scheduler_pod_scheduling_duration_seconds_sum{attempts=\"1\"} 61\n"
      "scheduler_preemption_victims_sum 0\n"
      "scheduler_scheduling_algorithm_duration_seconds_sum 5\n"
      "scheduler_scheduling_algorithm_preemption_evaluation_seconds_sum 8\n"
      "scheduler_scheduling_attempt_duration_seconds_sum{profile=\"default-scheduler\",result=\"scheduled\"} 45\n"
      "scheduler_scheduling_attempt_duration_seconds_sum{profile=\"default-scheduler\",result=\"unschedulable\"} 2\n");
  /* clang-format on */
}

/* By a clock that goes on evenly, also from one second to the next. */
static void
test_times_of_the_real_clock (void **state)
{
  static const char name[] = "\nscheduler_scheduling_algorithm_duration_seconds"
                             "_sum ";
  const gint64 begun_us = g_get_monotonic_time ();
  g_auto (Counted) counted = { 0 };
  g_autoptr (GString) page = g_string_new (NULL);
  const char *line;
  double seconds;

  (void) state;
  counted_init (&counted, NULL, TWO_NODES OURS ("p", CPU ("1")));
  fit_metrics_free (counted.metrics);
  counted.metrics = fit_metrics_new (0, NULL);
  fit_metrics_attempt_begins (counted.metrics);
  g_usleep (1050000);
  assert_true (scene_schedule (&counted.scene));
  fit_metrics_write (counted.metrics, page);
  line = strstr (page->str, name);
  assert_non_null (line);
  seconds = g_ascii_strtod (line + strlen (name), NULL);
  assert_true (seconds >= 1.05);
  assert_true (seconds
               <= (double) (g_get_monotonic_time () - begun_us + 1) / 1e6);
}

/* Measuring the plugins is no part of the attempt. */
static void
test_times_of_plugins_do_not_count (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.20", TWO_NODES OURS ("giant", CPU ("9")));
  fit_metrics_time_plugins (counted.metrics, 1);
  counted.takes[FIT_STAGE_FAILED] = 2;
  counted.rest = 8;
  counted.measuring = 128;
  attempt (&counted);
  assert_page (counted.metrics, PREFIXES ("scheduler_scheduling_a"), SUMS,
               "scheduler_scheduling_algorithm_duration_seconds_sum 0\n"
               "scheduler_scheduling_algorithm_preemption_evaluation_"
               "seconds_sum 8\n"
               "scheduler_scheduling_attempt_duration_seconds_sum{profile="
               "\"default-scheduler\",result=\"unschedulable\"} 2\n");
}

/* Each task once well and once not, told by hand: two seconds each.  The second
 * end of a task is none. */
static void
test_binding (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.20", TWO_NODES OURS ("p", CPU ("1")));
  attempt (&counted);
  for (FitTaskType type = 0; type < FIT_TASK_LAST; type++)
    for (guint fails = 0; fails < 2; fails++)
      {
        const FitTask *known = counted.scene.world.tasks->pdata[0];
        const FitTask task = { .type = type, .pod = known->pod };

        fit_metrics_task_begins (counted.metrics, &task);
        pass (2);
        fit_metrics_task_ends (counted.metrics, &task, !fails);
        fit_metrics_task_ends (counted.metrics, &task, !fails);
      }
  /* clang-format off */
  assert_page (counted.metrics,
               PREFIXES ("scheduler_volume", "scheduler_binding_duration",
                         "scheduler_framework_extension_point_duration_seconds"
                         "_count{extension_point=\"Bind\""),
               COUNTS,
      "scheduler_binding_duration_seconds_count 1\n"
      "scheduler_framework_extension_point_duration_seconds_count{extension_point=\"Bind\",profile=\"default-scheduler\",status=\"Error\"} 1\n"
      "scheduler_framework_extension_point_duration_seconds_count{extension_point=\"Bind\",profile=\"default-scheduler\",status=\"Success\"} 1\n"
      "scheduler_volume_scheduling_duration_seconds_count{operation=\"bind\"} 1\n"
      "scheduler_volume_scheduling_stage_error_total{operation=\"bind\"} 1\n");
  assert_page (counted.metrics,
               PREFIXES ("scheduler_volume", "scheduler_binding_duration"),
               SUMS,
      "scheduler_binding_duration_seconds_sum 2\n"
      "scheduler_volume_scheduling_duration_seconds_sum{operation=\"bind\"} 2\n");
  /* clang-format on */
}

static void
test_comparisons (void **state)
{
  g_auto (Counted) counted = { 0 };
  const char *const prefixes[] = { "fitsched_shadow_decisions_total", NULL };

  (void) state;
  counted_init (&counted, "1.20", TWO_NODES);
  fit_metrics_compared (counted.metrics, "agreed");
  fit_metrics_compared (counted.metrics, "scores");
  fit_metrics_compared (counted.metrics, "agreed");
  assert_lines (&counted, prefixes,
                "fitsched_shadow_decisions_total{result=\"agreed\"} 2\n"
                "fitsched_shadow_decisions_total{result=\"scores\"} 1\n");
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
      g_autoptr (FitMetrics) metrics
          = fit_metrics_new (cases[i].release, fake_clock);
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
      g_autoptr (FitMetrics) metrics
          = fit_metrics_new (releases[i], fake_clock);
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

/* -- since when a pod waits ------------------------------------------------ */

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
          = fit_metrics_new (FIT_RELEASE (20, 2), fake_clock);
      g_autofree char *expected = g_strdup_printf (
          "scheduler_pod_scheduling_attempts_sum 1\n"
          "scheduler_pod_scheduling_duration_seconds_sum{attempts=\"1\"} %s\n",
          sums[way]);

      tell (metrics, FIT_DECISION_QUEUED, &pod);
      pass (10);
      if (way == DROPPED)
        tell (metrics, FIT_DECISION_DROPPED, &pod);
      else if (way == LEFT)
        fit_metrics_pod_left (metrics, &pod);
      fit_metrics_attempt_begins (metrics);
      tell (metrics, FIT_DECISION_ASSUMED, &pod);
      if (way == LEFT_WITH_A_NODE)
        fit_metrics_pod_left (metrics, &pod);
      pass (5);
      tell (metrics, FIT_DECISION_BOUND, &pod);
      assert_page (metrics, PREFIXES ("scheduler_pod_scheduling"), SUMS,
                   expected);
      /* Of a pod that nobody knows nothing is counted. */
      fit_metrics_pod_left (metrics, &pod);
    }
}

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
      g_autoptr (FitMetrics) metrics = fit_metrics_new (0, fake_clock);
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

/* v1.16 forgets its summaries, later releases everything. */
static void
test_reset (void **state)
{
  g_auto (Counted) old = { 0 };
  g_auto (Counted) newer = { 0 };
  const char *const prefixes[]
      = { "scheduler_schedule_attempts_total",
          "scheduler_scheduling_duration_seconds_count",
          "scheduler_scheduling_latency_seconds_count", NULL };

  (void) state;
  counted_init (&old, NULL, TWO_NODES OURS ("giant", CPU ("9")));
  counted_init (&newer, "1.20", TWO_NODES OURS ("giant", CPU ("9")));
  attempt (&old);
  attempt (&newer);
  fit_metrics_reset (old.metrics);
  fit_metrics_reset (newer.metrics);
  assert_lines (&old, prefixes,
                "scheduler_schedule_attempts_total{result=\"unschedulable\"} "
                "1\n");
  assert_lines (&newer, prefixes, "");
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

static void
ended (const FitApiAnswer *answer, const GError *problem, gpointer ends)
{
  (void) answer;
  (void) problem;
  g_async_queue_push (ends, ends);
}

#define REPLY(status) "HTTP/1.1 " status "\r\nContent-Length: 0\r\n\r\n"

/* The last one gets no answer. */
static void
test_requests (void **state)
{
  static const CannedReply replies[] = { { REPLY ("201 Created"), -1, FALSE },
                                         { REPLY ("409 Conflict"), -1, FALSE },
                                         { "", -1, TRUE } };
  g_auto (Counted) counted = { 0 };
  g_autoptr (CannedServer) server = canned_server_new (replies, 3);
  g_autofree char *url = canned_server_url (server);
  g_autofree char *host = NULL;
  g_autoptr (GAsyncQueue) ends = g_async_queue_new ();
  FitApiConfig config = { .source = (char *) "test", .server = url };
  g_autoptr (FitApiClient) client = NULL;

  (void) state;
  counted_init (&counted, NULL, TWO_NODES);
  client = fit_api_client_new (&config, 0, 1, NULL);
  fit_metrics_observe_client (counted.metrics, client);
  for (guint i = 0; i < 3; i++)
    {
      fit_api_client_send (
          client, &(const FitApiRequest){
                      .method = "POST",
                      .path = "/api/v1/namespaces/shop/pods/web/binding",
                      .body = "{}",
                      .once = TRUE,
                      .done = ended,
                      .data = ends });
      g_async_queue_pop (ends);
    }
  host = g_strndup (url + strlen ("http://"),
                    strlen (url) - strlen ("http:///"));
#define COUNTED(code, n)                                                     \
  "rest_client_requests_total{code=\"" code "\",host=\"HOST\",method=\"POST" \
  "\"} " n "\n"
#define TIMED(name)                                                 \
  name "{url=\"http://HOST/api/v1/namespaces/%7Bnamespace%7D/pods/" \
       "%7Bname%7D/binding\",verb=\"POST\"} 3\n"
  {
    g_autoptr (GString) text
        = g_string_new (TIMED ("rest_client_request_duration_seconds_count")
                            TIMED ("rest_client_request_latency_seconds_count")
                                COUNTED ("201", "1") COUNTED ("409", "1")
                                    COUNTED ("<error>", "1"));

    g_string_replace (text, "HOST", host, 0);
    assert_lines (&counted, PREFIXES ("rest_client_"), text->str);
  }
  /* Before what it tells. */
  fit_api_client_free (g_steal_pointer (&client));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_a_pod_is_bound),
    cmocka_unit_test (test_extension_points),
    cmocka_unit_test (test_a_pod_does_not_fit),
    cmocka_unit_test (test_rules_that_reject),
    cmocka_unit_test (test_a_pod_preempts),
    cmocka_unit_test (test_a_binding_fails),
    cmocka_unit_test (test_permit),
    cmocka_unit_test (test_plugins),
    cmocka_unit_test (test_times),
    cmocka_unit_test (test_times_of_a_later_release),
    cmocka_unit_test (test_times_of_the_real_clock),
    cmocka_unit_test (test_times_of_plugins_do_not_count),
    cmocka_unit_test (test_binding),
    cmocka_unit_test (test_comparisons),
    cmocka_unit_test (test_builds),
    cmocka_unit_test (test_leaders),
    cmocka_unit_test (test_pods_that_leave),
    cmocka_unit_test (test_queues),
    cmocka_unit_test (test_reset),
    cmocka_unit_test (test_request_templates),
    cmocka_unit_test (test_requests),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
