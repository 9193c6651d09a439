/* markdown.h - untrusted text in Markdown reports
 */
#pragma once

#include <glib.h>

/* fit_markdown_append: appends @text so that it is rendered literally: escapes
 * markup and makes control characters visible */
void fit_markdown_append (GString *out, const char *text);

/* fit_markdown_append_code: the same as inline code, which may be in a table
 * cell */
void fit_markdown_append_code (GString *out, const char *text);
