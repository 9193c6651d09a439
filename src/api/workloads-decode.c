/* workloads-decode.c - decoding Service, controllers, PodDisruptionBudget,
 * PriorityClass and Namespace
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "api/names.h"
#include "api/kinds-private.h"
#include "api/shapes.h"
#include "api/workloads.h"
#include "base/intern.h"
#include "base/intern-struct.h"

/* -- what objects own ------------------------------------------------------ */

static const FitPart workload_parts[] = {
  FIT_PART_LEAF (FitWorkload, selector_map, &fit_leaf_labels),
  FIT_PART_LEAF (FitWorkload, selector, &fit_leaf_selector),
  FIT_PART_LEAF (FitWorkload, spread_selector, &fit_leaf_selector),
  FIT_PART_ARRAY (FitWorkload, n_pairs, pairs, &fit_shape_selector),
};
const FitShape fit_owned_by_workload
    = FIT_SHAPE_OWNED (FitWorkload, workload_parts);

static const FitPart pdb_parts[] = {
  FIT_PART_LEAF (FitPodDisruptionBudget, selector, &fit_leaf_selector),
  FIT_PART_LEAF (FitPodDisruptionBudget, disrupted, &fit_leaf_labels),
};
const FitShape fit_owned_by_pdb
    = FIT_SHAPE_OWNED (FitPodDisruptionBudget, pdb_parts);

static const FitPart namespace_parts[] = {
  FIT_PART_LEAF (FitNamespace, name, &fit_leaf_interned),
  FIT_PART_LEAF (FitNamespace, node_selector, &fit_leaf_text),
};
const FitShape fit_owned_by_namespace
    = FIT_SHAPE_OWNED (FitNamespace, namespace_parts);

/* -- services and controllers ---------------------------------------------- */

/* The fields that the four kinds may have under spec. */
typedef struct
{
  FitLabels *map;        /* owned: selector of a Service or RC */
  FitSelector *selector; /* owned: selector of a ReplicaSet or StatefulSet */
  FitLabels *template_labels; /* owned */
} SelectorParts;

static void
selector_parts_clear (SelectorParts *parts)
{
  fit_labels_unref (parts->map);
  fit_selector_unref (parts->selector);
  fit_labels_unref (parts->template_labels);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SelectorParts, selector_parts_clear)

static const FitField template_meta_fields[] = {
  FIT_FIELD ("labels", &fit_type_labels, SelectorParts, template_labels),
};
static const FitField template_fields[] = {
  FIT_FIELD_WHOLE ("metadata",
                   FIT_STRUCT (SelectorParts, template_meta_fields)),
};
static const FitType template_type
    = FIT_TYPE_FIELDS (SelectorParts, template_fields);

static const FitField map_spec_fields[] = {
  FIT_FIELD ("selector", &fit_type_labels_or_nil, SelectorParts, map),
  FIT_FIELD_WHOLE ("template", &template_type),
  FIT_FIELD_UNREAD ("replicas", &fit_type_int32),
};
static const FitField set_spec_fields[] = {
  FIT_FIELD ("selector", &fit_type_label_selector_or_nil, SelectorParts,
             selector),
  FIT_FIELD_WHOLE ("template", &template_type),
  FIT_FIELD_UNREAD ("replicas", &fit_type_int32),
};

typedef struct
{
  FitObjectMeta meta; /* owned */
  SelectorParts spec; /* owned */
} WorkloadParts;

static void
workload_parts_clear (WorkloadParts *parts)
{
  fit_object_meta_clear (&parts->meta);
  selector_parts_clear (&parts->spec);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WorkloadParts, workload_parts_clear)

static const FitField map_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, WorkloadParts, meta),
  FIT_FIELD ("spec", FIT_STRUCT (SelectorParts, map_spec_fields), WorkloadParts,
             spec),
};
static const FitType map_type = FIT_TYPE_FIELDS (WorkloadParts, map_fields);
static const FitField set_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, WorkloadParts, meta),
  FIT_FIELD ("spec", FIT_STRUCT (SelectorParts, set_spec_fields), WorkloadParts,
             spec),
};
static const FitType set_type = FIT_TYPE_FIELDS (WorkloadParts, set_fields);

/* API versions where a missing selector defaults to the labels of the pod
 * template. */
static const char *const defaulting_versions[] = {
  [FIT_KIND_SERVICE] = "",
  [FIT_KIND_REPLICATION_CONTROLLER] = "v1",
  [FIT_KIND_REPLICA_SET] = "extensions/v1beta1",
  [FIT_KIND_STATEFUL_SET] = "apps/v1beta1",
};

/* Returns: (nullable): the labels that replace a missing selector */
static FitLabels *
default_selector (const FitDecoder *decoder, const SelectorParts *spec,
                  FitKind kind)
{
  if (!fit_decoder_completes (decoder)
      || g_strcmp0 (decoder->api_version, defaulting_versions[kind]) != 0)
    return NULL;
  return spec->template_labels;
}

