/* file-table.h - the fields of a KubeSchedulerConfiguration (private) */
#pragma once

#include "config/config-file.h"
#include "policy/fields.h"

/* All fields of FitConfigFile, to read and write files. */
extern const FitConfigTable fit_config_file_table;

/* The fields of FitConfigFile outside of profiles: everything in a
 * configuration except plugins. */
extern const FitConfigTable fit_config_top_level_table;
