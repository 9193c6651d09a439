/* storage-decode.c - decoding PersistentVolume, PersistentVolumeClaim and
 * StorageClass
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/names.h"
#include "api/storage.h"

#include <string.h>

/* -- words ----------------------------------------------------------------- */

static const FitWord access_modes[] = {
  { "ReadWriteOnce", FIT_ACCESS_READ_WRITE_ONCE },
  { "ReadOnlyMany", FIT_ACCESS_READ_ONLY_MANY },
  { "ReadWriteMany", FIT_ACCESS_READ_WRITE_MANY },
  { "ReadWriteOncePod", FIT_ACCESS_READ_WRITE_ONCE_POD },
  { NULL, FIT_ACCESS_OTHER },
};
static const FitType access_mode_type = FIT_TYPE_WORDS (access_modes);

static gboolean
add_access_mode (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  guint mode = 0;

  if (!fit_decode (decoder, &access_mode_type, value, &mode, error))
    return FALSE;
  *(guint *) out |= mode;
  return TRUE;
}

/* The entry "storage" of a list of resources. */
static gboolean
decode_storage (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  FitResourceList list = { 0 };
  gboolean done
      = fit_decode (decoder, &fit_type_resource_list, value, &list, error);
  const FitQuantity *storage
      = fit_resource_list_get (&list, FIT_RESOURCE_STORAGE);

  if (done && storage != NULL)
    fit_quantity_copy (storage, out);
  fit_resource_list_clear (&list);
  return done;
}

static const FitWord volume_modes[] = {
  { "Block", FIT_VOLUME_MODE_BLOCK },
  { NULL, FIT_VOLUME_MODE_FILESYSTEM },
};
static const FitType volume_mode_type = FIT_TYPE_WORDS (volume_modes);
static const FitType storage_type = FIT_TYPE_FUNC (
    FitQuantity, decode_storage, .inner = &fit_type_resource_list);

/* -- PersistentVolume ------------------------------------------------------ */

static const FitField claim_ref_fields[] = {
  FIT_FIELD ("name", &fit_type_string, FitPersistentVolume, claim_name,
             FIT_NAMES (CLAIM)),
  FIT_FIELD ("namespace", &fit_type_string, FitPersistentVolume,
             claim_namespace, FIT_NAMES (NAMESPACE)),
  FIT_FIELD ("uid", &fit_type_string, FitPersistentVolume, claim_uid,
             FIT_NAMES (UID)),
};

static const FitField node_affinity_fields[] = {
  FIT_FIELD ("required", &fit_type_node_selector, FitPersistentVolume,
             required_nodes),
};
static const FitWord volume_phases[]
    = { { "Available", TRUE }, { NULL, FALSE } };
static const FitType available_type = FIT_TYPE_WORDS (volume_phases);

/* Into a string. */
static gboolean
decode_attributes_class (FitDecoder *decoder, const FitValue *value,
                         gpointer out, GError **error)
{
  const gboolean reads = (decoder->flags & FIT_DECODE_ATTRIBUTES_CLASSES) != 0;

  return fit_decode (decoder, &fit_type_string, reads ? value : NULL, out,
                     error);
}

static const FitType attributes_class_type
    = FIT_TYPE_FUNC (char *, decode_attributes_class);

static const FitField pv_spec_fields[] = {
  FIT_FIELD ("capacity", &storage_type, FitPersistentVolume, capacity),
  FIT_FIELD_EACH ("accessModes", add_access_mode, &access_mode_type,
                  FitPersistentVolume, access_modes),
  FIT_FIELD ("volumeMode", &volume_mode_type, FitPersistentVolume, volume_mode),
  FIT_FIELD ("storageClassName", &fit_type_string, FitPersistentVolume,
             storage_class, FIT_NAMES (CLASS)),
  FIT_FIELD ("volumeAttributesClassName", &attributes_class_type,
             FitPersistentVolume, attributes_class, FIT_NAMES (CLASS)),
  FIT_FIELD_SEEN_WHOLE ("claimRef",
                        FIT_STRUCT (FitPersistentVolume, claim_ref_fields),
                        FitPersistentVolume, has_claim_ref),
  FIT_FIELD_WHOLE ("nodeAffinity",
                   FIT_STRUCT (FitPersistentVolume, node_affinity_fields)),
};
static const FitType pv_spec_parts = FIT_TYPE_FIELDS (
    FitPersistentVolume, pv_spec_fields, .also = &fit_type_pv_source);

