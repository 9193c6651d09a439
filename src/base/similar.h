/* similar.h - "did you mean ...?"
 *
 * Offer all the words that would have been right; the nearest to what was
 * written is kept, if it is near enough to be a slip of the finger.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *wanted; /* borrowed: what was written */
  const char *best;   /* (nullable) borrowed: the nearest word so far */
  guint distance;     /* letters that differ in it, at most */
} FitSimilar;

/* fit_similar_init: @wanted must outlive @similar */
void fit_similar_init (FitSimilar *similar, const char *wanted);

/* fit_similar_offer: @candidate must outlive @similar.  Letters count without
 * regard to case; words over 64 bytes are never similar. */
void fit_similar_offer (FitSimilar *similar, const char *candidate);

G_END_DECLS
