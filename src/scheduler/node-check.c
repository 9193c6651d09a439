/* node-check.c - asks whether a change of a node could help a pod, as 1.22 and
 * later do
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/node-check.h"
#include "predicates/metadata-build.h"
#include "predicates/predicates.h"

#include "rules/filter-phase.h"
#include "rules/rule.h"

struct _FitNodeCheck
{
  FitCache *cache; /* owned: contains only the node and its pods */
  FitFilterProfile *profile;
  FitArena *arena;
};

/* The plugins run with default arguments, whatever the profile says. */
static gconstpointer
default_args (const char *plugin, gpointer data)
{
  return fit_plugin_args_default (plugin);
}

FitNodeCheck *
fit_node_check_new (FitRelease release, const FitCache *cache,
                    const FitNode *node)
{
  const FitNodeInfo *known = fit_cache_find_node (cache, node->name);
  FitNodeCheck *check = g_new0 (FitNodeCheck, 1);
  const FitFeatureGates gates = fit_feature_gates_of_release (release);
  const char *names[FIT_N_GENERAL_PARTS];
  FitFilterProfileOptions options = {
    .release = release,
    .gates = gates,
    .n_pre_filters = FIT_N_GENERAL_PARTS,
    .pre_filters = names,
    .n_filters = FIT_N_GENERAL_PARTS,
    .filters = names,
  };

  /* What GeneralPredicates checked. */
  for (guint i = 0; i < FIT_N_GENERAL_PARTS; i++)
    names[i] = fit_rule_of_predicate (fit_general_parts[i]->name)->name;
  options.cache = check->cache = fit_cache_new (fit_cache_gates (cache));
  fit_cache_add_node (check->cache, node);
  /* The pods that the cache has on the node count, also those that are
   * assumed. */
  for (guint i = 0; known != NULL && i < known->n_pods; i++)
    fit_cache_add_pod (check->cache, known->pods[i], NULL);
  check->profile = fit_filter_profile_new (&options, default_args, NULL, NULL);
  check->arena = fit_arena_new ();
  return check;
}

void
fit_node_check_free (FitNodeCheck *check)
{
  if (check == NULL)
    return;
  fit_filter_profile_free (check->profile);
  fit_cache_free (check->cache);
  fit_arena_free (check->arena);
  g_free (check);
}

gboolean
fit_node_check_passes (const FitPod *pod, gpointer data)
{
  const FitNodeCheck *check = data;
  const FitNodeInfo *node = fit_cache_node (check->cache, 0);
  const FitNodeTraits *traits = node->node->traits;
  FitPredicateRun *runs;
  FitPreFilterResult pre;
  FitReasons reasons;

  /* Only NoSchedule taints count.  With a NoExecute taint that it does not
   * tolerate, a pod may be there, or will be evicted again. */
  if (fit_find_untolerated (pod->spec->tolerations, pod->spec->n_tolerations,
                            traits->taints, traits->n_taints,
                            1u << FIT_EFFECT_NO_SCHEDULE)
      != NULL)
    return FALSE;

  fit_arena_reset (check->arena);
  runs = fit_arena_new0 (check->arena, FitPredicateRun,
                         check->profile->plugins->len);
  fit_reasons_init (&reasons, check->arena);
  fit_filter_profile_pre_filter (
      check->profile,
      fit_predicate_metadata_new_plain (check->cache, pod, check->arena), runs,
      &pre);
  if (pre.error != NULL || pre.reject != NULL
      || (pre.excluded != NULL && pre.excluded[node->index]))
    return FALSE;
  for (guint i = 0; i < check->profile->n_filters; i++)
    if (!runs[i].skip
        && runs[i].predicate->info->check (&runs[i], node, &reasons, NULL)
               != FIT_ANSWER_YES)
      return FALSE;
  return TRUE;
}
