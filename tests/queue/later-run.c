/* later-run.c - random operations on the queue of a later release and on its model, compared after each
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/later-run.h"

#include "tests/queue/later-model.h"
#include "tests/queue/queue-inside.h"
#include "tests/support/cluster.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define START (7 * SECOND + 5)
#define STEPS 300 /* fewer than LATER_EVENTS */

static const LaterRelease releases[] = {
  { FIT_RELEASE (18, 2), GATE_ON, .stay_seconds = 60 },
  { FIT_RELEASE (21, 9), GATE_DEFAULT, .update_waits = TRUE,
    .stay_seconds = 60 },
  { FIT_RELEASE (22, 6), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .stay_seconds = 60 },
  { FIT_RELEASE (26, 4), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .gates = TRUE, .stay_seconds = 300 },
  { FIT_RELEASE (28, 3), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .gates = TRUE, .hints = TRUE, .stay_seconds = 300 },
  { FIT_RELEASE (29, 1), GATE_ON, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .gates = TRUE, .hints = TRUE, .unexplained = TRUE,
    .stay_seconds = 300 },
  { FIT_RELEASE (30, 1), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .gates = TRUE, .unexplained = TRUE, .every = TRUE,
    .stay_seconds = 300 },
  { FIT_RELEASE (31, 1), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .gates = TRUE, .unexplained = TRUE, .every = TRUE,
    .pod_changes = TRUE, .stay_seconds = 300 },
  { FIT_RELEASE (32, 2), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .gates = TRUE, .hints = TRUE, .unexplained = TRUE, .every = TRUE,
    .pod_changes = TRUE, .stay_seconds = 300, .activation = TRUE },
  { FIT_RELEASE (33, 0), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .gates = TRUE, .hints = TRUE, .unexplained = TRUE, .every = TRUE,
    .pod_changes = TRUE, .late = TRUE, .early_pops = TRUE, .stay_seconds = 300,
    .activation = TRUE },
  { FIT_RELEASE (33, 0), GATE_OFF, .update_waits = TRUE, .events = TRUE,
    .node_check = TRUE, .gates = TRUE, .unexplained = TRUE, .every = TRUE,
    .pod_changes = TRUE, .late = TRUE, .early_pops = TRUE, .stay_seconds = 300,
    .activation = TRUE },
  { FIT_RELEASE (33, 0), GATE_DEFAULT, GATE_OFF, .update_waits = TRUE,
    .events = TRUE, .gates = TRUE, .hints = TRUE, .unexplained = TRUE,
    .every = TRUE, .pod_changes = TRUE, .late = TRUE, .stay_seconds = 300,
    .activation = TRUE },
  { FIT_RELEASE (34, 1), GATE_DEFAULT, .update_waits = TRUE, .events = TRUE,
    .gates = TRUE, .hints = TRUE, .unexplained = TRUE, .every = TRUE,
    .pod_changes = TRUE, .late = TRUE, .early_pops = TRUE, .errors_apart = TRUE,
    .stay_seconds = 300, .activation = TRUE },
};

/* Objects for one pod, by what they have besides namespace, name and UID. */
static const char *const variants[] = {
  "spec: {}",
  "spec: {priority: 1}",
  "spec: {priority: 2}, status: {nominatedNodeName: n1}",
  "spec: {schedulingGates: [{name: g}]}",
  "spec: {priority: 1, affinity: {" POD_AFFINITY (
      TERM ("zone", "app: web")) "}}",
};

static const char *const labels[] = { "app: web", "app: none" };

typedef struct
{
  const QueueObjects *objects;
  Choices *choices;
  FitNominatedPods *nominated;
  FitSchedulingQueue *queue;
  LaterModel model;
  gint64 now;
  FitQueueName seen[LATER_PODS]; /* where pods are, by what was observed */
} Run;

/* -- plugins --------------------------------------------------------------- */

static const char *const names[] = { "A", "B", "C", "Quota", "Gates" };

static const char *
name_of (guint plugin)
{
  return names[g_bit_nth_lsf (plugin, -1)];
}

