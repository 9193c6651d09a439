/* nodes-needed.h - how many nodes to add so that every pending pod fits
 *
 * Pods are placed as for the questions of capacity.h, but pending pods of
 * DaemonSets go first.  There may be several templates of nodes, for example one
 * for each zone or size.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/bound.h"
#include "simulate/new-nodes.h"

/* The maximum number of nodes to try. */
#define FIT_NODES_NEEDED_MAX 5000

typedef struct
{
  const FitObjects *objects;  /* borrowed: the cluster */
  FitNewNodes *nodes;         /* borrowed: what to add, one template at least,
                                 made for this cluster */
  const GPtrArray *templates; /* (nullable) borrowed: of FitPod: pods to copy */
  guint replicas;             /* copies of each of these */
  const guint *copies;        /* (nullable) borrowed: at most this many of each
                                 of these */
  guint max_nodes;            /* in all; 0: FIT_NODES_NEEDED_MAX */
  gboolean in_queue_order;    /* pods of DaemonSets do not go first: as it would
                                 happen now, not as it is planned */
  FitSimulationMaker make;
  gpointer data; /* for @make */
} FitNodesNeededQuestion;

/* The result for one number of nodes of each template. */
typedef struct
{
  guint nodes;   /* added, in all */
  guint *of;     /* owned: of each template */
  guint pending; /* pods that fit nowhere with these nodes */
} FitNodesNeededPoint;

/* What is needed of one template. */
typedef struct
{
  guint nodes;
  const FitPod *pod; /* (nullable) owned reference: the first pod that fits
                        nowhere with one node less of this template; NULL if
                        none is needed */
  char *reason;      /* (nullable) owned: why */
} FitNodesNeededOf;

typedef struct
{
  guint nodes; /* in all; with these, all pods but @left fit */
  guint n_templates;
  FitNodesNeededOf *of; /* owned: by template */
  guint pods;           /* number of pods to place */
  guint placed;         /* of these, pods placed with these nodes */
  GPtrArray *left;      /* owned, of FitPod: pods that no number of nodes
                           helps */
  GPtrArray *reasons;   /* owned, of interned strings (owned): why each of these
                           does not fit... */
  guint tried;          /* ...with so many nodes of each template: as many as
                           there are pods, if that is not too many */
  GArray *points;       /* owned, of FitNodesNeededPoint: everything tried, in
                           ascending order of nodes */
} FitNodesNeeded;

void fit_nodes_needed_free (FitNodesNeeded *needed);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNodesNeeded, fit_nodes_needed_free)

/**
 * fit_nodes_needed:
 *
 * The answer is tried as a whole: with @nodes, all pods but @left fit, and with
 * one node less of any template some other pod does not.  No number of nodes
 * helps @left: they do not fit either with as many nodes of each template as
 * there are pods to place, one of which is empty when they are tried.
 *
 * The search adds the same number of nodes of each template, by doubling, then
 * by bisection.  With several templates, it then does without as many nodes as
 * possible, beginning with the template whose nodes help the fewest pods, and
 * tries to replace the rest by fewer nodes of templates that help more.  That
 * finds few nodes, but not always the fewest.  Since pods are placed one by one,
 * even fewer nodes may happen to be enough: with more nodes, the first pods may
 * take the place that the last one needs.
 *
 * Returns: (transfer full) (nullable): NULL if no simulation could be created
 *   or an attempt fails with an error
 */
FitNodesNeeded *fit_nodes_needed (const FitNodesNeededQuestion *question,
                                  GError **error);

/* FitSimulationVisitor: looks at @simulation, which ends afterwards */
typedef void (*FitSimulationVisitor) (FitSimulation *simulation, gpointer data);

/* fit_nodes_needed_visit: places all pods with the nodes of @needed, the answer
 * to @question, once more, for @visit to look at */
gboolean fit_nodes_needed_visit (const FitNodesNeededQuestion *question,
                                 const FitNodesNeeded *needed,
                                 FitSimulationVisitor visit, gpointer data,
                                 GError **error);

/* fit_nodes_needed_bound: at least so many nodes, of any of the templates, are
 * needed for all pods but those that no number helps.  Returns: (transfer full)
 * (nullable): NULL if no simulation could be created */
FitBound *fit_nodes_needed_bound (const FitNodesNeededQuestion *question,
                                  const FitNodesNeeded *needed, GError **error);

/**
 * fit_nodes_one_each:
 *
 * Tries what a single node would do, for each template on its own.
 *
 * Returns: (transfer full) (nullable): for each template a GPtrArray of FitPod:
 *   the pods that fit nowhere without the node, and somewhere with it; NULL as
 *   for fit_nodes_needed()
 */
GPtrArray *fit_nodes_one_each (const FitNodesNeededQuestion *question,
                               GError **error);
