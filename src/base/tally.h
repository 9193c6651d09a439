/* tally.h - counts occurrences and keeps a few examples
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#define FIT_TALLY_EXAMPLES 3

/* All zero is empty. */
typedef struct
{
  guint n;
  char *examples[FIT_TALLY_EXAMPLES]; /* (nullable) owned: the first ones */
} FitTally;

/* fit_tally_add: @format is evaluated only for the first few */
void fit_tally_add (FitTally *tally, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

/* fit_tally_text: "A, B, C and 5 more".  Returns: (transfer full) */
char *fit_tally_text (const FitTally *tally);

/* fit_tally_move: adds what @from has counted to @to, and empties it */
void fit_tally_move (FitTally *from, FitTally *to);

void fit_tally_clear (FitTally *tally);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitTally, fit_tally_clear)