static FitQueueingHint
hint (gpointer data, const FitPod *pod, gconstpointer old_object,
      gconstpointer new_object)
{
  return later_hint (GPOINTER_TO_INT (data), pod);
}

static const char *
pre_enqueue (const FitPod *pod, gpointer data)
{
  const Run *run = data;
  const guint gate = later_gate (pod, run->model.quota_used_up);

  return gate != 0 ? name_of (gate) : NULL;
}

static void
fill_registrations (FitQueueRegistration *out)
{
  for (guint i = 0; i < G_N_ELEMENTS (later_registrations); i++)
    {
      const LaterRegistration *it = &later_registrations[i];

      out[i] = (FitQueueRegistration){
        .plugin = name_of (it->plugin),
        .registration
        = { { it->resource, it->actions, NULL }, it->bias >= 0 ? hint : NULL },
        .data = GINT_TO_POINTER (it->bias),
      };
    }
}

/* -- one step -------------------------------------------------------------- */

static guint
below (Run *run, guint n)
{
  return choices_below (run->choices, n);
}

static void
do_add (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_add (run->queue, pod, run->now);
  later_add (&run->model, row, pod, run->now);
}

static void
do_pop (Run *run, guint row, const FitPod *pod)
{
  g_autoptr (FitPod) popped = fit_scheduling_queue_pop (run->queue);
  guint expected = later_pop (&run->model);

  if (expected == LATER_PODS)
    assert_null (popped);
  else
    assert_ptr_equal (popped, run->model.pods[expected].pod);
}

/* Mostly one that was popped. */
static void
do_fail (Run *run, guint row, const FitPod *pod)
{
  const gint64 cycle = run->model.scheduling_cycle + 1 - below (run, 3);
  const guint plugins = below (run, 8);
  const char *rejecting[3];
  guint n = 0;
  gboolean failed;

  for (guint i = 0; i < LATER_PODS && !run->model.pods[row].flies; i++)
    row = (row + 1) % LATER_PODS;
  pod = queue_objects_pod (run->objects, row,
                           below (run, G_N_ELEMENTS (variants)));
  for (guint i = 0; i < 3; i++)
    if (plugins & (1u << i))
      rejecting[n++] = names[i];
  failed = fit_scheduling_queue_add_failed (
      run->queue,
      &(FitQueueFailure){
          .pod = pod, .cycle = cycle, .n_plugins = n, .plugins = rejecting },
      run->now, NULL);
  assert_int_equal (
      failed, later_fail (&run->model, row, pod, plugins, cycle, run->now));
}

static void
do_done (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_done (run->queue, pod->meta.uid);
  later_done (&run->model, row);
}

static void
do_update (Run *run, guint row, const FitPod *pod)
{
  const FitPodChange change = (FitPodChange) below (run, 2);

  fit_scheduling_queue_update (run->queue, NULL, pod, change, run->now);
  later_update (&run->model, row, pod, change, run->now);
}

static void
do_delete (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_delete (run->queue, pod);
  later_delete (&run->model, row);
}

static void
do_activate (Run *run, guint row, const FitPod *pod)
{
  assert_int_equal (fit_scheduling_queue_activate (run->queue, pod, run->now),
                    later_activate (&run->model, row, run->now));
}

static gboolean
passes (const FitPod *pod)
{
  return pod->spec->priority != 2;
}

static gboolean
check (const FitPod *pod, gpointer data)
{
  return passes (pod);
}

static void
do_event (Run *run, guint row, const FitPod *pod)
{
  static const FitClusterEventName events[] = {
    FIT_CLUSTER_EVENT_NODE_ADD,    FIT_CLUSTER_EVENT_NODE_TAINT_CHANGE,
    FIT_CLUSTER_EVENT_SERVICE_ADD, FIT_CLUSTER_EVENT_PV_ADD,
    FIT_CLUSTER_EVENT_PVC_ADD,     FIT_CLUSTER_EVENT_ASSIGNED_POD_DELETE,
    FIT_CLUSTER_EVENT_WILDCARD,
  };
  const FitClusterEventName name = events[below (run, G_N_ELEMENTS (events))];
  const gboolean checks = fit_cluster_event (name)->resource == FIT_CLUSTER_NODE
                          && fit_scheduling_queue_checks_nodes (run->queue);
  const FitQueueChange change
      = { .event = fit_cluster_event (name), .check = checks ? check : NULL };

  fit_scheduling_queue_move (run->queue, &change, run->now);
  later_event (&run->model, name, passes, run->now);
}

