/* node-decode.c - decoding Node v1, CSINode v1beta1 and v1
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/avoid-pods.h"
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "base/intern.h"
#include "api/digest.h"
#include "api/names.h"
#include "api/node-private.h"
#include "api/raw.h"

/* A list of resources that may be absent. */
typedef struct
{
  gboolean present;
  FitResourceList list; /* owned */
} MaybeResources;

typedef struct
{
  guint n_names;
  const char **names; /* in the scratch arena */
  gint64 size;
} ImageParts;

typedef struct
{
  FitNode *node;        /* borrowed */
  FitNodeTraits traits; /* owned */
  MaybeResources allocatable;
  MaybeResources capacity;
  guint n_images;
  ImageParts *images; /* in the scratch arena */
} NodeParts;

static void
node_parts_clear (NodeParts *parts)
{
  fit_node_traits_clear (&parts->traits);
  fit_resource_list_clear (&parts->allocatable.list);
  fit_resource_list_clear (&parts->capacity.list);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (NodeParts, node_parts_clear)

/* -- spec ------------------------------------------------------------------ */

static const FitField taint_fields[] = {
  FIT_FIELD ("key", &fit_type_interned, FitTaint, key, FIT_NAMES (KEY)),
  FIT_FIELD ("value", &fit_type_interned, FitTaint, value, FIT_NAMES (VALUE)),
  FIT_FIELD ("effect", &fit_type_effect, FitTaint, effect,
             FIT_WORDS ("NoSchedule", "PreferNoSchedule", "NoExecute")),
};

static const FitField spec_fields[] = {
  FIT_FIELD ("unschedulable", &fit_type_bool, FitNodeTraits, unschedulable),
  FIT_FIELD_ARRAY (
      FIT_FIELD_LIST, "taints",
      FIT_STRUCT (FitTaint, taint_fields, FIT_OTHERS ("timeAdded")),
      FitNodeTraits, n_taints, taints),
};
static const FitType spec_fields_type
    = FIT_TYPE_FIELDS (FitNodeTraits, spec_fields,
                       FIT_OTHERS ("podCIDR", "podCIDRs", "providerID",
                                   "configSource", "externalID"));

/* -- status ---------------------------------------------------------------- */

static const FitWord condition_statuses[] = {
  { "", FIT_CONDITION_ABSENT },
  { "True", FIT_CONDITION_TRUE },
  { "False", FIT_CONDITION_FALSE },
  { NULL, FIT_CONDITION_UNKNOWN },
};
static const FitType condition_status_type
    = FIT_TYPE_WORDS (condition_statuses);
static const FitField condition_fields[] = {
  FIT_FIELD ("type", &fit_type_interned, FitNodeCondition, type,
             FIT_NAMES (WORD)),
  FIT_FIELD ("status", &condition_status_type, FitNodeCondition, status,
             FIT_WORDS ("True", "False", "Unknown")),
  FIT_FIELD ("reason", &fit_type_interned, FitNodeCondition, reason,
             FIT_NAMES (WORD)),
};
static const FitType condition_type = FIT_TYPE_FIELDS (
    FitNodeCondition, condition_fields,
    FIT_OTHERS ("lastHeartbeatTime", "lastTransitionTime", "message"));
static const FitField conditions_field
    = FIT_FIELD_ARRAY (FIT_FIELD_LIST, "conditions", &condition_type,
                       FitNodeTraits, n_conditions, conditions);

static const FitField image_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "names", &fit_type_text, ImageParts,
                   n_names, names, .texts = FIT_TEXTS_IMAGE),
  FIT_FIELD ("sizeBytes", &fit_type_int64, ImageParts, size),
};

static gboolean
decode_conditions (FitDecoder *decoder, const FitValue *value, gpointer out,
                   GError **error)
{
  NodeParts *parts = out;

  return fit_decode_list (decoder, &conditions_field, value, &parts->traits,
                          error);
}

static gboolean
decode_node_spec (FitDecoder *decoder, const FitValue *value, gpointer out,
                  GError **error)
{
  NodeParts *parts = out;

  return fit_decode (decoder, &spec_fields_type, value, &parts->traits, error);
}

