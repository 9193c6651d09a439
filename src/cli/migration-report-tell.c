/* migration-report-tell.c - what people read of a migration: text of 80
 * columns, or Markdown for a review or a wiki
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"
#include "cli/migration-report-private.h"
#include "cli/diff-report.h"
#include "report/markdown.h"

#include "cli/console.h"
#include "cli/help.h"

#include <string.h>

#include "base/each.h"

#define WIDTH 80
#define INDENT 2
#define DEEPER 6
/* The maximum width of the old name on a line with the new one. */
#define WIDEST_SUBJECT 32

/* Lines after the first begin in column @indent. */
static void
append_wrapped (GString *out, guint indent, const char *text)
{
  g_autofree char *plain = fit_plain_text (text);

  fit_help_append_wrapped (plain, indent, WIDTH, out);
}

static void
append_indented (GString *out, guint indent, const char *text)
{
  g_string_append_printf (out, "%*s", (gint) indent, "");
  append_wrapped (out, indent, text);
}

/* A sentence of its own. */
static void
tell_sentence (FitReport *report, const char *text)
{
  if (fit_report_is_markdown (report))
    fit_report_paragraph (report, text);
  else
    append_indented (fit_report_lines (report), 0, text);
}

/* @colour (nullable): of text */
static void
tell_title (FitReport *report, const char *title, const char *colour)
{
  if (fit_report_is_markdown (report))
    fit_report_heading (report, 2, title);
  else
    g_string_append_printf (fit_report_lines (report), "\n%s%s%s:\n",
                            colour != NULL ? colour : "", title,
                            colour != NULL ? FIT_CONSOLE_PLAIN : "");
}

static void
append_subject (GString *out, const FitMigration *migration,
                const FitMigratedLine *line, guint column)
{
  const char *subject = fit_migrated_subject (line);
  g_autofree char *place = fit_migrated_kind (line->note->kind)->by_subject
                               ? g_strdup ("")
                               : fit_migrated_place (migration, line);
  const guint used = INDENT + (guint) g_utf8_strlen (subject, -1);

  g_string_append_printf (out, "%*s", INDENT, "");
  fit_plain_append (out, subject, strlen (subject));
  if (*place == '\0')
    {
      g_string_append_c (out, '\n');
      return;
    }
  g_string_append_printf (out, "%*s",
                          used < column ? (gint) (column - used) : 2, "");
  append_wrapped (out, column, place);
}

/* Are two lines of a kind in the same group?  A GEqualFunc. */
static gboolean
belong_together (gconstpointer a, gconstpointer b)
{
  const FitMigratedLine *one = a, *other = b;

  if (fit_migrated_kind (one->note->kind)->by_subject)
    return g_strcmp0 (fit_migrated_subject (one), fit_migrated_subject (other))
           == 0;
  return fit_migrated_alike (one->note, other->note);
}

static guint
line_hash (gconstpointer data)
{
  const FitMigratedLine *line = data;
  const char *subject = fit_migrated_subject (line);

  if (fit_migrated_kind (line->note->kind)->by_subject)
    return subject != NULL ? g_str_hash (subject) : 0;
  return g_str_hash (line->note->message);
}

static gboolean
has_subject (const FitMigratedLine *line)
{
  return fit_migrated_subject (line) != NULL;
}

static void
append_message (GString *out, const FitMigratedLine *line)
{
  g_autofree char *message = fit_migrated_message (line);

  append_indented (out, has_subject (line) ? DEEPER : INDENT, message);
}

/* @group: (element-type FitMigratedLine) */
static void
append_group (GString *out, const FitMigration *migration,
              const GPtrArray *group, guint column)
{
  const FitMigratedLine *start = group->pdata[0];
  const FitMigratedKind *kind = fit_migrated_kind (start->note->kind);

  for (guint i = 0; i < group->len; i++)
    {
      const FitMigratedLine *line = group->pdata[i];

      if (has_subject (line) && (i == 0 || !kind->by_subject))
        append_subject (out, migration, line, column);
      if (line->note->order != NULL)
        {
          g_autofree char *order = fit_migrated_order (line->note);

          append_indented (out, DEEPER, order);
        }
      if (kind->by_subject)
        append_message (out, line);
    }
  if (!kind->by_subject && !kind->says_nothing)
    append_message (out, start);
}

/* Returns: (transfer full): of GPtrArray of FitMigratedLine: the groups, in the
 * order of their first lines */
static GPtrArray *
group_lines (const GArray *lines)
{
  GPtrArray *groups
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  g_autoptr (GHashTable) known = g_hash_table_new (line_hash, belong_together);

  FIT_EACH_OF (FitMigratedLine, line, lines)
    {
      GPtrArray *group = g_hash_table_lookup (known, line);

      if (group == NULL)
        {
          group = g_ptr_array_new ();
          g_ptr_array_add (groups, group);
          g_hash_table_insert (known, line, group);
        }
      g_ptr_array_add (group, line);
    }
  return groups;
}

/* -- in Markdown ----------------------------------------------------------- */

