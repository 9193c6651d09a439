/* predicate.h - one yes/no rule about a pod and a node
 *
 * A predicate answers "may this pod run on this node?".  It never logs.
 * Priorities score nodes: see priorities/priority.h.
 *
 * To add one, write a file with a FitPredicateInfo, in src/rules if a plugin
 * replaced it, list it in algorithmprovider/, and add test cases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache-reading.h"
#include "cluster/factory-args.h"
#include "predicates/detail.h"
#include "predicates/reasons.h"

G_BEGIN_DECLS

typedef struct _FitPredicateMetadata FitPredicateMetadata;
typedef struct _FitPredicateRun FitPredicateRun;
typedef struct _FitPredicateInfo FitPredicateInfo;
typedef struct _FitPredicate FitPredicate;

#define FIT_CHECKED_AT_ONCE 64

typedef enum
{
  FIT_ANSWER_ERROR = -1, /* there is no answer; GError is set */
  FIT_ANSWER_NO,
  FIT_ANSWER_YES,
} FitAnswer;

/* The cost of a configured predicate per node. */
typedef enum
{
  FIT_COST_CONSTANT,
  FIT_COST_TAINTS,
  FIT_COST_LABELS,
  FIT_COST_PODS_ON_NODE,
  FIT_COST_VOLUMES,
} FitCost;

/* The names of the only nodes to check. */
typedef struct
{
  guint n;
  const char *const *names; /* without duplicates, in no particular order */
} FitNodeNames;

/* A predicate that checks one pod: the data shared by all nodes. */
struct _FitPredicateRun
{
  const FitPredicate *predicate;
  FitPredicateMetadata *meta; /* facts about the pod; never NULL */
  gpointer state; /* set by prepare(); memory of the cycle's arena */
  gboolean skip;  /* set by prepare(): the pod fits every node that has a Node
                     object, unless pods are added to or removed from the
                     metadata */
  gboolean asks_labels; /* set by prepare(): check_labels() may say NO */

  /* Set by prepare(), with asks_labels: it also asks for labels or names that the
   * pod does not ask for itself. */
  gboolean asks_configured_labels;

  /* Set by prepare() of plugins of later releases (PreFilter); NULL for
   * others. */
  const FitReasons *reject; /* the pod fits no node, for these reasons */
  const FitNodeNames *only; /* it fits only these nodes */
  const char *error;        /* the attempt fails with this message */
  gboolean says_skip; /* the plugin is never run on a node, even if pods are
                         added or removed; skip is set too */
};

/**
 * FitPredicateCheck:
 * @run: the data about the pod
 * @node: the candidate and its pods; it has a Node object
 * @reasons: collects the reasons for a NO, in v1.16's order; untouched on YES
 *
 * Returns: FIT_ANSWER_NO only with at least one reason added
 */
typedef FitAnswer (*FitPredicateCheck) (const FitPredicateRun *run,
                                        const FitNodeInfo *node,
                                        FitReasons *reasons, GError **error);

/* A configured predicate. */
struct _FitPredicate
{
  const char *name; /* interned: the name it was configured under */
  const FitPredicateInfo *info;
  gpointer data; /* owned, freed by info->free_data */
  FitFeatureGates gates;
  FitCache *cache; /* borrowed */
};

/* The static description of a rule, one per rule file. */
struct _FitPredicateInfo
{
  const char *name;      /* registered name */
  const char *summary;   /* one line, for help and the manual */
  const char *successor; /* (nullable): a sentence: what replaces it where
                            releases no longer have it */
  FitCost cost;
  const FitReasonCode *reasons; /* the reasons it may give, 0-terminated */
  FitPredicateCheck check;

  /* check() and prepare() read nothing but what core/pod-class.c knows of the
   * pod, the configuration, and, in check(), the node; they change nothing, and
   * there is no error.  So the answer holds until the node changes. */
  gboolean by_node;

  /* Of the node, check() reads only its traits, which many nodes share. */
  gboolean by_traits;

