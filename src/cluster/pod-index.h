/* pod-index.h - which pods match which selectors and terms, kept up to date as
 * pods come and go
 *
 * The original checks every pod of the cluster in every cycle.  This index has:
 *
 *   class   pods with the same namespace and labels.  A selector is matched
 *           once per class, not once per pod; a class knows how many of its
 *           pods run on which node.
 *   query   "which pods match these selectors": the classes that do, and, per
 *           topology key asked for, how many pods there are per value.
 *   term    a pod affinity term of pods that run already: per topology value,
 *           how many pods have it as a required (anti-)affinity and the sum of
 *           its preferred weights.
 *
 * All counts are updated when a pod is added or removed, so the cost of a cycle
 * depends on what changed since the last one.  Only pods on nodes with a Node
 * object are indexed.  Owned by a FitCache.  Queries and classes are created
 * before nodes are checked; checks only read.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "cluster/listers.h"
#include "cluster/node-tree.h"
#include "cluster/pair-buckets.h"
#include "cluster/topology.h"

typedef struct _FitPodIndex FitPodIndex;
typedef struct _FitPodClass FitPodClass;
typedef struct _FitPodQuery FitPodQuery;
typedef struct _FitPodTerm FitPodTerm;

/* Pods of one class on one node. */
typedef struct
{
  guint32 node; /* node index */
  guint32 count;
  guint32 terminating; /* of these, those with a deletion timestamp */
} FitClassOnNode;

struct _FitPodClass
{
  const char *namespace_; /* interned */
  FitLabels *labels;      /* (nullable) owned reference */
  guint n_pods;
  guint n_on_nodes;
  FitClassOnNode *on_nodes; /* owned, in no particular order */
};

typedef enum
{
  FIT_COUNT_ALL,
  FIT_COUNT_STAYING, /* without pods that have a deletion timestamp */
  FIT_COUNT_LAST
} FitCountMode;

/* The sums over the pods with one term at one topology value. */
typedef struct
{
  gint32 required_anti;
  gint32 required_affinity;
  gint64 preferred; /* sum of weights, negative for anti-affinity */
} FitTermSum;

struct _FitPodTerm
{
  guint slot;            /* topology slot of the term's key */
  guint n_values;        /* size of @sums */
  FitTermSum *sums;      /* owned, by value id */
  guint8 *scores;        /* owned, by value id: is the sum for scores not 0? */
  guint n_required_anti; /* pods with it, over all values except ABSENT */
  guint n_scoring;       /* the same, required or preferred affinity */
};

/* What a term is asked about. */
typedef enum
{
  FIT_TERM_SCORES,        /* are the scores not 0? */
  FIT_TERM_REQUIRED_ANTI, /* is there any pod with required anti-affinity? */
  FIT_TERM_USE_LAST
} FitTermUse;

/* Pods whose terms cannot be evaluated because a selector is invalid. */
typedef struct
{
  guint required_anti;
  guint required_affinity;
  guint preferred;
} FitInvalidTerms;

/* fit_pod_index_new: @topology, @tree: borrowed */
FitPodIndex *fit_pod_index_new (FitTopology *topology, FitNodeTree *tree);
void fit_pod_index_free (FitPodIndex *index);

/* fit_pod_index_set_listers: sets where to find the labels of namespaces, for
 * terms with a namespaceSelector; borrowed.  Without listers, no namespace has
 * labels. */
void fit_pod_index_set_listers (FitPodIndex *index, const FitListers *listers);

/* fit_pod_index_refresh: picks up changes of namespaces */
void fit_pod_index_refresh (FitPodIndex *index);

/* fit_pod_index_add, fit_pod_index_remove: @pod runs on node number @node, or
 * no longer does.  On removal the node's column values must be the same as when
 * the pod was added. */
void fit_pod_index_add (FitPodIndex *index, const FitPod *pod, guint node);
void fit_pod_index_remove (FitPodIndex *index, const FitPod *pod, guint node);

