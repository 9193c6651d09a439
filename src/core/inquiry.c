#include "core/inquiry.h"

#include <string.h>

#include "core/attempt.h"
#include "core/extenders.h"

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
  for (guint i = 0; extenders && i < extenders->len; i++)
    if (fit_extender_is_filter (extenders->pdata[i]))
      return TRUE;
  return FALSE;
}

FitInquiry *
fit_inquiry_new (const FitGenericScheduler *like, const FitPod *pod)
{
  const FitSchedulerOptions options = { .filters = like->options.filters };
  FitInquiry *inquiry = g_new0 (FitInquiry, 1);

  inquiry->whole
      = !any_filter (like->options.extenders)
        && !(like->options.framework
             && (fit_framework_has (like->options.framework, FIT_POINT_FILTER)
                 || fit_framework_has (like->options.framework,
                                       FIT_POINT_PRE_FILTER)));
  inquiry->scheduler
      = fit_generic_scheduler_new (like->cache, like->algorithm, &options);
  fit_attempt_begin (inquiry->scheduler, pod, NULL, TRUE, &inquiry->cycle);
  fit_cycle_prepare (&inquiry->cycle);
  /* Counts of volumes are for decisions to come, which this is none of. */
  inquiry->cycle.meta->node_volumes = NULL;
  inquiry->memos = g_new0 (FitDetailMemo, inquiry->cycle.n_runs);
  return inquiry;
}

void
fit_inquiry_free (FitInquiry *inquiry)
{
  if (!inquiry)
    return;
  for (guint i = 0; i < inquiry->cycle.n_runs; i++)
    if (inquiry->memos[i].free)
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
          || !run->predicate->info->explain)
        continue;
      detail = fit_detail_new (&inquiry->memos[i]);
      run->predicate->info->explain (run, node, reason, detail);
      return detail->text || detail->remedy || detail->facts->len > 0
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

/* Is @node out of the question before anybody looks at it? */
static gboolean
left_out (const FitPreFilterResult *pre, const FitNodeInfo *node)
{
  return pre->reject || pre->error
         || (pre->excluded && pre->excluded[node->index]);
}

gboolean
fit_inquiry_fits (FitInquiry *inquiry, const FitNodeInfo *node,
                  const FitPod *gone)
{
  const FitCycle *cycle = &inquiry->cycle;
  FitArena *arena = cycle->arenas[0];
  const FitArenaMark mark = fit_arena_mark (arena);
  FitPredicateMetadata *meta = cycle->meta;
  const FitNodeInfo *home
      = gone ? fit_cache_find_node (cycle->cache, gone->node_name) : NULL;
  g_autoptr (FitNodeInfo) clone = NULL;
  FitGround ground;
  gboolean fits;

  if (left_out (&cycle->pre, node))
    return FALSE;
  if (home)
    {
      meta = fit_predicate_metadata_copy (meta, arena);
      fit_predicate_metadata_remove_pod (meta, gone, home, arena);
    }
  if (home && home->index == node->index)
    {
      clone = fit_node_info_clone (node);
      fit_node_info_remove_pod (clone, gone, NULL);
    }
  fit_cycle_ground (cycle, clone ? clone : node, meta, arena, &ground);
  fits = fit_cycle_fits (cycle, &ground, arena);
  fit_arena_rewind (arena, mark);
  return fits;
}