/* The source is an ordinary member of the spec. */
static gboolean
decode_pv_spec (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  FitPersistentVolume *pv = out;

  if (!fit_decode (decoder, &pv_spec_parts, value, pv, error)
      || !fit_decode (decoder, &fit_type_pv_source, value, &pv->source, error))
    return FALSE;
  if (pv->required_nodes != NULL
      && (decoder->flags & FIT_DECODE_VOLUMES_BY_LABEL) != 0)
    for (guint i = 0; i < pv->required_nodes->n; i++)
      {
        FitNodeSelectorTerm *term = &pv->required_nodes->terms[i];

        /* Volumes are matched against node labels only: valid field
         * requirements count as satisfied. */
        if (term->fields == NULL || term->fields->error != NULL)
          continue;
        g_clear_pointer (&term->fields, fit_selector_unref);
        if (term->expressions == NULL)
          term->expressions = fit_selector_new_everything ();
      }
  return TRUE;
}

static const FitType pv_spec_type = FIT_TYPE_FUNC (
    FitPersistentVolume, decode_pv_spec, .inner = &pv_spec_parts);
static const FitField pv_status_fields[] = {
  FIT_FIELD ("phase", &available_type, FitPersistentVolume, available),
};
static const FitField pv_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPersistentVolume, meta),
  FIT_FIELD_WHOLE ("spec", &pv_spec_type),
  FIT_FIELD_WHOLE ("status",
                   FIT_STRUCT (FitPersistentVolume, pv_status_fields)),
};
const FitType fit_type_pv = FIT_TYPE_FIELDS (FitPersistentVolume, pv_fields);

void
fit_pv_complete (const FitDecoder *decoder, const FitValue *value,
                 gpointer object)
{
  FitPersistentVolume *pv = object;

  pv->class_annotation
      = g_strdup (fit_decode_annotation (decoder, value, FIT_ANNOTATION_CLASS));
  pv->rbd_handle = g_strdup (
      fit_decode_annotation (decoder, value, FIT_ANNOTATION_RBD_HANDLE));
  /* A hand-written volume has no status; the controller would make it
   * available. */
  if (fit_decoder_completes (decoder) && !pv->has_claim_ref
      && fit_decode_get (decoder, fit_decode_get (decoder, value, "status"),
                         "phase")
             == NULL)
    pv->available = TRUE;
}

/* -- PersistentVolumeClaim ------------------------------------------------- */

static const FitWord claim_phases[] = { { "Lost", TRUE }, { NULL, FALSE } };
static const FitType lost_type = FIT_TYPE_WORDS (claim_phases);
static const FitField pvc_resources_fields[] = {
  FIT_FIELD ("requests", &storage_type, FitPersistentVolumeClaim, request),
  FIT_FIELD_UNREAD ("limits", &fit_type_resource_list),
};
static const FitField pvc_spec_fields[] = {
  FIT_FIELD_EACH ("accessModes", add_access_mode, &access_mode_type,
                  FitPersistentVolumeClaim, access_modes),
  FIT_FIELD ("selector", &fit_type_label_selector_or_nil,
             FitPersistentVolumeClaim, selector),
  FIT_FIELD_WHOLE ("resources",
                   FIT_STRUCT (FitPersistentVolumeClaim, pvc_resources_fields,
                               FIT_OTHERS ("claims"))),
  FIT_FIELD ("volumeName", &fit_type_string, FitPersistentVolumeClaim,
             volume_name, FIT_NAMES (VOLUME)),
  FIT_FIELD ("volumeAttributesClassName", &attributes_class_type,
             FitPersistentVolumeClaim, attributes_class, FIT_NAMES (CLASS)),
  FIT_FIELD_SEEN ("storageClassName", &fit_type_string,
                  FitPersistentVolumeClaim, storage_class, has_storage_class,
                  FIT_NAMES (CLASS)),
  FIT_FIELD ("volumeMode", &volume_mode_type, FitPersistentVolumeClaim,
             volume_mode),
};
const FitType fit_type_pvc_spec
    = FIT_TYPE_FIELDS (FitPersistentVolumeClaim, pvc_spec_fields,
                       FIT_OTHERS ("dataSource", "dataSourceRef"));
static const FitField pvc_status_fields[] = {
  FIT_FIELD ("phase", &lost_type, FitPersistentVolumeClaim, lost),
};
static const FitField pvc_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPersistentVolumeClaim, meta),
  FIT_FIELD_WHOLE ("spec", &fit_type_pvc_spec),
  FIT_FIELD_WHOLE ("status",
                   FIT_STRUCT (FitPersistentVolumeClaim, pvc_status_fields)),
};
const FitType fit_type_pvc
    = FIT_TYPE_FIELDS (FitPersistentVolumeClaim, pvc_fields);

