/* sealed.h - text with its checksum behind it, for files that processes share
 *
 * The last line is {"sha256": ...} of all that comes before it, so a file that was
 * cut or changed is noticed.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* fit_seal: adds the last line to @text, which ends with a line */
void fit_seal (GString *text);

/* fit_unseal: @out_len: (out): the length of what comes before the last line.
 * Returns: FALSE with FIT_ERROR_SCHEMA, without the name of the file, if it is
 * damaged */
gboolean fit_unseal (const char *text, gsize len, gsize *out_len,
                     GError **error);
