/* metrics.c - what kube-scheduler counts and measures
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "base/each.h"
#include "daemon/metrics.h"

#include "core/rule-times.h"
#include "daemon/metrics-table.h"
#include "daemon/request-template.h"
#include "queue/queue-names.h"
#include "queue/scheduling-queue.h"

#include <string.h>
#include <time.h>

#define US_PER_SECOND 1e6
#define NS_PER_US 1000
#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

/* A pod that waits, or is being bound. */
typedef struct
{
  gint64 arrived_us;
  gint64 begun_us; /* its last attempt */
  gint64 held_us;  /* since when a Permit plugin holds it back; 0: none does */
  gint64 first_us; /* its first attempt; 0: there was none */
  guint attempts;
  gboolean placed;      /* a node was chosen in that attempt */
  gboolean flushed;     /* it is tried again only because it waited for long */
  GPtrArray *rejectors; /* (nullable) owned: of Rejector, borrowed: it waits
                           because of these */
} Record;

/* A plugin, and how many pods of a profile wait because of it. */
typedef struct
{
  char *plugin;  /* owned */
  char *profile; /* owned */
  guint n_pods;
} Rejector;

struct _FitMetrics
{
  FitMetricInfo *table; /* owned */
  FitMetricSet *set;    /* owned */
  gboolean legacy;
  gint64 (*now_ns) (void);

  /* Only for the scheduler's thread: */
  GHashTable *records;   /* UID (owned) -> Record (owned) */
  GHashTable *rejectors; /* "PROFILE\nPLUGIN" (owned) -> Rejector (owned) */
  GHashTable *tasks;     /* FitTask (borrowed) -> when it began (owned) */
  gint64 begun_us;       /* the attempt */
  gint64 stage_us;       /* its current stage */
  gint64 filtered_us;    /* how long nodes were checked; -1: they were not */
  gint64 scored_us;      /* the same for scores */
  gboolean failed;       /* no node fits */
  gboolean preempts;     /* so other pods may be evicted */
  gboolean gave_up;      /* before that, another PostFilter plugin failed */
  gboolean nominated;    /* and would be */
  char *profile;         /* (nullable) owned: of the pod that failed */
  guint every;     /* how many attempts there are for one whose plugins are
                          measured; 0: none is */
  guint n_decided; /* attempts since then */
};

static gint64
monotonic_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * NS_PER_SECOND + now.tv_nsec;
}

static gint64
now_us (const FitMetrics *metrics)
{
  return metrics->now_ns () / NS_PER_US;
}

static void
take (FitMetrics *metrics, FitMetricName name, double value,
      const char *const *labels)
{
  fit_metric_take (metrics->set, name, value, labels);
}

/* The same time for a metric in seconds and an old one in microseconds. */
static void
take_time (FitMetrics *metrics, FitMetricName seconds,
           FitMetricName microseconds, gint64 us)
{
  take (metrics, seconds, (double) us / US_PER_SECOND, NULL);
  take (metrics, microseconds, (double) us, NULL);
}

static void
take_point (FitMetrics *metrics, const char *point, const char *profile,
            const char *status, gint64 us)
{
  if (us >= 0)
    {
      const double seconds = (double) us / US_PER_SECOND;

      take (metrics, FIT_METRIC_EXTENSION_POINTS_1_18, seconds,
            FIT_LABELS (point, status));
      take (metrics, FIT_METRIC_EXTENSION_POINTS, seconds,
            FIT_LABELS (point, profile, status));
    }
}

/* @first to @last are the forms that a metric has had; a release has one or two
 * of them. */
static void
take_each (FitMetrics *metrics, FitMetricName first, FitMetricName last,
           double value, const char *const *labels)
{
  for (FitMetricName name = first; name <= last; name++)
    take (metrics, name, value, labels);
}

static void
take_operation (FitMetrics *metrics, const char *operation, gint64 us)
{
  take (metrics, FIT_METRIC_DURATIONS, (double) us / US_PER_SECOND,
        FIT_LABELS (operation));
  take (metrics, FIT_METRIC_LATENCIES, (double) us / US_PER_SECOND,
        FIT_LABELS (operation));
}

/* -- its life -------------------------------------------------------------- */

static void
record_free (gpointer data)
{
  Record *record = data;

  g_clear_pointer (&record->rejectors, g_ptr_array_unref);
  g_free (record);
}

