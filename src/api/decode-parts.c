/* decode-parts.c - decoding metadata, labels, selectors and lists of
 * resources
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "api/avoid-pods.h"
#include "api/names.h"
#include "api/shapes.h"
#include "base/intern-struct.h"
#include "base/intern.h"

#include <string.h>

/* -- maps of strings ------------------------------------------------------- */

static gboolean
decode_labels_or_nil (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  g_autoptr (FitLabels) labels = NULL;
  gboolean sorted = TRUE;

  if (!fit_decode_expect_map (decoder, value, error))
    return FALSE;
  if (value == NULL)
    return TRUE;
  labels = fit_labels_new (value->n);
  for (guint i = 0; i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      const char *text = NULL;

      if (!fit_decode_member (decoder, member, &fit_type_text, &text, error))
        return FALSE;
      /* As API servers write them: so far no key is there twice. */
      sorted = sorted && (i == 0 || strcmp (member[-1].key, member->key) < 0);
      if (sorted)
        fit_labels_append_new (labels, member->key, text);
      else
        fit_labels_append (labels, member->key, text);
    }
  *(FitLabels **) out = g_steal_pointer (&labels);
  return TRUE;
}

static gboolean
decode_labels (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  if (value != NULL && value->type == FIT_VALUE_MAP && value->n == 0)
    return TRUE;
  return decode_labels_or_nil (decoder, value, out, error);
}

/* A map of strings that is only checked, not kept. */
static gboolean
check_string_map (FitDecoder *decoder, const FitValue *value, gpointer out,
                  GError **error)
{
  const char *text = NULL;

  if (!fit_decode_expect (decoder, value, FIT_VALUE_MAP, error))
    return FALSE;
  for (guint i = 0; value != NULL && i < value->n; i++)
    if (!fit_decode_member (decoder, &value->members[i], &fit_type_text, &text,
                            error))
      return FALSE;
  return TRUE;
}

const FitType fit_type_labels
    = FIT_TYPE_FUNC (FitLabels *, decode_labels, .texts = FIT_TEXTS_LABELS);
const FitType fit_type_labels_or_nil = FIT_TYPE_FUNC (
    FitLabels *, decode_labels_or_nil, .texts = FIT_TEXTS_LABELS);

/* -- metadata -------------------------------------------------------------- */

typedef struct
{
  const char *api_version;
  const char *kind;
  const char *name;
  const char *uid;
  gboolean controller;
} OwnerParts;

static const FitField owner_fields[] = {
  FIT_FIELD ("apiVersion", &fit_type_text, OwnerParts, api_version,
             FIT_NAMES (WORD)),
  FIT_FIELD ("kind", &fit_type_text, OwnerParts, kind, FIT_NAMES (WORD),
             FIT_READ_BY (NODE_RULES)),
  FIT_FIELD ("name", &fit_type_text, OwnerParts, name, FIT_NAMES (OBJECT)),
  FIT_FIELD ("uid", &fit_type_text, OwnerParts, uid, FIT_NAMES (UID),
             FIT_READ_BY (NODE_RULES)),
  FIT_FIELD ("controller", &fit_type_bool, OwnerParts, controller,
             FIT_READ_BY (NODE_RULES)),
};
static const FitType owner_type = FIT_TYPE_FIELDS (OwnerParts, owner_fields);

static gboolean
add_owner (FitDecoder *decoder, const FitValue *value, gpointer out,
           GError **error)
{
  const FitOwnerReference **controller = out;
  FitOwnerReference found;
  OwnerParts owner = { 0 };

  if (!fit_decode (decoder, &owner_type, value, &owner, error))
    return FALSE;
  if (!owner.controller || *controller != NULL)
    return TRUE;
  found = (FitOwnerReference){
    .api_version = g_strdup (owner.api_version),
    .kind = g_strdup (owner.kind),
    .name = g_strdup (owner.name),
    .uid = g_strdup (owner.uid),
  };
  *controller = fit_intern_struct (&fit_shape_owner, &found);
  return TRUE;
}

/* Members of the annotation preferAvoidPods, which avoid-pods.c reads. */
static const FitField signature_fields[] = {
  FIT_FIELD_UNREAD ("podController", &owner_type),
};
static const FitField avoided_fields[] = {
  FIT_FIELD_UNREAD ("podSignature", FIT_STRUCT (char, signature_fields)),
};
static const FitField avoid_pods_fields[] = {
  FIT_FIELD_UNREAD ("preferAvoidPods", FIT_STRUCT (char, avoided_fields)),
};