  /* Of a predicate that is by_node: a pod that fits a node fits it also if fewer
   * pods are there.  So where it does not fit an empty node, it never will:
   * simulate/bound.h. */
  gboolean fits_emptier;

  /* It lets no two pods onto one node if the required anti-affinity of one matches
   * the other, and the node has the label of that term. */
  gboolean keeps_apart;

  /**
   * (nullable): what check() demands to be free, of a predicate that is
   * fits_emptier
   * @amounts: raised to the amounts that pods on the node and this one may not
   *   exceed together
   *
   * Returns: does the pod also need one of the node's places for pods?
   */
  gboolean (*demand) (const FitPredicateRun *run, FitResources *amounts);

  /**
   * (nullable): check() for many nodes, without the reasons, of a predicate that
   * is by_node
   * @nodes: @n of them, at most FIT_CHECKED_AT_ONCE
   * @excluded: no longer FALSE for each node where check() says NO
   */
  void (*check_nodes) (const FitPredicateRun *run,
                       const FitNodeInfo *const *nodes, guint n,
                       gboolean *excluded);

  /**
   * (nullable): the part of check() that reads nothing of the node but labels and
   * name of its Node object
   *
   * Returns: FALSE if check() says NO for that
   */
  gboolean (*check_labels) (const FitPredicateRun *run, const FitNode *node);

  /**
   * (nullable): check() for plain nodes (cluster/plain-nodes.h) of a predicate
   * that is by_node, without what check_labels() says
   * @answers: "unfit" for each plain node where it says NO; never for one
   *   on which less is in use than on another with the same traits where it says
   *   YES
   *
   * Returns: FALSE if it cannot tell for this pod
   */
  gboolean (*check_plain) (const FitPredicateRun *run,
                           const FitPlainNodes *nodes,
                           FitPlainAnswers *answers);

  /* For a pod that has no terms about others, check() says the same whether or
   * not there are pods on the node that others notice only by their requests.
   * So preemption adds up requests instead of trying without such pods. */
  gboolean ignores_plain_pods;

  /**
   * (nullable): check() for many nodes, without the reasons
   * @kinds: (nullable): leave out what exclude_kinds() says of these
   * @list: indexes of nodes in the order of the node tree, of which @n are asked
   *   about, from @begin on
   * @excluded: gets a bit for each of them where check() says NO, the first one
   *   lowest in the first word
   *
   * Only if the metadata is usable, and no pod was added or removed.
   */
  void (*exclude) (const FitPredicateRun *run, const FitNodeKinds *kinds,
                   const guint32 *list, guint begin, guint n,
                   guint64 *excluded);

  /**
   * (not nullable with exclude()): what check() says of all nodes of a kind
   * @excluded: no longer FALSE for each of the kinds where it says NO
   *
   * Returns: TRUE if nothing is left for exclude() to say
   */
  gboolean (*exclude_kinds) (const FitPredicateRun *run,
                             const FitNodeKinds *kinds, gboolean *excluded);

  /* (nullable): called once per pod, on one thread, before any check */
  void (*prepare) (FitPredicateRun *run);

  /**
   * (nullable): finds why check() gave @reason
   * @node: (nullable): the current node; NULL if prepare() rejected the pod
   * @detail: empty; stays empty if the cause is not found, since check() may
   *   have seen the node with nominated pods
   *
   * For explanations only: called on one thread, after prepare().  It may
   * allocate memory and look at every pod.
   */
  void (*explain) (const FitPredicateRun *run, const FitNodeInfo *node,
                   const FitReason *reason, FitDetail *detail);

  /* (nullable): builds FitPredicate.data; @argument is the FitLabelsArgument
   * of a policy entry that has one, else NULL */
  gboolean (*create) (const FitFactoryArgs *args, gconstpointer argument,
                      gpointer *out_data, GError **error);
  void (*free_data) (gpointer data);
};

G_END_DECLS
