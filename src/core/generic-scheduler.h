/* generic-scheduler.h - one pod in, one node out
 *
 * Looks at the nodes in node tree order, keeps those on which every predicate
 * and Filter plugin says yes, until enough are found, lets extenders take nodes
 * out, ranks what is left by priorities, Score plugins and extenders, and picks
 * one of the best.  The result never depends on the number of worker threads.
 *
 * A profile of a later release runs the same way, by that release's rules
 * (core/cycle-rules.h); where those leave ties to chance, so does
 * FIT_TIE_BREAK_RANDOM only.
 *
 * Source: kube-scheduler v1.16 core/generic_scheduler.go with one worker.
 */
#pragma once

#include "base/worker-pool.h"
#include "core/evaluation.h"
#include "factory/algorithm.h"
#include "framework/framework.h"

G_BEGIN_DECLS

typedef struct _FitGenericScheduler FitGenericScheduler;
typedef struct _FitFilterProfile FitFilterProfile;
typedef struct _FitDefaultPreemptionSettings FitDefaultPreemptionSettings;

/* Adaptive: 50 % less one per 125 nodes, at least 5 %. */
#define FIT_PERCENTAGE_ADAPTIVE 0

typedef enum
{
  FIT_TIE_BREAK_ROUND_ROBIN, /* the best nodes in turn, over all pods */
  FIT_TIE_BREAK_RANDOM,      /* reservoir sampling, as v1.16.7 does */
} FitTieBreak;

typedef struct
{
  gint32 percentage_of_nodes_to_score; /* <= 0 adaptive; >= 100 all */
  FitTieBreak tie_break;
  guint32 seed;            /* of FIT_TIE_BREAK_RANDOM */
  FitWorkerPool *pool;     /* (nullable) borrowed: NULL works on one thread */
  FitFramework *framework; /* (nullable) borrowed: plugins to be asked */
  const GPtrArray *extenders; /* (nullable) borrowed, of FitExtender, in the
                                 order of core/extenders.h */

  /* Of a profile of a later release, whose algorithm has these as predicates and
   * scores as priorities.  The cycle is that release's. */
  const FitFilterProfile *filters; /* (nullable) borrowed */
  const FitDefaultPreemptionSettings
      *preemption; /* (nullable) borrowed: how many candidates are enough */
} FitSchedulerOptions;

/* The error of an attempt that had no nodes to look at. */
#define FIT_NO_NODES_AVAILABLE "no nodes available to schedule pods"

/* fit_generic_scheduler_new: @cache and @algorithm are borrowed and must
 * outlive the scheduler.  Returns: (transfer full) */
FitGenericScheduler *
fit_generic_scheduler_new (FitCache *cache, const FitAlgorithm *algorithm,
                           const FitSchedulerOptions *options);

void fit_generic_scheduler_free (FitGenericScheduler *scheduler);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitGenericScheduler, fit_generic_scheduler_free)

/* Where a pod goes.  Clear with fit_schedule_result_clear(). */
typedef struct
{
  const FitNodeInfo *node; /* (nullable) borrowed from the cache: the chosen
                              node; NULL when the pod fits nowhere */
  gboolean scored;         /* FALSE when only one node was feasible */
  gint64 score;            /* weighted total of the chosen node */
  guint evaluated; /* nodes that fit, plus those that predicates or extenders
                      failed; in v1.16 not those that only a plugin rejected */
  guint feasible;  /* nodes that fit */
  char *fit_error; /* owned (nullable): v1.16's FitError text */
} FitScheduleResult;

void fit_schedule_result_clear (FitScheduleResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitScheduleResult, fit_schedule_result_clear)

/**
 * fit_generic_scheduler_schedule:
 * @state: (nullable): what plugins remember about this attempt; borrowed until
 *   the next attempt begins.  NULL: nobody needs it afterwards
 * @out_result: (out): untouched on failure
 *
 * Finds the node for @pod.  That the pod fits nowhere is a result.  An error is
 * what v1.16 reports for a pod that it could not try: FIT_ERROR_SCHEDULE for a
 * missing claim, no nodes (FIT_NO_NODES_AVAILABLE), a predicate, priority or
 * plugin that failed, a PreFilter plugin that rejected the pod; the error of an
 * extender that is not ignorable.
 *
 * Returns: TRUE when the question was answered
 */
gboolean fit_generic_scheduler_schedule (FitGenericScheduler *scheduler,
                                         const FitPod *pod,
                                         FitCycleState *state,
                                         FitScheduleResult *out_result,
                                         GError **error);

/* fit_generic_scheduler_rejected_by: after fit_generic_scheduler_schedule() has
 * found no node.  Returns: (transfer container): the names of the predicates and
 * plugins that rejected the pod, each once, in the order in which nodes were looked
 * at; borrowed until the next attempt */
GPtrArray *
fit_generic_scheduler_rejected_by (const FitGenericScheduler *scheduler);

/* fit_generic_scheduler_rejections: at the same time: why nodes do not fit, in
 * the order in which they were looked at.  Returns: (transfer full): of
 * FitNodeRejection; names are borrowed until the next attempt, and so are
 * messages, which are those of the first reason */
GArray *fit_generic_scheduler_rejections (const FitGenericScheduler *scheduler);

/**
 * fit_generic_scheduler_evaluate:
 * @flags: what to look at beyond what a decision needs
 *
 * Decides as fit_generic_scheduler_schedule() does and keeps everything that
 * led to the decision: for explanations and tests.  Extenders and plugins are
 * asked as they are for a decision.
 *
 * Returns: (transfer full): never NULL; an error of the attempt is in it
 */
FitEvaluation *fit_generic_scheduler_evaluate (FitGenericScheduler *scheduler,
                                               const FitPod *pod,
                                               FitEvaluateFlags flags);

/* fit_num_feasible_nodes_to_find: how many feasible nodes are enough among
 * @n_nodes: v1.16 numFeasibleNodesToFind() */
guint fit_num_feasible_nodes_to_find (guint n_nodes, gint32 percentage);

G_END_DECLS
