/* evaluation.h - everything that led to a decision about one pod
 */
#pragma once

#include "factory/algorithm.h"
#include "framework/framework.h"

G_BEGIN_DECLS

typedef struct _FitPreemption FitPreemption; /* core/preemption.h */

typedef enum
{
  FIT_EVALUATE_DEFAULT = 0,
  FIT_EVALUATE_ALL_PREDICATES = 1 << 0, /* do not stop at the first failure */
  FIT_EVALUATE_ALL_NODES = 1 << 1,      /* also look at the nodes that were not
                                           needed for the decision */
  FIT_EVALUATE_SCORE_ALWAYS = 1 << 2,   /* score even a single feasible node */
  FIT_EVALUATE_PREEMPTION = 1 << 3,     /* where no node fits, also find who
                                           would have to go */
} FitEvaluateFlags;

/* A predicate that failed on a node. */
typedef struct
{
  const FitPredicate *predicate; /* (nullable) borrowed; NULL when the node
                                    itself is going away */
  guint first;                   /* its reasons in FitNodeVerdict.reasons */
  guint n;
} FitFailure;

/* What predicates and Filter plugins said about one node.  All memory is that
 * of arenas. */
typedef struct
{
  const FitNodeInfo *node; /* borrowed from the cache */
  guint8 examined;         /* FALSE: enough nodes were found before it */
  guint8 fits;
  guint8 filter_code; /* FitStatusCode: how a Filter plugin rejected the node,
                         or success */
  guint n_failures;   /* of predicates */
  FitFailure *failures;
  FitReasons reasons;
  const char *error;          /* (nullable): somebody could not answer */
  const char *filter_message; /* (nullable): of a rejection; NULL is "" */
  const char *filter_plugin;  /* (nullable) borrowed: which plugin that was */
} FitNodeVerdict;

/* What one priority said. */
typedef struct
{
  const FitPriority *priority; /* borrowed; NULL stands for EqualPriority when
                                  no priority is configured */
  gint64 *scores;              /* by feasible node, not weighted */
  char *error;                 /* (nullable) owned */
} FitPriorityResult;

typedef struct
{
  guint n_arenas;
  FitArena **arenas; /* owned: all memory below but the owned strings */
  const FitPod *pod; /* owned reference */
  guint n_nodes;     /* nodes of the cluster */
  guint n_verdicts;
  FitNodeVerdict *verdicts; /* in the order in which the nodes are looked at */
  guint n_feasible;
  const FitNodeInfo **feasible; /* what extenders left of the nodes that fit, as
                                   FitExtenderSelection.kept */
  guint n_priorities;
  FitPriorityResult *priorities; /* empty when nothing was scored */
  guint n_plugins;
  FitPluginScores *plugins; /* empty when nothing was scored */
  GArray *rejections;       /* owned (nullable), of FitExtenderRejection: by
                               extenders, in the order in which they came */
  GPtrArray *skipped;       /* owned (nullable), of char *: failures of
                               ignorable extenders to filter */
  GArray *extender_scores;  /* owned (nullable), of FitExtenderScores; the
                               extenders are borrowed */
  gint64 *totals;           /* (nullable) by feasible node */
  guint n_best;
  guint *best; /* indexes into @feasible of the nodes with the best total */
  gint chosen; /* index into @feasible, -1 for none */
  guint evaluated;
  const char *rejected_by; /* (nullable) borrowed: the PreFilter plugin of a
                              profile that let the pod go nowhere */
  char *fit_error; /* (nullable) owned: FitError text when no node fits */
  GError *error;   /* (nullable) owned: the attempt failed, v1.16's text */
  FitPreemption *preemption; /* (nullable) owned: FIT_EVALUATE_PREEMPTION, when
                                no node fits */
} FitEvaluation;

void fit_evaluation_free (FitEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitEvaluation, fit_evaluation_free)

G_END_DECLS