static void
do_assign (Run *run, guint row, const FitPod *pod)
{
  const FitPod *neighbour
      = run->objects->assigned[below (run, G_N_ELEMENTS (labels))];

  if (choices_boolean (run->choices))
    {
      fit_scheduling_queue_assigned_pod_added (run->queue, neighbour, run->now);
      later_assigned (&run->model, FIT_CLUSTER_EVENT_ASSIGNED_POD_ADD,
                      neighbour, run->now);
      return;
    }
  fit_scheduling_queue_assigned_pod_updated (run->queue, neighbour, neighbour,
                                             run->now);
  later_assigned (&run->model,
                  run->model.release->pod_changes
                      ? FIT_CLUSTER_EVENT_ASSIGNED_POD_OTHER_UPDATE
                      : FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE,
                  neighbour, run->now);
}

static void
do_run_timers (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_run_timers (run->queue, run->now);
  later_run_timers (&run->model, run->now);
}

static void
do_wait (Run *run, guint row, const FitPod *pod)
{
  static const gint64 waits[]
      = { 1, SECOND / 3, SECOND, 2 * SECOND, 11 * SECOND, 95 * SECOND };

  run->now += waits[below (run, G_N_ELEMENTS (waits))];
}

static void
do_turn_quota (Run *run, guint row, const FitPod *pod)
{
  run->model.quota_used_up = !run->model.quota_used_up;
}

typedef void (*Step) (Run *run, guint row, const FitPod *pod);

static const Step steps[] = {
  do_add,    do_add,    do_pop,      do_pop,        do_pop,
  do_fail,   do_fail,   do_fail,     do_done,       do_update,
  do_update, do_delete, do_activate, do_event,      do_event,
  do_assign, do_wait,   do_wait,     do_run_timers, do_turn_quota,
};

/* -- what both say --------------------------------------------------------- */

