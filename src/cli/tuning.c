/* tuning.c - opens the rules and the cluster of a search, and replays the rules
 * of a trial on it
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/tuning.h"

#include <string.h>

#include "cli/search-key.h"
#include "cli/simulate-run.h"
#include "simulate/compress.h"

/* What messages call the rules of a trial. */
#define TRIED "(rules that tune tries)"

/* Of a trace that is kept: its objects take a few times as much. */
#define MOST_KEPT_BYTES (256 << 20)

/* -- one replay ------------------------------------------------------------ */

/* What --compress would say of the cluster that is left. */
static gboolean
count_drainable (FitSession *session, const FitReplay *replay, gint64 *out,
                 GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (FitCompression) compression = NULL;

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      g_autoptr (GPtrArray) live = fit_replay_list (replay, kind);

      for (guint i = 0; i < live->len; i++)
        g_ptr_array_add (objects->of[kind],
                         (gpointer) fit_object_ref (live->pdata[i]));
    }
  compression = fit_compress (fit_session_make, objects, session, NULL, NULL,
                              &simulation, error);
  if (compression == NULL)
    return FALSE;
  *out = compression->n_drained;
  return TRUE;
}

/* @places: new, gets where the pods go */
static gboolean
play (FitTuning *tuning, FitSession *session, FitTunePlaces *places,
      FitTuneOutcome *out, GError **error)
{
  const FitReplayObserver observer = fit_tune_places_observer (places);
  g_auto (FitReplayRun) run = { 0 };
  g_autofree char *stopped = NULL;
  const GError *problem;
  gint64 drainable = 0;

  if (fit_session_cluster_flags (session)
      == fit_session_cluster_flags (&tuning->session))
    session->trace = tuning->trace;
  if (!fit_run_open (&run, session, &observer, error)
      || !fit_run_play (&run, error))
    return FALSE;
  stopped = fit_run_describe_stop (&run);
  if (stopped != NULL)
    return fit_fail (error, FIT_ERROR_INCOMPLETE, "%s", stopped);
  problem = fit_tune_places_error (places);
  if (problem != NULL)
    {
      g_propagate_prefixed_error (
          error, g_error_copy (problem),
          "nobody knows what these rules would do: an attempt failed: ");
      return FALSE;
    }
  if (!fit_extender_use_check (&session->extenders, error))
    return FALSE;
  if (fit_tune_goals_have (&tuning->goals, FIT_TUNE_DRAINABLE_NODES)
      && !count_drainable (session, run.replay, &drainable, error))
    return FALSE;
  fit_tune_measure (places, tuning->today, fit_replay_cache (run.replay), out);
  out->of[FIT_TUNE_DRAINABLE_NODES] = drainable;
  for (guint i = 0; i < FIT_TUNE_OBJECTIVES; i++)
    if (!fit_tune_goals_have (&tuning->goals, i))
      out->of[i] = 0;
  return TRUE;
}

/* A trial has nothing to say that was not said of the rules as they are. */
gboolean
fit_tuning_try (FitTuning *tuning, const gint32 *genes, FitTuneOutcome *out,
                GError **error)
{
  G_GNUC_UNUSED g_autoptr (FitConsoleTexts) quiet = fit_console_catch ();
  char *text = fit_tune_space_text (tuning->space, genes);
  g_autoptr (FitTunePlaces) places = fit_tune_places_new ();
  g_auto (FitSession) session = { 0 };

  fit_inputs_keep (tuning->invocation.inputs, TRIED, text, strlen (text));
  return fit_session_open_beside (&session, &tuning->invocation,
                                  &tuning->session, error)
         && play (tuning, &session, places, out, error);
}

FitTuneTrial *
fit_tuning_trial (const FitTuning *tuning, guint number)
{
  return &g_array_index (tuning->trials, FitTuneTrial, number);
}

/* -- opening --------------------------------------------------------------- */

/* Decoding it is nearly half of the work of a replay, so the events of a trace are
 * kept, unless it is vast. */
static gboolean
keep_trace (FitTuning *tuning, GError **error)
{
  const FitInvocation *invocation = tuning->session.invocation;
  g_autoptr (FitSource) source = NULL;

  if (invocation->options.trace == NULL)
    return TRUE;
  source = fit_inputs_open (invocation->inputs, invocation->options.trace,
                            G_MAXSSIZE, error);
  if (source == NULL)
    return FALSE;
  if (source->len > MOST_KEPT_BYTES)
    return TRUE;
  tuning->trace = fit_trace_reader_new_for_bytes (
      source->bytes, source->len, source->name,
      fit_session_cluster_flags (&tuning->session));
  return fit_trace_reader_keep (tuning->trace, error);
}

static gboolean
open_space (FitTuning *tuning, GError **error)
{
  FitSession *session = &tuning->session;
  const FitChosenRules *rules = &session->rules;
  g_autoptr (FitPolicy) policy = NULL;
  const char *text = NULL;
  gsize len = 0;

  if (rules->configuration != NULL)
    {
      text = fit_rules_file_text (&rules->config, &len);
      tuning->space = fit_tune_space_new_profiles (rules->configuration, text,
                                                   len, error);
    }
  else if (session->invocation->options.config != NULL)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "%s runs the rules of v1.16: name its Policy or provider "
                     "with --policy or --provider in place of --config",
                     rules->config.name);
  else
    {
      if (rules->policy.text != NULL)
        {
          policy = fit_chosen_rules_parse_policy (rules, error);
          if (policy == NULL)
            return FALSE;
          text = fit_rules_file_text (&rules->policy, &len);
        }
      tuning->space = fit_tune_space_new_policy (
          policy, text, len, session->registry, rules->provider,
          rules->hard_pod_affinity_symmetric_weight, error);
    }
  if (tuning->space != NULL && tuning->space->genes->len == 0)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "there is nothing to tune: no score has a weight from 1 "
                     "to 100");
  return tuning->space != NULL;
}