/* fit_pod_index_class: Returns: (transfer none): the class, created if needed;
 * valid until the next call of fit_pod_index_sweep() */
FitPodClass *fit_pod_index_class (FitPodIndex *index, const char *namespace_,
                                  const FitLabels *labels);

/* fit_pod_index_query: a query for pods that satisfy all @conditions.  Returns:
 * (transfer none): the query, created if needed; valid until
 * fit_pod_index_sweep() */
FitPodQuery *fit_pod_index_query (FitPodIndex *index,
                                  const FitPodCondition *conditions, guint n);

/* fit_pod_class_add_up: adds the number of pods of @class on each node to
 * @counts, by node index */
void fit_pod_class_add_up (const FitPodClass *class, FitCountMode mode,
                           gint32 *counts);

/* fit_pod_query_classes: Returns: (transfer none): array of FitPodClass */
const GPtrArray *fit_pod_query_classes (const FitPodQuery *query);

/**
 * fit_pod_query_on_nodes:
 * @n_nodes: one more than the greatest node index
 *
 * Whoever counts by node adds up what the classes have.  Pods of a StatefulSet
 * have a label of their own each, so that there is a class for every pod.  Once
 * there is more to add up than a sixteenth of the nodes, the query keeps the
 * counts itself, 4 bytes per node.
 *
 * Returns: (transfer none) (nullable): number of matching pods by node index,
 *   valid until the index changes; NULL if the classes are to be added up
 */
const gint32 *fit_pod_query_on_nodes (FitPodQuery *query, FitCountMode mode,
                                      guint n_nodes);

/* fit_pod_query_node_places: Returns: (transfer none) (nullable): the places, as in
 * place-set.h, of all nodes where fit_pod_query_on_nodes() is not 0, and maybe
 * more; NULL if that is NULL.  Valid as long as the list of nodes and the index. */
const guint64 *fit_pod_query_node_places (FitPodIndex *index,
                                          FitPodQuery *query,
                                          FitCountMode mode);

/**
 * fit_pod_query_counts:
 * @out_total: (out) (optional): number of matching pods on nodes with the key
 *
 * Returns: (transfer none): number of matching pods by value id of @slot; entry
 *   0 (key absent) is 0.  The counts are kept up to date; the pointer is valid
 *   until the index changes.
 */
const guint32 *fit_pod_query_counts (FitPodIndex *index, FitPodQuery *query,
                                     guint slot, guint64 *out_total);

/* fit_pod_query_places: Returns: (transfer none) (nullable): the places of all nodes
 * where fit_pod_query_counts() is not 0, and maybe more; NULL if nodes share values
 * of @slot.  Only after that was called for @slot; valid as long as the list of nodes
 * and the index. */
const guint64 *fit_pod_query_places (FitPodIndex *index, FitPodQuery *query,
                                     guint slot);

/* fit_pod_index_terms: Returns: (transfer none): array of FitPodTerm: the terms
 * of running pods that match pods of @pod_class */
const GPtrArray *fit_pod_index_terms (FitPodIndex *index,
                                      FitPodClass *pod_class);

/* fit_pod_term_places: Returns: (transfer none) (nullable): the places of all nodes
 * where @use finds something in @term, and maybe more; NULL if nodes share values
 * of its key.  Valid as long as the list of nodes and the index. */
const guint64 *fit_pod_term_places (FitPodIndex *index, FitPodTerm *term,
                                    FitTermUse use);

/* fit_pod_index_n_pods: Returns: number of pods indexed */
guint fit_pod_index_n_pods (const FitPodIndex *index);

/* fit_pod_index_invalid_terms: Returns: (transfer none) */
const FitInvalidTerms *fit_pod_index_invalid_terms (const FitPodIndex *index);

/* fit_pod_index_sweep: drops classes, queries and terms that were not used
 * recently, if there are many; call it once between two cycles.
 * Returns: TRUE if classes were dropped */
gboolean fit_pod_index_sweep (FitPodIndex *index);
