/* extender-answers.h - what extenders say, from a file instead of from them
 *
 * A recording says for each extender and each verb what it answers for which
 * pods and nodes; docs/extenders.md describes the file.  Answers come from a
 * recording through FitExtenderCalls; so does the making of one, while
 * extenders are asked.  What a recording does not answer is
 * FIT_ERROR_UNASKED, never a yes.
 *
 * Objects belong to one thread at a time.
 */
#pragma once

#include "core/extender.h"

G_BEGIN_DECLS

/* What a file of them says it is. */
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

/* fit_extender_answers_calls: Returns: (transfer none): answers from @answers,
 * which it changes: it counts who was asked about which pod how often */
const FitExtenderCalls *
fit_extender_answers_calls (const FitExtenderAnswers *answers);

/* -- into a recording ------------------------------------------------------ */

typedef struct _FitExtenderRecorder FitExtenderRecorder;

FitExtenderRecorder *fit_extender_recorder_new (void);
void fit_extender_recorder_free (FitExtenderRecorder *recorder);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExtenderRecorder, fit_extender_recorder_free)

/* fit_extender_recorder_calls: Returns: (transfer none): asks, and keeps what
 * is answered in @recorder */
const FitExtenderCalls *
fit_extender_recorder_calls (const FitExtenderRecorder *recorder);

/* fit_extender_recorder_text: Returns: (transfer full): the recording so far, as
 * YAML */
char *fit_extender_recorder_text (const FitExtenderRecorder *recorder);

/* -- neither --------------------------------------------------------------- */

/* fit_extender_refusals: Returns: (transfer none): every call is
 * FIT_ERROR_UNASKED, and says who would have been asked about which pod */
const FitExtenderCalls *fit_extender_refusals (void);

G_END_DECLS
