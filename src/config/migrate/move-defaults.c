/* move-defaults.c - replaces one default profile by another
 *
 * A source that uses default lists gets those of the target.  Its own lists
 * were converted to the target before, so that both can be compared.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"
#include "rules/rule.h"

#include <string.h>

#define PREEMPTION fit_rule_default_preemption.name
#define SPREAD fit_rule_with_setting (FIT_SETTING_SPREADING)->name
#define LEAST fit_rule_node_resources_least_allocated.name
#define MOST fit_rule_node_resources_most_allocated.name

/* -- comparing ------------------------------------------------------------- */

/* Notes what is new at @point, what is gone, and what has another weight.
 * @before: with the lists of before */
static void
note_differences (FitPlanProfile *profile, FitExtensionPoint point,
                  const FitPlanProfile *before)
{
  for (guint i = 0; i < before->lists[point]->len; i++)
    {
      const char *plugin = fit_plan_entry (before, point, i)->name;

      if (!fit_plan_has (profile, point, plugin))
        FIT_PLAN_SETTLE (profile, .kind = FIT_MIGRATION_DEFAULTS,
                         .name = plugin, .points = 1u << point,
                         .message = "not a default of the target");
    }
  for (guint i = 0; i < profile->lists[point]->len; i++)
    {
      const FitPluginEntry *after = fit_plan_entry (profile, point, i);
      const gint old = fit_plan_find (before, point, after->name);

      if (old < 0)
        FIT_PLAN_NOTE (profile, .kind = FIT_MIGRATION_DEFAULTS,
                       .plugin = after->name, .points = 1u << point,
                       .weight_after = after->weight,
                       .message = "a default of the target that the source "
                                  "did not have");
      else if (point == FIT_POINT_SCORE
               && fit_plan_entry (before, point, (guint) old)->weight
                      != after->weight)
        FIT_PLAN_SETTLE (profile, .kind = FIT_MIGRATION_DEFAULTS,
                         .name = after->name, .plugin = after->name,
                         .points = FIT_AT (SCORE),
                         .message = "the target has another default weight");
    }
}

/* The order determines which filter rejects a node first. */
static void
note_order (FitPlanProfile *profile, const FitPlanProfile *before)
{
  gint next = 0;

  for (guint i = 0; i < before->lists[FIT_POINT_FILTER]->len; i++)
    {
      const gint at
          = fit_plan_find (profile, FIT_POINT_FILTER,
                           fit_plan_entry (before, FIT_POINT_FILTER, i)->name);

      if (at >= 0 && at < next)
        {
          FIT_PLAN_NOTE (
              profile, .kind = FIT_MIGRATION_DEFAULTS,
              .message = "filters run in the target's order: a node that fails "
                         "several may give another reason, but no other nodes "
                         "pass");
          return;
        }
      next = MAX (at, next);
    }
}

/* -- notes ----------------------------------------------------------------- */

/* Adds the general note first.  @path: (nullable): the list that the source
 * omits */
static void
note_left_out (FitPlanProfile *profile, const char *path, gboolean differ)
{
  FIT_PLAN_NOTE (
      profile, .kind = FIT_MIGRATION_DEFAULTS, .path = path,
      .message
      = differ ? "not set, so the defaults apply: now those of the target, "
                 "which differ as listed here; --exact keeps the old ones"
               : "not set, so the defaults apply, which are the same in the "
                 "target");
  g_queue_push_head_link (&profile->notes,
                          g_queue_pop_tail_link (&profile->notes));
}

static gboolean
is_from_policy (const FitPlan *plan)
{
  return plan->from == NULL && !plan->from_provider;
}

static void
note_lists (FitPlanProfile *profile)
{
  gboolean differ = FALSE;

  for (const GList *place = profile->notes.head; place != NULL;
       place = place->next)
    differ = differ
             || ((const FitMigrationNote *) place->data)->kind
                    == FIT_MIGRATION_DEFAULTS;
  if (!is_from_policy (profile->plan))
    {
      note_left_out (profile, NULL, differ);
      return;
    }
  if (fit_points_have (profile->defaults, FIT_POINT_SCORE))
    note_left_out (profile, "priorities", differ);
  if (fit_points_have (profile->defaults, FIT_POINT_FILTER))
    note_left_out (profile, "predicates", differ);
}

