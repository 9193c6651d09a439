/* extenders.c - calls all extenders of a scheduler
 *
 * Each extender that scores gets its own thread, except the first one, which
 * runs on the caller's thread, and those with FitExtenderCalls.  The threads
 * are pthreads, so that the thread sanitizer sees their synchronisation.  Each
 * writes to its own slot.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/extenders.h"

#include <pthread.h>
#include <string.h>

#include "base/wrapping.h"
#include "core/extender-private.h"

GPtrArray *
fit_extenders_new (const GPtrArray *policies, const FitExtenderOptions *options)
{
  GPtrArray *extenders
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_extender_free);

  for (guint i = 0; i < policies->len; i++)
    g_ptr_array_add (extenders, fit_extender_new (policies->pdata[i], options));
  return extenders;
}

FitExtender *
fit_extenders_binder (const GPtrArray *extenders, const FitPod *pod)
{
  for (guint i = 0; i < extenders->len; i++)
    if (fit_extender_is_binder (extenders->pdata[i])
        && fit_extender_is_interested (extenders->pdata[i], pod))
      return extenders->pdata[i];
  return NULL;
}

static void
tell (const FitExtender *extender, FitExtenderVerb verb, const FitPod *pod,
      const GError *problem)
{
  const FitExtenderObserver *observer = &extender->options.observer;

  if (observer->failed != NULL)
    observer->failed (extender, verb, pod, problem, observer->data);
}

/* Ignores the failure of an ignorable extender.  Returns: FALSE, with @problem
 * moved to @error, if the failure counts */
static gboolean
skip (const FitExtender *extender, GError *problem, GPtrArray *skipped,
      GError **error)
{
  if (!fit_extender_is_ignorable (extender)
      || g_error_matches (problem, FIT_ERROR, FIT_ERROR_UNASKED))
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  if (skipped != NULL)
    g_ptr_array_add (skipped, g_strdup (problem->message));
  g_error_free (problem);
  return TRUE;
}

/* -- Filter ---------------------------------------------------------------- */

static void
clear_rejection (gpointer data)
{
  FitExtenderRejection *rejection = data;

  g_free (rejection->node_name);
  g_free (rejection->message);
}

void
fit_filter_result_clear (FitFilterResult *result)
{
  g_clear_pointer (&result->nodes, g_ptr_array_unref);
  g_clear_pointer (&result->rejections, g_array_unref);
  g_clear_pointer (&result->skipped, g_ptr_array_unref);
}

gboolean
fit_extenders_filter (const GPtrArray *extenders, const FitCache *cache,
                      const FitPod *pod, const FitNodeInfo *const *nodes,
                      guint n_nodes, FitFilterResult *out_result,
                      GError **error)
{
  g_auto (FitFilterResult) result = { 0 };

  result.nodes = g_ptr_array_new ();
  result.rejections = g_array_new (FALSE, FALSE, sizeof (FitExtenderRejection));
  g_array_set_clear_func (result.rejections, clear_rejection);
  result.skipped = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_nodes; i++)
    g_ptr_array_add (result.nodes, (gpointer) nodes[i]);
  for (guint i = 0; i < extenders->len && result.nodes->len > 0; i++)
    {
      FitExtender *extender = extenders->pdata[i];
      g_auto (FitExtenderSelection) selection = { 0 };
      GError *problem = NULL;

      if (!fit_extender_is_interested (extender, pod))
        continue;
      if (fit_extender_filter (extender, cache, pod,
                               (const FitNodeInfo *const *) result.nodes->pdata,
                               result.nodes->len, &selection, &problem))
        {
          /* Adds one extender's selection to the overall result. */
          result.as_objects |= selection.as_objects;
          g_ptr_array_set_size (result.nodes, 0);
          for (guint j = 0; j < selection.n_kept; j++)
            g_ptr_array_add (result.nodes, (gpointer) selection.kept[j]);
          if (selection.n_rejected > 0)
            g_array_append_vals (result.rejections, selection.rejected,
                                 selection.n_rejected);
          selection.n_rejected = 0;
        }
      else
        {
          tell (extender, FIT_EXTENDER_FILTER, pod, problem);
          if (!skip (extender, problem, result.skipped, error))
            return FALSE;
        }
    }
  *out_result = result;
  result = (FitFilterResult){ 0 };
  return TRUE;
}

