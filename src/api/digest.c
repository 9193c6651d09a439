/* digest.c - digests of pods
 *
 * The digest of a map is the sum over its members, so their order does not
 * matter; a null member counts as absent.  Some parts do not count in both
 * digests.  They are separated on the first two levels; everything below is
 * hashed once for both.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/digest.h"

#include <string.h>

#include "base/word-hash.h"

/* The digests in which a value counts. */
typedef enum
{
  IN_NONE = 0,
  IN_OBJECT = 1 << 0,
  IN_ECHO = 1 << 1,
  IN_BOTH = IN_OBJECT | IN_ECHO,
  IN_MANAGED = 1 << 2,
  IN_FINALIZERS = 1 << 3,
} Counts;

typedef struct _Part Part;

/* A member that is treated specially. */
typedef struct
{
  const char *name;
  guint len;
  Counts counts;    /* for the value */
  const Part *part; /* (nullable): for a map that has such members too */
} Special;

/* A map on one of the first levels. */
struct _Part
{
  guint64 seed; /* distinguishes members with the same name in different
                   parts */
  Counts others;
  guint n_specials;
  const Special *specials;
};

typedef struct
{
  gsize bytes_left; /* bytes that may still be read; 0: the limit is exceeded */
  Counts without;   /* members that count here do not count at all */
  FitPodDigests sums;
} Walk;

#define SPECIAL(name, counts, part)       \
  {                                       \
    name, sizeof (name) - 1, counts, part \
  }
#define PART(seed, others, specials)                \
  {                                                 \
    seed, others, G_N_ELEMENTS (specials), specials \
  }

static const Special metadata_specials[] = {
  SPECIAL ("resourceVersion", IN_NONE, NULL),
  SPECIAL ("deletionTimestamp", IN_NONE, NULL),
  SPECIAL ("generation", IN_ECHO, NULL),
  SPECIAL ("annotations", IN_OBJECT, NULL),
  SPECIAL ("finalizers", IN_OBJECT | IN_FINALIZERS, NULL),
  SPECIAL ("managedFields", IN_BOTH | IN_MANAGED, NULL),
};
static const Special spec_specials[] = {
  SPECIAL ("nodeName", IN_NONE, NULL),
};
static const Special status_specials[] = {
  SPECIAL ("conditions", IN_NONE, NULL),
  SPECIAL ("nominatedNodeName", IN_NONE, NULL),
};
static const Part metadata_part = PART (1, IN_BOTH, metadata_specials);
static const Part spec_part = PART (2, IN_BOTH, spec_specials);
static const Part status_part = PART (3, IN_ECHO, status_specials);
static const Special pod_specials[] = {
  SPECIAL ("kind", IN_NONE, NULL),
  SPECIAL ("apiVersion", IN_NONE, NULL),
  SPECIAL ("metadata", IN_NONE, &metadata_part),
  SPECIAL ("spec", IN_NONE, &spec_part),
  SPECIAL ("status", IN_NONE, &status_part),
};
static const Part pod_part = PART (4, IN_BOTH, pod_specials);

/* -- texts ----------------------------------------------------------------- */

static inline guint64
load (const char *text, gsize n)
{
  guint64 word = 0;

  memcpy (&word, text, n);
  return word;
}

/* Hashes words of eight bytes; the last one overlaps the one before.  For a
 * shorter text, too, each byte is in one of the words. */
static inline guint64
hash_text (guint64 seed, const char *text, gsize len)
{
  guint64 hash = seed ^ (len * FIT_ODD_1);

  if (len >= 8)
    {
      for (gsize i = 0; i + 8 < len; i += 8)
        hash = fit_next_hash (hash, load (text + i, 8));
      return fit_next_hash (hash, load (text + len - 8, 8));
    }
  if (len >= 4)
    return fit_next_hash (hash,
                          load (text, 4) | load (text + len - 4, 4) << 32);
  if (len == 0)
    return hash;
  return fit_next_hash (hash, load (text, 1) | load (text + len / 2, 1) << 8
                                  | load (text + len - 1, 1) << 16);
}

/* Returns: FALSE if the limit is exceeded */
static inline gboolean
take_bytes (Walk *walk, gsize n)
{
  if (G_UNLIKELY (walk->bytes_left <= n))
    {
      walk->bytes_left = 0;
      return FALSE;
    }
  walk->bytes_left -= n;
  return TRUE;
}

static inline gboolean
is_text (const FitValue *value)
{
  return value->type == FIT_VALUE_STRING || value->type == FIT_VALUE_NUMBER;
}

