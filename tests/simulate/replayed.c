/* replayed.c - replays events in YAML, and prints the decisions as short text
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/replayed.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "algorithmprovider/defaults.h"

static void
append_time (GString *text, gint64 time_ns)
{
  g_string_append_printf (text, "%" G_GINT64_FORMAT ".%03d ",
                          time_ns / 1000000000,
                          (int) (time_ns % 1000000000 / 1000000));
}

static void
append_victims (GString *text, const FitNodeVictims *victims)
{
  for (guint i = 0; i < victims->n_victims; i++)
    g_string_append_printf (text, " victim %s", victims->victims[i]->meta.name);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  Replayed *replayed = data;
  GString *text = replayed->text;

  append_time (text, decision->time_ns - FIT_REPLAY_START_NS);
  g_string_append_printf (text,
                          "%s %s:", fit_decision_type_name (decision->type),
                          decision->pod ? decision->pod->meta.name : "-");
  if (decision->node_name != NULL)
    g_string_append_printf (text, " %s", decision->node_name);
  if (decision->queue != NULL)
    g_string_append_printf (text, " %s", decision->queue);
  if (decision->reason != NULL)
    g_string_append_printf (text, " %s", decision->reason);
  if (decision->message != NULL)
    g_string_append_printf (text, " %s", decision->message);
  if (decision->victims != NULL)
    append_victims (text, decision->victims);
  if (decision->type == FIT_DECISION_ASSUMED)
    g_string_append_printf (text, " %" G_GINT64_FORMAT " %u/%u",
                            decision->score, decision->evaluated,
                            decision->feasible);
  g_string_append_c (text, '\n');
}

static void
event (gpointer data, const FitEvent *event_, gint64 time_ns)
{
  Replayed *replayed = data;

  append_time (replayed->events, time_ns - FIT_REPLAY_START_NS);
  g_string_append_printf (replayed->events, "%s %s: %s\n", event_->reason,
                          event_->regarding->meta.name, event_->note);
}

/* Feeds @reader to its end. */
static gboolean
feed_all (FitReplay *replay, FitTraceReader *reader, GError **error)
{
  const FitTraceEvent *event;

  do
    {
      if (!fit_trace_reader_next (reader, &event, error)
          || (event != NULL && !fit_replay_feed (replay, event, error)))
        return FALSE;
    }
  while (event != NULL);
  return TRUE;
}

static gboolean
feed (Replayed *out, const ReplaySetup *setup, FitTraceReader *reader,
      GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();

  if (setup->manifest != NULL
      && (!fit_objects_read (objects, setup->manifest, strlen (setup->manifest),
                             "manifest", FIT_DECODE_KEEP_RAW, NULL, error)
          || !fit_objects_complete (objects, error)
          || !fit_replay_add_objects (out->replay, objects, error)))
    return FALSE;
  if (!feed_all (out->replay, reader, error))
    return FALSE;
  out->settled = fit_replay_settle (out->replay);
  return TRUE;
}

static FitReplayOptions
replay_options (Replayed *out, const ReplaySetup *setup)
{
  return (FitReplayOptions){
    .rules = {
      .gates = gates_from (setup->gates),
      .hard_pod_affinity_symmetric_weight = 1,
      .scheduler_name = "default-scheduler",
      .ask_extenders = setup->ask_extenders,
      .plugins = setup->plugins,
      .plugin_lists = setup->plugin_lists,
      .scheduling = { .percentage_of_nodes_to_score = 100,
                      .tie_break = setup->tie_break,
                      .seed = 1 },
    },
    .disable_preemption = setup->disable_preemption,
    .bind_latency_ns = setup->bind_latency_ns,
    .settle_ns = setup->settle_ns,
    .start_ns = out->start_ns,
    .record = out->writer,
    .observer = { .data = out, .decided = decided, .event = event },
  };
}

gboolean
replayed_try (Replayed *out, const ReplaySetup *setup, GError **error)
{
  const char *trace = setup->trace != NULL ? setup->trace : "";
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      trace, strlen (trace), "trace",
      setup->record ? FIT_DECODE_KEEP_RAW : FIT_DECODE_DEFAULT);
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (gates_from (setup->gates));
  g_autofree char *path = NULL;
  FitReplayOptions options;

  *out = (Replayed){ .text = g_string_new (NULL),
                     .events = g_string_new (NULL),
                     .record_fd = memfd_create ("record", MFD_CLOEXEC) };
  path = g_strdup_printf ("/proc/self/fd/%d", out->record_fd);
  if (!fit_trace_reader_start (reader, &out->start_ns, error))
    return FALSE;
  if (out->start_ns == FIT_TIME_NONE)
    out->start_ns = 0;
  out->writer
      = setup->record
            ? fit_trace_writer_new (open (path, O_WRONLY | O_CLOEXEC), path)
            : NULL;
  options = replay_options (out, setup);
  options.rules.registry = registry;
  if (setup->policy != NULL)
    options.rules.policy = fit_policy_parse (
        setup->policy, strlen (setup->policy), "policy", NULL, error);
  if (setup->policy != NULL && options.rules.policy == NULL)
    return FALSE;
  out->replay = fit_replay_new (&options, error);
  return out->replay != NULL && feed (out, setup, reader, error)
         && (out->writer == NULL
             || (fit_trace_writer_close (out->writer, error)
                 && g_file_get_contents (path, &out->record, NULL, error)));
}

void
replayed_init (Replayed *out, const ReplaySetup *setup)
{
  g_autoptr (GError) error = NULL;

  if (!replayed_try (out, setup, &error))
    fail_msg ("%s", error->message);
  assert_true (out->settled);
}

void
replayed_clear (Replayed *replayed)
{
  g_clear_pointer (&replayed->replay, fit_replay_free);
  g_clear_pointer (&replayed->writer, fit_trace_writer_free);
  g_string_free (replayed->text, TRUE);
  g_string_free (replayed->events, TRUE);
  g_free (replayed->record);
  close (replayed->record_fd);
}

char *
replayed_lines (const GString *text, const char *const *words)
{
  g_auto (GStrv) lines = g_strsplit (text->str, "\n", -1);
  GString *found = g_string_new (NULL);

  for (char **line = lines; *line != NULL; line++)
    {
      const char *word = strchr (*line, ' ');

      for (const char *const *w = words; word != NULL && *w != NULL; w++)
        if (g_str_has_prefix (word + 1, *w) && word[1 + strlen (*w)] == ' ')
          g_string_append_printf (found, "%s\n", *line);
    }
  return g_string_free (found, FALSE);
}

gconstpointer
replayed_object (const Replayed *replayed, FitKind kind, const char *name)
{
  g_autoptr (GPtrArray) list = fit_replay_list (replayed->replay, kind);

  for (guint i = 0; i < list->len; i++)
    if (strcmp (fit_object_meta (list->pdata[i])->name, name) == 0)
      return list->pdata[i];
  return NULL;
}

guint
replayed_n_pods (const Replayed *replayed)
{
  g_autoptr (GPtrArray) list = fit_replay_list (replayed->replay, FIT_KIND_POD);

  return list->len;
}

const FitPod *
replayed_pod (const Replayed *replayed, const char *name)
{
  return replayed_object (replayed, FIT_KIND_POD, name);
}
