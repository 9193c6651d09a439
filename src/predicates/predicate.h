/* predicate.h - one yes/no rule about a pod and a node
 *
 * A predicate answers "may this pod run on this node?".  It never logs, and
 * may run on several threads at once.  Ranking nodes is not its business; see
 * priorities/priority.h.
 *
 * Adding one: write src/predicates/NAME.c with a FitPredicateInfo, list it in
 * algorithmprovider/, add cases.  docs/contributing.md has an example.
 */
#pragma once

#include "cluster/cache.h"
#include "cluster/factory-args.h"
#include "predicates/detail.h"
#include "predicates/reasons.h"

G_BEGIN_DECLS

typedef struct _FitPredicateMetadata FitPredicateMetadata;
typedef struct _FitPredicateRun FitPredicateRun;
typedef struct _FitPredicateInfo FitPredicateInfo;
typedef struct _FitPredicate FitPredicate;

typedef enum
{
  FIT_ANSWER_ERROR = -1, /* the question could not be asked; GError is set */
  FIT_ANSWER_NO,
  FIT_ANSWER_YES,
} FitAnswer;

/* What a configured predicate costs per node. */
typedef enum
{
  FIT_COST_CONSTANT,
  FIT_COST_TAINTS,
  FIT_COST_LABELS,
  FIT_COST_PODS_ON_NODE,
  FIT_COST_VOLUMES,
} FitCost;

/* The only nodes that are worth a look, by name. */
typedef struct
{
  guint n;
  const char *const *names; /* each once, in no particular order */
} FitNodeNames;

/* A predicate at work on one pod: what is the same for all nodes. */
struct _FitPredicateRun
{
  const FitPredicate *predicate;
  FitPredicateMetadata *meta; /* facts about the pod; never NULL */
  gpointer state; /* made by prepare(), memory of the cycle's arena */
  gboolean skip;  /* set by prepare(): fits every node that has a Node object,
                     unless pods are added to or removed from the metadata */

  /* Set by prepare() of plugins of later releases (PreFilter); all NULL for
   * others. */
  const FitReasons *reject; /* the pod fits nowhere, for these reasons */
  const FitNodeNames *only; /* it fits nowhere else */
  const char *error;        /* the attempt fails with this message */
  gboolean says_skip; /* the plugin is not asked about any node, whatever pods
                         come or go; skip is set too */
};

/**
 * FitPredicateCheck:
 * @run: the pod's side
 * @node: the candidate and the pods on it; it has a Node object
 * @reasons: collects why not, in v1.16's order; untouched on YES
 *
 * Returns: NO only with at least one reason added
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

/* Static description of a rule; one per rule file, never freed. */
struct _FitPredicateInfo
{
  const char *name;    /* registered name */
  const char *summary; /* one line, for help and the manual */
  FitCost cost;
  const FitReasonCode *reasons; /* closed list it may give, 0-ended */
  FitPredicateCheck check;

  /* (nullable): once per pod, single-threaded, before any check */
  void (*prepare) (FitPredicateRun *run);

  /**
   * (nullable): what was it that made check() give @reason?
   * @node: (nullable): as it is; NULL where prepare() rejected the pod
   * @detail: says nothing yet, and goes on saying nothing when the cause is not
   *   found: check() may have been asked about the node with nominated pods
   *
   * For explanations only: single-threaded, after prepare(), and free to
   * allocate and to look at every pod.
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