/* Annotations are looked up where they matter, by fit_decode_annotation(). */
#define ANNOTATION(name, ...) \
  FIT_FIELD_UNREAD (name, &fit_type_string, __VA_ARGS__)

static const FitField annotation_fields[] = {
  FIT_FIELD_UNREAD (FIT_ANNOTATION_PREFER_AVOID_PODS,
                    FIT_STRUCT (char, avoid_pods_fields),
                    .texts = FIT_TEXTS_JSON),
  ANNOTATION (FIT_ANNOTATION_MIGRATED_PLUGINS, .texts = FIT_TEXTS_PLUGINS),
  ANNOTATION (FIT_ANNOTATION_CLASS, FIT_NAMES (CLASS)),
  ANNOTATION (FIT_ANNOTATION_SELECTED_NODE, FIT_NAMES (NODE)),
  ANNOTATION (FIT_ANNOTATION_RBD_HANDLE, FIT_NAMES (DISK)),
  ANNOTATION (FIT_ANNOTATION_BIND_COMPLETED, .texts = FIT_TEXTS_KEPT),
  ANNOTATION (FIT_ANNOTATION_DEFAULT_CLASS, .texts = FIT_TEXTS_KEPT),
  ANNOTATION (FIT_ANNOTATION_DEFAULT_CLASS_BETA, .texts = FIT_TEXTS_KEPT),
  ANNOTATION (FIT_ANNOTATION_MIRROR_POD, FIT_NAMES (UID)),
  ANNOTATION (FIT_ANNOTATION_NODE_SELECTOR, .texts = FIT_TEXTS_PAIRS),
};
static const FitType annotations_type = FIT_TYPE_FUNC (
    char, check_string_map, .inner = FIT_STRUCT (char, annotation_fields));

