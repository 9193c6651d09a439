/* extender-reply.c - parsing the responses of extenders
 *
 * The input is untrusted.  The size of the parsed tree is bounded
 * (base/limits.h), and nothing here is larger than that tree.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender-reply.h"

#include "api/decode.h"

#define ARRAY(shape, name, type, Struct, n, member) \
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_##shape, name, type, Struct, n, member)

/* -- Filter ---------------------------------------------------------------- */

/* Of a whole node only the name is read. */
static const FitField metadata_fields[]
    = { FIT_FIELD_WHOLE ("name", &fit_type_text) };
static const FitType metadata_type
    = FIT_TYPE_FIELDS (const char *, metadata_fields);

static const FitField node_fields[]
    = { FIT_FIELD_WHOLE ("metadata", &metadata_type) };
static const FitType node_type = FIT_TYPE_REQUIRED (const char *, node_fields);

static const FitField nodes_fields[] = {
  ARRAY (LIST, "items", &node_type, FitFilterReply, n_nodes, nodes),
};

static gboolean
decode_pair (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  return fit_decode (decoder, &fit_type_text, value,
                     &((FitReplyPair *) out)->text, error);
}

static const FitType pair_type = FIT_TYPE_FUNC (FitReplyPair, decode_pair);

/* Older releases do not know the last one. */
static const FitField filter_fields[] = {
  FIT_FIELD ("Error", &fit_type_text, FitFilterReply, error),
  ARRAY (LIST, "NodeNames", &fit_type_text, FitFilterReply, n_names, names),
  FIT_FIELD_WHOLE ("Nodes", FIT_STRUCT (FitFilterReply, nodes_fields)),
  ARRAY (MAP, "FailedNodes", &pair_type, FitFilterReply, failed.n,
         failed.pairs),
  ARRAY (MAP, "FailedAndUnresolvableNodes", &pair_type, FitFilterReply,
         unresolvable.n, unresolvable.pairs),
};
static const FitType filter_type
    = FIT_TYPE_FIELDS (FitFilterReply, filter_fields);
static const FitType old_filter_type
    = { .size = sizeof (FitFilterReply),
        .fields = filter_fields,
        .n_fields = G_N_ELEMENTS (filter_fields) - 1 };

/* -- the others ------------------------------------------------------------ */

static const FitField score_fields[] = {
  FIT_FIELD ("Host", &fit_type_text, FitHostScore, host),
  FIT_FIELD ("Score", &fit_type_int64, FitHostScore, score),
};

static const FitField scores
    = ARRAY (LIST, "", FIT_STRUCT (FitHostScore, score_fields),
             FitPrioritizeReply, n, scores);

static const FitField pod_fields[]
    = { FIT_FIELD_WHOLE ("UID", &fit_type_text) };
static const FitType pod_type = FIT_TYPE_REQUIRED (const char *, pod_fields);

static const FitField victims_fields[] = {
  ARRAY (LIST, "Pods", &pod_type, FitReplyVictims, n_uids, uids),
  FIT_FIELD ("NumPDBViolations", &fit_type_int64, FitReplyVictims,
             n_pdb_violations),
};
static const FitType victims_type
    = FIT_TYPE_REQUIRED (FitReplyVictims, victims_fields);

static const FitField preempt_fields[] = {
  ARRAY (MAP, "NodeNameToMetaVictims", &victims_type, FitPreemptReply, n,
         nodes),
};
static const FitType preempt_type
    = FIT_TYPE_FIELDS (FitPreemptReply, preempt_fields);

static const FitField bind_fields[]
    = { FIT_FIELD_WHOLE ("Error", &fit_type_text) };
static const FitType bind_type = FIT_TYPE_FIELDS (const char *, bind_fields);

/* -- parsing --------------------------------------------------------------- */

/* Decodes an object of @type or, if NULL, the list of scores. */
static gboolean
parse (FitArena *arena, GBytes *bytes, const FitType *type, gpointer out,
       GError **error)
{
  FitDecoder decoder = { .any_case = TRUE, .scratch = arena };
  gsize len, offset = 0;
  const char *text = g_bytes_get_data (bytes, &len);
  GError *problem = NULL;
  const FitValue *value = fit_json_parse (arena, text != NULL ? text : "", len,
                                          &offset, NULL, &problem);

  if (value != NULL && value->type == FIT_VALUE_NULL)
    value = NULL;
  if (problem == NULL
      && (type != NULL
              ? fit_decode (&decoder, type, value, out, &problem)
              : fit_decode_list (&decoder, &scores, value, out, &problem)))
    return TRUE;
  problem->code = FIT_ERROR_REMOTE;
  g_propagate_error (error, problem);
  return FALSE;
}

gboolean
fit_filter_reply_parse (FitFilterReply *out, FitArena *arena, GBytes *bytes,
                        gboolean unresolvable, GError **error)
{
  *out = (FitFilterReply){ 0 };
  return parse (arena, bytes, unresolvable ? &filter_type : &old_filter_type,
                out, error);
}

gboolean
fit_prioritize_reply_parse (FitPrioritizeReply *out, FitArena *arena,
                            GBytes *bytes, GError **error)
{
  *out = (FitPrioritizeReply){ 0 };
  return parse (arena, bytes, NULL, out, error);
}

gboolean
fit_preempt_reply_parse (FitPreemptReply *out, FitArena *arena, GBytes *bytes,
                         GError **error)
{
  *out = (FitPreemptReply){ 0 };
  return parse (arena, bytes, &preempt_type, out, error);
}

gboolean
fit_bind_reply_parse (const char **out, FitArena *arena, GBytes *bytes,
                      GError **error)
{
  return parse (arena, bytes, &bind_type, out, error);
}
