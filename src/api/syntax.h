/* syntax.h - why a name is wrong, in the words of v1.16
 *
 * Friends of names.h: the same rules, told as messages.  Thread-safe.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_qualified_name_problems: appends the (owned) messages of v1.16's
 * IsQualifiedName() to @problems; none when @text is a qualified name */
void fit_qualified_name_problems (const char *text, GPtrArray *problems);

/* fit_label_value_problems: the same for IsValidLabelValue() */
void fit_label_value_problems (const char *text, GPtrArray *problems);

/* fit_quote: Returns: (transfer full): @text in quotes, escaped as Go's %q
 * does it */
char *fit_quote (const char *text);

/* fit_parse_int64: base 10, optional sign, nothing else around; FALSE when out
 * of range (@out untouched) */
gboolean fit_parse_int64 (const char *text, gsize len, gint64 *out);

G_END_DECLS
