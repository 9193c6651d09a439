/* csi-decode.c - decoding CSIDriver, CSIStorageCapacity and VolumeAttachment
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/csi.h"
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/shapes.h"

/* -- what objects own ------------------------------------------------------ */

static const FitPart capacity_parts[] = {
  FIT_PART_LEAF (FitCSIStorageCapacity, storage_class, &fit_leaf_text),
  FIT_PART_LEAF (FitCSIStorageCapacity, topology, &fit_leaf_selector),
  FIT_PART_LEAF (FitCSIStorageCapacity, capacity.digits, &fit_leaf_text),
  FIT_PART_LEAF (FitCSIStorageCapacity, maximum.digits, &fit_leaf_text),
};
const FitShape fit_owned_by_csi_storage_capacity
    = FIT_SHAPE_OWNED (FitCSIStorageCapacity, capacity_parts);

static const FitPart attachment_parts[] = {
  FIT_PART_LEAF (FitVolumeAttachment, attacher, &fit_leaf_text),
  FIT_PART_LEAF (FitVolumeAttachment, node_name, &fit_leaf_text),
  FIT_PART_LEAF (FitVolumeAttachment, volume_name, &fit_leaf_text),
};
const FitShape fit_owned_by_volume_attachment
    = FIT_SHAPE_OWNED (FitVolumeAttachment, attachment_parts);

/* -- CSIDriver ------------------------------------------------------------- */

static const FitField driver_spec_fields[] = {
  FIT_FIELD ("storageCapacity", &fit_type_bool, FitCSIDriver, storage_capacity),
  FIT_FIELD ("preventPodSchedulingIfMissing", &fit_type_bool, FitCSIDriver,
             prevents_if_missing),
};
static const FitField driver_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitCSIDriver, meta),
  FIT_FIELD_WHOLE ("spec", FIT_STRUCT (FitCSIDriver, driver_spec_fields)),
};
const FitType fit_type_csi_driver
    = FIT_TYPE_FIELDS (FitCSIDriver, driver_fields);

/* -- CSIStorageCapacity ---------------------------------------------------- */

static const FitField capacity_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitCSIStorageCapacity, meta),
  FIT_FIELD ("storageClassName", &fit_type_string, FitCSIStorageCapacity,
             storage_class, FIT_NAMES (CLASS)),
  FIT_FIELD ("nodeTopology", &fit_type_label_selector, FitCSIStorageCapacity,
             topology),
  FIT_FIELD_SEEN ("capacity", &fit_type_quantity, FitCSIStorageCapacity,
                  capacity, has_capacity),
  FIT_FIELD_SEEN ("maximumVolumeSize", &fit_type_quantity,
                  FitCSIStorageCapacity, maximum, has_maximum),
};
const FitType fit_type_csi_storage_capacity
    = FIT_TYPE_FIELDS (FitCSIStorageCapacity, capacity_fields);

/* -- VolumeAttachment ------------------------------------------------------ */

static const FitField source_fields[] = {
  FIT_FIELD ("persistentVolumeName", &fit_type_string, FitVolumeAttachment,
             volume_name, FIT_NAMES (VOLUME)),
};
static const FitField attachment_spec_fields[] = {
  FIT_FIELD ("attacher", &fit_type_string, FitVolumeAttachment, attacher,
             FIT_NAMES (DRIVER)),
  FIT_FIELD ("nodeName", &fit_type_string, FitVolumeAttachment, node_name,
             FIT_NAMES (NODE)),
  FIT_FIELD_WHOLE ("source", FIT_STRUCT (FitVolumeAttachment, source_fields)),
};
static const FitField attachment_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitVolumeAttachment, meta),
  FIT_FIELD_WHOLE ("spec",
                   FIT_STRUCT (FitVolumeAttachment, attachment_spec_fields)),
};
const FitType fit_type_volume_attachment
    = FIT_TYPE_FIELDS (FitVolumeAttachment, attachment_fields);
