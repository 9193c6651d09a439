/* storage.c - creating, copying and freeing volumes, claims and classes
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/storage.h"
#include "api/kinds-private.h"
#include "api/pod-private.h"
#include "api/storage-private.h"

void
fit_pv_clear (gpointer object)
{
  FitPersistentVolume *pv = object;

  fit_volume_clear (&pv->source);
  fit_quantity_clear (&pv->capacity);
  g_free (pv->storage_class);
  g_free (pv->class_annotation);
  g_free (pv->attributes_class);
  g_free (pv->rbd_handle);
  g_free (pv->claim_name);
  g_free (pv->claim_namespace);
  g_free (pv->claim_uid);
  fit_node_selector_unref (pv->required_nodes);
}

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

  fit_volume_copy (&pv->source, &copy->source);
  fit_quantity_copy (&pv->capacity, &copy->capacity);
  copy->storage_class = g_strdup (pv->storage_class);
  copy->class_annotation = g_strdup (pv->class_annotation);
  copy->attributes_class = g_strdup (pv->attributes_class);
  copy->rbd_handle = g_strdup (pv->rbd_handle);
  copy->claim_name = g_strdup (pv->claim_name);
  copy->claim_namespace = g_strdup (pv->claim_namespace);
  copy->claim_uid = g_strdup (pv->claim_uid);
  if (pv->required_nodes != NULL)
    fit_node_selector_ref (pv->required_nodes);
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

void
fit_pvc_clear (gpointer object)
{
  FitPersistentVolumeClaim *pvc = object;

  g_free (pvc->volume_name);
  g_free (pvc->class_annotation);
  g_free (pvc->attributes_class);
  g_free (pvc->storage_class);
  g_free (pvc->selected_node);
  fit_selector_unref (pvc->selector);
  fit_quantity_clear (&pvc->request);
}

static FitPersistentVolumeClaim *
copy_pvc (const FitPersistentVolumeClaim *pvc)
{
  FitPersistentVolumeClaim *copy = fit_object_copy (pvc);

  copy->volume_name = g_strdup (pvc->volume_name);
  copy->class_annotation = g_strdup (pvc->class_annotation);
  copy->attributes_class = g_strdup (pvc->attributes_class);
  copy->storage_class = g_strdup (pvc->storage_class);
  copy->selected_node = g_strdup (pvc->selected_node);
  if (pvc->selector != NULL)
    fit_selector_ref (pvc->selector);
  fit_quantity_copy (&pvc->request, &copy->request);
  return copy;
}

FitPersistentVolumeClaim *
fit_pvc_with_selected_node (const FitPersistentVolumeClaim *pvc,
                            const char *node_name)
{
  FitPersistentVolumeClaim *copy = copy_pvc (pvc);

  g_free (copy->selected_node);
  copy->selected_node = g_strdup (node_name);
  copy->has_annotations = TRUE;
  return copy;
}

FitPersistentVolumeClaim *
fit_pvc_bound_to_volume (const FitPersistentVolumeClaim *pvc,
                         const char *volume_name)
{
  FitPersistentVolumeClaim *copy = copy_pvc (pvc);

  forget_version (&copy->meta);
  g_free (copy->volume_name);
  copy->volume_name = g_strdup (volume_name);
  copy->bind_completed = TRUE;
  copy->has_annotations = TRUE;
  return copy;
}

void
fit_storage_class_clear (gpointer object)
{
  FitStorageClass *storage_class = object;

  g_free (storage_class->provisioner);
  for (guint i = 0; i < storage_class->n_topologies; i++)
    fit_selector_unref (storage_class->topologies[i]);
  g_free (storage_class->topologies);
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
