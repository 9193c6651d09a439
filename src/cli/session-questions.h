/* session-questions.h - questions about the pods of a session
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "explain/questions.h"

/* fit_session_questions: by the rules of @session, about its objects; simulate()
 * and data are missing */
FitQuestions fit_session_questions (const FitSession *session);
