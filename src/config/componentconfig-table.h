/* componentconfig-table.h - the fields of kube-scheduler's internal
 * configuration (private)
 */
#pragma once

#include "config/config-file.h"
#include "config/fields.h"

G_BEGIN_DECLS

/* A FitConfigFile, whose arguments of plugins are written already. */
extern const FitConfigTable fit_componentconfig_table;

/* fit_componentconfig_args: Returns: (nullable): the fields of the arguments of
 * @plugin */
const FitConfigTable *fit_componentconfig_args (const char *plugin);

G_END_DECLS
