/* scheduler-rules.c - the table of differences of the scheduler, by release */
#include "scheduler/scheduler-rules.h"

/* The first release where each rule holds. */
static const struct
{
  FitSchedulerRules rule;
  FitRelease since;
} rules[] = {
  { FIT_SCHEDULER_PERMITS_IN_CYCLE, FIT_RELEASE (18, 0) },
  { FIT_SCHEDULER_EXTENDERS_BIND_FIRST, FIT_RELEASE (18, 0) },
  { FIT_SCHEDULER_ASSUMES_FIRST, FIT_RELEASE (19, 0) },
  { FIT_SCHEDULER_NOMINATES_LAST, FIT_RELEASE (19, 0) },
  { FIT_SCHEDULER_REQUEUES_AT_ONCE, FIT_RELEASE (20, 0) },
  { FIT_SCHEDULER_SKIPS_UNCHANGED, FIT_RELEASE (20, 0) },
  { FIT_SCHEDULER_REJECTS_DELETED, FIT_RELEASE (20, 0) },
  { FIT_SCHEDULER_TELLS_OF_PREEMPTION, FIT_RELEASE (24, 0) },
  { FIT_SCHEDULER_SKIPS_ASSUMED, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_MOVES_AFTER_FAILURE, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_REASON_FROM_STATUS, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_CLEARS_NOMINATION, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_REJECTS_WAITING_VICTIMS, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_HIDES_PREEMPTOR, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_IGNORES_HEARTBEATS, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_TRUSTS_BINDINGS, FIT_RELEASE (28, 0) },
  { FIT_SCHEDULER_ADDS_TAINT_EVENTS, FIT_RELEASE (30, 0) },
  { FIT_SCHEDULER_TELLS_OF_LOST_NODES, FIT_RELEASE (32, 0) },
  { FIT_SCHEDULER_OFFERS_NOMINATIONS, FIT_RELEASE (33, 0) },
  { FIT_SCHEDULER_EVICTS_LATER, FIT_RELEASE (33, 0) },
};

guint
fit_scheduler_rules (FitRelease release)
{
  guint bits = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (release >= rules[i].since)
      bits |= rules[i].rule;
  return bits;
}
