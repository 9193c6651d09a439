/* move-defaults.c - one default profile for another
 *
 * Whoever took the defaults gets those of the target.  What the source had has
 * been moved to the target before, so that the two can be compared.
 */
#include "config/migrate/move.h"

#include <string.h>

#define PREEMPTION "DefaultPreemption"
#define LEAST "NodeResourcesLeastAllocated"
#define MOST "NodeResourcesMostAllocated"

/* -- comparing ------------------------------------------------------------- */

static const FitPluginEntry *
find_entry (const GArray *list, const char *plugin)
{
  for (guint i = 0; i < list->len; i++)
    {
      const FitPluginEntry *entry = &g_array_index (list, FitPluginEntry, i);

      if (strcmp (entry->name, plugin) == 0)
        return entry;
    }
  return NULL;
}

static void
note_gone (FitMove *move, FitPlanProfile *profile, FitProfilePoint point,
           const GArray *before)
{
  for (guint i = 0; i < before->len; i++)
    {
      const char *plugin = g_array_index (before, FitPluginEntry, i).name;
      const FitPlanFate fate
          = { .kind = FIT_MIGRATION_CHANGED,
              .plugin = plugin,
              .points = 1u << point,
              .message = "is not among the defaults of the target" };

      if (!fit_plan_has (profile, point, plugin))
        fit_plan_settle (move->plan, profile, &fate);
    }
}

static void
note_weight (FitMove *move, FitPlanProfile *profile,
             const FitPluginEntry *before, const FitPluginEntry *after)
{
  g_autofree char *message
      = g_strdup_printf ("the target's default weight is %d, and was %d",
                         after->weight, before->weight);
  const FitPlanFate fate = { .kind = FIT_MIGRATION_CHANGED,
                             .plugin = after->name,
                             .name = after->name,
                             .points = 1u << FIT_PROFILE_SCORE,
                             .message = message };

  if (before->weight != after->weight)
    fit_plan_settle (move->plan, profile, &fate);
}

static void
note_new (FitMove *move, FitPlanProfile *profile, FitProfilePoint point,
          const GArray *before)
{
  for (guint i = 0; i < profile->lists[point]->len; i++)
    {
      const FitPluginEntry *after = fit_plan_entry (profile, point, i);
      const FitPluginEntry *old = find_entry (before, after->name);

      if (old == NULL)
        fit_plan_note_plugin (move->plan, profile, FIT_MIGRATION_ADDED,
                              after->name, 1u << point,
                              "a default of the target that the source did not "
                              "have")
            ->weight_after
            = after->weight;
      else if (point == FIT_PROFILE_SCORE)
        note_weight (move, profile, old, after);
    }
}

/* The order decides which filter is the first to object. */
static void
note_order (FitMove *move, FitPlanProfile *profile, const GArray *before)
{
  guint next = 0;

  for (guint i = 0; i < before->len; i++)
    {
      const gint at
          = fit_plan_find (profile, FIT_PROFILE_FILTER,
                           g_array_index (before, FitPluginEntry, i).name);

      if (at >= 0 && (guint) at < next)
        {
          fit_plan_note (move->plan, FIT_MIGRATION_CHANGED,
                         "filters run in the order of the target, which "
                         "decides what is said about a node and not whether it "
                         "passes")
              ->profile
              = g_strdup (profile->scheduler_name);
          return;
        }
      next = at >= 0 ? (guint) at : next;
    }
}

/* The target's defaults do not lose anything that was asked for. */
static void
soften_losses (const FitPlanProfile *profile)
{
  for (guint i = 0; i < profile->notes->len; i++)
    {
      FitMigrationNote *note = ((GList *) profile->notes->pdata[i])->data;

      if (note->kind == FIT_MIGRATION_LOST)
        note->kind = FIT_MIGRATION_CHANGED;
    }
}

/* -- taking over ----------------------------------------------------------- */

static void
copy_defaults (FitMove *move, FitPlanProfile *profile)
{
  const FitProfile *defaults = &move->defaults->profiles[0];
  gint index;

  for (guint i = 0; i < FIT_PROFILE_POINT_LAST; i++)
    for (guint j = 0; j < defaults->plugins[i].n; j++)
      fit_plan_append (profile, i, defaults->plugins[i].items[j].name,
                       defaults->plugins[i].items[j].weight);
  if (profile->never_preempts)
    fit_plan_remove (profile, FIT_PLAN_ALL_POINTS, PREEMPTION);
  index = fit_plan_find (profile, FIT_PROFILE_SCORE, LEAST);
  if (profile->packs && index >= 0)
    {
      fit_plan_remove (profile, 1u << FIT_PROFILE_SCORE, LEAST);
      fit_plan_append (profile, FIT_PROFILE_SCORE, MOST, 1);
    }
}

void
fit_move_take_defaults (FitMove *move, FitPlanProfile *profile)
{
  GArray *before[FIT_PROFILE_POINT_LAST];

  soften_losses (profile);
  for (guint i = 0; i < FIT_PROFILE_POINT_LAST; i++)
    {
      before[i] = profile->lists[i];
      profile->lists[i] = g_array_new (FALSE, TRUE, sizeof (FitPluginEntry));
    }
  copy_defaults (move, profile);
  /* Constraints by default are what the target makes of them. */
  if (move->plan->from_provider)
    g_hash_table_remove (profile->args, "PodTopologySpread");
  for (guint i = 0; i < FIT_PROFILE_POINT_LAST; i++)
    {
      note_gone (move, profile, i, before[i]);
      note_new (move, profile, i, before[i]);
    }
  note_order (move, profile, before[FIT_PROFILE_FILTER]);
  for (guint i = 0; i < FIT_PROFILE_POINT_LAST; i++)
    g_array_unref (before[i]);
}
