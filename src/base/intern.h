/* intern.h - one copy of each string, compared by pointer
 *
 * Label keys and values, namespaces, resource, image and node names are
 * interned: the same text is the same pointer for as long as a reference is
 * held, and text that nobody holds any more is freed.
 *
 * Thread-safe.  Strings are GLib's GRefString; never give a reference back by
 * g_ref_string_release(): up to GLib 2.80 that may pull a string away from a
 * thread that is interning the same text.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_intern: Returns: (transfer full): @text interned */
const char *fit_intern (const char *text);

/* fit_intern_ref: Returns: (transfer full): @text (nullable, interned) with
 * one more reference */
const char *fit_intern_ref (const char *text);

/* fit_intern_unref: gives back a reference; NULL is fine */
void fit_intern_unref (const char *text);

G_END_DECLS
