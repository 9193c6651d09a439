/* http-tls.h - the CA, certificate and key of an HTTPS client
 *
 * Internal to base/.
 */
#pragma once

#include "base/http.h"

#include <curl/curl.h>

G_BEGIN_DECLS

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

G_END_DECLS
