/* componentconfig.h - the configuration in effect, as kube-scheduler shows it
 * at /configz
 *
 * Up to 1.35 kube-scheduler shows its internal struct.  So every field is there,
 * under its Go name, and null if it is not set.  From 1.36 on it shows a file of the
 * version v1, with the fields of the struct in their order.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"

/**
 * fit_componentconfig_json:
 * @target: the version that was read, and the release whose struct is shown
 * @file: in effect, as that release has it once flags have been applied
 * @configuration: (nullable): what @file was read from; NULL: there were only
 *   flags
 * @complete: with the plugins that run, as from 1.20 on at log level 2.  Before
 *   1.22 the lists are otherwise those of the file.
 *
 * Keys are hidden, everything else is as in the file.
 *
 * Returns: (transfer full): JSON
 */
char *fit_componentconfig_json (const FitConfigTarget *target,
                                const FitConfigFile *file,
                                const FitConfiguration *configuration,
                                gboolean complete);
