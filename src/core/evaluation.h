/* evaluation.h - everything that led to a decision about one pod
 */
#pragma once

#include "factory/algorithm.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_EVALUATE_DEFAULT = 0,
  FIT_EVALUATE_ALL_PREDICATES = 1 << 0, /* do not stop at the first failure */
  FIT_EVALUATE_ALL_NODES = 1 << 1,      /* also look at the nodes that were not
                                           needed for the decision */
  FIT_EVALUATE_SCORE_ALWAYS = 1 << 2,   /* score even a single feasible node */
} FitEvaluateFlags;

/* A predicate that failed on a node. */
typedef struct
{
  const FitPredicate *predicate; /* (nullable) borrowed; NULL when the node
                                    itself is going away */
  guint first;                   /* its reasons in FitNodeVerdict.reasons */
  guint n;
} FitFailure;

/* What the predicates said about one node. */
typedef struct
{
  const FitNodeInfo *node; /* borrowed from the cache */
  gboolean examined;       /* FALSE: enough nodes were found before it */
  gboolean fits;
  guint n_failures;
  FitFailure *failures;
  FitReasons reasons;
  char *error; /* (nullable) owned: a predicate could not answer */
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
  const FitNodeInfo **feasible;
  guint n_priorities;
  FitPriorityResult *priorities; /* empty when nothing was scored */
  gint64 *totals;                /* (nullable) by feasible node */
  guint n_best;
  guint *best; /* indexes into @feasible of the nodes with the best total */
  gint chosen; /* index into @feasible, -1 for none */
  guint evaluated;
  char *fit_error; /* (nullable) owned: FitError text when no node fits */
  char *error;     /* (nullable) owned: the attempt failed, v1.16's text */
} FitEvaluation;

void fit_evaluation_free (FitEvaluation *evaluation);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitEvaluation, fit_evaluation_free)

G_END_DECLS
