/* simulate-run.c - opens a replay with its trace, plays it to the end, and
 * notes what is odd about the trace
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/simulate-run.h"

#include "base/each.h"
#include "cli/clock-text.h"
#include "cli/cluster-notes.h"
#include "cli/console.h"
#include "cli/foreign-inputs.h"

#define NS_PER_MS 1000000

/* A replay with more decisions may be a mistake. */
#define MANY_DECISIONS 1000000
/* So may a larger step of the clock from one line to the next. */
#define DAY_NS (G_GINT64_CONSTANT (86400) * 1000000000)
#define LONG_NS (30 * DAY_NS)

/* -- observers ------------------------------------------------------------- */

static gboolean
goes_on (gpointer data)
{
  FitReplayRun *run = data;
  const gint64 most = run->session->invocation->options.max_events;

  if (run->progress.wanted && run->n_decisions > 0)
    {
      g_autofree char *time = fit_clock_time (run->now_ns);

      fit_progress_say (&run->progress,
                        "%" G_GUINT64_FORMAT " decisions, at %s",
                        run->n_decisions, time);
    }
  return (most == 0 || run->n_decisions < (guint64) most)
         && (run->observer.goes_on == NULL
             || run->observer.goes_on (run->observer.data));
}

static void
decided (gpointer data, const FitDecision *decision)
{
  FitReplayRun *run = data;

  /* Moves between queues are not decisions. */
  if (decision->type != FIT_DECISION_QUEUED
      && decision->type != FIT_DECISION_DROPPED)
    {
      run->n_decisions++;
      run->now_ns = decision->time_ns;
      if (run->n_decisions == MANY_DECISIONS)
        {
          g_autofree char *time = fit_clock_time (decision->time_ns);

          fit_progress_clear (&run->progress);
          fit_console_note ("%d decisions so far, at %s; --max-events N stops",
                            MANY_DECISIONS, time);
        }
    }
  fit_pod_log_decided (&run->log, decision);
  if (run->observer.decided != NULL)
    run->observer.decided (run->observer.data, decision);
}

static void
event (gpointer data, const FitEvent *what, gint64 time_ns)
{
  const FitReplayRun *run = data;

  fit_pod_log_event (&run->log, what, time_ns);
  if (run->observer.event != NULL)
    run->observer.event (run->observer.data, what, time_ns);
}

static void
changed (gpointer data, FitKind kind, gconstpointer old_object,
         gconstpointer new_object)
{
  const FitReplayRun *run = data;

  if (run->observer.changed != NULL)
    run->observer.changed (run->observer.data, kind, old_object, new_object);
}

static void
extender_failed (const FitPod *pod, const char *text, gpointer data)
{
  const FitReplayRun *run = data;

  fit_pod_log_remark (&run->log, pod, text, fit_replay_now (run->replay));
}

/* -- opening --------------------------------------------------------------- */

/* The first date of a trace sets the clock. */
static gboolean
open_trace (FitReplayRun *run, gint64 *out_start_ns, GError **error)
{
  const char *path = run->session->invocation->options.trace;
  const FitDecodeFlags flags = fit_session_cluster_flags (run->session);
  const FitSource *kept;
  const char *bytes;
  gint64 start_ns;
  gsize len;

  *out_start_ns = FIT_REPLAY_START_NS;
  if (path == NULL)
    return TRUE;
  kept = fit_inputs_find_kept (run->session->invocation->inputs, path);
  if (run->session->trace != NULL)
    {
      run->reader = run->session->trace;
      fit_trace_reader_rewind (run->reader);
    }
  else
    run->reader = kept != NULL ? fit_trace_reader_new_for_bytes (
                      kept->bytes, kept->len, kept->name, flags)
                               : fit_trace_reader_new (path, flags, error);
  if (run->reader == NULL)
    return FALSE;
  if (!fit_trace_reader_start (run->reader, &start_ns, error))
    {
      bytes = fit_trace_reader_seen (run->reader, &len);
      fit_foreign_explain_trace (
          bytes, len, fit_source_is_stdin (path) ? "stdin" : path, error);
      return FALSE;
    }
  if (start_ns != FIT_TIME_NONE)
    *out_start_ns = start_ns;
  return TRUE;
}

