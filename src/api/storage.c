/* storage.c - changed copies of volumes and claims, what they say, and the volume
 * that a provisioner would create
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/storage.h"
#include "api/kinds-private.h"
#include "api/shapes.h"
#include "api/names.h"
#include "base/intern.h"

#include <string.h>

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

static void
set_claim (FitPersistentVolume *pv, const FitPersistentVolumeClaim *claim)
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

  set_claim (copy, claim);
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

/* -- the volume that a provisioner would create ------------------------------ */

/* The prefix of provisioners that are part of Kubernetes. */
#define IN_TREE "kubernetes.io/"

static const struct
{
  const char *provisioner;
  FitVolumeType type;
} in_tree[] = {
  { IN_TREE "aws-ebs", FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE },
  { IN_TREE "azure-disk", FIT_VOLUME_AZURE_DISK },
  { IN_TREE "cinder", FIT_VOLUME_CINDER },
  { IN_TREE "gce-pd", FIT_VOLUME_GCE_PERSISTENT_DISK },
  { IN_TREE "portworx-volume", FIT_VOLUME_PORTWORX },
  { IN_TREE "rbd", FIT_VOLUME_RBD },
};

static FitVolumeType
volume_type (const char *provisioner)
{
  for (guint i = 0; i < G_N_ELEMENTS (in_tree); i++)
    if (strcmp (in_tree[i].provisioner, provisioner) == 0)
      return in_tree[i].type;
  if (*provisioner == '\0' || g_str_has_prefix (provisioner, IN_TREE))
    return FIT_VOLUME_OTHER;
  return FIT_VOLUME_CSI;
}

/* Sets @expression to require the same value as in @labels.  v1.16's label
 * takes precedence over its successor.  Returns: FALSE if there is neither */
static gboolean
say_place (FitExpression *expression, const char **value,
           const FitLabels *labels, const char *const keys[2])
{
  const char *key = keys[0];

  *value = fit_labels_lookup (labels, key);
  if (*value == NULL)
    {
      key = keys[1];
      *value = fit_labels_lookup (labels, key);
    }
  *expression = (FitExpression){
    .key = key, .op = "In", .n_values = 1, .values = value
  };
  return *value != NULL;
}

/* Returns: (transfer full) (nullable): selects the zone and region of @node */
static FitNodeSelector *
place_of (const FitNode *node)
{
  static const char *const keys[][2] = {
    { FIT_LABEL_ZONE, FIT_LABEL_ZONE_GA },
    { FIT_LABEL_REGION, FIT_LABEL_REGION_GA },
  };
  FitExpression expressions[G_N_ELEMENTS (keys)];
  const char *values[G_N_ELEMENTS (keys)];
  FitNodeSelector *selector;
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (say_place (&expressions[n], &values[n], node->meta.labels, keys[i]))
      n++;
  if (n == 0)
    return NULL;
  selector = fit_node_selector_new (1);
  selector->terms[0].expressions
      = fit_selector_new_expressions (NULL, expressions, n, FIT_SELECTOR_NODE);
  return selector;
}

FitPersistentVolume *
fit_pv_new_provisioned (const char *name, const FitPersistentVolumeClaim *claim,
                        const FitStorageClass *storage_class,
                        const FitNode *node)
{
  FitPersistentVolume *pv = fit_object_new (FIT_KIND_PERSISTENT_VOLUME);
  const char *provisioner;

  fit_object_meta_set_texts (&pv->meta, name, name, "");
  pv->meta.namespace_ = fit_intern ("");
  pv->meta.creation_time_ns = FIT_TIME_NONE;
  pv->meta.deletion_time_ns = FIT_TIME_NONE;
  /* Attach limits identify a volume by type and id, CSI volumes by driver. */
  provisioner = storage_class != NULL ? storage_class->provisioner : "";
  pv->source.type = volume_type (provisioner);
  pv->source.id = fit_intern (name);
  pv->source.aux
      = fit_intern (pv->source.type == FIT_VOLUME_CSI ? provisioner : "");
  fit_quantity_copy (&claim->request, &pv->capacity);
  pv->access_modes = claim->access_modes;
  pv->volume_mode = claim->volume_mode;
  pv->attributes_class = g_strdup (claim->attributes_class);
  pv->storage_class = g_strdup (fit_pvc_class (claim));
  set_claim (pv, claim);
  pv->required_nodes = place_of (node);
  return pv;
}
