/* kinds-private.h - creating, decoding and freeing objects (private to api/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/controllers.h"
#include "api/decode.h"
#include "api/kinds.h"
#include "base/shape.h"

/* fit_object_new: Returns: (transfer full): all fields are zero */
gpointer fit_object_new (FitKind kind);

/* fit_object_copy: Returns: (transfer full): an independent copy */
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

/* What an object of each kind owns apart from its metadata: every pointer in it.
 * One that is not listed is neither freed nor copied. */
extern const FitShape fit_owned_by_node;
extern const FitShape fit_owned_by_pod;
extern const FitShape fit_owned_by_workload;
extern const FitShape fit_owned_by_pv;
extern const FitShape fit_owned_by_pvc;
extern const FitShape fit_owned_by_storage_class;
extern const FitShape fit_owned_by_csi_node;
extern const FitShape fit_owned_by_pdb;
extern const FitShape fit_owned_by_namespace;
extern const FitShape fit_owned_by_csi_storage_capacity;
extern const FitShape fit_owned_by_volume_attachment;
extern const FitShape fit_owned_by_limit_range;
extern const FitShape fit_owned_by_resource_quota;

/* -- controllers ------------------------------------------------------------- */

/* fit_controller_kind_find: Returns: FIT_CONTROLLER_LAST if it is none */
FitControllerKind fit_controller_kind_find (const char *kind,
                                            const char *api_version);

/* fit_decode_controller: Returns: (transfer full) (nullable) */
FitController *fit_decode_controller (FitDecoder *decoder,
                                      FitControllerKind kind,
                                      const FitValue *object, GError **error);
