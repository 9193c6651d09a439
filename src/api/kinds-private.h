/* kinds-private.h - creating, decoding and freeing objects (private to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/kinds.h"

/* fit_object_new: Returns: (transfer full): all fields are zero */
gpointer fit_object_new (FitKind kind);

/* fit_object_copy: Returns: (transfer full): a copy with metadata of its own;
 * the caller replaces the other fields that @original owns */
gpointer fit_object_copy (gconstpointer original);

/* fit_decode_object: @value is an object of @kind.  Returns: (transfer full)
 * (nullable) */
gpointer fit_decode_object (FitDecoder *decoder, FitKind kind,
                            const FitValue *value, GError **error);

/* fit_decode_complete_meta: fills in the missing metadata of an object; fails
 * if there is no name and completion is on */
gboolean fit_decode_complete_meta (FitDecoder *decoder, FitObjectMeta *meta,
                                   gboolean namespaced, GError **error);

/* -- for the table of kinds ------------------------------------------------ */

/* Each decodes an object that fit_object_new() has made. */
extern const FitType fit_type_node;
extern const FitType fit_type_pod;
extern const FitType fit_type_map_workload; /* with a map as its selector */
extern const FitType fit_type_set_workload;
extern const FitType fit_type_pv;
extern const FitType fit_type_pvc;
extern const FitType fit_type_storage_class;
extern const FitType fit_type_csi_node;
extern const FitType fit_type_pdb;
extern const FitType fit_type_priority_class;
extern const FitType fit_type_namespace;
extern const FitType fit_type_csi_driver;
extern const FitType fit_type_csi_storage_capacity;
extern const FitType fit_type_volume_attachment;
extern const FitType fit_type_limit_range;
extern const FitType fit_type_resource_quota;

/* What follows from several fields, or from annotations of @value. */
typedef void (*FitCompleteObject) (const FitDecoder *decoder,
                                   const FitValue *value, gpointer object);
void fit_pv_complete (const FitDecoder *decoder, const FitValue *value,
                      gpointer object);
void fit_pvc_complete (const FitDecoder *decoder, const FitValue *value,
                       gpointer object);
void fit_storage_class_complete (const FitDecoder *decoder,
                                 const FitValue *value, gpointer object);
void fit_csi_node_complete (const FitDecoder *decoder, const FitValue *value,
                            gpointer object);
void fit_pdb_complete (const FitDecoder *decoder, const FitValue *value,
                       gpointer object);
void fit_namespace_complete (const FitDecoder *decoder, const FitValue *value,
                             gpointer object);
void fit_limit_range_complete (const FitDecoder *decoder, const FitValue *value,
                               gpointer object);

/* Each frees what an object of its kind owns apart from the metadata. */
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
