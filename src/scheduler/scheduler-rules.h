/* scheduler-rules.h - how later releases handle a pod differently from v1.16
 * (private to scheduler/)
 *
 * How failures are handled and reported is in the table of failure.c.
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  /* Permit runs before the cycle ends, and does not block it. */
  FIT_SCHEDULER_PERMITS_IN_CYCLE = 1 << 0,
  /* Extenders that bind come before Bind plugins.  A plugin writes to the API
   * server. */
  FIT_SCHEDULER_EXTENDERS_BIND_FIRST = 1 << 1,
  /* A pod is assumed before Reserve runs.  Its volumes are assumed at Reserve,
   * written at PreBind, and released at Unreserve. */
  FIT_SCHEDULER_ASSUMES_FIRST = 1 << 2,
  /* Preemption is part of the attempt: the nomination is written when the
   * failure is handled. */
  FIT_SCHEDULER_NOMINATES_LAST = 1 << 3,
  /* A failed pod is queued again at once, as last reported by the source. */
  FIT_SCHEDULER_REQUEUES_AT_ONCE = 1 << 4,
  /* An assumed pod that was queued again is skipped if it has not changed... */
  FIT_SCHEDULER_SKIPS_UNCHANGED = 1 << 5,
  /* ...or even if it has. */
  FIT_SCHEDULER_SKIPS_ASSUMED = 1 << 6,
  /* A waiting pod that is deleted is rejected... */
  FIT_SCHEDULER_REJECTS_DELETED = 1 << 7,
  /* ...and its room may help other pods, as after any failure on the way to a
   * node. */
  FIT_SCHEDULER_MOVES_AFTER_FAILURE = 1 << 8,
  /* The message why a pod does not fit includes the result of preemption. */
  FIT_SCHEDULER_TELLS_OF_PREEMPTION = 1 << 9,
  /* A failure clears the nomination, unless preemption was tried. */
  FIT_SCHEDULER_CLEARS_NOMINATION = 1 << 11,
  /* A waiting victim is only rejected, not deleted. */
  FIT_SCHEDULER_REJECTS_WAITING_VICTIMS = 1 << 12,
  /* The victim's event does not name the preemptor... */
  FIT_SCHEDULER_HIDES_PREEMPTOR = 1 << 13,
  /* A node update that changes nothing relevant moves no pods, even if no pod
   * is waiting. */
  FIT_SCHEDULER_IGNORES_HEARTBEATS = 1 << 14,
  /* Assumed pods never expire, however long their confirmation takes.
   * FitSchedulerSetup can ask for this in every release. */
  FIT_SCHEDULER_TRUSTS_BINDINGS = 1 << 15,
  /* The end of a node is an event for pods that wait. */
  FIT_SCHEDULER_TELLS_OF_LOST_NODES = 1 << 16,
  /* So is the end of a nomination, for pods that are no more important. */
  FIT_SCHEDULER_OFFERS_NOMINATIONS = 1 << 17,
  /* Plugins that register for new nodes also hear of changed taints. */
  FIT_SCHEDULER_ADDS_TAINT_EVENTS = 1 << 18,
  /* Victims are deleted while the scheduler goes on; FitSchedulerSetup can ask
   * for this in 1.32, and turn it off. */
  FIT_SCHEDULER_EVICTS_LATER = 1 << 19,
  /* ...but has its UID. */
  FIT_SCHEDULER_TELLS_UID_OF_PREEMPTOR = 1 << 20,
  /* The result of preemption gets a full stop even if it has one. */
  FIT_SCHEDULER_DOTS_PREEMPTION = 1 << 21,
  /* Assumed pods expire after 15 minutes, not 30 seconds. */
  FIT_SCHEDULER_WAITS_FOR_BOUND_PODS = 1 << 22,
  /* The message why a pod does not fit includes what preemption failed with. */
  FIT_SCHEDULER_TELLS_OF_BROKEN_PREEMPTION = 1 << 10,
} FitSchedulerRules;

/* fit_scheduler_rules: Returns: the FitSchedulerRules of @release */
guint fit_scheduler_rules (FitRelease release);

G_END_DECLS
