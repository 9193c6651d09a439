/* cycle-rules.c - the table of differences of a scheduling cycle, by release */
#include "core/cycle-rules.h"

/* The first release where each rule holds, and the first where it no longer
 * does (0: there is none). */
static const struct
{
  FitCycleRules rule;
  FitRelease since;
  FitRelease before;
} rules[] = {
  { FIT_CYCLE_CHECKS_CLAIMS, FIT_RELEASE (16, 0), FIT_RELEASE (20, 0) },
  { FIT_CYCLE_GOES_ON, FIT_RELEASE (18, 0), 0 },
  { FIT_CYCLE_ERROR_ENDS, FIT_RELEASE (18, 0), 0 },
  { FIT_CYCLE_FIRST_WILL_DO, FIT_RELEASE (30, 0), 0 },
  { FIT_CYCLE_BARE_FIT_ERROR, FIT_RELEASE (18, 0), 0 },
  { FIT_CYCLE_EXTENDERS_REJECT, FIT_RELEASE (30, 0), 0 },
  { FIT_CYCLE_NARROWING_REJECTS, FIT_RELEASE (31, 0), 0 },
  { FIT_PREEMPTION_NEVER_UNGATED, FIT_RELEASE (19, 0), 0 },
  { FIT_PREEMPTION_HOPELESS_NOMINATION, FIT_RELEASE (19, 0), 0 },
  { FIT_PREEMPTION_BUDGETS_SHRINK, FIT_RELEASE (19, 0), 0 },
  { FIT_PREEMPTION_NEEDS_VICTIMS, FIT_RELEASE (19, 0), 0 },
  { FIT_PREEMPTION_ENOUGH, FIT_RELEASE (20, 0), 0 },
  { FIT_PREEMPTION_NEEDS_ONE, FIT_RELEASE (22, 0), 0 },
  { FIT_PREEMPTION_TELLS_ERRORS, FIT_RELEASE (23, 0), 0 },
  { FIT_PREEMPTION_KNOWS_VICTIMS, FIT_RELEASE (27, 0), 0 },
  { FIT_PREEMPTION_ONLY_REJECTED, FIT_RELEASE (31, 0), 0 },
  { FIT_PREEMPTION_SORTS_VICTIMS, FIT_RELEASE (32, 0), 0 },
};

guint
fit_cycle_rules (FitRelease release)
{
  guint bits = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (release >= rules[i].since
        && (rules[i].before == 0 || release < rules[i].before))
      bits |= rules[i].rule;
  return bits;
}
