/* question.c - decodes what a kube-scheduler asks its extender */
#include "answering/question.h"

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

/* -- members --------------------------------------------------------------- */

/* @found: (nullable): NULL: it is not there.  Returns: FALSE */
static gboolean
wrong (const char *place, const FitValue *found, const char *wanted,
       GError **error)
{
  if (found == NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                 "%s: found nothing, expected %s", place, wanted);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                 "%s: found a value of type %s, expected %s", place,
                 fit_value_type_name (found->type), wanted);
  return FALSE;
}

static const char *const wanted_types[] = {
  [FIT_VALUE_MAP] = "an object",
  [FIT_VALUE_LIST] = "a list",
  [FIT_VALUE_STRING] = "a string",
  [FIT_VALUE_NUMBER] = "a number",
};

/* Reads a member that must be of @type, one of those above, if there is any. */
static gboolean
read_member (const FitValue *map, const char *place, const char *key,
             FitValueType type, const FitValue **out, GError **error)
{
  const FitValue *value = fit_value_get_any_case (map, key);
  g_autofree char *path
      = *place != '\0' ? g_strdup_printf ("%s.%s", place, key) : g_strdup (key);

  if (value != NULL && value->type != type)
    return wrong (path, value, wanted_types[type], error);
  *out = value;
  return TRUE;
}

/* The same for a string that must be there. */
static gboolean
read_name (const FitValue *map, const char *place, const char *key,
           const char **out, GError **error)
{
  const FitValue *value;
  g_autofree char *path = g_strdup_printf ("%s.%s", place, key);

  if (!read_member (map, place, key, FIT_VALUE_STRING, &value, error))
    return FALSE;
  if (value == NULL || value->n == 0)
    return wrong (path, NULL, "a string", error);
  *out = value->text;
  return TRUE;
}

/* -- the pod --------------------------------------------------------------- */

static gboolean
read_pod (FitQuestion *question, const FitValue *body, FitDecodeFlags flags,
          GError **error)
{
  const FitValue *pod;
  const GPtrArray *pods = question->objects->of[FIT_KIND_POD];

  if (!read_member (body, "", "Pod", FIT_VALUE_MAP, &pod, error))
    return FALSE;
  if (pod == NULL)
    return wrong ("Pod", NULL, "a Pod", error);
  if (!fit_objects_add_value (question->objects, pod, "Pod", "v1", flags,
                              error))
    {
      g_prefix_error (error, "Pod: ");
      return FALSE;
    }
  if (pods->len != 1)
    return wrong ("Pod", pod, "a Pod", error);
  question->pod = pods->pdata[0];
  return TRUE;
}

/* -- nodes ----------------------------------------------------------------- */

static gboolean
read_node_names (FitQuestion *question, FitArena *arena, const FitValue *list,
                 GError **error)
{
  question->n_nodes = list->n;
  question->nodes = fit_arena_newn (arena, const char *, MAX (list->n, 1));
  for (guint32 i = 0; i < list->n; i++)
    {
      g_autofree char *place = g_strdup_printf ("NodeNames[%u]", i);

      if (list->items[i].type != FIT_VALUE_STRING)
        return wrong (place, &list->items[i], "a string", error);
      question->nodes[i] = list->items[i].text;
    }
  return TRUE;
}

static gboolean
read_whole_nodes (FitQuestion *question, FitArena *arena, const FitValue *nodes,
                  GError **error)
{
  const FitValue *items, **whole;

  if (!read_member (nodes, "Nodes", "items", FIT_VALUE_LIST, &items, error))
    return FALSE;
  question->n_nodes = items != NULL ? items->n : 0;
  question->nodes
      = fit_arena_newn (arena, const char *, MAX (question->n_nodes, 1));
  whole = fit_arena_newn (arena, const FitValue *, MAX (question->n_nodes, 1));
  question->whole = whole;
  for (guint32 i = 0; i < question->n_nodes; i++)
    {
      g_autofree char *place = g_strdup_printf ("Nodes.items[%u].metadata", i);
      const FitValue *node = &items->items[i];
      const FitValue *metadata = fit_value_get_any_case (node, "metadata");

      if (metadata == NULL || metadata->type != FIT_VALUE_MAP)
        return wrong (place, metadata, "an object", error);
      if (!read_name (metadata, place, "name", &question->nodes[i], error))
        return FALSE;
      whole[i] = node;
    }
  return TRUE;
}

