/* later-model.c - a slow and simple queue of later releases, to compare the real one with
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/later-model.h"

#define SECOND G_GINT64_CONSTANT (1000000000)

const LaterRegistration later_registrations[5] = {
  { PLUGIN_A, FIT_CLUSTER_NODE, FIT_ACTION_ADD, 0 },
  { PLUGIN_A, FIT_CLUSTER_POD, FIT_ACTION_ALL, 2 },
  { PLUGIN_B, FIT_CLUSTER_NODE, FIT_ACTION_ADD | FIT_ACTION_UPDATE_NODE_TAINT,
    1 },
  { PLUGIN_B, FIT_CLUSTER_SERVICE, FIT_ACTION_ALL, -1 },
  { PLUGIN_QUOTA, FIT_CLUSTER_PERSISTENT_VOLUME, FIT_ACTION_ADD, -1 },
};

FitQueueingHint
later_hint (gint bias, const FitPod *pod)
{
  return (FitQueueingHint) ((pod->spec->priority + bias) % 3);
}

guint
later_gate (const FitPod *pod, gboolean quota_used_up)
{
  if (pod->spec->n_scheduling_gates > 0)
    return PLUGIN_GATES;
  return quota_used_up && pod->spec->priority == 1 ? PLUGIN_QUOTA : 0;
}

void
later_init (LaterModel *model, const LaterRelease *release, gint64 now)
{
  *model = (LaterModel){
    .release = release,
    .move_request_cycle = -1,
    .next_second = release->early_pops ? (now / SECOND + 1) * SECOND : now,
    .next_half_minute = now,
  };
}

gint64
later_until (const LaterModel *model, const LaterPod *row)
{
  static const gint64 seconds[] = { 1, 1, 2, 4, 8, 10 };
  const guint attempts = !model->release->errors_apart ? row->attempts
                         : row->errors > 0             ? row->errors
                                                       : row->rejections;
  const gint64 end = row->timestamp_ns + seconds[MIN (attempts, 5)] * SECOND;

  if (!model->release->late)
    return row->gated ? G_MININT64 : end;
  if (attempts == 0)
    return G_MININT64;
  return model->release->early_pops ? (end / SECOND + 1) * SECOND : end + 1;
}

/* -- single pods ----------------------------------------------------------- */

static void
put (LaterModel *model, guint i, FitQueueName where, gint64 now)
{
  LaterPod *row = &model->pods[i];
  const gboolean early = model->release->early_pops;
  guint gate = 0;

  if ((where == FIT_QUEUE_ACTIVE && row->where != FIT_QUEUE_ACTIVE
       && !(early && row->where == FIT_QUEUE_BACKOFF))
      || (early && where == FIT_QUEUE_BACKOFF
          && row->where != FIT_QUEUE_BACKOFF))
    {
      if (model->release->gates)
        gate = later_gate (row->pod, model->quota_used_up);
      row->gated = gate != 0;
      row->plugins |= gate;
      if (gate != 0)
        where = FIT_QUEUE_UNSCHEDULABLE;
      else if (where == FIT_QUEUE_ACTIVE && row->first_ns == G_MININT64)
        row->first_ns = now;
    }
  row->where = where;
}

/* A new entry, wherever the last one is. */
static LaterPod *
begin (LaterModel *model, guint i, const FitPod *pod, gint64 now)
{
  LaterPod *row = &model->pods[i];

  row->where = FIT_QUEUE_NONE;
  row->pod = pod;
  row->gated = FALSE;
  row->timestamp_ns = now;
  row->order = model->entries++;
  row->attempts = row->rejections = row->errors = 0;
  row->first_ns = G_MININT64;
  row->plugins = 0;
  return row;
}

static void
nominate (LaterPod *row, const FitPod *pod)
{
  row->node = *pod->nominated_node_name ? pod->nominated_node_name : NULL;
}

void
later_add (LaterModel *model, guint i, const FitPod *pod, gint64 now)
{
  LaterPod *row = begin (model, i, pod, now);

  put (model, i, FIT_QUEUE_ACTIVE, now);
  if (!row->gated)
    nominate (row, pod);
}

