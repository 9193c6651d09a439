/* question.h - what a kube-scheduler asks its extender
 *
 * The body of a request, decoded.  It is untrusted: its memory is bounded, and
 * errors name the place.  As in Go, the letter case of its own keys does not
 * matter, unknown keys are ignored, null means absent, and the last one of
 * repeated keys counts.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

typedef enum
{
  FIT_QUESTION_FILTER,
  FIT_QUESTION_PRIORITIZE,
  FIT_QUESTION_PREEMPT,
  FIT_QUESTION_LAST,
} FitQuestionType;

/* fit_question_type_name: "filter", "prioritize", "preempt" */
const char *fit_question_type_name (FitQuestionType type);

/* A node where pods would have to go, for preempt. */
typedef struct
{
  const char *node;
  guint n_uids;
  const char **uids; /* of the victims */
  gint64 n_pdb_violations;
} FitQuestionCandidate;

/* Strings and trees live in the arena of the question. */
typedef struct
{
  FitQuestionType type;
  FitObjects *objects; /* owned: has the pod */
  const FitPod *pod;   /* borrowed from @objects */

  /* For filter and prioritize: names, each once. */
  guint n_nodes;
  const char **nodes;
  const FitValue *const *whole; /* (nullable): the Node objects, in the same
                                   order, if the caller sent them */

  /* For preempt: */
  guint n_candidates;
  FitQuestionCandidate *candidates; /* nodes are unique */
} FitQuestion;

/**
 * fit_question_parse:
 * @question: (out): must be cleared even after a failure
 * @arena: must outlive @question
 * @flags: how the pod is decoded
 *
 * Errors: FIT_ERROR_PARSE, FIT_ERROR_SCHEMA or FIT_ERROR_LIMIT: "PLACE: found
 * ..., expected ...".
 */
gboolean fit_question_parse (FitQuestion *question, FitArena *arena,
                             FitQuestionType type, const char *text, gsize len,
                             FitDecodeFlags flags, GError **error);
void fit_question_clear (FitQuestion *question);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitQuestion, fit_question_clear)
