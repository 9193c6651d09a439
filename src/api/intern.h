/* intern.h - shorthands for interned strings
 *
 * An interned string is a GRefString that g_ref_string_new_intern() gave: the
 * same text is the same pointer for as long as a reference is held.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* fit_intern: Returns: (transfer full): @text interned */
static inline const char *
fit_intern (const char *text)
{
  return g_ref_string_new_intern (text);
}

/* fit_intern_ref: Returns: (transfer full): @text (nullable, interned) with
 * one more reference */
static inline const char *
fit_intern_ref (const char *text)
{
  return text != NULL ? g_ref_string_acquire ((char *) text) : NULL;
}

/* fit_intern_unref: gives back a reference; NULL is fine */
static inline void
fit_intern_unref (const char *text)
{
  if (text != NULL)
    g_ref_string_release ((char *) text);
}

G_END_DECLS
