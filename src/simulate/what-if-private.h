/* what-if-private.h - the parts of applying a what-if (private to simulate/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/what-if.h"
#include "workloads/owners.h"

typedef struct
{
  FitObjects *objects;             /* borrowed: the cluster */
  const FitWhatIfOptions *options; /* borrowed */
  GHashTable *new_nodes;           /* borrowed: as in FitWhatIfs */
  guint *evicted; /* owned: by index of a PodDisruptionBudget, how many of its
                     pods have been evicted so far */
  FitAssumption *out; /* borrowed: of the what-if that is being applied */
} FitApplying;

/* -- nodes ----------------------------------------------------------------- */

/* fit_what_if_nodes: finds the nodes that @text names or selects, and lists
 * them in the assumption.  Returns: (transfer full) (nullable): set of names */
GHashTable *fit_what_if_nodes (FitApplying *applying, const char *text,
                               GError **error);

/* fit_what_if_zone: the same for the nodes of a zone */
GHashTable *fit_what_if_zone (FitApplying *applying, const char *zone,
                              GError **error);

/* fit_what_if_nodes_text: Returns: (transfer full): "a", "a, b and c" or "12
 * nodes" */
char *fit_what_if_nodes_text (const GPtrArray *names);

void fit_what_if_cordon (FitApplying *applying, GHashTable *names);
void fit_what_if_remove_nodes (FitApplying *applying, GHashTable *names);

/* -- pods ------------------------------------------------------------------ */

/* How pods leave their nodes. */
typedef enum
{
  FIT_LEAVE_DRAINED,  /* evicted; some stay on the node */
  FIT_LEAVE_REPLACED, /* evicted; the others go with the node */
  FIT_LEAVE_LOST,     /* all go with the node, whatever their budgets say */
} FitLeave;

/* fit_what_if_leave: the pods of the nodes @names leave them */
void fit_what_if_leave (FitApplying *applying, GHashTable *names, FitLeave how);

/* fit_what_if_fates_text: Returns: (transfer full): "3 pods move, 1 DaemonSet
 * pod stays" */
char *fit_what_if_fates_text (const FitAssumption *assumption);

/* fit_what_if_remove_pods: removes @pods (set), which go */
void fit_what_if_remove_pods (FitApplying *applying, GHashTable *pods);

/* What decides which pods a controller deletes if it has too many. */
typedef struct
{
  const FitPod *pod; /* borrowed */
  guint index;       /* in the input */
  gint64 ordinal;    /* of a StatefulSet */
  guint phase;
  gboolean ready;
  gint64 ready_since;
  gint64 cost;
  guint neighbours;
  gint64 restarts;
} FitRankedPod;

/* fit_ranked_pods_new: Returns: (transfer full): of FitRankedPod: @pods, whose
 * neighbours are each other */
GArray *fit_ranked_pods_new (const GPtrArray *pods);

/* fit_ranked_pods_count_neighbours: counts them anew, on the nodes where they are,
 * with @others (nullable) */
void fit_ranked_pods_count_neighbours (GArray *candidates,
                                       const GPtrArray *others);

/* fit_ranked_pods_compare: the first one is deleted first, but not of a
 * StatefulSet */
gint fit_ranked_pods_compare (gconstpointer a, gconstpointer b);

/* -- kinds with a file of their own ---------------------------------------- */

gboolean fit_what_if_scale (FitApplying *applying, const char *argument,
                            GError **error);
gboolean fit_what_if_replace (FitApplying *applying, const char *argument,
                              GError **error);
