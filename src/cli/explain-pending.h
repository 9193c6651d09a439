/* explain-pending.h - 'fitsched explain --all-pending'
 *
 * There may be many pods, so each explanation is written and forgotten before
 * the next one; what is the same for equal pods is computed and written once.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "explain/questions.h"

/* fit_explain_pending: @questions: of @session; this adds what concerns many
 * pods.  @pods: of FitPod: all that are pending */
FitExit fit_explain_pending (FitSession *session, const FitQuestions *questions,
                             const GPtrArray *pods,
                             const FitNamePatterns *filter, GError **error);
