/* syntax.h - v1.16's messages about invalid names
 *
 * The rules of names.h as messages.  Thread-safe.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* fit_qualified_name_problems: appends the (owned) messages of v1.16's
 * IsQualifiedName() to @problems; none if @text is a qualified name */
void fit_qualified_name_problems (const char *text, GPtrArray *problems);

/* fit_label_value_problems: the same for IsValidLabelValue() */
void fit_label_value_problems (const char *text, GPtrArray *problems);

/* fit_quote: Returns: (transfer full): @text in quotes, escaped like Go's %q */
char *fit_quote (const char *text);

/* fit_parse_int64: base 10, with an optional sign and nothing else; FALSE if
 * invalid or out of range (@out untouched) */
gboolean fit_parse_int64 (const char *text, gsize len, gint64 *out);
