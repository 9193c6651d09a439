/* kinds.c - the table of kinds: how each is named, decoded and freed
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/kinds-private.h"
#include "api/raw.h"
#include "base/intern.h"

#include <string.h>

#define MAX_VERSIONS 3

/* clang-format off */
static const struct
{
  const char *name;
  FitNameClass names; /* of its objects */
  gboolean namespaced;
  const FitType *type;
  FitCompleteObject complete; /* (nullable) */
  const FitShape *owned;      /* (nullable): what is not in meta */
  const char *versions[MAX_VERSIONS]; /* the supported versions */
} kinds[] = {
  [FIT_KIND_NODE] = {
    "Node", FIT_NAME_NODE, FALSE, &fit_type_node, NULL, &fit_owned_by_node,
    { "v1" },
  },
  [FIT_KIND_POD] = {
    "Pod", FIT_NAME_POD, TRUE, &fit_type_pod, NULL, &fit_owned_by_pod,
    { "v1" },
  },
  [FIT_KIND_SERVICE] = {
    "Service", FIT_NAME_OBJECT, TRUE, &fit_type_map_workload, NULL, &fit_owned_by_workload,
    { "v1" },
  },
  [FIT_KIND_REPLICATION_CONTROLLER] = {
    "ReplicationController", FIT_NAME_OBJECT, TRUE, &fit_type_map_workload, NULL, &fit_owned_by_workload,
    { "v1" },
  },
  [FIT_KIND_REPLICA_SET] = {
    "ReplicaSet", FIT_NAME_OBJECT, TRUE, &fit_type_set_workload, NULL, &fit_owned_by_workload,
    { "apps/v1", "apps/v1beta2", "extensions/v1beta1" },
  },
  [FIT_KIND_STATEFUL_SET] = {
    "StatefulSet", FIT_NAME_OBJECT, TRUE, &fit_type_set_workload, NULL, &fit_owned_by_workload,
    { "apps/v1", "apps/v1beta1", "apps/v1beta2" },
  },
  [FIT_KIND_PERSISTENT_VOLUME] = {
    "PersistentVolume", FIT_NAME_VOLUME, FALSE, &fit_type_pv, fit_pv_complete, &fit_owned_by_pv,
    { "v1" },
  },
  [FIT_KIND_PERSISTENT_VOLUME_CLAIM] = {
    "PersistentVolumeClaim", FIT_NAME_CLAIM, TRUE, &fit_type_pvc, fit_pvc_complete, &fit_owned_by_pvc,
    { "v1" },
  },
  [FIT_KIND_STORAGE_CLASS] = {
    "StorageClass", FIT_NAME_CLASS, FALSE, &fit_type_storage_class, fit_storage_class_complete, &fit_owned_by_storage_class,
    { "storage.k8s.io/v1", "storage.k8s.io/v1beta1" },
  },
  [FIT_KIND_CSI_NODE] = {
    "CSINode", FIT_NAME_NODE, FALSE, &fit_type_csi_node, fit_csi_node_complete, &fit_owned_by_csi_node,
    { "storage.k8s.io/v1", "storage.k8s.io/v1beta1" },
  },
  [FIT_KIND_POD_DISRUPTION_BUDGET] = {
    "PodDisruptionBudget", FIT_NAME_OBJECT, TRUE, &fit_type_pdb, fit_pdb_complete, &fit_owned_by_pdb,
    { "policy/v1beta1", "policy/v1" },
  },
  [FIT_KIND_PRIORITY_CLASS] = {
    "PriorityClass", FIT_NAME_CLASS, FALSE, &fit_type_priority_class, NULL, NULL,
    { "scheduling.k8s.io/v1", "scheduling.k8s.io/v1beta1", "scheduling.k8s.io/v1alpha1" },
  },
  [FIT_KIND_NAMESPACE] = {
    "Namespace", FIT_NAME_NAMESPACE, FALSE, &fit_type_namespace, fit_namespace_complete, &fit_owned_by_namespace,
    { "v1" },
  },
  [FIT_KIND_CSI_DRIVER] = {
    "CSIDriver", FIT_NAME_DRIVER, FALSE, &fit_type_csi_driver, NULL, NULL,
    { "storage.k8s.io/v1", "storage.k8s.io/v1beta1" },
  },
  [FIT_KIND_CSI_STORAGE_CAPACITY] = {
    "CSIStorageCapacity", FIT_NAME_OBJECT, TRUE, &fit_type_csi_storage_capacity, NULL, &fit_owned_by_csi_storage_capacity,
    { "storage.k8s.io/v1", "storage.k8s.io/v1beta1", "storage.k8s.io/v1alpha1" },
  },
  [FIT_KIND_VOLUME_ATTACHMENT] = {
    "VolumeAttachment", FIT_NAME_OBJECT, FALSE, &fit_type_volume_attachment, NULL, &fit_owned_by_volume_attachment,
    { "storage.k8s.io/v1", "storage.k8s.io/v1beta1", "storage.k8s.io/v1alpha1" },
  },
  [FIT_KIND_LIMIT_RANGE] = {
    "LimitRange", FIT_NAME_OBJECT, TRUE, &fit_type_limit_range, fit_limit_range_complete, &fit_owned_by_limit_range,
    { "v1" },
  },
  [FIT_KIND_RESOURCE_QUOTA] = {
    "ResourceQuota", FIT_NAME_OBJECT, TRUE, &fit_type_resource_quota, NULL, &fit_owned_by_resource_quota,
    { "v1" },
  },
};
/* clang-format on */
G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == FIT_KIND_LAST);