static void
append_cell (GString *out, const char *text, gboolean is_code)
{
  g_string_append_c (out, ' ');
  if (*text != '\0' && is_code)
    fit_markdown_append_code (out, text);
  else
    fit_markdown_append (out, text);
  g_string_append (out, " |");
}

/* -- sections -------------------------------------------------------------- */

static void
tell_kind (const FitMigration *migration, FitMigrationKind kind,
           gboolean coloured, FitReport *report)
{
  g_autoptr (GArray) lines = fit_migrated_lines (migration, kind);
  g_autoptr (GPtrArray) groups = group_lines (lines);
  glong widest = 0;
  guint column;
  GString *out;

  /* The column where the new names begin. */
  for (guint i = 0; i < lines->len; i++)
    {
      const char *subject
          = fit_migrated_subject (&g_array_index (lines, FitMigratedLine, i));
      const glong width = subject != NULL ? g_utf8_strlen (subject, -1) : 0;

      if (width <= WIDEST_SUBJECT)
        widest = MAX (widest, width);
    }
  column = (guint) widest + INDENT + 2;
  if (lines->len == 0)
    return;
  tell_title (report, fit_migrated_kind (kind)->title,
              coloured ? fit_migrated_kind (kind)->colour : NULL);
  out = fit_report_lines (report);
  if (!fit_report_is_markdown (report))
    {
      for (guint i = 0; i < groups->len; i++)
        append_group (out, migration, groups->pdata[i], column);
      return;
    }
  g_string_append (out, "| where | what | is now | why |\n"
                        "| --- | --- | --- | --- |\n");
  FIT_EACH_OF (const FitMigratedLine, line, lines)
    {
      const FitMigrationNote *note = line->note;
      const char *subject = fit_migrated_subject (line);
      g_autofree char *place = fit_migrated_place (migration, line);
      g_autofree char *message = fit_migrated_message (line);
      g_autofree char *order = fit_migrated_order (note);
      g_autofree char *why = order != NULL
                                 ? g_strconcat (message, "; ", order, NULL)
                                 : g_strdup (message);
      const char *path
          = note->name != NULL && line->path != NULL ? line->path : "";

      g_string_append_c (out, '|');
      append_cell (out, path, TRUE);
      append_cell (out, subject != NULL && subject != path ? subject : "",
                   TRUE);
      append_cell (out, place, FALSE);
      append_cell (out, why, FALSE);
      g_string_append_c (out, '\n');
    }
}

/* @json in its shortest form, with blanks where a line may be wrapped. */
static char *
spaced (const char *json)
{
  GString *out = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (; *json != '\0'; json++)
    {
      if (*json == '\\')
        g_string_append_c (out, *json++);
      else if (*json == '"')
        quoted = !quoted;
      g_string_append_c (out, *json);
      if (!quoted && (*json == ',' || *json == ':'))
        g_string_append_c (out, ' ');
    }
  return g_string_free (out, FALSE);
}

static void
tell_arguments (const FitMigration *migration, gboolean coloured,
                FitReport *report)
{
  g_autoptr (GPtrArray) notes = fit_migrated_arguments (migration);
  const gboolean markdown = fit_report_is_markdown (report);
  GString *out;

  if (notes->len == 0)
    return;
  tell_title (report, "Arguments", coloured ? FIT_CONSOLE_CYAN : NULL);
  out = fit_report_lines (report);
  if (markdown)
    g_string_append (out, "| profile | plugin | arguments |\n"
                          "| --- | --- | --- |\n");
  for (guint i = 0; i < notes->len; i++)
    if (markdown)
      {
        const FitMigrationNote *note = notes->pdata[i];

        g_string_append_c (out, '|');
        append_cell (out, note->profile != NULL ? note->profile : "", TRUE);
        append_cell (out, note->plugin, TRUE);
        append_cell (out, note->args, TRUE);
        g_string_append_c (out, '\n');
      }
    else
      {
        const FitMigrationNote *note = notes->pdata[i];
        const char *profile = fit_migrated_profile (migration, note);
        g_autofree char *args = spaced (note->args);

        fit_plain_printf (out, "%*s%s%s%s\n", INDENT, "",
                          profile != NULL ? profile : "",
                          profile != NULL ? ": " : "", note->plugin);
        append_indented (out, DEEPER, args);
      }
}

const char *
fit_migrated_noun (const FitMigrationReport *report)
{
  if (strcmp (report->source_type, FIT_CONFIG_KIND) == 0)
    return "configuration";
  return strcmp (report->source_type, "Provider") == 0 ? "provider"
                                                       : report->source_type;
}

/* How much the comparison has exercised. */
static void
tell_coverage (const FitMigrationReport *migrated, FitReport *report)
{
  static const char *const titles[]
      = { "What the source did", "What the migration did" };
  const FitCoverage *coverage = migrated->finding->coverage[FIT_DIFF_LEFT];
  g_autofree char *sentence
      = fit_coverage_sentence (coverage, fit_migrated_noun (migrated));
  g_autofree char *idle = fit_coverage_idle_sentence (coverage);

  if (coverage->n_pods == 0)
    return;
  tell_sentence (report, sentence);
  if (idle != NULL)
    tell_sentence (report, idle);
  for (guint i = 0; fit_report_is_markdown (report) && i < FIT_DIFF_SIDES; i++)
    {
      fit_report_heading (report, 3, titles[i]);
      fit_coverage_append_markdown (migrated->finding->coverage[i],
                                    fit_report_lines (report));
    }
}

