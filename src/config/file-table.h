/* file-table.h - the fields of a KubeSchedulerConfiguration (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/config-file.h"
#include "config/default-profile.h"
#include "policy/fields.h"

/* All fields of FitConfigFile, to read and write files. */
extern const FitConfigTable fit_config_file_table;

/* The fields of FitConfigFile outside of profiles: everything in a
 * configuration except plugins. */
extern const FitConfigTable fit_config_top_level_table;

/* fit_config_has_point: can files of @target list plugins at @point? */
gboolean fit_config_has_point (const FitConfigTarget *target,
                               FitExtensionPoint point);
