/* fuzz-schedule.c - a cluster lives for a while under any rules
 *
 * Its pods are scheduled in the virtual world, with preemption, while objects
 * come, change and go.  Whatever happens: a pod counts once, where it is; what
 * is known of a node is the sum of what is there; and a pod goes where it fits.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/sums.h"

#include "base/intern.h"
#include "scheduler/debugger.h"
#include "scheduler/live-objects.h"
#include "simulate/replay-private.h"
#include "tests/fuzz/shapes.h"

#include <string.h>

#define EVENTS 12
#define ATTEMPTS 400
#define EXPIRY 1000 /* seconds */
#define SECOND G_GINT64_CONSTANT (1000000000)

typedef struct
{
  FitReplay *replay;
  gboolean counts_resources;
  guint n_attempts;
} Life;

/* -- while it lives -------------------------------------------------------- */

static gboolean
goes_on (gpointer data)
{
  Life *life = data;

  return life->n_attempts++ < ATTEMPTS;
}

/* Do the rules look at resources? */
static gboolean
counts_resources (const FitAlgorithm *algorithm)
{
  for (guint i = 0; i < algorithm->predicates->len; i++)
    {
      const FitPredicate *predicate = algorithm->predicates->pdata[i];

      if (strcmp (predicate->name, "PodFitsResources") == 0
          || strcmp (predicate->name, "GeneralPredicates") == 0)
        return TRUE;
    }
  return FALSE;
}

/* The pod counts on its node by now. */
static void
decided (gpointer data, const FitDecision *decision)
{
  const Life *life = data;
  const FitNodeInfo *node;

  if (decision->type != FIT_DECISION_ASSUMED || !life->counts_resources)
    return;
  node = fit_cache_find_node (fit_replay_cache (life->replay),
                              decision->node_name);
  g_assert_nonnull (node);
  g_assert_nonnull (fit_node_info_find_pod (node, decision->pod->meta.uid));
  if (decision->pod->spec->requests.milli_cpu > 0)
    g_assert_cmpint (node->requested.milli_cpu, <=,
                     node->traits->allocatable.milli_cpu);
  if (decision->pod->spec->requests.memory > 0)
    g_assert_cmpint (node->requested.memory, <=,
                     node->traits->allocatable.memory);
  g_assert_cmpint (node->n_pods, <=, node->traits->allowed_pods);
}

static FitScheduler *
scheduler_of (FitReplay *replay)
{
  fit_replay_begin (replay, replay->start_ns);
  return replay->scheduler;
}

/* -- what happens ---------------------------------------------------------- */

static gboolean
is_there (const Life *life, FitKind kind, const char *json)
{
  g_autoptr (FitObjects) objects = shape_read (json, FIT_DECODE_DEFAULT);
  const FitObjectMeta *meta = fit_object_meta (objects->of[kind]->pdata[0]);

  return fit_live_objects_find (life->replay->world->live, kind,
                                meta->namespace_, meta->name)
         != NULL;
}

static void
happen (Life *life, Choices *choices, FitDecodeFlags flags, gint64 *time_ms)
{
  static const gint64 waits[] = { 0, 1, 900, 5000, 61000, 301000 };
  const FitKind kind = shape_kind (choices);
  g_autofree char *name = shape_name (choices, kind);
  g_autofree char *json = shape_object (choices, kind, name);
  const gboolean there = is_there (life, kind, json);
  g_autofree char *line = NULL;
  g_autoptr (FitTraceReader) reader = NULL;
  const FitTraceEvent *event;
  g_autoptr (GError) error = NULL;

  *time_ms += waits[choices_below (choices, G_N_ELEMENTS (waits))];
  line = g_strdup_printf ("{\"time\":%d.%03d,\"verb\":\"%s\",\"object\":%s}\n",
                          (int) (*time_ms / 1000), (int) (*time_ms % 1000),
                          !there                      ? "add"
                          : choices_boolean (choices) ? "delete"
                                                      : "update",
                          json);
  reader = fit_trace_reader_new_for_bytes (line, strlen (line), "event",
                                           flags | FIT_DECODE_KEEP_RAW);
  g_assert_true (fit_trace_reader_next (reader, &event, &error));
  if (!fit_replay_feed (life->replay, event, &error)
      && strstr (error->message, "has the UID of") == NULL)
    g_assert_no_error (error);
}

/* -- what is true at any time ---------------------------------------------- */