gboolean
later_less (const LaterModel *model, const LaterPod *a, const LaterPod *b)
{
  const gboolean backs_off = a->where == FIT_QUEUE_BACKOFF;
  const gboolean early = backs_off && model->release->early_pops;
  const gboolean as_active
      = a->where == FIT_QUEUE_ACTIVE || (early && a->plugins != 0);

  if (early && (a->plugins != 0) != (b->plugins != 0))
    return a->plugins != 0;
  if (backs_off && later_until (model, a) != later_until (model, b))
    return later_until (model, a) < later_until (model, b);
  if (as_active && a->pod->spec->priority != b->pod->spec->priority)
    return a->pod->spec->priority > b->pod->spec->priority;
  if ((!backs_off || as_active) && a->timestamp_ns != b->timestamp_ns)
    return a->timestamp_ns < b->timestamp_ns;
  return a->order < b->order;
}

static guint
first_in (const LaterModel *model, FitQueueName where)
{
  guint first = LATER_PODS;

  for (guint i = 0; i < LATER_PODS; i++)
    if (model->pods[i].where == where
        && (first == LATER_PODS
            || later_less (model, &model->pods[i], &model->pods[first])))
      first = i;
  return first;
}

guint
later_pop (LaterModel *model)
{
  guint first = first_in (model, FIT_QUEUE_ACTIVE);
  LaterPod *row;

  if (first == LATER_PODS && model->release->early_pops)
    {
      first = first_in (model, FIT_QUEUE_BACKOFF);
      if (first != LATER_PODS && model->pods[first].plugins == 0)
        first = LATER_PODS;
    }
  if (first == LATER_PODS)
    return first;
  model->scheduling_cycle++;
  row = &model->pods[first];
  row->where = FIT_QUEUE_NONE;
  row->flies = TRUE;
  row->n_missed = 0;
  row->flight_attempts = row->attempts + 1;
  row->flight_rejections = row->rejections;
  row->flight_errors = row->errors;
  row->flight_first_ns = row->first_ns;
  return first;
}

void
later_done (LaterModel *model, guint i)
{
  model->pods[i].flies = FALSE;
}

static gboolean
is_node (FitClusterEventName name)
{
  return name >= FIT_CLUSTER_EVENT_NODE_ADD
         && name <= FIT_CLUSTER_EVENT_NODE_CONDITION_CHANGE;
}

/* Is the event reported to the queue at all? */
static gboolean
is_told (const LaterModel *model, FitClusterEventName name)
{
  const FitClusterEvent *event = fit_cluster_event (name);

  if (!model->release->events || event->resource == FIT_CLUSTER_ANYTHING
      || (!model->release->every
          && (event->resource == FIT_CLUSTER_NODE
              || event->resource == FIT_CLUSTER_POD)))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (later_registrations); i++)
    if (later_registrations[i].resource == event->resource
        && (later_registrations[i].actions & event->actions) != 0)
      return TRUE;
  return FALSE;
}

/* Rules 4 and 5 of queueing hints. */
static FitQueueingHint
judge (const LaterModel *model, const LaterPod *row, const FitPod *pod,
       const FitClusterEvent *event)
{
  FitQueueingHint best = FIT_QUEUEING_SKIP;

  if (!model->release->events || row->plugins == 0
      || event->resource == FIT_CLUSTER_ANYTHING)
    return FIT_QUEUEING_AFTER_BACKOFF;
  for (guint i = 0; i < G_N_ELEMENTS (later_registrations); i++)
    {
      const LaterRegistration *it = &later_registrations[i];
      FitQueueingHint hint = FIT_QUEUEING_AFTER_BACKOFF;

      if ((row->plugins & it->plugin) == 0 || it->resource != event->resource
          || (it->actions & event->actions) == 0)
        continue;
      if (model->release->hints && it->bias >= 0)
        hint = later_hint (it->bias, pod);
      best = MAX (best, hint);
    }
  return best;
}

static void
put_by_hint (LaterModel *model, guint i, FitQueueingHint hint, gint64 now)
{
  if (hint == FIT_QUEUEING_SKIP)
    put (model, i, FIT_QUEUE_UNSCHEDULABLE, now);
  else if (hint == FIT_QUEUEING_AFTER_BACKOFF
           && later_until (model, &model->pods[i]) > now)
    put (model, i, FIT_QUEUE_BACKOFF, now);
  else
    put (model, i, FIT_QUEUE_ACTIVE, now);
}

