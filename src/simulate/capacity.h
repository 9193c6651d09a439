/* capacity.h - how many more pods fit, and how many nodes are missing
 *
 * Both place pods one after the other, as fit_simulation_schedule() does,
 * without preemption.  A pod that fits nowhere is tried again as long as others
 * find a place: its partner may have come.
 *
 * A question is not answered when the attempt to place a pod fails with an error,
 * say of an extender: "the attempt to place pod NAMESPACE/NAME failed: ...", with
 * the code of that error.
 */
#pragma once

#include "simulate/simulation.h"

G_BEGIN_DECLS

/* No template is repeated more often, no more nodes are tried. */
#define FIT_CAPACITY_MAX_REPLICAS 1000000
#define FIT_CAPACITY_MAX_NODES 5000

/* -- until the cluster is full --------------------------------------------- */

/* Where copies of one template went. */
typedef struct
{
  const FitPod *pod; /* owned reference: the template */
  guint placed;
  char *reason; /* (nullable) owned: why the next copy does not fit: FitError
                   text; NULL: all were placed */
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
  FitCapacityNode *nodes; /* owned: all nodes, in the order of input */
  guint n_unplaced;       /* pods that were pending before, and fit nowhere */
} FitCapacity;

void fit_capacity_free (FitCapacity *capacity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCapacity, fit_capacity_free)

/**
 * fit_capacity_until_full:
 * @simulation: fresh; it ends up full
 * @templates: of FitPod: complete; whether one has a nodeName does not matter
 * @replicas: how many copies of each there are; 0: FIT_CAPACITY_MAX_REPLICAS
 *
 * Places the pending pods, then copies of the templates in turn, named
 * TEMPLATE-1, TEMPLATE-2, ..., until none fits.
 *
 * Returns: (transfer full) (nullable): NULL when an attempt fails with an
 *   error
 */
FitCapacity *fit_capacity_until_full (FitSimulation *simulation,
                                      const GPtrArray *templates,
                                      guint replicas, GError **error);

/* -- nodes that are missing ------------------------------------------------ */

/**
 * FitSimulationMaker:
 * @objects: the cluster with nodes added
 *
 * Returns: (transfer full) (nullable): a fresh simulation, always by the same
 *   rules
 */
typedef FitSimulation *(*FitSimulationMaker) (const FitObjects *objects,
                                              gpointer data, GError **error);

typedef struct
{
  const FitObjects *objects;  /* borrowed: the cluster */
  const FitNode *node;        /* borrowed: what is added, read with
                          FIT_DECODE_KEEP_RAW; copies are named NODE-1, ...,
                          also in their label kubernetes.io/hostname */
  FitDecodeFlags flags;       /* with which the node was read */
  const GPtrArray *templates; /* (nullable) borrowed: of FitPod */
  guint replicas;             /* copies of each template */
  guint max_nodes;            /* 0: FIT_CAPACITY_MAX_NODES */
  FitSimulationMaker make;
  gpointer data; /* of @make */
} FitNodesNeededQuestion;

/* What a number of nodes that was tried has come to. */
typedef struct
{
  guint nodes;   /* added */
  guint pending; /* pods that fit nowhere then */
} FitNodesNeededPoint;

typedef struct
{
  gboolean enough; /* FALSE: even FitNodesNeeded.nodes are not enough */
  guint nodes;     /* with it all pods find a place, with one less they do not;
                      or the greatest tried */
  guint pods;      /* that are to be placed */
  guint placed;    /* of them, with that number */
  const FitPod *pod; /* (nullable) owned reference: the first that fits nowhere:
                        with that number, or with one less when it is enough */
  char *reason;      /* (nullable) owned: why */
  GArray *points; /* owned, of FitNodesNeededPoint: all numbers that were tried,
                        from the smallest to the greatest */
} FitNodesNeeded;

void fit_nodes_needed_free (FitNodesNeeded *needed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodesNeeded, fit_nodes_needed_free)

/**
 * fit_nodes_needed:
 *
 * Searches by doubling, then by bisecting.  Pods are placed one by one, so now
 * and then a still smaller number happens to do, too: more nodes may lead the
 * first pods to where the last one had to go.
 *
 * Returns: (transfer full) (nullable): NULL when no simulation could be made, an
 *   attempt fails with an error, or with FIT_ERROR_USAGE when the text of the node was not kept
 */
FitNodesNeeded *fit_nodes_needed (const FitNodesNeededQuestion *question,
                                  GError **error);

G_END_DECLS
