/* tuning.h - 'fitsched tune': the rules, the cluster, and what is searched
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "tune/generation.h"

typedef struct
{
  FitSession session;       /* of the rules as they are */
  FitInvocation invocation; /* of a trial: with its text as the rules */
  FitTuneSpace *space;      /* owned */
  FitTuneGoals goals;
  FitTuneOptions options;
  FitTraceReader *trace; /* (nullable) owned: keeps its events, decoded */
  FitTunePlaces *today;  /* owned: of the rules as they are */
  FitTuneOutcome start;  /* likewise */
  char *key;             /* owned: equal for two searches that do the same */
  GArray *trials;        /* owned, of FitTuneTrial: by number */
} FitTuning;

/* fit_tuning_open: reads everything, and replays the rules as they are.
 * @out_tuning: (out): must be cleared even after a failure */
gboolean fit_tuning_open (FitTuning *out_tuning,
                          const FitInvocation *invocation, GError **error);
void fit_tuning_clear (FitTuning *tuning);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitTuning, fit_tuning_clear)

/* fit_tuning_try: replays the rules that @genes make */
gboolean fit_tuning_try (FitTuning *tuning, const gint32 *genes,
                         FitTuneOutcome *out, GError **error);

/* fit_tuning_trial: Returns: (transfer none): trial number @number */
FitTuneTrial *fit_tuning_trial (const FitTuning *tuning, guint number);

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

/* fit_tune_report: @proof: (nullable): of the recommended trial, if there is one.
 * Returns: (transfer full) */
FitReport *fit_tune_report (const FitTuning *tuning, const FitTuneProof *proof);
