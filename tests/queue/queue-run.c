/* queue-run.c - random operations on v1.16's queue and on its model, compared after each
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-run.h"

#include "tests/queue/queue-model.h"
#include "tests/queue/queue-inside.h"
#include "tests/support/cluster.h"

#define SECOND G_GINT64_CONSTANT (1000000000)
#define STEPS 300
#define START (7 * SECOND + 5)

/* Objects for one pod, by what they have besides namespace, name and UID. */
static const char *const variants[] = {
  "spec: {}",
  "spec: {priority: 1}",
  "spec: {priority: 1}, status: {nominatedNodeName: n1}",
  "spec: {priority: -3, affinity: {" POD_AFFINITY (
      TERM ("zone", "app: web")) "}}",
  "spec: {affinity: {" POD_AFFINITY (TERM ("zone", "app: db") ", " TERM (
      "zone", "app: web")) "}}, status: {nominatedNodeName: n2}",
};

static const char *const labels[] = { "app: web", "app: db", "app: none" };

typedef struct
{
  const QueueObjects *objects;
  Choices *choices;
  FitNominatedPods *nominated;
  FitSchedulingQueue *queue;
  Model model;
  gint64 now;
  FitQueueName seen[MODEL_PODS]; /* where pods are, by what was observed */
} Run;

/* -- one step -------------------------------------------------------------- */

static guint
below (Run *run, guint n)
{
  return choices_below (run->choices, n);
}

static const FitPod *
any_object (Run *run, guint row)
{
  return queue_objects_pod (run->objects, row,
                            below (run, G_N_ELEMENTS (variants)));
}

static void
do_add (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_add (run->queue, pod, run->now);
  model_add (&run->model, row, pod, run->now);
}

static void
do_pop (Run *run, guint row, const FitPod *pod)
{
  g_autoptr (FitPod) popped = fit_scheduling_queue_pop (run->queue);
  guint expected = model_pop (&run->model);

  if (expected == MODEL_PODS)
    assert_null (popped);
  else
    assert_ptr_equal (popped, run->model.pods[expected].pod);
}

static void
do_fail (Run *run, guint row, const FitPod *pod)
{
  g_autoptr (GError) error = NULL;
  gint64 cycle = run->model.scheduling_cycle + 1 - (gint64) below (run, 3);
  gboolean failed = fit_scheduling_queue_add_failed (
      run->queue, &(FitQueueFailure){ .pod = pod, .cycle = cycle }, run->now,
      &error);

  assert_int_equal (failed,
                    model_fail (&run->model, row, pod, cycle, run->now));
  assert_int_equal (failed, error == NULL);
}

static void
do_update (Run *run, guint row, const FitPod *pod)
{
  const FitPod *old = any_object (run, row);
  FitPodChange change = (FitPodChange) below (run, 2);
  gboolean known = choices_boolean (run->choices);

  if (!known && run->model.pods[row].where != FIT_QUEUE_NONE)
    old = run->model.pods[row].pod;
  fit_scheduling_queue_update (run->queue, known ? old : NULL, pod, change,
                               run->now);
  model_update (&run->model, row, old, pod, change, run->now);
}

static void
do_delete (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_delete (run->queue, pod);
  model_delete (&run->model, row);
}

static void
do_move_all (Run *run, guint row, const FitPod *pod)
{
  queue_move_all (run->queue, run->now);
  model_move_all (&run->model, run->now);
}

static void
do_assign (Run *run, guint row, const FitPod *pod)
{
  const FitPod *neighbour
      = run->objects->assigned[below (run, G_N_ELEMENTS (labels))];

  if (choices_boolean (run->choices))
    fit_scheduling_queue_assigned_pod_added (run->queue, neighbour, run->now);
  else
    fit_scheduling_queue_assigned_pod_updated (run->queue, neighbour, neighbour,
                                               run->now);
  model_assigned (&run->model, neighbour, run->now);
}

static void
do_flush (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_flush_backoff (run->queue, run->now);
  model_flush_backoff (&run->model, run->now);
  fit_scheduling_queue_flush_unschedulable_leftover (run->queue, run->now);
  model_flush_leftover (&run->model, run->now);
}

static void
do_run_timers (Run *run, guint row, const FitPod *pod)
{
  fit_scheduling_queue_run_timers (run->queue, run->now);
  model_run_timers (&run->model, run->now);
}

static void
do_wait (Run *run, guint row, const FitPod *pod)
{
  static const gint64 waits[]
      = { 1, SECOND / 3, SECOND, 2 * SECOND, 11 * SECOND, 45 * SECOND };

  run->now += waits[below (run, G_N_ELEMENTS (waits))];
}

