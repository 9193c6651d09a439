/* voters.h - who gives points to the nodes that fit
 *
 * The priorities come first, then the Score plugins, then the extenders, each
 * group in the order in which it was asked; all are numbered through.
 */
#pragma once

#include "core/evaluation.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_VOTER_PRIORITY,
  FIT_VOTER_PLUGIN,
  FIT_VOTER_EXTENDER,
} FitVoterType;

/* fit_voter_type_name: "priority", "plugin", "extender" */
const char *fit_voter_type_name (FitVoterType type);

typedef struct
{
  FitVoterType type;
  const char *name; /* borrowed; of an extender its URL */
  gint64 weight;
  const gint64 *scores; /* borrowed; by feasible node, not weighted */
} FitVoter;

/* fit_evaluation_n_voters: Returns: 0 when nothing was scored */
guint fit_evaluation_n_voters (const FitEvaluation *evaluation);

FitVoter fit_evaluation_voter (const FitEvaluation *evaluation, guint number);

/* fit_evaluation_points: score times weight; wraps silently, as in v1.16 */
gint64 fit_evaluation_points (const FitEvaluation *evaluation, guint voter,
                              guint feasible);

G_END_DECLS