static void
put_by_past (LaterModel *model, guint i, gint64 now)
{
  const LaterPod *row = &model->pods[i];
  FitQueueingHint best = FIT_QUEUEING_SKIP;

  for (guint j = 0; j < row->n_missed; j++)
    {
      FitQueueingHint hint
          = judge (model, row, row->pod, fit_cluster_event (row->missed[j]));

      best = MAX (best, hint);
    }
  put_by_hint (model, i, row->flies ? best : FIT_QUEUEING_AFTER_BACKOFF, now);
}

gboolean
later_fail (LaterModel *model, guint i, const FitPod *pod, guint plugins,
            gint64 cycle, gint64 now)
{
  LaterPod *row = &model->pods[i];
  const gboolean unexplained = model->release->unexplained && plugins == 0;

  if (row->where != FIT_QUEUE_NONE)
    {
      row->flies = FALSE;
      return FALSE;
    }
  begin (model, i, pod, now);
  row->plugins = plugins;
  if (row->flies)
    {
      row->attempts = row->flight_attempts;
      row->rejections = row->flight_rejections;
      row->errors = row->flight_errors;
      row->first_ns = row->flight_first_ns;
    }
  row->rejections += plugins != 0;
  row->errors = plugins != 0 ? 0 : row->errors + 1;
  if (!model->release->hints)
    put (model, i,
         unexplained || model->move_request_cycle >= cycle
             ? FIT_QUEUE_BACKOFF
             : FIT_QUEUE_UNSCHEDULABLE,
         now);
  else if (unexplained)
    put_by_hint (model, i, FIT_QUEUEING_AFTER_BACKOFF, now);
  else
    put_by_past (model, i, now);
  row->flies = FALSE;
  nominate (row, pod);
  return TRUE;
}

/* For all that are in flight. */
static void
keep (LaterModel *model, FitClusterEventName name)
{
  for (guint i = 0; i < LATER_PODS; i++)
    {
      LaterPod *row = &model->pods[i];

      if (row->flies && row->n_missed < LATER_EVENTS)
        row->missed[row->n_missed++] = name;
    }
}

/* The first kind of change that helps decides. */
static FitQueueingHint
judge_update (const LaterModel *model, const LaterPod *row, const FitPod *pod)
{
  const FitBehaviour behaviour = fit_behaviour (model->release->release);
  const FitUpdateEvents list
      = fit_pod_scheduling_events (&behaviour, row->pod, pod);
  FitQueueingHint hint = FIT_QUEUEING_SKIP;

  for (guint i = 0; i < list.n && hint == FIT_QUEUEING_SKIP; i++)
    hint = judge (model, row, pod, list.events[i]);
  return hint;
}

void
later_update (LaterModel *model, guint i, const FitPod *pod,
              FitPodChange change, gint64 now)
{
  LaterPod *row = &model->pods[i];
  const gboolean waits = model->release->update_waits;
  const gboolean judges = model->release->hints && model->release->pod_changes;
  FitQueueingHint hint;

  if (judges && row->flies)
    {
      keep (model, FIT_CLUSTER_EVENT_PENDING_POD_OTHER_UPDATE);
      return;
    }
  if (row->where == FIT_QUEUE_NONE)
    {
      later_add (model, i, pod, now);
      return;
    }
  if (*row->pod->nominated_node_name || *pod->nominated_node_name)
    nominate (row, pod);
  hint = judge_update (model, row, pod);
  row->pod = pod;
  if (row->where == FIT_QUEUE_UNSCHEDULABLE && judges)
    put_by_hint (model, i, hint, now);
  else if (row->where == FIT_QUEUE_BACKOFF && !waits)
    put (model, i, FIT_QUEUE_ACTIVE, now);
  else if (row->where == FIT_QUEUE_UNSCHEDULABLE
           && change == FIT_POD_CHANGE_OBJECT)
    put_by_hint (model, i,
                 waits ? FIT_QUEUEING_AFTER_BACKOFF : FIT_QUEUEING_IMMEDIATELY,
                 now);
}

void
later_delete (LaterModel *model, guint i)
{
  model->pods[i].where = FIT_QUEUE_NONE;
  model->pods[i].gated = FALSE;
  model->pods[i].node = NULL;
}

