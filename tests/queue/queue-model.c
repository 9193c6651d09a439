/* queue-model.c - a slow and simple queue of v1.16, to compare the real one with
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/queue-model.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

void
model_init (Model *model, gint64 now)
{
  *model = (Model){
    .move_request_cycle = -1,
    .next_second = now,
    .next_half_minute = now,
  };
}

/* -- backoff --------------------------------------------------------------- */

gint64
model_until (const ModelPod *row)
{
  static const gint64 seconds[] = { 0, 1, 2, 4, 8, 10 };

  if (!row->has_record)
    return G_MININT64;
  return row->last_update_ns + seconds[MIN (row->attempts, 5)] * SECOND;
}

static void
step_backoff (Model *model, guint i, gint64 now)
{
  ModelPod *row = &model->pods[i];

  for (guint j = 0; j < MODEL_PODS; j++)
    if (now - model->pods[j].last_update_ns > 20 * SECOND)
      model->pods[j].has_record = FALSE;
  if (!row->has_record)
    row->attempts = 0;
  else if (model_until (row) >= now)
    return;
  row->has_record = TRUE;
  row->attempts++;
  row->last_update_ns = now;
}

/* -- nominations ----------------------------------------------------------- */

static void
nominate (Model *model, guint i, const FitPod *pod)
{
  const char *node = pod->nominated_node_name;

  model->pods[i].node = *node ? node : NULL;
}

static void
renominate (Model *model, guint i, const FitPod *old_pod, const FitPod *new_pod)
{
  if (*old_pod->nominated_node_name || *new_pod->nominated_node_name)
    nominate (model, i, new_pod);
}

/* -- pods ------------------------------------------------------------------ */

static void
put (Model *model, guint i, FitQueueName where)
{
  model->pods[i].where = where;
  model->pods[i].until_ns = model_until (&model->pods[i]);
}

static void
enter (Model *model, guint i, const FitPod *pod, FitQueueName where, gint64 now)
{
  model->pods[i].pod = pod;
  model->pods[i].timestamp_ns = now;
  model->pods[i].order = model->entries++;
  nominate (model, i, pod);
  put (model, i, where);
}

void
model_add (Model *model, guint i, const FitPod *pod, gint64 now)
{
  enter (model, i, pod, FIT_QUEUE_ACTIVE, now);
}

static gboolean
newer (const ModelPod *a, const ModelPod *b)
{
  return a->timestamp_ns > b->timestamp_ns
         || (a->timestamp_ns == b->timestamp_ns && a->order > b->order);
}

gboolean
model_less (const ModelPod *a, const ModelPod *b)
{
  if (a->where == FIT_QUEUE_ACTIVE
      && a->pod->spec->priority != b->pod->spec->priority)
    return a->pod->spec->priority > b->pod->spec->priority;
  if (a->where == FIT_QUEUE_BACKOFF && a->until_ns != b->until_ns)
    return a->until_ns < b->until_ns;
  if (a->where == FIT_QUEUE_BACKOFF)
    return a->order < b->order;
  return newer (b, a);
}

guint
model_pop (Model *model)
{
  guint first = MODEL_PODS;

  for (guint i = 0; i < MODEL_PODS; i++)
    if (model->pods[i].where == FIT_QUEUE_ACTIVE
        && (first == MODEL_PODS
            || model_less (&model->pods[i], &model->pods[first])))
      first = i;
  if (first == MODEL_PODS)
    return first;
  model->scheduling_cycle++;
  model->pods[first].where = FIT_QUEUE_NONE;
  return first;
}

gboolean
model_fail (Model *model, guint i, const FitPod *pod, gint64 cycle, gint64 now)
{
  if (model->pods[i].where != FIT_QUEUE_NONE)
    return FALSE;
  step_backoff (model, i, now);
  enter (model, i, pod,
         model->move_request_cycle >= cycle ? FIT_QUEUE_BACKOFF
                                            : FIT_QUEUE_UNSCHEDULABLE,
         now);
  return TRUE;
}

void
model_update (Model *model, guint i, const FitPod *old_pod,
              const FitPod *new_pod, FitPodChange change, gint64 now)
{
  ModelPod *row = &model->pods[i];

  if (row->where == FIT_QUEUE_NONE)
    {
      enter (model, i, new_pod, FIT_QUEUE_ACTIVE, now);
      return;
    }
  renominate (model, i, old_pod, new_pod);
  row->pod = new_pod;
  if (row->where == FIT_QUEUE_UNSCHEDULABLE && change == FIT_POD_CHANGE_STATUS)
    return;
  if (row->where == FIT_QUEUE_UNSCHEDULABLE)
    row->has_record = FALSE;
  put (model, i, FIT_QUEUE_ACTIVE);
}