/* A virtual clock jumps: not before, but at this time something happens. */
static void
do_jump (Run *run, guint row, const FitPod *pod)
{
  gint64 next = fit_scheduling_queue_next_timer (run->queue);
  guint active = fit_scheduling_queue_count (run->queue, FIT_QUEUE_ACTIVE);

  if (next == G_MAXINT64 || next <= run->now)
    return;
  run->now = next - 1;
  do_run_timers (run, row, pod);
  assert_int_equal (fit_scheduling_queue_count (run->queue, FIT_QUEUE_ACTIVE),
                    active);
  run->now = next;
  do_run_timers (run, row, pod);
  assert_true (fit_scheduling_queue_count (run->queue, FIT_QUEUE_ACTIVE)
               > active);
}

typedef void (*Step) (Run *run, guint row, const FitPod *pod);

/* Often popped and failed, as there is little to see in a full activeQ. */
static const Step steps[] = {
  do_add,  do_add,      do_pop,    do_pop,    do_pop,        do_fail,   do_fail,
  do_fail, do_fail,     do_update, do_update, do_delete,     do_assign, do_wait,
  do_wait, do_move_all, do_flush,  do_jump,   do_run_timers,
};

/* -- what both say --------------------------------------------------------- */

static void
check_queue (const Run *run, FitQueueName name)
{
  g_autoptr (GPtrArray) list = fit_scheduling_queue_list (run->queue, name);
  guint expected = 0;

  for (guint i = 0; i < MODEL_PODS; i++)
    expected += run->model.pods[i].where == name;
  assert_int_equal (list->len, expected);
  assert_int_equal (fit_scheduling_queue_count (run->queue, name), expected);
  for (guint i = 1; i < list->len; i++)
    {
      const FitQueueEntry *a = list->pdata[i - 1], *b = list->pdata[i];

      assert_true (model_less (&run->model.pods[queue_row (a->pod)],
                               &run->model.pods[queue_row (b->pod)]));
    }
}

static gboolean
is_nominated (const Run *run, const FitPod *pod, const char *node)
{
  const GPtrArray *pods = fit_nominated_pods_for_node (run->nominated, node);

  for (guint i = 0; pods != NULL && i < pods->len; i++)
    if (strcmp (((const FitPod *) pods->pdata[i])->meta.uid, pod->meta.uid)
        == 0)
      return TRUE;
  return FALSE;
}

static void
check_pod (const Run *run, guint i)
{
  const ModelPod *row = &run->model.pods[i];
  const FitPod *pod = queue_objects_pod (run->objects, i, 0);
  const FitQueueEntry *entry = fit_scheduling_queue_find (run->queue, pod);

  assert_int_equal (run->seen[i], row->where);
  assert_int_equal (entry != NULL ? entry->queue : FIT_QUEUE_NONE, row->where);
  assert_int_equal (queue_backoff_until (run->queue, pod), model_until (row));
  for (guint n = 0; n < G_N_ELEMENTS (run->objects->nodes); n++)
    assert_int_equal (is_nominated (run, pod, run->objects->nodes[n]),
                      row->node == run->objects->nodes[n]);
  if (entry == NULL)
    return;
  assert_ptr_equal (entry->pod, row->pod);
  assert_int_equal (entry->timestamp_ns, row->timestamp_ns);
}

static void
check (const Run *run)
{
  const Model *model = &run->model;

  for (guint i = 0; i < MODEL_PODS; i++)
    check_pod (run, i);
  check_queue (run, FIT_QUEUE_ACTIVE);
  check_queue (run, FIT_QUEUE_BACKOFF);
  check_queue (run, FIT_QUEUE_UNSCHEDULABLE);
  assert_int_equal (fit_scheduling_queue_scheduling_cycle (run->queue),
                    model->scheduling_cycle);
  assert_int_equal (run->queue->move_request_cycle, model->move_request_cycle);
  assert_int_equal (fit_scheduling_queue_next_timer (run->queue),
                    model_next_timer (model));
}

void
queue_run (const QueueObjects *objects, Choices *choices)
{
  g_autoptr (FitNominatedPods) nominated = fit_nominated_pods_new ();
  g_autoptr (FitSchedulingQueue) queue = fit_scheduling_queue_new (
      nominated, &(FitQueueOptions){ .release = FIT_RELEASE_LEGACY }, START);
  Run run = {
    .objects = objects,
    .choices = choices,
    .nominated = nominated,
    .queue = queue,
    .now = START,
  };

  model_init (&run.model, START);
  fit_scheduling_queue_set_observer (queue, queue_see, run.seen);
  for (guint i = 0; i < STEPS && choices_left (choices); i++)
    {
      const guint row = below (&run, MODEL_PODS);
      const FitPod *pod = any_object (&run, row);

      steps[below (&run, G_N_ELEMENTS (steps))](&run, row, pod);
      check (&run);
    }
}

QueueObjects *
queue_run_objects_new (void)
{
  return queue_objects_new (MODEL_PODS, variants, G_N_ELEMENTS (variants),
                            labels, G_N_ELEMENTS (labels));
}