void
fit_pvc_complete (const FitDecoder *decoder, const FitValue *value,
                  gpointer object)
{
  FitPersistentVolumeClaim *pvc = object;
  const FitValue *annotations = fit_decode_get (
      decoder, fit_decode_get (decoder, value, "metadata"), "annotations");

  pvc->has_annotations = annotations != NULL
                         && annotations->type == FIT_VALUE_MAP
                         && annotations->n > 0;
  pvc->bind_completed
      = fit_decode_annotation (decoder, value, FIT_ANNOTATION_BIND_COMPLETED)
        != NULL;
  pvc->class_annotation
      = g_strdup (fit_decode_annotation (decoder, value, FIT_ANNOTATION_CLASS));
  pvc->selected_node = g_strdup (
      fit_decode_annotation (decoder, value, FIT_ANNOTATION_SELECTED_NODE));
}

/* -- StorageClass ---------------------------------------------------------- */

static gboolean
decode_binding_mode (FitDecoder *decoder, const FitValue *value, gpointer out,
                     GError **error)
{
  FitBindingMode *mode = out;
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  if (strcmp (text, "WaitForFirstConsumer") == 0)
    *mode = FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER;
  else if (value != NULL || fit_decoder_completes (decoder))
    *mode = FIT_BINDING_MODE_IMMEDIATE;
  return TRUE;
}

typedef struct
{
  const char *key;
  guint n_values;
  const char **values; /* in the scratch arena */
} TopologyParts;

typedef struct
{
  guint n;
  TopologyParts *expressions; /* in the scratch arena */
} TermParts;

static const FitField topology_fields[] = {
  FIT_FIELD ("key", &fit_type_text, TopologyParts, key, FIT_NAMES (KEY)),
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "values", &fit_type_text,
                   TopologyParts, n_values, values, FIT_NAMES (VALUE)),
};
static const FitField term_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "matchLabelExpressions",
                   FIT_STRUCT (TopologyParts, topology_fields,
                               .texts = FIT_TEXTS_REQUIREMENT),
                   TermParts, n, expressions),
};
static const FitType term_parts = FIT_TYPE_FIELDS (TermParts, term_fields);

/* A topology term requires that each of these keys has one of its values. */
static gboolean
decode_topology_term (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  TermParts parts = { 0 };
  FitExpression *expressions;

  if (!fit_decode (decoder, &term_parts, value, &parts, error))
    return FALSE;
  expressions = fit_arena_new0 (decoder->scratch, FitExpression, parts.n);
  for (guint i = 0; i < parts.n; i++)
    {
      expressions[i].key = parts.expressions[i].key;
      expressions[i].op = "In";
      expressions[i].n_values = parts.expressions[i].n_values;
      expressions[i].values = parts.expressions[i].values;
    }
  *(FitSelector **) out = fit_selector_new_expressions (
      NULL, expressions, parts.n, FIT_SELECTOR_NODE);
  return TRUE;
}

static const FitType binding_mode_type = FIT_TYPE_FUNC (
    FitBindingMode, decode_binding_mode, .texts = FIT_TEXTS_KEPT);
static const FitType topology_term_type
    = FIT_TYPE_FUNC (FitSelector *, decode_topology_term, .inner = &term_parts);
static const FitField class_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitStorageClass, meta),
  FIT_FIELD ("provisioner", &fit_type_string, FitStorageClass, provisioner,
             FIT_NAMES (DRIVER)),
  FIT_FIELD ("volumeBindingMode", &binding_mode_type, FitStorageClass,
             binding_mode),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "allowedTopologies", &topology_term_type,
                   FitStorageClass, n_topologies, topologies),
};
const FitType fit_type_storage_class
    = FIT_TYPE_FIELDS (FitStorageClass, class_fields);

static const char *const default_class_keys[] = {
  FIT_ANNOTATION_DEFAULT_CLASS,
  FIT_ANNOTATION_DEFAULT_CLASS_BETA,
};

void
fit_storage_class_complete (const FitDecoder *decoder, const FitValue *value,
                            gpointer object)
{
  FitStorageClass *storage_class = object;

  for (guint i = 0; i < G_N_ELEMENTS (default_class_keys); i++)
    storage_class->is_default
        |= g_strcmp0 (
               fit_decode_annotation (decoder, value, default_class_keys[i]),
               "true")
           == 0;
}
