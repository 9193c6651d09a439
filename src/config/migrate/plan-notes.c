/* plan-notes.c - the notes of a plan and of its profiles
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/plan.h"
#include "config/migrate/policy-plan.h"

FitMigrationNote *
fit_plan_note (FitPlan *plan, FitPlanProfile *profile,
               const FitMigrationNote *note)
{
  FitMigrationNote *copy = fit_arena_newn (plan->arena, FitMigrationNote, 1);

  *copy = *note;
  if (profile != NULL)
    copy->profile = profile->scheduler_name;
  g_queue_push_tail (profile != NULL ? &profile->notes : &plan->notes, copy);
  return copy;
}

void
fit_plan_note_lists (FitPlanProfile *profile, const char *path)
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
split_note (FitPlanProfile *profile, GList *place, FitExtensionPoints points)
{
  FitMigrationNote *note = place->data;
  FitMigrationNote *part
      = fit_arena_newn (profile->plan->arena, FitMigrationNote, 1);

  *part = *note;
  part->points &= points;
  note->points &= ~points;
  if ((note->points & FIT_POINTS_WITH_WEIGHTS) == 0)
    note->weight_before = 0;
  if ((part->points & FIT_POINTS_WITH_WEIGHTS) == 0)
    part->weight_before = 0;
  g_queue_insert_after (&profile->notes, place, part);
  return place->next;
}

void
fit_plan_settle (FitPlanProfile *profile, const FitMigrationNote *outcome)
{
  gboolean found = FALSE;

  for (GList *place = profile->notes.head; place != NULL; place = place->next)
    {
      FitMigrationNote *note = place->data;

      if (!is_open (note, outcome))
        continue;
      if ((note->points & ~outcome->points) != 0)
        {
          place = split_note (profile, place, outcome->points);
          note = place->data;
        }
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
  for (GList *place = profile->notes.head, *next; place != NULL; place = next)
    {
      FitMigrationNote *note = place->data;

      next = place->next;
      if (!is_open (note, &gone))
        continue;
      note->points &= ~points;
      if (note->points == 0)
        g_queue_delete_link (&profile->notes, place);
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

/* The order that @note tells, whose cluster has the label that the entry names. */
static const FitRuleOrder *
copy_order (const FitMigrationNote *note, FitArena *arena)
{
  const FitPolicyEntry *entry = note->entry;
  FitRuleOrder *order;
  g_auto (GStrv) parts = NULL;
  g_autofree char *cluster = NULL;

  if (note->order == NULL || entry == NULL || entry->written == NULL
      || !(entry->written->members
           & FIT_PRIORITY_ARGUMENT_SERVICE_ANTI_AFFINITY))
    return note->order;
  parts = g_strsplit (note->order->cluster, FIT_ORDER_LABEL, -1);
  cluster = g_strjoinv (entry->written->anti_affinity_label, parts);
  order = fit_arena_new0 (arena, FitRuleOrder, 1);
  *order = *note->order;
  order->cluster = fit_arena_strdup (arena, cluster);
  return order;
}

static void
list_notes (GArray *out, const GQueue *notes, FitArena *arena)
{
  for (const GList *place = notes->head; place != NULL; place = place->next)
    {
      FitMigrationNote note = *(const FitMigrationNote *) place->data;

      note.path = fit_arena_strdup (arena, note.path);
      note.name = fit_arena_strdup (arena, note.name);
      note.profile = fit_arena_strdup (arena, note.profile);
      note.plugin = fit_arena_strdup (arena, note.plugin);
      note.args = fit_arena_strdup (arena, note.args);
      note.message = fit_arena_strdup (arena, note.message);
      note.order = copy_order (&note, arena);
      note.entry = NULL;
      g_array_append_val (out, note);
    }
}

GArray *
fit_plan_list_notes (const FitPlan *plan, FitArena *arena)
{
  GArray *notes = g_array_new (FALSE, TRUE, sizeof (FitMigrationNote));

  for (guint i = 0; i < plan->profiles->len; i++)
    list_notes (notes,
                &((const FitPlanProfile *) plan->profiles->pdata[i])->notes,
                arena);
  list_notes (notes, &plan->notes, arena);
  return notes;
}
