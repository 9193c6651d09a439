/* evaluation.h - everything that led to a decision about one pod
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "factory/algorithm.h"
#include "framework/framework.h"

/* The error of an attempt without any nodes. */
#define FIT_NO_NODES_AVAILABLE "no nodes available to schedule pods"

typedef struct _FitPreemption FitPreemption; /* core/preemption.h */

typedef enum
{
  FIT_EVALUATE_DEFAULT = 0,
  FIT_EVALUATE_ALL_PREDICATES = 1 << 0, /* do not stop at the first failure;
                                           such an evaluation is no decision:
                                           it leaves no volume counts */
  FIT_EVALUATE_ALL_NODES = 1 << 1,      /* also check the nodes that the
                                           decision did not need */
  FIT_EVALUATE_SCORE_ALWAYS = 1 << 2,   /* score even a single feasible node */
  FIT_EVALUATE_PREEMPTION = 1 << 3,     /* if no node fits, also compute
                                           preemption */
  FIT_EVALUATE_ONLY_UNPLACED = 1 << 4,  /* ALL_NODES only if no node fits */
} FitEvaluateFlags;

/* A predicate that failed on a node. */
typedef struct
{
  const FitPredicate *predicate; /* (nullable) borrowed; NULL if the node itself
                                    is being removed */
  guint first;                   /* its reasons in FitNodeVerdict.reasons */
  guint n;
} FitFailure;

/* The results of predicates and Filter plugins for one node.  All memory
 * belongs to its arena. */
typedef struct
{
  const FitNodeInfo *node; /* borrowed from the cache */
  guint8 examined;         /* FALSE: enough nodes were found before this one */
  guint8 fits;
  guint8 filter_code; /* FitStatusCode of the Filter plugin that rejected the
                         node, or success */
  guint n_failures;   /* of predicates */
  FitFailure *failures;
  FitReasons reasons;
  const char *error;          /* (nullable): a predicate or plugin returned an
                                 error */
  const char *filter_message; /* (nullable): the message of a rejection; NULL is
                                 "" */
  const char *filter_plugin;  /* (nullable) borrowed: the plugin that rejected
                                 the node */
} FitNodeVerdict;

typedef struct
{
  FitArena *arena;   /* owned: all memory below except the owned strings */
  const FitPod *pod; /* owned reference */
  guint n_nodes;     /* number of nodes in the cluster */
  guint n_verdicts;
  FitNodeVerdict *verdicts; /* in the order in which the nodes are checked */
  guint n_feasible;
  const FitNodeInfo **feasible; /* the nodes that fit and passed all extenders,
                                   as in FitExtenderSelection.kept */
  guint n_scores;
  FitScores *scores;  /* of priorities, then of Score plugins of programs; empty
                        if nothing was scored */
  GArray *rejections; /* owned (nullable), of FitExtenderRejection: the
                               extenders' rejections in order */
  GPtrArray *skipped; /* owned (nullable), of char *: filter failures of
                               ignorable extenders */
  GArray *extender_scores; /* owned (nullable), of FitExtenderScores; the
                               extenders are borrowed */
  gint64 *totals;          /* (nullable) by feasible node */
  guint n_best;
  guint *best;     /* indexes into @feasible of the nodes with the best total */
  gboolean listed; /* @chosen is the next node of the list that the pod before
                      had, and nothing else was searched: core/batch.h */
  gint chosen;     /* index into @feasible, -1 for none */
  guint evaluated;
  const char *rejected_by; /* (nullable) borrowed: the PreFilter plugin of a
                              profile that rejected the pod everywhere */
  char *fit_error;         /* (nullable) owned: FitError text if no node fits */
  GError *error; /* (nullable) owned: the attempt failed, v1.16's text */
  FitPreemption *preemption; /* (nullable) owned: FIT_EVALUATE_PREEMPTION, if no
                                node fits */
} FitEvaluation;

void fit_evaluation_free (FitEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitEvaluation, fit_evaluation_free)
