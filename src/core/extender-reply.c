/* extender-reply.c - parsing the responses of extenders
 *
 * The input is untrusted.  The size of the parsed tree is bounded
 * (base/limits.h), and nothing here is larger than that tree.
 */
#include "core/extender-reply.h"

/* Reports what was found and what was expected.  Returns: FALSE */
static gboolean wrong (const FitValue *found, const char *wanted,
                       GError **error, const char *where, ...)
    G_GNUC_PRINTF (4, 5);

static gboolean
wrong (const FitValue *found, const char *wanted, GError **error,
       const char *where, ...)
{
  g_autofree char *place = NULL;
  va_list args;

  va_start (args, where);
  place = g_strdup_vprintf (where, args);
  va_end (args);
  g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
               "%s: found a value of type %s, expected %s", place,
               fit_value_type_name (found->type), wanted);
  return FALSE;
}

static const FitValue *
parse (FitArena *arena, GBytes *bytes, GError **error)
{
  gsize len, offset = 0;
  const char *text = g_bytes_get_data (bytes, &len);
  g_autoptr (GError) problem = NULL;
  const FitValue *value = fit_json_parse (arena, text != NULL ? text : "", len,
                                          &offset, NULL, &problem);

  if (value == NULL)
    g_set_error_literal (error, FIT_ERROR,
                         g_error_matches (problem, FIT_ERROR, FIT_ERROR_LIMIT)
                             ? FIT_ERROR_LIMIT
                             : FIT_ERROR_REMOTE,
                         problem->message);
  return value;
}

/* Parses the response of every call but prioritize. */
static const FitValue *
parse_object (FitArena *arena, GBytes *bytes, GError **error)
{
  const FitValue *value = parse (arena, bytes, error);

  if (value == NULL || value->type == FIT_VALUE_MAP
      || value->type == FIT_VALUE_NULL)
    return value;
  wrong (value, "an object", error, "the answer");
  return NULL;
}

static gboolean
read_text (const FitValue *map, const char *key, const char **out,
           GError **error)
{
  const FitValue *value = fit_value_get_any_case (map, key);

  if (value != NULL && value->type != FIT_VALUE_STRING)
    return wrong (value, "a string", error, "%s", key);
  *out = value != NULL ? value->text : "";
  return TRUE;
}

/* Reads a member that must be a container of @type, if present. */
static gboolean
read_container (const FitValue *map, const char *key, FitValueType type,
                const FitValue **out, GError **error)
{
  const FitValue *value = fit_value_get_any_case (map, key);

  if (value != NULL && value->type != type)
    return wrong (value, type == FIT_VALUE_LIST ? "a list" : "an object", error,
                  "%s", key);
  *out = value;
  return TRUE;
}

/* Filter ----------------------------------------------------------------- */

static gboolean
read_names (FitFilterReply *out, FitArena *arena, const FitValue *list,
            GError **error)
{
  out->has_names = TRUE;
  out->n_names = list->n;
  out->names = fit_arena_newn (arena, const char *, list->n);
  for (guint32 i = 0; i < list->n; i++)
    {
      if (list->items[i].type != FIT_VALUE_STRING)
        return wrong (&list->items[i], "a string", error, "NodeNames[%u]", i);
      out->names[i] = list->items[i].text;
    }
  return TRUE;
}

static gboolean
read_node (const FitValue *node, const char **out_name, GError **error)
{
  const FitValue *metadata = NULL;

  if (node->type != FIT_VALUE_MAP)
    return wrong (node, "an object", error, "the node");
  if (!read_container (node, "metadata", FIT_VALUE_MAP, &metadata, error))
    return FALSE;
  *out_name = "";
  return metadata == NULL || read_text (metadata, "name", out_name, error);
}

