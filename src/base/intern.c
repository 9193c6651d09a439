#include "base/intern.h"

/* Held while a string is looked up or may lose its last reference: GLib drops
 * the count before it takes its own lock to remove the string from its table,
 * and hands out strings without references in between. */
static GMutex lock;

const char *
fit_intern (const char *text)
{
  const char *interned;

  g_mutex_lock (&lock);
  interned = g_ref_string_new_intern (text);
  g_mutex_unlock (&lock);
  return interned;
}

const char *
fit_intern_ref (const char *text)
{
  return text != NULL ? g_ref_string_acquire ((char *) text) : NULL;
}

void
fit_intern_unref (const char *text)
{
  if (text == NULL)
    return;
  g_mutex_lock (&lock);
  g_ref_string_release ((char *) text);
  g_mutex_unlock (&lock);
}
