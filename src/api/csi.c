/* csi.c - creating and freeing CSI drivers, their capacities and attachments */
#include "api/csi.h"

FitCSIDriver *
fit_csi_driver_ref (const FitCSIDriver *driver)
{
  FitCSIDriver *counted = (FitCSIDriver *) driver;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_csi_driver_unref (const FitCSIDriver *driver)
{
  FitCSIDriver *counted = (FitCSIDriver *) driver;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  g_free (counted);
}

FitCSIStorageCapacity *
fit_csi_storage_capacity_ref (const FitCSIStorageCapacity *capacity)
{
  FitCSIStorageCapacity *counted = (FitCSIStorageCapacity *) capacity;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_csi_storage_capacity_unref (const FitCSIStorageCapacity *capacity)
{
  FitCSIStorageCapacity *counted = (FitCSIStorageCapacity *) capacity;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  g_free (counted->storage_class);
  fit_selector_unref (counted->topology);
  fit_quantity_clear (&counted->capacity);
  fit_quantity_clear (&counted->maximum);
  g_free (counted);
}

FitVolumeAttachment *
fit_volume_attachment_ref (const FitVolumeAttachment *attachment)
{
  FitVolumeAttachment *counted = (FitVolumeAttachment *) attachment;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_volume_attachment_unref (const FitVolumeAttachment *attachment)
{
  FitVolumeAttachment *counted = (FitVolumeAttachment *) attachment;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  g_free (counted->attacher);
  g_free (counted->node_name);
  g_free (counted->volume_name);
  g_free (counted);
}
