/* migration-report-private.h - functions shared by the formats of the report
 */
#pragma once

#include "cli/coverage-report.h"
#include "cli/migration-report.h"

/* A line of the report: notes that differ only in their points are combined. */
typedef struct
{
  const FitMigrationNote *note; /* the first of the notes, borrowed */
  FitExtensionPoints points;    /* of all notes */
  const char *path;             /* (nullable) borrowed; NULL: several */
  gint64 weight_before;
  gint64 weight_after;
} FitReportLine;

/* How to report each kind of notes. */
typedef struct
{
  const char *title;
  const char *counted;   /* (nullable): the text after a number, if it differs
                            from the title */
  gboolean says_nothing; /* the kind itself says everything */
  gboolean by_subject;   /* group by subject, not by message */
  gboolean ageless;      /* the first release does not matter */
} FitReportKind;

/* fit_report_kind: Returns: (transfer none) */
const FitReportKind *fit_report_kind (FitMigrationKind kind);

/* fit_migrated_lines: Returns: (transfer full): of FitReportLine: the lines of
 * @kind, in order */
GArray *fit_migrated_lines (const FitMigration *migration,
                            FitMigrationKind kind);

/* fit_report_line_subject: the name in the source, or the place.
 * Returns: (transfer none) (nullable) */
const char *fit_report_line_subject (const FitReportLine *line);

/* fit_report_line_place: the result: "NodeResourcesFit: score, weight 2".
 * Returns: (transfer full): may be empty */
char *fit_report_line_place (const FitMigration *migration,
                             const FitReportLine *line);

/* fit_report_line_message: the message, with the first release where it
 * applies.
 * Returns: (transfer full) */
char *fit_report_line_message (const FitReportLine *line);

/* fit_report_arguments: the notes about plugins with arguments, each plugin of
 * each profile once.
 * Returns: (transfer container): of FitMigrationNote, borrowed */
GPtrArray *fit_report_arguments (const FitMigration *migration);

/* fit_report_profile: Returns: (transfer none) (nullable): NULL if there is
 * only one */
const char *fit_report_profile (const FitMigration *migration,
                                const FitMigrationNote *note);

/* fit_report_heading: "policy.json (Policy, as 1.20.2 reads it) to v1 of
 * 1.34.1".  Returns: (transfer full) */
char *fit_report_heading (const FitMigrationReport *report);

/* fit_report_where: "On the cluster", "On a generated cluster of 8 nodes and 6
 * pods".  Returns: (transfer full) */
char *fit_report_where (const FitDiffFinding *finding);

/* fit_report_source_noun: "Policy", "provider", "configuration" */
const char *fit_report_source_noun (const FitMigrationReport *report);

/* fit_report_releases: Returns: (transfer full): of FitReleaseSpan with verdicts
 * of --verify, newest first: empty if the release was named, or if it is not a
 * Policy */
GPtrArray *fit_report_releases (const FitMigrationReport *report);

/* fit_report_counts: "12 carried over, 2 lost".  Returns: (transfer full) */
char *fit_report_counts (const FitMigration *migration);

/* fit_report_is_told_alike: do two notes of a kind have the same message? */
gboolean fit_report_is_told_alike (const FitMigrationNote *a,
                                   const FitMigrationNote *b);

/* fit_report_release_name: "1.10", "1.19.0-rc.4"; fit_report_since: "1.19", for
 * all its patch releases.  Returns: (transfer full) */
char *fit_report_release_name (FitRelease release);
char *fit_report_since (FitRelease release);

/* The three sides of a report. */
void fit_report_append_text (const FitMigrationReport *migrated,
                             gboolean coloured, FitReport *report);
void fit_report_append_markdown (const FitMigrationReport *migrated,
                                 FitReport *report);
void fit_report_set_data (const FitMigrationReport *migrated,
                          FitReport *report);
