/* tls-priorities.h - versions of TLS and cipher suites, in the words of GnuTLS
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* TLS 1.2 and later, as kube-scheduler. */
#define FIT_TLS_PRIORITIES "NORMAL:-VERS-ALL:+VERS-TLS1.2:+VERS-TLS1.3"

/**
 * fit_tls_priorities:
 * @least: (nullable): --tls-min-version: "VersionTLS13".  NULL or "": TLS 1.2;
 *   nothing older is offered, whatever it says
 * @suites: (nullable): --tls-cipher-suites: IANA names, separated by commas.
 *   NULL or "": those that GnuTLS considers secure
 *
 * Of TLS 1.2, exactly @suites will be offered, of TLS 1.3 those with the same
 * ciphers.
 *
 * Returns: (transfer full) (nullable): a priority string; NULL with
 *   FIT_ERROR_USAGE for a name that is not known, or suites that GnuTLS cannot
 *   offer without offering others
 */
char *fit_tls_priorities (const char *least, const char *suites,
                          GError **error);
