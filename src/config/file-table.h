/* file-table.h - the fields of a KubeSchedulerConfiguration (private) */
#pragma once

#include "config/config-file.h"
#include "config/fields.h"

G_BEGIN_DECLS

/* Of FitConfigFile: all fields, to read and write files. */
extern const FitConfigTable fit_config_file_table;

/* The fields of FitConfigFile that are not of a profile: what is left of a
 * configuration beside its plugins. */
extern const FitConfigTable fit_config_top_level_table;

G_END_DECLS
