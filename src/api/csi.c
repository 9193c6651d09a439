/* csi.c - creating and freeing CSI drivers, their capacities and attachments
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/csi.h"
#include "api/kinds-private.h"

void
fit_csi_storage_capacity_clear (gpointer object)
{
  FitCSIStorageCapacity *capacity = object;

  g_free (capacity->storage_class);
  fit_selector_unref (capacity->topology);
  fit_quantity_clear (&capacity->capacity);
  fit_quantity_clear (&capacity->maximum);
}

void
fit_volume_attachment_clear (gpointer object)
{
  FitVolumeAttachment *attachment = object;

  g_free (attachment->attacher);
  g_free (attachment->node_name);
  g_free (attachment->volume_name);
}
