/* limit-ranges.h - default requests and limits, and limits for pods and claims
 * (private to admission/)
 *
 * Follows the admission plugin LimitRanger.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "formats/value-edit.h"

/* fit_limit_ranges_set_defaults: adds missing requests and limits to the
 * containers of @pod.  A missing request is set to the limit, as in every pod;
 * then the defaults of @ranges (of FitLimitRange) apply, in their order.
 * Returns: the pod; what is new is in @arena, the rest is shared with @pod */
FitValue fit_limit_ranges_set_defaults (const GPtrArray *ranges,
                                        FitArena *arena, const FitValue *pod);

/* fit_limit_ranges_refuse_pod: checks @pod against @ranges.  @any: TRUE: a pod
 * has a request if any of its containers has one, as from 1.28 on; FALSE: only
 * if all of them have one.  Returns: (transfer full) (nullable): the problems
 * that the first violated LimitRange finds; NULL if none is violated */
char *fit_limit_ranges_refuse_pod (const GPtrArray *ranges, const FitPod *pod,
                                   gboolean any);

/* fit_limit_ranges_refuse_claim: checks @claim likewise */
char *fit_limit_ranges_refuse_claim (const GPtrArray *ranges,
                                     const FitPersistentVolumeClaim *claim);
