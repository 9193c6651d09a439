/* storage.c - changed copies of volumes and claims, and what they say
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/storage.h"
#include "api/kinds-private.h"
#include "api/shapes.h"
#include "api/storage-private.h"

static const FitPart pv_parts[] = {
  FIT_PART_INSIDE (FitPersistentVolume, source, &fit_shape_volume),
  FIT_PART_LEAF (FitPersistentVolume, capacity.digits, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, storage_class, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, class_annotation, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, rbd_handle, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, attributes_class, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, claim_name, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, claim_namespace, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, claim_uid, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolume, required_nodes, &fit_leaf_node_selector),
};
const FitShape fit_owned_by_pv
    = FIT_SHAPE_OWNED (FitPersistentVolume, pv_parts);

static const FitPart pvc_parts[] = {
  FIT_PART_LEAF (FitPersistentVolumeClaim, volume_name, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolumeClaim, class_annotation, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolumeClaim, storage_class, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolumeClaim, selected_node, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolumeClaim, attributes_class, &fit_leaf_text),
  FIT_PART_LEAF (FitPersistentVolumeClaim, selector, &fit_leaf_selector),
  FIT_PART_LEAF (FitPersistentVolumeClaim, request.digits, &fit_leaf_text),
};
const FitShape fit_owned_by_pvc
    = FIT_SHAPE_OWNED (FitPersistentVolumeClaim, pvc_parts);

static const FitPart class_parts[] = {
  FIT_PART_LEAF (FitStorageClass, provisioner, &fit_leaf_text),
  FIT_PART_ARRAY (FitStorageClass, n_topologies, topologies,
                  &fit_shape_selector),
};
const FitShape fit_owned_by_storage_class
    = FIT_SHAPE_OWNED (FitStorageClass, class_parts);

void
fit_pv_set_claim (FitPersistentVolume *pv,
                  const FitPersistentVolumeClaim *claim)
{
  pv->has_claim_ref = TRUE;
  g_free (pv->claim_name);
  pv->claim_name = g_strdup (claim->meta.name);
  g_free (pv->claim_namespace);
  pv->claim_namespace = g_strdup (claim->meta.namespace_);
  g_free (pv->claim_uid);
  pv->claim_uid = g_strdup (claim->meta.uid);
}

FitPersistentVolume *
fit_pv_with_claim_ref (const FitPersistentVolume *pv,
                       const FitPersistentVolumeClaim *claim)
{
  FitPersistentVolume *copy = fit_object_copy (pv);

  fit_pv_set_claim (copy, claim);
  return copy;
}

/* Without a version, the copy counts as the newest. */
static void
forget_version (FitObjectMeta *meta)
{
  fit_object_meta_set_texts (meta, meta->name, meta->uid, "");
}

FitPersistentVolume *
fit_pv_bound_to_claim (const FitPersistentVolume *pv,
                       const FitPersistentVolumeClaim *claim)
{
  FitPersistentVolume *copy = fit_pv_with_claim_ref (pv, claim);

  forget_version (&copy->meta);
  copy->available = FALSE;
  return copy;
}

FitPersistentVolumeClaim *
fit_pvc_with_selected_node (const FitPersistentVolumeClaim *pvc,
                            const char *node_name)
{
  FitPersistentVolumeClaim *copy = fit_object_copy (pvc);

  g_free (copy->selected_node);
  copy->selected_node = g_strdup (node_name);
  copy->has_annotations = TRUE;
  return copy;
}

FitPersistentVolumeClaim *
fit_pvc_bound_to_volume (const FitPersistentVolumeClaim *pvc,
                         const char *volume_name)
{
  FitPersistentVolumeClaim *copy = fit_object_copy (pvc);

  forget_version (&copy->meta);
  g_free (copy->volume_name);
  copy->volume_name = g_strdup (volume_name);
  copy->bind_completed = TRUE;
  copy->has_annotations = TRUE;
  return copy;
}

char *
fit_pvc_foreign (const FitPersistentVolumeClaim *pvc, const FitPod *pod)
{
  if (pvc->meta.controller != NULL
      && strcmp (pvc->meta.controller->uid, pod->meta.uid) == 0)
    return NULL;
  return g_strdup_printf (
      "PVC %s/%s was not created for pod %s/%s (pod is not owner)",
      pvc->meta.namespace_, pvc->meta.name, pod->meta.namespace_,
      pod->meta.name);
}

const char *
fit_pvc_class (const FitPersistentVolumeClaim *pvc)
{
  return pvc->class_annotation != NULL ? pvc->class_annotation
                                       : pvc->storage_class;
}

const char *
fit_pv_class (const FitPersistentVolume *pv)
{
  return pv->class_annotation != NULL ? pv->class_annotation
                                      : pv->storage_class;
}
