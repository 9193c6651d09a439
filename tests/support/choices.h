/* choices.h - where a random test takes its choices from: a seed, or the bytes
 * of a fuzzer
 *
 * The same seed or bytes give the same choices on every machine.  When bytes are
 * used up, every choice is the first, so no input is longer than the choices in it.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  GRand *random; /* (nullable) borrowed: the bytes count without it */
  const guint8 *bytes;
  gsize n_bytes; /* that are left */
} Choices;

/* choices_below: Returns: 0 .. @n - 1, @n at most 2^16 where bytes decide */
static inline guint
choices_below (Choices *choices, guint n)
{
  guint chosen = 0;

  if (choices->random != NULL)
    return (guint) g_rand_int_range (choices->random, 0, (gint32) n);
  for (guint limit = 1; limit < n && choices->n_bytes > 0; limit *= 256)
    {
      chosen = chosen * 256 + *choices->bytes++;
      choices->n_bytes--;
    }
  return n > 0 ? chosen % n : 0;
}

/* choices_left: is there anything to choose by? */
static inline gboolean
choices_left (const Choices *choices)
{
  return choices->random != NULL || choices->n_bytes > 0;
}

static inline gboolean
choices_boolean (Choices *choices)
{
  return choices_below (choices, 2) != 0;
}
