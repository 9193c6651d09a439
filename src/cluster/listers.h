/* listers.h - services, controllers, volumes and classes by name
 *
 * Like the informers' listers of v1.16.  Lists keep the order of input.
 */
#pragma once

#include "api/csi.h"
#include "api/node.h"
#include "api/storage.h"
#include "api/workloads.h"

G_BEGIN_DECLS

typedef struct _FitListers FitListers;

/* fit_listers_workloads: @namespace_ interned.  Returns: (transfer none)
 * (nullable): array of FitWorkload */
const GPtrArray *fit_listers_workloads (const FitListers *listers,
                                        FitWorkloadKind kind,
                                        const char *namespace_);

/* fit_listers_version: Returns: a number that increases with every change of a
 * workload */
guint64 fit_listers_version (const FitListers *listers);

/* Lookups.  Returns: (transfer none) (nullable).  @namespace_ is interned. */
const FitPersistentVolume *fit_listers_pv (const FitListers *listers,
                                           const char *name);
const FitPersistentVolumeClaim *fit_listers_pvc (const FitListers *listers,
                                                 const char *namespace_,
                                                 const char *name);
const FitStorageClass *fit_listers_storage_class (const FitListers *listers,
                                                  const char *name);
const FitCSINode *fit_listers_csi_node (const FitListers *listers,
                                        const char *name);
const FitNamespace *fit_listers_namespace (const FitListers *listers,
                                           const char *name);
const FitCSIDriver *fit_listers_csi_driver (const FitListers *listers,
                                            const char *name);

/* fit_listers_workload: finds a workload by name.  Returns: (transfer none)
 * (nullable) */
const FitWorkload *fit_listers_workload (const FitListers *listers,
                                         FitWorkloadKind kind,
                                         const char *namespace_,
                                         const char *name);

/* fit_listers_namespaces: Returns: (transfer none): array of FitNamespace, in
 * order of input */
const GPtrArray *fit_listers_namespaces (const FitListers *listers);

/* fit_listers_namespaces_version: Returns: a number that increases with every
 * change of a namespace */
guint64 fit_listers_namespaces_version (const FitListers *listers);

/* fit_listers_storage_capacities: those of the class @storage_class.
 * fit_listers_attachments: those for the node @node_name.  Returns: (transfer
 * none) (nullable): array of FitCSIStorageCapacity, of FitVolumeAttachment, in
 * order of input */
const GPtrArray *fit_listers_storage_capacities (const FitListers *listers,
                                                 const char *storage_class);
const GPtrArray *fit_listers_attachments (const FitListers *listers,
                                          const char *node_name);

/* fit_listers_pvs, fit_listers_pdbs: Returns: (transfer none): array of
 * FitPersistentVolume, of FitPodDisruptionBudget, in order of input */
const GPtrArray *fit_listers_pvs (const FitListers *listers);
const GPtrArray *fit_listers_pdbs (const FitListers *listers);

G_END_DECLS
