/* extender.c - calls one extender
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extender-private.h"
#include "api/decode.h"

#include "core/extender-reply.h"
#include "base/intern.h"

#define NS_PER_MS G_GINT64_CONSTANT (1000000)
#define DEFAULT_TIMEOUT_MS 5000
#define LONGEST_TIMEOUT_MS (24 * 60 * 60 * 1000)

static FitHttpClient *
make_client (const FitExtenderPolicy *policy, GError **error)
{
  static const FitExtenderTLS nothing = { FALSE, "", "", "", "", "", "", "" };
  const FitExtenderTLS *given = policy->tls != NULL ? policy->tls : &nothing;
  g_autoptr (GBytes) ca_data = fit_base64_decode (given->ca_data);
  g_autoptr (GBytes) cert_data = fit_base64_decode (given->cert_data);
  g_autoptr (GBytes) key_data = fit_base64_decode (given->key_data);
  FitHttpTLS tls = {
    .insecure = given->insecure,
    .server_name = given->server_name,
    .ca_file = given->ca_file,
    .cert_file = given->cert_file,
    .key_file = given->key_file,
    .ca_data = ca_data,
    .cert_data = cert_data,
    .key_data = key_data,
  };

  if (policy->enable_https && *given->ca_data == '\0'
      && *given->ca_file == '\0')
    tls.insecure = TRUE;
  return fit_http_client_new (&tls, error);
}

FitExtender *
fit_extender_new (const FitExtenderPolicy *policy,
                  const FitExtenderOptions *options)
{
  FitExtender *extender = g_new0 (FitExtender, 1);
  gint64 ns;

  extender->policy = policy;
  extender->name = fit_extender_policy_name (policy);
  extender->options = *options;
  extender->behaviour = fit_behaviour (options->release);
  extender->client = make_client (policy, &extender->no_client);
  ns = policy->http_timeout_ns;
  if (ns == 0)
    extender->timeout_ms = DEFAULT_TIMEOUT_MS;
  else if (ns < 0 || ns / NS_PER_MS >= LONGEST_TIMEOUT_MS)
    extender->timeout_ms = LONGEST_TIMEOUT_MS;
  else
    extender->timeout_ms = (guint) ((ns + NS_PER_MS - 1) / NS_PER_MS);
  extender->n_resources = policy->n_managed_resources;
  extender->resources = g_new (const char *, extender->n_resources);
  for (guint i = 0; i < extender->n_resources; i++)
    extender->resources[i] = fit_intern (policy->managed_resources[i].name);
  return extender;
}

void
fit_extender_free (FitExtender *extender)
{
  if (extender == NULL)
    return;
  for (guint i = 0; i < extender->n_resources; i++)
    fit_intern_unref (extender->resources[i]);
  g_free (extender->resources);
  g_free (extender->name);
  fit_http_client_free (extender->client);
  g_clear_error (&extender->no_client);
  g_free (extender);
}

/* -- capabilities ---------------------------------------------------------- */

const char *
fit_extender_name (const FitExtender *extender)
{
  return extender->name;
}

gboolean
fit_extender_is_interested (const FitExtender *extender, const FitPod *pod)
{
  for (guint i = 0; i < extender->n_resources; i++)
    for (guint j = 0; j < pod->spec->n_extended; j++)
      if (extender->resources[i] == pod->spec->extended[j])
        return TRUE;
  return extender->n_resources == 0;
}

const FitExtenderPolicy *
fit_extender_policy (const FitExtender *extender)
{
  return extender->policy;
}

gboolean
fit_extender_is_filter (const FitExtender *extender)
{
  return *extender->policy->filter_verb != '\0';
}

gboolean
fit_extender_is_prioritizer (const FitExtender *extender)
{
  return *extender->policy->prioritize_verb != '\0';
}

gboolean
fit_extender_is_binder (const FitExtender *extender)
{
  return *extender->policy->bind_verb != '\0';
}

gboolean
fit_extender_supports_preemption (const FitExtender *extender)
{
  return *extender->policy->preempt_verb != '\0';
}

gboolean
fit_extender_is_ignorable (const FitExtender *extender)
{
  return extender->policy->ignorable;
}

gboolean
fit_extender_counts_violations (const FitExtender *extender)
{
  return extender->behaviour.extenders_count_violations;
}

gint64
fit_extender_weight (const FitExtender *extender)
{
  return fit_extender_is_prioritizer (extender) ? extender->policy->weight : 0;
}

