/* write-lists.c - writes lists of plugins, exactly and as short as possible
 *
 * If all lists are the defaults, nothing is written.  Otherwise each list
 * disables everything and enables its plugins, with weights.  A list that is
 * the default is omitted up to v1beta2, and if the source omits some lists;
 * then multiPoint disables what it disables in the source.  Otherwise multiPoint
 * is disabled too, and empty lists are omitted.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "config/configuration-private.h"

/* Where a plugin has one weight, from the last list that names it, lists of these
 * points come after that of score. */
#define AFTER_SCORE                                                         \
  (FIT_AT (PRE_BIND) | FIT_AT (BIND) | FIT_AT (POST_BIND) | FIT_AT (PERMIT) \
   | FIT_AT (QUEUE_SORT))

static const FitProfileList *
default_list (const FitPlan *plan, FitExtensionPoint point)
{
  return &plan->defaults->profiles[0].plugins[point];
}

static FitPluginEntry *
room (const FitPlan *plan, guint n)
{
  return fit_arena_new0 (plan->arena, FitPluginEntry, n + 1);
}

/* @set has room. */
static void
enable (FitPluginSet *set, const char *name, gint32 weight)
{
  set->enabled[set->n_enabled++]
      = (FitPluginEntry){ .name = name, .weight = weight };
}

static void
disable (FitPlan *plan, FitPluginSet *set, guint size, const char *name)
{
  if (set->disabled == NULL)
    set->disabled = room (plan, size);
  set->disabled[set->n_disabled++].name = name;
}

/* -- as exact lists -------------------------------------------------------- */

static void
write_exact (const FitPlanProfile *profile, FitExtensionPoint point,
             FitPluginSet *set)
{
  const GArray *list = profile->lists[point];

  set->enabled = room (profile->plan, list->len);
  for (guint i = 0; i < list->len; i++)
    {
      const FitPluginEntry *entry = fit_plan_entry (profile, point, i);
      gint32 weight = 0;

      if (fit_points_have (FIT_POINTS_WITH_WEIGHTS, point))
        weight = entry->weight;
      else if (!profile->plan->behaviour.weights_are_of_score
               && (1u << point & AFTER_SCORE) != 0)
        weight = fit_plan_weight (profile, entry->name);
      enable (set, entry->name, weight);
    }
  /* "*" would also disable the plugins of multiPoint, which does not contain
   * the defaults here. */
  if (profile->multi_point.n == 0)
    disable (profile->plan, set, 1, "*");
}

/* Enables what is at @point, but not by default. */
static void
enable_others (const FitPlanProfile *profile, FitExtensionPoint point,
               FitPluginSet *set)
{
  const GArray *list = profile->lists[point];

  set->enabled = room (profile->plan, list->len);
  for (guint i = 0; i < list->len; i++)
    {
      const FitPluginEntry *entry = fit_plan_entry (profile, point, i);

      if (!fit_profile_has (&profile->plan->defaults->profiles[0], point,
                            entry->name))
        enable (set, entry->name, entry->weight);
    }
}

/* Enables out-of-tree plugins in multiPoint, if the source does. */
static void
enable_multi_point (const FitPlanProfile *profile, FitPluginSet *set)
{
  const FitProfileList *list = &profile->multi_point;

  set->enabled = room (profile->plan, list->n);
  for (guint i = 0; i < list->n; i++)
    enable (set, list->items[i].name, list->items[i].weight);
}

/* Is the list the default without what @multi disables? */
static gboolean
is_rest_of_default (const FitPlanProfile *profile, FitExtensionPoint point,
                    const FitPluginSet *multi)
{
  const FitProfileList *list = default_list (profile->plan, point);
  FitPluginEntry *items = room (profile->plan, list->n);
  guint n = 0;

  for (guint i = 0; i < list->n; i++)
    if (!fit_plugin_set_disables (multi, list->items[i].name))
      items[n++] = list->items[i];
  return fit_plan_is_list (profile, point, &(FitProfileList){ n, items });
}

/* -- as a difference ------------------------------------------------------- */

/* -- the queue ------------------------------------------------------------- */