gboolean
later_activate (LaterModel *model, guint i, gint64 now)
{
  LaterPod *row = &model->pods[i];
  const gboolean waits
      = row->where != FIT_QUEUE_NONE && row->where != FIT_QUEUE_ACTIVE;

  if (waits)
    put (model, i, FIT_QUEUE_ACTIVE, now);
  if (model->release->activation && !(waits && row->where == FIT_QUEUE_ACTIVE))
    {
      model->move_request_cycle = model->scheduling_cycle;
      if (row->flies && row->n_missed < LATER_EVENTS)
        row->missed[row->n_missed++] = FIT_CLUSTER_EVENT_WILDCARD;
    }
  return row->where != FIT_QUEUE_NONE
         || (model->release->activation && row->flies);
}

/* -- events ---------------------------------------------------------------- */

static void
move (LaterModel *model, guint i, FitClusterEventName name, gint64 now)
{
  const FitQueueingHint hint = judge (
      model, &model->pods[i], model->pods[i].pod, fit_cluster_event (name));

  if (hint != FIT_QUEUEING_SKIP)
    put_by_hint (model, i, hint, now);
}

static void
note (LaterModel *model, FitClusterEventName name)
{
  model->move_request_cycle = model->scheduling_cycle;
  keep (model, name);
}

void
later_event (LaterModel *model, FitClusterEventName name,
             gboolean (*passes) (const FitPod *pod), gint64 now)
{
  const gboolean check
      = passes != NULL && model->release->node_check && is_node (name);

  if (!is_told (model, name))
    return;
  for (guint i = 0; i < LATER_PODS; i++)
    if (model->pods[i].where == FIT_QUEUE_UNSCHEDULABLE
        && (!check || passes (model->pods[i].pod)))
      move (model, i, name, now);
  note (model, name);
}

void
later_assigned (LaterModel *model, FitClusterEventName name, const FitPod *pod,
                gint64 now)
{
  for (guint i = 0; i < LATER_PODS; i++)
    {
      const LaterPod *row = &model->pods[i];
      gboolean wanted = FALSE;

      if (row->where != FIT_QUEUE_UNSCHEDULABLE)
        continue;
      for (guint t = 0; t < row->pod->spec->affinity.n_required; t++)
        wanted |= fit_affinity_term_matches (
            &row->pod->spec->affinity.required[t], row->pod->meta.namespace_,
            pod->meta.namespace_, pod->meta.labels);
      if (wanted || (model->release->hints && model->release->pod_changes))
        move (model, i, name, now);
    }
  note (model, name);
}

/* -- timers ---------------------------------------------------------------- */

static gboolean
leftover (const LaterModel *model, const LaterPod *row, gint64 now)
{
  return row->where == FIT_QUEUE_UNSCHEDULABLE
         && now - row->timestamp_ns > model->release->stay_seconds * SECOND;
}

static gboolean
ready (const LaterModel *model, const LaterPod *row, gint64 now)
{
  return row->where == FIT_QUEUE_BACKOFF && later_until (model, row) <= now;
}

void
later_run_timers (LaterModel *model, gint64 now)
{
  gboolean any = FALSE;

  if (model->next_second <= now)
    {
      while (model->next_second + SECOND <= now)
        model->next_second += SECOND;
      for (guint i = 0; i < LATER_PODS; i++)
        if (ready (model, &model->pods[i], model->next_second))
          put (model, i, FIT_QUEUE_ACTIVE, model->next_second);
      model->next_second += SECOND;
    }
  if (model->next_half_minute > now)
    return;
  while (model->next_half_minute + 30 * SECOND <= now)
    model->next_half_minute += 30 * SECOND;
  for (guint i = 0; i < LATER_PODS; i++)
    if (leftover (model, &model->pods[i], model->next_half_minute))
      {
        any = TRUE;
        move (model, i, FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT,
              model->next_half_minute);
      }
  if (any)
    note (model, FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT);
  model->next_half_minute += 30 * SECOND;
}

gint64
later_next_timer (const LaterModel *model)
{
  gint64 next = G_MAXINT64;

  for (guint i = 0; i < LATER_PODS; i++)
    {
      const LaterPod *row = &model->pods[i];
      gint64 tick;

      if (row->where == FIT_QUEUE_BACKOFF)
        for (tick = model->next_second; !ready (model, row, tick);)
          tick += SECOND;
      else if (row->where == FIT_QUEUE_UNSCHEDULABLE)
        for (tick = model->next_half_minute; !leftover (model, row, tick);)
          tick += 30 * SECOND;
      else
        continue;
      next = MIN (next, tick);
    }
  return next;
}