/* -- prioritize ------------------------------------------------------------ */

/* One extender's prioritize call. */
typedef struct
{
  const FitExtender *extender;
  const FitCache *cache;
  const FitPod *pod;
  const GString *body; /* (nullable); NULL: @problem says why */
  const FitNodeInfo *const *nodes;
  guint n_nodes;
  gint64 *scores;
  GError *problem; /* (nullable) owned */
  pthread_t thread;
  gboolean has_thread;
} Inquiry;

/* Does it use FitExtenderCalls, which only one thread at a time may call? */
static gboolean
is_called (const FitExtender *extender)
{
  return extender->options.calls != NULL;
}

static gpointer
inquire (gpointer data)
{
  Inquiry *inquiry = data;

  if (is_called (inquiry->extender))
    fit_extender_prioritize (inquiry->extender, inquiry->cache, inquiry->pod,
                             inquiry->nodes, inquiry->n_nodes, inquiry->scores,
                             &inquiry->problem);
  else if (inquiry->body != NULL)
    fit_extender_prioritize_body (inquiry->extender, inquiry->body,
                                  inquiry->nodes, inquiry->n_nodes,
                                  inquiry->scores, &inquiry->problem);
  return NULL;
}

/* All extenders of a kind get the same body: one for those that cache nodes,
 * one for the others. */
typedef struct
{
  GString *body[2];   /* owned; by node_cache_capable */
  GError *problem[2]; /* (nullable) owned */
} Bodies;

static void
bodies_clear (Bodies *bodies)
{
  for (guint i = 0; i < G_N_ELEMENTS (bodies->body); i++)
    {
      if (bodies->body[i] != NULL)
        g_string_free (bodies->body[i], TRUE);
      g_clear_error (&bodies->problem[i]);
    }
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bodies, bodies_clear)

static void
clear_scores (gpointer data)
{
  FitExtenderScores *scores = data;

  g_free (scores->scores);
  g_free (scores->error);
}

static void
collect (Inquiry *inquiry, gint64 scale, gint64 *totals, GArray *results)
{
  const gint64 weight
      = fit_wrapping_multiply (fit_extender_weight (inquiry->extender), scale);
  FitExtenderScores result
      = { .extender = inquiry->extender, .scores = inquiry->scores };

  if (inquiry->problem != NULL)
    {
      tell (inquiry->extender, FIT_EXTENDER_PRIORITIZE, inquiry->pod,
            inquiry->problem);
      result.error = g_strdup (inquiry->problem->message);
      memset (inquiry->scores, 0, sizeof *inquiry->scores * inquiry->n_nodes);
    }
  g_clear_error (&inquiry->problem);
  fit_wrapping_add_weighted (totals, inquiry->scores, weight, inquiry->n_nodes);
  g_array_append_val (results, result);
}

/* An extender that fails gives no scores, but one that was not called is an
 * error. */
static gboolean
check_asked (const Inquiry *inquiry, GError **error)
{
  if (!g_error_matches (inquiry->problem, FIT_ERROR, FIT_ERROR_UNASKED))
    return TRUE;
  if (error != NULL && *error == NULL)
    *error = g_error_copy (inquiry->problem);
  return FALSE;
}

