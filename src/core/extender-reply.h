/* extender-reply.h - answers of extenders, read (private to core/)
 *
 * Keys are compared without case, unknown ones are ignored, null is the same
 * as absent, and of a repeated key the last one counts.  What follows the
 * first JSON value is not looked at.  Results live in the arena given; errors
 * are FIT_ERROR_REMOTE or FIT_ERROR_LIMIT and say where in the answer.
 */
#pragma once

#include "base/value.h"

G_BEGIN_DECLS

typedef struct
{
  const char *key;
  const char *text;
} FitReplyPair;

typedef struct
{
  const char *error; /* "" when all is well */
  gboolean has_names;
  guint n_names;
  const char **names; /* NodeNames */
  guint n_nodes;
  const char **nodes; /* Nodes.items[].metadata.name */
  guint n_failed;
  FitReplyPair *failed; /* FailedNodes: no key twice */
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
} FitReplyVictims;

typedef struct
{
  guint n;
  FitReplyVictims *nodes; /* no node twice */
} FitPreemptReply;

gboolean fit_filter_reply_parse (FitFilterReply *out, FitArena *arena,
                                 GBytes *bytes, GError **error);
gboolean fit_prioritize_reply_parse (FitPrioritizeReply *out, FitArena *arena,
                                     GBytes *bytes, GError **error);
gboolean fit_preempt_reply_parse (FitPreemptReply *out, FitArena *arena,
                                  GBytes *bytes, GError **error);

/* fit_bind_reply_parse: *@out is the text of its error, "" when it is bound */
gboolean fit_bind_reply_parse (const char **out, FitArena *arena, GBytes *bytes,
                               GError **error);

G_END_DECLS