static gboolean
check_once (const FitQuestion *question, GError **error)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < question->n_nodes; i++)
    if (!g_hash_table_add (seen, (gpointer) question->nodes[i]))
      {
        g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                     "node \"%s\" is named twice", question->nodes[i]);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_nodes (FitQuestion *question, FitArena *arena, const FitValue *body,
            GError **error)
{
  const FitValue *names, *nodes;

  if (!read_member (body, "", "NodeNames", FIT_VALUE_LIST, &names, error)
      || !read_member (body, "", "Nodes", FIT_VALUE_MAP, &nodes, error))
    return FALSE;
  if (names == NULL && nodes == NULL)
    return wrong ("NodeNames", NULL, "the names of nodes, or Nodes", error);
  return (names != NULL ? read_node_names (question, arena, names, error)
                        : read_whole_nodes (question, arena, nodes, error))
         && check_once (question, error);
}

/* -- candidates ------------------------------------------------------------ */

static gboolean
read_victims (FitQuestionCandidate *candidate, FitArena *arena,
              const FitValue *victims, gboolean whole, const char *place,
              GError **error)
{
  g_autofree char *inside = g_strdup_printf ("%s.%s", place, candidate->node);
  const FitValue *pods, *number;

  if (victims->type != FIT_VALUE_MAP && victims->type != FIT_VALUE_NULL)
    return wrong (inside, victims, "an object", error);
  if (!read_member (victims, inside, "Pods", FIT_VALUE_LIST, &pods, error)
      || !read_member (victims, inside, "NumPDBViolations", FIT_VALUE_NUMBER,
                       &number, error))
    return FALSE;
  if (number != NULL)
    g_ascii_string_to_signed (number->text, 10, 0, G_MAXINT32,
                              &candidate->n_pdb_violations, NULL);
  candidate->n_uids = pods != NULL ? pods->n : 0;
  candidate->uids
      = fit_arena_newn (arena, const char *, MAX (candidate->n_uids, 1));
  for (guint32 i = 0; i < candidate->n_uids; i++)
    {
      g_autofree char *where = g_strdup_printf ("%s.Pods[%u]%s", inside, i,
                                                whole ? ".metadata" : "");
      const FitValue *pod = &pods->items[i];
      const FitValue *holder
          = whole ? fit_value_get_any_case (pod, "metadata") : pod;

      if (holder == NULL || holder->type != FIT_VALUE_MAP)
        return wrong (where, holder, "an object", error);
      if (!read_name (holder, where, whole ? "uid" : "UID", &candidate->uids[i],
                      error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_candidates (FitQuestion *question, FitArena *arena, const FitValue *body,
                 GError **error)
{
  static const char *const keys[]
      = { "NodeNameToMetaVictims", "NodeNameToVictims" };
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);
  const FitValue *maps[G_N_ELEMENTS (keys)], *map;
  gboolean whole;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (!read_member (body, "", keys[i], FIT_VALUE_MAP, &maps[i], error))
      return FALSE;
  whole = maps[0] == NULL;
  map = maps[whole];
  if (map == NULL)
    return wrong (keys[0], NULL, "nodes and their victims", error);
  question->candidates
      = fit_arena_new0 (arena, FitQuestionCandidate, MAX (map->n, 1));
  for (guint32 i = 0; i < map->n; i++)
    {
      FitQuestionCandidate *candidate
          = g_hash_table_lookup (places, map->members[i].key);

      if (candidate == NULL)
        candidate = &question->candidates[question->n_candidates++];
      *candidate = (FitQuestionCandidate){ .node = map->members[i].key };
      g_hash_table_insert (places, (gpointer) candidate->node, candidate);
      if (!read_victims (candidate, arena, &map->members[i].value, whole,
                         keys[whole], error))
        return FALSE;
    }
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
  const FitValue *body;

  limits.object_bytes = MOST_TREE_BYTES;
  *question = (FitQuestion){ .type = type, .objects = fit_objects_new () };
  body = fit_json_parse (arena, text, len, &offset, &limits, error);
  if (body == NULL)
    return FALSE;
  if (body->type != FIT_VALUE_MAP)
    return wrong ("the body", body, "an object", error);
  return read_pod (question, body, flags, error)
         && (type == FIT_QUESTION_PREEMPT
                 ? read_candidates (question, arena, body, error)
                 : read_nodes (question, arena, body, error));
}

void
fit_question_clear (FitQuestion *question)
{
  g_clear_pointer (&question->objects, fit_objects_free);
}
