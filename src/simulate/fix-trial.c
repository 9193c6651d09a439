/* fix-trial.c - tries the changes that may do away with warnings, by linting
 * the changed file and placing the pods of the cluster by it
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/fix-trial.h"

#include "simulate/config-trial.h"
#include "simulate/packing-lint.h"
#include "simulate/use-lint.h"

/* So many placements are compared for a file; the others are only linted. */
#define MOST_REPLAYS 6

typedef struct
{
  const FitConfigLint *lint;
  const GPtrArray *warnings;
  guint n_replays;
} Trials;

static void
find_all (const FitConfigLint *lint, GPtrArray *warnings)
{
  fit_configuration_lint (lint, warnings);
  fit_packing_lint (lint, warnings);
  fit_use_lint (lint, warnings);
}

static void
count (const GPtrArray *warnings, guint *counts)
{
  guint n;
  const FitWarningInfo *infos = fit_warning_infos (&n);

  for (guint i = 0; i < warnings->len; i++)
    counts[((const FitWarning *) warnings->pdata[i])->info - infos]++;
}

/* -- a change -------------------------------------------------------------- */

/* Is one warning gone?  Returns: (transfer full) (nullable): the codes of new
 * ones; NULL: it is not, or the release refuses the file */
static GPtrArray *
new_codes (const Trials *trials, const FitConfigFix *fix)
{
  const FitConfigLint *lint = trials->lint;
  g_autoptr (FitConfiguration) changed = fit_configuration_change (
      lint->configuration, fix->file, lint->options, NULL);
  FitConfigLint next = *lint;
  g_autoptr (GPtrArray) left = fit_warnings_new ();
  g_autoptr (GPtrArray) codes = g_ptr_array_new ();
  guint before[FIT_WARN_LAST] = { 0 };
  guint after[FIT_WARN_LAST] = { 0 };
  guint n;
  const FitWarningInfo *infos = fit_warning_infos (&n);
  const gsize about = (gsize) (fix->warning->info - infos);

  if (changed == NULL)
    return NULL;
  next.configuration = changed;
  next.again = TRUE;
  if (fix->objects != NULL)
    next.objects = fix->objects;
  find_all (&next, left);
  count (trials->warnings, before);
  count (left, after);
  for (guint i = 0; i < FIT_WARN_LAST; i++)
    if (after[i] > before[i])
      g_ptr_array_add (codes, (gpointer) infos[i].code);
  return after[about] < before[about] ? g_steal_pointer (&codes) : NULL;
}

/* The nodes of @place by the file of @fix.  Returns: (nullable) */
static GPtrArray *
nodes_by (const FitConfigTrial *trial, const FitConfigFile *file,
          const FitTrialPlace *place)
{
  return fit_config_trial_run (
      trial, fit_config_file_one_profile (file, trial->index, trial->arena),
      place);
}

/* What else the change does in the cluster.  Returns: (transfer full)
 * (nullable) */
static char *
say_moves (Trials *trials, const FitConfigFix *fix)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitConfigTrial trial = { trials->lint, (guint) fix->profile, arena };
  g_auto (FitTrialPlace) place = { 0 };
  g_autoptr (GPtrArray) now = NULL;
  g_autoptr (GPtrArray) then = NULL;

  if (fix->profile < 0 || trials->n_replays++ >= MOST_REPLAYS
      || !fit_trial_place_init (&place, trials->lint, trial.index))
    return NULL;
  now = nodes_by (&trial, trials->lint->configuration->file, &place);
  then = nodes_by (&trial, fix->file, &place);
  if (then == NULL)
    return NULL;
  if (now == NULL)
    return g_strdup_printf ("%u of %u pods of the cluster get a node then, and "
                            "none now",
                            fit_trial_count_placed (then), then->len);
  return g_strdup_printf ("%u of %u pods of the cluster get another node then",
                          fit_trial_count_moved (now, then), now->len);
}

/* Returns: (transfer full) (nullable): what the change does; NULL: it does not
 * help */
static char *
say_mended (Trials *trials, const FitConfigFix *fix)
{
  g_autoptr (GPtrArray) codes = new_codes (trials, fix);
  g_autofree char *moves = NULL;
  g_autofree char *names = NULL;

  if (codes == NULL)
    return NULL;
  moves = say_moves (trials, fix);
  names = fit_join_names (codes);
  if (codes->len == 0)
    return moves != NULL ? g_strdup_printf (" (%s)", moves) : g_strdup ("");
  return g_strdup_printf (" (there is a new warning then, %s%s%s)", names,
                          moves != NULL ? "; " : "",
                          moves != NULL ? moves : "");
}

/* Gives the pods of other schedulers to the profile.  Returns: (transfer full)
 * (nullable): NULL: it places none of them */
static char *
say_taken (const Trials *trials, const FitConfigFix *fix)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitConfigLint alone = *trials->lint;
  const FitConfigTrial trial = { &alone, 0, arena };
  g_auto (FitTrialPlace) place = { 0 };
  g_autoptr (GPtrArray) nodes = NULL;
  g_autoptr (FitConfiguration) one = fit_configuration_change (
      alone.configuration,
      fit_config_file_one_profile (fix->file, (guint) fix->profile, arena),
      alone.options, NULL);

  alone.configuration = one;
  if (one == NULL || !fit_trial_place_init (&place, &alone, 0))
    return NULL;
  nodes = nodes_by (&trial, one->file, &place);
  if (nodes == NULL || fit_trial_count_placed (nodes) == 0)
    return NULL;
  return g_strdup_printf (" (it places %u of %u pods that have another name)",
                          fit_trial_count_placed (nodes), nodes->len);
}

static void
try_fix (Trials *trials, const FitConfigFix *fix)
{
  const char *said = fix->warning->fix;
  g_autofree char *effect = NULL;
  g_autofree char *text = NULL;

  if (fix->hands_over)
    effect = say_taken (trials, fix);
  else
    effect = say_mended (trials, fix);
  if (effect == NULL)
    return;
  text = g_strdup_printf ("%s%s%s%s", said != NULL ? said : "",
                          said != NULL ? "; or " : "", fix->text, effect);
  fit_warning_set_fix (fix->warning, "%s", text);
}

/* -- all ------------------------------------------------------------------- */

GPtrArray *
fit_lint_and_try (const FitConfigLint *lint)
{
  g_autoptr (GPtrArray) fixes = fit_config_fixes_new ();
  GPtrArray *warnings = fit_warnings_new ();
  FitConfigLint with_fixes = *lint;
  Trials trials = { .lint = lint, .warnings = warnings };
  const FitWarning *last = NULL;

  with_fixes.fixes = fixes;
  find_all (&with_fixes, warnings);
  for (guint i = 0; i < fixes->len; i++)
    try_fix (&trials, fixes->pdata[i]);
  for (guint i = 0; i < fixes->len; i++)
    {
      FitWarning *warning = ((FitConfigFix *) fixes->pdata[i])->warning;
      g_autofree char *text = g_steal_pointer (&warning->fix);

      if (text != NULL && warning != last)
        {
          *text = g_ascii_toupper (*text);
          fit_warning_set_fix (
              warning,
              "%s. Tried: %s reads the file without this warning then.", text,
              fit_release_name (lint->configuration->target.release));
        }
      else
        warning->fix = g_steal_pointer (&text);
      last = warning;
    }
  return warnings;
}