GArray *
fit_extenders_prioritize (const GPtrArray *extenders, const FitCache *cache,
                          const FitPod *pod, const FitNodeList *nodes,
                          gint64 scale, gint64 *totals, GError **error)
{
  g_autofree Inquiry *inquiries = g_new0 (Inquiry, extenders->len);
  g_auto (Bodies) bodies = { 0 };
  g_autoptr (GArray) results
      = g_array_new (FALSE, FALSE, sizeof (FitExtenderScores));
  gboolean asked = TRUE;
  guint n = 0;

  g_array_set_clear_func (results, clear_scores);
  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtender *extender = extenders->pdata[i];
      Inquiry *inquiry;
      guint kind;

      if (!fit_extender_is_prioritizer (extender)
          || !fit_extender_is_interested (extender, pod))
        continue;
      inquiries[n] = (Inquiry){ .extender = extender,
                                .cache = cache,
                                .pod = pod,
                                .nodes = nodes->nodes,
                                .n_nodes = nodes->n,
                                .scores = g_new0 (gint64, nodes->n) };
      inquiry = &inquiries[n++];
      kind = inquiry->extender->policy->node_cache_capable ? 1 : 0;
      if (!is_called (inquiry->extender))
        {
          if (bodies.body[kind] == NULL && bodies.problem[kind] == NULL)
            bodies.body[kind]
                = fit_extender_body (inquiry->extender, pod, inquiry->nodes,
                                     inquiry->n_nodes, &bodies.problem[kind]);
          inquiry->body = bodies.body[kind];
          if (inquiry->body == NULL)
            inquiry->problem = g_error_copy (bodies.problem[kind]);
        }
    }
  /* If a thread cannot be started, its work is done on this thread. */
  for (guint i = 1; i < n; i++)
    inquiries[i].has_thread
        = !is_called (inquiries[i].extender)
          && pthread_create (&inquiries[i].thread, NULL, inquire, &inquiries[i])
                 == 0;
  for (guint i = 0; i < n; i++)
    if (!inquiries[i].has_thread)
      inquire (&inquiries[i]);
  for (guint i = 1; i < n; i++)
    if (inquiries[i].has_thread)
      pthread_join (inquiries[i].thread, NULL);
  for (guint i = 0; i < n; i++)
    {
      asked &= check_asked (&inquiries[i], error);
      collect (&inquiries[i], scale, totals, results);
    }
  return asked ? g_steal_pointer (&results) : NULL;
}

/* -- preempt --------------------------------------------------------------- */

/* Returns: FALSE: @extender must not return a node without victims */
static gboolean
drop_without_victims (const FitExtender *extender, GArray *candidates,
                      GError **error)
{
  guint i = 0;

  while (i < candidates->len)
    {
      const FitNodeVictims *candidate
          = &g_array_index (candidates, FitNodeVictims, i);

      if (candidate->n_victims > 0)
        i++;
      else if (fit_extender_is_ignorable (extender))
        g_array_remove_index (candidates, i);
      else
        return fit_fail (error, FIT_ERROR_REMOTE, FIT_PREEMPTION_NO_VICTIM,
                         candidate->node->name);
    }
  return TRUE;
}

gboolean
fit_extenders_preempt (const GPtrArray *extenders, const FitCache *cache,
                       const FitPod *pod, gboolean needs_victims,
                       GArray **candidates, GPtrArray *skipped, GError **error)
{
  g_autoptr (GArray) left = g_array_ref (*candidates);

  for (guint i = 0; i < extenders->len && left->len > 0; i++)
    {
      FitExtender *extender = extenders->pdata[i];
      GError *problem = NULL;
      GArray *result;

      if (!fit_extender_supports_preemption (extender)
          || !fit_extender_is_interested (extender, pod))
        continue;
      if (fit_extender_preempt (extender, cache, pod, left, &result, &problem))
        {
          g_array_unref (left);
          left = result;
          if (needs_victims && !drop_without_victims (extender, left, error))
            return FALSE;
        }
      else
        {
          tell (extender, FIT_EXTENDER_PREEMPT, pod, problem);
          if (!skip (extender, problem, skipped, error))
            return FALSE;
        }
    }
  g_array_unref (*candidates);
  *candidates = g_steal_pointer (&left);
  return TRUE;
}
