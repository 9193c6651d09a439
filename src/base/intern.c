/* intern.c - the table of interned strings, with the lock that makes it safe for threads */
#include "base/intern.h"

#include <pthread.h>

/* Held while a string is looked up or may lose its last reference.  GLib drops
 * the count before it takes its own lock to remove the string from its table,
 * and in between it returns strings without references.  It is a pthread mutex,
 * so that the thread sanitizer sees it. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *
fit_intern (const char *text)
{
  const char *interned;

  pthread_mutex_lock (&lock);
  interned = g_ref_string_new_intern (text);
  pthread_mutex_unlock (&lock);
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
  pthread_mutex_lock (&lock);
  g_ref_string_release ((char *) text);
  pthread_mutex_unlock (&lock);
}
