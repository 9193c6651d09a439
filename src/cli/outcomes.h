/* outcomes.h - counts pods that are placed, unschedulable, or failed with an
 * error
 *
 * All verbs that try many pods count them here, so errors are reported and
 * determine the exit status everywhere in the same way.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/exit-status.h"
#include "report/report.h"
#include "core/outcome.h"

/* An error and how many pods failed with it. */
typedef struct
{
  GError *error;    /* owned */
  const char *side; /* (nullable) static: the side of a comparison */
  guint n_pods;
} FitOutcomesError;

typedef struct
{
  guint n_of[FIT_OUTCOME_LAST]; /* number of pods */
  guint n_refused;     /* number of pods that admission refused: they were never
                      scheduled */
  GPtrArray *errors;   /* (nullable) owned, of FitOutcomesError: without
                          duplicates, in order of occurrence */
  GHashTable *by_text; /* (nullable) owned, private */
} FitOutcomes;

void fit_outcomes_clear (FitOutcomes *tally);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitOutcomes, fit_outcomes_clear)

/* fit_outcomes_add: adds a pod; @node and @error as for fit_outcome() */
void fit_outcomes_add (FitOutcomes *tally, gconstpointer node,
                       const GError *error);

/* fit_outcomes_add_error: adds an error without a pod; @side: (nullable): its
 * side, static */
void fit_outcomes_add_error (FitOutcomes *tally, const GError *error,
                             const char *side);

/* fit_outcomes_exit: Returns: the status of the most serious error; without
 * errors, yes if every pod was admitted and has a node, otherwise no */
FitExit fit_outcomes_exit (const FitOutcomes *tally);

/* fit_outcomes_errors_table: for text and JSON: how many pods failed with which
 * error.  Returns: (transfer full) */
FitTable *fit_outcomes_errors_table (const FitOutcomes *tally);

/* fit_outcomes_report_errors: adds that table and an empty line, if there are
 * errors */
void fit_outcomes_report_errors (const FitOutcomes *tally, FitReport *report);
