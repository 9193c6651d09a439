/* config-target.h - which version of configurations, in which release
 */
#pragma once

#include "cli/options.h"
#include "config/configuration.h"

G_BEGIN_DECLS

/**
 * fit_config_target_choose:
 * @release, @version: (nullable): as --release and --config-version take them
 * @out_target: (out): gates included, as the release sets them
 *
 * What is not said is the newest that goes with the other; FIT_ERROR_USAGE where
 * the release does not read the version.
 */
gboolean fit_config_target_choose (const char *release, const char *version,
                                   FitConfigTarget *out_target, GError **error);

/* fit_config_target_for_file: for a file of @api_version (nullable): as @release
 * (nullable) reads it, by itself the newest that knows the version; what no
 * release knows is for the newest to refuse */
gboolean fit_config_target_for_file (const char *release,
                                     const char *api_version,
                                     FitConfigTarget *out_target,
                                     GError **error);

/* fit_config_target_set_gates: @texts (nullable): each as --feature-gates takes
 * it */
gboolean fit_config_target_set_gates (FitConfigTarget *target, char **texts,
                                      GError **error);

G_END_DECLS
