/* migration-report.c - the report about a migration, in each format
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/migration-report-private.h"

FitReportFormat
fit_migration_report_format (const char *path)
{
  if (g_str_has_suffix (path, ".md") || g_str_has_suffix (path, ".markdown"))
    return FIT_REPORT_MARKDOWN;
  return g_str_has_suffix (path, ".json") ? FIT_REPORT_JSON : FIT_REPORT_TEXT;
}

/* Reports have 80 columns, wherever they go. */
#define WIDTH 80

static FitReport *
new_report (const FitMigrationReport *migrated, FitFormat format)
{
  FitReport *report = fit_report_new ("Migration", format, WIDTH);

  report->columns = format == FIT_FORMAT_HTML ? fit_json_object () : NULL;
  if (fit_report_is_data (report))
    fit_migrated_set_data (migrated, report);
  return report;
}

GString *
fit_migration_report_print (const FitMigrationReport *migrated,
                            FitReportFormat format, gboolean coloured)
{
  static const FitFormat formats[] = {
    [FIT_REPORT_TEXT] = FIT_FORMAT_TABLE,
    [FIT_REPORT_MARKDOWN] = FIT_FORMAT_MARKDOWN,
    [FIT_REPORT_JSON] = FIT_FORMAT_JSON,
  };
  g_autoptr (FitReport) report = new_report (migrated, formats[format]);
  GString *out = g_string_new (NULL);

  if (fit_report_is_text (report))
    fit_migrated_tell (migrated, coloured, report);
  fit_report_render (report, out);
  return out;
}

GString *
fit_migration_report_page (const FitMigrationReport *migrated)
{
  g_autoptr (FitReport) report = new_report (migrated, FIT_FORMAT_HTML);
  GString *out = g_string_new (NULL);

  fit_report_render (report, out);
  return out;
}

guint
fit_migration_report_count_lost (const FitMigration *migration)
{
  g_autoptr (GArray) lines = fit_migrated_lines (migration, FIT_MIGRATION_LOST);

  return lines->len;
}
