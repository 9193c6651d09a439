/* plan-notes.c - the notes of a plan in order, and those of each profile
 */
#include "config/migrate/plan.h"

#include <string.h>

void
fit_migration_note_clear (gpointer data)
{
  FitMigrationNote *note = data;

  g_free (note->path);
  g_free (note->name);
  g_free (note->profile);
  g_free (note->plugin);
  g_free (note->args);
  g_free (note->message);
}

FitMigrationNote *
fit_plan_note (FitPlan *plan, FitMigrationKind kind, const char *format, ...)
{
  FitMigrationNote *note = g_new0 (FitMigrationNote, 1);
  va_list args;

  note->kind = kind;
  va_start (args, format);
  note->message = g_strdup_vprintf (format, args);
  va_end (args);
  g_queue_push_tail (&plan->notes, note);
  return note;
}

FitMigrationNote *
fit_plan_note_plugin (FitPlan *plan, const FitPlanProfile *profile,
                      FitMigrationKind kind, const char *plugin,
                      FitExtensionPoints points, const char *message)
{
  FitMigrationNote *note = fit_plan_note (plan, kind, "%s", message);

  note->profile = g_strdup (profile->scheduler_name);
  note->plugin = g_strdup (plugin);
  note->points = points;
  g_ptr_array_add (profile->notes, plan->notes.tail);
  return note;
}

void
fit_plan_reword (FitMigrationNote *note, FitMigrationKind kind,
                 const char *message)
{
  note->kind = kind;
  g_free (note->message);
  note->message = g_strdup (message);
}

void
fit_plan_name_notes (const FitPlanProfile *profile)
{
  for (guint i = 0; i < profile->notes->len; i++)
    {
      FitMigrationNote *note = ((GList *) profile->notes->pdata[i])->data;

      g_free (note->profile);
      note->profile = g_strdup (profile->scheduler_name);
    }
}

void
fit_plan_drop_note (FitPlan *plan, GList *place)
{
  fit_migration_note_clear (place->data);
  g_free (place->data);
  g_queue_delete_link (&plan->notes, place);
}

GArray *
fit_plan_take_notes (FitPlan *plan)
{
  GArray *notes = g_array_sized_new (FALSE, TRUE, sizeof (FitMigrationNote),
                                     plan->notes.length);
  FitMigrationNote *note;

  g_array_set_clear_func (notes, fit_migration_note_clear);
  for (guint i = 0; i < plan->profiles->len; i++)
    g_ptr_array_set_size (((FitPlanProfile *) plan->profiles->pdata[i])->notes,
                          0);
  while ((note = g_queue_pop_head (&plan->notes)) != NULL)
    {
      g_array_append_val (notes, *note);
      g_free (note);
    }
  return notes;
}

/* -- outcomes -------------------------------------------------------------- */

/* Is the note about this plugin, without an outcome yet? */
static gboolean
is_open (const FitMigrationNote *note, const FitPlanFate *fate)
{
  return (note->kind == FIT_MIGRATION_CARRIED
          || note->kind == FIT_MIGRATION_CHANGED)
         && g_strcmp0 (note->plugin, fate->plugin) == 0
         && (note->points & fate->points) != 0;
}

/* Splits off the part of the note at @place about @points as a new note after
 * it.  Returns: the place of the new note */
static GList *
split_note (FitPlan *plan, GList *place, FitExtensionPoints points)
{
  FitMigrationNote *note = place->data;
  FitMigrationNote *part = g_new (FitMigrationNote, 1);

  *part = *note;
  part->points &= points;
  part->path = g_strdup (note->path);
  part->name = g_strdup (note->name);
  part->profile = g_strdup (note->profile);
  part->plugin = g_strdup (note->plugin);
  part->args = g_strdup (note->args);
  part->message = g_strdup (note->message);
  note->points &= ~points;
  /* Only a score has a weight. */
  if ((note->points >> FIT_POINT_SCORE & 1u) == 0)
    note->weight_before = 0;
  if ((part->points >> FIT_POINT_SCORE & 1u) == 0)
    part->weight_before = 0;
  g_queue_insert_after (&plan->notes, place, part);
  return place->next;
}

static void
apply_fate (FitMigrationNote *note, const FitPlanProfile *profile,
            const FitPlanFate *fate)
{
  gint index;

  fit_plan_reword (note, fate->kind, fate->message);
  note->since = fate->since;
  g_free (note->plugin);
  note->plugin = g_strdup (fate->name);
  note->weight_after = 0;
  index = fate->name != NULL
              ? fit_plan_find (profile, FIT_POINT_SCORE, fate->name)
              : -1;
  if (index >= 0 && (note->points >> FIT_POINT_SCORE & 1u) != 0)
    note->weight_after
        = fit_plan_entry (profile, FIT_POINT_SCORE, (guint) index)->weight;
}

void
fit_plan_settle (FitPlan *plan, const FitPlanProfile *profile,
                 const FitPlanFate *fate)
{
  const guint n = profile->notes->len;
  gboolean found = FALSE;

  /* Parts are added at the end; they already have their outcome. */
  for (guint i = 0; i < n; i++)
    {
      GList *place = profile->notes->pdata[i];
      const FitMigrationNote *note = place->data;

      if (!is_open (note, fate))
        continue;
      if ((note->points & ~fate->points) != 0)
        {
          place = split_note (plan, place, fate->points);
          g_ptr_array_add (profile->notes, place);
        }
      apply_fate (place->data, profile, fate);
      found = TRUE;
    }
  if (!found)
    {
      FitMigrationNote *note = fit_plan_note_plugin (
          plan, profile, fate->kind, fate->plugin, fate->points, fate->message);

      note->name = g_strdup (fate->plugin);
      apply_fate (note, profile, fate);
    }
}

gboolean
fit_plan_change (FitPlan *plan, FitPlanProfile *profile,
                 const FitPlanFate *fate)
{
  FitPlanFate found = *fate;

  found.points
      = fate->name != NULL
            ? fit_plan_rename (profile, fate->points, fate->plugin, fate->name)
            : fit_plan_remove (profile, fate->points, fate->plugin);
  if (found.points != 0)
    fit_plan_settle (plan, profile, &found);
  return found.points != 0;
}