static void
rejector_free (gpointer data)
{
  Rejector *rejector = data;

  g_free (rejector->plugin);
  g_free (rejector->profile);
  g_free (rejector);
}

FitMetrics *
fit_metrics_new (FitRelease release, gint64 (*now_ns) (void))
{
  FitMetrics *metrics = g_new0 (FitMetrics, 1);
  const FitRelease known = release > 0 ? release : FIT_RELEASE_LEGACY;
  g_autofree char *version = g_strdup_printf (
      "v%s+fitsched." PACKAGE_VERSION,
      fit_release_name (fit_release_name (known) != NULL ? known
                                                         : FIT_RELEASE_LEGACY));
  g_autofree char *minor = g_strdup_printf ("%d", known / 100);

  metrics->now_ns = now_ns != NULL ? now_ns : monotonic_ns;
  metrics->legacy = fit_release_is_legacy (known);
  metrics->table = fit_metrics_table (known);
  metrics->set = fit_metric_set_new (metrics->table, FIT_METRICS_LAST);
  metrics->records
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, record_free);
  metrics->rejectors
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, rejector_free);
  metrics->tasks = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  take (metrics, FIT_METRIC_BUILD, 1, FIT_LABELS (version, "1", minor));
  take (metrics, FIT_METRIC_OWN_BUILD, 1, FIT_LABELS (PACKAGE_VERSION));
  return metrics;
}

void
fit_metrics_free (FitMetrics *metrics)
{
  if (metrics == NULL)
    return;
  g_hash_table_unref (metrics->records);
  g_hash_table_unref (metrics->rejectors);
  g_hash_table_unref (metrics->tasks);
  g_free (metrics->profile);
  fit_metric_set_free (metrics->set);
  g_free (metrics->table);
  g_free (metrics);
}

/* -- attempts -------------------------------------------------------------- */

static gint64
clock_ns (gpointer metrics)
{
  return ((const FitMetrics *) metrics)->now_ns ();
}

static void
plugin_took (const char *plugin, const char *point, FitStatusCode status,
             gint64 ns, gpointer metrics)
{
  take (metrics, FIT_METRIC_PLUGINS, (double) ns / NS_PER_SECOND,
        FIT_LABELS (point, plugin, fit_status_code_name (status)));
}

static void
stage_ended (const FitGenericScheduler *scheduler, FitAttemptStage stage,
             gpointer data)
{
  FitMetrics *metrics = data;
  const FitStopwatch watch = { clock_ns, plugin_took, metrics };
  gint64 begun, took;

  if (stage == FIT_STAGE_DECIDED)
    {
      if (metrics->every == 0 || metrics->n_decided++ % metrics->every != 0)
        return;
      /* The time that this takes does not count as time of the attempt. */
      begun = now_us (metrics);
      fit_generic_scheduler_time_rules (scheduler, &watch);
      took = now_us (metrics) - begun;
      metrics->begun_us += took;
      metrics->stage_us += took;
      return;
    }
  took = now_us (metrics) - metrics->stage_us;
  metrics->stage_us += took;
  if (stage == FIT_STAGE_SCORED)
    metrics->scored_us = took;
  else
    metrics->filtered_us = took;
  if (stage == FIT_STAGE_FOUND)
    {
      take_time (metrics, FIT_METRIC_PREDICATES, FIT_METRIC_PREDICATES_US,
                 took);
      take_operation (metrics, "predicate_evaluation", took);
    }
  else if (stage == FIT_STAGE_SCORED)
    {
      take_time (metrics, FIT_METRIC_PRIORITIES, FIT_METRIC_PRIORITIES_US,
                 took);
      take_operation (metrics, "priority_evaluation", took);
    }
  else
    metrics->failed = TRUE;
}

void
fit_metrics_observe_stages (FitMetrics *metrics,
                            FitSchedulerOptions *scheduling)
{
  scheduling->stage_ended = stage_ended;
  scheduling->stage_data = metrics;
}

void
fit_metrics_time_plugins (FitMetrics *metrics, guint every)
{
  metrics->every = every;
  metrics->n_decided = 0;
}

void
fit_metrics_attempt_begins (FitMetrics *metrics)
{
  metrics->begun_us = metrics->stage_us = now_us (metrics);
  metrics->filtered_us = metrics->scored_us = -1;
  metrics->failed = metrics->preempts = metrics->nominated = FALSE;
  metrics->gave_up = FALSE;
}

