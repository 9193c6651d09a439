/* storage.c - creating, copying and freeing volumes, claims and classes */
#include "api/storage.h"
#include "api/pod-private.h"
#include "api/storage-private.h"

FitPersistentVolume *
fit_pv_ref (const FitPersistentVolume *pv)
{
  FitPersistentVolume *counted = (FitPersistentVolume *) pv;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_pv_unref (const FitPersistentVolume *pv)
{
  FitPersistentVolume *counted = (FitPersistentVolume *) pv;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  fit_volume_clear (&counted->source);
  fit_quantity_clear (&counted->capacity);
  g_free (counted->storage_class);
  g_free (counted->class_annotation);
  g_free (counted->claim_name);
  g_free (counted->claim_namespace);
  g_free (counted->claim_uid);
  fit_node_selector_unref (counted->required_nodes);
  g_free (counted);
}

static FitPersistentVolume *
copy_pv (const FitPersistentVolume *pv)
{
  FitPersistentVolume *copy = g_memdup2 (pv, sizeof *pv);

  g_atomic_ref_count_init (&copy->refs);
  fit_object_meta_copy (&pv->meta, &copy->meta);
  fit_volume_copy (&pv->source, &copy->source);
  fit_quantity_copy (&pv->capacity, &copy->capacity);
  copy->storage_class = g_strdup (pv->storage_class);
  copy->class_annotation = g_strdup (pv->class_annotation);
  copy->claim_name = g_strdup (pv->claim_name);
  copy->claim_namespace = g_strdup (pv->claim_namespace);
  copy->claim_uid = g_strdup (pv->claim_uid);
  if (pv->required_nodes != NULL)
    fit_node_selector_ref (pv->required_nodes);
  return copy;
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
  FitPersistentVolume *copy = copy_pv (pv);

  fit_pv_set_claim (copy, claim);
  return copy;
}

static void
forget_version (FitObjectMeta *meta)
{
  g_free (meta->resource_version);
  meta->resource_version = g_strdup ("");
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
fit_pvc_ref (const FitPersistentVolumeClaim *pvc)
{
  FitPersistentVolumeClaim *counted = (FitPersistentVolumeClaim *) pvc;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_pvc_unref (const FitPersistentVolumeClaim *pvc)
{
  FitPersistentVolumeClaim *counted = (FitPersistentVolumeClaim *) pvc;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  g_free (counted->volume_name);
  g_free (counted->class_annotation);
  g_free (counted->storage_class);
  g_free (counted->selected_node);
  fit_selector_unref (counted->selector);
  fit_quantity_clear (&counted->request);
  g_free (counted);
}

static FitPersistentVolumeClaim *
copy_pvc (const FitPersistentVolumeClaim *pvc)
{
  FitPersistentVolumeClaim *copy = g_memdup2 (pvc, sizeof *pvc);

  g_atomic_ref_count_init (&copy->refs);
  fit_object_meta_copy (&pvc->meta, &copy->meta);
  copy->volume_name = g_strdup (pvc->volume_name);
  copy->class_annotation = g_strdup (pvc->class_annotation);
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

FitStorageClass *
fit_storage_class_ref (const FitStorageClass *storage_class)
{
  FitStorageClass *counted = (FitStorageClass *) storage_class;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_storage_class_unref (const FitStorageClass *storage_class)
{
  FitStorageClass *counted = (FitStorageClass *) storage_class;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  g_free (counted->provisioner);
  for (guint i = 0; i < counted->n_topologies; i++)
    fit_selector_unref (counted->topologies[i]);
  g_free (counted->topologies);
  g_free (counted);
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
