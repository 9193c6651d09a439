/* config-lists.c - warnings about entries of lists of plugins that change
 * nothing
 *
 * Each entry that may be superfluous is left out, and what the release makes of
 * the file then is compared with what it makes of the file as it is.  An entry
 * that changed nothing stays out while the next ones are tried, so that all of
 * them can be removed together.
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/config-lint-private.h"

#include "base/similar.h"
#include "config/config-edit.h"
#include "rules/rule.h"

#include <string.h>

/* So many entries of a file are tried; no scheduler has so many plugins. */
#define MOST_TRIALS 500
#define MOST_TRIALS_AGAIN 50

typedef struct
{
  const FitConfigLint *lint;
  GPtrArray *warnings;
  FitArena *arena;
  FitConfigFile *file; /* without what changed nothing */
  guint profile;       /* index */
  FitExtensionPoint point;
  guint n_trials;
} Trial;

const char *
fit_lint_meant (const FitConfigLint *lint, const FitProfile *profile,
                FitExtensionPoint point, const char *name)
{
  g_autoptr (GPtrArray) names
      = fit_in_tree_plugin_names (lint->configuration->target.release);
  FitSimilar similar;

  if (fit_rule_find (name) != NULL)
    return NULL;
  fit_similar_init (&similar, name);
  for (guint i = 0; i < names->len; i++)
    fit_similar_offer (&similar, names->pdata[i]);
  if (similar.best == NULL)
    return NULL;
  return (point == FIT_POINT_MULTI
              ? fit_profile_has_any (profile, similar.best)
              : fit_profile_has (profile, point, similar.best))
             ? similar.best
             : NULL;
}

static const FitPluginSet *
written_set (const Trial *trial, FitExtensionPoint point)
{
  const FitConfigFile *file = trial->lint->configuration->file;

  return &file->profiles[trial->profile].plugins.sets[point];
}

static FitPluginSet *
set_of (const Trial *trial)
{
  return &trial->file->profiles[trial->profile].plugins.sets[trial->point];
}

static const FitProfile *
profile_of (const Trial *trial)
{
  return &trial->lint->configuration->profiles[trial->profile];
}

/* Is the changed file as good as the original? */
static gboolean
changes_nothing (Trial *trial)
{
  const FitConfigLint *lint = trial->lint;
  g_autoptr (FitConfiguration) changed = NULL;

  if (trial->n_trials++ >= (lint->again ? MOST_TRIALS_AGAIN : MOST_TRIALS))
    return FALSE;
  changed = fit_configuration_change (lint->configuration, trial->file,
                                      lint->options, NULL);
  return changed != NULL
         && fit_configurations_alike (lint->configuration, changed);
}

/* Leaves out entry @i of what is left of a list.  Returns: FALSE, with the list
 * as it was, if that changes something */
static gboolean
try_without (Trial *trial, gboolean enabled, guint i)
{
  FitPluginSet *set = set_of (trial);
  const FitPluginSet before = *set;

  fit_plugin_set_drop (set, enabled, i, trial->arena);
  if (changes_nothing (trial))
    return TRUE;
  *set = before;
  return FALSE;
}

static char *
path_of (const Trial *trial, const char *list, guint i, const char *member)
{
  return g_strdup_printf ("profiles[%u].plugins.%s.%s[%u]%s", trial->profile,
                          fit_extension_point_info (trial->point)->name, list,
                          i, member);
}

static guint
count_before (const FitPluginEntry *entries, guint n, const char *name)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += strcmp (entries[i].name, name) == 0;
  return count;
}

static gboolean
enables (const FitPluginSet *set, const char *name)
{
  return count_before (set->enabled, set->n_enabled, name) > 0;
}

/* -- enabled twice --------------------------------------------------------- */

static void
warn_twice (Trial *trial, const FitPluginEntry *entry, guint i,
            gboolean in_vain, const char *where)
{
  FitWarning *warning = fit_warnings_add (
      trial->warnings, FIT_WARN_ENABLED_TWICE, entry->place,
      path_of (trial, "enabled", i, ""), "%s enables %s, %s", where,
      entry->name,
      in_vain ? "and this entry changes nothing" : "so it runs twice");

  if (in_vain)
    fit_warning_set_fix (warning, "Remove this entry: the lists of plugins are "
                                  "the same without it.");
}

/* -- disabled in vain ------------------------------------------------------ */

static gboolean
disables_all (const FitPluginSet *set)
{
  return count_before (set->disabled, set->n_disabled, "*") > 0;
}

/* Why is the plugin not there anyway? */
static char *
why_not_there (const Trial *trial, const char *name)
{
  const FitRelease release = trial->lint->configuration->target.release;
  FitSpan life;

  if (strcmp (name, "*") == 0)
    return g_strdup ("no plugin is enabled by default here");
  if (disables_all (written_set (trial, trial->point)))
    return g_strdup ("\"*\" disables all plugins already");
  if (fit_in_tree_plugin_points (name, release) == 0
      && fit_in_tree_plugin_life (name, &life))
    return life.since > release
               ? g_strdup_printf ("%s has no plugin %s, which came with 1.%d",
                                  fit_release_name (release), name,
                                  life.since / 100)
               : g_strdup_printf ("%s has no plugin %s, which was there up to "
                                  "1.%d",
                                  fit_release_name (release), name,
                                  life.before / 100 - 1);
  if (trial->point == FIT_POINT_MULTI)
    return g_strdup_printf ("without this entry %s does not run either", name);
  return g_strdup_printf ("without this entry %s does not run at %s either",
                          name, fit_extension_point_info (trial->point)->name);
}

