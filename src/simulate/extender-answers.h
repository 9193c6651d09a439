/* extender-answers.h - recorded answers of extenders
 *
 * A recording contains, for each extender and verb, the answers for pods and
 * nodes; docs/extenders.md describes the file.  FitExtenderCalls either plays
 * back a recording, or creates one while it calls the extenders.  A question
 * that the recording does not answer is FIT_ERROR_UNASKED, never a yes.
 *
 * Objects belong to one thread at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/extender.h"

/* The apiVersion of such a file. */
#define FIT_EXTENDER_ANSWERS_VERSION "fitsched/v1"
#define FIT_EXTENDER_ANSWERS_KIND "ExtenderAnswers"

/* -- from a recording ------------------------------------------------------ */

typedef struct _FitExtenderAnswers FitExtenderAnswers;

/**
 * fit_extender_answers_parse:
 * @bytes: YAML or JSON
 * @source: name of the file, for messages
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_PARSE,
 *   FIT_ERROR_SCHEMA or FIT_ERROR_LIMIT: "SOURCE: line L, column C: FIELD: ..."
 */
FitExtenderAnswers *fit_extender_answers_parse (const char *bytes, gsize len,
                                                const char *source,
                                                GError **error);
void fit_extender_answers_free (FitExtenderAnswers *answers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExtenderAnswers, fit_extender_answers_free)

/* fit_extender_answers_calls: Returns: (transfer none): plays back @answers.
 * Changes @answers: it counts the calls for each pod. */
const FitExtenderCalls *
fit_extender_answers_calls (const FitExtenderAnswers *answers);

/* fit_extender_answers_rewind: the next call for each pod is its first, as in
 * another cluster */
void fit_extender_answers_rewind (FitExtenderAnswers *answers);

/* -- into a recording ------------------------------------------------------ */

typedef struct _FitExtenderRecorder FitExtenderRecorder;

FitExtenderRecorder *fit_extender_recorder_new (void);
void fit_extender_recorder_free (FitExtenderRecorder *recorder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExtenderRecorder, fit_extender_recorder_free)

/* fit_extender_recorder_calls: Returns: (transfer none): calls the extenders
 * and records their answers in @recorder */
const FitExtenderCalls *
fit_extender_recorder_calls (const FitExtenderRecorder *recorder);

/* fit_extender_recorder_text: Returns: (transfer full): the recording so far,
 * as YAML */
char *fit_extender_recorder_text (const FitExtenderRecorder *recorder);

/* -- refusals -------------------------------------------------------------- */

/* fit_extender_refusals: Returns: (transfer none): every call fails with
 * FIT_ERROR_UNASKED, with the extender and the pod in the message */
const FitExtenderCalls *fit_extender_refusals (void);

/* fit_extender_omissions: Returns: (transfer none): extenders that keep all
 * nodes and give no scores, as if they were not there */
const FitExtenderCalls *fit_extender_omissions (void);
