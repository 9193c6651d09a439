/* csi-decode.c - decoding CSIDriver, CSIStorageCapacity and VolumeAttachment */
#include "api/csi.h"
#include "api/decode-parts.h"
#include "api/kinds-private.h"

/* -- CSIDriver ------------------------------------------------------------- */

static const FitField driver_spec_fields[] = {
  FIT_FIELD ("storageCapacity", &fit_type_bool, FitCSIDriver, storage_capacity),
};
static const FitType driver_spec_type
    = FIT_TYPE_FIELDS (FitCSIDriver, driver_spec_fields);
static const FitField driver_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitCSIDriver, meta),
  FIT_FIELD_WHOLE ("spec", &driver_spec_type),
};
const FitType fit_type_csi_driver
    = FIT_TYPE_FIELDS (FitCSIDriver, driver_fields);

/* -- CSIStorageCapacity ---------------------------------------------------- */

static gboolean
decode_capacity (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  FitCSIStorageCapacity *capacity = out;

  capacity->has_capacity = value != NULL;
  return fit_decode (decoder, &fit_type_quantity, value, &capacity->capacity,
                     error);
}

static gboolean
decode_maximum (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  FitCSIStorageCapacity *capacity = out;

  capacity->has_maximum = value != NULL;
  return fit_decode (decoder, &fit_type_quantity, value, &capacity->maximum,
                     error);
}

static const FitType capacity_amount
    = FIT_TYPE_FUNC (FitCSIStorageCapacity, decode_capacity);
static const FitType maximum_amount
    = FIT_TYPE_FUNC (FitCSIStorageCapacity, decode_maximum);
static const FitField capacity_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitCSIStorageCapacity, meta),
  FIT_FIELD ("storageClassName", &fit_type_string, FitCSIStorageCapacity,
             storage_class),
  FIT_FIELD ("nodeTopology", &fit_type_label_selector, FitCSIStorageCapacity,
             topology),
  FIT_FIELD_WHOLE ("capacity", &capacity_amount),
  FIT_FIELD_WHOLE ("maximumVolumeSize", &maximum_amount),
};
const FitType fit_type_csi_storage_capacity
    = FIT_TYPE_FIELDS (FitCSIStorageCapacity, capacity_fields);

/* -- VolumeAttachment ------------------------------------------------------ */

static const FitField source_fields[] = {
  FIT_FIELD ("persistentVolumeName", &fit_type_string, FitVolumeAttachment,
             volume_name),
};
static const FitType source_type
    = FIT_TYPE_FIELDS (FitVolumeAttachment, source_fields);
static const FitField attachment_spec_fields[] = {
  FIT_FIELD ("attacher", &fit_type_string, FitVolumeAttachment, attacher),
  FIT_FIELD ("nodeName", &fit_type_string, FitVolumeAttachment, node_name),
  FIT_FIELD_WHOLE ("source", &source_type),
};
static const FitType attachment_spec_type
    = FIT_TYPE_FIELDS (FitVolumeAttachment, attachment_spec_fields);
static const FitField attachment_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitVolumeAttachment, meta),
  FIT_FIELD_WHOLE ("spec", &attachment_spec_type),
};
const FitType fit_type_volume_attachment
    = FIT_TYPE_FIELDS (FitVolumeAttachment, attachment_fields);
