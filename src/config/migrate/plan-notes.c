/* plan-notes.c - the notes of a plan in order, and those of each profile
 */
#include "config/migrate/plan.h"

#include <string.h>

FitMigrationNote *
fit_plan_note (FitPlan *plan, const FitPlanProfile *profile,
               const FitMigrationNote *note)
{
  FitMigrationNote *copy = fit_arena_newn (plan->arena, FitMigrationNote, 1);

  *copy = *note;
  g_queue_push_tail (&plan->notes, copy);
  if (profile != NULL)
    {
      copy->profile = profile->scheduler_name;
      g_ptr_array_add (profile->notes, plan->notes.tail);
    }
  return copy;
}

void
fit_plan_note_lists (const FitPlanProfile *profile, const char *path)
{
  FitPlan *plan = profile->plan;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    for (guint j = 0; j < profile->lists[i]->len; j++)
      {
        const FitPluginEntry *entry = fit_plan_entry (profile, i, j);

        if (!fit_plan_is_out_of_tree (profile, entry->name))
          FIT_PLAN_NOTE (
              profile, .kind = FIT_MIGRATION_CARRIED,
              .path
              = plan->from == NULL
                    ? path
                    : fit_arena_printf (plan->arena, "%s.%s", path,
                                        fit_extension_point_info (i)->name),
              .name = entry->name, .plugin = entry->name, .points = 1u << i,
              .weight_before = entry->weight, .message = "carried over");
      }
}

/* Is the note about this plugin, without an outcome yet? */
static gboolean
is_open (const FitMigrationNote *note, const FitMigrationNote *outcome)
{
  return (note->kind == FIT_MIGRATION_CARRIED
          || note->kind == FIT_MIGRATION_CHANGED)
         && g_strcmp0 (note->plugin, outcome->name) == 0
         && (note->points & outcome->points) != 0;
}

/* Splits off the part of the note at @place about @points as a new note after
 * it.  Returns: the place of the new note */
static GList *
split_note (const FitPlanProfile *profile, GList *place,
            FitExtensionPoints points)
{
  FitMigrationNote *note = place->data;
  FitMigrationNote *part
      = fit_arena_newn (profile->plan->arena, FitMigrationNote, 1);

  *part = *note;
  part->points &= points;
  note->points &= ~points;
  /* Only a score has a weight. */
  if (!fit_points_have (note->points, FIT_POINT_SCORE))
    note->weight_before = 0;
  if (!fit_points_have (part->points, FIT_POINT_SCORE))
    part->weight_before = 0;
  g_queue_insert_after (&profile->plan->notes, place, part);
  g_ptr_array_add (profile->notes, place->next);
  return place->next;
}

void
fit_plan_settle (const FitPlanProfile *profile, const FitMigrationNote *outcome)
{
  const guint n = profile->notes->len;
  gboolean found = FALSE;

  /* Parts are added at the end; they already have their outcome. */
  for (guint i = 0; i < n; i++)
    {
      GList *place = profile->notes->pdata[i];
      FitMigrationNote *note = place->data;

      if (!is_open (note, outcome))
        continue;
      if ((note->points & ~outcome->points) != 0)
        note = split_note (profile, place, outcome->points)->data;
      note->kind = outcome->kind;
      note->plugin = outcome->plugin;
      note->since = outcome->since;
      note->message = outcome->message;
      found = TRUE;
    }
  if (!found)
    fit_plan_note (profile->plan, profile, outcome);
}

void
fit_plan_forget (FitPlanProfile *profile, FitExtensionPoints points,
                 const char *plugin)
{
  const FitMigrationNote gone = { .name = plugin, .points = points };

  fit_plan_remove (profile, points, plugin);
  for (guint i = profile->notes->len; i-- > 0;)
    {
      GList *place = profile->notes->pdata[i];
      FitMigrationNote *note = place->data;

      if (!is_open (note, &gone))
        continue;
      note->points &= ~points;
      if (note->points != 0)
        continue;
      g_queue_delete_link (&profile->plan->notes, place);
      g_ptr_array_remove_index (profile->notes, i);
    }
}

gboolean
fit_plan_change (FitPlanProfile *profile, const FitMigrationNote *outcome)
{
  FitMigrationNote found = *outcome;

  found.points
      = fit_plan_rename (profile, found.points, found.name, found.plugin);
  if (found.points != 0)
    fit_plan_settle (profile, &found);
  return found.points != 0;
}

GArray *
fit_plan_list_notes (const FitPlan *plan, FitArena *arena)
{
  GArray *notes = g_array_sized_new (FALSE, TRUE, sizeof (FitMigrationNote),
                                     plan->notes.length);

  for (const GList *place = plan->notes.head; place != NULL;
       place = place->next)
    {
      FitMigrationNote note = *(const FitMigrationNote *) place->data;

      note.path = fit_arena_strdup (arena, note.path);
      note.name = fit_arena_strdup (arena, note.name);
      note.profile = fit_arena_strdup (arena, note.profile);
      note.plugin = fit_arena_strdup (arena, note.plugin);
      note.args = fit_arena_strdup (arena, note.args);
      note.message = fit_arena_strdup (arena, note.message);
      note.entry = NULL;
      g_array_append_val (notes, note);
    }
  return notes;
}
