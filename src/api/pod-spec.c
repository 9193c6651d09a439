/* pod-spec.c - what a pod's spec consists of: its fields, as they are written,
 * its members, as they are kept, and the sharing of equal specs
 *
 * A new field has a member in pod.h, a row in spec_fields, and, if the member
 * points somewhere, a part in spec_parts.  pod-requests-decode.c decodes the
 * containers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode-parts.h"
#include "api/pod-requests-decode.h"
#include "api/shapes.h"

#include "base/intern-struct.h"

#include <string.h>

#define DEFAULT_GRACE_SECONDS 30

/* -- the fields ------------------------------------------------------------ */

static gboolean
decode_grace (FitDecoder *decoder, const FitValue *value, gpointer out,
              GError **error)
{
  *(gint64 *) out = DEFAULT_GRACE_SECONDS;
  return fit_decode (decoder, &fit_type_int64, value, out, error);
}

static gboolean
decode_node_selector_map (FitDecoder *decoder, const FitValue *value,
                          gpointer out, GError **error)
{
  FitPodSpec *spec = out;

  if (!fit_decode (decoder, &fit_type_labels, value, &spec->node_selector_map,
                   error))
    return FALSE;
  if (spec->node_selector_map != NULL)
    spec->node_selector
        = fit_selector_new_equality (spec->node_selector_map, TRUE);
  return TRUE;
}

static gboolean
decode_when_unsatisfiable (FitDecoder *decoder, const FitValue *value,
                           gpointer out, GError **error)
{
  FitSpreadConstraint *constraint = out;
  const char *text = NULL;

  if (!fit_decode (decoder, &fit_type_text, value, &text, error))
    return FALSE;
  constraint->hard = strcmp (text, "DoNotSchedule") == 0;
  constraint->soft = strcmp (text, "ScheduleAnyway") == 0;
  return TRUE;
}

typedef struct
{
  char *name; /* owned */
} GateParts;

static const FitField gate_fields[] = {
  FIT_FIELD ("name", &fit_type_string, GateParts, name, FIT_NAMES (WORD)),
};
static const FitType gate_type
    = FIT_TYPE_FIELDS (GateParts, gate_fields, FIT_NO_OTHERS);

static gboolean
add_scheduling_gate (FitDecoder *decoder, const FitValue *value, gpointer out,
                     GError **error)
{
  FitPodSpec *spec = out;
  GateParts gate = { NULL };

  if (!fit_decode (decoder, &gate_type, value, &gate, error))
    {
      g_free (gate.name);
      return FALSE;
    }
  spec->scheduling_gates[spec->n_scheduling_gates++] = gate.name;
  return TRUE;
}

/* A gate has nothing but a name. */
static gboolean
decode_scheduling_gates (FitDecoder *decoder, const FitValue *value,
                         gpointer out, GError **error)
{
  FitPodSpec *spec = out;

  if (!fit_decode_expect (decoder, value, FIT_VALUE_LIST, error))
    return FALSE;
  if (value == NULL || value->n == 0)
    return TRUE;
  spec->modern |= FIT_MODERN_GATES;
  spec->scheduling_gates = g_new0 (char *, (gsize) value->n + 1);
  return fit_decode_each (decoder, value, add_scheduling_gate, spec, error);
}

/* Absent is true. */
static gboolean
decode_host_users (FitDecoder *decoder, const FitValue *value, gpointer out,
                   GError **error)
{
  FitPodSpecParts *parts = out;
  gboolean host_users = TRUE;

  if (value == NULL || value->type == FIT_VALUE_NULL)
    return TRUE;
  if (!fit_decode (decoder, &fit_type_bool, value, &host_users, error))
    return FALSE;
  if (!host_users)
    parts->spec.features |= FIT_POD_NO_HOST_USERS;
  return TRUE;
}

static const FitType host_users_type = FIT_TYPE_FUNC (
    FitPodSpecParts, decode_host_users, .texts = FIT_TEXTS_KEPT);

static const FitWord affinity_policies[]
    = { { "Ignore", TRUE }, { NULL, FALSE } };
