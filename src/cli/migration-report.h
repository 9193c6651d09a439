/* migration-report.h - what a migration has done to a file, for people and for
 * programs
 */
#pragma once

#include "cli/diff-report.h"
#include "config/migrate/migration.h"

G_BEGIN_DECLS

/* Borrowed. */
typedef struct
{
  const FitMigration *migration;
  const char *source;            /* "policy.json" */
  const char *source_type;       /* "Policy" */
  const FitDiffFinding *finding; /* (nullable): of --verify */
} FitMigrationReport;

/* fit_report_format_of: what the name of a file says: .md and .markdown,
 * .json, or text for all others */
FitReportFormat fit_report_format_of (const char *path);

/* fit_migration_report_append: @format is not AUTO; @coloured: text with the
 * colours of a terminal */
void fit_migration_report_append (const FitMigrationReport *report,
                                  FitReportFormat format, gboolean coloured,
                                  GString *out);

/* fit_migration_report_reader: Returns: (transfer full) (nullable): as which
 * release the source was read, and which others read it; NULL where
 * --from-release said so */
char *fit_migration_report_reader (const FitMigration *migration);

/* fit_migration_report_count_lost: Returns: how much there is that has no
 * equal */
guint fit_migration_report_count_lost (const FitMigration *migration);

G_END_DECLS
