/* csi.h - CSI drivers, their storage capacity and attached volumes
 *
 * v1.16 does not read any of these.  Immutable, reference counted, thread-safe;
 * fields are read-only.
 */
#pragma once

#include "api/meta.h"
#include "api/selector.h"
#include "base/quantity.h"

G_BEGIN_DECLS

typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;        /* its name is that of the driver */
  gboolean storage_capacity; /* it publishes CSIStorageCapacity objects */
} FitCSIDriver;

/* The storage available for a class on some nodes. */
typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
  char *storage_class;   /* owned */
  FitSelector *topology; /* owned: selects nodes; none if absent */
  gboolean has_capacity;
  FitQuantity capacity;
  gboolean has_maximum;
  FitQuantity maximum; /* of a single volume */
} FitCSIStorageCapacity;

/* A volume that is or will be attached to a node. */
typedef struct
{
  gatomicrefcount refs;
  FitObjectMeta meta;
  char *attacher;    /* owned: name of the driver */
  char *node_name;   /* owned */
  char *volume_name; /* owned: of a PersistentVolume, "" for an inline one */
} FitVolumeAttachment;

FitCSIDriver *fit_csi_driver_ref (const FitCSIDriver *driver);
void fit_csi_driver_unref (const FitCSIDriver *driver);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCSIDriver, fit_csi_driver_unref)

FitCSIStorageCapacity *
fit_csi_storage_capacity_ref (const FitCSIStorageCapacity *capacity);
void fit_csi_storage_capacity_unref (const FitCSIStorageCapacity *capacity);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCSIStorageCapacity,
                               fit_csi_storage_capacity_unref)

FitVolumeAttachment *
fit_volume_attachment_ref (const FitVolumeAttachment *attachment);
void fit_volume_attachment_unref (const FitVolumeAttachment *attachment);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitVolumeAttachment, fit_volume_attachment_unref)

G_END_DECLS