/* -- values ---------------------------------------------------------------- */

static guint64 hash_value (Walk *walk, const FitValue *value);

static guint64
hash_member (Walk *walk, guint64 seed, const FitMember *member)
{
  const FitValue *value = &member->value;
  gsize bytes = member->key_len + 1;
  guint64 hash;

  if (is_text (value))
    bytes += value->n;
  if (!take_bytes (walk, bytes))
    return 0;
  hash = hash_text (seed, member->key, member->key_len);
  if (is_text (value))
    return fit_word_hash (
        hash_text (hash + value->type, value->text, value->n));
  return fit_word_hash (hash * FIT_ODD_1 + hash_value (walk, value));
}

/* The recursion is as deep as the object: FitLimits.depth. */
static guint64
hash_value (Walk *walk, const FitValue *value)
{
  guint64 sum = value->type;

  if (value->type == FIT_VALUE_MAP)
    {
      for (guint32 i = 0; i < value->n; i++)
        if (value->members[i].value.type != FIT_VALUE_NULL
            && walk->bytes_left > 0)
          sum += hash_member (walk, 0, &value->members[i]);
      return fit_word_hash (sum);
    }
  if (value->type == FIT_VALUE_LIST)
    {
      for (guint32 i = 0; i < value->n && walk->bytes_left > 0; i++)
        sum = fit_word_hash (sum + FIT_ODD_1)
              + hash_value (walk, &value->items[i]);
      return fit_word_hash (sum);
    }
  if (!is_text (value))
    return value->type * 2 + (guint64) value->boolean;
  if (!take_bytes (walk, value->n + 1))
    return 0;
  return hash_text (value->type, value->text, value->n);
}

/* -- a pod ----------------------------------------------------------------- */

static const Special *
find_special (const Part *part, const FitMember *member)
{
  for (guint i = 0; i < part->n_specials; i++)
    if (part->specials[i].len == member->key_len
        && memcmp (part->specials[i].name, member->key, member->key_len) == 0)
      return &part->specials[i];
  return NULL;
}

/* Recursive over the parts of a pod. */
static void
add_part (Walk *walk, const Part *part, const FitValue *map)
{
  for (guint32 i = 0; i < map->n; i++)
    {
      const FitMember *member = &map->members[i];
      const Special *special;

      if (member->value.type == FIT_VALUE_NULL)
        continue;
      special = find_special (part, member);
      if (special != NULL && special->part != NULL
          && member->value.type == FIT_VALUE_MAP)
        add_part (walk, special->part, &member->value);
      else
        {
          const Counts counts
              = special != NULL ? special->counts : part->others;
          guint64 hash;

          if (counts != IN_NONE && (counts & walk->without) == 0)
            {
              hash = hash_member (walk, part->seed, member);
              if ((counts & IN_OBJECT) != 0)
                walk->sums.object += hash;
              if ((counts & IN_ECHO) != 0)
                walk->sums.echo += hash;
              if ((counts & IN_MANAGED) != 0)
                walk->sums.managed += hash;
              if ((counts & IN_FINALIZERS) != 0)
                walk->sums.finalizers += hash;
            }
        }
    }
}

static Walk
begin_walk (const FitDecoder *decoder)
{
  const FitLimits *limits
      = decoder->limits != NULL ? decoder->limits : fit_limits_default ();

  return (Walk){ .bytes_left = limits->object_bytes };
}

static gboolean
end_walk (FitDecoder *decoder, const Walk *walk, GError **error)
{
  if (walk->bytes_left > 0)
    return TRUE;
  return fit_decode_fail (decoder, FIT_ERROR_LIMIT, error,
                          "too large once its aliases are expanded");
}

gboolean
fit_digest_pod (FitDecoder *decoder, const FitValue *object, FitPodDigests *out,
                GError **error)
{
  Walk walk = begin_walk (decoder);

  if ((decoder->flags & FIT_DECODE_NO_MANAGED_FIELDS) != 0)
    walk.without = IN_MANAGED;
  add_part (&walk, &pod_part, object);
  *out = walk.sums;
  return end_walk (decoder, &walk, error);
}

gboolean
fit_digest_value (FitDecoder *decoder, const FitValue *value, guint64 *out,
                  GError **error)
{
  Walk walk = begin_walk (decoder);

  *out = value != NULL && value->type != FIT_VALUE_NULL
             ? hash_value (&walk, value)
             : 0;
  return end_walk (decoder, &walk, error);
}
