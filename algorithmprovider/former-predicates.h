/* former-predicates.h - predicates that v1.16 no longer has (private) */
#pragma once

#include "predicates/predicate.h"

G_BEGIN_DECLS

/* 1.8's predecessor of CheckVolumeBinding, with the gate PersistentLocalVolumes
 * on and off.  With the gate off it accepts every node. */
extern const FitPredicateInfo fit_no_volume_node_conflict;
extern const FitPredicateInfo fit_no_volume_node_conflict_off;

/* CheckVolumeBinding with the gate VolumeScheduling off, which was possible
 * from 1.9 to 1.12.  It accepts every node, and no volumes are bound. */
extern const FitPredicateInfo fit_check_volume_binding_off;

G_END_DECLS
