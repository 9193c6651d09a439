/* cycle-rules.h - in what a release schedules a pod differently from v1.16
 * (private to core/)
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  /* Claims of the pod are looked for before any plugin is asked. */
  FIT_CYCLE_CHECKS_CLAIMS = 1 << 0,
  /* Nodes are looked at from where the cycle before ended, in an order that
   * changes with the nodes alone; v1.16 takes turns in the node tree. */
  FIT_CYCLE_GOES_ON = 1 << 1,
  /* The first filter that cannot answer ends the cycle; v1.16 looks at all
   * nodes and reports everything. */
  FIT_CYCLE_ERROR_ENDS = 1 << 2,
  /* The node to which the pod is nominated is looked at first, and alone. */
  FIT_CYCLE_NOMINATED_FIRST = 1 << 3,
  /* The first node that fits will do where nobody filters or scores. */
  FIT_CYCLE_FIRST_WILL_DO = 1 << 4,
  /* A fit error without reasons ends with its colon. */
  FIT_CYCLE_BARE_FIT_ERROR = 1 << 5,

  /* Preemption: */
  FIT_PREEMPTION_NEVER_UNGATED = 1 << 6, /* preemptionPolicy needs no gate */
  FIT_PREEMPTION_HOPELESS_NOMINATION = 1 << 7, /* does not make a pod wait */
  FIT_PREEMPTION_BUDGETS_SHRINK = 1 << 8,      /* with every victim */
  FIT_PREEMPTION_NEEDS_VICTIMS = 1 << 9, /* nodes without them are left out */
  FIT_PREEMPTION_ENOUGH = 1 << 10,       /* some candidates are enough */
} FitCycleRules;

/* fit_cycle_rules: Returns: the FitCycleRules of @release */
guint fit_cycle_rules (FitRelease release);

G_END_DECLS