static gboolean
decode_node_meta (FitDecoder *decoder, const FitValue *value, gpointer out,
                  GError **error)
{
  NodeParts *parts = out;

  return fit_decode (decoder, &fit_type_meta, value, &parts->node->meta, error);
}

static const FitType conditions_type
    = FIT_TYPE_FUNC (NodeParts, decode_conditions, .inner = &condition_type);
static const FitField node_info_fields[] = {
  FIT_FIELD_UNREAD ("kubeletVersion", &fit_type_string,
                    .texts = FIT_TEXTS_KEPT),
};
static const FitField status_fields[] = {
  FIT_FIELD_SEEN ("allocatable", &fit_type_resource_list, NodeParts,
                  allocatable.list, allocatable.present),
  FIT_FIELD_SEEN ("capacity", &fit_type_resource_list, NodeParts, capacity.list,
                  capacity.present),
  FIT_FIELD_WHOLE ("conditions", &conditions_type),
  FIT_FIELD ("declaredFeatures", &fit_type_strv, NodeParts, traits.features,
             .texts = FIT_TEXTS_KEPT),
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "images",
                   FIT_STRUCT (ImageParts, image_fields, FIT_NO_OTHERS),
                   NodeParts, n_images, images),
  FIT_FIELD_UNREAD ("nodeInfo", FIT_STRUCT (char, node_info_fields)),
};
static const FitType status_type = FIT_TYPE_FIELDS (
    NodeParts, status_fields,
    FIT_OTHERS ("phase", "addresses", "daemonEndpoints", "volumesInUse",
                "volumesAttached", "config", "runtimeHandlers", "features"));

static const FitType node_meta_type
    = FIT_TYPE_FUNC (NodeParts, decode_node_meta, .inner = &fit_type_meta);
static const FitType node_spec_type
    = FIT_TYPE_FUNC (NodeParts, decode_node_spec, .inner = &spec_fields_type);
static const FitField node_fields[] = {
  FIT_FIELD_WHOLE ("metadata", &node_meta_type),
  FIT_FIELD_WHOLE ("spec", &node_spec_type),
  FIT_FIELD_WHOLE ("status", &status_type),
};
static const FitType node_type = FIT_TYPE_FIELDS (
    NodeParts, node_fields, FIT_OTHERS ("apiVersion", "kind"));

/* -- the node -------------------------------------------------------------- */

/* Makes one entry per name, because images are looked up by name. */
static void
flatten_images (const NodeParts *parts)
{
  FitNodeImages *images;
  gsize n = 0;

  for (guint i = 0; i < parts->n_images; i++)
    n += parts->images[i].n_names;
  if (n == 0)
    return;
  images = g_malloc0 (sizeof *images + n * sizeof *images->of);
  for (guint i = 0; i < parts->n_images; i++)
    for (guint j = 0; j < parts->images[i].n_names; j++)
      images->of[images->n++]
          = (FitNodeImage){ .name = fit_intern (parts->images[i].names[j]),
                            .size = parts->images[i].size };
  fit_node_set_images (parts->node, images);
}

static const struct
{
  const char *ga;
  const char *beta;
} label_names[] = {
  { FIT_LABEL_ZONE_GA, FIT_LABEL_ZONE },
  { FIT_LABEL_REGION_GA, FIT_LABEL_REGION },
  { FIT_LABEL_INSTANCE_TYPE_GA, FIT_LABEL_INSTANCE_TYPE },
};

gboolean
fit_node_has_ga_labels_only (const FitNode *node)
{
  for (guint i = 0; i < G_N_ELEMENTS (label_names); i++)
    if (fit_labels_lookup (node->meta.labels, label_names[i].ga) != NULL
        && fit_labels_lookup (node->meta.labels, label_names[i].beta) == NULL)
      return TRUE;
  return FALSE;
}

