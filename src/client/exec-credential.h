/* exec-credential.h - the input and the output of a credential plugin
 *
 * Source: client.authentication.k8s.io v1beta1 and v1, by documentation.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"
#include "client/credential.h"

/* fit_exec_version_is_known: "client.authentication.k8s.io/v1" or v1beta1? */
gboolean fit_exec_version_is_known (const char *api_version);

/* fit_exec_info: the value of KUBERNETES_EXEC_INFO.  @cluster: (nullable): JSON
 * of the cluster.  Returns: (transfer full) */
char *fit_exec_info (const char *api_version, const char *cluster,
                     gboolean interactive);

/* fit_exec_credential_parse: what a plugin has printed.  Messages show nothing
 * of it but types.  Returns: (transfer full) (nullable) */
FitCredential *fit_exec_credential_parse (const char *bytes, gsize len,
                                          const char *api_version,
                                          GError **error);
