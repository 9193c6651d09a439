/* migration-report-private.h - functions shared by the formats of the report
 * SPDX-License-Identifier: Apache-2.0 */
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
} FitMigratedLine;

/* How to report each kind of notes. */
typedef struct
{
  const char *title;
  const char *counted;   /* (nullable): the text after a number, if it differs
                            from the title */
  const char *colour;    /* (nullable): of the title on a terminal */
  gboolean says_nothing; /* the kind itself says everything */
  gboolean by_subject;   /* group by subject, not by message */
  gboolean ageless;      /* the first release does not matter */
} FitMigratedKind;

/* fit_migrated_kind: Returns: (transfer none) */
const FitMigratedKind *fit_migrated_kind (FitMigrationKind kind);

/* fit_migrated_lines: Returns: (transfer full): of FitMigratedLine: the lines of
 * @kind, in order */
GArray *fit_migrated_lines (const FitMigration *migration,
                            FitMigrationKind kind);

/* fit_migrated_subject: the name in the source, or the place.
 * Returns: (transfer none) (nullable) */
const char *fit_migrated_subject (const FitMigratedLine *line);

/* fit_migrated_place: the result: "NodeResourcesFit: score, weight 2".
 * Returns: (transfer full): may be empty */
char *fit_migrated_place (const FitMigration *migration,
                          const FitMigratedLine *line);

/* fit_migrated_message: the message, with the first release where it
 * applies.
 * Returns: (transfer full) */
char *fit_migrated_message (const FitMigratedLine *line);

/* fit_migrated_order: whether a priority ranks nodes as it did.
 * Returns: (transfer full) (nullable): NULL: nobody knows */
char *fit_migrated_order (const FitMigrationNote *note);

/* fit_migrated_arguments: the notes about plugins with arguments, each plugin of
 * each profile once.
 * Returns: (transfer container): of FitMigrationNote, borrowed */
GPtrArray *fit_migrated_arguments (const FitMigration *migration);

/* fit_migrated_profile: Returns: (transfer none) (nullable): NULL if there is
 * only one */
const char *fit_migrated_profile (const FitMigration *migration,
                                  const FitMigrationNote *note);

/* fit_migrated_heading: "policy.json (Policy, as 1.20.2 reads it) to v1 of
 * 1.34.1".  fit_migrated_where: "On the cluster", "On a generated cluster of 8
 * nodes and 6 pods".  Both: Returns: (transfer full).  fit_migrated_noun:
 * "Policy", "provider", "configuration" */
char *fit_migrated_heading (const FitMigrationReport *report);
char *fit_migrated_where (const FitDiffFinding *finding);
const char *fit_migrated_noun (const FitMigrationReport *report);

/* fit_migrated_counts: "12 carried over, 2 lost".  Returns: (transfer full) */
char *fit_migrated_counts (const FitMigration *migration);

/* fit_migrated_alike: do two notes of a kind have the same message? */
gboolean fit_migrated_alike (const FitMigrationNote *a,
                             const FitMigrationNote *b);

/* fit_migrated_release: "1.10", "1.19.0-rc.4"; fit_migrated_since: "1.19", for
 * all its patch releases.  Returns: (transfer full) */
char *fit_migrated_release (FitRelease release);
char *fit_migrated_since (FitRelease release);

/* fit_migrated_tell: adds what people read; @coloured: text has colours */
void fit_migrated_tell (const FitMigrationReport *migrated, gboolean coloured,
                        FitReport *report);
