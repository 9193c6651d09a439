/* simulate-run.c - opens a replay with its trace, plays it to the end, and
 * notes what is odd about the trace */
#include "cli/foreign-inputs.h"
#include "cli/simulate-run.h"

#include "cli/cluster-notes.h"
#include "cli/clock-text.h"
#include "cli/console.h"

#define NS_PER_MS 1000000

/* A replay with more decisions may be a mistake. */
#define MANY_DECISIONS 1000000
/* So may a larger step of the clock from one line to the next. */
#define DAY_NS (G_GINT64_CONSTANT (86400) * 1000000000)
#define LONG_NS (30 * DAY_NS)

/* -- observers ------------------------------------------------------------- */

/* Moves between queues are not decisions. */
static void
count (FitReplayRun *run, const FitDecision *decision)
{
  if (decision->type == FIT_DECISION_QUEUED
      || decision->type == FIT_DECISION_DROPPED)
    return;
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

  count (run, decision);
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

/* @path (nullable): NULL records nothing */
static gboolean
open_record (FitRecordFile *out_file, FitSignals *signals, const char *path,
             GError **error)
{
  int fd;

  *out_file = (FitRecordFile){ 0 };
  if (path == NULL)
    return TRUE;
  fd = fit_output_file_open (&out_file->file, signals, path, TRUE, error);
  if (fd < 0)
    return FALSE;
  out_file->writer = fit_trace_writer_new (fd, path);
  return TRUE;
}

/* Notes that extenders that bind are not called. */
static void
note_binders (const FitAlgorithm *algorithm)
{
  for (guint i = 0; i < algorithm->extenders->len; i++)
    {
      const FitExtenderPolicy *extender = algorithm->extenders->pdata[i];
      g_autofree char *name = fit_extender_policy_name (extender);

      if (*extender->bind_verb != '\0')
        fit_console_note ("the extender %s is not called to bind pods: nothing "
                          "is bound in a simulation",
                          name);
    }
}

gboolean
fit_run_open (FitReplayRun *out_run, FitSession *session,
              const FitReplayObserver *observer, GError **error)
{
  const FitOptions *options = &session->invocation->options;
  FitReplayOptions replay_options = {
    .disable_preemption = session->rules.disable_preemption
                          || !fit_session_has_priorities (session),
    .bind_latency_ns = options->bind_latency * NS_PER_MS,
    .as_is = options->as_is,
    .observer = { out_run, decided, event, goes_on },
  };

  *out_run = (FitReplayRun){ .session = session,
                             .observer = *observer,
                             .last_event_ns = FIT_TIME_NONE };
  fit_progress_init (&out_run->progress, NULL, 0);
  /* With rows on the same terminal, progress is visible anyway. */
  out_run->progress.wanted
      &= options->trace != NULL && fit_console_width () == 0;
  fit_name_patterns_init (&out_run->log.pods, options->log);
  if (!open_trace (out_run, &replay_options.start_ns, error)
      || !open_record (&out_run->record, session->invocation->signals,
                       options->record, error)
      || !fit_session_rules (session, &replay_options.rules, error))
    return FALSE;
  out_run->log.start_ns = replay_options.start_ns;
  session->extenders.log = extender_failed;
  session->extenders.log_data = out_run;
  replay_options.record = out_run->record.writer;
  out_run->replay = fit_replay_new (&replay_options, error);
  if (out_run->replay == NULL)
    return FALSE;
  note_binders (fit_replay_algorithm (out_run->replay));
  return TRUE;
}

/* -- playing --------------------------------------------------------------- */

static void
note_unknown (FitTraceReader *reader)
{
  g_autofree char *unknown
      = fit_session_describe_unknown (fit_trace_reader_unknown (reader));
  g_autofree char *fields
      = fit_cluster_note_fields (fit_trace_reader_objects (reader));

  g_autofree char *words
      = fit_cluster_note_words (fit_trace_reader_objects (reader));

  if (unknown != NULL)
    fit_console_note ("trace: %s", unknown);
  if (fields != NULL)
    fit_console_note ("trace: %s", fields);
  if (words != NULL)
    fit_console_note ("trace: %s", words);
}

/* The scheduler of the rules tries pods of others only if it is chosen to: what
 * else comes with the trace is not known. */
static void
adopt (FitReplayRun *run, const FitTraceEvent *event)
{
  const FitChosenRules *rules = &run->session->rules;
  const FitPod *pod = event->object;

  if (event->kind != FIT_KIND_POD || pod == NULL
      || fit_chosen_rules_take (rules, pod))
    return;
  if (run->session->invocation->options.profile != NULL)
    fit_pod_set_scheduler_name ((FitPod *) pod, rules->adopter);
  else
    run->n_strangers += event->verb == FIT_TRACE_ADD && *pod->node_name == '\0';
}

static void
note_strangers (const FitReplayRun *run)
{
  const FitChosenRules *rules = &run->session->rules;
  g_autofree char *names = fit_chosen_rules_schedulers (rules);

  if (run->n_strangers == 0)
    return;
  fit_console_note ("trace: left alone %u pending %s of other schedulers than "
                    "%s",
                    run->n_strangers, run->n_strangers == 1 ? "pod" : "pods",
                    names);
  if (rules->configuration != NULL)
    fit_console_hint ("--profile NAME lets a profile try %s",
                      run->n_strangers == 1 ? "it" : "them");
}

/* Warns, because every retry in between is simulated. */
static void
note_jump (FitReplayRun *run, const FitTraceEvent *event)
{
  const gint64 last = run->last_event_ns;

  run->last_event_ns = event->time_ns;
  if (run->jump_noted || last == FIT_TIME_NONE
      || event->time_ns - last < LONG_NS)
    return;
  run->jump_noted = TRUE;
  fit_console_note ("%s: %s %" G_GUINT64_FORMAT " is %" G_GINT64_FORMAT
                    " days after the previous %s, and every retry in between "
                    "is simulated; --max-events N stops",
                    event->source, event->unit, event->line,
                    (event->time_ns - last) / DAY_NS, event->unit);
}

static gboolean
feed_trace (FitReplayRun *run, GError **error)
{
  const gboolean has_priorities = fit_session_has_priorities (run->session);
  const FitTraceEvent *event;

  for (;;)
    {
      if (!fit_trace_reader_next (run->reader, &event, error))
        return FALSE;
      if (event == NULL)
        return TRUE;
      if (!has_priorities && event->kind == FIT_KIND_POD
          && event->object != NULL)
        fit_pod_drop_priority ((FitPod *) event->object);
      adopt (run, event);
      note_jump (run, event);
      if (!fit_replay_feed (run->replay, event, error))
        return FALSE;
      if (fit_replay_stopped (run->replay))
        return TRUE;
    }
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
      note_unknown (run->reader);
      note_strangers (run);
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
  fit_progress_clear (&run->progress);
  g_clear_pointer (&run->replay, fit_replay_free);
  g_clear_pointer (&run->record.writer, fit_trace_writer_free);
  fit_output_file_clear (&run->record.file);
  g_clear_pointer (&run->reader, fit_trace_reader_free);
  fit_name_patterns_clear (&run->log.pods);
}
