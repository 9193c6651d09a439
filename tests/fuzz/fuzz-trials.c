/* fuzz-trials.c - any line is no file of a search, or one whose trials can be written and read again
 *
 * The input is the line; its checksum is made here.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "tests/tune/search.h"
#include "tune/trial-file.h"

/* Returns: (transfer full): the trials of @text, after those of @before */
static GArray *
read_trials (const FitTuneFile *file, const char *text, const GArray *before)
{
  GArray *trials = g_array_copy ((GArray *) before);

  if (fit_tune_file_read (file, text, strlen (text), trials, NULL))
    return trials;
  g_array_unref (trials);
  return NULL;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const FitTuneOptions options = { 1, 20, 20 };
  g_autoptr (FitTuneSpace) space = search_space ();
  g_autofree char *line = g_strndup ((const char *) data, size);
  FitTuneFile file = { .key = "key", .goals = &search_goals, .space = space };
  g_autoptr (GArray) before = g_array_new (FALSE, TRUE, sizeof (FitTuneTrial));
  g_autofree char *sum = NULL;
  g_autofree char *text = NULL;

  g_strdelimit (line, "\n", ' ');
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, line, -1);
  text = g_strdup_printf ("%s\n{\"sha256\":\"%s\"}\n", line, sum);
  for (guint outcomes = 0; outcomes < 2; outcomes++)
    {
      g_autoptr (GArray) trials = NULL;
      g_autoptr (GArray) again = NULL;
      g_autofree char *written = NULL;

      file.outcomes = outcomes != 0;
      trials = read_trials (&file, text, before);
      if (trials != NULL)
        {
          written = fit_tune_file_text (&file, trials, 0, 1);
          again = read_trials (&file, written, before);
          g_assert (again != NULL && again->len == trials->len);
          g_assert (trials->len == 0
                    || memcmp (again->data, trials->data,
                               trials->len * sizeof (FitTuneTrial))
                           == 0);
        }
      fit_tune_next (before, space, &search_goals, &options);
    }
  return 0;
}
