/* csi.h - CSI drivers, their storage capacity and attached volumes
 *
 * v1.16 does not read any of these.  Immutable, reference counted, thread-safe;
 * fields are read-only.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/object.h"
#include "api/selector.h"
#include "formats/quantity.h"

G_BEGIN_DECLS

typedef struct
{
  FIT_OBJECT_FIELDS              /* its name is that of the driver */
      gboolean storage_capacity; /* it publishes CSIStorageCapacity objects */
  gboolean prevents_if_missing;  /* preventPodSchedulingIfMissing: pods with its
                                    volumes need a node that has it */
} FitCSIDriver;

/* The storage available for a class on some nodes. */
typedef struct
{
  FIT_OBJECT_FIELDS
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
  FIT_OBJECT_FIELDS
  char *attacher;    /* owned: name of the driver */
  char *node_name;   /* owned */
  char *volume_name; /* owned: of a PersistentVolume, "" for an inline one */
} FitVolumeAttachment;

FIT_OBJECT_TYPE (FitCSIDriver, fit_csi_driver)

FIT_OBJECT_TYPE (FitCSIStorageCapacity, fit_csi_storage_capacity)

FIT_OBJECT_TYPE (FitVolumeAttachment, fit_volume_attachment)

G_END_DECLS