const char *
fit_extender_verb_name (FitExtenderVerb verb)
{
  static const char *const names[FIT_EXTENDER_N_VERBS] = {
    [FIT_EXTENDER_FILTER] = "filter",
    [FIT_EXTENDER_PRIORITIZE] = "prioritize",
    [FIT_EXTENDER_PREEMPT] = "preempt",
    [FIT_EXTENDER_BIND] = "bind",
  };

  return names[verb];
}

/* -- calling --------------------------------------------------------------- */

static char *
make_url (const char *prefix, const char *verb)
{
  gsize len = strlen (prefix);

  while (len > 0 && prefix[len - 1] == '/')
    len--;
  return g_strdup_printf ("%.*s/%s", (int) len, prefix, verb);
}

/* A certificate is missing on this machine; that says nothing about the
 * extender. */
static gboolean
check_client (const FitExtender *extender, const char *url, GError **error)
{
  if (extender->client != NULL)
    return TRUE;
  return fit_fail (error, FIT_ERROR_UNASKED, "Post %s: tlsConfig: %s", url,
                   extender->no_client->message);
}

GBytes *
fit_extender_send (const FitExtender *extender, const char *verb,
                   const GString *body, gboolean *once, GError **error)
{
  static const char *const headers[]
      = { "Content-Type: application/json", NULL };
  g_autofree char *url = make_url (extender->policy->url_prefix, verb);
  g_autofree char *shown = make_url (extender->name, verb);
  const FitHttpRequest request = {
    .method = "POST",
    .url = url,
    .headers = headers,
    .body = body->str,
    .body_len = body->len,
    .timeout_ms = extender->timeout_ms,
    .max_response_bytes = extender->options.max_reply_bytes,
    .repeatable = once == NULL,
    .lost = once,
  };
  g_autoptr (FitHttpResponse) response = NULL;
  g_autoptr (GError) problem = NULL;

  if (!check_client (extender, shown, error))
    return NULL;
  response = fit_http_client_request (extender->client, &request, &problem);
  if (response == NULL)
    {
      /* What is too long is the extender's, not the user's. */
      if (g_error_matches (problem, FIT_ERROR, FIT_ERROR_LIMIT))
        problem->code = FIT_ERROR_REMOTE;
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  if (once != NULL && response->status >= 502 && response->status <= 504)
    *once = TRUE; /* a gateway answered in its place */
  if (response->status != 200)
    {
      fit_extender_fail_status (extender, verb, response->status, error);
      return NULL;
    }
  return g_bytes_ref (response->body);
}

gboolean
fit_extender_fail_status (const FitExtender *extender, const char *verb,
                          guint status, GError **error)
{
  g_autofree char *url = make_url (extender->name, verb);

  return fit_fail (
      error, FIT_ERROR_REMOTE, "%s %s with extender at URL %s, code %u",
      extender->behaviour.extenders_fail_in_lower_case ? "failed" : "Failed",
      verb, url, status);
}

/* The response cannot be parsed.  Returns: FALSE */
static gboolean
fail_answer (const FitExtender *extender, const char *verb, GError **error)
{
  g_autofree char *url = make_url (extender->name, verb);

  return fit_blame (
      error, "Failed %s with extender at URL %s, bad answer: ", verb, url);
}

/* The extender responded with an error.  Returns: FALSE */
static gboolean
fail_with_its_words (const char *words, GError **error)
{
  return fit_fail (error, FIT_ERROR_REMOTE, "%s", words);
}

/* -- Filter ---------------------------------------------------------------- */

void
fit_extender_selection_clear (FitExtenderSelection *selection)
{
  for (guint i = 0; i < selection->n_rejected; i++)
    {
      g_free (selection->rejected[i].node_name);
      g_free (selection->rejected[i].message);
    }
  g_free (selection->rejected);
  g_free (selection->kept);
  *selection = (FitExtenderSelection){ 0 };
}

/* Returns: (transfer full): by node index: is the node in @question? */
static guint8 *
find_asked (const FitExtenderQuestion *question)
{
  guint8 *asked = g_new0 (guint8, fit_cache_n_slots (question->cache));

  for (guint i = 0; i < question->n_nodes; i++)
    asked[question->nodes[i]->index] = TRUE;
  return asked;
}

gboolean
fit_extender_keep (const FitExtenderQuestion *question,
                   const char *const *names, guint n_names, gboolean as_objects,
                   FitExtenderSelection *selection, GError **error)
{
  /* An object is taken for the node of its name. */
  g_autofree guint8 *asked
      = !as_objects && question->extender->behaviour.extenders_keep_to_question
            ? find_asked (question)
            : NULL;

  selection->as_objects = as_objects;
  selection->kept = g_new (const FitNodeInfo *, n_names);
  for (guint i = 0; i < n_names; i++)
    {
      const FitNodeInfo *node = fit_cache_find_node (question->cache, names[i]);

      if (node == NULL || (asked != NULL && !asked[node->index]))
        {
          g_autoptr (GString) text = g_string_new ("extender ");

          fit_json_append_string (text, fit_extender_name (question->extender));
          g_string_append (text, " claims a filtered node ");
          fit_json_append_string (text, names[i]);
          g_string_append (
              text, question->extender->behaviour.extenders_keep_to_question
                        ? " which is not found in the input node list"
                        : " which is not found in nodeNameToInfo map");
          return fail_with_its_words (text->str, error);
        }
      selection->kept[selection->n_kept++] = node;
    }
  return TRUE;
}

static void
take_texts (const FitExtender *extender, const FitReplyTexts *texts,
            gboolean unresolvable, GHashTable *taken,
            FitExtenderSelection *selection)
{
  for (guint i = 0; i < texts->n; i++)
    if (g_hash_table_add (taken, (gpointer) texts->pairs[i].key))
      selection->rejected[selection->n_rejected++] = (FitExtenderRejection){
        .extender = extender,
        .node_name = g_strdup (texts->pairs[i].key),
        .message = g_strdup (texts->pairs[i].text),
        .unresolvable = unresolvable,
      };
}

gboolean
fit_extender_ask_filter (const FitExtenderQuestion *question,
                         FitExtenderSelection *out_selection, GError **error)
{
  const FitExtender *extender = question->extender;
  const FitExtenderPolicy *policy = extender->policy;
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (GString) body = fit_extender_body (
      extender, question->pod, question->nodes, question->n_nodes, error);
  g_autoptr (GBytes) answer = NULL;
  g_auto (FitExtenderSelection) selection = { 0 };
  FitFilterReply reply;
  gboolean by_name;
  g_autoptr (GHashTable) taken = NULL;

  if (body == NULL)
    return FALSE;
  answer = fit_extender_send (extender, policy->filter_verb, body, NULL, error);
  if (answer == NULL)
    return FALSE;
  arena = fit_arena_new ();
  if (!fit_filter_reply_parse (&reply, arena, answer,
                               extender->behaviour.extenders_tell_unresolvable,
                               error))
    return fail_answer (extender, policy->filter_verb, error);
  if (*reply.error != '\0')
    return fail_with_its_words (reply.error, error);
  by_name = policy->node_cache_capable && reply.names != NULL;
  if (!fit_extender_keep (question, by_name ? reply.names : reply.nodes,
                          by_name ? reply.n_names : reply.n_nodes, !by_name,
                          &selection, error))
    return FALSE;
  /* A node that is in both lists is unresolvable. */
  taken = g_hash_table_new (g_str_hash, g_str_equal);
  selection.rejected
      = g_new (FitExtenderRejection, reply.failed.n + reply.unresolvable.n);
  take_texts (extender, &reply.unresolvable, TRUE, taken, &selection);
  take_texts (extender, &reply.failed, FALSE, taken, &selection);
  *out_selection = selection;
  selection = (FitExtenderSelection){ 0 };
  return TRUE;
}

gboolean
fit_extender_filter (FitExtender *extender, const FitCache *cache,
                     const FitPod *pod, const FitNodeInfo *const *nodes,
                     guint n_nodes, FitExtenderSelection *out_selection,
                     GError **error)
{
  const FitExtenderCalls *calls = extender->options.calls;
  const FitExtenderQuestion question = { .extender = extender,
                                         .cache = cache,
                                         .pod = pod,
                                         .n_nodes = n_nodes,
                                         .nodes = nodes };

  if (!fit_extender_is_filter (extender))
    {
      *out_selection = (FitExtenderSelection){
        .n_kept = n_nodes,
        .kept = g_memdup2 (nodes, n_nodes * sizeof *nodes),
      };
      return TRUE;
    }
  if (calls == NULL)
    return fit_extender_ask_filter (&question, out_selection, error);
  if (!calls->filter (&question, out_selection, calls->data, error))
    return FALSE;
  out_selection->as_objects |= !extender->policy->node_cache_capable;
  return TRUE;
}

/* -- prioritize ------------------------------------------------------------ */

gboolean
fit_extender_prioritize_body (const FitExtender *extender, const GString *body,
                              const FitNodeInfo *const *nodes, guint n_nodes,
                              gint64 *out_scores, GError **error)
{
  const char *verb = extender->policy->prioritize_verb;
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (GBytes) answer
      = fit_extender_send (extender, verb, body, NULL, error);
  FitPrioritizeReply reply;
  g_autoptr (GHashTable) sums = NULL;

  if (answer == NULL)
    return FALSE;
  arena = fit_arena_new ();
  if (!fit_prioritize_reply_parse (&reply, arena, answer, error))
    return fail_answer (extender, verb, error);
  /* Hosts that were not in the request are ignored; the scores of a host
   * named twice are added. */
  sums = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < n_nodes; i++)
    {
      out_scores[i] = 0;
      if (!g_hash_table_contains (sums, nodes[i]->name))
        g_hash_table_insert (sums, (gpointer) nodes[i]->name, &out_scores[i]);
    }
  for (guint i = 0; i < reply.n; i++)
    {
      gint64 *sum = g_hash_table_lookup (sums, reply.scores[i].host);

      if (sum != NULL)
        *sum = (gint64) ((guint64) *sum + (guint64) reply.scores[i].score);
    }
  for (guint i = 0; i < n_nodes; i++)
    out_scores[i] = *(gint64 *) g_hash_table_lookup (sums, nodes[i]->name);
  return TRUE;
}

