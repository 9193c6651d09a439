/* simulation.c - makes single attempts in a cluster from manifests, and keeps
 * their results
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/simulation.h"

#include "cluster/evictable-pods.h"
#include "config/profile-algorithm.h"
#include "rules/rule.h"

struct _FitSimulation
{
  FitAssembly rules;
  GPtrArray *schedulers;        /* of FitGenericScheduler, one per profile */
  GPtrArray *pending;           /* of FitPod, in queue order */
  gboolean left;                /* fit_simulation_leave() */
  FitSimulationWitness witness; /* (nullable) */
  gpointer witness_data;        /* borrowed */
};

void
fit_simulation_list (FitSimulation *simulation, const FitObjects *objects)
{
  FitListers *listers = fit_cache_listers (simulation->rules.cache);
  const FitFeatureGates gates = fit_cache_gates (simulation->rules.cache);

  for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
    {
      if (kind == FIT_KIND_NODE || kind == FIT_KIND_POD
          || (kind == FIT_KIND_CSI_NODE
              && !fit_gate_on (gates, FIT_GATE_CSI_NODE_INFO)))
        continue;
      for (guint i = 0; i < objects->of[kind]->len; i++)
        fit_listers_set (listers, objects->of[kind]->pdata[i]);
    }
}

/* The caller sorts the queue. */
static void
add_pending (FitSimulation *simulation, const FitPod *pod)
{
  fit_nominated_pods_add (fit_cache_nominated_pods (simulation->rules.cache),
                          pod, NULL);
  g_ptr_array_add (simulation->pending, (gpointer) fit_pod_ref (pod));
}

void
fit_simulation_add_pending (FitSimulation *simulation, const GPtrArray *pods)
{
  for (guint i = 0; i < pods->len; i++)
    if (fit_simulation_takes (simulation, pods->pdata[i]))
      add_pending (simulation, pods->pdata[i]);
  g_ptr_array_sort (simulation->pending, fit_assembly_queue_order);
}

static gboolean
add_pod (FitSimulation *simulation, const FitPod *pod, GError **error)
{
  if (fit_pod_terminal (pod))
    return TRUE;
  if (*pod->node_name)
    {
      g_autoptr (GError) problem = NULL;

      if (fit_cache_add_pod (simulation->rules.cache, pod, &problem))
        return TRUE;
      return fit_fail (error, FIT_ERROR_SCHEMA, "Pod %s/%s: %s",
                       pod->meta.namespace_, pod->meta.name, problem->message);
    }
  if (fit_assembly_profile (&simulation->rules, pod->spec->scheduler_name)
      == NULL)
    return TRUE;
  add_pending (simulation, pod);
  return TRUE;
}

GPtrArray *
fit_nodes_with_images (const GPtrArray *nodes)
{
  GPtrArray *with_images = g_ptr_array_new ();

  for (guint i = 0; i < nodes->len; i++)
    if (((const FitNode *) nodes->pdata[i])->images != NULL)
      g_ptr_array_add (with_images, nodes->pdata[i]);
  return with_images;
}

static gboolean
fill_cache (FitSimulation *simulation, const FitObjects *objects,
            gboolean reported_again, GError **error)
{
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE],
                  *pods = objects->of[FIT_KIND_POD];
  g_autoptr (GPtrArray) with_images = fit_nodes_with_images (nodes);

  fit_simulation_list (simulation, objects);
  for (guint i = 0; i < nodes->len; i++)
    fit_cache_add_node (simulation->rules.cache, nodes->pdata[i]);
  for (guint i = 0; reported_again && i < with_images->len; i++)
    fit_cache_add_node (simulation->rules.cache, with_images->pdata[i]);
  for (guint i = 0; i < pods->len; i++)
    if (!add_pod (simulation, pods->pdata[i], error))
      {
        fit_objects_prefix_place (objects, FIT_KIND_POD, i, error);
        return FALSE;
      }
  g_ptr_array_sort (simulation->pending, fit_assembly_queue_order);
  return TRUE;
}

FitSimulation *
fit_simulation_new (const FitObjects *objects, FitSimulationOptions *options,
                    GError **error)
{
  g_autoptr (FitSimulation) simulation = g_new0 (FitSimulation, 1);
  const gboolean reported_again = !options->just_added;

  simulation->pending = g_ptr_array_new_with_free_func (fit_object_unref);
  simulation->schedulers = g_ptr_array_new_with_free_func (
      (GDestroyNotify) fit_generic_scheduler_free);
  if (!fit_assembly_init (&simulation->rules, options, error)
      || !fill_cache (simulation, objects, reported_again, error))
    return NULL;
  for (guint i = 0; i < simulation->rules.n_profiles; i++)
    {
      const FitSchedulerProfile *profile = &simulation->rules.profiles[i];

      g_ptr_array_add (simulation->schedulers,
                       fit_generic_scheduler_new (simulation->rules.cache,
                                                  profile->algorithm,
                                                  &profile->scheduling));
    }
  return g_steal_pointer (&simulation);
}

