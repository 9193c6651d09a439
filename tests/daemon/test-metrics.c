/* test-metrics.c - what is counted and measured
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/metrics.h"

#include <string.h>

#include "tests/daemon/metrics-page.h"
#include "tests/scheduler/scheduler-scene.h"
#include "tests/support-extender/canned.h"
#include "tests/support/simulated.h"

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
  gboolean never_preempts;            /* preemption is disabled */
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
                       !counted->never_preempts);
}

/* @release: (nullable): v1.16 */
static void
counted_init (Counted *counted, const char *release, const char *manifest)
{
  SceneSetup setup
      = { .release = release,
          .scheduling_gates = release != NULL,
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

static void
fail_pods (Counted *counted, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      g_autofree char *pod
          = g_strdup_printf (OURS ("%s", CPU ("9")), *names, *names);

      scene_set (&counted->scene, pod);
      attempt (counted);
      scene_works (&counted->scene, FIT_TASK_FETCH_POD, *names);
      scene_tell (&counted->scene);
    }
}

/* Three pods have failed, and for two of them a new node may have changed that,
 * but their backoff is not over; four have not been tried. */
static void
test_pending_pods (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, NULL, SMALL_NODE ("a"));
  fail_pods (&counted, (const char *const[]){ "p1", "p2", NULL });
  scene_set (&counted.scene, SMALL_NODE ("b"));
  fail_pods (&counted, (const char *const[]){ "p3", NULL });
  scene_set (&counted.scene,
             PLAIN ("p4") PLAIN ("p5") PLAIN ("p6") PLAIN ("p7") PLAIN ("p8"));
  attempt (&counted);
  assert_lines (
      &counted,
      PREFIXES ("scheduler_pending_pods", "scheduler_scheduler_goroutines"),
      "scheduler_pending_pods{queue=\"active\"} 4\n"
      "scheduler_pending_pods{queue=\"backoff\"} 2\n"
      "scheduler_pending_pods{queue=\"unschedulable\"} 1\n"
      "scheduler_scheduler_goroutines{work=\"binding\"} 1\n");
}

/* A later release counts those that wait for the end of their gates beside those
 * that have failed. */
static void
test_gated_pods (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.34.1",
                SMALL_NODE ("a") PLAIN ("p1") PLAIN ("p2")
                    OURS ("gated", "schedulingGates: [{name: g}]")
                        OURS ("other", "schedulingGates: [{name: g}]"));
  attempt (&counted);
  assert_lines (&counted, PREFIXES ("scheduler_pending_pods"),
                "scheduler_pending_pods{queue=\"active\"} 1\n"
                "scheduler_pending_pods{queue=\"backoff\"} 0\n"
                "scheduler_pending_pods{queue=\"gated\"} 2\n"
                "scheduler_pending_pods{queue=\"unschedulable\"} 0\n");
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

/* Preemption was PostFilter's success if it found victims; what was counted for one
 * attempt is not counted for the next, nor is one that must not preempt. */
static void
test_preemption_is_post_filter (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.20",
                SMALL_NODE ("a") OURS ("small", ON ("a") CPU ("1"))
                    OURS ("p", PRIORITY ("10") CPU ("2")));
  attempt (&counted);
  scene_set (&counted.scene, OURS ("giant", PRIORITY ("20") CPU ("9")));
  attempt (&counted);
  counted.never_preempts = TRUE;
  scene_set (&counted.scene, OURS ("other", PRIORITY ("20") CPU ("9")));
  attempt (&counted);
  assert_lines (&counted,
                PREFIXES ("scheduler_framework_extension_point_duration_"
                          "seconds_count{extension_point=\"PostFilter\"",
                          "scheduler_preemption_attempts"),
                POINT_COUNT ("PostFilter", "Success") "1\n" POINT_COUNT (
                    "PostFilter",
                    "Unschedulable") "1\n"
                                     "scheduler_preemption_attempts_total 2\n");
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
 * second, then for 2, then for 3.  The node that rejected it before is not counted
 * for that. */