const char *
fit_kind_name (FitKind kind)
{
  return (guint) kind < FIT_KIND_LAST ? kinds[kind].name : "";
}

FitNameClass
fit_kind_names (FitKind kind)
{
  return kinds[kind].names;
}

const FitType *
fit_kind_type (FitKind kind)
{
  return kinds[kind].type;
}

gboolean
fit_kind_of_object (const char *api_version, const char *kind,
                    FitKind *out_kind)
{
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    if (g_strcmp0 (kinds[i].name, kind) == 0)
      for (guint j = 0; j < MAX_VERSIONS && kinds[i].versions[j] != NULL; j++)
        if (g_strcmp0 (kinds[i].versions[j], api_version) == 0)
          {
            *out_kind = (FitKind) i;
            return TRUE;
          }
  return FALSE;
}

/* Is @resource the plural of @kind? */
static gboolean
is_plural (const char *resource, const char *kind)
{
  const gsize len = strlen (kind);
  const char last = kind[len - 1];
  const gsize stem = last == 'y' ? len - 1 : len;
  const char *end = last == 'y' ? "ies" : last == 's' ? "es" : "s";

  return g_ascii_strncasecmp (resource, kind, stem) == 0
         && strcmp (resource + stem, end) == 0;
}

gboolean
fit_kind_of_resource (const char *group, const char *resource,
                      FitKind *out_kind)
{
  const gsize len = group != NULL ? strlen (group) : 0;

  for (guint i = 0; i < FIT_KIND_LAST; i++)
    for (guint j = 0; j < MAX_VERSIONS && kinds[i].versions[j] != NULL; j++)
      {
        const char *version = kinds[i].versions[j];
        const char *slash = strchr (version, '/');
        const gsize group_len = slash != NULL ? (gsize) (slash - version) : 0;

        if (group_len == len && (len == 0 || memcmp (version, group, len) == 0)
            && is_plural (resource, kinds[i].name))
          {
            *out_kind = (FitKind) i;
            return TRUE;
          }
      }
  return FALSE;
}

gboolean
fit_kind_from_name (const char *name, FitKind *out_kind)
{
  for (guint i = 0; i < FIT_KIND_LAST; i++)
    if (strcmp (kinds[i].name, name) == 0)
      {
        *out_kind = (FitKind) i;
        return TRUE;
      }
  return FALSE;
}

gboolean
fit_kind_namespaced (FitKind kind)
{
  return kinds[kind].namespaced;
}

/* -- objects --------------------------------------------------------------- */

gpointer
fit_object_new (FitKind kind)
{
  FitObject *object = g_malloc0 (kinds[kind].type->size);

  g_atomic_ref_count_init (&object->refs);
  object->kind = kind;
  return object;
}

gpointer
fit_object_copy (gconstpointer original)
{
  const FitObject *from = original;
  FitObject *copy = g_memdup2 (original, kinds[from->kind].type->size);

  if (kinds[from->kind].owned != NULL)
    fit_shape_copy (kinds[from->kind].owned, original, copy);
  g_atomic_ref_count_init (&copy->refs);
  fit_object_meta_copy (&from->meta, &copy->meta);
  return copy;
}

void
fit_object_unref (gpointer object)
{
  FitObject *counted = object;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  if (kinds[counted->kind].owned != NULL)
    fit_shape_clear (kinds[counted->kind].owned, counted);
  g_free (counted);
}

guint
fit_object_meta_hash (gconstpointer meta)
{
  const FitObjectMeta *key = meta;

  return g_str_hash (key->namespace_) * 31 + g_str_hash (key->name);
}

gboolean
fit_object_meta_equal (gconstpointer a, gconstpointer b)
{
  const FitObjectMeta *left = a, *right = b;

  return strcmp (left->name, right->name) == 0
         && (left->namespace_ == right->namespace_
             || strcmp (left->namespace_, right->namespace_) == 0);
}

char *
fit_object_text (FitKind kind, const char *namespace_, const char *name)
{
  if (*namespace_ == '\0')
    return g_strconcat (kinds[kind].name, " ", name, NULL);
  return g_strconcat (kinds[kind].name, " ", namespace_, "/", name, NULL);
}

gboolean
fit_decode_complete_meta (FitDecoder *decoder, FitObjectMeta *meta,
                          gboolean namespaced, GError **error)
{
  if (!fit_decoder_completes (decoder))
    return TRUE;
  if (meta->name[0] == '\0')
    return fit_decode_fail (decoder, FIT_ERROR_SCHEMA, error,
                            "metadata.name: found nothing, expected a name");
  if (namespaced && meta->namespace_[0] == '\0')
    {
      fit_intern_unref (meta->namespace_);
      meta->namespace_ = fit_intern ("default");
    }
  return TRUE;
}

gpointer
fit_decode_object (FitDecoder *decoder, FitKind kind, const FitValue *value,
                   GError **error)
{
  FitObject *object = fit_object_new (kind);

  if (fit_decode (decoder, kinds[kind].type, value, object, error)
      && fit_decode_complete_meta (decoder, &object->meta,
                                   kinds[kind].namespaced, error))
    {
      if (kinds[kind].complete != NULL)
        kinds[kind].complete (decoder, value, object);
      if (kind == FIT_KIND_POD || kind == FIT_KIND_NODE
          || fit_raw_keep_written (decoder, kinds[kind].name, value,
                                   &object->meta, error))
        return object;
    }
  fit_object_unref (object);
  return NULL;
}