void
fit_simulation_leave (FitSimulation *simulation)
{
  simulation->left = TRUE;
}

void
fit_simulation_free (FitSimulation *simulation)
{
  if (simulation == NULL || simulation->left)
    return;
  g_ptr_array_unref (simulation->schedulers);
  fit_assembly_clear (&simulation->rules);
  g_ptr_array_unref (simulation->pending);
  g_free (simulation);
}

const GPtrArray *
fit_simulation_pending (const FitSimulation *simulation)
{
  return simulation->pending;
}

gboolean
fit_simulation_takes (const FitSimulation *simulation, const FitPod *pod)
{
  return fit_assembly_profile (&simulation->rules, pod->spec->scheduler_name)
         != NULL;
}

gboolean
fit_simulation_may_move (FitSimulation *simulation, const FitPod *pod)
{
  FitCache *cache = fit_simulation_cache (simulation);
  g_autofree char *obstacle = NULL;

  if (fit_pod_stays (pod) || fit_cache_is_assumed (cache, pod))
    return FALSE;
  obstacle = fit_eviction_obstacle (cache, pod,
                                    fit_simulation_takes (simulation, pod));
  return obstacle == NULL;
}

FitCache *
fit_simulation_cache (FitSimulation *simulation)
{
  return simulation->rules.cache;
}

const GPtrArray *
fit_simulation_extenders (const FitSimulation *simulation)
{
  return simulation->rules.extenders;
}

gboolean
fit_simulation_asks_others (const FitSimulation *simulation)
{
  const FitAssembly *rules = &simulation->rules;
  gboolean asks = rules->extenders != NULL && rules->extenders->len > 0;

  for (guint i = 0; i < rules->frameworks->len; i++)
    for (guint point = 0; point < FIT_POINT_LAST; point++)
      asks |= fit_framework_has (rules->frameworks->pdata[i], point);
  return asks;
}

FitRelease
fit_simulation_release (const FitSimulation *simulation)
{
  const GPtrArray *configured = simulation->rules.configured;

  return configured != NULL && configured->len > 0
             ? ((const FitProfileAlgorithm *) configured->pdata[0])->release
             : 0;
}

guint
fit_simulation_n_profiles (const FitSimulation *simulation)
{
  return simulation->rules.n_profiles;
}

const FitAlgorithm *
fit_simulation_profile (const FitSimulation *simulation, guint index,
                        const char **out_scheduler_name)
{
  const FitSchedulerProfile *profile = &simulation->rules.profiles[index];

  *out_scheduler_name = profile->scheduler_name;
  return profile->algorithm;
}

/* Pods without a profile belong to the first one. */
static const FitSchedulerProfile *
profile_of (const FitSimulation *simulation, const FitPod *pod)
{
  const FitSchedulerProfile *profile
      = fit_assembly_profile (&simulation->rules, pod->spec->scheduler_name);

  return profile != NULL ? profile : &simulation->rules.profiles[0];
}

gboolean
fit_simulation_preempts (const FitSimulation *simulation, const FitPod *pod)
{
  return !profile_of (simulation, pod)->disable_preemption;
}

const FitAlgorithm *
fit_simulation_algorithm_of (const FitSimulation *simulation, const FitPod *pod)
{
  return profile_of (simulation, pod)->algorithm;
}

FitGenericScheduler *
fit_simulation_scheduler_of (FitSimulation *simulation, const FitPod *pod)
{
  return simulation->schedulers
      ->pdata[profile_of (simulation, pod) - simulation->rules.profiles];
}

void
fit_placement_clear (FitPlacement *placement)
{
  fit_schedule_result_clear (&placement->result);
  g_clear_error (&placement->error);
}

/* Reports @problem as the release does when VolumeBinding fails at Reserve, or
 * v1.16 when it assumes volumes.  Returns: FALSE */