void
fit_metrics_attempt_ends (FitMetrics *metrics, FitScheduler *scheduler,
                          const FitCache *cache)
{
  const gint64 took = now_us (metrics) - metrics->stage_us;
  const FitSchedulingQueue *queue = fit_scheduler_queue (scheduler);
  const guint gated = fit_scheduling_queue_count_gated (queue);
  const guint waiting
      = fit_scheduling_queue_count (queue, FIT_QUEUE_UNSCHEDULABLE);
  guint n_assumed;
  const guint n_pods = fit_cache_n_pods (cache, &n_assumed);

  if (metrics->failed && metrics->preempts)
    {
      take_time (metrics, FIT_METRIC_PREEMPTION, FIT_METRIC_PREEMPTION_US,
                 took);
      take_operation (metrics, "preemption_evaluation", took);
      take_point (metrics, "PostFilter", metrics->profile,
                  metrics->nominated ? "Success" : "Unschedulable", took);
      take_each (metrics, FIT_METRIC_PREEMPTIONS_1_16, FIT_METRIC_PREEMPTIONS,
                 1, NULL);
    }
  else if (metrics->failed && metrics->gave_up)
    take_point (metrics, "PostFilter", metrics->profile, "Error", took);
  take (metrics, FIT_METRIC_PENDING,
        fit_scheduling_queue_count (queue, FIT_QUEUE_ACTIVE),
        FIT_LABELS ("active"));
  take (metrics, FIT_METRIC_PENDING,
        fit_scheduling_queue_count (queue, FIT_QUEUE_BACKOFF),
        FIT_LABELS ("backoff"));
  take (metrics, FIT_METRIC_PENDING, waiting - gated,
        FIT_LABELS ("unschedulable"));
  if (!metrics->legacy)
    take (metrics, FIT_METRIC_PENDING, gated, FIT_LABELS ("gated"));
  take_each (metrics, FIT_METRIC_CACHE_SIZE, FIT_METRIC_CACHE_SIZE_1_33,
             fit_cache_n_nodes (cache), FIT_LABELS ("nodes"));
  take_each (metrics, FIT_METRIC_CACHE_SIZE, FIT_METRIC_CACHE_SIZE_1_33, n_pods,
             FIT_LABELS ("pods"));
  take_each (metrics, FIT_METRIC_CACHE_SIZE, FIT_METRIC_CACHE_SIZE_1_33,
             n_assumed, FIT_LABELS ("assumed_pods"));
  take_each (metrics, FIT_METRIC_GOROUTINES, FIT_METRIC_GOROUTINES_1_26,
             g_hash_table_size (metrics->tasks), FIT_LABELS ("binding"));
}

/* -- decisions ------------------------------------------------------------- */

static void
count_result (FitMetrics *metrics, const FitPod *pod, const char *result,
              gint64 took)
{
  const char *profile = pod->spec->scheduler_name;
  const double seconds = (double) took / US_PER_SECOND;

  take (metrics, FIT_METRIC_ATTEMPTS_1_16, 1, FIT_LABELS (result));
  take (metrics, FIT_METRIC_ATTEMPTS, 1, FIT_LABELS (profile, result));
  take (metrics, FIT_METRIC_E2E, seconds, FIT_LABELS (profile, result));
  take (metrics, FIT_METRIC_ATTEMPT, seconds, FIT_LABELS (profile, result));
}

static Record *
find_record (FitMetrics *metrics, const FitPod *pod)
{
  Record *record = g_hash_table_lookup (metrics->records, pod->meta.uid);

  if (record != NULL)
    return record;
  record = g_new0 (Record, 1);
  record->arrived_us = now_us (metrics);
  g_hash_table_insert (metrics->records, g_strdup (pod->meta.uid), record);
  return record;
}