gboolean
fit_run_open (FitReplayRun *out_run, FitSession *session,
              const FitReplayObserver *observer, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  FitRecordFile *record = &out_run->record;
  const GPtrArray *extenders;
  FitReplayOptions replay_options = {
    .disable_preemption = session->rules.disable_preemption
                          || !fit_session_has_priorities (session),
    .bind_latency_ns = options->bind_latency * NS_PER_MS,
    .as_is = options->as_is,
    .observer = { .data = out_run,
                  .decided = decided,
                  .event = event,
                  .changed = changed,
                  .goes_on = goes_on },
  };

  *out_run = (FitReplayRun){ .session = session, .observer = *observer };
  fit_progress_init (&out_run->progress, NULL, 0);
  /* With rows on the same terminal, progress is visible anyway. */
  out_run->progress.wanted
      &= options->trace != NULL && fit_console_width () == 0;
  fit_name_patterns_init (&out_run->log.pods, options->log);
  if (!open_trace (out_run, &replay_options.start_ns, error))
    return FALSE;
  if (options->record != NULL)
    {
      const int fd
          = fit_output_file_open (&record->file, session->invocation->signals,
                                  options->record, TRUE, error);

      if (fd < 0)
        return FALSE;
      record->writer = fit_trace_writer_new (fd, options->record);
    }
  if (!fit_session_rules (session, &replay_options.rules, error))
    return FALSE;
  out_run->log.start_ns = replay_options.start_ns;
  session->extenders.log = extender_failed;
  session->extenders.log_data = out_run;
  replay_options.record = record->writer;
  out_run->replay = fit_replay_new (&replay_options, error);
  if (out_run->replay == NULL)
    return FALSE;
  extenders = fit_replay_algorithm (out_run->replay)->extenders;
  FIT_EACH (const FitExtenderPolicy, extender, extenders)
    {
      g_autofree char *name = fit_extender_policy_name (extender);

      if (*extender->bind_verb != '\0')
        fit_console_note ("the extender %s is not called to bind pods: nothing "
                          "is bound in a simulation",
                          name);
    }
  return TRUE;
}

/* -- playing --------------------------------------------------------------- */

static gboolean
feed_trace (FitReplayRun *run, GError **error)
{
  const gboolean has_priorities = fit_session_has_priorities (run->session);
  const FitChosenRules *rules = &run->session->rules;
  const char *profile = run->session->invocation->options.profile;
  gboolean jump_noted = FALSE;
  gint64 last_ns = FIT_TIME_NONE;
  const FitTraceEvent *event;

  for (;;)
    {
      FitPod *pod;

      if (!fit_trace_reader_next (run->reader, &event, error))
        return FALSE;
      if (event == NULL)
        return TRUE;
      pod = event->kind == FIT_KIND_POD ? (FitPod *) event->object : NULL;
      if (pod != NULL && !has_priorities)
        fit_pod_drop_priority (pod);
      /* The scheduler of the rules tries pods of others only if it is chosen to:
       * what else comes with the trace is not known. */
      if (pod != NULL && !fit_chosen_rules_take (rules, pod))
        {
          if (profile != NULL)
            fit_pod_set_scheduler_name (pod, rules->adopter);
          else
            run->n_strangers
                += event->verb == FIT_TRACE_ADD && *pod->node_name == '\0';
        }
      /* Every retry in the time that passes meanwhile is simulated. */
      if (!jump_noted && last_ns != FIT_TIME_NONE
          && event->time_ns - last_ns >= LONG_NS)
        {
          jump_noted = TRUE;
          fit_console_note ("%s: %s %" G_GUINT64_FORMAT " is %" G_GINT64_FORMAT
                            " days after the previous %s, and every retry in "
                            "between is simulated; --max-events N stops",
                            event->source, event->unit, event->line,
                            (event->time_ns - last_ns) / DAY_NS, event->unit);
        }
      last_ns = event->time_ns;
      if (!fit_replay_feed (run->replay, event, error))
        return FALSE;
      if (fit_replay_stopped (run->replay))
        return TRUE;
    }
}

/* What is odd about the trace, and which of its pods were not tried. */
static void
note_trace (const FitReplayRun *run)
{
  const FitObjects *objects = fit_trace_reader_objects (run->reader);
  const guint n = run->n_strangers;
  g_autofree char *names = NULL;
  char *const odd[]
      = { fit_session_describe_unknown (fit_trace_reader_unknown (run->reader)),
          fit_cluster_note_fields (objects), fit_cluster_note_words (objects) };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      if (odd[i] != NULL)
        fit_console_note ("trace: %s", odd[i]);
      g_free (odd[i]);
    }
  if (n == 0)
    return;
  names = fit_chosen_rules_schedulers (&run->session->rules);
  fit_console_note ("trace: left alone %u pending %s of other schedulers than "
                    "%s",
                    n, n == 1 ? "pod" : "pods", names);
  if (run->session->rules.configuration != NULL)
    fit_console_hint ("--profile NAME lets a profile try %s",
                      n == 1 ? "it" : "them");
}

