/* bind-address.h - healthzBindAddress and metricsBindAddress
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/default-profile.h"
#include "policy/fields.h"

/* fit_config_complete_address: adds what the release adds before it checks
 * @address: the host, the port, or all of it.  From 1.23 on it adds nothing.
 * Returns: (transfer none): @address, or memory of the reader's arena */
const char *fit_config_complete_address (const FitConfigReader *reader,
                                         const char *address);

/* fit_config_check_address: adds problems of @field to @problems */
void fit_config_check_address (const FitConfigTarget *target, const char *field,
                               const char *address, GPtrArray *problems);