gboolean
fit_extender_ask_prioritize (const FitExtenderQuestion *question,
                             gint64 *out_scores, GError **error)
{
  g_autoptr (GString) body
      = fit_extender_body (question->extender, question->pod, question->nodes,
                           question->n_nodes, error);

  return body != NULL
         && fit_extender_prioritize_body (question->extender, body,
                                          question->nodes, question->n_nodes,
                                          out_scores, error);
}

gboolean
fit_extender_prioritize (const FitExtender *extender, const FitCache *cache,
                         const FitPod *pod, const FitNodeInfo *const *nodes,
                         guint n_nodes, gint64 *out_scores, GError **error)
{
  const FitExtenderCalls *calls = extender->options.calls;
  const FitExtenderQuestion question = { .extender = extender,
                                         .cache = cache,
                                         .pod = pod,
                                         .n_nodes = n_nodes,
                                         .nodes = nodes };

  if (!fit_extender_is_prioritizer (extender))
    {
      for (guint i = 0; i < n_nodes; i++)
        out_scores[i] = 0;
      return TRUE;
    }
  return calls != NULL
             ? calls->prioritize (&question, out_scores, calls->data, error)
             : fit_extender_ask_prioritize (&question, out_scores, error);
}

/* -- bind ------------------------------------------------------------------ */

