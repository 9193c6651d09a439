/* preemption.h - which pods would have to go so that a pod fits
 *
 * Preemption is computed for a pod that just fitted nowhere, from what the
 * failed attempt saw.  Nothing is changed: carrying it out is the caller's.
 *
 * Source: kube-scheduler v1.16 core/generic_scheduler.go Preempt().
 */
#pragma once

#include "core/generic-scheduler.h"

G_BEGIN_DECLS

/* The pods of a node that would have to go. */
typedef struct
{
  const FitNodeInfo *node; /* borrowed from the cache */
  guint n_victims;
  const FitPod **victims; /* owned array of owned references: those that violate
                             a budget first, each group from the most important
                             pod down */
  guint n_pdb_violations;
} FitNodeVictims;

/* What decides between candidates, in this order, from FIT_CHOICE_NO_VICTIMS
 * on. */
typedef enum
{
  FIT_CHOICE_NONE,           /* no node was chosen */
  FIT_CHOICE_ONLY,           /* there was one candidate */
  FIT_CHOICE_NO_VICTIMS,     /* nobody has to go */
  FIT_CHOICE_VIOLATIONS,     /* fewest budgets violated */
  FIT_CHOICE_FIRST_PRIORITY, /* least important first victim */
  FIT_CHOICE_PRIORITY_SUM,   /* smallest sum of priorities */
  FIT_CHOICE_NUMBER,         /* fewest victims */
  FIT_CHOICE_START,          /* youngest among the most important victims */
  FIT_CHOICE_ORDER,          /* nothing: it is the first of equals */
} FitChoice;

struct _FitPreemption
{
  gboolean eligible; /* the pod may preempt at all */
  guint n_potential;
  const FitNodeInfo **potential; /* owned array: nodes where removing pods may
                                    help, in node order */
  guint n_candidates;
  FitNodeVictims *candidates; /* owned: the nodes where it does; what extenders
                                 left of them, unless one failed */
  GPtrArray *skipped;         /* owned, of char *: failures of ignorable
                                 extenders */
  guint n_best;
  guint *best; /* owned: indexes of the candidates that no criterion tells
                  apart; the first of them is chosen */
  FitChoice decided_by;
  GPtrArray *nominated_to_clear; /* owned, of FitPod: pods whose nomination is
                                    void now */
  char *error; /* (nullable) owned: v1.16's text; nobody is chosen */
};

/**
 * fit_generic_scheduler_preempt:
 * @pod: the pod of the attempt that ended with a FitError just now, or what the
 *   API server has of it by now; nothing was scheduled, evaluated or changed in
 *   the cache since
 *
 * A pod without a start time counts as the youngest.
 *
 * Returns: (transfer full): never NULL; nobody is chosen when n_best is 0
 */
FitPreemption *fit_generic_scheduler_preempt (FitGenericScheduler *scheduler,
                                              const FitPod *pod);

void fit_preemption_free (FitPreemption *preemption);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPreemption, fit_preemption_free)

/* fit_preemption_chosen: Returns: (nullable): the node to preempt on */
const FitNodeVictims *fit_preemption_chosen (const FitPreemption *preemption);

G_END_DECLS
