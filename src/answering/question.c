/* question.c - decodes what a kube-scheduler asks its extender
 * SPDX-License-Identifier: Apache-2.0 */
#include "answering/question.h"

#include "api/decode.h"

#include <string.h>

/* The tree of a body; that of a pod and 5,000 whole nodes is smaller. */
#define MOST_TREE_BYTES ((gsize) 256 << 20)

static const char *const type_names[] = {
  [FIT_QUESTION_FILTER] = "filter",
  [FIT_QUESTION_PRIORITIZE] = "prioritize",
  [FIT_QUESTION_PREEMPT] = "preempt",
};
G_STATIC_ASSERT (G_N_ELEMENTS (type_names) == FIT_QUESTION_LAST);

const char *
fit_question_type_name (FitQuestionType type)
{
  return type_names[type];
}

/* -- what a body holds ----------------------------------------------------- */

/* A Node object. */
typedef struct
{
  const char *name;
  const FitValue *whole;
} Node;

typedef struct
{
  guint n;
  FitQuestionCandidate *candidates;
} Candidates;

typedef struct
{
  const FitValue *pod;
  guint n_names;
  const char **names; /* NULL: not in the body */
  gboolean has_nodes;
  guint n_nodes;
  Node *nodes;
  Candidates candidates;       /* NULL: not in the body */
  Candidates whole_candidates; /* with whole pods; used without the other */
} Body;

#define LIST(name, type, Struct, n, member) \
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, name, type, Struct, n, member)
#define MAP(name, type, Struct, n, member) \
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_MAP, name, type, Struct, n, member)

static gboolean
decode_name (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  const char **name = out;

  if (!fit_decode (decoder, &fit_type_text, value, name, error))
    return FALSE;
  return **name != '\0'
         || fit_decode_mismatch (decoder, NULL, "a string", error);
}
static const FitType name_type = FIT_TYPE_FUNC (const char *, decode_name);

static const FitField metadata_fields[]
    = { FIT_FIELD_WHOLE ("name", &name_type) };
static const FitType metadata_type
    = FIT_TYPE_REQUIRED (const char *, metadata_fields);
static const FitField node_fields[]
    = { FIT_FIELD ("metadata", &metadata_type, Node, name) };
static const FitType node_fields_type = FIT_TYPE_FIELDS (Node, node_fields);

static gboolean
decode_node (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  ((Node *) out)->whole = value;
  return fit_decode (decoder, &node_fields_type, value, out, error);
}
static const FitType node_type = FIT_TYPE_FUNC (Node, decode_node);

static const FitField nodes_fields[]
    = { LIST ("items", &node_type, Body, n_nodes, nodes) };

/* A victim: its UID, or the whole pod. */
static const FitField victim_fields[] = { FIT_FIELD_WHOLE ("UID", &name_type) };
static const FitType victim_type
    = FIT_TYPE_REQUIRED (const char *, victim_fields);
static const FitField pod_metadata_fields[]
    = { FIT_FIELD_WHOLE ("uid", &name_type) };
static const FitType pod_metadata_type
    = FIT_TYPE_REQUIRED (const char *, pod_metadata_fields);
static const FitField pod_fields[]
    = { FIT_FIELD_WHOLE ("metadata", &pod_metadata_type) };
static const FitType pod_type = FIT_TYPE_FIELDS (const char *, pod_fields);

#define CANDIDATE_FIELDS(type)                                                \
  {                                                                           \
    LIST ("Pods", type, FitQuestionCandidate, n_uids, uids),                  \
        FIT_FIELD ("NumPDBViolations", &fit_type_int64, FitQuestionCandidate, \
                   n_pdb_violations),                                         \
  }
static const FitField candidate_fields[] = CANDIDATE_FIELDS (&victim_type);
static const FitField whole_candidate_fields[] = CANDIDATE_FIELDS (&pod_type);

