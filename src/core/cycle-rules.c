/* cycle-rules.c - the table of differences of a scheduling cycle, by release */
#include "core/cycle-rules.h"

static const struct
{
  FitCycleRules rule;
  FitSpan span;
} rules[] = {
  { FIT_CYCLE_CHECKS_CLAIMS, FIT_SPAN (16, 20) },
  { FIT_CYCLE_GOES_ON, FIT_SINCE (18) },
  { FIT_CYCLE_ERROR_ENDS, FIT_SINCE (18) },
  { FIT_CYCLE_FIRST_WILL_DO, FIT_SINCE (30) },
  { FIT_CYCLE_BARE_FIT_ERROR, FIT_SINCE (18) },
  { FIT_CYCLE_EXTENDERS_REJECT, FIT_SINCE (30) },
  { FIT_CYCLE_NARROWING_REJECTS, FIT_SINCE (31) },
  { FIT_PREEMPTION_NEVER_UNGATED, FIT_SINCE (19) },
  { FIT_PREEMPTION_HOPELESS_NOMINATION, FIT_SINCE (19) },
  { FIT_PREEMPTION_BUDGETS_SHRINK, FIT_SINCE (19) },
  { FIT_PREEMPTION_NEEDS_VICTIMS, FIT_SINCE (19) },
  { FIT_PREEMPTION_ENOUGH, FIT_SINCE (20) },
  { FIT_PREEMPTION_NEEDS_ONE, FIT_SINCE (22) },
  { FIT_PREEMPTION_TELLS_ERRORS, FIT_SINCE (23) },
  { FIT_PREEMPTION_TELLS_WHY, FIT_SINCE (24) },
  { FIT_PREEMPTION_KNOWS_VICTIMS, FIT_SINCE (27) },
  { FIT_PREEMPTION_ONLY_REJECTED, FIT_SINCE (31) },
  { FIT_PREEMPTION_SORTS_VICTIMS, FIT_SINCE (32) },
};

guint
fit_cycle_rules (FitRelease release)
{
  guint bits = 0;

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (fit_span_has (rules[i].span, release))
      bits |= rules[i].rule;
  return bits;
}
