/* shape.c - compares, hashes, copies and clears structs by their shapes
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/shape.h"

#include <string.h>

#include "base/word-hash.h"

/* -- leaves ---------------------------------------------------------------- */

static gpointer
copy_text (gconstpointer text)
{
  return g_strdup (text);
}

static guint
hash_strv (gconstpointer strv)
{
  guint hash = 0;

  for (const char *const *text = strv; *text != NULL; text++)
    hash = hash * 31 + g_str_hash (*text) + 1;
  return hash;
}

static gboolean
equal_strv (gconstpointer a, gconstpointer b)
{
  return g_strv_equal (a, b);
}

static gpointer
copy_strv (gconstpointer strv)
{
  return g_strdupv ((char **) strv);
}

const FitLeaf fit_leaf_text = { g_str_hash, g_str_equal, copy_text, g_free };
const FitLeaf fit_leaf_strv
    = { hash_strv, equal_strv, copy_strv, (GDestroyNotify) g_strfreev };

/* -- parts ----------------------------------------------------------------- */

static inline gpointer
at (const FitPart *part, gconstpointer value)
{
  return (guint8 *) value + part->offset;
}

/* Returns: the first of @out_n structs, or what a leaf points to */
static inline gpointer
structs (const FitPart *part, gconstpointer value, guint *out_n)
{
  gpointer first
      = part->pointer ? *(gpointer *) at (part, value) : at (part, value);

  *out_n = first == NULL ? 0
           : part->count < 0
               ? 1
               : *(const guint *) ((const guint8 *) value + part->count);
  return first;
}

static inline gpointer
nth (const FitPart *part, gpointer first, guint i)
{
  return (guint8 *) first + i * part->shape->size;
}

gsize
fit_shape_bytes (const FitShape *shape, gconstpointer value)
{
  gsize bytes = shape->size;

  for (guint i = 0; i < shape->n_parts; i++)
    {
      const FitPart *part = &shape->parts[i];
      guint n;

      if (part->size > 0) /* only a tail has no size of its own */
        continue;
      structs (part, value, &n);
      bytes += n * part->shape->size;
    }
  return bytes;
}

/* -- equality -------------------------------------------------------------- */

static inline gboolean
bytes_equal (const guint8 *a, const guint8 *b, gsize n)
{
  guint64 word_a, word_b;

  for (; n >= sizeof word_a; a += sizeof word_a, b += sizeof word_b)
    {
      memcpy (&word_a, a, sizeof word_a);
      memcpy (&word_b, b, sizeof word_b);
      if (word_a != word_b)
        return FALSE;
      n -= sizeof word_a;
    }
  return n == 0 || memcmp (a, b, n) == 0;
}

static inline gboolean
part_equal (const FitPart *part, gconstpointer a, gconstpointer b)
{
  guint n_a, n_b;
  gpointer first_a = structs (part, a, &n_a);
  gpointer first_b = structs (part, b, &n_b);

  if (first_a == first_b || n_a != n_b)
    return n_a == n_b;
  if (part->leaf != NULL)
    return part->leaf->equal (first_a, first_b);
  for (guint i = 0; i < n_a; i++)
    if (!fit_shape_equal (part->shape, nth (part, first_a, i),
                          nth (part, first_b, i)))
      return FALSE;
  return TRUE;
}

/* Compares parts by their shapes, and as bytes what is between them.  So parts
 * are in the order of the members.  The recursion is as deep as the shapes. */
gboolean
fit_shape_equal (const FitShape *shape, gconstpointer a, gconstpointer b)
{
  const guint8 *bytes_a = a, *bytes_b = b;
  gsize done = 0;

  for (guint i = 0; i < shape->n_parts; i++)
    {
      const FitPart *part = &shape->parts[i];

      if (!bytes_equal (bytes_a + done, bytes_b + done, part->offset - done)
          || !part_equal (part, a, b))
        return FALSE;
      done = part->offset + part->size;
    }
  return bytes_equal (bytes_a + done, bytes_b + done, shape->size - done);
}

/* -- hashes ---------------------------------------------------------------- */

static inline guint64
hash_bytes (guint64 hash, const guint8 *bytes, gsize n)
{
  guint64 word;

  for (; n >= sizeof word; bytes += sizeof word, n -= sizeof word)
    {
      memcpy (&word, bytes, sizeof word);
      hash = fit_next_hash (hash, word);
    }
  if (n == 0)
    return hash;
  word = 0;
  memcpy (&word, bytes, n);
  return fit_next_hash (hash, word);
}

static inline guint64
hash_part (guint64 hash, const FitPart *part, gconstpointer value)
{
  guint n;
  gpointer first = structs (part, value, &n);

  if (part->leaf != NULL)
    return fit_next_hash (hash, first != NULL ? part->leaf->hash (first) : 0);
  hash = fit_next_hash (hash, n);
  for (guint i = 0; i < n; i++)
    hash = fit_next_hash (hash,
                          fit_shape_hash (part->shape, nth (part, first, i)));
  return hash;
}

guint64
fit_shape_hash (const FitShape *shape, gconstpointer value)
{
  const guint8 *bytes = value;
  guint64 hash = shape->size;
  gsize done = 0;

  for (guint i = 0; i < shape->n_parts; i++)
    {
      const FitPart *part = &shape->parts[i];

      hash = hash_bytes (hash, bytes + done, part->offset - done);
      hash = hash_part (hash, part, value);
      done = part->offset + part->size;
    }
  return hash_bytes (hash, bytes + done, shape->size - done);
}

/* -- copies ---------------------------------------------------------------- */

void
fit_shape_copy (const FitShape *shape, gconstpointer value, gpointer out)
{
  memcpy (out, value, shape->size);
  for (guint i = 0; i < shape->n_parts; i++)
    {
      const FitPart *part = &shape->parts[i];
      guint n;
      gpointer first = structs (part, value, &n);
      gpointer copy = at (part, out);

      if (part->leaf != NULL)
        copy = first != NULL ? part->leaf->copy (first) : NULL;
      else if (part->pointer)
        copy = n > 0 ? g_malloc (n * part->shape->size) : NULL;
      if (part->pointer)
        *(gpointer *) at (part, out) = copy;
      if (part->leaf != NULL)
        continue;
      for (guint k = 0; k < n; k++)
        fit_shape_copy (part->shape, nth (part, first, k), nth (part, copy, k));
    }
}

/* -- clearing -------------------------------------------------------------- */

static void
clear_parts (const FitShape *shape, gpointer value)
{
  for (guint i = 0; i < shape->n_parts; i++)
    {
      const FitPart *part = &shape->parts[i];
      gpointer first;
      guint n;

      first = structs (part, value, &n);
      if (first == NULL)
        continue;
      if (part->leaf != NULL)
        {
          part->leaf->clear (first);
          continue;
        }
      for (guint j = 0; j < n; j++)
        clear_parts (part->shape, nth (part, first, j));
      if (part->pointer)
        g_free (first);
    }
}

void
fit_shape_clear (const FitShape *shape, gpointer value)
{
  clear_parts (shape, value);
  memset (value, 0, shape->size);
}
