/* migration-report-lines.c - groups the notes of a migration into lines
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/migration-report-private.h"

#include "base/list-gap.h"
#include "cli/console.h"
#include "config/migrate/readers.h"

#include <string.h>

#include "base/each.h"

/* clang-format off */
static const FitMigratedKind kinds[] = {
  [FIT_MIGRATION_CARRIED] = { .title = "Carried over", .colour = FIT_CONSOLE_CYAN, .says_nothing = TRUE },
  [FIT_MIGRATION_CHANGED] = { .title = "Changed", .colour = FIT_CONSOLE_CYAN },
  [FIT_MIGRATION_DEFAULTS] = { .title = "Defaults", .counted = "about defaults", .colour = FIT_CONSOLE_CYAN,
                               .ageless = TRUE },
  [FIT_MIGRATION_OUT_OF_TREE] = { .title = "Out of tree", .colour = FIT_CONSOLE_YELLOW },
  [FIT_MIGRATION_ADDED] = { .title = "Added", .colour = FIT_CONSOLE_CYAN, .ageless = TRUE },
  [FIT_MIGRATION_DROPPED] = { .title = "Dropped without effect", .colour = FIT_CONSOLE_CYAN },
  [FIT_MIGRATION_CONDITIONAL] = { .title = "Without effect unless a node is annotated",
                                  .counted = "without effect unless a node is annotated",
                                  .colour = FIT_CONSOLE_YELLOW },
  [FIT_MIGRATION_KEPT] = { .title = "Kept by the extender", .counted = "kept by the extender" },
  [FIT_MIGRATION_LOST] = { .title = "Lost", .colour = FIT_CONSOLE_RED },
  [FIT_MIGRATION_ARITHMETIC] = { .title = "Computed differently", .colour = FIT_CONSOLE_CYAN, .by_subject = TRUE },
  [FIT_MIGRATION_EXTENDER] = { .title = "Extenders", .counted = "about extenders", .colour = FIT_CONSOLE_CYAN,
                               .by_subject = TRUE },
  [FIT_MIGRATION_DECIDE] = { .title = "To be decided", .colour = FIT_CONSOLE_YELLOW, .by_subject = TRUE },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_MIGRATION_KIND_LAST);

const FitMigratedKind *
fit_migrated_kind (FitMigrationKind kind)
{
  return &kinds[kind];
}

gboolean
fit_migrated_alike (const FitMigrationNote *a, const FitMigrationNote *b)
{
  return strcmp (a->message, b->message) == 0
         && (kinds[a->kind].ageless || a->since == b->since);
}

/* A GEqualFunc, and a GHashFunc for it. */
static gboolean
note_equal (gconstpointer one, gconstpointer other)
{
  const FitMigrationNote *a = one, *b = other;

  return fit_migrated_alike (a, b) && g_strcmp0 (a->name, b->name) == 0
         && g_strcmp0 (a->plugin, b->plugin) == 0
         && g_strcmp0 (a->profile, b->profile) == 0
         && (a->name != NULL || g_strcmp0 (a->path, b->path) == 0);
}

static guint
note_hash (gconstpointer data)
{
  const FitMigrationNote *note = data;
  guint hash = g_str_hash (note->message);

  const char *subject = note->name != NULL ? note->name : note->path;

  if (subject != NULL)
    hash = hash * 31 + g_str_hash (subject);
  if (note->profile != NULL)
    hash = hash * 31 + g_str_hash (note->profile);
  return hash;
}

GArray *
fit_migrated_lines (const FitMigration *migration, FitMigrationKind kind)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (FitMigratedLine));
  g_autoptr (GHashTable) places = g_hash_table_new (note_hash, note_equal);

  FIT_EACH_OF (const FitMigrationNote, note, migration->notes)
    {
      if (note->kind == kind)
        {
          const FitMigratedLine line
              = { note, note->points, note->path, note->weight_before,
                  note->weight_after };
          const guint place
              = GPOINTER_TO_UINT (g_hash_table_lookup (places, note));
          FitMigratedLine *other;

          if (place == 0)
            {
              g_array_append_val (lines, line);
              g_hash_table_insert (places, (gpointer) note,
                                   GUINT_TO_POINTER (lines->len));
              continue;
            }
          other = &g_array_index (lines, FitMigratedLine, place - 1);
          other->points |= note->points;
          if (g_strcmp0 (other->path, note->path) != 0)
            other->path = NULL;
          other->weight_before
              = MAX (other->weight_before, note->weight_before);
          other->weight_after = MAX (other->weight_after, note->weight_after);
        }
    }
  return lines;
}

const char *
fit_migrated_subject (const FitMigratedLine *line)
{
  const FitMigrationNote *note = line->note;

  if (note->kind == FIT_MIGRATION_EXTENDER || note->name == NULL)
    return note->path != NULL ? note->path : note->plugin;
  return note->name;
}

