/* preemption-private.h - which node to preempt pods on (private to core/)
 */
#pragma once

#include "core/preemption.h"

G_BEGIN_DECLS

/* fit_preemption_start: Returns: the start time of @pod; a pod without one
 * counts as the youngest */
gint64 fit_preemption_start (const FitPod *pod);

/* fit_preemption_pick: compares the candidates and sets best and decided_by */
void fit_preemption_pick (FitPreemption *preemption);

G_END_DECLS
