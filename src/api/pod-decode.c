/* pod-decode.c - decoding Pod v1
 *
 * pod-requests-decode.c decodes the pod's requests.
 */
#include "api/decode-parts.h"
#include "api/kinds-private.h"
#include "api/labels-private.h"
#include "base/intern.h"
#include "api/digest.h"
#include "api/names.h"
#include "api/pod-requests-decode.h"
#include "api/pod-resizes-decode.h"
#include "api/raw.h"

#include <string.h>

#define DEFAULT_GRACE_SECONDS 30

/* -- the spec -------------------------------------------------------------- */

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
  spec->scheduling_gates = g_new0 (char *, (gsize) value->n + 1);
  return fit_decode_each (decoder, value, add_scheduling_gate, spec, error);
}

static const FitWord affinity_policies[]
    = { { "Ignore", TRUE }, { NULL, FALSE } };
static const FitType affinity_policy_type = FIT_TYPE_WORDS (affinity_policies);
static const FitWord taints_policies[] = { { "Honor", TRUE }, { NULL, FALSE } };
static const FitType taints_policy_type = FIT_TYPE_WORDS (taints_policies);
static const FitWord toleration_operators[] = {
  { "Exists", FIT_TOLERATION_EXISTS },
  { "Equal", FIT_TOLERATION_EQUAL },
  { "", FIT_TOLERATION_EQUAL },
  { NULL, FIT_TOLERATION_INVALID },
};
static const FitType toleration_operator_type
    = FIT_TYPE_WORDS (toleration_operators);