/* Everything that decides what becomes of a trial, but not where it is made. */
static gboolean
make_key (FitTuning *tuning, GError **error)
{
  const FitOptions *options = &tuning->invocation.options;
  FitInputs *inputs = tuning->invocation.inputs;
  g_autoptr (GChecksum) key = fit_search_key_new (
      options, FIT_GROUP_HISTORY | FIT_GROUP_GATES | FIT_GROUP_RELEASE
                   | FIT_GROUP_DECODING | FIT_GROUP_SEARCH
                   | FIT_GROUP_EXTENDERS);
  gint32 start[FIT_TUNE_MOST_GENES];
  g_autofree char *rules = NULL;
  g_autofree char *numbers
      = g_strdup_printf ("%u %u %u %" G_GINT64_FORMAT " %d %" G_GUINT64_FORMAT,
                         tuning->options.seed, tuning->options.n_trials,
                         tuning->options.population, options->bind_latency,
                         options->disable_preemption, tuning->start.decisions);

  fit_tune_space_start (tuning->space, start);
  rules = fit_tune_space_text (tuning->space, start);
  fit_search_key_add (key, rules);
  fit_search_key_add (key, numbers);
  for (guint i = 0; i < tuning->goals.n; i++)
    fit_search_key_add (key,
                        fit_tune_objective_info (tuning->goals.of[i])->name);
  if (!fit_search_key_add_files (key, inputs, options->files, error)
      || !fit_search_key_add_files (key, inputs, options->pods, error)
      || !fit_search_key_add_what_ifs (key, inputs, options->what_ifs, error)
      || !fit_search_key_add_extenders (key, inputs, options, error)
      || (options->trace != NULL
          && !fit_search_key_add_file (key, inputs, options->trace, error)))
    return FALSE;
  tuning->key = g_strdup (g_checksum_get_string (key));
  return TRUE;
}

/* The rules written out must do what the rules do. */
static gboolean
check_space (FitTuning *tuning, GError **error)
{
  gint32 start[FIT_TUNE_MOST_GENES];
  FitTuneOutcome outcome;

  fit_tune_space_start (tuning->space, start);
  if (!fit_tuning_try (tuning, start, &outcome, error))
    return FALSE;
  if (outcome.decisions != tuning->start.decisions)
    return fit_fail (error, FIT_ERROR_INTERNAL,
                     "the rules as they are decide otherwise when they are "
                     "written out");
  return TRUE;
}

gboolean
fit_tuning_open (FitTuning *tuning, const FitInvocation *invocation,
                 GError **error)
{
  const FitOptions *options = &invocation->options;
  FitOptions *tried = &tuning->invocation.options;

  *tuning = (FitTuning){ 0 };
  tuning->options
      = (FitTuneOptions){ .seed = (guint32) options->seed,
                          .n_trials = (guint) options->trials,
                          .population = (guint) options->population };
  tuning->trials = g_array_new (FALSE, TRUE, sizeof (FitTuneTrial));
  tuning->today = fit_tune_places_new ();
  if (!fit_tune_goals_parse (options->objectives, &tuning->goals, error)
      || !fit_session_open (&tuning->session, invocation, error)
      || !open_space (tuning, error) || !keep_trace (tuning, error))
    return FALSE;
  /* A trial has only its own rules. */
  tuning->invocation = *tuning->session.invocation;
  tuning->invocation.rules_are_known = TRUE;
  tried->provider = tried->config_map = tried->config_map_key = NULL;
  tried->policy = tuning->space->is_policy ? (char *) TRIED : NULL;
  tried->config = tuning->space->is_policy ? NULL : (char *) TRIED;
  if (!tuning->space->is_policy)
    fit_options_forget (tried, "scheduler-name");
  /* The replay drops objects that only its session has. */
  {
    g_auto (FitSession) beside = { 0 };

    if (!fit_session_open_beside (&beside, tuning->session.invocation,
                                  &tuning->session, error)
        || !play (tuning, &beside, tuning->today, &tuning->start, error))
      return FALSE;
  }
  if (fit_tune_places_seen (tuning->today) == 0)
    return fit_fail (error, FIT_ERROR_NOT_FOUND,
                     "no pod is pending, so there is nothing to tune for: "
                     "--pods FILE gives some, and --trace FILE a day of them");
  return check_space (tuning, error) && make_key (tuning, error);
}

void
fit_tuning_clear (FitTuning *tuning)
{
  g_clear_pointer (&tuning->space, fit_tune_space_free);
  g_clear_pointer (&tuning->trace, fit_trace_reader_free);
  g_clear_pointer (&tuning->today, fit_tune_places_free);
  g_clear_pointer (&tuning->key, g_free);
  g_clear_pointer (&tuning->trials, g_array_unref);
  fit_session_close (&tuning->session);
}
