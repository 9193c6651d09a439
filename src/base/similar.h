/* similar.h - "did you mean ...?"
 *
 * Offer all valid words.  The one most similar to the input is kept, if the
 * difference is small enough to be a typing error, or else the first one that
 * begins with the input.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  const char *wanted; /* borrowed: the input */
  const char *best;   /* (nullable) borrowed: the most similar word so far */
  guint distance;     /* edit distance of @best; the limit at first */
} FitSimilar;

/* fit_similar_init: @wanted must outlive @similar */
void fit_similar_init (FitSimilar *similar, const char *wanted);

/* fit_similar_offer: @candidate must outlive @similar.  Ignores letter case;
 * words over 64 bytes are never similar. */
void fit_similar_offer (FitSimilar *similar, const char *candidate);
