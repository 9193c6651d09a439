/* legacy-profile.h - a profile computed with v1.16's predicates and priorities
 *
 * Shows the remaining differences between a Policy and its migrated profile,
 * without those from the arithmetic of later releases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "factory/algorithm.h"

/* fit_legacy_profile_gates: Returns: v1.16's default gates, plus those that the
 * plugins of all profiles need */
FitFeatureGates
fit_legacy_profile_gates (const FitConfiguration *configuration);

/**
 * fit_legacy_profile_algorithm:
 * @configuration: must outlive the result
 * @index: of the profile
 * @cache: the same; made with fit_legacy_profile_gates()
 *
 * Uses the order, weights and arguments of the profile.  PodTopologySpread with
 * the System defaults becomes SelectorSpreadPriority.  A plugin with several
 * labels becomes one priority per label; these share its weight.  VolumeBinding
 * does not score, since v1.16 has no score for it.
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY for a plugin or an
 *   argument without an equivalent in v1.16
 */
FitAlgorithm *
fit_legacy_profile_algorithm (const FitConfiguration *configuration,
                              guint index, FitCache *cache, GError **error);
