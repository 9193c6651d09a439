/* plain-text.h - text from strangers, as it may be shown on a line
 *
 * A name may hold a line break, a sequence that a terminal obeys, or characters
 * that turn a line around.  They are shown as they would be written in a
 * string: \n, \x1b, \u202e.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_plain_is_hidden: whether @c does something instead of being seen */
gboolean fit_plain_is_hidden (gunichar c);

/* fit_plain_append: appends @text, control characters (C0, DEL, C1), separators
 * of lines, marks of direction and bytes that are no UTF-8 made visible */
void fit_plain_append (GString *out, const char *text, gsize len);

/* fit_plain_text: the same.  Returns: (transfer full) */
char *fit_plain_text (const char *text);

/* fit_plain_cut: at most @width characters of @text, "..." behind where it is
 * longer.  Returns: (transfer full) */
char *fit_plain_cut (const char *text, guint width);

/* fit_plain_printf: appends as g_string_append_printf() does, with what stands
 * for each %s made plain; what @format says itself stays as it is */
void fit_plain_printf (GString *out, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_plain_lines: @message of an error, a line for what it says and one for
 * each of its hints ("hint: ..."); other line breaks are made visible.
 * Returns: (transfer full): NULL-terminated */
char **fit_plain_lines (const char *message);

G_END_DECLS
