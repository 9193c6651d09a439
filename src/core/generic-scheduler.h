/* generic-scheduler.h - one pod in, one node out
 *
 * Checks nodes in node tree order and keeps those that pass every predicate and
 * Filter plugin, until enough are found.  Extenders then filter these nodes.
 * Priorities, Score plugins and extenders score the rest, and one of the best
 * is chosen.
 *
 * A profile of a later release runs the same way, by that release's rules
 * (releases/behaviour.h).  Where that release breaks ties at random, fitsched
 * does so only with FIT_TIE_BREAK_RANDOM.
 *
 * Source: kube-scheduler v1.16 core/generic_scheduler.go with one worker.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/evaluation.h"
#include "core/scheduler-options.h"
#include "factory/algorithm.h"
#include "framework/framework.h"

/* fit_generic_scheduler_new: @cache and @algorithm are borrowed and must
 * outlive the scheduler.  Returns: (transfer full) */
FitGenericScheduler *
fit_generic_scheduler_new (FitCache *cache, const FitAlgorithm *algorithm,
                           const FitSchedulerOptions *options);

void fit_generic_scheduler_free (FitGenericScheduler *scheduler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitGenericScheduler, fit_generic_scheduler_free)

/* Where a pod should run.  Clear with fit_schedule_result_clear(). */
typedef struct
{
  const FitNodeInfo *node; /* (nullable) borrowed from the cache: the chosen
                              node; NULL if no node fits */
  gboolean scored;         /* FALSE if only one node was feasible */
  gint64 score;            /* weighted total of the chosen node */
  guint evaluated; /* nodes that fit, plus those that predicates or extenders
                      rejected; v1.16 does not count nodes that only a plugin
                      rejected */
  guint feasible;  /* nodes that fit */
  char *fit_error; /* owned (nullable): v1.16's FitError text */
} FitScheduleResult;

void fit_schedule_result_clear (FitScheduleResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitScheduleResult, fit_schedule_result_clear)

/**
 * fit_generic_scheduler_schedule:
 * @state: (nullable): holds the data of plugins about this attempt; borrowed
 *   until the next attempt begins.  NULL: the caller does not need it
 * @out_result: (out): untouched on failure
 *
 * Finds a node for @pod.  That no node fits is a result, not an error.  An
 * error is what v1.16 reports for a pod that it could not try.  It is
 * FIT_ERROR_SCHEDULE for a missing claim, for a cluster without nodes
 * (FIT_NO_NODES_AVAILABLE), if a predicate, priority or plugin failed, or if a
 * PreFilter plugin rejected the pod; or the error of an extender that is not
 * ignorable.
 *
 * Returns: TRUE if there is a result
 */
gboolean fit_generic_scheduler_schedule (FitGenericScheduler *scheduler,
                                         const FitPod *pod,
                                         FitCycleState *state,
                                         FitScheduleResult *out_result,
                                         GError **error);

/* fit_generic_scheduler_pass: a pod has left the queue, and is not tried.
 * fit_generic_scheduler_set_time: of the attempts that follow.  Both count for
 * all schedulers with the same FitTurns, and matter only to what one pod leaves
 * for the next (core/batch.h). */
void fit_generic_scheduler_pass (FitGenericScheduler *scheduler);
void fit_generic_scheduler_set_time (FitGenericScheduler *scheduler,
                                     gint64 now_ns);

/* The name of all extenders together among plugins, from 1.30 on. */
#define FIT_EXTENDER_PLUGIN "Extender"

/* fit_generic_scheduler_rejected_by: to be called after
 * fit_generic_scheduler_schedule() found no node.  Returns: (transfer
 * container): the names of the predicates and plugins that rejected the pod,
 * each once, in the order in which nodes were checked; borrowed until the next
 * attempt */
GPtrArray *
fit_generic_scheduler_rejected_by (const FitGenericScheduler *scheduler);

/* fit_generic_scheduler_count_rejections: likewise: how many nodes each of
 * these predicates and plugins was the first to reject.  @counts: name
 * (borrowed until the next attempt) -> number as a pointer */
void
fit_generic_scheduler_count_rejections (const FitGenericScheduler *scheduler,
                                        GHashTable *counts);

/* fit_generic_scheduler_rejections: likewise: why nodes do not fit: those that
 * predicates and plugins rejected, in the order in which they were checked,
 * then those that extenders rejected; or every node, if a PreFilter plugin of a
 * profile rejected the pod.  Returns: (transfer full): of FitNodeRejection,
 * with the first reason of each node.  Names and messages are borrowed until
 * the next attempt. */
GArray *fit_generic_scheduler_rejections (const FitGenericScheduler *scheduler);

/**
 * fit_generic_scheduler_evaluate:
 * @flags: what to check beyond what the decision needs
 *
 * Decides like fit_generic_scheduler_schedule(), and keeps everything that led
 * to the decision, for explanations and tests.  Extenders and plugins run as
 * usual.
 *
 * Returns: (transfer full): never NULL; contains the error of the attempt, if
 *   any
 */
FitEvaluation *fit_generic_scheduler_evaluate (FitGenericScheduler *scheduler,
                                               const FitPod *pod,
                                               FitEvaluateFlags flags);

/* fit_num_feasible_nodes_to_find: how many feasible nodes are enough among
 * @n_nodes: v1.16 numFeasibleNodesToFind() */
guint fit_num_feasible_nodes_to_find (guint n_nodes, gint32 percentage);

/* fit_generic_scheduler_post_filter: what the plugin @name of the release says
 * at PostFilter, if it is not DefaultPreemption; to be called like
 * fit_generic_scheduler_preempt() */
FitStatus
fit_generic_scheduler_post_filter (const FitGenericScheduler *scheduler,
                                   const char *name);

/**
 * fit_generic_scheduler_preempt:
 * @pod: the pod whose attempt has just ended with a FitError, or its latest
 *   version from the API server; no attempt, evaluation or cache change may
 *   have happened since
 *
 * A pod without a start time counts as the youngest.
 *
 * Returns: (transfer full): never NULL; no node is chosen if n_best is 0
 */
FitPreemption *fit_generic_scheduler_preempt (FitGenericScheduler *scheduler,
                                              const FitPod *pod);