gboolean
fit_extender_ask_bind (const FitExtenderQuestion *question, GError **error)
{
  const FitExtender *extender = question->extender;
  const char *verb = extender->policy->bind_verb;
  gboolean nobody_asks;
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (GString) body
      = fit_extender_bind_body (question->pod, question->node_name);
  g_autoptr (GBytes) answer = fit_extender_send (
      extender, verb, body,
      question->lost != NULL ? question->lost : &nobody_asks, error);
  const char *problem;

  if (answer == NULL)
    return FALSE;
  arena = fit_arena_new ();
  if (!fit_bind_reply_parse (&problem, arena, answer, error))
    return fail_answer (extender, verb, error);
  return *problem == '\0' || fail_with_its_words (problem, error);
}

gboolean
fit_extender_bind (FitExtender *extender, const FitPod *pod,
                   const char *node_name, gboolean *lost, GError **error)
{
  const FitExtenderCalls *calls = extender->options.calls;
  const FitExtenderQuestion question = {
    .extender = extender, .pod = pod, .node_name = node_name, .lost = lost
  };

  if (!fit_extender_is_binder (extender))
    return fail_with_its_words (extender->behaviour.extenders_fail_in_lower_case
                                    ? "unexpected empty bindVerb in extender"
                                    : "Unexpected empty bindVerb in extender",
                                error);
  return calls != NULL ? calls->bind (&question, calls->data, error)
                       : fit_extender_ask_bind (&question, error);
}

/* -- preempt --------------------------------------------------------------- */

static void
clear_victims (gpointer data)
{
  FitNodeVictims *victims = data;

  for (guint i = 0; i < victims->n_victims; i++)
    fit_pod_unref (victims->victims[i]);
  g_free (victims->victims);
}

GArray *
fit_node_victims_array_new (void)
{
  GArray *array = g_array_new (FALSE, FALSE, sizeof (FitNodeVictims));

  g_array_set_clear_func (array, clear_victims);
  return array;
}

