/* tls-material.h - certificates and keys, from data or from files
 *
 * Internal to the library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* The CA, certificate and key for HTTPS.  Absent strings may be NULL or "".
 * Data (PEM) takes precedence over the corresponding file. */
typedef struct
{
  gboolean insecure;       /* do not verify the server at all */
  const char *server_name; /* used for SNI and verification instead of the host
                              in the URL */
  const char *ca_file;     /* trusted instead of the system's CAs */
  const char *cert_file;   /* the client certificate; needs a key */
  const char *key_file;
  GBytes *ca_data;   /* (nullable) */
  GBytes *cert_data; /* (nullable) */
  GBytes *key_data;  /* (nullable) */
} FitHttpTLS;

typedef enum
{
  FIT_PEM_CERTIFICATE,
  FIT_PEM_PRIVATE_KEY,
} FitPemKind;

/**
 * fit_tls_obtain:
 * @data: (nullable)
 * @path: (nullable)
 * @out: (out) (transfer full): @data, otherwise the contents of the file,
 *   otherwise unchanged
 *
 * Empty data and an empty path count as absent.
 *
 * Returns: FALSE with FIT_ERROR_IO, "open FILE: no such file or directory", or
 *   FIT_ERROR_LIMIT
 */
gboolean fit_tls_obtain (GBytes *data, const char *path, GBytes **out,
                         GError **error);

/* fit_pem_has: is there a block of @kind in @bytes?  Checks only its form:
 * markers around base64 of DER data. */
gboolean fit_pem_has (GBytes *bytes, FitPemKind kind);

/* fit_tls_load_pair: @contents: a certificate, with its chain, and its key.
 * Returns: (transfer full) (nullable): a gnutls_certificate_credentials_t; NULL
 * with FIT_ERROR_PARSE, "The certificate and the given key do not match." */
gpointer fit_tls_load_pair (GBytes *const *contents, GError **error);

/* -- FitLiveCheck ---------------------------------------------------------- */

/* fit_tls_check_authorities: does the only file hold valid certificates? */
gboolean fit_tls_check_authorities (GBytes *const *contents, GError **error);

/* fit_tls_check_pair: can fit_tls_load_pair() load them? */
gboolean fit_tls_check_pair (GBytes *const *contents, GError **error);
