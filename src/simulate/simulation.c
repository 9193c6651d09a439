#include "simulate/simulation.h"

#include "predicates/predicates.h"
#include "simulate/rules.h"

#include <string.h>

struct _FitSimulation
{
  FitSimulationRules rules;
  FitGenericScheduler *scheduler;
  GPtrArray *pending; /* of FitPod, in queue order */
};

static void
pod_free (gpointer data)
{
  fit_pod_unref (data);
}

static void
fill_listers (FitListers *listers, const FitObjects *objects,
              FitFeatureGates gates)
{
#define SET_ALL(kind, set)                           \
  for (guint i = 0; i < objects->of[kind]->len; i++) \
  set (listers, objects->of[kind]->pdata[i])

  SET_ALL (FIT_KIND_SERVICE, fit_listers_set_workload);
  SET_ALL (FIT_KIND_REPLICATION_CONTROLLER, fit_listers_set_workload);
  SET_ALL (FIT_KIND_REPLICA_SET, fit_listers_set_workload);
  SET_ALL (FIT_KIND_STATEFUL_SET, fit_listers_set_workload);
  SET_ALL (FIT_KIND_PERSISTENT_VOLUME, fit_listers_set_pv);
  SET_ALL (FIT_KIND_PERSISTENT_VOLUME_CLAIM, fit_listers_set_pvc);
  SET_ALL (FIT_KIND_STORAGE_CLASS, fit_listers_set_storage_class);
  SET_ALL (FIT_KIND_POD_DISRUPTION_BUDGET, fit_listers_set_pdb);
  if (fit_gate_on (gates, FIT_GATE_CSI_NODE_INFO))
    SET_ALL (FIT_KIND_CSI_NODE, fit_listers_set_csi_node);
#undef SET_ALL
}

static gboolean
add_pod (FitSimulation *simulation, const FitPod *pod,
         const char *scheduler_name, GError **error)
{
  if (fit_pod_terminal (pod))
    return TRUE;
  if (*pod->node_name)
    {
      g_autoptr (GError) problem = NULL;

      if (fit_cache_add_pod (simulation->rules.cache, pod, &problem))
        return TRUE;
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, "Pod %s/%s: %s",
                   pod->meta.namespace_, pod->meta.name, problem->message);
      return FALSE;
    }
  if (strcmp (pod->spec->scheduler_name, scheduler_name) != 0)
    return TRUE;
  fit_nominated_pods_add (fit_cache_nominated_pods (simulation->rules.cache),
                          pod, NULL);
  g_ptr_array_add (simulation->pending, (gpointer) fit_pod_ref (pod));
  return TRUE;
}

static gboolean
fill_cache (FitSimulation *simulation, const FitObjects *objects,
            const FitSimulationOptions *options, GError **error)
{
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE],
                  *pods = objects->of[FIT_KIND_POD];

  fill_listers (fit_cache_listers (simulation->rules.cache), objects,
                options->gates);
  for (guint i = 0; i < nodes->len; i++)
    fit_cache_add_node (simulation->rules.cache, nodes->pdata[i]);
  for (guint i = 0; i < pods->len; i++)
    if (!add_pod (simulation, pods->pdata[i], options->scheduler_name, error))
      {
        fit_objects_prefix_place (objects, FIT_KIND_POD, i, error);
        return FALSE;
      }
  g_ptr_array_sort (simulation->pending, fit_simulation_queue_order);
  return TRUE;
}

FitSimulation *
fit_simulation_new (const FitObjects *objects, FitSimulationOptions *options,
                    GError **error)
{
  g_autoptr (FitSimulation) simulation = g_new0 (FitSimulation, 1);
  FitSchedulerOptions scheduling;

  simulation->pending = g_ptr_array_new_with_free_func (pod_free);
  if (!fit_simulation_rules_init (&simulation->rules, options, error)
      || !fill_cache (simulation, objects, options, error))
    return NULL;
  scheduling = fit_simulation_rules_scheduling (&simulation->rules,
                                                &options->scheduling);
  simulation->scheduler = fit_generic_scheduler_new (
      simulation->rules.cache, simulation->rules.algorithm, &scheduling);
  return g_steal_pointer (&simulation);
}

void
fit_simulation_free (FitSimulation *simulation)
{
  if (!simulation)
    return;
  fit_generic_scheduler_free (simulation->scheduler);
  fit_simulation_rules_clear (&simulation->rules);
  g_ptr_array_unref (simulation->pending);
  g_free (simulation);
}

const GPtrArray *
fit_simulation_pending (const FitSimulation *simulation)
{
  return simulation->pending;
}

FitCache *
fit_simulation_cache (FitSimulation *simulation)
{
  return simulation->rules.cache;
}

const FitAlgorithm *
fit_simulation_algorithm (const FitSimulation *simulation)
{
  return simulation->rules.algorithm;
}

FitGenericScheduler *
fit_simulation_scheduler (FitSimulation *simulation)
{
  return simulation->scheduler;
}

void
fit_placement_clear (FitPlacement *placement)
{
  fit_schedule_result_clear (&placement->result);
  g_clear_pointer (&placement->error, g_free);
}

/* v1.16 assumes the volumes that the predicate CheckVolumeBinding chose; where a
 * Policy leaves that out, nobody chose any. */
static gboolean
binds_volumes (const FitAlgorithm *algorithm)
{
  for (guint i = 0; i < algorithm->ordered->len; i++)
    if (((const FitPredicate *) algorithm->ordered->pdata[i])->info
        == &fit_check_volume_binding)
      return TRUE;
  return FALSE;
}

/* The pod's volumes first, then the pod itself. */
gboolean
fit_simulation_assume (FitSimulation *simulation, const FitPod *pod,
                       const FitNodeInfo *node, GError **error)
{
  FitVolumeBinder *binder = fit_cache_volume_binder (simulation->rules.cache);
  g_autoptr (FitPod) assumed = NULL;
  gboolean all_bound;

  if (binds_volumes (simulation->rules.algorithm)
      && !fit_volume_binder_assume (binder, pod, node->node, &all_bound, error))
    {
      g_prefix_error (error, "AssumePodVolumes failed: ");
      return FALSE;
    }
  assumed = fit_pod_with_node_name (pod, node->name);
  if (!fit_cache_assume_pod (simulation->rules.cache, assumed, error))
    {
      fit_volume_binder_revert (binder, pod);
      g_prefix_error (error, "AssumePod failed: ");
      return FALSE;
    }
  fit_nominated_pods_remove (fit_cache_nominated_pods (simulation->rules.cache),
                             pod);
  return TRUE;
}

void
fit_simulation_schedule (FitSimulation *simulation, const FitPod *pod,
                         FitPlacement *out_placement)
{
  g_autoptr (GError) problem = NULL;

  *out_placement = (FitPlacement){ 0 };
  if (fit_generic_scheduler_schedule (simulation->scheduler, pod, NULL,
                                      &out_placement->result, &problem)
      && (!out_placement->result.node
          || fit_simulation_assume (simulation, pod, out_placement->result.node,
                                    &problem)))
    return;
  fit_schedule_result_clear (&out_placement->result);
  out_placement->result = (FitScheduleResult){ 0 };
  out_placement->error = g_strdup (problem->message);
}
