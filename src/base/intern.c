/* intern.c - the tables of interned strings and structs, with the lock that makes them safe for threads */
#include "base/intern.h"

#include "base/intern-struct.h"

#include <pthread.h>
#include <string.h>

/* The lock is held while something is looked up or may lose its last reference.
 * GLib drops the count of a string before it takes its own lock to remove it
 * from its table, and in between it returns strings without references.  It is
 * a pthread mutex, so that the thread sanitizer sees it. */
static struct
{
  pthread_mutex_t lock;
  GHashTable *structs; /* (nullable) owned: a set of Interned */
} tables = { PTHREAD_MUTEX_INITIALIZER, NULL };

/* What stands before an interned struct. */
typedef struct
{
  gatomicrefcount refs;
  guint hash;
  const FitShape *shape;
  gconstpointer value; /* what follows, or what is looked for */
} Interned;

/* -- strings --------------------------------------------------------------- */

const char *
fit_intern (const char *text)
{
  const char *interned;

  pthread_mutex_lock (&tables.lock);
  interned = g_ref_string_new_intern (text);
  pthread_mutex_unlock (&tables.lock);
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
  pthread_mutex_lock (&tables.lock);
  g_ref_string_release ((char *) text);
  pthread_mutex_unlock (&tables.lock);
}

/* -- structs --------------------------------------------------------------- */

static guint
interned_hash (gconstpointer data)
{
  return ((const Interned *) data)->hash;
}

static gboolean
interned_equal (gconstpointer a, gconstpointer b)
{
  const Interned *one = a, *other = b;

  return one == other
         || (one->hash == other->hash && one->shape == other->shape
             && fit_shape_equal (one->shape, one->value, other->value));
}

/* Under the lock, with a struct that is not there yet.  Takes what it owns. */
static Interned *
add (const Interned *wanted)
{
  const gsize bytes = fit_shape_bytes (wanted->shape, wanted->value);
  Interned *interned = g_malloc (sizeof *interned + bytes);

  *interned = *wanted;
  interned->value = interned + 1;
  memcpy (interned + 1, wanted->value, bytes);
  g_atomic_ref_count_init (&interned->refs);
  g_hash_table_add (tables.structs, interned);
  return interned;
}

gconstpointer
fit_intern_struct (const FitShape *shape, gpointer value)
{
  const guint64 hash = fit_shape_hash (shape, value);
  const Interned wanted
      = { .hash = (guint) (hash ^ hash >> 32), .shape = shape, .value = value };
  Interned *found;

  pthread_mutex_lock (&tables.lock);
  if (tables.structs == NULL)
    tables.structs = g_hash_table_new (interned_hash, interned_equal);
  found = g_hash_table_lookup (tables.structs, &wanted);
  if (found != NULL)
    g_atomic_ref_count_inc (&found->refs);
  else
    {
      found = add (&wanted);
      memset (value, 0, shape->size); /* nothing of it is left to be freed */
    }
  pthread_mutex_unlock (&tables.lock);
  fit_shape_clear (shape, value);
  return found->value;
}

static Interned *
interned_of (gconstpointer value)
{
  return (Interned *) value - 1;
}

gconstpointer
fit_intern_struct_ref (gconstpointer interned)
{
  g_atomic_ref_count_inc (&interned_of (interned)->refs);
  return interned;
}

void
fit_intern_struct_unref (gconstpointer interned)
{
  Interned *last = NULL;

  if (interned == NULL)
    return;
  pthread_mutex_lock (&tables.lock);
  if (g_atomic_ref_count_dec (&interned_of (interned)->refs))
    {
      last = interned_of (interned);
      g_hash_table_remove (tables.structs, last);
    }
  pthread_mutex_unlock (&tables.lock);
  if (last == NULL)
    return;
  fit_shape_clear (last->shape, last + 1);
  g_free (last);
}
