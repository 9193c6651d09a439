/* extender-answers.c - plays back a recording
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/extender-answers-private.h"
#include "api/texts.h"
#include "base/each.h"

#include <string.h>

/* -- finding answers ------------------------------------------------------- */

/* The part of a recording for one call. */
typedef struct
{
  const FitExtenderAnswers *answers;
  const FitExtenderQuestion *question;
  FitExtenderVerb verb;
  char *pod;          /* owned: NAMESPACE/NAME */
  GPtrArray *entries; /* owned, of FitSaidEntry, in file order */
} Lookup;

static void
lookup_clear (Lookup *lookup)
{
  g_free (lookup->pod);
  g_ptr_array_unref (lookup->entries);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lookup, lookup_clear)

/* Merges the entries for exactly this pod and those with patterns. */
static void
find_entries (FitSaidVerb *verb, Lookup *lookup)
{
  const GArray *own = g_hash_table_lookup (verb->by_pod, lookup->pod);
  const guint call
      = GPOINTER_TO_UINT (g_hash_table_lookup (verb->calls, lookup->pod)) + 1;
  guint i = 0, j = 0;

  g_hash_table_insert (verb->calls, g_strdup (lookup->pod),
                       GUINT_TO_POINTER (call));
  for (;;)
    {
      const guint a = own != NULL && i < own->len
                          ? g_array_index (own, guint, i)
                          : G_MAXUINT;
      const guint b = j < verb->by_pattern->len
                          ? g_array_index (verb->by_pattern, guint, j)
                          : G_MAXUINT;
      FitSaidEntry *entry;

      if (a == G_MAXUINT && b == G_MAXUINT)
        return;
      if (a < b)
        i++;
      else
        j++;
      entry = &verb->entries[MIN (a, b)];
      if ((entry->call == 0 || entry->call == call)
          && (entry->pattern == NULL
              || g_pattern_spec_match_string (
                  entry->pattern, strchr (entry->pod, '/') != NULL
                                      ? lookup->pod
                                      : strchr (lookup->pod, '/') + 1)))
        g_ptr_array_add (lookup->entries, entry);
    }
}

/* The first one for the extender and the verb. */
static FitSaidVerb *
find_verb (const FitExtenderAnswers *answers, const char *url_prefix,
           FitExtenderVerb verb)
{
  for (guint i = 0; i < answers->n_extenders; i++)
    if (answers->extenders[i].verbs[verb].given
        && g_pattern_spec_match_string (answers->extenders[i].url_prefix,
                                        url_prefix))
      return &answers->extenders[i].verbs[verb];
  return NULL;
}

static Lookup
look_up (const FitExtenderAnswers *answers, FitExtenderVerb number,
         const FitExtenderQuestion *question)
{
  FitSaidVerb *verb
      = find_verb (answers, fit_extender_name (question->extender), number);
  Lookup lookup = {
    .answers = answers,
    .question = question,
    .verb = number,
    .pod = fit_pod_full_name (question->pod),
    .entries = g_ptr_array_new (),
  };

  if (verb != NULL)
    find_entries (verb, &lookup);
  return lookup;
}

/* Returns: FALSE */
static gboolean
fail_unanswered (const Lookup *lookup, const char *node, GError **error)
{
  return fit_fail (
      error, FIT_ERROR_UNASKED,
      "%s does not say what extender %s answers to %s for pod %s and "
      "node %s",
      lookup->answers->source, fit_extender_name (lookup->question->extender),
      fit_extender_verb_name (lookup->verb), lookup->pod, node);
}

static gboolean
is_about (const FitSaidRule *rule, const char *node)
{
  if (g_hash_table_contains (rule->names, node))
    return TRUE;
  for (guint i = 0; i < rule->patterns->len; i++)
    if (g_pattern_spec_match_string (rule->patterns->pdata[i], node))
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): NULL if the extender fails, or there is no answer */
static const FitSaidRule *
find_rule (const Lookup *lookup, const char *node, GError **error)
{
  FIT_EACH (const FitSaidEntry, entry, lookup->entries)
    {
      if (entry->error != NULL)
        return fit_fail_null (error, FIT_ERROR_REMOTE, "%s", entry->error);
      for (guint r = 0; r < entry->n_rules; r++)
        if (is_about (&entry->rules[r], node))
          return &entry->rules[r];
    }
  fail_unanswered (lookup, node, error);
  return NULL;
}

/* -- filter ---------------------------------------------------------------- */