/* -- a search -------------------------------------------------------------- */

/* Is the difference that @cluster shows one that the entry of @note makes? */
static gboolean
is_about (const FitFoundCluster *cluster, const FitMigrationNote *note)
{
  return note->name != NULL && note->plugin != NULL
         && g_strcmp0 (cluster->rule, note->plugin) == 0
         && fit_points_have (note->points,
                             cluster->cause == FIT_DIFF_FEASIBILITY
                                 ? FIT_POINT_FILTER
                                 : FIT_POINT_SCORE);
}

/* -- the whole ------------------------------------------------------------- */

char *
fit_migrated_heading (const FitMigrationReport *report)
{
  const FitMigration *migration = report->migration;
  g_autofree char *from = fit_migrated_release (migration->from_release);
  g_autofree char *to = fit_migrated_release (migration->target_release);

  return g_strdup_printf (
      "%s (%s of %s) to %s of %s", report->source, report->source_type, from,
      fit_config_version_name (migration->target_version), to);
}

/* Which entries the search has shown to decide otherwise than what they became:
 * each once, with the smallest cluster. */
static void
tell_entries (const FitMigrationReport *migrated, FitReport *report)
{
  const GPtrArray *clusters = migrated->finding->found->clusters;
  const GArray *notes = migrated->migration->notes;
  const char *mark = fit_report_is_markdown (report) ? "- " : "";
  g_autoptr (GHashTable) told = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < notes->len; i++)
    for (guint c = 0; c < clusters->len; c++)
      {
        const FitMigrationNote *note
            = &g_array_index (notes, FitMigrationNote, i);
        const FitFoundCluster *cluster = clusters->pdata[c];
        g_autofree char *size = NULL;

        if (!is_about (cluster, note)
            || !g_hash_table_add (told, (gpointer) note->name))
          continue;
        size = g_strdup_printf ("%u %s and %u %s", cluster->n_nodes,
                                cluster->n_nodes == 1 ? "node" : "nodes",
                                cluster->n_pods,
                                cluster->n_pods == 1 ? "pod" : "pods");
        fit_report_say (report, "%s%s: %s %s, as %s show", mark, note->name,
                        note->plugin,
                        cluster->cause == FIT_DIFF_FEASIBILITY
                            ? "does not reject the same nodes"
                            : "does not rank nodes alike",
                        size);
      }
  if (g_hash_table_size (told) > 0)
    fit_report_gap (report);
}

char *
fit_migrated_where (const FitDiffFinding *finding)
{
  if (!finding->generated)
    return g_strdup ("On the cluster");
  return g_strdup_printf ("On a generated cluster of %u nodes and %u pods",
                          finding->n_nodes, finding->n_pods);
}

void
fit_migrated_tell (const FitMigrationReport *migrated, gboolean coloured,
                   FitReport *report)
{
  static const char small[] = "On small clusters that were made at random";
  const gboolean markdown = fit_report_is_markdown (report);
  const FitMigration *migration = migrated->migration;
  g_autofree char *what = fit_migrated_heading (migrated);
  g_autofree char *counts = fit_migrated_counts (migration);
  g_autofree char *reader = fit_migration_report_reader (migration);
  g_autofree char *sentence
      = reader != NULL ? g_strconcat (reader, markdown ? "." : NULL, NULL)
                       : NULL;
  g_autofree char *on = NULL;
  guint last;

  if (markdown)
    fit_report_say (report, "# Migration of %s\n\n%s.", what, counts);
  else
    tell_sentence (report, what);
  if (sentence != NULL)
    tell_sentence (report, sentence);
  /* The arguments follow the changes in text, and come last in Markdown. */
  last = fit_report_is_markdown (report) ? FIT_MIGRATION_KIND_LAST - 1
                                         : FIT_MIGRATION_CHANGED;
  for (guint i = 0; i < FIT_MIGRATION_KIND_LAST; i++)
    {
      tell_kind (migration, i, coloured, report);
      if (i == last)
        tell_arguments (migration, coloured, report);
    }
  if (!markdown)
    {
      fit_report_gap (report);
      tell_sentence (report, *counts != '\0' ? counts : "nothing to report");
    }
  if (migrated->finding == NULL)
    return;
  on = fit_migrated_where (migrated->finding);
  if (markdown)
    fit_report_say (report, "\n## %s", on);
  else
    tell_title (report, on, coloured ? FIT_CONSOLE_CYAN : NULL);
  fit_diff_finding_tell (migrated->finding, 3, report);
  tell_coverage (migrated, report);
  if (markdown)
    fit_report_say (report, "\n## %s\n", small);
  else
    tell_title (report, small, coloured ? FIT_CONSOLE_CYAN : NULL);
  tell_entries (migrated, report);
  fit_found_tell (migrated->finding->found, 3, report);
}