gboolean
fit_run_play (FitReplayRun *run, GError **error)
{
  if (!fit_replay_add_objects (run->replay, run->session->objects, error))
    return FALSE;
  if (!fit_output_wants_columns (run->session->invocation))
    fit_session_drop_objects (run->session);
  if (run->reader != NULL)
    {
      if (!feed_trace (run, error))
        return FALSE;
      note_trace (run);
    }
  if (!fit_replay_settle (run->replay) && !fit_replay_stopped (run->replay))
    fit_console_note (
        "the cluster was still changing after one day; this is its "
        "state at that time");
  fit_progress_clear (&run->progress);
  return fit_replay_stopped (run->replay) || run->record.writer == NULL
         || (fit_trace_writer_close (run->record.writer, error)
             && fit_output_file_finish (&run->record.file, error));
}

char *
fit_run_describe_stop (const FitReplayRun *run)
{
  g_autofree char *time = NULL;

  if (!fit_replay_stopped (run->replay))
    return NULL;
  time = fit_clock_time (run->now_ns);
  return g_strdup_printf ("stopped after %" G_GUINT64_FORMAT
                          " decision%s, at %s: the run is incomplete",
                          run->n_decisions, run->n_decisions == 1 ? "" : "s",
                          time);
}

void
fit_run_clear (FitReplayRun *run)
{
  if (run->session != NULL)
    run->session->extenders.log = NULL;
  if (run->session != NULL && run->reader == run->session->trace)
    run->reader = NULL;
  fit_progress_clear (&run->progress);
  g_clear_pointer (&run->replay, fit_replay_free);
  g_clear_pointer (&run->record.writer, fit_trace_writer_free);
  fit_output_file_clear (&run->record.file);
  g_clear_pointer (&run->reader, fit_trace_reader_free);
  fit_name_patterns_clear (&run->log.pods);
}

/* -- nodes ----------------------------------------------------------------- */

/* With more nodes than this, only -o wide shows the table. */
#define MOST_NODES_IN_TABLE 20

static const FitColumn columns[] = {
  { "name", "NODE", FIT_CELL_TEXT, 0 },
  { "pods", "PODS", FIT_CELL_INTEGER, 0 },
  { "allocatablePods", "OF", FIT_CELL_INTEGER, FIT_COLUMN_WIDE },
  { "requestedMilliCpu", "CPU", FIT_CELL_MILLI_CPU, 0 },
  { "allocatableMilliCpu", "OF", FIT_CELL_MILLI_CPU, 0 },
  { "cpuPercent", "CPU%", FIT_CELL_PERCENT, 0 },
  { "requestedMemoryBytes", "MEMORY", FIT_CELL_BYTES, 0 },
  { "allocatableMemoryBytes", "OF", FIT_CELL_BYTES, 0 },
  { "memoryPercent", "MEMORY%", FIT_CELL_PERCENT, 0 },
};

FitTable *
fit_node_use_table (const FitCache *cache)
{
  FitTable *table = FIT_TABLE_NEW (columns);

  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL)
        continue;
      FIT_TABLE_ADD (table, fit_cell_text (node->name),
                     fit_cell_integer (node->n_pods),
                     fit_cell_integer (node->traits->allowed_pods),
                     fit_cell_integer (node->requested.milli_cpu),
                     fit_cell_integer (node->traits->allocatable.milli_cpu),
                     fit_cell_percent (node->requested.milli_cpu,
                                       node->traits->allocatable.milli_cpu),
                     fit_cell_integer (node->requested.memory),
                     fit_cell_integer (node->traits->allocatable.memory),
                     fit_cell_percent (node->requested.memory,
                                       node->traits->allocatable.memory));
    }
  return table;
}

void
fit_node_use_report (FitReport *report, const FitTable *nodes)
{
  if (!fit_report_long_table (report, nodes, MOST_NODES_IN_TABLE,
                              "nodes; -o wide shows their use"))
    fit_report_say (report, "no nodes");
}
