/* decode-parts.h - decoding parts that several kinds share: metadata, labels,
 * selectors, lists of resources, volumes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/decode.h"
#include "api/node.h"
#include "api/pod-private.h"

extern const FitType fit_type_labels;         /* FitLabels *; NULL when empty */
extern const FitType fit_type_labels_or_nil;  /* FitLabels *; NULL: absent */
extern const FitType fit_type_resource_list;  /* FitResourceList */
extern const FitType fit_type_meta;           /* FitObjectMeta */
extern const FitType fit_type_effect;         /* FitTaintEffect */
extern const FitType fit_type_never_preempts; /* gboolean: preemptionPolicy */

/* LabelSelector: FitSelector *, matches nothing if absent */
extern const FitType fit_type_label_selector;
/* The same, but NULL if absent. */
extern const FitType fit_type_label_selector_or_nil;
/* FitSelector * for a list of node selector requirements; an empty list matches
 * nothing */
extern const FitType fit_type_node_expressions;
/* FitSelector * for a list of field requirements; NULL for an empty list */
extern const FitType fit_type_node_fields;
/* NodeSelector: FitNodeSelector *; NULL when absent */
extern const FitType fit_type_node_selector;

extern const FitType fit_type_pvc_spec; /* FitPersistentVolumeClaim */

extern const FitType fit_type_pod_volume; /* FitVolume: a volume of a pod */
extern const FitType fit_type_pv_source;  /* FitVolume: the spec of a PV */

/* nodeAffinity, podAffinity, podAntiAffinity into a FitPodSpec */
extern const FitType fit_type_affinity;

/* fit_decode_annotation: Returns: (nullable): the text of the annotation @key
 * of @object, whose metadata has been decoded */
const char *fit_decode_annotation (const FitDecoder *decoder,
                                   const FitValue *object, const char *key);

/* fit_node_has_ga_labels_only: does the node have a zone, region or instance
 * type that v1.16 does not see? */
gboolean fit_node_has_ga_labels_only (const FitNode *node);

/* fit_decode_pod_template: decodes metadata and spec of a pod that has no name
 * yet, without completing them.  Returns: (transfer full) (nullable) */
FitPod *fit_decode_pod_template (FitDecoder *decoder, const FitValue *value,
                                 GError **error);
