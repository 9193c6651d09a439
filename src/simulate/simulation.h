/* simulation.h - a cluster from manifests, with pending pods to schedule one by
 * one
 *
 * Has a cache filled from a FitObjects, an algorithm over it and a
 * genericScheduler, and runs them without a network.  A pod that fits is
 * assumed on its node before the next pod is tried.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "core/generic-scheduler.h"
#include "core/outcome.h"
#include "assembly/assembly.h"

typedef struct _FitSimulation FitSimulation;

/**
 * fit_simulation_new:
 * @objects: the cluster; read during the call, references are kept
 *
 * Adds nodes and pods in input order, kind by kind.  Pods with a nodeName count
 * on their node.  Pods of this scheduler without one are pending.  Completed
 * and failed pods are left out.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_POLICY if the Policy
 *   or provider is rejected, or with FIT_ERROR_SCHEMA if two pods have the same
 *   UID.  FIT_ERROR_POLICY of a plugin begins with v1.16's "error initializing
 *   the scheduling framework: "
 */
FitSimulation *fit_simulation_new (const FitObjects *objects,
                                   FitSimulationOptions *options,
                                   GError **error);

void fit_simulation_free (FitSimulation *simulation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSimulation, fit_simulation_free)

/* fit_simulation_leave: from now on fit_simulation_free() leaves everything in
 * memory, for a process that ends with it */
void fit_simulation_leave (FitSimulation *simulation);

/* fit_simulation_list: adds the objects of all kinds but nodes and pods, or
 * replaces those of the same name; references are taken */
void fit_simulation_list (FitSimulation *simulation, const FitObjects *objects);

/* fit_nodes_with_images: for each of its images, a node stores how many nodes
 * had it when it last sent its status.  In a running cluster, each has sent it
 * since all others were added.  Returns: (transfer container): those of @nodes,
 * of FitNode, for which that matters, in their order: set them once more */
GPtrArray *fit_nodes_with_images (const GPtrArray *nodes);

/* fit_simulation_add_pending: adds @pods, of FitPod without a node, after those
 * that are there */
void fit_simulation_add_pending (FitSimulation *simulation,
                                 const GPtrArray *pods);

/* fit_simulation_pending: Returns: (transfer none): array of FitPod in queue
 * order: priority, then creation time with absent last, then input order */
const GPtrArray *fit_simulation_pending (const FitSimulation *simulation);

/* fit_simulation_takes: is @pod for one of the simulated schedulers? */
gboolean fit_simulation_takes (const FitSimulation *simulation,
                               const FitPod *pod);

/* fit_simulation_may_move: may @pod, which runs, be evicted, and does a
 * controller replace it? */
gboolean fit_simulation_may_move (FitSimulation *simulation, const FitPod *pod);

/* fit_simulation_preempts: may @pod preempt others, as far as its profile
 * goes? */
gboolean fit_simulation_preempts (const FitSimulation *simulation,
                                  const FitPod *pod);

/* Parts, and those for the profile of @pod.  Returns: (transfer none) */
FitCache *fit_simulation_cache (FitSimulation *simulation);
const FitAlgorithm *
fit_simulation_algorithm_of (const FitSimulation *simulation,
                             const FitPod *pod);
FitGenericScheduler *fit_simulation_scheduler_of (FitSimulation *simulation,
                                                  const FitPod *pod);

/* fit_simulation_extenders: Returns: (transfer none) (nullable): of
 * FitExtender; NULL if none are called */
const GPtrArray *fit_simulation_extenders (const FitSimulation *simulation);

/* fit_simulation_asks_others: do extenders or plugins of a program, which may
 * know anything of a pod, take part? */
gboolean fit_simulation_asks_others (const FitSimulation *simulation);

/* fit_simulation_release: of the configuration; 0 for a Policy or a provider */
FitRelease fit_simulation_release (const FitSimulation *simulation);

/* fit_simulation_n_profiles: 1 for a Policy or a provider.
 * fit_simulation_profile: Returns: (transfer none): the rules of one profile */
guint fit_simulation_n_profiles (const FitSimulation *simulation);
const FitAlgorithm *fit_simulation_profile (const FitSimulation *simulation,
                                            guint index,
                                            const char **out_scheduler_name);

/* The outcome for one pod; fit_outcome (result.node, error) summarises it. */
typedef struct
{
  FitScheduleResult result; /* without a node if @error is set */
  GError *error; /* (nullable) owned: the attempt failed, so the pod's node is
                    unknown */
} FitPlacement;

void fit_placement_clear (FitPlacement *placement);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPlacement, fit_placement_clear)

/**
 * fit_simulation_schedule:
 * @out_placement: (out)
 *
 * Schedules @pod.  If it fits, assumes it and its volumes on the chosen node
 * and drops its nomination.  Without any nodes the pod fits nowhere.
 */
void fit_simulation_schedule (FitSimulation *simulation, const FitPod *pod,
                              FitPlacement *out_placement);

/* FitSimulationWitness: makes the attempt with @pod in place of
 * fit_simulation_schedule(), to look at it closely.  Returns: (transfer none)
 * (nullable): what came of it, valid until the next call; NULL: it made none */
typedef const FitEvaluation *(*FitSimulationWitness) (FitSimulation *simulation,
                                                      const FitPod *pod,
                                                      gpointer data);

/* fit_simulation_watch: @witness is offered each attempt from now on */
void fit_simulation_watch (FitSimulation *simulation,
                           FitSimulationWitness witness, gpointer data);

/**
 * fit_simulation_settle:
 * @evaluation: of an attempt that was just made
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
 * @node: the node chosen for @pod
 *
 * The second half of fit_simulation_schedule() for callers that have called the
 * scheduler themselves: assumes @pod and its volumes on @node and drops its
 * nomination.
 *
 * Returns: FALSE with v1.16's "AssumePodVolumes failed: ...", or what a later
 *   release says of VolumeBinding at Reserve, or "AssumePod failed: ..."; nothing
 *   stays assumed then
 */
gboolean fit_simulation_assume (FitSimulation *simulation, const FitPod *pod,
                                const FitNodeInfo *node, GError **error);