static const FitType affinity_policy_type = FIT_TYPE_WORDS (affinity_policies);
static const FitWord taints_policies[] = { { "Honor", TRUE }, { NULL, FALSE } };
static const FitType taints_policy_type = FIT_TYPE_WORDS (taints_policies);
static const FitWord toleration_operators[] = {
  { "Exists", FIT_TOLERATION_EXISTS }, { "Equal", FIT_TOLERATION_EQUAL },
  { "", FIT_TOLERATION_EQUAL },        { "Lt", FIT_TOLERATION_LT },
  { "Gt", FIT_TOLERATION_GT },         { NULL, FIT_TOLERATION_INVALID },
};
static const FitType toleration_word_type
    = FIT_TYPE_WORDS (toleration_operators);

/* Without their feature gate, comparisons tolerate nothing. */
static gboolean
decode_toleration_operator (FitDecoder *decoder, const FitValue *value,
                            gpointer out, GError **error)
{
  FitToleration *toleration = out;

  if (!fit_decode (decoder, &toleration_word_type, value, &toleration->op,
                   error))
    return FALSE;
  if ((decoder->flags & FIT_DECODE_COMPARISONS) == 0
      && (toleration->op == FIT_TOLERATION_LT
          || toleration->op == FIT_TOLERATION_GT))
    toleration->op = FIT_TOLERATION_INVALID;
  return TRUE;
}

static const FitType toleration_operator_type = FIT_TYPE_FUNC (
    FitToleration, decode_toleration_operator, .inner = &toleration_word_type);
static const FitField toleration_fields[] = {
  FIT_FIELD ("key", &fit_type_interned, FitToleration, key, FIT_NAMES (KEY)),
  FIT_FIELD ("value", &fit_type_interned, FitToleration, value,
             FIT_NAMES (VALUE)),
  FIT_FIELD_WHOLE ("operator", &toleration_operator_type,
                   FIT_WORDS ("Exists", "Equal", "Lt", "Gt")),
  FIT_FIELD ("effect", &fit_type_effect, FitToleration, effect,
             FIT_WORDS ("NoSchedule", "PreferNoSchedule", "NoExecute")),
  FIT_FIELD_UNREAD ("tolerationSeconds", &fit_type_int64,
                    FIT_READ_BY (NO_RULE)),
};

static const FitType when_unsatisfiable_type = FIT_TYPE_FUNC (
    FitSpreadConstraint, decode_when_unsatisfiable, .texts = FIT_TEXTS_KEPT);
static const FitField spread_fields[] = {
  FIT_FIELD ("maxSkew", &fit_type_int32, FitSpreadConstraint, max_skew),
  FIT_FIELD ("topologyKey", &fit_type_interned, FitSpreadConstraint,
             topology_key, FIT_NAMES (KEY)),
  FIT_FIELD_WHOLE ("whenUnsatisfiable", &when_unsatisfiable_type,
                   FIT_WORDS ("DoNotSchedule", "ScheduleAnyway")),
  FIT_FIELD ("labelSelector", &fit_type_label_selector, FitSpreadConstraint,
             selector),
  FIT_FIELD ("minDomains", &fit_type_int32, FitSpreadConstraint, min_domains),
  FIT_FIELD ("nodeAffinityPolicy", &affinity_policy_type, FitSpreadConstraint,
             all_nodes, FIT_WORDS ("Honor", "Ignore")),
  FIT_FIELD ("nodeTaintsPolicy", &taints_policy_type, FitSpreadConstraint,
             tolerable_nodes, FIT_WORDS ("Honor", "Ignore")),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "matchLabelKeys", &fit_type_interned,
                   FitSpreadConstraint, n_label_keys, label_keys,
                   FIT_NAMES (KEY)),
};

/* For quotas, which treat a pod with a deadline as terminating. */
static gboolean
decode_deadline (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  gint64 seconds = -1;

  if (!fit_decode (decoder, &fit_type_int64, value, &seconds, error))
    return FALSE;
  *(gboolean *) out = seconds >= 0;
  return TRUE;
}