/* Selects the nodes that are left, if the recording has their order. */
static gboolean
take_order (const Lookup *lookup, FitExtenderSelection *selection,
            GError **error)
{
  const FitSaidEntry *entry = NULL;

  for (guint i = 0; entry == NULL && i < lookup->entries->len; i++)
    if (((FitSaidEntry *) lookup->entries->pdata[i])->has_order)
      entry = lookup->entries->pdata[i];
  if (entry == NULL)
    return TRUE;
  g_free (selection->kept);
  selection->n_kept = 0;
  selection->kept = g_new (const FitNodeInfo *, entry->n_order);
  for (guint i = 0; i < entry->n_order; i++)
    {
      const FitNodeInfo *node
          = fit_cache_find_node (lookup->question->cache, entry->order[i]);

      if (node == NULL)
        return fit_fail (
            error, FIT_ERROR_UNASKED,
            "%s: order of pod %s names node %s, which does not exist",
            lookup->answers->source, lookup->pod, entry->order[i]);
      selection->kept[selection->n_kept++] = node;
    }
  return TRUE;
}

static gboolean
answer_filter (const FitExtenderQuestion *question,
               FitExtenderSelection *out_selection, gpointer answers,
               GError **error)
{
  g_auto (Lookup) lookup = look_up (answers, FIT_EXTENDER_FILTER, question);
  g_auto (FitExtenderSelection) selection = { 0 };

  selection.kept = g_new (const FitNodeInfo *, question->n_nodes);
  selection.rejected = g_new (FitExtenderRejection, question->n_nodes);
  for (guint i = 0; i < question->n_nodes; i++)
    {
      const FitNodeInfo *node = question->nodes[i];
      const FitSaidRule *rule = find_rule (&lookup, node->name, error);

      if (rule == NULL)
        return FALSE;
      if (rule->kind == FIT_SAID_PASSES)
        selection.kept[selection.n_kept++] = node;
      else if (rule->kind != FIT_SAID_DROPPED)
        {
          selection.rejected[selection.n_rejected++] = (FitExtenderRejection){
            .extender = question->extender,
            .node_name = g_strdup (node->name),
            .message = g_strdup (rule->text),
            .unresolvable = rule->kind == FIT_SAID_UNRESOLVABLE,
          };
        }
    }
  if (!take_order (&lookup, &selection, error))
    return FALSE;
  *out_selection = selection;
  selection = (FitExtenderSelection){ 0 };
  return TRUE;
}

/* -- prioritize and bind --------------------------------------------------- */

static gboolean
answer_prioritize (const FitExtenderQuestion *question, gint64 *out_scores,
                   gpointer answers, GError **error)
{
  g_auto (Lookup) lookup = look_up (answers, FIT_EXTENDER_PRIORITIZE, question);

  for (guint i = 0; i < question->n_nodes; i++)
    {
      const FitSaidRule *rule
          = find_rule (&lookup, question->nodes[i]->name, error);

      if (rule == NULL)
        return FALSE;
      out_scores[i] = rule->score;
    }
  return TRUE;
}

static gboolean
answer_bind (const FitExtenderQuestion *question, gpointer answers,
             GError **error)
{
  g_auto (Lookup) lookup = look_up (answers, FIT_EXTENDER_BIND, question);

  return find_rule (&lookup, question->node_name, error) != NULL;
}

/* -- preempt --------------------------------------------------------------- */

gboolean
fit_is_pattern (const char *text)
{
  return strpbrk (text, "*?") != NULL;
}

static gboolean
is_pod (const FitPod *pod, const char *name)
{
  const gsize len = strlen (pod->meta.namespace_);

  return strncmp (name, pod->meta.namespace_, len) == 0 && name[len] == '/'
         && strcmp (name + len + 1, pod->meta.name) == 0;
}

static const FitPod *
find_pod (const FitNodeInfo *node, const char *name)
{
  for (guint i = 0; i < node->n_pods; i++)
    if (is_pod (node->pods[i], name))
      return node->pods[i];
  return NULL;
}

/* A pattern selects among the scheduler's victims; a name can be any pod on the
 * node. */
static gboolean
add_victims (const Lookup *lookup, const FitNodeVictims *candidate,
             const char *name, GPtrArray *victims, GError **error)
{
  const FitPod *pod;

  if (fit_is_pattern (name))
    {
      g_autoptr (GPatternSpec) pattern = g_pattern_spec_new (name);

      for (guint i = 0; i < candidate->n_victims; i++)
        {
          g_autofree char *full = fit_pod_full_name (candidate->victims[i]);

          if (g_pattern_spec_match_string (
                  pattern, strchr (name, '/') != NULL
                               ? full
                               : candidate->victims[i]->meta.name))
            g_ptr_array_add (victims, (gpointer) candidate->victims[i]);
        }
      return TRUE;
    }
  pod = find_pod (candidate->node, name);
  if (pod != NULL)
    g_ptr_array_add (victims, (gpointer) pod);
  else
    g_set_error (error, FIT_ERROR, FIT_ERROR_UNASKED,
                 "%s: victims for pod %s: there is no pod %s on node %s",
                 lookup->answers->source, lookup->pod, name,
                 candidate->node->name);
  return pod != NULL;
}

