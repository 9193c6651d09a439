/* listers-changes.h - what fills the listers
 */
#pragma once

#include "cluster/listers.h"

G_BEGIN_DECLS

FitListers *fit_listers_new (void);
void fit_listers_free (FitListers *listers);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitListers, fit_listers_free)

/* Each setter adds an object, or replaces the one with the same (namespace and)
 * name and keeps its place.  Each takes its own reference. */
void fit_listers_set_workload (FitListers *listers, const FitWorkload *w);
void fit_listers_set_pv (FitListers *listers, const FitPersistentVolume *pv);
void fit_listers_set_pvc (FitListers *listers,
                          const FitPersistentVolumeClaim *pvc);
void fit_listers_set_storage_class (FitListers *listers,
                                    const FitStorageClass *sc);
void fit_listers_set_csi_node (FitListers *listers, const FitCSINode *node);
void fit_listers_set_pdb (FitListers *listers,
                          const FitPodDisruptionBudget *pdb);
void fit_listers_set_namespace (FitListers *listers,
                                const FitNamespace *namespace_);
void fit_listers_set_csi_driver (FitListers *listers,
                                 const FitCSIDriver *driver);
void
fit_listers_set_csi_storage_capacity (FitListers *listers,
                                      const FitCSIStorageCapacity *capacity);
void fit_listers_set_volume_attachment (FitListers *listers,
                                        const FitVolumeAttachment *attachment);

/* Each removes an object by name.  Nothing happens if it does not exist. */
void fit_listers_remove_workload (FitListers *listers, FitWorkloadKind kind,
                                  const char *namespace_, const char *name);
void fit_listers_remove_pv (FitListers *listers, const char *name);
void fit_listers_remove_pvc (FitListers *listers, const char *namespace_,
                             const char *name);
void fit_listers_remove_storage_class (FitListers *listers, const char *name);
void fit_listers_remove_csi_node (FitListers *listers, const char *name);
void fit_listers_remove_pdb (FitListers *listers, const char *namespace_,
                             const char *name);
void fit_listers_remove_namespace (FitListers *listers, const char *name);
void fit_listers_remove_csi_driver (FitListers *listers, const char *name);
void fit_listers_remove_csi_storage_capacity (FitListers *listers,
                                              const char *namespace_,
                                              const char *name);
void fit_listers_remove_volume_attachment (FitListers *listers,
                                           const char *name);

G_END_DECLS