void
fit_write_one_queue_sort (FitPlan *plan, FitProfileFile *files)
{
  const GPtrArray *profiles = plan->profiles;
  const guint point = FIT_POINT_QUEUE_SORT;
  gboolean any = FALSE, all_listed = TRUE;

  for (guint i = 0; i < profiles->len; i++)
    {
      const FitPlanProfile *profile = profiles->pdata[i];

      any = any
            || (files[i].plugins.sets[point].n_enabled > 0
                || files[i].plugins.sets[point].n_disabled > 0);
      all_listed = all_listed && profile->multi_point.n == 0;
    }
  for (guint i = 0; any && profiles->len > 1 && i < profiles->len; i++)
    {
      FitPluginSet *set = &files[i].plugins.sets[point];

      *set = (FitPluginSet){ 0 };
      write_exact (profiles->pdata[i], point, set);
      if (!all_listed)
        set->n_disabled = 0;
    }
}

/* Lists what runs at each point, instead of the defaults. */
static void
write_instead_of_defaults (const FitPlanProfile *profile, FitPluginSets *out)
{
  FitPluginSet *multi = &out->sets[FIT_POINT_MULTI];
  const FitMigrationOptions *options = profile->plan->options;
  const gboolean has_multi
      = profile->plan->target.version >= FIT_CONFIG_V1BETA3;
  const gboolean every
      = has_multi && (!profile->brief || options->exact || options->full);

  if (every)
    disable (profile->plan, multi, 1, "*");
  else if (has_multi)
    {
      const FitPluginSet *written = profile->written_multi_point;

      /* Disables in multiPoint what the source disables there, if it is
       * a default of the target and nothing else enables it. */
      for (guint i = 0; written != NULL && i < written->n_disabled; i++)
        {
          const char *name = written->disabled[i].name;

          if (fit_profile_has_any (&profile->plan->defaults->profiles[0], name)
              && !fit_plan_has_any (profile, name)
              && !fit_plugin_set_disables (multi, name))
            disable (profile->plan, multi, written->n_disabled, name);
        }
    }
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (options->full
        || (every ? profile->lists[i]->len > 0
                  : !is_rest_of_default (profile, i, multi)))
      write_exact (profile, i, &out->sets[i]);
  enable_multi_point (profile, multi);
}

void
fit_write_plugins (const FitPlanProfile *profile, FitPluginSets *out)
{
  const gboolean difference = profile->defaults == FIT_PLAN_ALL_POINTS
                              && !profile->plan->options->exact
                              && !profile->plan->options->full;
  gboolean all_default = profile->multi_point.n == 0;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    all_default
        = all_default
          && fit_plan_is_list (profile, i, default_list (profile->plan, i));
  if (!profile->plan->options->full && all_default)
    return;
  if (!difference)
    write_instead_of_defaults (profile, out);
  else if (profile->plan->target.version >= FIT_CONFIG_V1BETA3)
    {
      FitPluginSet *set = &out->sets[FIT_POINT_MULTI];

      /* Plugins that are not enabled at any point are disabled in
       * multiPoint. */
      for (guint i = 0; i < FIT_POINT_LAST; i++)
        {
          const FitProfileList *wanted = default_list (profile->plan, i);

          for (guint j = 0; j < wanted->n; j++)
            {
              const char *plugin_name = wanted->items[j].name;

              if (!fit_plugin_set_disables (set, plugin_name)
                  && !fit_plan_has_any (profile, plugin_name))
                disable (profile->plan, set, FIT_POINT_LAST * wanted->n,
                         plugin_name);
            }
        }
      enable_multi_point (profile, &out->sets[FIT_POINT_MULTI]);
      for (guint i = 0; i < FIT_POINT_LAST; i++)
        enable_others (profile, i, &out->sets[i]);
    }
  else
    for (guint i = 0; i < FIT_POINT_LAST; i++)
      {
        const FitProfileList *list = default_list (profile->plan, i);

        for (guint k = 0; k < list->n; k++)
          if (!fit_plan_has (profile, i, list->items[k].name))
            disable (profile->plan, &out->sets[i], list->n,
                     list->items[k].name);
        enable_others (profile, i, &out->sets[i]);
      }
}
