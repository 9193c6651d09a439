/* outcomes.h - how many pods have a node, fit nowhere, or failed with an error; and
 * with which errors
 *
 * Whatever answers questions about many pods counts them here, so that errors
 * are told and end the program everywhere in the same way.
 */
#pragma once

#include "cli/exit-status.h"
#include "cli/table-text.h"
#include "core/outcome.h"

G_BEGIN_DECLS

/* An error and how many pods failed with it. */
typedef struct
{
  GError *error;    /* owned */
  const char *side; /* (nullable) static: of a comparison */
  guint n_pods;
} FitOutcomesError;

typedef struct
{
  guint n_of[FIT_OUTCOME_LAST]; /* pods */
  GPtrArray *errors; /* (nullable) owned, of FitOutcomesError: each once, in the
                          order in which they came */
  GHashTable *by_text; /* (nullable) owned, private */
} FitOutcomes;

void fit_outcomes_clear (FitOutcomes *tally);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitOutcomes, fit_outcomes_clear)

/* fit_outcomes_add: a pod; @node and @error as fit_outcome() takes them */
void fit_outcomes_add (FitOutcomes *tally, gconstpointer node,
                       const GError *error);

/* fit_outcomes_add_error: an error, and no pod; @side: (nullable): whose, static */
void fit_outcomes_add_error (FitOutcomes *tally, const GError *error,
                             const char *side);

/* fit_outcomes_exit: Returns: the status of the gravest error; without one, whether
 * every pod has a node */
FitExit fit_outcomes_exit (const FitOutcomes *tally);

/* fit_outcomes_errors_table: for people and for data: how many pods failed with
 * which error.  Returns: (transfer full) */
FitTable *fit_outcomes_errors_table (const FitOutcomes *tally);

/* fit_outcomes_append_errors: that table and a blank line, if there are errors */
void fit_outcomes_append_errors (const FitOutcomes *tally,
                                 const FitTextStyle *style, GString *out);

G_END_DECLS
