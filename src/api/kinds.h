/* kinds.h - the kinds of objects, by name
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/object.h"

/* fit_kind_name: "Node", "Pod", ... */
const char *fit_kind_name (FitKind kind);

/* fit_kind_names: what names of objects of @kind are */
FitNameClass fit_kind_names (FitKind kind);

/* fit_kind_type: how objects of @kind are decoded */
const FitType *fit_kind_type (FitKind kind);

/* fit_kind_of_object: FALSE if objects with @api_version and @kind (nullable)
 * are not read */
gboolean fit_kind_of_object (const char *api_version, const char *kind,
                             FitKind *out_kind);

/* fit_kind_of_resource: the kind of the objects of a resource, such as "pods",
 * or "storageclasses" in the group "storage.k8s.io"; @group: (nullable): NULL
 * or "" for the core group.  FALSE if they are not read */
gboolean fit_kind_of_resource (const char *group, const char *resource,
                               FitKind *out_kind);

/* fit_kind_from_name: FALSE if the kind is not supported */
gboolean fit_kind_from_name (const char *name, FitKind *out_kind);

/* fit_kind_namespaced: do objects of @kind live in namespaces? */
gboolean fit_kind_namespaced (FitKind kind);

/* fit_object_text: "Node a", "Pod default/a".  Returns: (transfer full) */
char *fit_object_text (FitKind kind, const char *namespace_, const char *name);

/* fit_object_meta_hash, fit_object_meta_equal: of name and namespace, for
 * tables by FitObjectMeta */
guint fit_object_meta_hash (gconstpointer meta);
gboolean fit_object_meta_equal (gconstpointer a, gconstpointer b);
