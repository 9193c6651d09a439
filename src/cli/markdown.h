/* markdown.h - text from strangers in a report in Markdown
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_markdown_append: @text as it reads, whatever it holds: markup is escaped,
 * control characters are made visible */
void fit_markdown_append (GString *out, const char *text);

/* fit_markdown_append_code: the same as a piece of code, which may stand in a
 * cell of a table */
void fit_markdown_append_code (GString *out, const char *text);

G_END_DECLS
