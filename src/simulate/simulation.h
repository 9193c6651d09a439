/* simulation.h - a cluster from manifests, its pending pods scheduled in turn
 *
 * Holds a cache filled from a FitObjects, an algorithm over it and a
 * genericScheduler, and drives them without a network: pods that find a node
 * are assumed there before the next one is looked at.
 */
#pragma once

#include "api/objects.h"
#include "config/configuration.h"
#include "core/extender.h"
#include "core/generic-scheduler.h"
#include "core/outcome.h"

G_BEGIN_DECLS

typedef struct _FitSimulation FitSimulation;

typedef struct
{
  const FitRegistry *registry; /* borrowed during the call */
  FitFeatureGates gates;
  const char *provider; /* (nullable) name of an AlgorithmProvider */
  FitPolicy *policy;    /* (nullable) (transfer full) */
  const FitConfiguration *configuration; /* (nullable) borrowed, must outlive
                           the simulation: its profiles and extenders; of the
                           fields of its gates, weights, scheduler names and
                           percentages here, its own count.  One of the three */
  gboolean adapt; /* with v1.16's arithmetic: a Policy or a provider runs as
                     plugins (config/migrate/adapter.h), a configuration with
                     v1.16's functions (legacy-profile.h), which read a cluster
                     as v1.16 does */
  gint32 hard_pod_affinity_symmetric_weight;
  gboolean always_check_all_predicates;
  const char *scheduler_name; /* pods of other schedulers are left alone */
  gboolean ask_extenders;     /* those of the Policy, over HTTP; pods and nodes
                                 were read with FIT_DECODE_KEEP_RAW */
  const FitExtenderCalls *extender_calls; /* (nullable) borrowed: who answers
                                             for them; then nothing goes over
                                             HTTP but what that asks for */
  FitExtenderObserver extender_observer;
  gboolean files_elsewhere;           /* as in FitAlgorithmOptions */
  gsize max_extender_reply_bytes;     /* 0: FIT_HTTP_MAX_RESPONSE_BYTES */
  const FitPluginRegistry *plugins;   /* (nullable) borrowed during the call */
  const FitPluginLists *plugin_lists; /* (nullable) the same */
  FitSchedulerOptions scheduling; /* its extenders and framework do not count */
} FitSimulationOptions;

/**
 * fit_simulation_new:
 * @objects: the cluster; read during the call, references are kept
 *
 * Nodes and pods are added in the order of input, kind by kind.  Pods with a
 * nodeName are counted on their node, pods of this scheduler without one are
 * pending, pods that have succeeded or failed are left out.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY when the
 *   Policy or provider is refused, FIT_ERROR_SCHEMA when two pods share a UID;
 *   FIT_ERROR_POLICY of a plugin begins with v1.16's "error initializing the
 *   scheduling framework: "
 */
FitSimulation *fit_simulation_new (const FitObjects *objects,
                                   FitSimulationOptions *options,
                                   GError **error);

void fit_simulation_free (FitSimulation *simulation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSimulation, fit_simulation_free)

/* fit_simulation_pending: Returns: (transfer none): array of FitPod in queue
 * order: priority, then creation time with absent last, then input order */
const GPtrArray *fit_simulation_pending (const FitSimulation *simulation);

/* Parts.  Returns: (transfer none) */
FitCache *fit_simulation_cache (FitSimulation *simulation);
const FitAlgorithm *fit_simulation_algorithm (const FitSimulation *simulation);
FitGenericScheduler *fit_simulation_scheduler (FitSimulation *simulation);

/* Those of the profile that @pod names; the parts above are of the first. */
const FitAlgorithm *
fit_simulation_algorithm_of (const FitSimulation *simulation,
                             const FitPod *pod);
FitGenericScheduler *fit_simulation_scheduler_of (FitSimulation *simulation,
                                                  const FitPod *pod);

/* fit_simulation_n_profiles: one of a Policy or a provider.
 * fit_simulation_profile: Returns: (transfer none): the rules of one of them */
guint fit_simulation_n_profiles (const FitSimulation *simulation);
const FitAlgorithm *fit_simulation_profile (const FitSimulation *simulation,
                                            guint index,
                                            const char **out_scheduler_name);

/* What became of one pod; fit_outcome (result.node, error) says it in a word. */
typedef struct
{
  FitScheduleResult result; /* all zero when @error is set */
  GError *error; /* (nullable) owned: the attempt failed: nobody knows where the
                    pod goes */
} FitPlacement;

void fit_placement_clear (FitPlacement *placement);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPlacement, fit_placement_clear)

/**
 * fit_simulation_schedule:
 * @out_placement: (out)
 *
 * Schedules @pod and, when it finds a node, assumes it and its volumes there
 * and drops its nomination.  Without any nodes the pod fits nowhere.
 */
void fit_simulation_schedule (FitSimulation *simulation, const FitPod *pod,
                              FitPlacement *out_placement);

/**
 * fit_simulation_settle:
 * @evaluation: of an attempt that has just been made, with all that led to it
 * @out_placement: (out)
 *
 * The second half of fit_simulation_schedule() for callers that have evaluated
 * the pod instead.
 */
void fit_simulation_settle (FitSimulation *simulation,
                            const FitEvaluation *evaluation,
                            FitPlacement *out_placement);

/**
 * fit_simulation_assume:
 * @node: where the scheduler wants @pod
 *
 * The second half of fit_simulation_schedule(), for callers that have asked
 * the scheduler themselves: takes @pod's volumes on @node, counts @pod there
 * and drops its nomination.
 *
 * Returns: FALSE with v1.16's "AssumePodVolumes failed: ..." or "AssumePod
 *   failed: ..."; then nothing stays assumed
 */
gboolean fit_simulation_assume (FitSimulation *simulation, const FitPod *pod,
                                const FitNodeInfo *node, GError **error);

G_END_DECLS