static const FitField meta_fields[] = {
  FIT_FIELD ("name", &fit_type_text, FitObjectMeta, name,
             .texts = FIT_TEXTS_OWN_NAME),
  FIT_FIELD ("namespace", &fit_type_interned, FitObjectMeta, namespace_,
             FIT_NAMES (NAMESPACE), FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD ("uid", &fit_type_text, FitObjectMeta, uid, FIT_NAMES (UID)),
  FIT_FIELD ("resourceVersion", &fit_type_text, FitObjectMeta, resource_version,
             .texts = FIT_TEXTS_KEPT),
  /* It only goes into the status that is written. */
  FIT_FIELD ("generation", &fit_type_int64, FitObjectMeta, generation,
             .texts = FIT_TEXTS_LEFT_OUT),
  FIT_FIELD ("labels", &fit_type_labels, FitObjectMeta, labels,
             FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD ("creationTimestamp", &fit_type_time, FitObjectMeta,
             creation_time_ns),
  FIT_FIELD ("deletionTimestamp", &fit_type_time, FitObjectMeta,
             deletion_time_ns),
  FIT_FIELD_EACH ("ownerReferences", add_owner, &owner_type, FitObjectMeta,
                  controller),
  FIT_FIELD_WHOLE ("annotations", &annotations_type),
};
static const FitType meta_type = FIT_TYPE_FIELDS (
    FitObjectMeta, meta_fields,
    FIT_OTHERS ("generateName", "selfLink", "deletionGracePeriodSeconds",
                "finalizers", "managedFields", "clusterName", "initializers"));

static gboolean
decode_meta (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  FitObjectMeta *meta = out;
  const gboolean done = fit_decode (decoder, &meta_type, value, meta, error);
  /* So far the texts are those of the document. */
  const char *name = g_steal_pointer (&meta->name);
  const char *uid = g_steal_pointer (&meta->uid);
  const char *version = g_steal_pointer (&meta->resource_version);

  if (done)
    fit_object_meta_set_texts (meta, name, uid, version);
  return done;
}

const FitType fit_type_meta
    = FIT_TYPE_FUNC (FitObjectMeta, decode_meta, .inner = &meta_type);

const char *
fit_decode_annotation (const FitDecoder *decoder, const FitValue *object,
                       const char *key)
{
  const FitValue *metadata = fit_decode_get (decoder, object, "metadata");
  const FitValue *annotations
      = fit_decode_get (decoder, metadata, "annotations");
  const FitValue *annotation = fit_decode_get (decoder, annotations, key);

  if (annotation == NULL)
    return NULL;
  return annotation->type == FIT_VALUE_STRING ? annotation->text : "";
}

/* -- taints, resources and words ------------------------------------------- */

static gboolean
decode_effect (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  *(FitTaintEffect *) out = fit_taint_effect_parse (text);
  return TRUE;
}

const FitType fit_type_effect
    = FIT_TYPE_FUNC (FitTaintEffect, decode_effect, .texts = FIT_TEXTS_KEPT);

static const FitWord preemption_policies[]
    = { { "Never", TRUE }, { NULL, FALSE } };
const FitType fit_type_never_preempts = FIT_TYPE_WORDS (preemption_policies);

/* With more names than that, a table finds the repeated ones. */
#define MANY_RESOURCES 16

/* @table: (nullable): from each name to its item */
static FitResourceItem *
find_item (FitResourceList *list, GHashTable *table, const char *name)
{
  if (table != NULL)
    return g_hash_table_lookup (table, name);
  for (guint i = 0; i < list->n; i++)
    if (list->items[i].name == name)
      return &list->items[i];
  return NULL;
}

static gboolean
decode_resource_list (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  FitResourceList *list = out;
  g_autoptr (GHashTable) table = NULL;

  if (!fit_decode_expect_map (decoder, value, error))
    return FALSE;
  if (value == NULL || value->n == 0)
    return TRUE;
  list->items = g_new0 (FitResourceItem, value->n);
  if (value->n > MANY_RESOURCES)
    table = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < value->n; i++)
    {
      g_auto (FitQuantity) quantity = { 0 };
      const char *name;
      FitResourceItem *item;

      /* A repeated name replaces the quantity of the earlier one. */
      if (!fit_decode_member (decoder, &value->members[i], &fit_type_quantity,
                              &quantity, error))
        return FALSE;
      name = fit_intern (value->members[i].key);
      item = find_item (list, table, name);
      if (item == NULL)
        {
          item = &list->items[list->n++];
          item->name = name;
          if (table != NULL)
            g_hash_table_insert (table, (gpointer) name, item);
        }
      else
        {
          fit_intern_unref (name);
          fit_quantity_clear (&item->quantity);
        }
      item->quantity = quantity;
      quantity = (FitQuantity){ 0 };
    }
  return TRUE;
}

const FitType fit_type_resource_list = FIT_TYPE_FUNC (
    FitResourceList, decode_resource_list, .texts = FIT_TEXTS_RESOURCES);

/* -- selectors ------------------------------------------------------------- */

/* @class_: of the values */
#define EXPRESSION_FIELDS(class_)                                           \
  FIT_FIELD ("key", &fit_type_text, FitExpression, key,                     \
             .texts = FIT_TEXTS_KEPT),                                      \
      FIT_FIELD (                                                           \
          "operator", &fit_type_text, FitExpression, op,                    \
          .texts = FIT_TEXTS_KEPT,                                          \
          FIT_WORDS ("In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt")), \
      FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "values", &fit_type_text,    \
                       FitExpression, n_values, values, FIT_NAMES (class_))

static const FitField expression_fields[] = { EXPRESSION_FIELDS (VALUE) };
static const FitType expression_type
    = FIT_TYPE_FIELDS (FitExpression, expression_fields,
                       .texts = FIT_TEXTS_REQUIREMENT, FIT_NO_OTHERS);

/* The only field of a node that can be named is its name. */
static const FitField node_field_fields[] = { EXPRESSION_FIELDS (NODE) };
static const FitType node_field_type
    = FIT_TYPE_FIELDS (FitExpression, node_field_fields, FIT_NO_OTHERS);

typedef struct
{
  guint n;
  FitExpression *expressions; /* in the scratch arena */
} Expressions;

typedef struct
{
  FitLabels *labels; /* owned */
  Expressions list;
} LabelSelectorParts;

static const FitField label_selector_fields[] = {
  FIT_FIELD ("matchLabels", &fit_type_labels, LabelSelectorParts, labels),
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "matchExpressions", &expression_type,
                   LabelSelectorParts, list.n, list.expressions),
};
static const FitType label_selector_parts = FIT_TYPE_FIELDS (
    LabelSelectorParts, label_selector_fields, FIT_NO_OTHERS);

static gboolean
decode_label_selector_or_nil (FitDecoder *decoder, const FitValue *value,
                              gpointer out, GError **error)
{
  LabelSelectorParts parts = { 0 };
  g_autoptr (FitLabels) labels = NULL;
  gboolean done;

  if (value == NULL)
    return TRUE;
  done = fit_decode (decoder, &label_selector_parts, value, &parts, error);
  labels = parts.labels;
  if (!done)
    return FALSE;
  *(FitSelector **) out = fit_selector_new_expressions (
      labels, parts.list.expressions, parts.list.n, FIT_SELECTOR_POD);
  return TRUE;
}

