/* former-predicates.h - rules that v1.16 does not have any more (private) */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

/* What 1.8 had before CheckVolumeBinding, with the gate PersistentLocalVolumes
 * and without it: then it does not object to anything. */
extern const FitPredicateInfo fit_no_volume_node_conflict;
extern const FitPredicateInfo fit_no_volume_node_conflict_off;

/* CheckVolumeBinding without the gate VolumeScheduling, which 1.9 to 1.12 could
 * do without: it does not object to anything, and no volumes are bound. */
extern const FitPredicateInfo fit_check_volume_binding_off;

G_END_DECLS