static gboolean
add_candidate (const Lookup *lookup, const FitNodeVictims *candidate,
               const FitSaidRule *rule, GArray *out, GError **error)
{
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();
  FitNodeVictims victims = { .node = candidate->node };

  if (fit_extender_counts_violations (lookup->question->extender))
    victims.n_pdb_violations = rule->has_violations
                                   ? rule->n_violations
                                   : candidate->n_pdb_violations;
  for (guint i = 0; i < rule->n_victims; i++)
    if (!add_victims (lookup, candidate, rule->victims[i], pods, error))
      return FALSE;
  victims.victims = g_new (const FitPod *, pods->len);
  for (guint i = 0; i < pods->len; i++)
    victims.victims[victims.n_victims++] = fit_pod_ref (pods->pdata[i]);
  g_array_append_val (out, victims);
  return TRUE;
}

static gboolean
answer_preempt (const FitExtenderQuestion *question, GArray **out_candidates,
                gpointer answers, GError **error)
{
  g_auto (Lookup) lookup = look_up (answers, FIT_EXTENDER_PREEMPT, question);
  g_autoptr (GArray) left = fit_node_victims_array_new ();

  FIT_EACH_OF (const FitNodeVictims, candidate, question->candidates)
    {
      const FitSaidRule *rule
          = find_rule (&lookup, candidate->node->name, error);

      if (rule == NULL
          || (rule->kind != FIT_SAID_DROPPED
              && !add_candidate (&lookup, candidate, rule, left, error)))
        return FALSE;
    }
  *out_candidates = g_steal_pointer (&left);
  return TRUE;
}

/* -- all of them ----------------------------------------------------------- */

void
fit_extender_answers_init_calls (FitExtenderAnswers *answers)
{
  answers->calls = (FitExtenderCalls){
    .filter = answer_filter,
    .prioritize = answer_prioritize,
    .preempt = answer_preempt,
    .bind = answer_bind,
    .data = answers,
  };
}

const FitExtenderCalls *
fit_extender_answers_calls (const FitExtenderAnswers *answers)
{
  return &answers->calls;
}

void
fit_extender_answers_rewind (FitExtenderAnswers *answers)
{
  for (guint i = 0; i < answers->n_extenders; i++)
    for (guint verb = 0; verb < FIT_EXTENDER_N_VERBS; verb++)
      g_hash_table_remove_all (answers->extenders[i].verbs[verb].calls);
}

/* -- refusals -------------------------------------------------------------- */

/* Returns: FALSE */
static gboolean
refuse (const FitExtenderQuestion *question, FitExtenderVerb verb,
        GError **error)
{
  return fit_fail (error, FIT_ERROR_UNASKED,
                   "extender %s would have to be called to %s for pod %s/%s",
                   fit_extender_name (question->extender),
                   fit_extender_verb_name (verb),
                   question->pod->meta.namespace_, question->pod->meta.name);
}

static gboolean
refuse_filter (const FitExtenderQuestion *question,
               FitExtenderSelection *out_selection, gpointer data,
               GError **error)
{
  return refuse (question, FIT_EXTENDER_FILTER, error);
}

static gboolean
refuse_prioritize (const FitExtenderQuestion *question, gint64 *out_scores,
                   gpointer data, GError **error)
{
  return refuse (question, FIT_EXTENDER_PRIORITIZE, error);
}

static gboolean
refuse_preempt (const FitExtenderQuestion *question, GArray **out_candidates,
                gpointer data, GError **error)
{
  return refuse (question, FIT_EXTENDER_PREEMPT, error);
}

static gboolean
refuse_bind (const FitExtenderQuestion *question, gpointer data, GError **error)
{
  return refuse (question, FIT_EXTENDER_BIND, error);
}

const FitExtenderCalls *
fit_extender_refusals (void)
{
  static const FitExtenderCalls refusals = {
    .filter = refuse_filter,
    .prioritize = refuse_prioritize,
    .preempt = refuse_preempt,
    .bind = refuse_bind,
  };

  return &refusals;
}

/* -- leaving out ----------------------------------------------------------- */

static gboolean
keep_all (const FitExtenderQuestion *question,
          FitExtenderSelection *out_selection, gpointer data, GError **error)
{
  *out_selection = (FitExtenderSelection){
    .n_kept = question->n_nodes,
    .kept
    = g_memdup2 (question->nodes, question->n_nodes * sizeof *question->nodes),
  };
  return TRUE;
}

static gboolean
score_nothing (const FitExtenderQuestion *question, gint64 *out_scores,
               gpointer data, GError **error)
{
  memset (out_scores, 0, question->n_nodes * sizeof *out_scores);
  return TRUE;
}

static gboolean
keep_candidates (const FitExtenderQuestion *question, GArray **out_candidates,
                 gpointer data, GError **error)
{
  *out_candidates = g_array_ref ((GArray *) question->candidates);
  return TRUE;
}

const FitExtenderCalls *
fit_extender_omissions (void)
{
  static const FitExtenderCalls omissions = {
    .filter = keep_all,
    .prioritize = score_nothing,
    .preempt = keep_candidates,
    .bind = refuse_bind,
  };

  return &omissions;
}
