/* release-groups.h - the releases that read a Policy, if nobody named one, in
 * groups that decide alike, and as data
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "config/migrate/readers.h"
#include "formats/json-build.h"

/* fit_policy_readers: asks every release about the Policy @path of a user who
 * names none.  Returns: (transfer full) (nullable): of FitReader, oldest first;
 * NULL if the file cannot be read, has extenders that would be asked for each of
 * them, or may name rules of a program */
GPtrArray *fit_policy_readers (const FitInvocation *invocation,
                               const char *path);

/* fit_session_signature: two sessions with equal ones decide alike in any
 * cluster.  Others may do so, too.  Call it when the simulations are over.
 * Returns: (transfer full) (nullable): NULL if there are no such rules */
char *fit_session_signature (FitSession *session);

/* fit_release_groups_are_tried: are so few pods pending on so few nodes that
 * every release is tried, although nobody asked for it? */
gboolean fit_release_groups_are_tried (const FitSession *session);

/* -- spans ----------------------------------------------------------------- */

#define FIT_NO_ANSWER (-1)

/* What a release does with the file. */
typedef struct
{
  const FitReader *reader; /* borrowed */
  gint answer;             /* equal numbers: equal answers; FIT_NO_ANSWER: it
                              does not read the file, or was not tried */
} FitReleaseAnswer;

/* Neighbours with equal answers. */
typedef struct
{
  char *releases; /* owned: "1.18 to 1.22" */
  char *newest;   /* owned: "1.22", or "1.20.2" if 1.20.15 is not in the span */
  gboolean has_profiles; /* the newest has */
  gint answer;
  char *verdict; /* (nullable) owned: set by the caller */
} FitReleaseSpan;

/* fit_release_spans: @answers: of FitReleaseAnswer, newest first.
 * Returns: (transfer full): of FitReleaseSpan, newest first */
GPtrArray *fit_release_spans (const GArray *answers);

/* fit_release_spans_json: Returns: (transfer full): their releases with their
 * verdicts */
FitJson *fit_release_spans_json (const GPtrArray *spans);

/* fit_readers_json: Returns: (transfer full): the ranges of @readers (of
 * FitReader), with the first and the last release of each */
FitJson *fit_readers_json (const GPtrArray *readers);

/* fit_readers_refusals_json: Returns: (transfer full): the releases next to
 * these ranges, with the reason of each */
FitJson *fit_readers_refusals_json (const GPtrArray *readers);
