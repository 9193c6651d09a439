/* extender-use.h - who answers for extenders, and what has come of it
 *
 * --extenders says whether they are asked, left out, refused, or answered for
 * by a recording; --record-extenders makes one.  Failures are counted, since
 * v1.16 passes over some of them without a word.
 */
#pragma once

#include "cli/table-text.h"
#include "cli/verbs.h"
#include "simulate/extender-answers.h"
#include "simulate/extender-tally.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

typedef struct
{
  FitExtenderTally tally;
  gboolean shares;               /* the next two are those of another */
  FitExtenderAnswers *answers;   /* (nullable): of a file */
  FitExtenderRecorder *recorder; /* (nullable) */
  const char *record_path;       /* (nullable) borrowed */
  FitTemporaries *temporaries;   /* borrowed */
  gboolean only_names;           /* -o name: results have no room to say more */
  void (*log) (const FitPod *pod, const char *text,
               gpointer data); /* (nullable): hears of each failure */
  gpointer log_data;
} FitExtenderUse;

/* fit_extender_use_open: @beside (nullable): whose recording is used too, and
 * who is cleared later; @use: (out): to be cleared even on failure */
gboolean fit_extender_use_open (FitExtenderUse *use,
                                const FitInvocation *invocation,
                                const FitExtenderUse *beside, GError **error);
void fit_extender_use_clear (FitExtenderUse *use);

/* fit_extender_use_sends: do extenders get objects as they were written? */
gboolean fit_extender_use_sends (const FitExtenderUse *use);

/* fit_extender_use_set_rules: @rules borrow from @use */
void fit_extender_use_set_rules (FitExtenderUse *use,
                                 FitSimulationOptions *rules);

/* fit_extender_use_finish: says on standard error what failed, and what was
 * left out where the result does not say it; writes the recording */
gboolean fit_extender_use_finish (const FitExtenderUse *use, GError **error);

/* fit_extender_use_move: @to gets what there is to say, and may outlive who
 * answered */
void fit_extender_use_move (FitExtenderUse *use, FitExtenderUse *to);

/* fit_extender_use_text: a line about extenders that were left out.  Returns:
 * (transfer full) (nullable) */
char *fit_extender_use_text (const FitExtenderUse *const *uses, guint n);

G_END_DECLS
