/* listers.h - services, controllers, volumes and classes by name
 *
 * Like the informers' listers of v1.16.  Lists keep the order of input.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/csi.h"
#include "api/node.h"
#include "api/storage.h"
#include "api/workloads.h"

G_BEGIN_DECLS

typedef struct _FitListers FitListers;

/* fit_listers_get: @namespace_: "" for kinds without namespaces.  Returns:
 * (transfer none) (nullable): the object of @kind with this name */
gconstpointer fit_listers_get (const FitListers *listers, FitKind kind,
                               const char *namespace_, const char *name);

/* fit_listers_all: Returns: (transfer none): all objects of @kind, in order of
 * input */
const GPtrArray *fit_listers_all (const FitListers *listers, FitKind kind);

/* fit_listers_group: Returns: (transfer none) (nullable): the objects of @kind
 * that belong to @group, in order of input.  The group of a Service, a
 * ReplicationController, a ReplicaSet or a StatefulSet is its namespace, of a
 * CSIStorageCapacity its class, of a VolumeAttachment its node; other kinds have
 * none. */
const GPtrArray *fit_listers_group (const FitListers *listers, FitKind kind,
                                    const char *group);

/* fit_listers_selecting: appends to @found (of FitBucketEntry) objects of
 * @kind, a Service or one of the controllers with groups, in order of input:
 * all that select pods with @labels (nullable) in @namespace_ (interned), and
 * maybe others */
void fit_listers_selecting (const FitListers *listers, FitKind kind,
                            const char *namespace_, const FitLabels *labels,
                            GArray *found);

/* fit_listers_any_invalid: does one of the objects of such a @kind in
 * @namespace_ have an invalid selector? */
gboolean fit_listers_any_invalid (const FitListers *listers, FitKind kind,
                                  const char *namespace_);

/* fit_listers_version: Returns: a number that increases with every change of an
 * object of @kind */
guint64 fit_listers_version (const FitListers *listers, FitKind kind);

/* fit_listers_workloads_version: the same for Services,
 * ReplicationControllers, ReplicaSets and StatefulSets together */
guint64 fit_listers_workloads_version (const FitListers *listers);

/* Lookups of one kind.  Returns: (transfer none) (nullable) */
static inline const FitPersistentVolume *
fit_listers_pv (const FitListers *listers, const char *name)
{
  return (const FitPersistentVolume *) fit_listers_get (
      listers, FIT_KIND_PERSISTENT_VOLUME, "", name);
}

static inline const FitPersistentVolumeClaim *
fit_listers_pvc (const FitListers *listers, const char *namespace_,
                 const char *name)
{
  return (const FitPersistentVolumeClaim *) fit_listers_get (
      listers, FIT_KIND_PERSISTENT_VOLUME_CLAIM, namespace_, name);
}

static inline const FitStorageClass *
fit_listers_storage_class (const FitListers *listers, const char *name)
{
  return (const FitStorageClass *) fit_listers_get (
      listers, FIT_KIND_STORAGE_CLASS, "", name);
}

static inline const FitCSINode *
fit_listers_csi_node (const FitListers *listers, const char *name)
{
  return (const FitCSINode *) fit_listers_get (listers, FIT_KIND_CSI_NODE, "",
                                               name);
}

static inline const FitNamespace *
fit_listers_namespace (const FitListers *listers, const char *name)
{
  return (const FitNamespace *) fit_listers_get (listers, FIT_KIND_NAMESPACE,
                                                 "", name);
}

G_END_DECLS
