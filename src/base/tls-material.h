/* tls-material.h - certificates and keys, from data or from files
 *
 * Internal to the library.
 */
#pragma once

#include "base/error.h"

G_BEGIN_DECLS

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

G_END_DECLS
