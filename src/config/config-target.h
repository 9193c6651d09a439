/* config-target.h - which version of configurations, in which release
 */
#pragma once

#include "config/configuration.h"

G_BEGIN_DECLS

/**
 * fit_config_target_find:
 * @release, @version: 0: the newest that goes with the other
 * @out_target: (out): gates included, as the release sets them
 *
 * FIT_ERROR_USAGE where the release does not read the version.
 */
gboolean fit_config_target_find (FitRelease release, FitConfigVersion version,
                                 FitConfigTarget *out_target, GError **error);

G_END_DECLS
