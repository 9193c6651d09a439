/* extender-reply.h - parsing the responses of extenders (private to core/)
 *
 * Keys are compared case-insensitively, unknown keys are ignored, null means
 * absent, and the last one of repeated keys counts.  Anything after the first
 * JSON value is ignored.  Results live in the given arena.  Errors are
 * FIT_ERROR_REMOTE or FIT_ERROR_LIMIT, and name the place in the response.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

typedef struct
{
  const char *key;
  const char *text;
} FitReplyPair;

/* Keys are unique. */
typedef struct
{
  guint n;
  FitReplyPair *pairs;
} FitReplyTexts;

typedef struct
{
  const char *error; /* "" for success */
  guint n_names;
  const char **names; /* (nullable): NodeNames; NULL: not in the response */
  guint n_nodes;
  const char **nodes;         /* Nodes.items[].metadata.name */
  FitReplyTexts failed;       /* FailedNodes */
  FitReplyTexts unresolvable; /* FailedAndUnresolvableNodes */
} FitFilterReply;

typedef struct
{
  const char *host;
  gint64 score;
} FitHostScore;

typedef struct
{
  guint n;
  FitHostScore *scores;
} FitPrioritizeReply;

typedef struct
{
  const char *node;
  guint n_uids;
  const char **uids;
  gint64 n_pdb_violations;
} FitReplyVictims;

typedef struct
{
  guint n;
  FitReplyVictims *nodes; /* node names are unique */
} FitPreemptReply;

/* @unresolvable: FailedAndUnresolvableNodes is read, not ignored */
gboolean fit_filter_reply_parse (FitFilterReply *out, FitArena *arena,
                                 GBytes *bytes, gboolean unresolvable,
                                 GError **error);
gboolean fit_prioritize_reply_parse (FitPrioritizeReply *out, FitArena *arena,
                                     GBytes *bytes, GError **error);
gboolean fit_preempt_reply_parse (FitPreemptReply *out, FitArena *arena,
                                  GBytes *bytes, GError **error);

/* fit_bind_reply_parse: sets *@out to the error text of the response, "" for
 * success */
gboolean fit_bind_reply_parse (const char **out, FitArena *arena, GBytes *bytes,
                               GError **error);
