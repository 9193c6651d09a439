/* pod-answer.h - makes the answers that explainer.h gives to programs
 */
#pragma once

#include "explain/explainer.h"
#include "explain/explanation.h"

G_BEGIN_DECLS

/* fit_pod_answer_new: @json: (transfer full): the same as a document.  Returns:
 * (transfer full): copies all that it needs of @explanation */
FitPodAnswer *fit_pod_answer_new (const FitExplanation *explanation,
                                  char *json);

G_END_DECLS
