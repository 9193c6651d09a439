/* extender-config.h - checks of extenders beyond syntax
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "policy/policy.h"

/* fit_extender_check_tls: v1.16's checks when it creates the HTTP transport of
 * an extender: the named files must be readable, unless they may be on another
 * machine.  Fails with FIT_ERROR_POLICY and v1.16's text, e.g. "open /x/ca.pem:
 * no such file or directory" */
gboolean fit_extender_check_tls (const FitExtenderPolicy *extender,
                                 gboolean files_elsewhere, GError **error);

/* fit_extenders_check_tls: the same for all of them, of FitExtenderPolicy.
 * "extenders[0].tlsConfig: open /x/ca.pem: no such file or directory" */
gboolean fit_extenders_check_tls (const GPtrArray *extenders,
                                  gboolean files_elsewhere, GError **error);

/**
 * fit_extenders_check_files:
 * @extenders: of FitExtenderPolicy, in file order
 * @notes: (nullable): of char *: gets a line for each file that does not exist
 *   here
 *
 * Checks the certificates and keys of extenders as far as possible on this
 * machine.  A missing file may exist where the scheduler runs.  A file that
 * exists here, or inline data, must have the right content.  Also reports the
 * problems that fit_extenders_check_tls() finds without files.
 *
 * Returns: FALSE with FIT_ERROR_POLICY, "extenders[0].tlsConfig.caFile: found
 *   no certificate in PEM form in \"/x/ca.pem\""
 */
gboolean fit_extenders_check_files (const GPtrArray *extenders,
                                    GPtrArray *notes, GError **error);

/* fit_extender_url_problem: why requests to the urlPrefix cannot be sent at
 * all.  Returns: (transfer full) (nullable): a clause; NULL if there is no
 * problem */
char *fit_extender_url_problem (const FitExtenderPolicy *extender);