const FitNodeInfo *
fit_extender_victims_on (const FitExtenderQuestion *question, const char *name,
                         GError **error)
{
  const FitExtender *extender = question->extender;
  const FitNodeInfo *node = fit_cache_find_node (question->cache, name);

  if (node == NULL && extender->behaviour.extenders_keep_to_question)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                 "nodeinfo not found for node name \"%s\"", name);
  else if (node == NULL)
    g_set_error (error, FIT_ERROR, FIT_ERROR_REMOTE,
                 "extender: %s claims to preempt on node: %s but the node is "
                 "not found in nodeNameToInfo map",
                 fit_extender_name (extender), name);
  return node;
}

/* Adds the response for one node. */
static gboolean
add_victims (const FitExtenderQuestion *question, const FitReplyVictims *reply,
             GArray *out, GError **error)
{
  const FitExtender *extender = question->extender;
  const FitNodeInfo *node
      = fit_extender_victims_on (question, reply->node, error);
  FitNodeVictims victims = { .node = node };

  if (node == NULL)
    return FALSE;
  if (fit_extender_counts_violations (extender))
    victims.n_pdb_violations = reply->n_pdb_violations;
  victims.victims = g_new (const FitPod *, reply->n_uids);
  for (guint i = 0; i < reply->n_uids; i++)
    {
      const FitPod *pod = fit_node_info_find_pod (node, reply->uids[i]);

      if (pod == NULL)
        {
          clear_victims (&victims);
          return fit_fail (error, FIT_ERROR_REMOTE,
                           "extender: %s claims to preempt pod (UID: &{%s}) on "
                           "node: %s, but the pod is not found on that node",
                           fit_extender_name (extender), reply->uids[i],
                           reply->node);
        }
      victims.victims[victims.n_victims++] = fit_pod_ref (pod);
    }
  g_array_append_val (out, victims);
  return TRUE;
}

gboolean
fit_extender_ask_preempt (const FitExtenderQuestion *question,
                          GArray **out_candidates, GError **error)
{
  const FitExtender *extender = question->extender;
  const char *verb = extender->policy->preempt_verb;
  g_autoptr (FitArena) arena = NULL;
  g_autoptr (GString) body = fit_extender_preempt_body (
      extender, question->pod, question->candidates, error);
  g_autoptr (GBytes) answer = NULL;
  g_autoptr (GArray) result = fit_node_victims_array_new ();
  FitPreemptReply reply;
  const FitPreemptReply *victims;
  const GArray *candidates;
  g_autoptr (GHashTable) left = g_hash_table_new (g_str_hash, g_str_equal);
  gboolean ok = TRUE;

  if (body == NULL)
    return FALSE;
  answer = fit_extender_send (extender, verb, body, NULL, error);
  if (answer == NULL)
    return FALSE;
  arena = fit_arena_new ();
  if (!fit_preempt_reply_parse (&reply, arena, answer, error))
    return fail_answer (extender, verb, error);
  /* The order of the response is random, so candidates keep their own order. */
  victims = &reply;
  candidates = question->candidates;
  for (guint i = 0; i < victims->n; i++)
    g_hash_table_insert (left, (gpointer) victims->nodes[i].node,
                         &victims->nodes[i]);
  for (guint i = 0; ok && i < candidates->len; i++)
    {
      const char *name
          = g_array_index (candidates, FitNodeVictims, i).node->name;
      const FitReplyVictims *named = g_hash_table_lookup (left, name);

      if (named != NULL)
        ok = add_victims (question, named, result, error);
      g_hash_table_remove (left, name);
    }
  for (guint i = 0; ok && i < victims->n; i++)
    if (g_hash_table_contains (left, victims->nodes[i].node))
      ok = add_victims (question, &victims->nodes[i], result, error);
  if (!(ok))
    return FALSE;
  *out_candidates = g_steal_pointer (&result);
  return TRUE;
}

gboolean
fit_extender_preempt (FitExtender *extender, const FitCache *cache,
                      const FitPod *pod, const GArray *candidates,
                      GArray **out_candidates, GError **error)
{
  const FitExtenderCalls *calls = extender->options.calls;
  const FitExtenderQuestion question = {
    .extender = extender, .cache = cache, .pod = pod, .candidates = candidates
  };

  if (!fit_extender_supports_preemption (extender))
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "preempt verb is not defined for extender %s but run into "
                     "ProcessPreemption",
                     fit_extender_name (extender));
  return calls != NULL
             ? calls->preempt (&question, out_candidates, calls->data, error)
             : fit_extender_ask_preempt (&question, out_candidates, error);
}
