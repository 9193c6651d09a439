/* voters.h - the priorities, plugins and extenders that score nodes
 *
 * The priorities come first, then the Score plugins, then the extenders, each
 * group in running order, with consecutive indexes.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/evaluation.h"

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
  const char *name; /* borrowed; for an extender its URL */
  gint64 weight;
  const gint64 *scores; /* borrowed; by feasible node, unweighted */
} FitVoter;

/* fit_evaluation_n_voters: Returns: the number of voters; 0 if nothing was
 * scored */
guint fit_evaluation_n_voters (const FitEvaluation *evaluation);

FitVoter fit_evaluation_voter (const FitEvaluation *evaluation, guint number);

/* fit_evaluation_points: score times weight; wraps silently, as in v1.16 */
gint64 fit_evaluation_points (const FitEvaluation *evaluation, guint voter,
                              guint feasible);