static void
set_map_selector (const FitDecoder *decoder, FitWorkload *workload,
                  SelectorParts *spec)
{
  FitLabels *otherwise = default_selector (decoder, spec, workload->kind);

  if (otherwise != NULL && (spec->map == NULL || spec->map->n == 0))
    {
      fit_labels_unref (spec->map);
      spec->map = fit_labels_ref (otherwise);
    }
  workload->selector_map = g_steal_pointer (&spec->map);
  if (workload->selector_map == NULL)
    {
      workload->selector = fit_selector_new_nothing ();
      workload->spread_selector = fit_selector_ref (workload->selector);
      return;
    }
  workload->selector
      = fit_selector_new_equality (workload->selector_map, FALSE);
  workload->spread_selector
      = fit_selector_new_equality (workload->selector_map, TRUE);
  if (workload->kind == FIT_KIND_SERVICE)
    {
      const FitSelector *whole = workload->spread_selector;

      workload->n_pairs = whole->n;
      workload->pairs = g_new0 (FitSelector *, whole->n);
      for (guint i = 0; i < whole->n; i++)
        {
          const FitRequirement *pair = &whole->requirements[i];
          g_autoptr (FitLabels) labels = fit_labels_new (1);

          fit_labels_append (labels, pair->key, pair->values[0]);
          workload->pairs[i] = fit_selector_new_equality (labels, FALSE);
        }
    }
}

static gboolean
decode_workload (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  FitWorkload *workload = out;
  const gboolean has_map = workload->kind == FIT_KIND_SERVICE
                           || workload->kind == FIT_KIND_REPLICATION_CONTROLLER;
  g_auto (WorkloadParts) parts = { 0 };

  if (!fit_decode (decoder, has_map ? &map_type : &set_type, value, &parts,
                   error))
    return FALSE;
  workload->meta = parts.meta;
  parts.meta = (FitObjectMeta){ 0 };
  if (has_map)
    set_map_selector (decoder, workload, &parts.spec);
  else
    {
      FitLabels *otherwise
          = default_selector (decoder, &parts.spec, workload->kind);

      if (parts.spec.selector != NULL)
        workload->selector = g_steal_pointer (&parts.spec.selector);
      else if (otherwise != NULL)
        workload->selector = fit_selector_new_expressions (otherwise, NULL, 0,
                                                           FIT_SELECTOR_POD);
      else
        workload->selector = fit_selector_new_nothing ();
      workload->spread_selector = fit_selector_ref (workload->selector);
    }
  return TRUE;
}

const FitType fit_type_map_workload
    = FIT_TYPE_FUNC (FitWorkload, decode_workload, .inner = &map_type);
const FitType fit_type_set_workload
    = FIT_TYPE_FUNC (FitWorkload, decode_workload, .inner = &set_type);

/* -- PodDisruptionBudget --------------------------------------------------- */

static const FitField pdb_spec_fields[] = {
  FIT_FIELD ("selector", &fit_type_label_selector, FitPodDisruptionBudget,
             selector),
  FIT_FIELD_UNREAD ("minAvailable", &fit_type_value, .texts = FIT_TEXTS_KEPT),
  FIT_FIELD_UNREAD ("maxUnavailable", &fit_type_value, .texts = FIT_TEXTS_KEPT),
};
static const FitField pdb_status_fields[] = {
  FIT_FIELD ("disruptionsAllowed", &fit_type_int32, FitPodDisruptionBudget,
             disruptions_allowed),
  FIT_FIELD ("disruptedPods", &fit_type_labels, FitPodDisruptionBudget,
             disrupted, .texts = FIT_TEXTS_BY_NAME, FIT_NAMES (POD)),
};
static const FitField pdb_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPodDisruptionBudget, meta),
  FIT_FIELD_WHOLE ("spec",
                   FIT_STRUCT (FitPodDisruptionBudget, pdb_spec_fields)),
  FIT_FIELD_WHOLE ("status",
                   FIT_STRUCT (FitPodDisruptionBudget, pdb_status_fields)),
};
const FitType fit_type_pdb
    = FIT_TYPE_FIELDS (FitPodDisruptionBudget, pdb_fields);

void
fit_pdb_complete (const FitDecoder *decoder, const FitValue *value,
                  gpointer object)
{
  FitPodDisruptionBudget *pdb = object;

  /* An empty selector selects nothing in v1beta1, and everything in v1. */
  if (g_strcmp0 (decoder->api_version, "policy/v1beta1") == 0
      && pdb->selector->n == 0 && pdb->selector->error == NULL)
    {
      fit_selector_unref (pdb->selector);
      pdb->selector = fit_selector_new_nothing ();
    }
}

/* -- PriorityClass and Namespace ------------------------------------------- */

static const FitField priority_class_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPriorityClass, meta),
  FIT_FIELD ("value", &fit_type_int32, FitPriorityClass, value),
  FIT_FIELD ("globalDefault", &fit_type_bool, FitPriorityClass, global_default),
  FIT_FIELD ("preemptionPolicy", &fit_type_never_preempts, FitPriorityClass,
             never_preempts),
};
const FitType fit_type_priority_class
    = FIT_TYPE_FIELDS (FitPriorityClass, priority_class_fields);

static const FitField namespace_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitNamespace, meta),
};
const FitType fit_type_namespace
    = FIT_TYPE_FIELDS (FitNamespace, namespace_fields);

void
fit_namespace_complete (const FitDecoder *decoder, const FitValue *value,
                        gpointer object)
{
  FitNamespace *namespace_ = object;

  namespace_->name = fit_intern (namespace_->meta.name);
  namespace_->node_selector = g_strdup (
      fit_decode_annotation (decoder, value, FIT_ANNOTATION_NODE_SELECTOR));
}
