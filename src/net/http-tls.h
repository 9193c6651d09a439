/* http-tls.h - the CA, certificate and key of an HTTPS client, and whom it
 * verifies
 *
 * Internal to the library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "net/network.h"
#include "net/tls-material.h"

typedef struct
{
  gboolean insecure;
  char *server_name; /* (nullable) owned */
  GBytes *ca;        /* (nullable) owned */
  GBytes *cert;      /* (nullable) owned; set together with the key */
  GBytes *key;       /* (nullable) owned */
} FitHttpTrust;

/* fit_http_trust_init: reads the files of @tls (nullable).  On failure @trust
 * is clear. */
gboolean fit_http_trust_init (FitHttpTrust *trust, const FitHttpTLS *tls,
                              GError **error);
void fit_http_trust_clear (FitHttpTrust *trust);

/* fit_http_trust_apply: configures @handle, which borrows from @trust until it
 * is reset */
CURLcode fit_http_trust_apply (const FitHttpTrust *trust, CURL *handle);

/* fit_url_part: Returns: (transfer full) (nullable): a part of @url */
char *fit_url_part (CURLU *url, CURLUPart part);

/* fit_url_is_this_machine: as in Go, such a URL is not reached through a proxy
 * of the environment */
gboolean fit_url_is_this_machine (CURLU *url);

/* fit_url_rename: replaces the host of the HTTPS URL @url by @name, for SNI and
 * verification.  Appends the real host to @connect_to, for CURLOPT_CONNECT_TO,
 * and to @headers.  Returns: FALSE if @name is not a valid host name */
gboolean fit_url_rename (CURLU *url, const char *name,
                         struct curl_slist **connect_to,
                         struct curl_slist **headers);
