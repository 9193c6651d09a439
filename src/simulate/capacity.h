/* capacity.h - how many more pods fit, and how many nodes are needed
 *
 * Both place pods one by one, like fit_simulation_schedule(), without
 * preemption.  A pod that fits nowhere is tried again as long as other pods are
 * placed, since it may have affinity to one of them.
 *
 * There is no answer if an attempt to place a pod fails with an error, for
 * example of an extender: "the attempt to place pod NAMESPACE/NAME failed:
 * ...", with the code of that error.
 */
#pragma once

#include "admission/admission.h"
#include "simulate/simulation.h"

/* The maximum number of copies of a template, and of nodes to try. */
#define FIT_CAPACITY_MAX_REPLICAS 1000000
#define FIT_CAPACITY_MAX_NODES 5000

/* -- until the cluster is full --------------------------------------------- */

/* The copies of one template. */
typedef struct
{
  const FitPod *pod; /* owned reference: the template */
  guint placed;
  char *reason;     /* (nullable) owned: why the next copy does not fit, as a
                       FitError text, or why admission refuses it; NULL: all
                       copies were placed */
  gboolean refused; /* admission refuses it */
} FitCapacityTemplate;

typedef struct
{
  const char *name; /* interned, owned */
  guint total;      /* copies of all templates */
  guint *placed;    /* owned: by template */
} FitCapacityNode;

typedef struct
{
  guint n_templates;
  FitCapacityTemplate *templates; /* owned */
  guint n_nodes;
  FitCapacityNode *nodes; /* owned: all nodes, in input order */
  guint n_unplaced;       /* pods that were already pending and fit nowhere */
} FitCapacity;

void fit_capacity_free (FitCapacity *capacity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCapacity, fit_capacity_free)

/**
 * fit_capacity_until_full:
 * @simulation: a new simulation; it is full afterwards
 * @templates: of FitPod: completed; a nodeName is ignored
 * @replicas: maximum number of copies of each; 0: FIT_CAPACITY_MAX_REPLICAS
 * @admission: (nullable): may refuse copies; placed copies are charged to it
 *
 * Places the pending pods, then copies of the templates in turn, named
 * TEMPLATE-1, TEMPLATE-2, ..., until none fits.
 *
 * Returns: (transfer full) (nullable): NULL if an attempt fails with an error
 */
FitCapacity *fit_capacity_until_full (FitSimulation *simulation,
                                      const GPtrArray *templates,
                                      guint replicas, FitAdmission *admission,
                                      GError **error);

/* -- nodes needed ---------------------------------------------------------- */

/**
 * FitSimulationMaker:
 * @objects: the cluster with nodes added
 *
 * Returns: (transfer full) (nullable): a new simulation, always with the same
 *   rules
 */
typedef FitSimulation *(*FitSimulationMaker) (const FitObjects *objects,
                                              gpointer data, GError **error);

typedef struct
{
  const FitObjects *objects;  /* borrowed: the cluster */
  const FitNode *node;        /* borrowed: the node to add, read with
                                 FIT_DECODE_KEEP_RAW; copies are named NODE-1,
                                 ..., also in their label
                                 kubernetes.io/hostname */
  FitDecodeFlags flags;       /* the flags used to read the node */
  const GPtrArray *templates; /* (nullable) borrowed: of FitPod */
  guint replicas;             /* copies of each template */
  const guint *copies;        /* (nullable) borrowed: at most this many of each
                                 template */
  guint max_nodes;            /* 0: FIT_CAPACITY_MAX_NODES */
  FitSimulationMaker make;
  gpointer data; /* for @make */
} FitNodesNeededQuestion;

/* The result for one number of nodes. */
typedef struct
{
  guint nodes;   /* added */
  guint pending; /* pods that fit nowhere with these nodes */
} FitNodesNeededPoint;

typedef struct
{
  gboolean enough; /* FALSE: even @nodes are not enough */
  guint nodes;     /* with this number all pods fit, with one less they do not;
                      or the greatest number tried */
  guint pods;      /* number of pods to place */
  guint placed;    /* of these, pods placed with that number */
  const FitPod *pod; /* (nullable) owned reference: the first pod that fits
                        nowhere with that number, or with one less if it is
                        enough */
  char *reason;      /* (nullable) owned: why */
  GArray *points;    /* owned, of FitNodesNeededPoint: all numbers tried, in
                        ascending order */
} FitNodesNeeded;

void fit_nodes_needed_free (FitNodesNeeded *needed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodesNeeded, fit_nodes_needed_free)

/**
 * fit_nodes_needed:
 *
 * Searches by doubling, then by bisection.  Since pods are placed one by one,
 * an even smaller number may happen to be enough too: with more nodes, the
 * first pods may take the place that the last one needs.
 *
 * Returns: (transfer full) (nullable): NULL if no simulation could be created
 *   or an attempt fails with an error, or with FIT_ERROR_USAGE if the text of
 *   the node was not kept
 */
FitNodesNeeded *fit_nodes_needed (const FitNodesNeededQuestion *question,
                                  GError **error);
