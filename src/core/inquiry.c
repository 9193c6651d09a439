/* inquiry.c - the slow second look at a pod that does not fit
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/inquiry.h"

#include <string.h>

#include "core/attempt.h"
#include "core/extenders.h"
#include "predicates/metadata-build.h"

struct _FitInquiry
{
  FitGenericScheduler *scheduler; /* owned */
  FitCycle cycle;
  FitDetailMemo *memos; /* owned: one per run */
  gboolean whole;
};

static gboolean
any_filter (const GPtrArray *extenders)
{
  for (guint i = 0; extenders != NULL && i < extenders->len; i++)
    if (fit_extender_is_filter (extenders->pdata[i]))
      return TRUE;
  return FALSE;
}

FitGenericScheduler *
fit_generic_scheduler_alone (const FitGenericScheduler *like)
{
  const FitSchedulerOptions options = { .filters = like->options.filters };

  return fit_generic_scheduler_new (like->cache, like->algorithm, &options);
}

FitInquiry *
fit_inquiry_new (const FitGenericScheduler *like, const FitPod *pod)
{
  FitInquiry *inquiry = g_new0 (FitInquiry, 1);

  inquiry->whole
      = !any_filter (like->options.extenders)
        && !(like->options.framework != NULL
             && (fit_framework_has (like->options.framework, FIT_POINT_FILTER)
                 || fit_framework_has (like->options.framework,
                                       FIT_POINT_PRE_FILTER)));
  inquiry->scheduler = fit_generic_scheduler_alone (like);
  fit_cycle_begin (inquiry->scheduler, pod, NULL, TRUE, &inquiry->cycle);
  fit_cycle_prepare (&inquiry->cycle);
  inquiry->memos = g_new0 (FitDetailMemo, inquiry->cycle.n_runs);
  return inquiry;
}

void
fit_inquiry_free (FitInquiry *inquiry)
{
  if (inquiry == NULL)
    return;
  for (guint i = 0; i < inquiry->cycle.n_runs; i++)
    if (inquiry->memos[i].free != NULL)
      inquiry->memos[i].free (inquiry->memos[i].data);
  g_free (inquiry->memos);
  fit_generic_scheduler_free (inquiry->scheduler);
  g_free (inquiry);
}

gboolean
fit_inquiry_is_whole (const FitInquiry *inquiry)
{
  return inquiry->whole;
}

FitDetail *
fit_inquiry_explain (FitInquiry *inquiry, const char *name,
                     const FitNodeInfo *node, const FitReason *reason)
{
  for (guint i = 0; i < inquiry->cycle.n_runs; i++)
    {
      const FitPredicateRun *run = &inquiry->cycle.runs[i];
      g_autoptr (FitDetail) detail = NULL;

      if (strcmp (run->predicate->name, name) != 0
          || run->predicate->info->explain == NULL)
        continue;
      detail = fit_detail_new (&inquiry->memos[i]);
      run->predicate->info->explain (run, node, reason, detail);
      return detail->text != NULL || detail->remedy != NULL
                     || detail->facts->len > 0
                 ? g_steal_pointer (&detail)
                 : NULL;
    }
  return NULL;
}

void
fit_inquiry_failures (FitInquiry *inquiry, const FitNodeInfo *node,
                      FitNodeVerdict *out_verdict)
{
  *out_verdict = (FitNodeVerdict){ .node = node };
  fit_cycle_check_nodes (&inquiry->cycle, out_verdict, 1);
}

/* Does the pod fit @node, which may be a clone, if the @n pods @gone have
 * left? */
static gboolean
fits (FitInquiry *inquiry, const FitNodeInfo *node, const FitPod *const *gone,
      guint n)
{
  const FitCycle *cycle = &inquiry->cycle;
  FitArena *arena = cycle->arena;
  const FitArenaMark mark = fit_arena_mark (arena);
  FitPredicateMetadata *meta = cycle->meta;
  g_autoptr (FitNodeInfo) clone = NULL;
  FitNodeView view;
  gboolean answer;

  if (cycle->pre.reject != NULL || cycle->pre.error != NULL
      || (cycle->pre.excluded != NULL && cycle->pre.excluded[node->index]))
    return FALSE;
  if (n > 0)
    meta = fit_predicate_metadata_copy (meta, arena);
  for (guint i = 0; i < n; i++)
    {
      const FitPod *one = gone[i];
      FitNodeInfo **copy = &clone;
      const FitNodeInfo *home
          = fit_cache_find_node (cycle->cache, one->node_name);

      if (home == NULL)
        continue;
      fit_predicate_metadata_remove_pod (meta, one, home, cycle->arena);
      if (home->index != node->index)
        continue;
      if (*copy == NULL)
        *copy = fit_node_info_clone (node);
      fit_node_info_remove_pod (*copy, one, NULL);
    }
  fit_cycle_view (cycle, clone != NULL ? clone : node, meta, &view);
  answer = fit_cycle_fits (cycle, &view);
  fit_arena_rewind (arena, mark);
  return answer;
}

