/* kinds-private.h - creating and freeing objects (private to api/)
 */
#pragma once

#include "api/kinds.h"

/* fit_object_new: Returns: (transfer full): all fields are zero */
gpointer fit_object_new (FitKind kind);

/* fit_object_copy: Returns: (transfer full): a copy with metadata of its own;
 * the caller replaces the other fields that @original owns */
gpointer fit_object_copy (gconstpointer original);

/* Each frees what an object of its kind owns beside the metadata. */
void fit_node_clear (gpointer object);
void fit_pod_clear (gpointer object);
void fit_workload_clear (gpointer object);
void fit_pv_clear (gpointer object);
void fit_pvc_clear (gpointer object);
void fit_storage_class_clear (gpointer object);
void fit_csi_node_clear (gpointer object);
void fit_pdb_clear (gpointer object);
void fit_namespace_clear (gpointer object);
void fit_csi_storage_capacity_clear (gpointer object);
void fit_volume_attachment_clear (gpointer object);
void fit_limit_range_clear (gpointer object);
void fit_resource_quota_clear (gpointer object);