static void
test_permit (void **state)
{
  static const char *const reasons[] = { NULL, "Unschedulable", "Error" };
  g_autoptr (GError) failure
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE, "no volume");
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.20",
                TWO_NODES NODE_WITH (
                    "c", "", "taints: [{key: k, effect: NoSchedule}]",
                    "allocatable: {cpu: 16, pods: 10}") OURS ("p", CPU ("1")));
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
  assert_lines (
      &counted,
      PREFIXES ("fitsched_rejected", "fitsched_unschedulable",
                "scheduler_schedule_attempts_total"),
      "scheduler_schedule_attempts_total{profile=\"default-scheduler\","
      "result=\"error\"} 3\n"
      "scheduler_schedule_attempts_total{profile=\"default-scheduler\","
      "result=\"unschedulable\"} 2\n");
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
      "scheduler_scheduling_algorithm_preemption_evaluation_seconds_sum 8\n");
  /* clang-format on */
}

/* What 1.34 has in the place of older metrics.  A pod waits because of a rule,
 * here a predicate, until it is tried again or leaves. */
static void
test_what_1_34_has (void **state)
{
  static const char *const prefixes[]
      = { "scheduler_binding",       "scheduler_cache_size",
          "scheduler_goroutines",    "scheduler_pod_scheduling_sli_duration",
          "scheduler_scheduler_",    "scheduler_unschedulable_pods",
          "scheduler_preemption_vi", NULL };
  g_auto (Counted) counted = { 0 };

  (void) state;
  tell_times (&counted, "1.34");
  /* clang-format off */
  assert_lines (&counted, prefixes,
      "scheduler_cache_size{type=\"assumed_pods\"} 0\n"
      "scheduler_cache_size{type=\"nodes\"} 2\n"
      "scheduler_cache_size{type=\"pods\"} 1\n"
      "scheduler_goroutines{operation=\"binding\"} 0\n"
      "scheduler_pod_scheduling_sli_duration_seconds_count{attempts=\"1\"} 1\n"
      "scheduler_preemption_victims_count 0\n"
      "scheduler_unschedulable_pods{plugin=\"GeneralPredicates\",profile=\"default-scheduler\"} 1\n");
  /* clang-format on */
  fit_metrics_pod_left (counted.metrics,
                        &(const FitPod){ .meta.uid = (char *) "giant" });
  assert_lines (&counted, PREFIXES ("scheduler_unschedulable_pods"),
                "scheduler_unschedulable_pods{plugin=\"GeneralPredicates\","
                "profile=\"default-scheduler\"} 0\n");
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
  assert_page (counted.metrics,
               PREFIXES ("scheduler_e2e", "scheduler_scheduling_a"), SUMS,
               "scheduler_e2e_scheduling_duration_seconds_sum{profile="
               "\"default-scheduler\",result=\"unschedulable\"} 2\n"
               "scheduler_scheduling_algorithm_duration_seconds_sum 0\n"
               "scheduler_scheduling_algorithm_preemption_evaluation_"
               "seconds_sum 8\n");
}

/* Each task once well and once not, told by hand: two seconds each.  The second
 * end of a task is none. */
static void
test_binding (void **state)
{
  g_auto (Counted) counted = { 0 };

  (void) state;
  counted_init (&counted, "1.19", TWO_NODES OURS ("p", CPU ("1")));
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

/* -- a reset --------------------------------------------------------------- */

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
    cmocka_unit_test (test_a_pod_is_bound),
    cmocka_unit_test (test_extension_points),
    cmocka_unit_test (test_pending_pods),
    cmocka_unit_test (test_gated_pods),
    cmocka_unit_test (test_a_pod_does_not_fit),
    cmocka_unit_test (test_rules_that_reject),
    cmocka_unit_test (test_a_pod_preempts),
    cmocka_unit_test (test_preemption_is_post_filter),
    cmocka_unit_test (test_a_binding_fails),
    cmocka_unit_test (test_permit),
    cmocka_unit_test (test_plugins),
    cmocka_unit_test (test_times),
    cmocka_unit_test (test_times_of_a_later_release),
    cmocka_unit_test (test_what_1_34_has),
    cmocka_unit_test (test_times_of_the_real_clock),
    cmocka_unit_test (test_times_of_plugins_do_not_count),
    cmocka_unit_test (test_binding),
    cmocka_unit_test (test_reset),
    cmocka_unit_test (test_requests),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
