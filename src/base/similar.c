/* similar.c - measures how far two words are apart, to suggest the one that was
 * meant
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/similar.h"

#include <string.h>

#define LONGEST_WORD 64

/* A shorter word is not suggested as the beginning of another. */
#define SHORTEST_BEGINNING 5

static gboolean
is_beginning (const char *word, const char *candidate)
{
  const gsize len = strlen (word);

  return len >= SHORTEST_BEGINNING
         && g_ascii_strncasecmp (word, candidate, len) == 0;
}

void
fit_similar_init (FitSimilar *similar, const char *wanted)
{
  const gsize len = strlen (wanted);

  similar->wanted = wanted;
  similar->best = NULL;
  /* If the difference were larger, a hint would only confuse. */
  similar->distance = len > LONGEST_WORD ? 0 : (guint) len / 3 + 1;
}

/* How many letters must be inserted, removed or replaced to turn one word into
 * the other; @limit if there are at least so many. */
static guint
distance_of (const char *word, const char *candidate, guint limit)
{
  const guint len = (guint) strlen (word), other = (guint) strlen (candidate);
  char lower[LONGEST_WORD];
  guint row[LONGEST_WORD + 1];

  if (MAX (len, other) - MIN (len, other) >= limit)
    return limit;
  for (guint j = 0; j < other; j++)
    lower[j] = g_ascii_tolower (candidate[j]);
  for (guint j = 0; j <= other; j++)
    row[j] = j;
  for (guint i = 1; i <= len; i++)
    {
      const char letter = g_ascii_tolower (word[i - 1]);
      guint diagonal = row[0], least = i;

      row[0] = i;
      for (guint j = 1; j <= other; j++)
        {
          const guint above = row[j];

          row[j] = MIN (MIN (above, row[j - 1]) + 1,
                        diagonal + (letter != lower[j - 1]));
          diagonal = above;
          least = MIN (least, row[j]);
        }
      /* A row never has a smaller number than the one before. */
      if (least >= limit)
        return limit;
    }
  return MIN (row[other], limit);
}

void
fit_similar_offer (FitSimilar *similar, const char *candidate)
{
  guint distance;

  if (similar->distance == 0 || strlen (candidate) > LONGEST_WORD)
    return;
  distance = distance_of (similar->wanted, candidate, similar->distance);
  if (distance < similar->distance)
    {
      similar->distance = distance;
      similar->best = candidate;
    }
  else if (similar->best == NULL && is_beginning (similar->wanted, candidate))
    similar->best = candidate;
}
