/* workloads-private.h - functions to create pods from controllers (private to
 * workloads/)
 *
 * A maker reads the text of its controller and turns the tree of the pod
 * template into trees of pods.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value-edit.h"
#include "workloads/owners.h"
#include "workloads/workloads.h"

typedef struct
{
  FitObjects *objects;                /* borrowed: gets the new objects */
  const FitWorkloadsOptions *options; /* borrowed */
  FitOwners *owners;                  /* owned: the existing pods and
                                         controllers */
  GHashTable *claims;                 /* owned set: NAMESPACE/NAME of claims */
  FitWorkloads *made;                 /* owned: the result so far */

  /* For the workload being processed: */
  FitArena *arena;           /* owned */
  const FitController *root; /* borrowed */
  gboolean given;            /* explicitly given */
  guint n_pods;              /* pods created for it */
} FitMaking;

/* Creates the pods of a controller.  Fails with FIT_ERROR_LIMIT or
 * FIT_ERROR_SCHEMA. */
typedef gboolean (*FitMaker) (FitMaking *making,
                              const FitController *controller, GError **error);

gboolean fit_make_deployment (FitMaking *making,
                              const FitController *controller, GError **error);
gboolean fit_make_replica_set (FitMaking *making,
                               const FitController *controller, GError **error);

/* fit_make_replicas: creates @n pods of the ReplicaSet or
 * ReplicationController */
gboolean fit_make_replicas (FitMaking *making, const FitController *controller,
                            guint n, GError **error);
gboolean fit_make_stateful_set (FitMaking *making,
                                const FitController *controller,
                                GError **error);
gboolean fit_make_daemon_set (FitMaking *making,
                              const FitController *controller, GError **error);
gboolean fit_make_job (FitMaking *making, const FitController *controller,
                       GError **error);
gboolean fit_make_cron_job (FitMaking *making, const FitController *controller,
                            GError **error);
gboolean fit_make_pod_template (FitMaking *making,
                                const FitController *controller,
                                GError **error);

/* fit_daemon_set_pod: Returns: the pod of a DaemonSet before it names a node,
 * with the tolerations that its controller adds; without a name.
 * fit_daemon_pod_meant_for: would the controller create @pod, which comes from
 * such a tree, for @node? */
FitValue fit_daemon_set_pod (const FitMaking *making,
                             const FitController *controller);
gboolean fit_daemon_pod_meant_for (const FitPod *pod, const FitNode *node);

/* -- existing pods --------------------------------------------------------- */

/* fit_making_active: Returns: (transfer container): the active pods of
 * @controller: not completed, and not being deleted */
GPtrArray *fit_making_active (const FitMaking *making,
                              const FitController *controller);

/* fit_making_lacks: Returns: how many of @wanted pods @controller is missing; 0
 * for a workload of the cluster that has some pods and is not scaled */
guint fit_making_lacks (const FitMaking *making,
                        const FitController *controller, guint wanted);

/* -- trees, in the arena --------------------------------------------------- */

/* fit_making_object: Returns: (transfer none): the tree of @controller */
const FitValue *fit_making_object (const FitMaking *making,
                                   const FitController *controller);

/* fit_making_uid: Returns: (transfer none): the UID of @controller; if it has
 * none, one derived from its name */
const char *fit_making_uid (const FitMaking *making,
                            const FitController *controller);

/* fit_making_owned: Returns: @metadata with the namespace of @controller, and
 * with @controller as controlling owner */
FitValue fit_making_owned (const FitMaking *making,
                           const FitController *controller,
                           const FitValue *metadata);

/* fit_making_pod: Returns: a pod from @template (nullable) without a name,
 * controlled by @controller */
FitValue fit_making_pod (const FitMaking *making,
                         const FitController *controller,
                         const FitValue *template);

/* fit_making_set: Returns: @object with @key set in metadata.@map ("labels" or
 * "annotations") */
FitValue fit_making_set (const FitMaking *making, const FitValue *object,
                         const char *map, const char *key, const char *text);

/* fit_making_hash: Returns: (transfer none): a short hash of @value, in the
 * alphabet that Kubernetes uses for these */
const char *fit_making_hash (const FitMaking *making, const FitValue *value);

/* -- adding ---------------------------------------------------------------- */

/* fit_making_reserve: may @n more pods be created?  If not, fails with
 * FIT_ERROR_LIMIT */
gboolean fit_making_reserve (FitMaking *making, guint n, GError **error);

/* fit_making_add_pod: adds @pod under @name */
gboolean fit_making_add_pod (FitMaking *making, const FitValue *pod,
                             const char *name, GError **error);

/* fit_making_add_generated: adds @n copies of @pod, whose names are @base and
 * five random-looking letters, as with generateName */
gboolean fit_making_add_generated (FitMaking *making, const FitValue *pod,
                                   const char *base, guint n, GError **error);

/* fit_making_add_object: adds another object of @kind and @api_version */
gboolean fit_making_add_object (FitMaking *making, const FitValue *object,
                                const char *kind, const char *api_version,
                                GError **error);