/* Is the note about a default, not about an entry of a Policy? */
static gboolean
is_about_default (const FitPlanProfile *profile, const FitMigrationNote *note)
{
  if (profile->defaults != FIT_PLAN_ALL_POINTS
      && (note->points == 0 || (note->points & ~profile->defaults) != 0))
    return FALSE;
  return !is_from_policy (profile->plan) || note->path == NULL
         || strcmp (note->path, "predicates") == 0
         || strcmp (note->path, "priorities") == 0;
}

/* -- taking over ----------------------------------------------------------- */

void
fit_move_take_defaults (FitPlanProfile *profile)
{
  FitPlanProfile before = { 0 };
  GList *next;
  const FitProfile *defaults;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_points_have (profile->defaults, i))
      {
        before.lists[i] = profile->lists[i];
        profile->lists[i] = g_array_new (FALSE, TRUE, sizeof (FitPluginEntry));
      }
  defaults = &profile->plan->defaults->profiles[0];
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (fit_points_have (profile->defaults, i))
      fit_plan_append_list (profile, i, defaults->plugins[i].items,
                            defaults->plugins[i].n);
  if (profile->never_preempts)
    fit_plan_remove (profile, FIT_PLAN_ALL_POINTS, PREEMPTION);
  if (profile->packs && fit_plan_remove (profile, FIT_AT (SCORE), LEAST) != 0)
    fit_plan_append (profile, FIT_POINT_SCORE, MOST, 1);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (before.lists[i] != NULL)
      {
        const GArray *list = before.lists[i];
        const gboolean multi
            = profile->plan->target.version >= FIT_CONFIG_V1BETA3;
        const gboolean takes_over
            = i == FIT_POINT_QUEUE_SORT || i == FIT_POINT_BIND;
        guint first = 0;

        /* Keep out-of-tree plugins.  If the target's multiPoint enables the
         * defaults, plugins that it enables too come first, and up to 1.23
         * also all others. */
        for (guint k = 0; k < list->len; k++)
          {
            const FitPluginEntry *entry = fit_plan_entry (&before, i, k);

            if (!fit_plan_is_out_of_tree (profile, entry->name))
              continue;
            if (takes_over && list->len == 1)
              g_array_set_size (profile->lists[i], 0);
            if (multi
                && (fit_plan_in_multi_point (profile, entry->name)
                    || !profile->plan->behaviour.config_multi_point_first))
              fit_plan_insert (profile, i, first++, entry->name, entry->weight);
            else
              fit_plan_append (profile, i, entry->name, entry->weight);
          }
      }
  /* Default constraints are the target's defaults. */
  if (profile->plan->from == NULL
      && (before.lists[FIT_POINT_SCORE] != NULL
          || !fit_plan_has (profile, FIT_POINT_SCORE, SPREAD)))
    g_hash_table_remove (profile->args, SPREAD);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    if (before.lists[i] != NULL)
      note_differences (profile, i, &before);
  if (before.lists[FIT_POINT_FILTER] != NULL)
    note_order (profile, &before);
  /* Default plugins that change are not losses.  A Policy names none of
   * them, so only differences are reported. */
  for (GList *place = profile->notes.head; place != NULL; place = next)
    {
      FitMigrationNote *note = place->data;
      const gboolean is_default = is_about_default (profile, note);

      next = place->next;
      if (note->kind == FIT_MIGRATION_LOST && is_default)
        note->kind = FIT_MIGRATION_DEFAULTS;
      if (is_from_policy (profile->plan) && is_default
          && note->kind != FIT_MIGRATION_DEFAULTS
          && note->kind != FIT_MIGRATION_CONDITIONAL
          && note->kind != FIT_MIGRATION_ARITHMETIC)
        g_queue_delete_link (&profile->notes, place);
    }
  note_lists (profile);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    g_clear_pointer (&before.lists[i], g_array_unref);
}
