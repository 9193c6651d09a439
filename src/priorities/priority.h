/* priority.h - scoring the nodes that a pod fits on
 *
 * A priority gives every feasible node 0 to max points (10 in v1.16); the
 * scheduler sums points times weight.  A map works on a run of nodes at a time;
 * a reduce sees the whole list.
 *
 * To add one, write a file with a FitPriorityInfo, in src/rules if a plugin
 * replaced it, list it in algorithmprovider/, and add test cases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/arena.h"
#include "cluster/cache-reading.h"
#include "cluster/factory-args.h"

G_BEGIN_DECLS

#define FIT_MAX_PRIORITY 10 /* points of the best node in v1.16 */

typedef struct _FitPriorityMetadata FitPriorityMetadata;
typedef struct _FitPriorityRun FitPriorityRun;
typedef struct _FitPriorityInfo FitPriorityInfo;
typedef struct _FitPriority FitPriority;

/* A priority that scores nodes for one pod. */
struct _FitPriorityRun
{
  const FitPriority *priority;
  const FitPriorityMetadata *meta;
  gpointer state; /* set by prepare(); memory of the cycle's arena */
  gboolean skip;  /* set by prepare(): the priority does not matter for this pod
                     and is left out, as plugins may be from 1.27 on */

  /* Set for prepare(): the nodes are not known yet, and nothing but @constant
   * is wanted. */
  gboolean early;

  /* Set by prepare() of a priority that is by_labels: it reads labels that the
   * pod does not ask for itself. */
  gboolean asks_configured_labels;

  /* Set by prepare(): every feasible node gets @score, so that neither map nor
   * reduce has to run.  If they do run, they give the same scores. */
  gboolean constant;
  gint64 score;
};

/* The feasible nodes, in the order found. */
typedef struct
{
  guint n;
  const FitNodeInfo *const *nodes;
} FitNodeList;

typedef struct _FitTotals FitTotals;

/* The nodes that a search looked at, feasible or not, and their totals. */
struct _FitTotals
{
  guint n;
  const guint32 *indexes; /* FitNodeInfo.index of each */
  gint32 *totals;         /* below FIT_TOTALS_FEASIBLE: the node is not
                             feasible, or that has not been found out; a little
                             may be added all the same */

  /* By kind, of n_kinds; see cluster/node-kinds.h. */
  const FitNodeKinds *kinds;
  guint n_kinds;
  const guint16 *kind_of; /* by index */
  gint32 *points; /* will be added to the totals of all nodes of the kind */

  const guint32 *positions; /* by index: where the node is in a circle of
                               @n_circle nodes; G_MAXUINT32: nowhere */
  guint n_positions;
  guint n_circle;
  guint first; /* position of the first of the @n nodes */

  /* Where groups of nodes tell: */
  void (*know) (const FitTotals *totals, const guint32 *places,
                guint n); /* (nullable): finds totals out */
  gpointer teller;
  const guint32 *unknown; /* (nullable): by kind: of how many feasible nodes the
                             totals have not been found out */
};

#define FIT_TOTALS_FEASIBLE (G_MININT32 / 2)
#define FIT_TOTALS_ROOM (1 << 20) /* no priority may add more */

/* fit_totals_find: @out_place: (out): which of the nodes has @index.  Returns:
 * FALSE if none has */
static inline gboolean
fit_totals_find (const FitTotals *totals, guint32 index, guint *out_place)
{
  const guint32 position
      = index < totals->n_positions ? totals->positions[index] : G_MAXUINT32;

  *out_place = position - totals->first
               + (position < totals->first ? totals->n_circle : 0);
  return *out_place < totals->n;
}

/* fit_totals_know: before a rule reads totals, or adds to them, it says at which @n
 * @places */
static inline void
fit_totals_know (const FitTotals *totals, const guint32 *places, guint n)
{
  if (totals->know != NULL)
    totals->know (totals, places, n);
}

/* fit_totals_fit: may points up to @most be added, times @weight? */
static inline gboolean
fit_totals_fit (gint64 most, gint64 weight)
{
  return weight >= 0 && weight <= FIT_TOTALS_ROOM && most <= FIT_TOTALS_ROOM
         && most * weight <= FIT_TOTALS_ROOM;
}

/**
 * FitPriorityMap:
 * @nodes: a run of feasible nodes
 * @scores: (out): one per node
 *
 * Returns: FALSE with FIT_ERROR_SCHEDULE: the attempt fails with that message
 */
typedef gboolean (*FitPriorityMap) (const FitPriorityRun *run,
                                    const FitNodeList *nodes, gint64 *scores,
                                    GError **error);