static gboolean
decode_node (FitDecoder *decoder, const FitValue *object, gpointer out,
             GError **error)
{
  FitNode *node = out;
  g_auto (NodeParts) parts = { .node = node };
  const char *avoid = fit_decode_annotation (decoder, object,
                                             FIT_ANNOTATION_PREFER_AVOID_PODS);
  const FitResourceList *list;
  const FitQuantity *pods;

  if (!fit_decode (decoder, &node_type, object, &parts, error)
      || !fit_decode_complete_meta (decoder, &node->meta, FALSE, error)
      || !fit_digest_value (
          decoder,
          fit_decode_get (decoder, fit_decode_get (decoder, object, "spec"),
                          "taints"),
          &parts.traits.taints_digest, error)
      || !fit_digest_value (
          decoder,
          fit_decode_get (decoder, fit_decode_get (decoder, object, "metadata"),
                          "annotations"),
          &node->annotations_digest, error)
      || !fit_raw_keep (decoder, object, &node->meta, error))
    return FALSE;
  node->name = fit_intern (node->meta.name);
  flatten_images (&parts);
  /* Prepares the text of each taint for messages. */
  for (guint i = 0; i < parts.traits.n_taints; i++)
    {
      FitTaint *taint = &parts.traits.taints[i];
      g_autofree char *text
          = g_strconcat ("{", taint->key, ": ", taint->value, "}", NULL);

      taint->text = fit_intern (text);
    }
  list = !parts.allocatable.present && fit_decoder_completes (decoder)
             ? &parts.capacity.list
             : &parts.allocatable.list;
  fit_resources_add_list (&parts.traits.allocatable, list);
  if (decoder->flags & FIT_DECODE_NO_LOCAL_STORAGE)
    parts.traits.allocatable.ephemeral_storage = 0;
  pods = fit_resource_list_get (list, FIT_RESOURCE_PODS);
  parts.traits.allowed_pods = pods != NULL ? fit_quantity_value (pods) : 0;
  if (avoid != NULL && avoid[0] != '\0')
    parts.traits.n_avoided = fit_avoided_parse (avoid, &parts.traits.avoided);
  fit_node_set_traits (node, &parts.traits);
  if ((decoder->flags & FIT_DECODE_LEGACY_LABELS) != 0)
    for (guint j = 0; j < G_N_ELEMENTS (label_names); j++)
      {
        const char *value
            = fit_labels_lookup (node->meta.labels, label_names[j].ga);
        FitLabels *labels = node->meta.labels;

        if (value == NULL
            || fit_labels_lookup (labels, label_names[j].beta) != NULL)
          continue;
        node->meta.labels
            = fit_labels_with (labels, label_names[j].beta, value);
        fit_labels_unref (labels);
      }
  return TRUE;
}

const FitType fit_type_node
    = FIT_TYPE_FUNC (FitNode, decode_node, .inner = &node_type);

/* -- CSINode --------------------------------------------------------------- */

static const FitField allocatable_fields[] = {
  FIT_FIELD_SEEN ("count", &fit_type_int32, FitCSIDriverInfo, count, has_count),
};
static const FitField driver_fields[] = {
  FIT_FIELD ("name", &fit_type_interned, FitCSIDriverInfo, name,
             FIT_NAMES (DRIVER)),
  FIT_FIELD_WHOLE ("allocatable",
                   FIT_STRUCT (FitCSIDriverInfo, allocatable_fields)),
  FIT_FIELD_UNREAD ("topologyKeys", &fit_type_strv, FIT_NAMES (KEY)),
};
static const FitField csi_spec_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "drivers",
                   FIT_STRUCT (FitCSIDriverInfo, driver_fields), FitCSINode,
                   n_drivers, drivers),
};
static const FitField csi_node_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitCSINode, meta),
  FIT_FIELD_WHOLE ("spec", FIT_STRUCT (FitCSINode, csi_spec_fields)),
};
const FitType fit_type_csi_node = FIT_TYPE_FIELDS (FitCSINode, csi_node_fields);

void
fit_csi_node_complete (const FitDecoder *decoder, const FitValue *value,
                       gpointer object)
{
  FitCSINode *csi_node = object;
  const char *plugins
      = fit_decode_annotation (decoder, value, FIT_ANNOTATION_MIGRATED_PLUGINS);

  if (plugins != NULL)
    csi_node->migrated_plugins = g_strsplit (plugins, ",", 0);
}
