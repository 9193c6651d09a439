/* metrics-table.c - the names, labels and buckets of all metrics
 *
 * Source: kube-scheduler v1.16 pkg/scheduler/metrics, and the metrics page of a
 * v1.20.
 */
#include "daemon/metrics-table.h"

typedef enum
{
  LEGACY = 1, /* in v1.16 */
  MIDDLE = 2, /* in v1.17 ... v1.23 */
  NEWER = 4,  /* since v1.24 */
  LATER = MIDDLE | NEWER,
  ALWAYS = LEGACY | LATER,
} Releases;

#define SECONDS .first = 0.001, .factor = 2, .buckets = 15
#define MICROSECONDS .first = 1000, .factor = 2, .buckets = 15

static const double request_limits[]
    = { 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60 };

typedef struct
{
  Releases releases;
  FitMetricInfo info;
} Row;

/* clang-format off */
static const Row rows[] = {
  [FIT_METRIC_ATTEMPTS_1_16] = { LEGACY, { "scheduler_schedule_attempts_total", FIT_METRIC_COUNTER, { "result" },
    .help = "Attempts to schedule pods, by result: scheduled, unschedulable (no node fits), error." } },
  [FIT_METRIC_ATTEMPTS] = { LATER, { "scheduler_schedule_attempts_total", FIT_METRIC_COUNTER, { "profile", "result" },
    .help = "Attempts to schedule pods, by result: scheduled, unschedulable (no node fits), error." } },
  [FIT_METRIC_DURATIONS] = { LEGACY, { "scheduler_scheduling_duration_seconds", FIT_METRIC_SUMMARY, { "operation" },
    .help = "How long the parts of scheduling take, in seconds." } },
  [FIT_METRIC_LATENCIES] = { LEGACY, { "scheduler_scheduling_latency_seconds", FIT_METRIC_SUMMARY, { "operation" },
    .help = "Deprecated: scheduler_scheduling_duration_seconds." } },
  [FIT_METRIC_E2E_1_16] = { LEGACY, { "scheduler_e2e_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "From the beginning of an attempt to the end of the binding, in seconds." } },
  [FIT_METRIC_E2E] = { LATER, { "scheduler_e2e_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, { "profile", "result" }, SECONDS,
    .help = "From the beginning of an attempt to the end of the binding, in seconds." } },
  [FIT_METRIC_E2E_US] = { LEGACY, { "scheduler_e2e_scheduling_latency_microseconds", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_e2e_scheduling_duration_seconds." } },
  [FIT_METRIC_ATTEMPT] = { ALWAYS, { "scheduler_scheduling_attempt_duration_seconds", FIT_METRIC_HISTOGRAM, { "profile", "result" }, SECONDS,
    .help = "How long an attempt takes, with the binding, in seconds." } },
  [FIT_METRIC_ALGORITHM] = { ALWAYS, { "scheduler_scheduling_algorithm_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long it takes to find a node, in seconds." } },
  [FIT_METRIC_ALGORITHM_US] = { LEGACY, { "scheduler_scheduling_algorithm_latency_microseconds", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_duration_seconds." } },
  [FIT_METRIC_PREDICATES] = { LEGACY, { "scheduler_scheduling_algorithm_predicate_evaluation_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long predicates take, in seconds." } },
  [FIT_METRIC_PREDICATES_US] = { LEGACY, { "scheduler_scheduling_algorithm_predicate_evaluation", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_predicate_evaluation_seconds." } },
  [FIT_METRIC_PRIORITIES] = { LEGACY, { "scheduler_scheduling_algorithm_priority_evaluation_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long priorities take, in seconds." } },
  [FIT_METRIC_PRIORITIES_US] = { LEGACY, { "scheduler_scheduling_algorithm_priority_evaluation", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_priority_evaluation_seconds." } },
  [FIT_METRIC_PREEMPTION] = { ALWAYS, { "scheduler_scheduling_algorithm_preemption_evaluation_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long it takes to find pods to evict, in seconds." } },
  [FIT_METRIC_PREEMPTION_US] = { LEGACY, { "scheduler_scheduling_algorithm_preemption_evaluation", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_preemption_evaluation_seconds." } },
  [FIT_METRIC_BINDING] = { ALWAYS, { "scheduler_binding_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long the request takes that binds a pod, in seconds." } },
  [FIT_METRIC_BINDING_US] = { LEGACY, { "scheduler_binding_latency_microseconds", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_binding_duration_seconds." } },
  [FIT_METRIC_VICTIMS_1_16] = { LEGACY, { "scheduler_pod_preemption_victims", FIT_METRIC_GAUGE,
    .help = "How many pods the last preemption has selected." } },
  [FIT_METRIC_VICTIMS] = { ALWAYS, { "scheduler_preemption_victims", FIT_METRIC_HISTOGRAM, .first = 5, .step = 5, .buckets = 10,
    .help = "How many pods a preemption has selected." } },
  [FIT_METRIC_PREEMPTIONS_1_16] = { LEGACY, { "scheduler_total_preemption_attempts", FIT_METRIC_COUNTER,
    .help = "Attempts to find pods to evict." } },
  [FIT_METRIC_PREEMPTIONS] = { ALWAYS, { "scheduler_preemption_attempts_total", FIT_METRIC_COUNTER,
    .help = "Attempts to find pods to evict." } },
  [FIT_METRIC_PENDING] = { ALWAYS, { "scheduler_pending_pods", FIT_METRIC_GAUGE, { "queue" },
    .help = "Pods that wait for a node: active, backoff, unschedulable; gated by schedulingGates." } },
  [FIT_METRIC_GOROUTINES] = { ALWAYS, { "scheduler_scheduler_goroutines", FIT_METRIC_GAUGE, { "work" },
    .help = "What is under way at the API server: binding." } },
  [FIT_METRIC_POD_DURATION] = { ALWAYS, { "scheduler_pod_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, { "attempts" },
    .first = 0.01, .factor = 2, .buckets = 20,
    .help = "From the arrival of a pod to the end of its binding, in seconds." } },
  [FIT_METRIC_POD_ATTEMPTS] = { ALWAYS, { "scheduler_pod_scheduling_attempts", FIT_METRIC_HISTOGRAM, .first = 1, .factor = 2, .buckets = 5,
    .help = "How many attempts it took to schedule a pod." } },
  [FIT_METRIC_INCOMING] = { ALWAYS, { "scheduler_queue_incoming_pods_total", FIT_METRIC_COUNTER, { "event", "queue" },
    .help = "Pods that came into a queue, and why." } },
  [FIT_METRIC_CACHE_SIZE] = { ALWAYS, { "scheduler_scheduler_cache_size", FIT_METRIC_GAUGE, { "type" },
    .help = "What the scheduler's cache holds: nodes, pods, assumed_pods." } },
  [FIT_METRIC_VOLUMES] = { ALWAYS, { "scheduler_volume_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, { "operation" }, MICROSECONDS,
    .help = "How long it takes to bind the volumes of a pod, in seconds. The buckets are kube-scheduler's." } },
  [FIT_METRIC_VOLUME_ERRORS] = { ALWAYS, { "scheduler_volume_scheduling_stage_error_total", FIT_METRIC_COUNTER, { "operation" },
    .help = "How often binding the volumes of a pod has failed." } },
  [FIT_METRIC_EXTENSION_POINTS] = { LATER, { "scheduler_framework_extension_point_duration_seconds", FIT_METRIC_HISTOGRAM, { "extension_point", "profile", "status" },
    .first = 0.0001, .factor = 2, .buckets = 12,
    .help = "How long the plugins of an extension point take, in seconds: Filter with PreFilter, Score with PreScore, PostFilter, Bind." } },
  [FIT_METRIC_PLUGINS] = { LATER, { "scheduler_plugin_execution_duration_seconds", FIT_METRIC_HISTOGRAM, { "extension_point", "plugin", "status" },
    .first = 0.00001, .factor = 1.5, .buckets = 20,
    .help = "How long a plugin takes at an extension point, in seconds: run again on one node, after each tenth attempt." } },
  [FIT_METRIC_PERMIT_WAITS] = { ALWAYS, { "scheduler_permit_wait_duration_seconds", FIT_METRIC_HISTOGRAM, { "result" }, SECONDS,
    .help = "How long pods wait that a Permit plugin holds back, in seconds: Success, or Unschedulable if they are rejected." } },
  [FIT_METRIC_REQUESTS] = { ALWAYS, { "rest_client_requests_total", FIT_METRIC_COUNTER, { "code", "host", "method" },
    .help = "Requests to the API server, by the status of the answer; <error> if there was none." } },
  [FIT_METRIC_REQUEST_TIME_URL] = { LEGACY | MIDDLE, { "rest_client_request_duration_seconds", FIT_METRIC_HISTOGRAM, { "url", "verb" },
    .first = 0.001, .factor = 2, .buckets = 10,
    .help = "How long requests to the API server take, in seconds, but for watches." } },
  [FIT_METRIC_REQUEST_LATENCY] = { LEGACY, { "rest_client_request_latency_seconds", FIT_METRIC_HISTOGRAM, { "url", "verb" },
    .first = 0.001, .factor = 2, .buckets = 10,
    .help = "Deprecated: rest_client_request_duration_seconds." } },
  [FIT_METRIC_REQUEST_TIME] = { NEWER, { "rest_client_request_duration_seconds", FIT_METRIC_HISTOGRAM, { "host", "verb" },
    .limits = request_limits, .buckets = G_N_ELEMENTS (request_limits),
    .help = "How long requests to the API server take, in seconds, but for watches." } },
  [FIT_METRIC_LEADER] = { ALWAYS, { "leader_election_master_status", FIT_METRIC_GAUGE, { "name" },
    .help = "Whether this process is the leader: 1 or 0." } },
  [FIT_METRIC_BUILD] = { ALWAYS, { "kubernetes_build_info", FIT_METRIC_GAUGE, { "git_version", "major", "minor" },
    .help = "Always 1; the release that is emulated." } },
  [FIT_METRIC_REJECTED_NODES] = { ALWAYS, { "fitsched_rejected_nodes_total", FIT_METRIC_COUNTER, { "rule" },
    .help = "Nodes that a predicate or plugin has rejected in attempts that found none." } },
  [FIT_METRIC_REJECTED_PODS] = { ALWAYS, { "fitsched_unschedulable_attempts_total", FIT_METRIC_COUNTER, { "rule" },
    .help = "Attempts that found no node, and in which a predicate or plugin has rejected some." } },
  [FIT_METRIC_OWN_BUILD] = { ALWAYS, { "fitsched_build_info", FIT_METRIC_GAUGE, { "version" },
    .help = "Always 1; the version of fitsched." } },
  [FIT_METRIC_SHADOW] = { ALWAYS, { "fitsched_shadow_decisions_total", FIT_METRIC_COUNTER, { "result" },
    .help = "Decisions of other schedulers that were compared with --shadow, and with what result." } },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == FIT_METRICS_LAST);

FitMetricInfo *
fit_metrics_table (FitRelease release)
{
  static const FitSpan middle = FIT_SPAN (17, 24);
  const Releases wanted = fit_release_is_legacy (release)  ? LEGACY
                          : fit_span_has (middle, release) ? MIDDLE
                                                           : NEWER;
  FitMetricInfo *table = g_new0 (FitMetricInfo, FIT_METRICS_LAST);

  for (guint i = 0; i < FIT_METRICS_LAST; i++)
    if (rows[i].releases & wanted)
      table[i] = rows[i].info;
  return table;
}