/* A configured priority. */
struct _FitPriority
{
  const char *name; /* interned: the name it was configured under */
  const FitPriorityInfo *info;
  gint64 weight;
  gpointer data; /* owned, freed by info->free_data */
  FitFeatureGates gates;
  gint32 hard_pod_affinity_symmetric_weight;
  gboolean at_pre_score; /* of a profile: its prepare() is PreScore */
};

struct _FitPriorityInfo
{
  const char *name;    /* registered name */
  const char *summary; /* one line, for help and the manual */
  gint64 weight;       /* default weight */
  FitPriorityMap map;

  /* (nullable): works on all feasible nodes and their mapped scores in place */
  FitPriorityMap reduce;

  /* (nullable): called once per pod, on one thread, when the feasible nodes are
   * known and before any map */
  gboolean (*prepare) (FitPriorityRun *run, const FitNodeList *feasible,
                       GError **error);

  /* (nullable): builds FitPriority.data; @argument is the FitLabelArgument or
   * FitCapacityRatioArgument of a policy entry that has one, else NULL */
  gboolean (*create) (const FitFactoryArgs *args, gconstpointer argument,
                      gpointer *out_data, GError **error);
  void (*free_data) (gpointer data);

  /* map() and prepare() read nothing but what core/pod-class.c knows of the
   * pod, the configuration, and, in map(), each node by itself; what reduce(),
   * if there is one, makes of a score depends only on that score and on which
   * other scores there are, not on how often.  So the mapped score holds until
   * the node changes, and equal scores are reduced once. */
  gboolean by_node;

  /* Of a node, map() reads only its traits, which many nodes share. */
  gboolean by_traits;

  /* Of a node, map() reads only labels and name of its Node object. */
  gboolean by_labels;

  /**
   * (nullable): map() for plain nodes (cluster/plain-nodes.h) of a priority that
   * is by_node and has no reduce()
   * @answers: gets the points of each plain node, times @weight
   *
   * Returns: FALSE if it cannot tell for this pod
   */
  gboolean (*add_plain) (const FitPriorityRun *run, const FitPlainNodes *nodes,
                         gdouble weight, FitPlainAnswers *answers);

  /**
   * (nullable): what add_plain() adds at least and at most to any node between
   * two of @nodes
   *
   * Returns: FALSE if it cannot tell for this pod
   */
  gboolean (*bound_plain) (const FitPriorityRun *run,
                           const FitPlainBounds *nodes, gdouble weight,
                           FitPlainAnswers *least, FitPlainAnswers *most);

  /* (nullable): for a priority that is constant_early: adds to @totals what
   * map() and reduce() would give to each feasible node, times the weight.
   * prepare() was given an empty list.  Returns: FALSE if that is not
   * possible */
  gboolean (*add) (const FitPriorityRun *run, const FitTotals *totals);

  gboolean constant_early; /* if prepare() calls the score constant for an empty
                              list, it is constant for any nodes */
};

/* Data about a pod that priorities share for all nodes, created once per cycle.
 * Source: kube-scheduler v1.16 priorities/metadata.go. */
struct _FitPriorityMetadata
{
  const FitPod *pod;      /* borrowed */
  FitPodClass *pod_class; /* borrowed */
  FitCache *cache;        /* borrowed */
  FitFeatureGates gates;
  FitArena *arena;     /* of the cycle */
  gint64 max_score;    /* FIT_MAX_PRIORITY, or the maximum of a later release */
  gboolean bare_nodes; /* the nodes to score come from an extender: neither the
                          pods nor the images on them count */
  gint64 milli_cpu;    /* the pod's requests for scoring, with defaults */
  gint64 memory;
  guint n_tolerations; /* those with effect PreferNoSchedule or no effect */
  const FitToleration *tolerations;
  const FitSpreadSelectors *selectors;
  const FitNodeVolumes *node_volumes; /* (nullable): by node index; gate
                                         BalanceAttachedNodeVolumes */
};

/* fit_priority_metadata_new: Returns: (transfer none): owned by @arena */
FitPriorityMetadata *
fit_priority_metadata_new (FitCache *cache, const FitPod *pod, FitArena *arena);

/**
 * fit_priority_normalize:
 * @reverse: fewer is better
 *
 * v1.16 NormalizeReduce: the largest score becomes @max, the others in
 * proportion (integer division).
 */
void fit_priority_normalize (gint64 *scores, guint n, gint64 max,
                             gboolean reverse);

/* The scores that one priority, or one Score plugin of a program, gives to the
 * feasible nodes. */
typedef struct
{
  const char *name; /* borrowed */
  gint64 weight;
  gint64 *scores;              /* by node, unweighted */
  char *error;                 /* (nullable) owned */
  const FitPriority *priority; /* (nullable) borrowed; NULL for a plugin of a
                                  program, and for the EqualPriority that counts
                                  if nothing is configured */
  gboolean is_plugin;          /* of a program */
} FitScores;

G_END_DECLS
