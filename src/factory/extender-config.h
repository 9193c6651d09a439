/* extender-config.h - checks of extenders that go beyond their syntax
 */
#pragma once

#include "policy/policy.h"

G_BEGIN_DECLS

/* fit_extender_check_tls: what v1.16 does when it makes the HTTP transport of
 * an extender: the files named must be readable, unless they may be on another
 * machine.  FIT_ERROR_POLICY in its words, e.g. "open /x/ca.pem: no such file
 * or directory" */
gboolean fit_extender_check_tls (const FitExtenderPolicy *extender,
                                 gboolean files_elsewhere, GError **error);

/**
 * fit_extenders_check_files:
 * @extenders: of FitExtenderPolicy, in the order of the file
 * @notes: (nullable): of char *: gets a line for each file that is not here
 *
 * What can be seen from here of the certificates and keys that extenders name:
 * a file that is not here may be where the scheduler runs, but one that is
 * here, or data, has to hold what it is for.  What fit_extender_check_tls()
 * says without the files is said too.
 *
 * Returns: FALSE with FIT_ERROR_POLICY, "extenders[0].tlsConfig.caFile: found
 *   no certificate in PEM form in \"/x/ca.pem\""
 */
gboolean fit_extenders_check_files (const GPtrArray *extenders,
                                    GPtrArray *notes, GError **error);

/* fit_extender_url_problem: what keeps requests to the urlPrefix from being sent
 * at all.  Returns: (transfer full) (nullable): a clause; NULL when nothing
 * does */
char *fit_extender_url_problem (const FitExtenderPolicy *extender);

G_END_DECLS
