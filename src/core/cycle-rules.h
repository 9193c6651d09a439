/* cycle-rules.h - how the cycle of later releases differs from v1.16's (private
 * to core/)
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  /* The pod's claims are checked before any plugin runs. */
  FIT_CYCLE_CHECKS_CLAIMS = 1 << 0,
  /* The search starts where the previous cycle stopped, in an order that
   * changes only when nodes do.  v1.16 takes turns in the node tree. */
  FIT_CYCLE_GOES_ON = 1 << 1,
  /* The first filter that returns an error ends the cycle.  v1.16 checks all
   * nodes and reports all errors. */
  FIT_CYCLE_ERROR_ENDS = 1 << 2,
  /* If nothing filters or scores further, the first node that fits is
   * enough. */
  FIT_CYCLE_FIRST_WILL_DO = 1 << 4,
  /* A FitError without reasons ends with the colon. */
  FIT_CYCLE_BARE_FIT_ERROR = 1 << 5,

  /* Extenders that leave out nodes count as a plugin that rejected the pod... */
  FIT_CYCLE_EXTENDERS_REJECT = 1 << 13,
  /* ...and so do PreFilter plugins that restrict the nodes. */
  FIT_CYCLE_NARROWING_REJECTS = 1 << 14,

  /* Preemption: */
  FIT_PREEMPTION_NEVER_UNGATED = 1 << 6, /* preemptionPolicy works without a
                                            feature gate */
  FIT_PREEMPTION_HOPELESS_NOMINATION = 1 << 7, /* nominated to a node where
                                                  preemption cannot help: may
                                                  preempt again */
  FIT_PREEMPTION_BUDGETS_SHRINK = 1 << 8,      /* every victim counts against
                                                  its budget, but not twice */
  FIT_PREEMPTION_NEEDS_VICTIMS = 1 << 9,  /* skip nodes where no pod has lower
                                            priority */
  FIT_PREEMPTION_ENOUGH = 1 << 10,        /* stop after some candidates */
  FIT_PREEMPTION_ONLY_REJECTED = 1 << 11, /* skip nodes that nothing rejected,
                                             as PreFilter left them out */
  FIT_PREEMPTION_SORTS_VICTIMS = 1 << 12, /* victims are in order of importance,
                                             whichever budgets they violate */
  FIT_PREEMPTION_NEEDS_ONE = 1 << 15, /* a node where the pod fits although all
                                         stay is an error, no candidate */
  FIT_PREEMPTION_TELLS_ERRORS = 1 << 16,  /* without a candidate, the errors of
                                            the nodes end preemption */
  FIT_PREEMPTION_KNOWS_VICTIMS = 1 << 17, /* a pod that ends for another reason
                                             than preemption is not waited
                                             for */
  FIT_PREEMPTION_TELLS_WHY = 1 << 18,     /* why there is no candidate */
} FitCycleRules;

/* fit_cycle_rules: Returns: the FitCycleRules of @release */
guint fit_cycle_rules (FitRelease release);

G_END_DECLS