static guint
plugins_of (const FitQueueEntry *entry)
{
  guint plugins = 0;

  for (guint i = 0; entry->plugins != NULL && i < entry->plugins->len; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      if (strcmp (entry->plugins->pdata[i], names[j]) == 0)
        plugins |= 1u << j;
  return plugins;
}

static void
check_in_flight (const Run *run, guint i)
{
  const LaterPod *row = &run->model.pods[i];
  const FitQueueAttempts *attempts = queue_attempts (
      run->queue, queue_objects_pod (run->objects, i, 0)->meta.uid);

  assert_int_equal (attempts != NULL, row->flies);
  if (attempts == NULL)
    return;
  assert_int_equal (attempts->n, row->flight_attempts);
  assert_int_equal (attempts->first_ns, row->flight_first_ns);
}

static void
check_pod (const Run *run, guint i)
{
  const LaterPod *row = &run->model.pods[i];
  const FitPod *pod = queue_objects_pod (run->objects, i, 0);
  const FitQueueEntry *entry = fit_scheduling_queue_find (run->queue, pod);

  check_in_flight (run, i);
  assert_int_equal (run->seen[i], row->where);
  assert_int_equal (entry != NULL ? entry->queue : FIT_QUEUE_NONE, row->where);
  if (entry == NULL)
    return;
  assert_ptr_equal (entry->pod, row->pod);
  assert_int_equal (entry->timestamp_ns, row->timestamp_ns);
  assert_int_equal (entry->attempts.n, row->attempts);
  assert_int_equal (entry->attempts.first_ns, row->first_ns);
  assert_int_equal (entry->gate != NULL, row->gated);
  assert_int_equal (plugins_of (entry), row->plugins);
  assert_int_equal (queue_backoff_until (run->queue, pod),
                    later_until (&run->model, row));
}

/* A pod is in one place: in the list of its queue, once, and in no other. */
static void
check_queue (const Run *run, FitQueueName name)
{
  g_autoptr (GPtrArray) list = fit_scheduling_queue_list (run->queue, name);
  guint expected = 0;

  for (guint i = 0; i < LATER_PODS; i++)
    expected += run->model.pods[i].where == name;
  assert_int_equal (list->len, expected);
  assert_int_equal (fit_scheduling_queue_count (run->queue, name), expected);
  for (guint i = 0; i < list->len; i++)
    {
      const FitQueueEntry *entry = list->pdata[i];
      const LaterPod *row = &run->model.pods[queue_row (entry->pod)];

      assert_int_equal (row->where, name);
      if (i > 0)
        assert_true (
            later_less (&run->model,
                        &run->model.pods[queue_row (
                            ((const FitQueueEntry *) list->pdata[i - 1])->pod)],
                        row));
    }
}

static void
check_nominated (const Run *run)
{
  const GPtrArray *pods
      = fit_nominated_pods_for_node (run->nominated, run->objects->nodes[0]);
  guint expected = 0;

  for (guint i = 0; i < LATER_PODS; i++)
    expected += run->model.pods[i].node != NULL;
  assert_int_equal (pods != NULL ? pods->len : 0, expected);
}

static void
check_all (const Run *run)
{
  const LaterModel *model = &run->model;
  guint gated = 0, flying = 0;

  for (guint i = 0; i < LATER_PODS; i++)
    {
      check_pod (run, i);
      gated += model->pods[i].where != FIT_QUEUE_NONE && model->pods[i].gated;
      flying += model->pods[i].flies;
    }
  for (guint name = FIT_QUEUE_ACTIVE; name < FIT_QUEUE_LAST; name++)
    check_queue (run, (FitQueueName) name);
  check_nominated (run);
  assert_int_equal (fit_scheduling_queue_count_gated (run->queue), gated);
  if (flying == 0)
    assert_int_equal (queue_count_events (run->queue), 0);
  assert_int_equal (fit_scheduling_queue_scheduling_cycle (run->queue),
                    model->scheduling_cycle);
  assert_int_equal (run->queue->move_request_cycle, model->move_request_cycle);
  assert_int_equal (fit_scheduling_queue_next_timer (run->queue),
                    later_next_timer (model));
}

void
later_run (const QueueObjects *objects, Choices *choices)
{
  g_autoptr (FitNominatedPods) nominated = fit_nominated_pods_new ();
  FitQueueRegistration registrations[G_N_ELEMENTS (later_registrations)];
  const LaterRelease *release
      = &releases[choices_below (choices, G_N_ELEMENTS (releases))];
  Run run = { .objects = objects, .choices = choices, .now = START };
  const FitQueueProfile profile = {
    .scheduler_name = queue_objects_pod (objects, 0, 0)->spec->scheduler_name,
    .pre_enqueue = pre_enqueue,
    .data = &run,
    .n_registrations = G_N_ELEMENTS (registrations),
    .registrations = registrations,
  };
  const FitFeatureGates gates
      = queue_gates (release->release, release->gate, release->early_gate);
  const FitQueueOptions options = {
    .release = release->release,
    .gates = &gates,
    .n_profiles = 1,
    .profiles = &profile,
  };
  g_autoptr (FitSchedulingQueue) queue
      = fit_scheduling_queue_new (nominated, &options, START);

  fill_registrations (registrations);
  run.nominated = nominated;
  run.queue = queue;
  later_init (&run.model, release, START);
  fit_scheduling_queue_set_observer (queue, queue_see, run.seen);
  for (guint i = 0; i < STEPS && choices_left (choices); i++)
    {
      const guint row = below (&run, LATER_PODS);
      const FitPod *pod = queue_objects_pod (
          objects, row, below (&run, G_N_ELEMENTS (variants)));

      steps[below (&run, G_N_ELEMENTS (steps))](&run, row, pod);
      check_all (&run);
    }
}

QueueObjects *
later_run_objects_new (void)
{
  return queue_objects_new (LATER_PODS, variants, G_N_ELEMENTS (variants),
                            labels, G_N_ELEMENTS (labels));
}
