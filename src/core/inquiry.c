/* inquiry.c - the slow second look at a pod that does not fit */
#include "core/inquiry.h"

#include <string.h>

#include "api/names.h"
#include "base/intern.h"
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

FitInquiry *
fit_inquiry_new (const FitGenericScheduler *like, const FitPod *pod)
{
  const FitSchedulerOptions options = { .filters = like->options.filters };
  FitInquiry *inquiry = g_new0 (FitInquiry, 1);

  inquiry->whole
      = !any_filter (like->options.extenders)
        && !(like->options.framework != NULL
             && (fit_framework_has (like->options.framework, FIT_POINT_FILTER)
                 || fit_framework_has (like->options.framework,
                                       FIT_POINT_PRE_FILTER)));
  inquiry->scheduler
      = fit_generic_scheduler_new (like->cache, like->algorithm, &options);
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

/* Do PreFilter plugins exclude @node? */
static gboolean
left_out (const FitPreFilterResult *pre, const FitNodeInfo *node)
{
  return pre->reject != NULL || pre->error != NULL
         || (pre->excluded != NULL && pre->excluded[node->index]);
}

/* Does the pod fit @node, which may be a clone, if @gone (nullable) has
 * left? */
static gboolean
fits (FitInquiry *inquiry, const FitNodeInfo *node, const FitPod *gone)
{
  const FitCycle *cycle = &inquiry->cycle;
  FitArena *arena = cycle->arena;
  const FitArenaMark mark = fit_arena_mark (arena);
  FitPredicateMetadata *meta = cycle->meta;
  const FitNodeInfo *home
      = gone != NULL ? fit_cache_find_node (cycle->cache, gone->node_name)
                     : NULL;
  g_autoptr (FitNodeInfo) clone = NULL;
  FitNodeView view;
  gboolean answer;

  if (left_out (&cycle->pre, node))
    return FALSE;
  if (home != NULL)
    {
      meta = fit_predicate_metadata_copy (meta, arena);
      fit_predicate_metadata_remove_pod (meta, gone, home, arena);
    }
  if (home != NULL && home->index == node->index)
    {
      clone = fit_node_info_clone (node);
      fit_node_info_remove_pod (clone, gone, NULL);
    }
  fit_cycle_view (cycle, clone != NULL ? clone : node, meta, &view);
  answer = fit_cycle_fits (cycle, &view);
  fit_arena_rewind (arena, mark);
  return answer;
}

gboolean
fit_inquiry_fits (FitInquiry *inquiry, const FitNodeInfo *node)
{
  return fits (inquiry, node, NULL);
}

/* -- changed nodes --------------------------------------------------------- */

/* A Node object that differs from the one in the cache. */
typedef struct
{
  FitNode node;         /* borrows what is not changed */
  FitNodeTraits traits; /* the same; owns its allocatable resources */
  FitLabels *labels;    /* (nullable) owned */
  FitTaint *taints;     /* (nullable) owned */
} ChangedNode;

static void
changed_node_clear (ChangedNode *changed)
{
  g_clear_pointer (&changed->labels, fit_labels_unref);
  g_clear_pointer (&changed->taints, g_free);
  fit_resources_clear (&changed->traits.allocatable);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ChangedNode, changed_node_clear)

static void
set_labels (ChangedNode *changed, FitLabels *labels)
{
  g_clear_pointer (&changed->labels, fit_labels_unref);
  changed->labels = changed->node.meta.labels = labels;
}

static void
remove_label (ChangedNode *changed, const char *key)
{
  const FitLabels *old = changed->node.meta.labels;
  FitLabels *labels = fit_labels_new (old != NULL ? old->n : 0);

  for (guint i = 0; old != NULL && i < old->n; i++)
    if (old->pairs[i].key != key)
      fit_labels_append (labels, old->pairs[i].key, old->pairs[i].value);
  set_labels (changed, labels);
}

/* Uncordoning also removes the taint. */
static void
uncordon (ChangedNode *changed)
{
  FitNodeTraits *traits = &changed->traits;
  FitTaint *taints = g_new (FitTaint, traits->n_taints);
  guint n = 0;

  for (guint i = 0; i < traits->n_taints; i++)
    if (strcmp (traits->taints[i].key, "node.kubernetes.io/unschedulable") != 0)
      taints[n++] = traits->taints[i];
  g_free (changed->taints);
  changed->taints = traits->taints = taints;
  traits->n_taints = n;
  traits->unschedulable = FALSE;
}

static void
add_room (FitNodeTraits *traits, const char *resource, gint64 amount)
{
  FitResources *all = &traits->allocatable;

  if (strcmp (resource, FIT_RESOURCE_PODS) == 0)
    traits->allowed_pods += amount;
  else if (strcmp (resource, FIT_RESOURCE_CPU) == 0)
    all->milli_cpu += amount;
  else if (strcmp (resource, FIT_RESOURCE_MEMORY) == 0)
    all->memory += amount;
  else if (strcmp (resource, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0)
    all->ephemeral_storage += amount;
  else
    {
      const char *name = fit_intern (resource);

      fit_resources_set_scalar (all, name,
                                fit_resources_scalar (all, name) + amount);
      fit_intern_unref (name);
    }
}

/* Returns: FALSE if the effect of the change is not known */
static gboolean
change_node (FitInquiry *inquiry, ChangedNode *changed, const FitChange *change)
{
  const gboolean labels
      = change->type == FIT_CHANGE_LABEL || change->type == FIT_CHANGE_UNLABEL;

  /* Such a label may decide which nodes count for spreading, or in which domain
   * pods are counted. */
  if (labels
      && (inquiry->cycle.pod->spec->n_spread_constraints > 0
          || fit_topology_has_key (fit_cache_topology (inquiry->cycle.cache),
                                   change->key)))
    return FALSE;
  if (change->type == FIT_CHANGE_LABEL)
    set_labels (changed, fit_labels_with (changed->node.meta.labels,
                                          change->key, change->value));
  else if (change->type == FIT_CHANGE_UNLABEL)
    remove_label (changed, change->key);
  else if (change->type == FIT_CHANGE_UNCORDON)
    uncordon (changed);
  else if (change->type == FIT_CHANGE_ROOM)
    add_room (&changed->traits, change->resource, change->amount);
  return TRUE;
}

gboolean
fit_inquiry_would_fit (FitInquiry *inquiry, const FitNodeInfo *node,
                       const FitChange *changes, guint n)
{
  g_auto (ChangedNode) changed
      = { .node = *node->node, .traits = *node->traits };
  g_autoptr (FitNodeInfo) clone = fit_node_info_clone (node);
  const FitPod *gone = NULL;

  /* @changed is on the stack.  The references that it has copied keep the clone,
   * which is freed first, from freeing it. */
  fit_resources_copy (&node->traits->allocatable, &changed.traits.allocatable);
  changed.node.traits = &changed.traits;
  for (guint i = 0; i < n; i++)
    if (!change_node (inquiry, &changed, &changes[i]))
      return FALSE;
  fit_node_info_set_node (clone, &changed.node);
  for (guint i = 0; i < n; i++)
    if (changes[i].type == FIT_CHANGE_EVICT)
      gone = changes[i].pod;
  return fits (inquiry, clone, gone);
}

/* -- changed pods ---------------------------------------------------------- */

GPtrArray *
fit_inquiry_tolerating (const FitGenericScheduler *like, const FitPod *pod,
                        const FitChange *changes, guint n,
                        const GPtrArray *nodes)
{
  FitPodSpec spec = *pod->spec;
  FitPod changed = *pod;
  g_autofree FitToleration *tolerations
      = g_new (FitToleration, (gsize) spec.n_tolerations + n);
  g_autoptr (FitInquiry) inquiry = NULL;
  GPtrArray *fitting = g_ptr_array_new ();

  for (guint i = 0; i < spec.n_tolerations; i++)
    tolerations[i] = spec.tolerations[i];
  for (guint i = 0; i < n; i++)
    tolerations[spec.n_tolerations++]
        = (FitToleration){ .key = changes[i].taint->key,
                           .value = changes[i].taint->value,
                           .op = FIT_TOLERATION_EQUAL,
                           .effect = changes[i].taint->effect };
  spec.tolerations = tolerations;
  changed.spec = &spec;
  inquiry = fit_inquiry_new (like, &changed);
  for (guint i = 0; i < nodes->len; i++)
    if (fit_inquiry_fits (inquiry, nodes->pdata[i]))
      g_ptr_array_add (fitting, nodes->pdata[i]);
  return fitting;
}