static const FitField toleration_fields[] = {
  FIT_FIELD ("key", &fit_type_interned, FitToleration, key, FIT_NAMES (KEY)),
  FIT_FIELD ("value", &fit_type_interned, FitToleration, value,
             FIT_NAMES (VALUE)),
  FIT_FIELD ("operator", &toleration_operator_type, FitToleration, op,
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

/* The claims themselves are not read, and releases before 1.26 do not know the
 * field: nothing in it is an error. */
static gboolean
decode_resource_claims (FitDecoder *decoder, const FitValue *value,
                        gpointer out, GError **error)
{
  (void) decoder;
  (void) error;
  *(gboolean *) out
      = value != NULL && value->type == FIT_VALUE_LIST && value->n > 0;
  return TRUE;
}

static const FitField resource_claim_fields[] = {
  FIT_FIELD_UNREAD ("name", &fit_type_string, FIT_NAMES (WORD)),
};
static const FitType resource_claim_type
    = FIT_TYPE_FIELDS (gboolean, resource_claim_fields);

static const FitType deadline_type
    = FIT_TYPE_FUNC (gboolean, decode_deadline, .inner = &fit_type_int64);
static const FitType grace_type
    = FIT_TYPE_FUNC (gint64, decode_grace, .inner = &fit_type_int64);
static const FitType scheduling_gates_type
    = FIT_TYPE_FUNC (FitPodSpec, decode_scheduling_gates, .inner = &gate_type);
static const FitType resource_claims_type = FIT_TYPE_FUNC (
    gboolean, decode_resource_claims, .inner = &resource_claim_type);
static const FitType node_selector_map_type = FIT_TYPE_FUNC (
    FitPodSpec, decode_node_selector_map, .inner = &fit_type_labels);

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
  FIT_FIELD ("resourceClaims", &resource_claims_type, FitPodSpecParts,
             spec.has_resource_claims, FIT_READ_BY (OTHER_RULES)),
  FIT_FIELD_UNREAD ("ephemeralContainers", &fit_type_container,
                    .texts = FIT_TEXTS_LEFT_OUT, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_UNREAD ("restartPolicy", &fit_type_string,
                    FIT_WORDS ("Always", "OnFailure", "Never"),
                    .texts = FIT_TEXTS_LEFT_OUT, FIT_READ_BY (NO_RULE)),
};
/* clang-format off */
static const FitType spec_parts_type = FIT_TYPE_FIELDS (
    FitPodSpecParts, spec_fields,
    FIT_OTHERS ("dnsPolicy", "serviceAccountName", "serviceAccount", "automountServiceAccountToken",
                "hostPID", "hostIPC", "shareProcessNamespace", "securityContext", "imagePullSecrets",
                "hostname", "subdomain", "hostAliases", "dnsConfig", "readinessGates",
                "runtimeClassName", "enableServiceLinks", "setHostnameAsFQDN", "os", "hostUsers",
                "hostnameOverride"));
/* clang-format on */

static void
complete_spec (const FitDecoder *decoder, FitPodSpec *spec)
{
  if (!fit_decoder_completes (decoder) || spec->scheduler_name[0] != '\0')
    return;
  fit_intern_unref (spec->scheduler_name);
  spec->scheduler_name = fit_intern (FIT_DEFAULT_SCHEDULER_NAME);
}

/* Decodes spec into the whole pod, because part of it is stored in the FitPod
 * itself. */
static gboolean
decode_spec (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  FitPod *pod = out;
  g_auto (FitPodSpecParts) parts = { .spec.best_effort = TRUE };

  if (!fit_decode (decoder, &spec_parts_type, value, &parts, error))
    return FALSE;
  complete_spec (decoder, &parts.spec);
  pod->node_name = g_steal_pointer (&parts.node_name);
  fit_pod_set_spec (pod, &parts.spec);
  return TRUE;
}

/* -- the pod --------------------------------------------------------------- */

typedef struct
{
  const char *type;
  const char *status;
  const char *reason;
  const char *message;
  gint64 observed_generation;
} Condition;

static const FitField condition_fields[] = {
  FIT_FIELD ("type", &fit_type_text, Condition, type, FIT_NAMES (WORD)),
  FIT_FIELD ("status", &fit_type_text, Condition, status,
             .texts = FIT_TEXTS_KEPT),
  FIT_FIELD ("reason", &fit_type_text, Condition, reason, FIT_NAMES (WORD)),
  /* A new status is compared with it, and it names nodes and pods. */
  FIT_FIELD ("message", &fit_type_text, Condition, message,
             .texts = FIT_TEXTS_LEFT_OUT),
  /* It only goes into the status that is written. */
  FIT_FIELD ("observedGeneration", &fit_type_int64, Condition,
             observed_generation, .texts = FIT_TEXTS_LEFT_OUT),
};
static const FitType condition_type
    = FIT_TYPE_FIELDS (Condition, condition_fields);

/* Two of them matter: PodScheduled, if False, and DisruptionTarget. */
static gboolean
read_condition (FitDecoder *decoder, const FitValue *value, gpointer out,
                GError **error)
{
  FitPod *pod = out;
  Condition condition = { 0 };

  if (!fit_decode (decoder, &condition_type, value, &condition, error))
    return FALSE;
  if (strcmp (condition.type, FIT_CONDITION_DISRUPTION_TARGET) == 0)
    {
      pod->observed_disruption |= condition.observed_generation != 0;
      if (pod->disruption == FIT_DISRUPTION_NONE)
        pod->disruption
            = fit_disruption_of (condition.status, condition.reason);
    }
  if (strcmp (condition.type, "PodScheduled") != 0)
    return TRUE;
  pod->observed_unscheduled |= condition.observed_generation != 0;
  if (strcmp (condition.status, "False") != 0)
    return TRUE;
  g_free (pod->unscheduled_reason);
  g_free (pod->unscheduled_message);
  pod->unscheduled_reason = g_strdup (condition.reason);
  pod->unscheduled_message = g_strdup (condition.message);
  return TRUE;
}

static const FitField status_fields[] = {
  FIT_FIELD (
      "phase", &fit_type_interned, FitPod, phase, .texts = FIT_TEXTS_KEPT,
      FIT_WORDS ("Pending", "Running", "Succeeded", "Failed", "Unknown")),
  FIT_FIELD ("nominatedNodeName", &fit_type_interned, FitPod,
             nominated_node_name, FIT_NAMES (NODE)),
  FIT_FIELD ("startTime", &fit_type_time, FitPod, start_time_ns),
  FIT_FIELD_EACH_WHOLE ("conditions", read_condition, &condition_type),
};
static const FitType status_type = FIT_TYPE_FIELDS (
    FitPod, status_fields, .also = &fit_type_resized_status,
    FIT_OTHERS ("observedGeneration", "message", "reason", "hostIP", "hostIPs",
                "podIP", "podIPs", "qosClass", "ephemeralContainerStatuses",
                "resourceClaimStatuses", "extendedResourceClaimStatus"));

static const FitType spec_type
    = FIT_TYPE_FUNC (FitPod, decode_spec, .inner = &spec_parts_type);
static const FitField pod_fields[] = {
  FIT_FIELD ("metadata", &fit_type_meta, FitPod, meta, FIT_READ_BY (NO_RULE)),
  FIT_FIELD_WHOLE ("spec", &spec_type),
  FIT_FIELD_WHOLE ("status", &status_type, FIT_READ_BY (NO_RULE)),
};
static const FitType pod_type
    = FIT_TYPE_FIELDS (FitPod, pod_fields, FIT_OTHERS ("apiVersion", "kind"));

/* Pods are identified by UID, so a pod without one gets a unique one. */
static void
complete_uid (const FitDecoder *decoder, FitObjectMeta *meta)
{
  g_autofree char *uid = NULL;

  if (!fit_decoder_completes (decoder) || meta->uid[0] != '\0')
    return;
  uid = g_strconcat (meta->namespace_, "/", meta->name, NULL);
  fit_object_meta_set_texts (meta, meta->name, uid, meta->resource_version);
}

/* "POD-VOLUME" */
static void
name_ephemeral_claim (FitPod *pod, guint i)
{
  g_auto (FitPodSpec) spec = { 0 };
  g_autofree char *name = NULL;

  fit_pod_spec_copy (pod->spec, &spec);
  name = g_strconcat (pod->meta.name, "-", spec.volumes[i].id, NULL);
  fit_intern_unref (spec.volumes[i].id);
  spec.volumes[i].id = fit_intern (name);
  fit_pod_set_spec (pod, &spec);
}

static void
name_ephemeral_claims (FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (pod->spec->volumes[i].type == FIT_VOLUME_EPHEMERAL_CLAIM)
      name_ephemeral_claim (pod, i);
}

/* Decodes everything, but completes nothing. */
static gboolean
decode_template (FitDecoder *decoder, const FitValue *value, FitPod *pod,
                 GError **error)
{
  if (!fit_decode (decoder, &pod_type, value, pod, error)
      || !fit_decode_running (decoder, value, pod, error))
    return FALSE;
  if (pod->meta.labels != NULL)
    pod->meta.labels = fit_labels_share (pod->meta.labels);
  return TRUE;
}

FitPod *
fit_decode_pod_template (FitDecoder *decoder, const FitValue *value,
                         GError **error)
{
  g_autoptr (FitPod) pod = fit_object_new (FIT_KIND_POD);

  return decode_template (decoder, value, pod, error) ? g_steal_pointer (&pod)
                                                      : NULL;
}

static gboolean
decode_pod (FitDecoder *decoder, const FitValue *value, gpointer out,
            GError **error)
{
  FitPod *pod = out;

  if (!decode_template (decoder, value, pod, error)
      || !fit_decode_complete_meta (decoder, &pod->meta, TRUE, error)
      || !fit_digest_pod (decoder, value, &pod->digests, error))
    return FALSE;
  pod->mirror
      = fit_decode_annotation (decoder, value, FIT_ANNOTATION_MIRROR_POD)
        != NULL;
  complete_uid (decoder, &pod->meta);
  name_ephemeral_claims (pod);
  return fit_raw_keep (decoder, value, &pod->meta, error);
}

const FitType fit_type_pod
    = FIT_TYPE_FUNC (FitPod, decode_pod, .inner = &pod_type);
