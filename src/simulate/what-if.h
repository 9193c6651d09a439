/* what-if.h - changes of a cluster that are assumed before anything is asked
 * about it
 *
 * A what-if changes the objects that were read, before controllers make pods
 * from workloads.  So simulations, comparisons and explanations know nothing of
 * it: they get another cluster.
 *
 *   drain=NODES            cordoned; the pods leave as with 'kubectl drain'
 *   cordon=NODES           cordoned; the pods stay
 *   without-zone=ZONE      the nodes of the zone are gone, with their pods
 *   scale=WORKLOAD=N       the workload has N pods
 *   replace-nodes=NODES=FILE
 *                          these nodes are gone; those of FILE come
 *
 * NODES are names or patterns separated by commas, or a label selector.
 * WORKLOAD is [NAMESPACE/]KIND/NAME, as in kubectl.  It may be known only by its
 * pods (workloads/inferred.h).
 *
 * A pod that leaves and has a controller becomes a new pending pod: it keeps
 * its name, so that one can tell which it is, and comes last in the queue.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

/* What becomes of a pod. */
typedef enum
{
  FIT_FATE_MOVES, /* its controller makes another, which needs a node */
  FIT_FATE_STAYS, /* of a DaemonSet, or static: on a drained node */
  FIT_FATE_GOES,  /* with its node, or because its workload shrinks */
  FIT_FATE_LOST,  /* it has no controller that would replace it */
  FIT_FATE_ENDS,  /* it was being deleted anyway */
  FIT_FATES,
} FitFate;

/* fit_fate_name: for JSON: "moves", "stays", "goes", "lost", "ends" */
const char *fit_fate_name (FitFate fate);

/* What one what-if has changed. */
typedef struct
{
  const char *kind; /* static: "drain", ... */
  char *argument;   /* owned: as given */
  char *text;       /* owned: "worker-a1 is drained: 3 pods move" */
  GPtrArray *notes; /* owned, of char: what follows from it */
  GPtrArray *nodes; /* owned, of char: the nodes that it changes or removes */
  GPtrArray *added; /* owned, of char: new nodes */
  GPtrArray *pods[FIT_FATES]; /* owned, of FitPod: as they were */
  guint n_new;                /* pods that a workload makes in addition */
} FitAssumption;

typedef struct
{
  const char *namespace_; /* of workloads without one */

  /* Reads a file of --replace-nodes with @flags.  Returns: (transfer full)
   * (nullable) */
  FitObjects *(*load) (const char *path, FitDecodeFlags flags, gpointer data,
                       GError **error);
  gpointer data;
  FitDecodeFlags flags; /* with which the cluster was read */

  const FitObjects *given;      /* (nullable) borrowed: what is to be tried: its
                                   workloads may be scaled, too */
  gboolean given_are_templates; /* its workloads have no number of pods */
} FitWhatIfOptions;

typedef struct
{
  GPtrArray *assumptions; /* owned, of FitAssumption, in order */
  GHashTable *new_nodes;  /* owned: set of names: DaemonSets of the cluster make
                             pods for them */
} FitWhatIfs;

/**
 * fit_what_ifs_apply:
 * @what_ifs: NULL-terminated, each "KIND=ARGUMENT"
 * @objects: the cluster, not completed, without pods of workloads
 *
 * Applies them in order.  Returns: (transfer full) (nullable): NULL with
 *   FIT_ERROR_USAGE, or FIT_ERROR_NOT_FOUND with a hint if a node, a zone or a
 *   workload is not there
 */
FitWhatIfs *fit_what_ifs_apply (char *const *what_ifs, FitObjects *objects,
                                const FitWhatIfOptions *options,
                                GError **error);
void fit_what_ifs_free (FitWhatIfs *what_ifs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWhatIfs, fit_what_ifs_free)
