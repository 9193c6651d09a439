/* session-questions.c - what explanations need to know of a session
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/session-questions.h"

FitQuestions
fit_session_questions (const FitSession *session)
{
  const FitOptions *options = &session->invocation->options;

  return (FitQuestions){
    .objects = session->objects,
    .refused = session->refused,
    .configuration = session->rules.configuration,
    .modern = session->rules.modern,
    .scheduler_name = session->rules.scheduler_name,
    .plugins = session->rules.plugins,
    .disable_preemption = session->rules.disable_preemption,
    .random_ties = options->tie_break == FIT_TIE_BREAK_RANDOM,
  };
}