static const FitField resource_claim_fields[] = {
  FIT_FIELD_UNREAD ("name", &fit_type_string, FIT_NAMES (WORD)),
};
static const FitType resource_claim_type
    = FIT_TYPE_FIELDS (FitPodSpec, resource_claim_fields);

static const FitField workload_fields[] = {
  FIT_FIELD_UNREAD ("name", &fit_type_string, FIT_NAMES (OBJECT)),
  FIT_FIELD_UNREAD ("podGroup", &fit_type_string, FIT_NAMES (WORD)),
  FIT_FIELD_UNREAD ("podGroupReplicaKey", &fit_type_string, FIT_NAMES (WORD)),
};
static const FitField scheduling_group_fields[] = {
  FIT_FIELD_UNREAD ("podGroupName", &fit_type_string, FIT_NAMES (OBJECT)),
};

static const FitType deadline_type
    = FIT_TYPE_FUNC (gboolean, decode_deadline, .inner = &fit_type_int64);
static const FitType grace_type
    = FIT_TYPE_FUNC (gint64, decode_grace, .inner = &fit_type_int64);
static const FitType scheduling_gates_type
    = FIT_TYPE_FUNC (FitPodSpec, decode_scheduling_gates, .inner = &gate_type);
static const FitType node_selector_map_type = FIT_TYPE_FUNC (
    FitPodSpec, decode_node_selector_map, .inner = &fit_type_labels);

/* @bit of the guint @member says whether the field is there. */
#define FIT_FIELD_MARKED(name, type, Struct, member, bit, ...)                 \
  FIT_FIELD_ROW (name, FIT_FIELD_MARK, type, G_STRUCT_OFFSET (Struct, member), \
                 bit, __VA_ARGS__)

/* The order matters: hostNetwork before the containers, whose ports depend on
 * it; containers before init containers; the pod's own resources after both. */
