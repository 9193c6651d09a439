/* limit-ranges.h - what LimitRanges add to pods, and whom they refuse (private to
 * admission/)
 *
 * As the admission plugin LimitRanger does it.
 */
#pragma once

#include "api/objects.h"
#include "base/value-edit.h"

G_BEGIN_DECLS

/* fit_limit_ranges_set_defaults: @pod with the requests and limits that its
 * containers lack: a request that is missing is the limit, as for all pods; then
 * come the defaults of @ranges (of FitLimitRange), in their order */
FitValue fit_limit_ranges_set_defaults (const GPtrArray *ranges,
                                        FitArena *arena, const FitValue *pod);

/* fit_limit_ranges_refuse_pod: what the first of @ranges that @pod violates finds.
 * @any: of a pod counts what any of its containers says, as from 1.28 on; before,
 * what all of them say.  Returns: (transfer full) (nullable) */
char *fit_limit_ranges_refuse_pod (const GPtrArray *ranges, const FitPod *pod,
                                   gboolean any);

/* fit_limit_ranges_refuse_claim: the same for @claim */
char *fit_limit_ranges_refuse_claim (const GPtrArray *ranges,
                                     const FitPersistentVolumeClaim *claim);

G_END_DECLS