static gboolean
fail_volumes (const FitSimulation *simulation, const FitPod *pod,
              const char *problem, GError **error)
{
  const FitSchedulerProfile *profile = profile_of (simulation, pod);
  g_auto (FitStatus) said = { 0 }, worded = { 0 };

  if (!fit_behaviour (fit_simulation_release (simulation)).assumes_first)
    return fit_fail (error, FIT_ERROR_SCHEDULE, "AssumePodVolumes failed: %s",
                     problem);
  said = fit_status (FIT_STATUS_ERROR, "%s", problem);
  worded = fit_framework_word (profile->framework, FIT_POINT_RESERVE,
                               fit_rule_volume_binding.name, pod, &said);
  return fit_fail (error, FIT_ERROR_SCHEDULE, "%s",
                   fit_status_message (&worded));
}

static gboolean
assume_volumes (FitSimulation *simulation, const FitPod *pod,
                const FitNodeInfo *node, GError **error)
{
  FitVolumeBinder *binder = fit_cache_volume_binder (simulation->rules.cache);
  const FitAlgorithm *algorithm = profile_of (simulation, pod)->algorithm;
  g_autoptr (GError) problem = NULL;
  gboolean all_bound;

  if (!algorithm->binds_volumes)
    return TRUE;
  if (algorithm->reserve_fails != NULL)
    return fail_volumes (simulation, pod, algorithm->reserve_fails, error);
  return fit_volume_binder_assume (binder, pod, node->node, &all_bound,
                                   &problem)
         || fail_volumes (simulation, pod, problem->message, error);
}

/* Assumes the pod's volumes first, then the pod itself. */
gboolean
fit_simulation_assume (FitSimulation *simulation, const FitPod *pod,
                       const FitNodeInfo *node, GError **error)
{
  FitVolumeBinder *binder = fit_cache_volume_binder (simulation->rules.cache);
  g_autoptr (FitPod) assumed = NULL;

  if (!assume_volumes (simulation, pod, node, error))
    return FALSE;
  assumed = fit_pod_with_node_name (pod, node->name);
  if (!fit_cache_assume_pod (simulation->rules.cache, assumed, error))
    {
      fit_volume_binder_revert (binder, pod);
      return fit_blame (error, "AssumePod failed: ");
    }
  fit_nominated_pods_remove (fit_cache_nominated_pods (simulation->rules.cache),
                             pod);
  return TRUE;
}

/* Finishes an attempt that ended with @problem (nullable) (transfer full) or
 * with the result in @out_placement. */
static void
settle (FitSimulation *simulation, const FitPod *pod, GError *problem,
        FitPlacement *out_placement)
{
  FitScheduleResult *result = &out_placement->result;

  if (problem == NULL
      && (result->node == NULL
          || fit_simulation_assume (simulation, pod, result->node, &problem)))
    return;
  fit_schedule_result_clear (result);
  *result = (FitScheduleResult){ .evaluated = result->evaluated,
                                 .feasible = result->feasible };
  if (fit_outcome_answers (problem))
    {
      result->fit_error = g_strdup (problem->message);
      g_error_free (problem);
    }
  else
    out_placement->error = problem;
}

void
fit_simulation_settle (FitSimulation *simulation,
                       const FitEvaluation *evaluation,
                       FitPlacement *out_placement)
{
  FitScheduleResult *result = &out_placement->result;

  *out_placement = (FitPlacement){ 0 };
  result->evaluated = evaluation->evaluated;
  result->feasible = evaluation->n_feasible;
  result->fit_error = g_strdup (evaluation->fit_error);
  if (evaluation->chosen >= 0)
    {
      result->node = evaluation->feasible[evaluation->chosen];
      result->scored = evaluation->n_feasible > 1;
      if (result->scored)
        result->score = evaluation->totals[evaluation->chosen];
    }
  settle (simulation, evaluation->pod,
          evaluation->error != NULL ? g_error_copy (evaluation->error) : NULL,
          out_placement);
}

void
fit_simulation_schedule (FitSimulation *simulation, const FitPod *pod,
                         FitPlacement *out_placement)
{
  const FitEvaluation *seen
      = simulation->witness != NULL
            ? simulation->witness (simulation, pod, simulation->witness_data)
            : NULL;
  GError *problem = NULL;

  if (seen != NULL)
    {
      fit_simulation_settle (simulation, seen, out_placement);
      return;
    }
  *out_placement = (FitPlacement){ 0 };
  fit_generic_scheduler_schedule (fit_simulation_scheduler_of (simulation, pod),
                                  pod, NULL, &out_placement->result, &problem);
  settle (simulation, pod, problem, out_placement);
}

void
fit_simulation_watch (FitSimulation *simulation, FitSimulationWitness witness,
                      gpointer data)
{
  simulation->witness = witness;
  simulation->witness_data = data;
}