static gboolean
decode_label_selector (FitDecoder *decoder, const FitValue *value, gpointer out,
                       GError **error)
{
  if (value != NULL)
    return decode_label_selector_or_nil (decoder, value, out, error);
  *(FitSelector **) out = fit_selector_new_nothing ();
  return TRUE;
}

static const FitField expressions_field = FIT_FIELD_ARRAY (
    FIT_FIELD_SCRATCH_LIST, "", &expression_type, Expressions, n, expressions);
static const FitField fields_field = FIT_FIELD_ARRAY (
    FIT_FIELD_SCRATCH_LIST, "", &node_field_type, Expressions, n, expressions);

static gboolean
decode_node_expressions (FitDecoder *decoder, const FitValue *value,
                         gpointer out, GError **error)
{
  Expressions list = { 0 };

  if (!fit_decode_list (decoder, &expressions_field, value, &list, error))
    return FALSE;
  *(FitSelector **) out = fit_selector_new_expressions (
      NULL, list.expressions, list.n, FIT_SELECTOR_NODE);
  return TRUE;
}

static gboolean
decode_node_fields (FitDecoder *decoder, const FitValue *value, gpointer out,
                    GError **error)
{
  Expressions list = { 0 };

  if (!fit_decode_list (decoder, &fields_field, value, &list, error))
    return FALSE;
  if (list.n > 0)
    *(FitSelector **) out = fit_selector_new_fields (list.expressions, list.n);
  return TRUE;
}

const FitType fit_type_label_selector = FIT_TYPE_FUNC (
    FitSelector *, decode_label_selector, .inner = &label_selector_parts);
const FitType fit_type_label_selector_or_nil
    = FIT_TYPE_FUNC (FitSelector *, decode_label_selector_or_nil,
                     .inner = &label_selector_parts);
const FitType fit_type_node_expressions = FIT_TYPE_FUNC (
    FitSelector *, decode_node_expressions, .inner = &expression_type);
const FitType fit_type_node_fields = FIT_TYPE_FUNC (
    FitSelector *, decode_node_fields, .inner = &node_field_type);

typedef struct
{
  Expressions expressions;
  Expressions fields;
} TermParts;

static const FitField term_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "matchExpressions", &expression_type,
                   TermParts, expressions.n, expressions.expressions),
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "matchFields", &node_field_type,
                   TermParts, fields.n, fields.expressions),
};

typedef struct
{
  guint n;
  TermParts *terms; /* in the scratch arena */
} NodeSelectorParts;

static const FitField node_selector_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_SCRATCH_LIST, "nodeSelectorTerms",
                   FIT_STRUCT (TermParts, term_fields, FIT_NO_OTHERS),
                   NodeSelectorParts, n, terms),
};
static const FitType node_selector_parts
    = FIT_TYPE_FIELDS (NodeSelectorParts, node_selector_fields, FIT_NO_OTHERS);

static gboolean
decode_node_selector (FitDecoder *decoder, const FitValue *value, gpointer out,
                      GError **error)
{
  NodeSelectorParts parts = { 0 };
  FitNodeSelector *selector;

  if (value == NULL)
    return TRUE;
  if (!fit_decode (decoder, &node_selector_parts, value, &parts, error))
    return FALSE;
  selector = fit_node_selector_new (parts.n);
  for (guint i = 0; i < parts.n; i++)
    {
      const Expressions *expressions = &parts.terms[i].expressions;
      const Expressions *fields = &parts.terms[i].fields;

      if (expressions->n > 0)
        selector->terms[i].expressions = fit_selector_new_expressions (
            NULL, expressions->expressions, expressions->n, FIT_SELECTOR_NODE);
      if (fields->n > 0)
        selector->terms[i].fields
            = fit_selector_new_fields (fields->expressions, fields->n);
      selector->terms[i].names_nodes = fit_selector_named_nodes (
          fields->expressions, fields->n, &selector->terms[i].names,
          &selector->terms[i].n_names);
    }
  *(FitNodeSelector **) out = selector;
  return TRUE;
}

const FitType fit_type_node_selector = FIT_TYPE_FUNC (
    FitNodeSelector *, decode_node_selector, .inner = &node_selector_parts);