static void
count_queued (FitMetrics *metrics, const FitDecision *decision)
{
  static const struct
  {
    const char *queue; /* of v1.16 or later */
    const char *label;
  } names[] = {
    { "activeQ", "active" },
    { "podBackoffQ", "backoff" },
    { "backoffQ", "backoff" },
    { "unschedulableQ", "unschedulable" },
    { "unschedulablePods", "unschedulable" },
  };
  const char *reason = decision->reason != NULL ? decision->reason : "";

  /* The label "event" is of later releases, also for what v1.16 calls
   * otherwise. */
  for (FitQueueEvent event = 0; event < FIT_QUEUE_EVENT_LAST; event++)
    if (g_strcmp0 (fit_queue_event_name (event), decision->reason) == 0)
      {
        reason = fit_queue_later_event_name (event);
        break;
      }
  find_record (metrics, decision->pod)->flushed
      = strcmp (reason, "UnschedulableTimeout") == 0;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_strcmp0 (names[i].queue, decision->queue) == 0)
      take (metrics, FIT_METRIC_INCOMING, 1,
            FIT_LABELS (reason, names[i].label));
}

/* Filter plugins that reject all nodes have succeeded. */
static void
take_points (FitMetrics *metrics, const FitPod *pod)
{
  const char *profile = pod->spec->scheduler_name;

  take_point (metrics, "Filter", profile, "Success", metrics->filtered_us);
  take_point (metrics, "Score", profile, "Success", metrics->scored_us);
  metrics->filtered_us = metrics->scored_us = -1;
}

/* @result: a code of kube-scheduler's plugins */
static void
wait_ended (FitMetrics *metrics, const FitPod *pod, const char *result)
{
  Record *record = g_hash_table_lookup (metrics->records, pod->meta.uid);

  if (record == NULL || record->held_us == 0)
    return;
  take (metrics, FIT_METRIC_PERMIT_WAITS,
        (double) (now_us (metrics) - record->held_us) / US_PER_SECOND,
        FIT_LABELS (result));
  record->held_us = 0;
}

/* -- which plugins pods wait for ------------------------------------------- */

static void
show_rejector (FitMetrics *metrics, const Rejector *rejector)
{
  take (metrics, FIT_METRIC_UNSCHEDULABLE, rejector->n_pods,
        FIT_LABELS (rejector->plugin, rejector->profile));
}

/* The pod waits no more, or is tried again. */
static void
forget_rejectors (FitMetrics *metrics, Record *record)
{
  FIT_EACH (Rejector, rejector, record->rejectors)
    {
      rejector->n_pods--;
      show_rejector (metrics, rejector);
    }
  g_clear_pointer (&record->rejectors, g_ptr_array_unref);
}

static void
add_rejector (FitMetrics *metrics, Record *record, const char *profile,
              const char *plugin)
{
  g_autofree char *key = g_strjoin ("\n", profile, plugin, NULL);
  Rejector *rejector = g_hash_table_lookup (metrics->rejectors, key);

  if (rejector == NULL)
    {
      rejector = g_new0 (Rejector, 1);
      rejector->plugin = g_strdup (plugin);
      rejector->profile = g_strdup (profile);
      g_hash_table_insert (metrics->rejectors, g_steal_pointer (&key),
                           rejector);
    }
  if (record->rejectors == NULL)
    record->rejectors = g_ptr_array_new ();
  g_ptr_array_add (record->rejectors, rejector);
  rejector->n_pods++;
  show_rejector (metrics, rejector);
}

static void
remove_record (FitMetrics *metrics, const FitPod *pod)
{
  Record *record = g_hash_table_lookup (metrics->records, pod->meta.uid);

  if (record == NULL)
    return;
  forget_rejectors (metrics, record);
  g_hash_table_remove (metrics->records, pod->meta.uid);
}

static void
count_rejections (FitMetrics *metrics, FitScheduler *scheduler,
                  const FitPod *pod)
{
  const FitGenericScheduler *algorithm
      = fit_scheduler_algorithm_of (scheduler, pod);
  Record *record = find_record (metrics, pod);
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer name, n;

  fit_generic_scheduler_count_rejections (algorithm, counts);
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &name, &n))
    {
      take (metrics, FIT_METRIC_REJECTED_NODES, GPOINTER_TO_UINT (n),
            FIT_LABELS (name));
      take (metrics, FIT_METRIC_REJECTED_PODS, 1, FIT_LABELS (name));
      if (metrics->table[FIT_METRIC_UNSCHEDULABLE].name != NULL)
        add_rejector (metrics, record, pod->spec->scheduler_name, name);
    }
}

static void
begin_attempt (FitMetrics *metrics, Record *record)
{
  forget_rejectors (metrics, record);
  record->begun_us = metrics->begun_us;
  if (record->attempts++ == 0)
    record->first_us = metrics->begun_us;
}

