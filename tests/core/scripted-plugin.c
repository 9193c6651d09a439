/* scripted-plugin.c - a plugin whose answers stand in the labels of pods and nodes
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/core/scripted-plugin.h"

#define CALLS "calls"
#define REMOVED "removed"

static FitStatus
end (const char *point, const char *how)
{
  if (g_strcmp0 (how, "reject") == 0)
    return fit_status (FIT_STATUS_UNSCHEDULABLE, "%s: %s", point, how);
  if (g_strcmp0 (how, "never") == 0)
    return fit_status (FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE, "%s: %s",
                       point, how);
  if (g_strcmp0 (how, "break") == 0)
    return fit_status (FIT_STATUS_ERROR, "%s: %s", point, how);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
end_by_pod (const FitPluginCall *call, const char *point)
{
  return end (point, fit_labels_lookup (call->pod->meta.labels, point));
}

static FitStatus
pre_filter (const FitPluginCall *call)
{
  return end_by_pod (call, "pre-filter");
}

static FitStatus
pre_filter_nodes (const FitPluginCall *call, GPtrArray **out_names)
{
  const char *node = fit_labels_lookup (call->pod->meta.labels, "only");

  if (node != NULL)
    {
      *out_names = g_ptr_array_new_with_free_func (g_free);
      g_ptr_array_add (*out_names, g_strdup (node));
    }
  return pre_filter (call);
}

static FitStatus
add_pod (const FitPluginCall *call, const FitPod *other,
         const FitNodeInfo *node)
{
  return end ("add-pod", fit_labels_lookup (other->meta.labels, "add-pod"));
}

static FitStatus
remove_pod (const FitPluginCall *call, const FitPod *other,
            const FitNodeInfo *node)
{
  const char *how = fit_labels_lookup (other->meta.labels, "remove-pod");

  if (g_strcmp0 (how, "again") != 0)
    return end ("remove-pod", how);
  if (fit_cycle_state_get (call->state, REMOVED, NULL) != NULL)
    return end ("remove-pod", "break");
  fit_cycle_state_set (call->state, REMOVED, GUINT_TO_POINTER (1), NULL);
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* Returns: how many calls there were before this one */
static guint
count_call (FitCycleState *state)
{
  guint calls;

  fit_cycle_state_lock (state);
  calls = GPOINTER_TO_UINT (fit_cycle_state_get (state, CALLS, NULL));
  fit_cycle_state_set (state, CALLS, GUINT_TO_POINTER (calls + 1), NULL);
  fit_cycle_state_unlock (state);
  return calls;
}

guint
scripted_filter_calls (FitCycleState *state)
{
  return GPOINTER_TO_UINT (fit_cycle_state_get (state, CALLS, NULL));
}

static FitStatus
filter (const FitPluginCall *call, const FitNodeInfo *node)
{
  const char *how = fit_labels_lookup (node->node->meta.labels, "filter");
  const guint calls_before = count_call (call->state);

  if ((g_strcmp0 (how, "once") == 0 && calls_before == 0)
      || (g_strcmp0 (how, "busy") == 0 && node->n_pods > 0))
    return end ("filter", "reject");
  if (g_strcmp0 (how, "quiet") == 0)
    return (FitStatus){ .code = FIT_STATUS_UNSCHEDULABLE };
  return end ("filter", how);
}

static FitStatus
post_filter (const FitPluginCall *call, const FitNodeList *feasible)
{
  return end_by_pod (call, "post-filter");
}

static FitStatus
score (const FitPluginCall *call, const FitNodeInfo *node, gint64 *out_score)
{
  const char *how = fit_labels_lookup (node->node->meta.labels, "score");

  *out_score = how != NULL ? g_ascii_strtoll (how, NULL, 10) : 0;
  return end ("score", how);
}

const FitPluginInfo scripted_plugin = {
  .name = "scripted",
  .summary = "does what labels say",
  .pre_filter = pre_filter,
  .pre_filter_nodes = pre_filter_nodes,
  .add_pod = add_pod,
  .remove_pod = remove_pod,
  .filter = filter,
  .post_filter = post_filter,
  .score = score,
};
