/* extender.c - plays the extenders of conformance cases
 *
 * Answers as a server would that is asked over HTTP and does what the path of
 * its URL says (conformance.h).
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "core/extender-private.h"

#include <string.h>

/* Does the path of the extender's URL end in @name? */
static gboolean
is_called (const FitExtenderQuestion *question, const char *name)
{
  const char *url = fit_extender_policy (question->extender)->url_prefix;
  const char *last = strrchr (url, '/');

  return last != NULL && strcmp (last + 1, name) == 0;
}

/* Returns: FALSE if the extender is one that fails */
static gboolean
answers (const FitExtenderQuestion *question, const char *verb, GError **error)
{
  return !is_called (question, "fail500")
         || fit_extender_fail_status (question->extender, verb, 500, error);
}

static gboolean
filter (const FitExtenderQuestion *question,
        FitExtenderSelection *out_selection, gpointer data, GError **error)
{
  const FitExtenderPolicy *policy = fit_extender_policy (question->extender);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (!answers (question, policy->filter_verb, error))
    return FALSE;
  for (guint i = 0; i < question->n_nodes; i++)
    g_ptr_array_add (names, (gpointer) question->nodes[i]->name);
  if (is_called (question, "unknown"))
    {
      g_ptr_array_set_size (names, 0);
      g_ptr_array_add (names, (gpointer) "unknown");
    }
  return fit_extender_keep (question, (const char *const *) names->pdata,
                            names->len, !policy->node_cache_capable,
                            out_selection, error);
}

static gboolean
prioritize (const FitExtenderQuestion *question, gint64 *out_scores,
            gpointer data, GError **error)
{
  memset (out_scores, 0, question->n_nodes * sizeof *out_scores);
  return answers (question,
                  fit_extender_policy (question->extender)->prioritize_verb,
                  error);
}

/* Returns: n for the first of the candidates by name, 1 for the last */
static gint64
place_from_end (const GArray *candidates, const FitNodeVictims *candidate)
{
  gint64 place = 0;

  for (guint i = 0; i < candidates->len; i++)
    place += strcmp (g_array_index (candidates, FitNodeVictims, i).node->name,
                     candidate->node->name)
             >= 0;
  return place;
}

static gint64
violations_of (const FitExtenderQuestion *question,
               const FitNodeVictims *candidate)
{
  if (!fit_extender_counts_violations (question->extender))
    return 0;
  return is_called (question, "pdb")
             ? place_from_end (question->candidates, candidate)
             : candidate->n_pdb_violations;
}

static gboolean
preempt (const FitExtenderQuestion *question, GArray **out_candidates,
         gpointer data, GError **error)
{
  const FitExtenderPolicy *policy = fit_extender_policy (question->extender);
  g_autoptr (GArray) left = fit_node_victims_array_new ();

  if (!answers (question, policy->preempt_verb, error))
    return FALSE;
  if (is_called (question, "unknown")
      && fit_extender_victims_on (question, "unknown", error) == NULL)
    return FALSE;
  for (guint i = 0; i < question->candidates->len; i++)
    {
      const FitNodeVictims *candidate
          = &g_array_index (question->candidates, FitNodeVictims, i);
      FitNodeVictims copy = *candidate;

      copy.victims = g_memdup2 (candidate->victims,
                                copy.n_victims * sizeof *copy.victims);
      for (guint v = 0; v < copy.n_victims; v++)
        fit_pod_ref (copy.victims[v]);
      copy.n_pdb_violations = violations_of (question, candidate);
      g_array_append_val (left, copy);
    }
  *out_candidates = g_steal_pointer (&left);
  return TRUE;
}

static gboolean
bind_pod (const FitExtenderQuestion *question, gpointer data, GError **error)
{
  return answers (question, fit_extender_policy (question->extender)->bind_verb,
                  error);
}

const FitExtenderCalls *
case_extender (void)
{
  static const FitExtenderCalls calls = { .filter = filter,
                                          .prioritize = prioritize,
                                          .preempt = preempt,
                                          .bind = bind_pod };

  return &calls;
}
