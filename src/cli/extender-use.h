/* extender-use.h - how extenders are used, and their failures
 *
 * --extenders determines whether they are called, left out, refused, or
 * replaced by a recording; --record-extenders creates one.  Failures are
 * counted, because v1.16 silently ignores some.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/exit-status.h"
#include "cli/invocation.h"
#include "report/table-text.h"
#include "answering/stand-in.h"
#include "simulate/extender-answers.h"
#include "assembly/extender-tally.h"
#include "simulate/simulation.h"

typedef struct
{
  FitExtenderTally tally;
  gboolean shares;               /* the next two belong to another
                                    FitExtenderUse */
  FitExtenderAnswers *answers;   /* (nullable): from a file */
  FitExtenderRecorder *recorder; /* (nullable) */
  const FitStandInOptions *kept; /* (nullable) borrowed */
  FitStandIn *stand_in;          /* (nullable) owned */
  const char *record_path;       /* (nullable) borrowed */
  FitSignals *signals;           /* borrowed */
  gboolean only_names;           /* -o name: results contain only names */
  gboolean compared;             /* results mention its failures */
  const char *side;              /* (nullable): of a comparison */
  void (*log) (const FitPod *pod, const char *text,
               gpointer data); /* (nullable): called for each failure */
  gpointer log_data;
} FitExtenderUse;

/* fit_extender_use_reads: does --extenders name a file with answers? */
gboolean fit_extender_use_reads (const FitOptions *options);

/* fit_extender_use_open: @beside (nullable): its recording is used too, and it
 * must be cleared later; @use: (out): must be cleared even after a failure */
gboolean fit_extender_use_open (FitExtenderUse *use,
                                const FitInvocation *invocation,
                                const FitExtenderUse *beside, GError **error);
void fit_extender_use_clear (FitExtenderUse *use);

/* fit_extender_use_keep: a Policy stands in for the extenders at @kept->url,
 * whatever happens to others.  @kept: borrowed, without others */
void fit_extender_use_keep (FitExtenderUse *use, const FitStandInOptions *kept);

/* fit_extender_use_sends: do extenders get the JSON of objects? */
gboolean fit_extender_use_sends (const FitExtenderUse *use);

/* fit_extender_use_set_rules: @rules borrow from @use */
void fit_extender_use_set_rules (FitExtenderUse *use,
                                 FitSimulationOptions *rules);

/* fit_extender_use_finish: reports failures and extenders that were left out on
 * standard error, unless the result mentions them; writes the recording */
gboolean fit_extender_use_finish (const FitExtenderUse *use, GError **error);

/* fit_extender_use_exit: what failures that the scheduler ignores mean for the
 * exit status: it decides as if the extender were down, which it may not be */
FitExit fit_extender_use_exit (const FitExtenderUse *use);

/* fit_extender_use_check: Returns: FALSE with the error of the extender if one
 * failed and was ignored: for answers that would be wrong then */
gboolean fit_extender_use_check (const FitExtenderUse *use, GError **error);

/* fit_extender_use_move: moves the data for reports to @to, which may outlive
 * the recording */
void fit_extender_use_move (FitExtenderUse *use, FitExtenderUse *to);

/* fit_extender_use_text: a line about extenders that were left out.  Returns:
 * (transfer full) (nullable) */
char *fit_extender_use_text (const FitExtenderUse *const *uses, guint n);
