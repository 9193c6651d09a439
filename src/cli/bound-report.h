/* bound-report.h - how far an answer is from what no placement can beat
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "simulate/bound.h"

/* What a bound is about. */
typedef enum
{
  FIT_BOUND_PLACED,    /* pods that have a node */
  FIT_BOUND_COPIES,    /* copies that fit */
  FIT_BOUND_DRAINED,   /* nodes that could be drained */
  FIT_BOUND_NEW_NODES, /* nodes that are needed: no fewer */
} FitBoundOf;

/* fit_bound_placed_pods: Returns: (transfer full): those of @pods, of FitPod, that
 * have a node in @simulation */
GPtrArray *fit_bound_placed_pods (const GPtrArray *pods,
                                  FitSimulation *simulation);

/* fit_bound_check: Returns: FALSE with FIT_ERROR_INTERNAL if the answer @found is
 * better than @bound (nullable) */
gboolean fit_bound_check (const FitBound *bound, FitBoundOf of, gint64 found,
                          GError **error);

/* fit_bound_tell: says in a sentence of its own how far @found is from @bound
 * (nullable: none was asked for).  fit_bound_set_json: sets the member "bound". */
void fit_bound_tell (const FitBound *bound, FitBoundOf of, gint64 found,
                     FitReport *report);
void fit_bound_set_json (const FitBound *bound, FitBoundOf of, gint64 found,
                         FitJson *data);
