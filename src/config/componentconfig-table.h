/* componentconfig-table.h - the fields of kube-scheduler's internal
 * configuration (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/config-file.h"
#include "policy/fields.h"

/* A FitConfigFile, whose arguments of plugins are written already. */
extern const FitConfigTable fit_componentconfig_table;
