/* tune-proof.h - the recommended rules, compared with the rules as they are
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/tuning.h"

typedef struct
{
  FitTuneTrial trial; /* the recommended one, with as small changes as come to
                         the same */
  gboolean simpler;   /* they are smaller than the trial's */
  char *rules;        /* owned: the recommended rules, as a file */
  char *file;         /* owned: its name: that of --write, or one to choose */
  char *command;      /* owned: the comparison that was made */
  char *verdict;      /* owned: of it */
  gint64 placed[2];   /* by the rules as they are, and the recommended ones */
  gint64 changed;     /* pods that end otherwise */
} FitTuneProof;

/* fit_tune_prove: replays the trial @number once more, which must come to the same,
 * takes back what it changes for nothing, and compares its rules with the rules as
 * they are, as 'fitsched diff' does.
 * @out_proof: (out): must be cleared even after a failure */
gboolean fit_tune_prove (FitTuning *tuning, guint number,
                         FitTuneProof *out_proof, GError **error);
void fit_tune_proof_clear (FitTuneProof *proof);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitTuneProof, fit_tune_proof_clear)
