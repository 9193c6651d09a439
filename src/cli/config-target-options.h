/* config-target-options.h - chooses the version and release of a configuration
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/options.h"
#include "config/configuration.h"

/**
 * fit_config_target_choose:
 * @release, @version: (nullable): as for --release and --config-version
 * @out_target: (out): includes the default gates of the release
 *
 * If one is missing, it is the newest that matches the other.  Fails with
 * FIT_ERROR_USAGE if the release does not read the version.
 */
gboolean fit_config_target_choose (const char *release, const char *version,
                                   FitConfigTarget *out_target, GError **error);

/* fit_config_target_beside_policy: for a file of @api_version (nullable), read by
 * @release (nullable: the newest that knows the version).  A version that no
 * release knows gets the newest release, which will reject it.  @has_policy: a
 * Policy is given with it, which only releases up to 1.22 read */
gboolean fit_config_target_beside_policy (const char *release,
                                          const char *api_version,
                                          gboolean has_policy,
                                          FitConfigTarget *out_target,
                                          GError **error);

/* fit_config_target_set_gates: @texts (nullable): each as for
 * --feature-gates */
gboolean fit_config_target_set_gates (FitConfigTarget *target, char **texts,
                                      GError **error);
