/* eviction.c - deletes the victims of a pod while the scheduler goes on, as
 * 1.33 and later do
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include "base/intern.h"

/* The victims of one pod.  All but the last are deleted at the same time.
 * Until the turn of the last one comes, the pod is kept out of activeQ; then
 * its end is what the pod waits for. */
typedef struct
{
  const FitPod *preemptor; /* owned reference */
  FitVictimNote note;      /* its message is owned */
  const char *node_name;   /* interned */
  GPtrArray *victims;      /* owned, of owned references */
  guint n_running;         /* deletions */
  gboolean last;           /* the turn of the last one has come */
  gboolean failed;         /* one cannot be deleted */
} Eviction;

typedef struct
{
  FitPodWork work;
  Eviction *of; /* owned reference: a GRcBox */
} Deletion;

FitVictimNote
fit_scheduler_note (const FitScheduler *scheduler, const FitPod *preemptor)
{
  FitVictimNote note = { "PreemptionByKubeScheduler", NULL };

  if (scheduler->behaviour.victims_have_common_reason)
    note.reason = FIT_REASON_PREEMPTION_BY_SCHEDULER;
  note.message = scheduler->behaviour.victims_know_scheduler
                     ? g_strdup_printf (
                         "%s: preempting to accommodate a higher priority pod",
                         preemptor->spec->scheduler_name)
                     : g_strdup ("Kube-scheduler: preempting");
  return note;
}

void
fit_scheduler_tell_victim (FitScheduler *scheduler, const FitPod *victim,
                           const FitPod *preemptor, const char *node_name,
                           gboolean in_memory)
{
  if (scheduler->behaviour.tells_uid_of_preemptor)
    fit_scheduler_event (
        scheduler, FIT_EVENT_PREEMPTED, victim,
        scheduler->behaviour.loses_preemptor ? NULL : preemptor,
        "Preempted by pod %s on node %s%s", preemptor->meta.uid, node_name,
        in_memory && scheduler->behaviour.tells_of_memory
            ? " (in kube-scheduler memory)."
            : "");
  else if (scheduler->behaviour.hides_preemptor)
    fit_scheduler_event (scheduler, FIT_EVENT_PREEMPTED, victim, preemptor,
                         "Preempted by a pod on node %s", node_name);
  else
    fit_scheduler_event (scheduler, FIT_EVENT_PREEMPTED, victim, preemptor,
                         "Preempted by %s/%s on node %s",
                         preemptor->meta.namespace_, preemptor->meta.name,
                         node_name);
}

static void
eviction_clear (gpointer data)
{
  Eviction *eviction = data;

  fit_pod_unref (eviction->preemptor);
  fit_intern_unref (eviction->node_name);
  g_free (eviction->note.message);
  g_ptr_array_unref (eviction->victims);
}

static void
deletion_free (FitPodWork *work)
{
  fit_pod_unref (work->task.pod);
  g_rc_box_release_full (((Deletion *) work)->of, eviction_clear);
  g_free (work);
}

static void go_on (FitScheduler *scheduler, Eviction *eviction);

static void
ended (FitScheduler *scheduler, FitPodWork *work, const FitPod *pod,
       const GError *problem)
{
  Eviction *eviction = g_rc_box_acquire (((Deletion *) work)->of);
  const FitPod *victim = work->task.pod;

  fit_pod_works_steal (scheduler->works, work);
  if (problem == NULL)
    fit_scheduler_tell_victim (scheduler, victim, eviction->preemptor,
                               eviction->node_name, FALSE);
  else if (!g_error_matches (problem, FIT_ERROR, FIT_ERROR_NOT_FOUND))
    {
      eviction->failed = TRUE;
      fit_scheduler_problem (
          scheduler, eviction->preemptor,
          "Error occurred during async preemption: pod %s/%s: %s",
          victim->meta.namespace_, victim->meta.name, problem->message);
    }
  eviction->n_running--;
  deletion_free (work);
  go_on (scheduler, eviction);
  g_rc_box_release_full (eviction, eviction_clear);
}

static const FitPodWorkKind kind = { ended, NULL, deletion_free };

/* A waiting pod goes away when it is rejected. */
static void
evict (FitScheduler *scheduler, Eviction *eviction, const FitPod *victim)
{
  FitWaitingPod *waiting
      = fit_scheduler_find_waiting (scheduler, victim->meta.uid);
  Deletion *deletion;

  if (waiting != NULL)
    {
      fit_waiting_pod_reject (waiting, "preempted");
      fit_scheduler_tell_victim (scheduler, victim, eviction->preemptor,
                                 eviction->node_name, TRUE);
      return;
    }
  deletion = g_new0 (Deletion, 1);
  deletion->work = (FitPodWork){
    .task = { .type = FIT_TASK_DELETE_VICTIM,
              .pod = fit_pod_ref (victim),
              .node_name = victim->node_name,
              .note = scheduler->marks_victims ? &eviction->note : NULL },
    .kind = &kind,
    .place = FIT_POD_UNKNOWN,
  };
  deletion->of = g_rc_box_acquire (eviction);
  eviction->n_running++;
  fit_pod_works_add (scheduler->works, &deletion->work);
  scheduler->world->start_task (scheduler->world->data, &deletion->work.task);
}

/* If a victim stays, nothing may ever happen that helps the pod. */
static void
go_on (FitScheduler *scheduler, Eviction *eviction)
{
  const GPtrArray *victims = eviction->victims;

  if (eviction->n_running == 0 && !eviction->last)
    {
      eviction->last = TRUE;
      g_hash_table_remove (scheduler->preempting,
                           eviction->preemptor->meta.uid);
      if (!eviction->failed || !scheduler->behaviour.spares_last_victim)
        evict (scheduler, eviction, victims->pdata[victims->len - 1]);
    }
  if (eviction->n_running == 0 && eviction->failed)
    fit_scheduling_queue_activate (scheduler->queue, eviction->preemptor,
                                   scheduler->now_ns);
}

void
fit_scheduler_evict (FitScheduler *scheduler, const FitPod *preemptor,
                     const FitNodeVictims *chosen)
{
  const gboolean spares = scheduler->behaviour.spares_dying_victims;
  g_autoptr (GPtrArray) victims
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_pod_unref);
  Eviction *eviction;

  for (guint i = 0; i < chosen->n_victims; i++)
    if (!spares || !fit_object_meta_deleting (&chosen->victims[i]->meta))
      g_ptr_array_add (victims, (gpointer) fit_pod_ref (chosen->victims[i]));
  if (victims->len == 0)
    return;
  eviction = g_rc_box_new0 (Eviction);
  eviction->preemptor = fit_pod_ref (preemptor);
  eviction->note = fit_scheduler_note (scheduler, preemptor);
  eviction->node_name = fit_intern (chosen->node->name);
  eviction->victims = g_ptr_array_ref (victims);
  g_hash_table_add (scheduler->preempting, g_strdup (preemptor->meta.uid));
  for (guint i = 0; i + 1 < victims->len; i++)
    evict (scheduler, eviction, victims->pdata[i]);
  go_on (scheduler, eviction);
  g_rc_box_release_full (eviction, eviction_clear);
}
