/* scheduler-rules.h - in what a release handles a pod differently from v1.16
 * (private to scheduler/)
 *
 * What is done and said about failures is a table of its own: failure.c.
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  /* Permit is asked before the cycle ends, and holds nothing up. */
  FIT_SCHEDULER_PERMITS_IN_CYCLE = 1 << 0,
  /* Extenders that bind come before Bind plugins; the API server is written to
   * by a plugin. */
  FIT_SCHEDULER_EXTENDERS_BIND_FIRST = 1 << 1,
  /* A pod is assumed before anything is reserved for it; its volumes are assumed
   * at Reserve, written at PreBind, and given up with Unreserve. */
  FIT_SCHEDULER_ASSUMES_FIRST = 1 << 2,
  /* Preemption belongs to the attempt: a nomination is written with its
   * failure. */
  FIT_SCHEDULER_NOMINATES_LAST = 1 << 3,
  /* A failed pod goes back to the queue at once, as the source has told it. */
  FIT_SCHEDULER_REQUEUES_AT_ONCE = 1 << 4,
  /* An assumed pod that was queued again is passed over, if it did not change... */
  FIT_SCHEDULER_SKIPS_UNCHANGED = 1 << 5,
  /* ...and whatever has changed. */
  FIT_SCHEDULER_SKIPS_ASSUMED = 1 << 6,
  /* A waiting pod that is deleted is rejected... */
  FIT_SCHEDULER_REJECTS_DELETED = 1 << 7,
  /* ...and what it leaves may help others; so it is with any that fails on its
   * way to a node. */
  FIT_SCHEDULER_MOVES_AFTER_FAILURE = 1 << 8,
  /* What preemption has to say is a part of why a pod does not fit. */
  FIT_SCHEDULER_TELLS_OF_PREEMPTION = 1 << 9,
  /* The reason of a condition follows from the status. */
  FIT_SCHEDULER_REASON_FROM_STATUS = 1 << 10,
  /* A failure takes the nomination away, unless preemption was tried. */
  FIT_SCHEDULER_CLEARS_NOMINATION = 1 << 11,
  /* A waiting pod that is preempted is rejected only; a pod is not told by
   * which one it was preempted. */
  FIT_SCHEDULER_REJECTS_WAITING_VICTIMS = 1 << 12,
  FIT_SCHEDULER_HIDES_PREEMPTOR = 1 << 13,
  /* An update of a node that changes nothing about it moves no pods, even if
   * none waits. */
  FIT_SCHEDULER_IGNORES_HEARTBEATS = 1 << 14,
  /* Assumed pods stay so however long their confirmation takes. */
  FIT_SCHEDULER_TRUSTS_BINDINGS = 1 << 15,
} FitSchedulerRules;

/* fit_scheduler_rules: Returns: the FitSchedulerRules of @release */
guint fit_scheduler_rules (FitRelease release);

G_END_DECLS
