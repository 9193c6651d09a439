/* pick-node.h - which of the nodes to preempt on (private to core/)
 */
#pragma once

#include "core/preemption.h"

G_BEGIN_DECLS

/* fit_preemption_start: Returns: when @pod started; one that does not say counts
 * as the youngest */
gint64 fit_preemption_start (const FitPod *pod);

/* fit_preemption_pick: sets best and decided_by from the candidates */
void fit_preemption_pick (FitPreemption *preemption);

G_END_DECLS