static const FitField spec_fields[] = {
  FIT_FIELD ("nodeName", &fit_type_interned, FitPodSpecParts, node_name,
             FIT_NAMES (NODE), FIT_READ_BY (NODE_RULES)),
  FIT_FIELD ("schedulerName", &fit_type_interned, FitPodSpecParts,
             spec.scheduler_name, FIT_NAMES (SCHEDULER), FIT_READ_BY (NO_RULE)),
  FIT_FIELD ("priorityClassName", &fit_type_string, FitPodSpecParts,
             spec.priority_class_name, FIT_NAMES (CLASS),
             FIT_READ_BY (NO_RULE)),
  FIT_FIELD_SEEN ("priority", &fit_type_int32, FitPodSpecParts, spec.priority,
                  spec.has_priority, FIT_READ_BY (NO_RULE)),
  FIT_FIELD ("preemptionPolicy", &fit_type_never_preempts, FitPodSpecParts,
             spec.never_preempts, FIT_WORDS ("PreemptLowerPriority", "Never"),
             FIT_READ_BY (NO_RULE)),
  FIT_FIELD ("terminationGracePeriodSeconds", &grace_type, FitPodSpecParts,
             spec.termination_grace_seconds, FIT_READ_BY (NO_RULE)),
  FIT_FIELD ("activeDeadlineSeconds", &deadline_type, FitPodSpecParts,
             spec.has_deadline, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_WHOLE ("hostUsers", &host_users_type, FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD ("hostNetwork", &fit_type_bool, FitPodSpecParts, spec.host_network,
             FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_WHOLE ("containers", &fit_type_pod_containers,
                   FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_WHOLE ("initContainers", &fit_type_pod_init_containers,
                   FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_WHOLE ("resources", &fit_type_pod_resources,
                   FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_WHOLE ("overhead", &fit_type_pod_overhead,
                   FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_WHOLE ("nodeSelector", &node_selector_map_type,
                   FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_WHOLE ("affinity", &fit_type_affinity, FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "tolerations",
                   FIT_STRUCT (FitToleration, toleration_fields, FIT_NO_OTHERS),
                   FitPodSpecParts, spec.n_tolerations, spec.tolerations,
                   FIT_READ_BY (NODE_RULES)),
  FIT_FIELD_ARRAY (
      FIT_FIELD_LIST, "topologySpreadConstraints",
      FIT_STRUCT (FitSpreadConstraint, spread_fields, FIT_NO_OTHERS),
      FitPodSpecParts, spec.n_spread_constraints, spec.spread_constraints,
      FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD_ARRAY (FIT_FIELD_LIST, "volumes", &fit_type_pod_volume,
                   FitPodSpecParts, spec.n_volumes, spec.volumes,
                   FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD_WHOLE ("schedulingGates", &scheduling_gates_type,
                   FIT_READ_BY (NO_RULE)),
  /* Nothing in these is an error, since releases that do not know them ignore
   * them. */
  FIT_FIELD_MARKED ("resourceClaims", &resource_claim_type, FitPodSpecParts,
                    spec.modern, FIT_MODERN_CLAIMS, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_MARKED (
      "workloadRef", FIT_STRUCT (FitPodSpec, workload_fields, FIT_NO_OTHERS),
      FitPodSpecParts, spec.modern, FIT_MODERN_WORKLOAD, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_MARKED (
      "schedulingGroup",
      FIT_STRUCT (FitPodSpec, scheduling_group_fields, FIT_NO_OTHERS),
      FitPodSpecParts, spec.modern, FIT_MODERN_SCHEDULING_GROUP,
      FIT_READ_BY (NO_RULE)),
  FIT_FIELD_UNREAD ("ephemeralContainers", &fit_type_container,
                    .texts = FIT_TEXTS_LEFT_OUT, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_UNREAD ("restartPolicy", &fit_type_string,
                    FIT_WORDS ("Always", "OnFailure", "Never"),
                    .texts = FIT_TEXTS_LEFT_OUT, FIT_READ_BY (NO_RULE)),
};
/* clang-format off */
const FitType fit_type_pod_spec = FIT_TYPE_FIELDS (
    FitPodSpecParts, spec_fields,
    FIT_OTHERS ("dnsPolicy", "serviceAccountName", "serviceAccount", "automountServiceAccountToken",
                "hostPID", "hostIPC", "shareProcessNamespace", "securityContext", "imagePullSecrets",
                "hostname", "subdomain", "hostAliases", "dnsConfig", "readinessGates",
                "runtimeClassName", "enableServiceLinks", "setHostnameAsFQDN", "os",
                "hostnameOverride"));
/* clang-format on */

/* -- selectors and labels, which have references --------------------------- */

static gpointer
copy_selector (gconstpointer selector)
{
  return fit_selector_ref ((FitSelector *) selector);
}

static guint
hash_selector (gconstpointer selector)
{
  return fit_selector_hash (selector);
}

static gboolean
equal_selectors (gconstpointer a, gconstpointer b)
{
  return fit_selector_equal (a, b);
}

const FitLeaf fit_leaf_selector
    = { hash_selector, equal_selectors, copy_selector,
        (GDestroyNotify) fit_selector_unref };

static const FitPart selector_parts[]
    = { { 0, sizeof (FitSelector *), &fit_leaf_selector, NULL, TRUE, -1 } };
const FitShape fit_shape_selector
    = FIT_SHAPE_OWNED (FitSelector *, selector_parts);

static const FitPart node_term_parts[] = {
  FIT_PART_LEAF (FitNodeSelectorTerm, expressions, &fit_leaf_selector),
  FIT_PART_LEAF (FitNodeSelectorTerm, fields, &fit_leaf_selector),
  FIT_PART_ARRAY (FitNodeSelectorTerm, n_names, names, &fit_shape_interned),
};
static const FitShape shape_node_term
    = FIT_SHAPE (FitNodeSelectorTerm, node_term_parts);

static gpointer
copy_node_selector (gconstpointer selector)
{
  return fit_node_selector_ref ((FitNodeSelector *) selector);
}

static guint
hash_node_selector (gconstpointer data)
{
  const FitNodeSelector *selector = data;
  guint64 hash = selector->n;

  for (guint i = 0; i < selector->n; i++)
    hash = hash * 31 + fit_shape_hash (&shape_node_term, &selector->terms[i]);
  return (guint) hash;
}

static gboolean
equal_node_selectors (gconstpointer data_a, gconstpointer data_b)
{
  const FitNodeSelector *a = data_a, *b = data_b;

  if (a->n != b->n)
    return FALSE;
  for (guint i = 0; i < a->n; i++)
    if (!fit_shape_equal (&shape_node_term, &a->terms[i], &b->terms[i]))
      return FALSE;
  return TRUE;
}

const FitLeaf fit_leaf_node_selector
    = { hash_node_selector, equal_node_selectors, copy_node_selector,
        (GDestroyNotify) fit_node_selector_unref };

static gpointer
copy_labels (gconstpointer labels)
{
  return fit_labels_ref ((FitLabels *) labels);
}

static guint
hash_labels (gconstpointer labels)
{
  return fit_labels_hash (labels);
}

/* Here the order counts: pods with one spec must look the same everywhere. */
static gboolean
equal_labels (gconstpointer a, gconstpointer b)
{
  return fit_labels_same (a, b);
}

const FitLeaf fit_leaf_labels = { hash_labels, equal_labels, copy_labels,
                                  (GDestroyNotify) fit_labels_unref };

/* -- amounts --------------------------------------------------------------- */

static const FitPart sums_parts[] = {
  FIT_PART_INSIDE (FitContainerSums, requests, &fit_shape_resources),
};
static const FitShape shape_sums = FIT_SHAPE (FitContainerSums, sums_parts);

static const FitPart demand_parts[] = {
  FIT_PART_LEAF (FitContainerDemand, name, &fit_leaf_text),
  FIT_PART_INSIDE (FitContainerDemand, requests, &fit_shape_resource_list),
  FIT_PART_INSIDE (FitContainerDemand, limits, &fit_shape_resource_list),
};
static const FitShape shape_demand
    = FIT_SHAPE (FitContainerDemand, demand_parts);

/* -- constraints ----------------------------------------------------------- */

static const FitPart host_port_parts[] = {
  FIT_PART_LEAF (FitHostPort, ip, &fit_leaf_interned),
  FIT_PART_LEAF (FitHostPort, protocol, &fit_leaf_interned),
};
static const FitShape shape_host_port
    = FIT_SHAPE (FitHostPort, host_port_parts);

static const FitPart preferred_node_parts[] = {
  FIT_PART_LEAF (FitPreferredNodeTerm, expressions, &fit_leaf_selector),
  FIT_PART_LEAF (FitPreferredNodeTerm, fields, &fit_leaf_selector),
};
static const FitShape shape_preferred_node
    = FIT_SHAPE (FitPreferredNodeTerm, preferred_node_parts);

static const FitPart term_parts[] = {
  FIT_PART_ARRAY (FitAffinityTerm, n_namespaces, namespaces,
                  &fit_shape_interned),
  FIT_PART_LEAF (FitAffinityTerm, selector, &fit_leaf_selector),
  FIT_PART_LEAF (FitAffinityTerm, namespace_selector, &fit_leaf_selector),
  FIT_PART_LEAF (FitAffinityTerm, topology_key, &fit_leaf_interned),
};
static const FitShape shape_term = FIT_SHAPE (FitAffinityTerm, term_parts);

static const FitPart affinity_parts[] = {
  FIT_PART_ARRAY (FitPodAffinity, n_required, required, &shape_term),
  FIT_PART_ARRAY (FitPodAffinity, n_preferred, preferred, &shape_term),
};
static const FitShape shape_affinity
    = FIT_SHAPE (FitPodAffinity, affinity_parts);

static const FitPart toleration_parts[] = {
  FIT_PART_LEAF (FitToleration, key, &fit_leaf_interned),
  FIT_PART_LEAF (FitToleration, value, &fit_leaf_interned),
};
static const FitShape shape_toleration
    = FIT_SHAPE (FitToleration, toleration_parts);

static const FitPart spread_parts[] = {
  FIT_PART_LEAF (FitSpreadConstraint, topology_key, &fit_leaf_interned),
  FIT_PART_LEAF (FitSpreadConstraint, selector, &fit_leaf_selector),
  FIT_PART_ARRAY (FitSpreadConstraint, n_label_keys, label_keys,
                  &fit_shape_interned),
};
static const FitShape shape_spread
    = FIT_SHAPE (FitSpreadConstraint, spread_parts);

static const FitPart volume_parts[] = {
  FIT_PART_LEAF (FitVolume, id, &fit_leaf_interned),
  FIT_PART_LEAF (FitVolume, aux, &fit_leaf_interned),
  FIT_PART_LEAF (FitVolume, kind, &fit_leaf_interned),
  FIT_PART_LEAF (FitVolume, monitors, &fit_leaf_strv),
};
const FitShape fit_shape_volume = FIT_SHAPE (FitVolume, volume_parts);

/* -- the spec -------------------------------------------------------------- */

/* Every pointer in a FitPodSpec: one that is not listed is never freed, and is
 * compared by its address. */
static const FitPart spec_parts[] = {
  FIT_PART_LEAF (FitPodSpec, scheduler_name, &fit_leaf_interned),
  FIT_PART_LEAF (FitPodSpec, priority_class_name, &fit_leaf_text),
  FIT_PART_INSIDE (FitPodSpec, requests, &fit_shape_resources),
  FIT_PART_INSIDE (FitPodSpec, limits, &fit_shape_resources),
  FIT_PART_INSIDE (FitPodSpec, overhead, &fit_shape_resources),
  FIT_PART_ARRAY (FitPodSpec, n_extended, extended, &fit_shape_interned),
  FIT_PART_ONE (FitPodSpec, running, &shape_sums),
  FIT_PART_ONE (FitPodSpec, containers, &shape_sums),
  FIT_PART_ARRAY (FitPodSpec, n_demands, demands, &shape_demand),
  FIT_PART_ARRAY (FitPodSpec, n_images, images, &fit_shape_interned),
  FIT_PART_ARRAY (FitPodSpec, n_init_images, init_images, &fit_shape_interned),
  FIT_PART_ARRAY (FitPodSpec, n_host_ports, host_ports, &shape_host_port),
  FIT_PART_LEAF (FitPodSpec, node_selector, &fit_leaf_selector),
  FIT_PART_LEAF (FitPodSpec, required_nodes, &fit_leaf_node_selector),
  FIT_PART_ARRAY (FitPodSpec, n_preferred_nodes, preferred_nodes,
                  &shape_preferred_node),
  FIT_PART_LEAF (FitPodSpec, node_selector_map, &fit_leaf_labels),
  FIT_PART_INSIDE (FitPodSpec, affinity, &shape_affinity),
  FIT_PART_INSIDE (FitPodSpec, anti_affinity, &shape_affinity),
  FIT_PART_ARRAY (FitPodSpec, n_tolerations, tolerations, &shape_toleration),
  FIT_PART_ARRAY (FitPodSpec, n_spread_constraints, spread_constraints,
                  &shape_spread),
  FIT_PART_ARRAY (FitPodSpec, n_volumes, volumes, &fit_shape_volume),
  FIT_PART_LEAF (FitPodSpec, scheduling_gates, &fit_leaf_strv),
};
static const FitShape shape_spec = FIT_SHAPE (FitPodSpec, spec_parts);

void
fit_pod_spec_clear (FitPodSpec *spec)
{
  fit_shape_clear (&shape_spec, spec);
}

void
fit_pod_spec_copy (const FitPodSpec *spec, FitPodSpec *out)
{
  fit_shape_copy (&shape_spec, spec, out);
}

void
fit_pod_share_spec (FitPod *pod, const FitPod *other)
{
  const FitPodSpec *old = pod->spec;

  pod->spec = fit_intern_struct_ref (other->spec);
  fit_intern_struct_unref (old);
}

void
fit_pod_set_spec (FitPod *pod, FitPodSpec *spec)
{
  const FitPodSpec *old = pod->spec;

  pod->spec = fit_intern_struct (&shape_spec, spec);
  fit_intern_struct_unref (old);
}
