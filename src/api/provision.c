/* provision.c - the volume that a provisioner would create for a claim
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/names.h"
#include "api/kinds-private.h"
#include "api/storage-private.h"
#include "base/intern.h"

#include <string.h>

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
  fit_pv_set_claim (pv, claim);
  pv->required_nodes = place_of (node);
  return pv;
}
