/* answers.h - answers of a Policy, in the format of extenders
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "answering/answerer.h"

/**
 * fit_answer_question:
 * @priority: (nullable): as for fit_answerer_prioritize()
 *
 * The answer to @question as JSON.  A node that is not in the cache does not
 * fit, even without other pods.  It has no score: prioritize leaves it out, and
 * kube-scheduler adds nothing for it.
 *
 * A node that does not fit is in FailedNodes.  If evicting pods would not help,
 * it is in FailedAndUnresolvableNodes, too, which kube-scheduler reads from
 * 1.21 on.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_SCHEDULE,
 *   FIT_ERROR_NOT_FOUND or FIT_ERROR_LIMIT
 */
GString *fit_answer_question (const FitAnswerer *answerer,
                              const FitQuestion *question, const char *priority,
                              GError **error);

/* fit_answer_filter_problem: Returns: (transfer full): an answer to filter that
 * says what went wrong */
GString *fit_answer_filter_problem (const char *message);
