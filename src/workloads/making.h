/* making.h - what the makers of pods share (private to workloads/)
 *
 * A maker reads the text of its controller, and changes the tree of the pod
 * template into the trees of pods.
 */
#pragma once

#include "base/value-edit.h"
#include "workloads/owners.h"
#include "workloads/workloads.h"

G_BEGIN_DECLS

typedef struct
{
  FitObjects *objects;                /* borrowed: gets what is made */
  const FitWorkloadsOptions *options; /* borrowed */
  FitOwners *owners;                  /* owned: what was there before */
  GHashTable *claims;                 /* owned set: NAMESPACE/NAME of claims */
  FitWorkloads *made;                 /* owned: so far */

  /* Of the workload that is at work: */
  FitArena *arena;           /* owned */
  const FitController *root; /* borrowed */
  gboolean given;            /* asked for */
  guint n_pods;              /* made of it */
} FitMaking;

/* A maker.  Fails with FIT_ERROR_LIMIT or FIT_ERROR_SCHEMA. */
typedef gboolean (*FitMaker) (FitMaking *making,
                              const FitController *controller, GError **error);

gboolean fit_make_deployment (FitMaking *making,
                              const FitController *controller, GError **error);
gboolean fit_make_replica_set (FitMaking *making,
                               const FitController *controller, GError **error);

/* fit_make_replicas: @n pods of the ReplicaSet or ReplicationController */
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

/* -- what is there --------------------------------------------------------- */

/* fit_making_active: Returns: (transfer container): the pods of @controller that
 * run, will run or have not been started, and are not being deleted */
GPtrArray *fit_making_active (const FitMaking *making,
                              const FitController *controller);

/* fit_making_lacks: how many pods of @wanted @controller lacks: of a workload of
 * the cluster none once it has some */
guint fit_making_lacks (const FitMaking *making,
                        const FitController *controller, guint wanted);

/* -- trees, in the arena --------------------------------------------------- */

/* fit_making_object: Returns: (transfer none): the tree of @controller */
const FitValue *fit_making_object (const FitMaking *making,
                                   const FitController *controller);

/* fit_making_uid: Returns: (transfer none): the UID of @controller; one that is
 * made of its name where it says none */
const char *fit_making_uid (const FitMaking *making,
                            const FitController *controller);

/* fit_making_owned: @metadata of an object in the namespace of @controller, which
 * controls it */
FitValue fit_making_owned (const FitMaking *making,
                           const FitController *controller,
                           const FitValue *metadata);

/* fit_making_pod: a pod of @template (nullable) without a name, controlled by
 * @controller */
FitValue fit_making_pod (const FitMaking *making,
                         const FitController *controller,
                         const FitValue *template);

/* fit_making_set: @object with the member @key of its metadata.@map ("labels",
 * "annotations") set */
FitValue fit_making_set (const FitMaking *making, const FitValue *object,
                         const char *map, const char *key, const char *text);

/* fit_making_hash: Returns: (transfer none): a short name of what @value says, in
 * the letters that Kubernetes takes for such */
const char *fit_making_hash (const FitMaking *making, const FitValue *value);

/* -- adding ---------------------------------------------------------------- */

/* fit_making_reserve: @n more pods may be made; otherwise FIT_ERROR_LIMIT */
gboolean fit_making_reserve (FitMaking *making, guint n, GError **error);

/* fit_making_add_pod: adds @pod under @name */
gboolean fit_making_add_pod (FitMaking *making, const FitValue *pod,
                             const char *name, GError **error);

/* fit_making_add_generated: adds @n copies of @pod, whose names are @base and
 * five letters, as generateName has them */
gboolean fit_making_add_generated (FitMaking *making, const FitValue *pod,
                                   const char *base, guint n, GError **error);

/* fit_making_add_object: adds another object of @kind and @api_version */
gboolean fit_making_add_object (FitMaking *making, const FitValue *object,
                                const char *kind, const char *api_version,
                                GError **error);

G_END_DECLS
