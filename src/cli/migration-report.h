/* migration-report.h - the report of a migration
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-report.h"
#include "config/migrate/migration.h"

/* Borrowed. */
typedef struct
{
  const FitMigration *migration;
  const char *source;            /* "policy.json" */
  const char *source_type;       /* "Policy" */
  const FitDiffFinding *finding; /* (nullable): for --verify */
} FitMigrationReport;

/* fit_migration_report_format: the format for a file name: .md and .markdown, .json,
 * otherwise text */
FitReportFormat fit_migration_report_format (const char *path);

/* fit_migration_report_print: Returns: (transfer full): the report in @format,
 * which must not be AUTO; @coloured: use terminal colours in text.
 * fit_migration_report_page: as a page */
GString *fit_migration_report_print (const FitMigrationReport *migrated,
                                     FitReportFormat format, gboolean coloured);
GString *fit_migration_report_page (const FitMigrationReport *migrated);

/* fit_migration_report_reader: Returns: (transfer full) (nullable): which
 * release's rules were used for the source, and which other releases read it;
 * NULL if --from-release was given */
char *fit_migration_report_reader (const FitMigration *migration);

/* fit_migration_report_verdict: "on 1.18 to 1.22: identical placements for 2
 * pods; on 1.16: 1 of 2 pods differ".  Returns: (transfer full) (nullable):
 * NULL if the release was named, or does not matter */
char *fit_migration_report_verdict (const FitMigrationReport *report);

/* fit_migration_report_count_lost: Returns: the number of things without an
 * equivalent */
guint fit_migration_report_count_lost (const FitMigration *migration);