static void
check_queues (const FitSchedulingQueue *queue)
{
  for (guint name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    {
      g_autoptr (GPtrArray) entries
          = fit_scheduling_queue_list (queue, (FitQueueName) name);

      g_assert_cmpuint (
          entries->len, ==,
          fit_scheduling_queue_count (queue, (FitQueueName) name));
      for (guint i = 0; i < entries->len; i++)
        {
          const FitQueueEntry *entry = entries->pdata[i];

          g_assert_true (fit_scheduling_queue_find (queue, entry->pod)
                         == entry);
        }
    }
}

/* Returns: (nullable): how the scheduler holds anything but what there is, and nodes
 * that pods name, but nobody has seen */
static char *
find_mismatch (const Life *life)
{
  g_autoptr (GPtrArray) nodes = fit_replay_list (life->replay, FIT_KIND_NODE);
  g_autoptr (GPtrArray) pods = fit_replay_list (life->replay, FIT_KIND_POD);
  g_autofree char *problem
      = fit_scheduler_compare (scheduler_of (life->replay), nodes, pods);

  return problem != NULL
                 && (!g_str_has_prefix (problem,
                                        "cache mismatch: missed nodes: [];")
                     || strstr (problem, "pods:") != NULL)
             ? g_steal_pointer (&problem)
             : NULL;
}

/* Is it only about pods that have ended?  Up to 1.19 a pod that failed is read again
 * before it is queued, by its name, and only whether it has a node is looked at. */
static gboolean
is_about_ended_pods (const Life *life, const char *mismatch)
{
  static const char start[] = "missed pods: []; redundant pods: [";
  const char *uids = strstr (mismatch, start);
  g_autoptr (GPtrArray) pods = fit_replay_list (life->replay, FIT_KIND_POD);
  g_auto (GStrv) words = NULL;

  if (uids == NULL)
    return FALSE;
  words = g_strsplit_set (uids + strlen (start), " ]\n", -1);
  for (guint w = 0; words[w] != NULL; w++)
    {
      gboolean ended = *words[w] == '\0';

      for (guint i = 0; i < pods->len; i++)
        {
          const FitPod *pod = pods->pdata[i];

          ended |= strcmp (pod->meta.uid, words[w]) == 0
                   && fit_pod_terminal (pod);
        }
      if (!ended)
        return FALSE;
    }
  return TRUE;
}

/* Nobody confirms a pod that ends while it is being bound: it counts until it
 * expires, in 1.23 and 1.24 after a quarter of an hour. */
static void
check_all_there (Life *life)
{
  FitReplay *replay = life->replay;
  g_autofree char *mismatch = find_mismatch (life);

  if (mismatch == NULL)
    return;
  fit_replay_run_until (replay, replay->world->now_ns + EXPIRY * SECOND);
  g_free (mismatch);
  mismatch = fit_replay_stopped (replay) ? NULL : find_mismatch (life);
  if (mismatch != NULL && !is_about_ended_pods (life, mismatch))
    g_assert_cmpstr (mismatch, ==, NULL);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static const gint64 latencies[] = { 0, SECOND, 100 * SECOND };
  Choices choices = { .bytes = data, .n_bytes = size };
  g_auto (ShapeRules) rules;
  g_autoptr (FitObjects) objects = NULL;
  g_autoptr (FitExtenderAnswers) answers = NULL;
  g_autoptr (FitReplay) replay = NULL;
  g_autoptr (GError) error = NULL;
  Life life = { 0 };
  gint64 time_ms = 0;
  FitReplayOptions options = {
    .settle_ns = 600 * SECOND,
    .observer = { .data = &life, .decided = decided, .goes_on = goes_on },
  };

  if (!shape_rules_init (&rules, &choices))
    return 0;
  options.bind_latency_ns
      = latencies[choices_below (&choices, G_N_ELEMENTS (latencies))];
  objects = shape_cluster (&choices, rules.flags);
  answers = shape_rules_answers (&rules);
  options.rules = shape_rules_options (&rules, answers);
  replay = life.replay = fit_replay_new (&options, &error);
  if (replay == NULL)
    return 0;
  life.counts_resources = counts_resources (fit_replay_algorithm (replay));
  if (!fit_replay_add_objects (replay, objects, &error))
    return 0; /* two pods share a UID */
  for (guint i = 0; i < EVENTS && choices.n_bytes > 0; i++)
    {
      happen (&life, &choices, rules.flags, &time_ms);
      check_sums (fit_replay_cache (replay));
      check_queues (fit_scheduler_queue (scheduler_of (replay)));
    }
  if (fit_replay_settle (replay))
    check_all_there (&life);
  check_sums (fit_replay_cache (replay));
  check_queues (fit_scheduler_queue (scheduler_of (replay)));
  return 0;
}
