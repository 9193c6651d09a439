/* preemption.h - which pods to evict so that a pod fits
 *
 * Preemption is computed for a pod that has just failed to fit anywhere, from
 * the results of the failed attempt.  Nothing is changed; the caller evicts the
 * pods.
 *
 * Source: kube-scheduler v1.16 core/generic_scheduler.go Preempt().
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/evaluation.h"
#include "core/node-victims.h"

/* The criteria for choosing a candidate, in this order, starting at
 * FIT_CHOICE_NO_VICTIMS. */
typedef enum
{
  FIT_CHOICE_NONE,           /* no node was chosen */
  FIT_CHOICE_ONLY,           /* there was one candidate */
  FIT_CHOICE_NO_VICTIMS,     /* no victims are needed */
  FIT_CHOICE_VIOLATIONS,     /* fewest PodDisruptionBudget violations */
  FIT_CHOICE_FIRST_PRIORITY, /* lowest priority of the first victim */
  FIT_CHOICE_PRIORITY_SUM,   /* smallest sum of priorities */
  FIT_CHOICE_NUMBER,         /* fewest victims */
  FIT_CHOICE_START,          /* latest start among the most important victims */
  FIT_CHOICE_ORDER,          /* all criteria tied: it is the first one */
} FitChoice;

struct _FitPreemption
{
  gboolean eligible; /* may the pod preempt at all? */
  guint n_potential;
  const FitNodeInfo **potential; /* owned array: nodes where removing pods may
                                    help, in node order */
  guint n_candidates;
  FitNodeVictims *candidates; /* owned: the nodes where it does help, after
                                 filtering by extenders unless one failed */
  GPtrArray *skipped;         /* owned, of char *: failures of ignorable
                                 extenders */
  guint n_best;
  guint *best; /* owned: indexes of the candidates that tie on all criteria; the
                  first is chosen */
  FitChoice decided_by;
  GPtrArray *nominated_to_clear; /* owned, of FitPod: pods whose nomination must
                                    be cleared */
  char *why;   /* (nullable) owned: from v1.24 on, why there is no candidate,
                      as for an attempt: "0/2 nodes are available: ..." */
  char *error; /* (nullable) owned: the release's text; no node is chosen
                      then */
  GError *problem; /* (nullable) owned: an extender failed, so it is unknown
                      which pods would be evicted; @error is set too */
};

void fit_preemption_free (FitPreemption *preemption);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPreemption, fit_preemption_free)

/* fit_preemption_chosen: Returns: (nullable): the node to preempt on */
const FitNodeVictims *fit_preemption_chosen (const FitPreemption *preemption);