static void
bound (FitMetrics *metrics, const FitPod *pod)
{
  const gint64 now = now_us (metrics);
  const Record *record = find_record (metrics, pod);
  const double seconds = (double) (now - record->arrived_us) / US_PER_SECOND;
  g_autofree char *attempts = g_strdup_printf ("%u", record->attempts);

  count_result (metrics, pod, "scheduled", now - record->begun_us);
  take_time (metrics, FIT_METRIC_E2E_1_16, FIT_METRIC_E2E_US,
             now - record->begun_us);
  take (metrics, FIT_METRIC_POD_DURATION_1_18, seconds, NULL);
  take (metrics, FIT_METRIC_POD_DURATION, seconds, FIT_LABELS (attempts));
  take (metrics, FIT_METRIC_POD_SLI,
        (double) (now - record->first_us) / US_PER_SECOND,
        FIT_LABELS (attempts));
  take (metrics, FIT_METRIC_POD_ATTEMPTS, record->attempts, NULL);
  if (record->flushed)
    take (metrics, FIT_METRIC_AFTER_FLUSH, 1, NULL);
  remove_record (metrics, pod);
}

static void
failed (FitMetrics *metrics, FitScheduler *scheduler,
        const FitDecision *decision, gboolean preempts)
{
  Record *record = find_record (metrics, decision->pod);
  const gboolean unschedulable
      = decision->error == NULL
        && g_strcmp0 (decision->reason, "Unschedulable") == 0;

  wait_ended (metrics, decision->pod,
              unschedulable ? "Unschedulable" : "Success");
  /* It may fail after a node was chosen, even much later. */
  if (!record->placed)
    begin_attempt (metrics, record);
  record->placed = FALSE;
  count_result (metrics, decision->pod,
                unschedulable ? "unschedulable" : "error",
                now_us (metrics) - record->begun_us);
  metrics->gave_up = decision->kept_from_preempting;
  metrics->preempts = preempts && !metrics->gave_up;
  take_points (metrics, decision->pod);
  g_free (metrics->profile);
  metrics->profile = g_strdup (decision->pod->spec->scheduler_name);
  if (metrics->failed && unschedulable)
    count_rejections (metrics, scheduler, decision->pod);
}

void
fit_metrics_decided (FitMetrics *metrics, FitScheduler *scheduler,
                     const FitDecision *decision, gboolean preempts)
{
  const FitPod *pod = decision->pod;
  Record *record;

  switch (decision->type)
    {
    case FIT_DECISION_QUEUED:
      count_queued (metrics, decision);
      break;
    case FIT_DECISION_ASSUMED:
      record = find_record (metrics, pod);
      begin_attempt (metrics, record);
      record->placed = TRUE;
      take_points (metrics, pod);
      take_time (metrics, FIT_METRIC_ALGORITHM, FIT_METRIC_ALGORITHM_US,
                 now_us (metrics) - metrics->begun_us);
      break;
    case FIT_DECISION_WAITING:
      find_record (metrics, pod)->held_us = now_us (metrics);
      break;
    case FIT_DECISION_BOUND:
      bound (metrics, pod);
      break;
    case FIT_DECISION_FAILED:
      failed (metrics, scheduler, decision, preempts);
      break;
    case FIT_DECISION_NOMINATED:
      metrics->nominated = TRUE;
      take_each (metrics, FIT_METRIC_VICTIMS_1_16, FIT_METRIC_VICTIMS_1_26,
                 decision->victims->n_victims, NULL);
      break;
    case FIT_DECISION_DROPPED:
      remove_record (metrics, pod);
      break;
    default:
      break;
    }
}

/* One that was placed by this scheduler may be seen on its node before the
 * binding has ended. */
void
fit_metrics_pod_left (FitMetrics *metrics, const FitPod *pod)
{
  const Record *record = g_hash_table_lookup (metrics->records, pod->meta.uid);

  if (record != NULL && !record->placed)
    remove_record (metrics, pod);
}

void
fit_metrics_compared (FitMetrics *metrics, const char *result)
{
  take (metrics, FIT_METRIC_SHADOW, 1, FIT_LABELS (result));
}

void
fit_metrics_modern (FitMetrics *metrics, const char *field, const char *result)
{
  take (metrics, FIT_METRIC_MODERN, 1, FIT_LABELS (field, result));
}

