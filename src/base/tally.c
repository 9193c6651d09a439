/* tally.c - counting with a few examples
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/tally.h"

#include "base/plain-text.h"

/* An example may be untrusted input. */
#define EXAMPLE_WIDTH 160

void
fit_tally_add (FitTally *tally, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  if (tally->n++ >= FIT_TALLY_EXAMPLES)
    return;
  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  tally->examples[tally->n - 1] = fit_plain_cut (text, EXAMPLE_WIDTH);
}

char *
fit_tally_text (const FitTally *tally)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < FIT_TALLY_EXAMPLES && tally->examples[i] != NULL; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            tally->examples[i]);
  if (tally->n > FIT_TALLY_EXAMPLES)
    g_string_append_printf (text, " and %u more",
                            tally->n - FIT_TALLY_EXAMPLES);
  return g_string_free (text, FALSE);
}

void
fit_tally_move (FitTally *from, FitTally *to)
{
  guint kept = MIN (to->n, FIT_TALLY_EXAMPLES);

  for (guint i = 0; kept < FIT_TALLY_EXAMPLES && i < FIT_TALLY_EXAMPLES; i++)
    if (from->examples[i] != NULL)
      to->examples[kept++] = g_steal_pointer (&from->examples[i]);
  to->n += from->n;
  fit_tally_clear (from);
}

void
fit_tally_clear (FitTally *tally)
{
  for (guint i = 0; i < FIT_TALLY_EXAMPLES; i++)
    g_clear_pointer (&tally->examples[i], g_free);
  tally->n = 0;
}
