/* answers.h - answers of a Policy, in the format of extenders */
#pragma once

#include "answering/answerer.h"

/**
 * fit_answer_question:
 * @priority: (nullable): as for fit_answerer_prioritize()
 *
 * The answer to @question as JSON.  A node that the cache does not have does not
 * fit, nor can pods make room there; it has no score, which is an error.
 *
 * A node that does not fit is in FailedNodes.  If no other pod is in its way, it is
 * in FailedAndUnresolvableNodes, too: kube-scheduler goes by this from 1.21 on,
 * and earlier releases ignore it.
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
