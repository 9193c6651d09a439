/* affinity-decode.c - decoding node affinity and pod (anti-)affinity
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"

/* -- terms of pod (anti-)affinity ------------------------------------------ */

/* A release without this field ignores it. */
static gboolean
decode_namespace_selector (FitDecoder *decoder, const FitValue *value,
                           gpointer out, GError **error)
{
  return (decoder->flags & FIT_DECODE_NAMESPACE_SELECTORS) == 0
         || fit_decode (decoder, &fit_type_label_selector_or_nil, value, out,
                        error);
}

static const FitType namespace_selector_type
    = FIT_TYPE_FUNC (FitSelector *, decode_namespace_selector,
                     .inner = &fit_type_label_selector);

static const FitField term_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "namespaces", &fit_type_interned,
                   FitAffinityTerm, n_namespaces, namespaces,
                   FIT_NAMES (NAMESPACE)),
  FIT_FIELD ("labelSelector", &fit_type_label_selector, FitAffinityTerm,
             selector),
  FIT_FIELD ("namespaceSelector", &namespace_selector_type, FitAffinityTerm,
             namespace_selector),
  FIT_FIELD ("topologyKey", &fit_type_interned, FitAffinityTerm, topology_key,
             FIT_NAMES (KEY)),
  /* An API server adds what they mean to the selector. */
  FIT_FIELD_UNREAD ("matchLabelKeys", &fit_type_strv, FIT_NAMES (KEY)),
  FIT_FIELD_UNREAD ("mismatchLabelKeys", &fit_type_strv, FIT_NAMES (KEY)),
};
static const FitType term_type
    = FIT_TYPE_FIELDS (FitAffinityTerm, term_fields, FIT_NO_OTHERS);

static const FitField weighted_term_fields[] = {
  FIT_FIELD ("weight", &fit_type_int32, FitAffinityTerm, weight),
  FIT_FIELD_WHOLE ("podAffinityTerm", &term_type),
};

static const FitField pod_affinity_fields[] = {
  FIT_FIELD_ARRAY (FIT_FIELD_LIST,
                   "requiredDuringSchedulingIgnoredDuringExecution", &term_type,
                   FitPodAffinity, n_required, required),
  FIT_FIELD_ARRAY (
      FIT_FIELD_LIST, "preferredDuringSchedulingIgnoredDuringExecution",
      FIT_STRUCT (FitAffinityTerm, weighted_term_fields, FIT_NO_OTHERS),
      FitPodAffinity, n_preferred, preferred),
};
static const FitType pod_affinity_parts
    = FIT_TYPE_FIELDS (FitPodAffinity, pod_affinity_fields, FIT_NO_OTHERS);

/* -- node affinity --------------------------------------------------------- */

static const FitField preference_fields[] = {
  FIT_FIELD ("matchExpressions", &fit_type_node_expressions,
             FitPreferredNodeTerm, expressions),
  FIT_FIELD ("matchFields", &fit_type_node_fields, FitPreferredNodeTerm, fields,
             FIT_READ_BY (OTHER_RULES)),
};

static const FitField preferred_fields[] = {
  FIT_FIELD ("weight", &fit_type_int32, FitPreferredNodeTerm, weight),
  FIT_FIELD_WHOLE ("preference", FIT_STRUCT (FitPreferredNodeTerm,
                                             preference_fields, FIT_NO_OTHERS)),
};

static const FitField node_affinity_fields[] = {
  FIT_FIELD ("requiredDuringSchedulingIgnoredDuringExecution",
             &fit_type_node_selector, FitPodSpec, required_nodes),
  FIT_FIELD_ARRAY (
      FIT_FIELD_LIST, "preferredDuringSchedulingIgnoredDuringExecution",
      FIT_STRUCT (FitPreferredNodeTerm, preferred_fields, FIT_NO_OTHERS),
      FitPodSpec, n_preferred_nodes, preferred_nodes),
};

static const FitField affinity_fields[] = {
  FIT_FIELD_SEEN_WHOLE (
      "nodeAffinity",
      FIT_STRUCT (FitPodSpec, node_affinity_fields, FIT_NO_OTHERS), FitPodSpec,
      has_node_affinity, FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_SEEN ("podAffinity", &pod_affinity_parts, FitPodSpec, affinity,
                  affinity.present),
  FIT_FIELD_SEEN ("podAntiAffinity", &pod_affinity_parts, FitPodSpec,
                  anti_affinity, anti_affinity.present),
};
const FitType fit_type_affinity
    = FIT_TYPE_FIELDS (FitPodSpec, affinity_fields, FIT_NO_OTHERS);
