/* plain-text.h - makes untrusted text safe to print on one line
 *
 * A name may contain a line break, a terminal escape sequence, or characters
 * that reverse a line.  These are printed as in a string literal: \n, \x1b,
 * \u202e.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_plain_is_hidden: is @c invisible, or does it affect the text around
 * it? */
gboolean fit_plain_is_hidden (gunichar c);

/* fit_plain_append: appends @text and makes control characters (C0, DEL, C1),
 * line separators, direction marks and invalid UTF-8 visible */
void fit_plain_append (GString *out, const char *text, gsize len);

/* fit_plain_text: the same.  Returns: (transfer full) */
char *fit_plain_text (const char *text);

/* fit_plain_cut: at most @width characters of @text, followed by "..." if it is
 * longer.  Returns: (transfer full) */
char *fit_plain_cut (const char *text, guint width);

/* fit_plain_printf: like g_string_append_printf(), but the value of each %s is
 * made plain; the text of @format itself is not changed */
void fit_plain_printf (GString *out, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* FitEscape: appends @len bytes of @text so that they mean only themselves.
 * fit_escaped_vprintf: as fit_plain_printf(), with another way to do so */
typedef void (*FitEscape) (GString *out, const char *text, gsize len);
void fit_escaped_vprintf (GString *out, FitEscape append, const char *format,
                          va_list args) G_GNUC_PRINTF (3, 0);
