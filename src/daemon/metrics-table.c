/* metrics-table.c - the names, labels and buckets of all metrics
 *
 * A metric that changed has a row for each of its forms.  One that is deprecated
 * is hidden by the next release, and then the row ends.
 *
 * Source: pkg/scheduler/metrics of kube-scheduler v1.16, 1.18 to 1.36, and its
 * libraries.  tests/daemon/data/metrics.txt has what each release registers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/metrics-table.h"

#define SECONDS .first = 0.001, .factor = 2, .buckets = 15
#define MICROSECONDS .first = 1000, .factor = 2, .buckets = 15

static const double request_limits[]
    = { 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60 };

static const double size_limits[]
    = { 64,    256,    512,     1024,    4096,    16384,
        65536, 262144, 1048576, 4194304, 16777216 };

typedef struct
{
  FitSpan span;
  FitMetricInfo info;
  gboolean early; /* shown for v1.16, too, which does not have it */
} Row;

/* clang-format off */
static const Row rows[] = {
  [FIT_METRIC_ATTEMPTS_1_16] = { FIT_BEFORE (19), { "scheduler_schedule_attempts_total", FIT_METRIC_COUNTER, { "result" },
    .help = "Attempts to schedule pods, by result: scheduled, unschedulable (no node fits), error." } },
  [FIT_METRIC_ATTEMPTS] = { FIT_SINCE (19), { "scheduler_schedule_attempts_total", FIT_METRIC_COUNTER, { "profile", "result" },
    .help = "Attempts to schedule pods, by result: scheduled, unschedulable (no node fits), error." } },
  [FIT_METRIC_DURATIONS] = { FIT_BEFORE (20), { "scheduler_scheduling_duration_seconds", FIT_METRIC_SUMMARY, { "operation" },
    .help = "How long the parts of scheduling take, in seconds." } },
  [FIT_METRIC_LATENCIES] = { FIT_BEFORE (17), { "scheduler_scheduling_latency_seconds", FIT_METRIC_SUMMARY, { "operation" },
    .help = "Deprecated: scheduler_scheduling_duration_seconds." } },
  [FIT_METRIC_E2E_1_16] = { FIT_BEFORE (19), { "scheduler_e2e_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "From the beginning of an attempt to the end of the binding, in seconds." } },
  [FIT_METRIC_E2E] = { FIT_SPAN (19, 24), { "scheduler_e2e_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, { "profile", "result" }, SECONDS,
    .help = "From the beginning of an attempt to the end of the binding, in seconds." } },
  [FIT_METRIC_E2E_US] = { FIT_BEFORE (17), { "scheduler_e2e_scheduling_latency_microseconds", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_e2e_scheduling_duration_seconds." } },
  [FIT_METRIC_ATTEMPT] = { FIT_SINCE (23), { "scheduler_scheduling_attempt_duration_seconds", FIT_METRIC_HISTOGRAM, { "profile", "result" }, SECONDS,
    .help = "How long an attempt takes, with the binding, in seconds." }, TRUE },
  [FIT_METRIC_ALGORITHM] = { FIT_ALWAYS, { "scheduler_scheduling_algorithm_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long it takes to find a node, in seconds." } },
  [FIT_METRIC_ALGORITHM_US] = { FIT_BEFORE (17), { "scheduler_scheduling_algorithm_latency_microseconds", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_duration_seconds." } },
  [FIT_METRIC_PREDICATES] = { FIT_BEFORE (20), { "scheduler_scheduling_algorithm_predicate_evaluation_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long predicates take, in seconds." } },
  [FIT_METRIC_PREDICATES_US] = { FIT_BEFORE (17), { "scheduler_scheduling_algorithm_predicate_evaluation", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_predicate_evaluation_seconds." } },
  [FIT_METRIC_PRIORITIES] = { FIT_BEFORE (20), { "scheduler_scheduling_algorithm_priority_evaluation_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long priorities take, in seconds." } },
  [FIT_METRIC_PRIORITIES_US] = { FIT_BEFORE (17), { "scheduler_scheduling_algorithm_priority_evaluation", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_priority_evaluation_seconds." } },
  [FIT_METRIC_PREEMPTION] = { FIT_BEFORE (21), { "scheduler_scheduling_algorithm_preemption_evaluation_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long it takes to find pods to evict, in seconds." } },
  [FIT_METRIC_PREEMPTION_US] = { FIT_BEFORE (17), { "scheduler_scheduling_algorithm_preemption_evaluation", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_scheduling_algorithm_preemption_evaluation_seconds." } },
  [FIT_METRIC_BINDING] = { FIT_BEFORE (21), { "scheduler_binding_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "How long the request takes that binds a pod, in seconds." } },
  [FIT_METRIC_BINDING_US] = { FIT_BEFORE (17), { "scheduler_binding_latency_microseconds", FIT_METRIC_HISTOGRAM, MICROSECONDS,
    .help = "Deprecated: scheduler_binding_duration_seconds." } },
  [FIT_METRIC_VICTIMS_1_16] = { FIT_BEFORE (17), { "scheduler_pod_preemption_victims", FIT_METRIC_GAUGE,
    .help = "How many pods the last preemption has selected." } },
  [FIT_METRIC_VICTIMS_1_18] = { FIT_SPAN (17, 19), { "scheduler_pod_preemption_victims", FIT_METRIC_HISTOGRAM, .first = 5, .step = 5, .buckets = 10,
    .help = "How many pods a preemption has selected." } },
  [FIT_METRIC_VICTIMS] = { FIT_SPAN (19, 26), { "scheduler_preemption_victims", FIT_METRIC_HISTOGRAM, .first = 5, .step = 5, .buckets = 10,
    .help = "How many pods a preemption has selected." }, TRUE },
  [FIT_METRIC_VICTIMS_1_26] = { FIT_SINCE (26), { "scheduler_preemption_victims", FIT_METRIC_HISTOGRAM, .first = 1, .factor = 2, .buckets = 7,
    .help = "How many pods a preemption has selected." } },
  [FIT_METRIC_PREEMPTIONS_1_16] = { FIT_BEFORE (19), { "scheduler_total_preemption_attempts", FIT_METRIC_COUNTER,
    .help = "Attempts to find pods to evict." } },
  [FIT_METRIC_PREEMPTIONS] = { FIT_SINCE (19), { "scheduler_preemption_attempts_total", FIT_METRIC_COUNTER,
    .help = "Attempts to find pods to evict." }, TRUE },
  [FIT_METRIC_PENDING] = { FIT_ALWAYS, { "scheduler_pending_pods", FIT_METRIC_GAUGE, { "queue" },
    .help = "Pods that wait for a node: active, backoff, unschedulable; gated by schedulingGates." } },
  [FIT_METRIC_GOROUTINES] = { FIT_SPAN (17, 27), { "scheduler_scheduler_goroutines", FIT_METRIC_GAUGE, { "work" },
    .help = "What is under way at the API server: binding." }, TRUE },
  [FIT_METRIC_GOROUTINES_1_26] = { FIT_SINCE (26), { "scheduler_goroutines", FIT_METRIC_GAUGE, { "operation" },
    .help = "What is under way at the API server: binding." } },
  [FIT_METRIC_POD_DURATION_1_18] = { FIT_SPAN (17, 19), { "scheduler_pod_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, SECONDS,
    .help = "From the arrival of a pod to the end of its binding, in seconds." } },
  [FIT_METRIC_POD_DURATION] = { FIT_SPAN (19, 30), { "scheduler_pod_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, { "attempts" },
    .first = 0.01, .factor = 2, .buckets = 20,
    .help = "From the arrival of a pod to the end of its binding, in seconds." }, TRUE },
  [FIT_METRIC_POD_SLI] = { FIT_SINCE (29), { "scheduler_pod_scheduling_sli_duration_seconds", FIT_METRIC_HISTOGRAM, { "attempts" },
    .first = 0.01, .factor = 2, .buckets = 20,
    .help = "From the first attempt to place a pod to the end of its binding, in seconds." } },
  [FIT_METRIC_POD_ATTEMPTS] = { FIT_SINCE (17), { "scheduler_pod_scheduling_attempts", FIT_METRIC_HISTOGRAM, .first = 1, .factor = 2, .buckets = 5,
    .help = "How many attempts it took to schedule a pod." }, TRUE },
  [FIT_METRIC_INCOMING] = { FIT_SINCE (17), { "scheduler_queue_incoming_pods_total", FIT_METRIC_COUNTER, { "event", "queue" },
    .help = "Pods that came into a queue, and why." }, TRUE },
  [FIT_METRIC_CACHE_SIZE] = { FIT_SPAN (17, 34), { "scheduler_scheduler_cache_size", FIT_METRIC_GAUGE, { "type" },
    .help = "What the scheduler's cache holds: nodes, pods, assumed_pods." }, TRUE },
  [FIT_METRIC_CACHE_SIZE_1_33] = { FIT_SINCE (33), { "scheduler_cache_size", FIT_METRIC_GAUGE, { "type" },
    .help = "What the scheduler's cache holds: nodes, pods, assumed_pods." } },
  [FIT_METRIC_UNSCHEDULABLE] = { FIT_SINCE (24), { "scheduler_unschedulable_pods", FIT_METRIC_GAUGE, { "plugin", "profile" },
    .help = "Pods that wait because this plugin, maybe with others, rejected them." } },
  [FIT_METRIC_AFTER_FLUSH] = { FIT_SINCE (36), { "scheduler_pod_scheduled_after_flush_total", FIT_METRIC_COUNTER,
    .help = "Pods that were placed when they were tried again only because they had waited for long." } },
  [FIT_METRIC_VOLUMES] = { FIT_BEFORE (20), { "scheduler_volume_scheduling_duration_seconds", FIT_METRIC_HISTOGRAM, { "operation" }, MICROSECONDS,
    .help = "How long it takes to bind the volumes of a pod, in seconds. The buckets are kube-scheduler's." } },
  [FIT_METRIC_VOLUME_ERRORS] = { FIT_ALWAYS, { "scheduler_volume_scheduling_stage_error_total", FIT_METRIC_COUNTER, { "operation" },
    .help = "How often binding the volumes of a pod has failed." } },
  [FIT_METRIC_EXTENSION_POINTS_1_18] = { FIT_SPAN (17, 19), { "scheduler_framework_extension_point_duration_seconds", FIT_METRIC_HISTOGRAM, { "extension_point", "status" },
    .first = 0.0001, .factor = 2, .buckets = 12,
    .help = "How long the plugins of an extension point take, in seconds: Filter with PreFilter, Score with PreScore, PostFilter, Bind." } },
  [FIT_METRIC_EXTENSION_POINTS] = { FIT_SINCE (19), { "scheduler_framework_extension_point_duration_seconds", FIT_METRIC_HISTOGRAM, { "extension_point", "profile", "status" },
    .first = 0.0001, .factor = 2, .buckets = 12,
    .help = "How long the plugins of an extension point take, in seconds: Filter with PreFilter, Score with PreScore, PostFilter, Bind." } },
  [FIT_METRIC_PLUGINS] = { FIT_SINCE (17), { "scheduler_plugin_execution_duration_seconds", FIT_METRIC_HISTOGRAM, { "extension_point", "plugin", "status" },
    .first = 0.00001, .factor = 1.5, .buckets = 20,
    .help = "How long a plugin takes at an extension point, in seconds: run again on one node, after each tenth attempt." } },
  [FIT_METRIC_PERMIT_WAITS] = { FIT_SINCE (17), { "scheduler_permit_wait_duration_seconds", FIT_METRIC_HISTOGRAM, { "result" }, SECONDS,
    .help = "How long pods wait that a Permit plugin holds back, in seconds: Success, or Unschedulable if they are rejected." }, TRUE },
  [FIT_METRIC_REQUESTS] = { FIT_ALWAYS, { "rest_client_requests_total", FIT_METRIC_COUNTER, { "code", "host", "method" },
    .help = "Requests to the API server, by the status of the answer; <error> if there was none." } },
  [FIT_METRIC_REQUEST_TIME_URL] = { FIT_BEFORE (24), { "rest_client_request_duration_seconds", FIT_METRIC_HISTOGRAM, { "url", "verb" },
    .first = 0.001, .factor = 2, .buckets = 10,
    .help = "How long requests to the API server take, in seconds, but for watches." } },
  [FIT_METRIC_REQUEST_LATENCY] = { FIT_BEFORE (17), { "rest_client_request_latency_seconds", FIT_METRIC_HISTOGRAM, { "url", "verb" },
    .first = 0.001, .factor = 2, .buckets = 10,
    .help = "Deprecated: rest_client_request_duration_seconds." } },
  [FIT_METRIC_REQUEST_TIME] = { FIT_SINCE (24), { "rest_client_request_duration_seconds", FIT_METRIC_HISTOGRAM, { "host", "verb" },
    .limits = request_limits, .buckets = G_N_ELEMENTS (request_limits),
    .help = "How long requests to the API server take, in seconds, but for watches." } },
  [FIT_METRIC_REQUEST_WAIT_URL] = { FIT_SPAN (23, 24), { "rest_client_rate_limiter_duration_seconds", FIT_METRIC_HISTOGRAM, { "url", "verb" },
    .first = 0.001, .factor = 2, .buckets = 10,
    .help = "How long requests wait for their turn, in seconds: for the limit of requests a second, or for a connection." } },
  [FIT_METRIC_REQUEST_WAIT] = { FIT_SINCE (24), { "rest_client_rate_limiter_duration_seconds", FIT_METRIC_HISTOGRAM, { "host", "verb" },
    .limits = request_limits, .buckets = G_N_ELEMENTS (request_limits),
    .help = "How long requests wait for their turn, in seconds: for the limit of requests a second, or for a connection." } },
  [FIT_METRIC_REQUEST_SIZE] = { FIT_SINCE (24), { "rest_client_request_size_bytes", FIT_METRIC_HISTOGRAM, { "host", "verb" },
    .limits = size_limits, .buckets = G_N_ELEMENTS (size_limits),
    .help = "How large the bodies of requests to the API server are, but for watches." } },
  [FIT_METRIC_RESPONSE_SIZE] = { FIT_SINCE (24), { "rest_client_response_size_bytes", FIT_METRIC_HISTOGRAM, { "host", "verb" },
    .limits = size_limits, .buckets = G_N_ELEMENTS (size_limits),
    .help = "How large the bodies of answers of the API server are, but for watches." } },
  [FIT_METRIC_LEADER] = { FIT_ALWAYS, { "leader_election_master_status", FIT_METRIC_GAUGE, { "name" },
    .help = "Whether this process is the leader: 1 or 0." } },
  [FIT_METRIC_BUILD] = { FIT_ALWAYS, { "kubernetes_build_info", FIT_METRIC_GAUGE, { "git_version", "major", "minor" },
    .help = "Always 1; the release that is emulated." } },
  [FIT_METRIC_REJECTED_NODES] = { FIT_ALWAYS, { "fitsched_rejected_nodes_total", FIT_METRIC_COUNTER, { "rule" },
    .help = "Nodes that a predicate or plugin has rejected in attempts that found none." } },
  [FIT_METRIC_REJECTED_PODS] = { FIT_ALWAYS, { "fitsched_unschedulable_attempts_total", FIT_METRIC_COUNTER, { "rule" },
    .help = "Attempts that found no node, and in which a predicate or plugin has rejected some." } },
  [FIT_METRIC_OWN_BUILD] = { FIT_ALWAYS, { "fitsched_build_info", FIT_METRIC_GAUGE, { "version" },
    .help = "Always 1; the version of fitsched." } },
  [FIT_METRIC_SHADOW] = { FIT_ALWAYS, { "fitsched_shadow_decisions_total", FIT_METRIC_COUNTER, { "result" },
    .help = "Decisions of other schedulers that were compared with --shadow, and with what result." } },
  [FIT_METRIC_MODERN] = { FIT_ALWAYS, { "fitsched_modern_fields_total", FIT_METRIC_COUNTER, { "field", "result" },
    .help = "Pods and claims with a field that v1.16 does not know: counted, held (not tried), refused (no answer), ignored." } },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (rows) == FIT_METRICS_LAST);

FitMetricInfo *
fit_metrics_table (FitRelease release)
{
  const gboolean legacy = fit_release_is_legacy (release);
  FitMetricInfo *table = g_new0 (FitMetricInfo, FIT_METRICS_LAST);

  for (guint i = 0; i < FIT_METRICS_LAST; i++)
    if (fit_span_has (rows[i].span, release) || (legacy && rows[i].early))
      table[i] = rows[i].info;
  return table;
}
