/* config-target.h - chooses the version and release of a configuration
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/default-profile.h"

/**
 * fit_config_target_find:
 * @release, @version: 0: the newest that matches the other
 * @out_target: (out): includes the default gates of the release
 *
 * Fails with FIT_ERROR_USAGE if the release does not read the version.
 */
gboolean fit_config_target_find (FitRelease release, FitConfigVersion version,
                                 FitConfigTarget *out_target, GError **error);