void
model_delete (Model *model, guint i)
{
  ModelPod *row = &model->pods[i];

  row->node = NULL;
  if (row->where != FIT_QUEUE_ACTIVE)
    row->has_record = FALSE;
  row->where = FIT_QUEUE_NONE;
}

/* -- moves ----------------------------------------------------------------- */

static void
move_on (Model *model, guint i, gint64 now)
{
  put (model, i,
       model_until (&model->pods[i]) > now ? FIT_QUEUE_BACKOFF
                                           : FIT_QUEUE_ACTIVE);
}

void
model_move_all (Model *model, gint64 now)
{
  for (guint i = 0; i < MODEL_PODS; i++)
    if (model->pods[i].where == FIT_QUEUE_UNSCHEDULABLE)
      move_on (model, i, now);
  model->move_request_cycle = model->scheduling_cycle;
}

static gboolean
wants (const FitPod *waiting, const FitPod *pod)
{
  const FitPodAffinity *affinity = &waiting->spec->affinity;
  gboolean any = FALSE;

  for (guint i = 0; i < affinity->n_required; i++)
    any |= fit_affinity_term_matches (&affinity->required[i],
                                      waiting->meta.namespace_,
                                      pod->meta.namespace_, pod->meta.labels);
  return any;
}

void
model_assigned (Model *model, const FitPod *pod, gint64 now)
{
  for (guint i = 0; i < MODEL_PODS; i++)
    if (model->pods[i].where == FIT_QUEUE_UNSCHEDULABLE
        && wants (model->pods[i].pod, pod))
      move_on (model, i, now);
  model->move_request_cycle = model->scheduling_cycle;
}

static gboolean
ready (const ModelPod *row, gint64 now)
{
  return row->where == FIT_QUEUE_BACKOFF && model_until (row) <= now;
}

/* The record may be gone, long after its end, when ticks were missed. */
static gboolean
ready_by_itself (const ModelPod *row, gint64 now)
{
  return row->where == FIT_QUEUE_BACKOFF && row->until_ns <= now;
}

static gboolean
leftover (const ModelPod *row, gint64 now)
{
  return row->where == FIT_QUEUE_UNSCHEDULABLE
         && now - row->timestamp_ns > 60 * SECOND;
}

void
model_flush_backoff (Model *model, gint64 now)
{
  for (guint i = 0; i < MODEL_PODS; i++)
    if (ready (&model->pods[i], now))
      put (model, i, FIT_QUEUE_ACTIVE);
}

void
model_flush_leftover (Model *model, gint64 now)
{
  for (guint i = 0; i < MODEL_PODS; i++)
    if (leftover (&model->pods[i], now))
      {
        move_on (model, i, now);
        model->move_request_cycle = model->scheduling_cycle;
      }
}

void
model_run_timers (Model *model, gint64 now)
{
  for (; model->next_second <= now; model->next_second += SECOND)
    {
      model_flush_backoff (model, model->next_second);
      if (model->next_second != model->next_half_minute)
        continue;
      model_flush_leftover (model, model->next_half_minute);
      model->next_half_minute += 30 * SECOND;
    }
}

static gboolean
any (const Model *model, gboolean (*test) (const ModelPod *row, gint64 now),
     gint64 now)
{
  for (guint i = 0; i < MODEL_PODS; i++)
    if (test (&model->pods[i], now))
      return TRUE;
  return FALSE;
}

static gboolean
waits_for_a_tick (const ModelPod *row, gint64 now)
{
  return row->where == FIT_QUEUE_BACKOFF
         || row->where == FIT_QUEUE_UNSCHEDULABLE;
}

gint64
model_next_timer (const Model *model)
{
  gint64 tick = model->next_second, half = model->next_half_minute;

  if (!any (model, waits_for_a_tick, 0))
    return G_MAXINT64;
  for (; !any (model, ready_by_itself, tick); tick += SECOND)
    if (tick == half)
      {
        if (any (model, leftover, tick))
          break;
        half += 30 * SECOND;
      }
  return tick;
}
