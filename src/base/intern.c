/* intern.c - the tables of interned strings and structs, with the lock that
 * makes them safe for threads
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"

#include "base/intern-struct.h"

#include <pthread.h>
#include <string.h>

/* Only looking up, and dropping the last reference, need the lock: so a lookup
 * never finds what is being freed.  Other references come and go without it.
 * It is a pthread mutex, so that the thread sanitizer sees it. */
static struct
{
  pthread_mutex_t lock;
  GHashTable *texts;   /* (nullable) owned: a set of Text.text */
  GHashTable *structs; /* (nullable) owned: a set of Interned */
} tables = { PTHREAD_MUTEX_INITIALIZER, NULL, NULL };

typedef struct
{
  gint refs; /* atomic */
  char text[];
} Text;

/* The header in front of an interned struct. */
typedef struct
{
  gint refs; /* atomic */
  guint hash;
  const FitShape *shape;
  gconstpointer value; /* the struct that follows, or one to look up */
} Interned;

/* Returns: FALSE, with nothing done, if this may be the last reference */
static gboolean
drop_one_of_many (gint *refs)
{
  gint n = g_atomic_int_get (refs);

  while (n > 1)
    {
      if (g_atomic_int_compare_and_exchange (refs, n, n - 1))
        return TRUE;
      n = g_atomic_int_get (refs);
    }
  return FALSE;
}

/* -- strings --------------------------------------------------------------- */

static Text *
text_of (const char *text)
{
  return (Text *) (text - G_STRUCT_OFFSET (Text, text));
}

const char *
fit_intern (const char *text)
{
  const char *found;

  pthread_mutex_lock (&tables.lock);
  if (tables.texts == NULL)
    tables.texts = g_hash_table_new (g_str_hash, g_str_equal);
  found = g_hash_table_lookup (tables.texts, text);
  if (found != NULL)
    g_atomic_int_inc (&text_of (found)->refs);
  else
    {
      const gsize bytes = strlen (text) + 1;
      Text *added = g_malloc (sizeof *added + bytes);

      /* Under the lock, with a text that is not there yet. */
      g_atomic_int_set (&added->refs, 1);
      memcpy (added->text, text, bytes);
      g_hash_table_add (tables.texts, added->text);
      found = added->text;
    }
  pthread_mutex_unlock (&tables.lock);
  return found;
}

const char *
fit_intern_ref (const char *text)
{
  if (text != NULL)
    g_atomic_int_inc (&text_of (text)->refs);
  return text;
}

void
fit_intern_unref (const char *text)
{
  Text *last = NULL;

  if (text == NULL || drop_one_of_many (&text_of (text)->refs))
    return;
  pthread_mutex_lock (&tables.lock);
  if (g_atomic_int_dec_and_test (&text_of (text)->refs))
    {
      last = text_of (text);
      g_hash_table_remove (tables.texts, text);
    }
  pthread_mutex_unlock (&tables.lock);
  g_free (last);
}

static gpointer
copy_interned (gconstpointer text)
{
  return (gpointer) fit_intern_ref (text);
}

const FitLeaf fit_leaf_interned
    = { g_direct_hash, g_direct_equal, copy_interned,
        (GDestroyNotify) fit_intern_unref };

static const FitPart interned_parts[]
    = { { 0, sizeof (char *), &fit_leaf_interned, NULL, TRUE, -1 } };
const FitShape fit_shape_interned = FIT_SHAPE (char *, interned_parts);

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
    g_atomic_int_inc (&found->refs);
  else
    {
      const gsize bytes = fit_shape_bytes (wanted.shape, wanted.value);

      found = g_malloc (sizeof *found + bytes);
      *found = wanted;
      found->value = found + 1;
      memcpy (found + 1, wanted.value, bytes);
      g_atomic_int_set (&found->refs, 1);
      g_hash_table_add (tables.structs, found);
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
  g_atomic_int_inc (&interned_of (interned)->refs);
  return interned;
}

void
fit_intern_struct_unref (gconstpointer interned)
{
  Interned *last = NULL;

  if (interned == NULL || drop_one_of_many (&interned_of (interned)->refs))
    return;
  pthread_mutex_lock (&tables.lock);
  if (g_atomic_int_dec_and_test (&interned_of (interned)->refs))
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

static gpointer
copy_struct (gconstpointer interned)
{
  return (gpointer) fit_intern_struct_ref (interned);
}

const FitLeaf fit_leaf_interned_struct
    = { g_direct_hash, g_direct_equal, copy_struct,
        (GDestroyNotify) fit_intern_struct_unref };

gboolean
fit_intern_listed (const char *const *texts, guint n, const char *text)
{
  for (guint i = 0; i < n; i++)
    if (texts[i] == text)
      return TRUE;
  return FALSE;
}
