/* extender-config.h - checks of extenders that go beyond their syntax
 */
#pragma once

#include "policy/policy.h"

G_BEGIN_DECLS

/* fit_extender_check_tls: what v1.16 does when it makes the HTTP transport of
 * an extender: the files named must be readable.  FIT_ERROR_POLICY in its
 * words, e.g. "open /x/ca.pem: no such file or directory" */
gboolean fit_extender_check_tls (const FitExtenderPolicy *extender,
                                 GError **error);

G_END_DECLS
