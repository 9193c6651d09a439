/* storage.h - PersistentVolumes, their claims and classes
 *
 * Immutable, reference counted, thread-safe; fields are read-only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"
#include "api/pod.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_ACCESS_READ_WRITE_ONCE = 1 << 0,
  FIT_ACCESS_READ_ONLY_MANY = 1 << 1,
  FIT_ACCESS_READ_WRITE_MANY = 1 << 2,
  FIT_ACCESS_OTHER = 1 << 3, /* any other word */
  FIT_ACCESS_READ_WRITE_ONCE_POD = 1 << 4,
} FitAccessModes;

typedef enum
{
  FIT_VOLUME_MODE_FILESYSTEM, /* or absent */
  FIT_VOLUME_MODE_BLOCK,
} FitVolumeMode;

typedef enum
{
  FIT_BINDING_MODE_ABSENT,
  FIT_BINDING_MODE_IMMEDIATE, /* or any other word */
  FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER,
} FitBindingMode;

typedef struct
{
  FIT_OBJECT_FIELDS
  FitVolume source;
  FitQuantity capacity; /* storage; 0 when absent */
  guint access_modes;   /* FitAccessModes */
  FitVolumeMode volume_mode;
  char *storage_class;    /* owned: spec.storageClassName, "" when absent */
  char *class_annotation; /* (nullable) owned: beta storage-class annotation */
  char *rbd_handle;       /* (nullable) owned: annotation
                             rbd.csi.ceph.com/volume-handle */
  char *attributes_class; /* owned: spec.volumeAttributesClassName with
                             FIT_DECODE_ATTRIBUTES_CLASSES, "" when absent */
  gboolean available;     /* status.phase is Available */
  gboolean has_claim_ref;
  char *claim_name;                /* owned, "" without claimRef */
  char *claim_namespace;           /* owned */
  char *claim_uid;                 /* owned */
  FitNodeSelector *required_nodes; /* (nullable) spec.nodeAffinity.required */
} FitPersistentVolume;

typedef struct
{
  FIT_OBJECT_FIELDS
  char *volume_name;        /* owned, "" when unbound */
  gboolean has_annotations; /* any */
  gboolean bind_completed;  /* annotation pv.kubernetes.io/bind-completed */
  gboolean lost;            /* status.phase is Lost: its volume is gone */
  char *class_annotation;   /* (nullable) owned */
  gboolean has_storage_class;
  char *storage_class; /* owned: spec.storageClassName, "" when absent */
  char
      *selected_node; /* (nullable) owned: volume.kubernetes.io/selected-node */
  char *attributes_class; /* owned, as in FitPersistentVolume */
  FitSelector *selector;  /* (nullable) spec.selector */
  FitQuantity request;    /* storage; 0 when absent */
  guint access_modes;
  FitVolumeMode volume_mode;
} FitPersistentVolumeClaim;

typedef struct
{
  FIT_OBJECT_FIELDS
  char *provisioner; /* owned, "" when absent */
  FitBindingMode binding_mode;
  guint n_topologies;
  FitSelector **topologies; /* owned: allowedTopologies, ORed; an invalid one
                               or one without expressions matches nothing */
  gboolean is_default;      /* default for claims without a class */
} FitStorageClass;

FIT_OBJECT_TYPE (FitPersistentVolume, fit_pv)

FIT_OBJECT_TYPE (FitPersistentVolumeClaim, fit_pvc)

FIT_OBJECT_TYPE (FitStorageClass, fit_storage_class)

/* Copies for the scheduler to write; they keep the resourceVersion of the
 * original. */

/* fit_pv_with_claim_ref: Returns: (transfer full): a copy reserved for
 * @claim */
FitPersistentVolume *
fit_pv_with_claim_ref (const FitPersistentVolume *pv,
                       const FitPersistentVolumeClaim *claim);

/* fit_pvc_with_selected_node: Returns: (transfer full): a copy with the
 * annotation */
FitPersistentVolumeClaim *
fit_pvc_with_selected_node (const FitPersistentVolumeClaim *pvc,
                            const char *node_name);

/* Copies that simulate what a cluster's controllers write.  They have no
 * resourceVersion, so they count as the newest version. */

/* fit_pv_bound_to_claim: Returns: (transfer full): a copy in phase Bound, with
 * @claim as its claim */
FitPersistentVolume *
fit_pv_bound_to_claim (const FitPersistentVolume *pv,
                       const FitPersistentVolumeClaim *claim);

/* fit_pvc_bound_to_volume: Returns: (transfer full): a copy bound to the volume
 * @volume_name, with the binding completed */
FitPersistentVolumeClaim *
fit_pvc_bound_to_volume (const FitPersistentVolumeClaim *pvc,
                         const char *volume_name);

/**
 * fit_pv_new_provisioned:
 * @name: name of the volume
 * @storage_class: (nullable): determines the type of the volume; a provisioner
 *   that is not part of Kubernetes creates CSI volumes
 *
 * Creates the volume that a provisioner would create for @claim, and binds it.
 * It has the claim's class, size and modes.  If the labels of @node have a zone
 * or region, it is reachable only from there.
 *
 * Returns: (transfer full)
 */
FitPersistentVolume *
fit_pv_new_provisioned (const char *name, const FitPersistentVolumeClaim *claim,
                        const FitStorageClass *storage_class,
                        const FitNode *node);

/* fit_pvc_fully_bound: does it have a volume, and is the binding completed? */
static inline gboolean
fit_pvc_fully_bound (const FitPersistentVolumeClaim *pvc)
{
  return *pvc->volume_name != '\0' && pvc->bind_completed;
}

/* fit_pvc_foreign: why @pvc, in the same namespace, cannot be the claim of a
 * generic ephemeral volume of @pod: the pod does not control it.
 * Returns: (transfer full) (nullable): NULL if it can */
char *fit_pvc_foreign (const FitPersistentVolumeClaim *pvc, const FitPod *pod);

/* fit_pvc_class: from the annotation, otherwise spec.storageClassName,
 * otherwise "": v1.16 GetPersistentVolumeClaimClass */
const char *fit_pvc_class (const FitPersistentVolumeClaim *pvc);

/* fit_pv_class: the same for a volume */
const char *fit_pv_class (const FitPersistentVolume *pv);

G_END_DECLS