gboolean
fit_inquiry_fits (FitInquiry *inquiry, const FitNodeInfo *node)
{
  return fits (inquiry, node, NULL, 0);
}

/* -- changes --------------------------------------------------------------- */

FitNode *
fit_node_after (const FitNode *node, const FitChange *changes, guint n)
{
  FitNodeEdit edit;

  fit_node_edit_begin (&edit, node, n);
  for (guint i = 0; i < n; i++)
    {
      const FitChange *change = &changes[i];

      switch (change->type)
        {
        case FIT_CHANGE_UNCORDON:
          fit_node_edit_uncordon (&edit);
          break;
        case FIT_CHANGE_REPAIR:
          fit_node_edit_repair (&edit, change->key);
          break;
        case FIT_CHANGE_LABEL:
          fit_node_edit_label (&edit, change->key, change->value);
          break;
        case FIT_CHANGE_UNLABEL:
          fit_node_edit_label (&edit, change->key, NULL);
          break;
        case FIT_CHANGE_ROOM:
          fit_node_edit_room (&edit, change->resource, change->amount);
          break;
        default:
          break;
        }
    }
  return fit_node_edit_end (&edit);
}

FitPod *
fit_pod_after (const FitPod *pod, const FitChange *changes, guint n)
{
  g_autofree const FitTaint **taints = g_new (const FitTaint *, n);
  guint n_taints = 0;

  for (guint i = 0; i < n; i++)
    if (changes[i].type == FIT_CHANGE_TOLERATE)
      taints[n_taints++] = changes[i].taint;
  return n_taints > 0 ? fit_pod_tolerating (pod, taints, n_taints)
                      : fit_pod_ref (pod);
}

gboolean
fit_inquiry_would_fit (FitInquiry *inquiry, const FitNodeInfo *node,
                       const FitChange *changes, guint n)
{
  g_autoptr (FitNode) after = NULL;
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autofree const FitPod **gone = g_new (const FitPod *, n);
  guint n_gone = 0;

  for (guint i = 0; i < n; i++)
    {
      if ((changes[i].type == FIT_CHANGE_LABEL
           || changes[i].type == FIT_CHANGE_UNLABEL)
          && (inquiry->cycle.pod->spec->n_spread_constraints > 0
              || fit_topology_has_key (
                  fit_cache_topology (inquiry->cycle.cache), changes[i].key)))
        return FALSE;
      if (changes[i].type == FIT_CHANGE_EVICT
          || changes[i].type == FIT_CHANGE_WAIT)
        gone[n_gone++] = changes[i].pod;
    }
  after = fit_node_after (node->node, changes, n);
  clone = fit_node_info_clone (node);
  fit_node_info_set_node (clone, after);
  return fits (inquiry, clone, gone, n_gone);
}

/* -- what other pods cannot change ----------------------------------------- */

/* An error is no answer, so it does not keep the pod off the node. */
gboolean
fit_inquiry_could_fit (FitInquiry *inquiry, const FitNodeInfo *empty)
{
  const FitCycle *cycle = &inquiry->cycle;
  const FitArenaMark mark = fit_arena_mark (cycle->arena);
  FitAnswer answer = FIT_ANSWER_YES;
  FitReasons reasons;

  fit_reasons_init (&reasons, cycle->arena);
  for (guint i = 0; i < cycle->n_active && answer != FIT_ANSWER_NO; i++)
    if (cycle->active[i].predicate->info->fits_emptier)
      answer = cycle->active[i].predicate->info->check (&cycle->active[i],
                                                        empty, &reasons, NULL);
  fit_arena_rewind (cycle->arena, mark);
  return answer != FIT_ANSWER_NO;
}

gboolean
fit_inquiry_demand (const FitInquiry *inquiry, FitResources *amounts)
{
  const FitCycle *cycle = &inquiry->cycle;
  gboolean place = FALSE;

  for (guint i = 0; i < cycle->n_active; i++)
    {
      const FitPredicateInfo *info = cycle->active[i].predicate->info;

      if (info->fits_emptier && info->demand != NULL)
        place |= info->demand (&cycle->active[i], amounts);
    }
  return place;
}
