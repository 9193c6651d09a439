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

void
fit_similar_offer (FitSimilar *similar, const char *candidate)
{
  const gsize len = strlen (candidate);
  guint distance, other_len;
  guint row[LONGEST_WORD + 1];

  if (similar->distance == 0 || len > LONGEST_WORD)
    return;
  /* How many letters must be inserted, removed or replaced to turn one word
   * into the other. */
  other_len = (guint) len;
  for (guint j = 0; j <= other_len; j++)
    row[j] = j;
  for (guint i = 1; similar->wanted[i - 1] != '\0'; i++)
    {
      guint diagonal = row[0];

      row[0] = i;
      for (guint j = 1; j <= other_len; j++)
        {
          guint above = row[j];
          guint differs = g_ascii_tolower (similar->wanted[i - 1])
                          != g_ascii_tolower (candidate[j - 1]);

          row[j] = MIN (MIN (above, row[j - 1]) + 1, diagonal + differs);
          diagonal = above;
        }
    }
  distance = row[other_len];
  if (distance < similar->distance)
    {
      similar->distance = distance;
      similar->best = candidate;
    }
  else if (similar->best == NULL && is_beginning (similar->wanted, candidate))
    similar->best = candidate;
}