/* -- tasks ----------------------------------------------------------------- */

void
fit_metrics_task_begins (FitMetrics *metrics, const FitTask *task)
{
  const gint64 now = now_us (metrics);

  if (task->type != FIT_TASK_BIND && task->type != FIT_TASK_BIND_VOLUMES)
    return;
  wait_ended (metrics, task->pod, "Success");
  g_hash_table_insert (metrics->tasks, (gpointer) task,
                       g_memdup2 (&now, sizeof now));
}

void
fit_metrics_task_ends (FitMetrics *metrics, const FitTask *task, gboolean well)
{
  const gint64 *begun = g_hash_table_lookup (metrics->tasks, task);
  const gint64 took = begun != NULL ? now_us (metrics) - *begun : 0;

  if (begun == NULL)
    return;
  g_hash_table_remove (metrics->tasks, task);
  if (task->type == FIT_TASK_BIND)
    take_point (metrics, "Bind", task->pod->spec->scheduler_name,
                well ? "Success" : "Error", took);
  if (task->type == FIT_TASK_BIND_VOLUMES && well)
    take (metrics, FIT_METRIC_VOLUMES, (double) took / US_PER_SECOND,
          FIT_LABELS ("bind"));
  else if (task->type == FIT_TASK_BIND_VOLUMES)
    take (metrics, FIT_METRIC_VOLUME_ERRORS, 1, FIT_LABELS ("bind"));
  else if (well)
    {
      take_time (metrics, FIT_METRIC_BINDING, FIT_METRIC_BINDING_US, took);
      take_operation (metrics, "binding", took);
    }
}

/* -- requests -------------------------------------------------------------- */

static void
request_ended (const FitApiExchangeEnd *end, gpointer data)
{
  FitMetrics *metrics = data;
  const char *scheme = strstr (end->server, "://");
  const char *authority = scheme != NULL ? scheme + 3 : end->server;
  g_autofree char *host = g_strndup (authority, strcspn (authority, "/"));
  g_autofree char *code = end->status > 0 ? g_strdup_printf ("%u", end->status)
                                          : g_strdup ("<error>");
  g_autofree char *url = NULL;

  take (metrics, FIT_METRIC_REQUESTS, 1, FIT_LABELS (code, host, end->method));
  if (end->is_watch)
    return;
  url = fit_request_template (end->server, end->path);
  take (metrics, FIT_METRIC_REQUEST_WAIT_URL, end->waited_seconds,
        FIT_LABELS (url, end->method));
  take (metrics, FIT_METRIC_REQUEST_WAIT, end->waited_seconds,
        FIT_LABELS (host, end->method));
  take (metrics, FIT_METRIC_REQUEST_SIZE, (double) end->request_bytes,
        FIT_LABELS (host, end->method));
  take (metrics, FIT_METRIC_RESPONSE_SIZE, (double) end->response_bytes,
        FIT_LABELS (host, end->method));
  take (metrics, FIT_METRIC_REQUEST_TIME_URL, end->seconds,
        FIT_LABELS (url, end->method));
  take (metrics, FIT_METRIC_REQUEST_LATENCY, end->seconds,
        FIT_LABELS (url, end->method));
  take (metrics, FIT_METRIC_REQUEST_TIME, end->seconds,
        FIT_LABELS (host, end->method));
}

void
fit_metrics_observe_client (FitMetrics *metrics, FitApiClient *client)
{
  fit_api_client_observe (client, request_ended, metrics);
}

/* -- the page -------------------------------------------------------------- */

void
fit_metrics_set_leader (FitMetrics *metrics, const char *name, gboolean leads)
{
  take (metrics, FIT_METRIC_LEADER, leads ? 1 : 0, FIT_LABELS (name));
}

void
fit_metrics_write (FitMetrics *metrics, GString *page)
{
  fit_metric_write_process (page);
  fit_metric_set_write (metrics->set, page);
}

void
fit_metrics_reset (FitMetrics *metrics)
{
  for (guint i = 0; i < FIT_METRICS_LAST; i++)
    if (!metrics->legacy
            ? i != FIT_METRIC_BUILD && i != FIT_METRIC_OWN_BUILD
                  && i != FIT_METRIC_LEADER
            : i == FIT_METRIC_DURATIONS || i == FIT_METRIC_LATENCIES)
      fit_metric_forget (metrics->set, i);
}