/* Does another list of the profile disable all plugins, too?  Then the author
 * writes down all that runs, so that no default counts. */
static gboolean
writes_down_all (const Trial *trial)
{
  for (guint point = 0; point < FIT_POINT_SET_LAST; point++)
    if (point != trial->point && disables_all (written_set (trial, point)))
      return TRUE;
  return FALSE;
}

/* Plugins of other programs may extend any point. */
static gboolean
is_foreign (const Trial *trial, const char *name)
{
  const GPtrArray *unknown = trial->lint->configuration->unknown;

  for (guint i = 0; i < unknown->len; i++)
    if (strcmp (((const FitUnknownPlugin *) unknown->pdata[i])->name, name)
        == 0)
      return TRUE;
  return FALSE;
}

static void
lint_disabled (Trial *trial)
{
  const FitPluginSet *written = written_set (trial, trial->point);
  guint gone = 0;

  for (guint i = 0; i < written->n_disabled; i++)
    {
      const FitPluginEntry *entry = &written->disabled[i];
      const char *other;
      g_autofree char *why = NULL;
      FitWarning *warning;

      if ((strcmp (entry->name, "*") == 0
               ? written->n_enabled > 0 || writes_down_all (trial)
               : enables (written, entry->name))
          || is_foreign (trial, entry->name)
          || !try_without (trial, FALSE, i - gone))
        continue;
      gone++;
      other = fit_lint_meant (trial->lint, profile_of (trial), trial->point,
                              entry->name);
      why = why_not_there (trial, entry->name);
      warning = fit_warnings_add (
          trial->warnings, FIT_WARN_DISABLED_IN_VAIN, entry->place,
          path_of (trial, "disabled", i, ""), "this disables nothing: %s", why);
      if (other != NULL)
        fit_warning_set_fix (warning,
                             "Did you mean %s, which is enabled? "
                             "Otherwise remove this entry: the lists of "
                             "plugins are the same without it.",
                             other);
      else
        fit_warning_set_fix (warning,
                             "Remove this entry: the lists of plugins are "
                             "the same without it.");
    }
}

/* -- weights --------------------------------------------------------------- */

/* Its weight at score; 0 if it does not score. */
static gint32
weight_at_score (const Trial *trial, const char *name)
{
  const FitPluginEntry *entry
      = fit_profile_find (profile_of (trial), FIT_POINT_SCORE, name);

  return entry != NULL ? entry->weight : 0;
}

/* A weight is right where it counts, even if it is the default. */
static void
lint_weights (Trial *trial)
{
  FitPluginSet *set = set_of (trial);

  for (guint i = 0; i < set->n_enabled; i++)
    {
      const FitPluginSet before = *set;
      const FitPluginEntry *entry = &before.enabled[i];
      g_autofree char *why = NULL;
      FitWarning *warning;

      if (entry->weight == 0 || is_foreign (trial, entry->name)
          || entry->weight == weight_at_score (trial, entry->name))
        continue;
      set->enabled = g_memdup2 (before.enabled,
                                sizeof *before.enabled * before.n_enabled);
      set->enabled[i].weight = 0;
      if (changes_nothing (trial))
        {
          const gint32 counts = weight_at_score (trial, entry->name);

          if (counts == 0)
            why = g_strdup_printf (
                "%s does not score nodes, so its weight has no "
                "effect",
                entry->name);
          else
            why = g_strdup_printf (
                "the weight %d has no effect: %s scores with weight "
                "%d",
                entry->weight, entry->name, counts);
          warning = fit_warnings_add (
              trial->warnings, FIT_WARN_PLUGIN_WEIGHT_UNUSED, entry->place,
              path_of (trial, "enabled", i, ".weight"), "%s", why);
          fit_warning_set_fix (warning, "Remove the weight: the lists of "
                                        "plugins are the same without it.");
        }
      g_free (set->enabled);
      *set = before;
    }
}

/* -- all ------------------------------------------------------------------- */

void
fit_lint_lists (const FitConfigLint *lint, GPtrArray *warnings)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  Trial trial = { .lint = lint, .warnings = warnings, .arena = arena };

  trial.file = fit_config_file_copy (lint->configuration->file, arena);
  for (trial.profile = 0; trial.profile < lint->configuration->n_profiles;
       trial.profile++)
    for (guint point = 0; point < FIT_POINT_SET_LAST; point++)
      {
        const FitPluginSet *written;
        guint gone = 0;

        trial.point = point;
        lint_weights (&trial);
        written = written_set (&trial, trial.point);
        for (guint i = 0; i < written->n_enabled; i++)
          {
            const FitPluginEntry *entry = &written->enabled[i];
            const gboolean repeated
                = count_before (written->enabled, i, entry->name) > 0;
            const gboolean in_multi
                = trial.point != FIT_POINT_MULTI
                  && enables (written_set (&trial, FIT_POINT_MULTI),
                              entry->name);
            const gboolean in_vain = (repeated || in_multi)
                                     && try_without (&trial, TRUE, i - gone);

            gone += in_vain;
            if (repeated)
              warn_twice (&trial, entry, i, in_vain,
                          "an earlier entry of the list");
            else if (in_vain)
              warn_twice (&trial, entry, i, TRUE, "multiPoint");
          }
        lint_disabled (&trial);
      }
}
