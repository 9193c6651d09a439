/* migration-report-markdown.c - the report for a review or a wiki */
#include "report/markdown.h"
#include "cli/migration-report-private.h"

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

static void
append_line (GString *out, const FitMigration *migration,
             const FitReportLine *line)
{
  const FitMigrationNote *note = line->note;
  const char *subject = fit_report_line_subject (line);
  g_autofree char *place = fit_report_line_place (migration, line);
  g_autofree char *message = fit_report_line_message (line);
  const char *path = note->name != NULL && line->path != NULL ? line->path : "";

  g_string_append_c (out, '|');
  append_cell (out, path, TRUE);
  append_cell (out, subject != NULL && subject != path ? subject : "", TRUE);
  append_cell (out, place, FALSE);
  append_cell (out, message, FALSE);
  g_string_append_c (out, '\n');
}

static void
append_kind (GString *out, const FitMigration *migration, FitMigrationKind kind)
{
  g_autoptr (GArray) lines = fit_migrated_lines (migration, kind);

  if (lines->len == 0)
    return;
  g_string_append_printf (out,
                          "\n## %s\n\n| where | what | is now | why |\n"
                          "| --- | --- | --- | --- |\n",
                          fit_report_kind (kind)->title);
  for (guint i = 0; i < lines->len; i++)
    append_line (out, migration, &g_array_index (lines, FitReportLine, i));
}

static void
append_arguments (GString *out, const FitMigration *migration)
{
  g_autoptr (GPtrArray) notes = fit_report_arguments (migration);

  if (notes->len > 0)
    g_string_append (out, "\n## Arguments\n\n| profile | plugin | arguments |\n"
                          "| --- | --- | --- |\n");
  for (guint i = 0; i < notes->len; i++)
    {
      const FitMigrationNote *note = notes->pdata[i];

      g_string_append_c (out, '|');
      append_cell (out, note->profile != NULL ? note->profile : "", TRUE);
      append_cell (out, note->plugin, TRUE);
      append_cell (out, note->args, TRUE);
      g_string_append_c (out, '\n');
    }
}

static void
append_coverage (GString *out, const FitMigrationReport *report)
{
  static const char *const titles[]
      = { "What the source did", "What the migration did" };
  const FitCoverage *left = report->finding->coverage[FIT_DIFF_LEFT];
  g_autofree char *sentence
      = fit_coverage_sentence (left, fit_report_source_noun (report));
  g_autofree char *idle = fit_coverage_idle_sentence (left);

  if (left->n_pods == 0)
    return;
  fit_markdown_printf (out, "\n%s\n", sentence);
  if (idle != NULL)
    fit_markdown_printf (out, "\n%s\n", idle);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      g_string_append_printf (out, "\n### %s\n\n", titles[i]);
      fit_coverage_append_markdown (report->finding->coverage[i], out);
    }
}

void
fit_report_append_markdown (const FitMigrationReport *migrated,
                            FitReport *report)
{
  const FitMigration *migration = migrated->migration;
  GString *out = fit_report_lines (report);
  g_autofree char *heading = fit_report_heading (migrated);
  g_autofree char *counts = fit_report_counts (migration);
  g_autofree char *reader = fit_migration_report_reader (migration);
  g_autofree char *where = NULL;

  fit_markdown_printf (out, "# Migration of %s\n", heading);
  g_string_append_printf (out, "\n%s.\n", counts);
  if (reader != NULL)
    g_string_append_printf (out, "\n%s.\n", reader);
  for (guint i = 0; i < FIT_MIGRATION_KIND_LAST; i++)
    append_kind (out, migration, i);
  append_arguments (out, migration);
  if (migrated->finding == NULL)
    return;
  where = fit_report_where (migrated->finding);
  g_string_append_printf (out, "\n## %s\n", where);
  fit_diff_finding_tell_markdown (migrated->finding, 3, report);
  append_coverage (fit_report_lines (report), migrated);
}