static gboolean
read_nodes (FitFilterReply *out, FitArena *arena, const FitValue *nodes,
            GError **error)
{
  const FitValue *items = NULL;

  if (!read_container (nodes, "items", FIT_VALUE_LIST, &items, error))
    {
      g_prefix_error (error, "Nodes: ");
      return FALSE;
    }
  out->n_nodes = items != NULL ? items->n : 0;
  out->nodes = fit_arena_newn (arena, const char *, out->n_nodes);
  for (guint32 i = 0; i < out->n_nodes; i++)
    if (!read_node (&items->items[i], &out->nodes[i], error))
      {
        g_prefix_error (error, "Nodes: items[%u]: ", i);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_texts (const FitValue *answer, const char *where, FitArena *arena,
            FitReplyTexts *out, GError **error)
{
  const FitValue *map = NULL;
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  if (!read_container (answer, where, FIT_VALUE_MAP, &map, error))
    return FALSE;
  if (map == NULL)
    return TRUE;
  out->pairs = fit_arena_newn (arena, FitReplyPair, map->n);
  for (guint32 i = 0; i < map->n; i++)
    {
      const char *key = map->members[i].key;
      const FitValue *value = &map->members[i].value;
      FitReplyPair *pair = g_hash_table_lookup (places, key);

      if (value->type != FIT_VALUE_STRING && value->type != FIT_VALUE_NULL)
        return wrong (value, "a string", error, "%s: %s", where, key);
      if (pair == NULL)
        {
          pair = &out->pairs[out->n++];
          g_hash_table_insert (places, (gpointer) key, pair);
        }
      pair->key = key;
      pair->text = value->type == FIT_VALUE_STRING ? value->text : "";
    }
  return TRUE;
}

gboolean
fit_filter_reply_parse (FitFilterReply *out, FitArena *arena, GBytes *bytes,
                        gboolean unresolvable, GError **error)
{
  const FitValue *answer = parse_object (arena, bytes, error);
  const FitValue *names = NULL, *nodes = NULL;
  FitFilterReply reply = { 0 };

  if (answer == NULL || !read_text (answer, "Error", &reply.error, error)
      || !read_container (answer, "NodeNames", FIT_VALUE_LIST, &names, error)
      || !read_container (answer, "Nodes", FIT_VALUE_MAP, &nodes, error)
      || !read_texts (answer, "FailedNodes", arena, &reply.failed, error)
      || (unresolvable
          && !read_texts (answer, "FailedAndUnresolvableNodes", arena,
                          &reply.unresolvable, error)))
    return FALSE;
  if ((names != NULL && !read_names (&reply, arena, names, error))
      || (nodes != NULL && !read_nodes (&reply, arena, nodes, error)))
    return FALSE;
  *out = reply;
  return TRUE;
}

/* Prioritize ------------------------------------------------------------- */

static gboolean
read_score (const FitValue *entry, FitHostScore *out, GError **error)
{
  const FitValue *score;

  if (entry->type != FIT_VALUE_MAP && entry->type != FIT_VALUE_NULL)
    return wrong (entry, "an object", error, "the score");
  score = fit_value_get_any_case (entry, "Score");
  if (!read_text (entry, "Host", &out->host, error))
    return FALSE;
  out->score = 0;
  if (score == NULL)
    return TRUE;
  if (score->type != FIT_VALUE_NUMBER
      || !g_ascii_string_to_signed (score->text, 10, G_MININT64, G_MAXINT64,
                                    &out->score, NULL))
    return wrong (score, "an integer", error, "Score");
  return TRUE;
}

gboolean
fit_prioritize_reply_parse (FitPrioritizeReply *out, FitArena *arena,
                            GBytes *bytes, GError **error)
{
  const FitValue *answer = parse (arena, bytes, error);
  FitPrioritizeReply reply = { 0 };

  if (answer == NULL)
    return FALSE;
  if (answer->type != FIT_VALUE_LIST && answer->type != FIT_VALUE_NULL)
    return wrong (answer, "a list", error, "the answer");
  if (answer->type == FIT_VALUE_LIST)
    reply.n = answer->n;
  reply.scores = fit_arena_newn (arena, FitHostScore, reply.n);
  for (guint32 i = 0; i < reply.n; i++)
    if (!read_score (&answer->items[i], &reply.scores[i], error))
      {
        g_prefix_error (error, "[%u]: ", i);
        return FALSE;
      }
  *out = reply;
  return TRUE;
}

/* Preempt ---------------------------------------------------------------- */

static gboolean
read_victims (const FitValue *victims, FitArena *arena, FitReplyVictims *out,
              GError **error)
{
  const FitValue *pods = NULL;

  if (victims->type != FIT_VALUE_MAP)
    return wrong (victims, "an object", error, "the victims");
  if (!read_container (victims, "Pods", FIT_VALUE_LIST, &pods, error))
    return FALSE;
  out->n_uids = pods != NULL ? pods->n : 0;
  out->uids = fit_arena_newn (arena, const char *, out->n_uids);
  for (guint32 i = 0; i < out->n_uids; i++)
    {
      if (pods->items[i].type != FIT_VALUE_MAP)
        return wrong (&pods->items[i], "an object", error, "Pods[%u]", i);
      if (!read_text (&pods->items[i], "UID", &out->uids[i], error))
        {
          g_prefix_error (error, "Pods[%u]: ", i);
          return FALSE;
        }
    }
  return TRUE;
}

static gboolean
read_meta_victims (FitPreemptReply *out, FitArena *arena, const FitValue *map,
                   GError **error)
{
  g_autoptr (GHashTable) places = g_hash_table_new (g_str_hash, g_str_equal);

  out->nodes = fit_arena_newn (arena, FitReplyVictims, map->n);
  for (guint32 i = 0; i < map->n; i++)
    {
      const char *key = map->members[i].key;
      FitReplyVictims *node = g_hash_table_lookup (places, key);

      if (node == NULL)
        {
          node = &out->nodes[out->n++];
          g_hash_table_insert (places, (gpointer) key, node);
        }
      node->node = key;
      if (!read_victims (&map->members[i].value, arena, node, error))
        {
          g_prefix_error (error, "NodeNameToMetaVictims: %s: ", key);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
fit_preempt_reply_parse (FitPreemptReply *out, FitArena *arena, GBytes *bytes,
                         GError **error)
{
  const FitValue *answer = parse_object (arena, bytes, error);
  const FitValue *victims = NULL;
  FitPreemptReply reply = { 0 };

  if (answer == NULL
      || !read_container (answer, "NodeNameToMetaVictims", FIT_VALUE_MAP,
                          &victims, error))
    return FALSE;
  if (victims != NULL && !read_meta_victims (&reply, arena, victims, error))
    return FALSE;
  *out = reply;
  return TRUE;
}

/* Bind ------------------------------------------------------------------- */

gboolean
fit_bind_reply_parse (const char **out, FitArena *arena, GBytes *bytes,
                      GError **error)
{
  const FitValue *answer = parse_object (arena, bytes, error);

  return answer != NULL && read_text (answer, "Error", out, error);
}