const char *
fit_migrated_profile (const FitMigration *migration,
                      const FitMigrationNote *note)
{
  return migration->configuration->n_profiles > 1 ? note->profile : NULL;
}

char *
fit_migrated_place (const FitMigration *migration, const FitMigratedLine *line)
{
  const char *subject = fit_migrated_subject (line);
  const char *plugin = line->note->plugin;
  const char *profile = fit_migrated_profile (migration, line->note);
  GString *points = g_string_new (NULL);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; plugin != NULL && i < FIT_POINT_SET_LAST; i++)
    if (line->points & 1u << i)
      g_string_append_printf (points, "%s%s", fit_list_gap (points, ", "),
                              fit_extension_point_info (i)->name);
  if ((line->points & FIT_AT (SCORE))
      && (line->weight_before != 0 || line->weight_after != 0))
    {
      const gint64 before = line->weight_before, after = line->weight_after;
      g_autofree char *text
          = after == 0
                ? g_strdup_printf ("weight was %" G_GINT64_FORMAT, before)
            : before == 0 || before == after
                ? g_strdup_printf ("weight %" G_GINT64_FORMAT, after)
                : g_strdup_printf ("weight %" G_GINT64_FORMAT
                                   ", was %" G_GINT64_FORMAT,
                                   after, before);

      g_string_append_printf (points, "%s%s", fit_list_gap (points, ", "),
                              text);
    }
  if (profile != NULL)
    g_string_append (out, profile);
  if (plugin != NULL && g_strcmp0 (plugin, subject) != 0)
    g_string_append_printf (out, "%s%s", fit_list_gap (out, ": "), plugin);
  if (points->len > 0)
    g_string_append_printf (out, "%s%s", fit_list_gap (out, ": "), points->str);
  g_string_free (points, TRUE);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
fit_migrated_message (const FitMigratedLine *line)
{
  const FitMigrationNote *note = line->note;
  g_autofree char *since = NULL;

  if (note->since == 0 || kinds[note->kind].ageless)
    return g_strdup (note->message);
  since = fit_migrated_since (note->since);
  return g_strdup_printf ("%s (from %s)", note->message, since);
}

char *
fit_migrated_order (const FitMigrationNote *note)
{
  const FitRuleOrder *order = note->order;

  if (order == NULL)
    return NULL;
  return order->alike != NULL
             ? g_strconcat ("ranks all nodes alike: ", order->alike, NULL)
             : g_strconcat ("does not rank all nodes alike: ", order->unlike,
                            NULL);
}

/* -- the whole ------------------------------------------------------------- */

GPtrArray *
fit_migrated_arguments (const FitMigration *migration)
{
  GPtrArray *found = g_ptr_array_new ();
  g_autoptr (GHashTable) told
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  FIT_EACH_OF (FitMigrationNote, note, migration->notes)
    {
      if (note->args == NULL || note->plugin == NULL)
        continue;
      if (g_hash_table_add (
              told,
              g_strconcat (note->plugin, "\n",
                           note->profile != NULL ? note->profile : "", NULL)))
        g_ptr_array_add (found, note);
    }
  return found;
}

char *
fit_migrated_since (FitRelease release)
{
  if (release % 100 == 0)
    return g_strdup_printf ("1.%d", release / 100);
  return g_strdup_printf ("1.%d.%d", release / 100, release % 100);
}

char *
fit_migrated_release (FitRelease release)
{
  const char *name = fit_release_name (release);

  return name != NULL ? g_strdup (name) : fit_migrated_since (release);
}

char *
fit_migration_report_reader (const FitMigration *migration)
{
  const FitReader *newest = NULL;
  g_autofree char *from = NULL;
  g_autofree char *readers = NULL;

  if (migration->readers == NULL)
    return NULL;
  newest = fit_readers_newest (migration->readers, 0);
  from = fit_migrated_release (migration->from_release);
  readers = fit_readers_describe (migration->readers, FALSE);
  return g_strdup_printf (
      "read as %s, the newest release %sthat reads it (%s); --from-release "
      "chooses another",
      from,
      newest != NULL && newest->release > migration->from_release
          ? "up to the target "
          : "",
      readers);
}

char *
fit_migrated_counts (const FitMigration *migration)
{
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < FIT_MIGRATION_KIND_LAST; i++)
    {
      g_autoptr (GArray) lines = fit_migrated_lines (migration, i);
      const char *name
          = kinds[i].counted != NULL ? kinds[i].counted : kinds[i].title;
      g_autofree char *lower = g_ascii_strdown (name, -1);

      if (lines->len > 0)
        g_string_append_printf (out, "%s%u %s", fit_list_gap (out, ", "),
                                lines->len, lower);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}
