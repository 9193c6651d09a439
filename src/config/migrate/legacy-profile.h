/* legacy-profile.h - a profile computed with v1.16's predicates and priorities
 *
 * What is left of the difference between a Policy and the profile that it became
 * when the arithmetic of later releases is taken away.
 */
#pragma once

#include "config/configuration.h"
#include "factory/algorithm.h"

G_BEGIN_DECLS

/* fit_legacy_profile_gates: Returns: the gates of v1.16 that the plugins of all
 * profiles ask for, and v1.16's defaults */
FitFeatureGates
fit_legacy_profile_gates (const FitConfiguration *configuration);

/**
 * fit_legacy_profile_algorithm:
 * @configuration: must outlive the result
 * @index: of the profile
 * @cache: the same; made with fit_legacy_profile_gates()
 *
 * In the order of the profile, with its weights and arguments:
 * PodTopologySpread counts as SelectorSpreadPriority where it has the System
 * defaults; a plugin of several labels as one priority each, which share its
 * weight.  VolumeBinding, of which v1.16 knows no score, scores nothing.
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY for a plugin or an
 *   argument that v1.16 has no equal for
 */
FitAlgorithm *
fit_legacy_profile_algorithm (const FitConfiguration *configuration,
                              guint index, FitCache *cache, GError **error);

G_END_DECLS
