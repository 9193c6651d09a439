/* lossy-utf8.h - converts text of unknown encoding to UTF-8
 *
 * Internal to base/.  As in Go, each byte that is not part of a well-formed
 * sequence becomes U+FFFD.  So does U+0000, because strings in this program are
 * NUL-terminated.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#define FIT_REPLACEMENT_CHARACTER ((gunichar) 0xFFFD)

/* fit_lossy_utf8_append_char: appends the character that begins at @text to
 * @out.  Returns: its length in @text in bytes, at least 1 */
gsize fit_lossy_utf8_append_char (GString *out, const char *text, gsize len);

/* fit_lossy_utf8_append: the same for all of @text */
void fit_lossy_utf8_append (GString *out, const char *text, gsize len);
