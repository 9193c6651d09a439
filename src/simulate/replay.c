/* replay.c - a scheduler in a virtual world, from event to event
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/replay.h"

#include "simulate/replay-private.h"

/* -- running --------------------------------------------------------------- */

/* Nothing will change any more: a pod that has failed since the last change
 * would fail again, and a gated pod waits for its gates to be removed from
 * outside. */
static gboolean
is_settled (const FitReplay *replay)
{
  FitSchedulingQueue *queue = fit_scheduler_queue (replay->scheduler);

  return fit_virtual_world_n_coming (replay->world) == 0
         && replay->world->n_failed
                == fit_scheduling_queue_count (queue, FIT_QUEUE_ACTIVE)
                       + fit_scheduling_queue_count (queue, FIT_QUEUE_BACKOFF)
                       + fit_scheduling_queue_count (queue,
                                                     FIT_QUEUE_UNSCHEDULABLE)
                       - fit_scheduling_queue_count_gated (queue);
}

static gboolean
goes_on (FitReplay *replay)
{
  const FitReplayObserver *observer = &replay->observer;

  if (!replay->stopped && observer->goes_on != NULL)
    replay->stopped = !observer->goes_on (observer->data);
  return !replay->stopped;
}

gboolean
fit_replay_stopped (const FitReplay *replay)
{
  return replay->stopped;
}

/* Runs until just before @until_ns, or until everything is settled.
 * Returns: TRUE if settled */
static gboolean
run (FitReplay *replay, gint64 until_ns, gboolean until_settled)
{
  FitVirtualWorld *world = replay->world;
  FitScheduler *scheduler = replay->scheduler;

  for (;;)
    {
      gint64 now = world->now_ns, next;

      fit_virtual_world_deliver (world, scheduler);
      if (until_settled && is_settled (replay))
        return TRUE;
      fit_scheduler_run_timers (scheduler, now);
      if (!goes_on (replay))
        return FALSE;
      if (fit_agenda_next (world->agenda) <= now
          || fit_scheduler_schedule_one (scheduler, now))
        continue;
      next = MIN (fit_agenda_next (world->agenda),
                  fit_scheduler_next_timer (scheduler));
      if (next >= until_ns)
        return FALSE;
      world->now_ns = MAX (next, now);
    }
}

void
fit_replay_run_until (FitReplay *replay, gint64 time_ns)
{
  if (time_ns <= replay->world->now_ns)
    return;
  run (replay, time_ns, FALSE);
  if (replay->stopped)
    return;
  replay->world->now_ns = time_ns;
  fit_virtual_world_deliver (replay->world, replay->scheduler);
}

gboolean
fit_replay_settle (FitReplay *replay)
{
  gint64 end;

  fit_replay_begin (replay, replay->start_ns);
  end = replay->world->now_ns + replay->settle_ns;
  return run (replay, end, TRUE);
}

/* -- the replay ------------------------------------------------------------ */

/* The scheduler's timers count from its creation. */
void
fit_replay_begin (FitReplay *replay, gint64 time_ns)
{
  FitSchedulerSetup *setup = &replay->setup;

  if (replay->scheduler != NULL)
    return;
  fit_assembly_set_up (&replay->rules, replay->configuration, setup);
  setup->world = &replay->world->interface;
  replay->world->now_ns = time_ns;
  replay->begin_ns = time_ns;
  replay->scheduler = fit_scheduler_new (setup, time_ns);
}

FitReplay *
fit_replay_new (FitReplayOptions *options, GError **error)
{
  g_autoptr (FitReplay) replay = g_new0 (FitReplay, 1);

  replay->start_ns
      = options->start_ns ? options->start_ns : FIT_REPLAY_START_NS;
  replay->settle_ns
      = options->settle_ns ? options->settle_ns : FIT_REPLAY_SETTLE_NS;
  replay->as_is = options->as_is;
  replay->observer = options->observer;
  replay->record = options->record;
  replay->configuration = options->rules.configuration;
  replay->setup.scheduling = options->rules.scheduling;
  replay->setup.disable_preemption = options->disable_preemption;
  replay->admission = fit_objects_new ();
  replay->class_names = g_hash_table_new (g_str_hash, g_str_equal);
  replay->world = fit_virtual_world_new (
      replay->start_ns, options->bind_latency_ns, &options->observer);
  if (!fit_assembly_init (&replay->rules, &options->rules, error))
    return NULL;
  return g_steal_pointer (&replay);
}

void
fit_replay_free (FitReplay *replay)
{
  if (replay == NULL)
    return;
  fit_scheduler_free (replay->scheduler);
  fit_virtual_world_free (replay->world);
  fit_assembly_clear (&replay->rules);
  g_hash_table_unref (replay->class_names);
  fit_objects_free (replay->admission);
  g_free (replay);
}

/* -- reading --------------------------------------------------------------- */

gint64
fit_replay_now (const FitReplay *replay)
{
  return replay->world->now_ns;
}

gint64
fit_replay_start (const FitReplay *replay)
{
  return replay->scheduler != NULL ? replay->begin_ns : replay->start_ns;
}

GPtrArray *
fit_replay_list (const FitReplay *replay, FitKind kind)
{
  return fit_live_objects_list (replay->world->live, kind);
}

FitCache *
fit_replay_cache (FitReplay *replay)
{
  return replay->rules.cache;
}

const FitAlgorithm *
fit_replay_algorithm (const FitReplay *replay)
{
  return replay->rules.profiles[0].algorithm;
}