static const FitField body_fields[] = {
  FIT_FIELD ("Pod", &fit_type_value, Body, pod),
  LIST ("NodeNames", &fit_type_text, Body, n_names, names),
  FIT_FIELD_SEEN_WHOLE ("Nodes", FIT_STRUCT (Body, nodes_fields), Body,
                        has_nodes),
  MAP ("NodeNameToMetaVictims",
       FIT_STRUCT (FitQuestionCandidate, candidate_fields), Body, candidates.n,
       candidates.candidates),
  MAP ("NodeNameToVictims",
       FIT_STRUCT (FitQuestionCandidate, whole_candidate_fields), Body,
       whole_candidates.n, whole_candidates.candidates),
};
static const FitType body_type = FIT_TYPE_REQUIRED (Body, body_fields);

/* -- from the body to the question ----------------------------------------- */

/* Fails because @field is not there. */
static gboolean
miss (const char *field, const char *wanted, GError **error)
{
  return fit_fail (error, FIT_ERROR_SCHEMA, "%s: found nothing, expected %s",
                   field, wanted);
}

static gboolean
take_pod (FitQuestion *question, const Body *body, FitDecodeFlags flags,
          GError **error)
{
  const GPtrArray *pods = question->objects->of[FIT_KIND_POD];

  if (body->pod == NULL)
    return miss ("Pod", "a Pod", error);
  if (!fit_objects_add_value (question->objects, body->pod, "Pod", "v1", flags,
                              error))
    return fit_blame (error, "Pod: ");
  if (pods->len != 1)
    return miss ("Pod", "a Pod", error);
  question->pod = pods->pdata[0];
  return TRUE;
}

static gboolean
check_once (const FitQuestion *question, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < question->n_nodes; i++)
    if (!g_hash_table_add (seen, (gpointer) question->nodes[i]))
      return fit_fail (error, FIT_ERROR_SCHEMA, "node \"%s\" is named twice",
                       question->nodes[i]);
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

gboolean
fit_question_parse (FitQuestion *question, FitArena *arena,
                    FitQuestionType type, const char *text, gsize len,
                    FitDecodeFlags flags, GError **error)
{
  FitLimits limits = *fit_limits_default ();
  gsize offset = 0;
  FitDecoder decoder = { .any_case = TRUE, .scratch = arena };
  Body body = { 0 };
  const Candidates *found;
  const FitValue *root;

  limits.object_bytes = MOST_TREE_BYTES;
  *question = (FitQuestion){ .type = type, .objects = fit_objects_new () };
  root = fit_json_parse (arena, text, len, &offset, &limits, error);
  if (root == NULL)
    return FALSE;
  if (!fit_decode (&decoder, &body_type,
                   root->type != FIT_VALUE_NULL ? root : NULL, &body, error))
    return FALSE;
  if (!take_pod (question, &body, flags, error))
    return FALSE;
  if (type != FIT_QUESTION_PREEMPT)
    {
      const FitValue **whole;

      if (body.names == NULL && !body.has_nodes)
        return miss ("NodeNames", "the names of nodes, or Nodes", error);
      if (body.names != NULL)
        {
          question->n_nodes = body.n_names;
          question->nodes = body.names;
          return check_once (question, error);
        }
      question->n_nodes = body.n_nodes;
      question->nodes = fit_arena_newn (arena, const char *, body.n_nodes);
      question->whole = whole
          = fit_arena_newn (arena, const FitValue *, body.n_nodes);
      for (guint i = 0; i < body.n_nodes; i++)
        {
          question->nodes[i] = body.nodes[i].name;
          whole[i] = body.nodes[i].whole;
        }
      return check_once (question, error);
    }
  found = body.candidates.candidates != NULL ? &body.candidates
                                             : &body.whole_candidates;
  if (found->candidates == NULL)
    return miss ("NodeNameToMetaVictims", "nodes and their victims", error);
  question->n_candidates = found->n;
  question->candidates = found->candidates;
  return TRUE;
}

void
fit_question_clear (FitQuestion *question)
{
  g_clear_pointer (&question->objects, fit_objects_free);
}
