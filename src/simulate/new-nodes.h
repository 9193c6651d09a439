/* new-nodes.h - nodes to add to a cluster, each with what it would get there
 *
 * A template is a Node; its copies are called NAME-1, NAME-2, ..., without the
 * names that the cluster has already.  The label kubernetes.io/hostname follows
 * the name; everything else is as in the template, including taints.  A copy
 * also gets
 *
 * - a pod of each DaemonSet that its controller would create for it, unless it
 *   does not fit.  It is on the node already when other pods come, as on a node
 *   that has been up for a while.
 * - a CSINode: the one with the name of the template, in the same input or in
 *   the cluster; otherwise that of the existing node with the most labels in
 *   common, but not of another instance type.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/simulation.h"
#include "workloads/daemon-sets.h"

/**
 * FitSimulationMaker:
 * @objects: the cluster with nodes added
 *
 * Returns: (transfer full) (nullable): a new simulation, always with the same
 *   rules
 */
typedef FitSimulation *(*FitSimulationMaker) (const FitObjects *objects,
                                              gpointer data, GError **error);

/* A pod that a copy gets from a DaemonSet. */
typedef struct
{
  const FitDaemonSet *set; /* borrowed */
  const FitNode *like; /* (nullable) borrowed: the existing node that decided
                              that there is a pod: fit_daemon_set_wants() */
  char *reason;        /* (nullable) owned: why it does not fit on the new
                              node, which therefore lacks it */
} FitDaemonPod;

/* Its private members are in new-nodes.c. */
typedef struct
{
  const FitNode *node;        /* borrowed */
  const FitCSINode *csi_node; /* (nullable) borrowed: the one to copy; NULL: the
                                 copies have none */
  gboolean csi_given;         /* it was among the templates */
  GArray *daemons;            /* owned, of FitDaemonPod, in queue order */
} FitNodeTemplate;

typedef struct
{
  GPtrArray *templates; /* owned, of FitNodeTemplate, in input order */
  GPtrArray *sets;      /* owned: the DaemonSets of the cluster */
  guint n_refused;      /* pods that admission refused since
                           fit_new_nodes_begin() */
  char *refusal;        /* (nullable) owned: why, the first of them */
} FitNewNodes;

typedef struct
{
  const FitObjects *cluster; /* borrowed: completed; must live as long */
  const FitObjects *nodes;   /* borrowed: the templates and their CSINodes, read
                                with FIT_DECODE_KEEP_RAW; must live as long */
  FitDecodeFlags flags;      /* the flags used to read the templates */
  gboolean as_they_are;      /* add the templates themselves, not copies */
  const FitWorkloadsOptions
      *workloads;      /* (nullable) borrowed: for fit_daemon_sets_find() */
  gboolean priorities; /* likewise */
  FitAdmission
      *admission; /* (nullable) borrowed: refuses pods of DaemonSets when
                              copies are added */
  FitSimulationMaker make; /* (nullable): NULL: pods of DaemonSets are not
                              tried, but pending */
  gpointer data;           /* for @make */
} FitNewNodesOptions;

void fit_new_nodes_free (FitNewNodes *new_nodes);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitNewNodes, fit_new_nodes_free)

/**
 * fit_new_nodes_new:
 *
 * Finds out what each copy gets.  To see which pods of DaemonSets fit, they are
 * scheduled on the first copy, if there is @make.
 *
 * Returns: (transfer full) (nullable): NULL with FIT_ERROR_SCHEMA if two
 *   templates have one name, if a CSINode has no Node, or if a DaemonSet cannot
 *   be read; with FIT_ERROR_USAGE if the text of a Node was not kept; or if a
 *   simulation or an attempt fails with an error
 */
FitNewNodes *fit_new_nodes_new (const FitNewNodesOptions *options,
                                GError **error);

/* fit_new_nodes_begin: the next copies are added to a cluster that has none.
 * What counts as used at the first call counts at all of them. */
void fit_new_nodes_begin (FitNewNodes *new_nodes);

/* fit_new_nodes_add: adds the first @n copies of the template number @index to
 * @objects, always the same ones, with their pods and CSINodes */
gboolean fit_new_nodes_add (FitNewNodes *new_nodes, guint index, guint n,
                            FitObjects *objects, GError **error);

/* fit_objects_and_more: Returns: (transfer full): what @objects holds of all
 * kinds, to add more to it */
FitObjects *fit_objects_and_more (const FitObjects *objects);
