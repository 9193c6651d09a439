/* markdown.h - untrusted text in Markdown reports
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_markdown_append: appends @text so that it is rendered literally: escapes
 * markup and makes control characters visible */
void fit_markdown_append (GString *out, const char *text);
void fit_markdown_append_len (GString *out, const char *text, gsize len);

/* fit_markdown_printf: like g_string_append_printf(), but the value of each %s
 * is escaped; @format is Markdown */
void fit_markdown_printf (GString *out, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_markdown_append_code: the same as inline code, which may be in a table
 * cell */
void fit_markdown_append_code (GString *out, const char *text);
