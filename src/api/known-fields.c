/* known-fields.c - what is probably misspelt in Pods and Nodes
 *
 * Unknown fields are ignored, as in v1.16: a pod with `request:` instead of
 * `requests:` requests nothing.  Here is every field that core/v1 has had up to
 * 1.34, in the parts of objects that matter to scheduling.  Unknown fields that
 * are similar to a known one are reported, and words that an API server would
 * refuse, such as `whenUnsatisfiable: DoNotschedule`.
 */
#include "api/objects-private.h"

#include <string.h>

#include "base/list-gap.h"
#include "base/similar.h"

/* A known field. */
typedef struct _Known Known;

struct _Known
{
  const char *name; /* NULL ends the list */
  const Known
      *fields; /* (nullable): the fields of the object, or of each object in
                  the list; NULL: not checked */
  const char *const *words; /* (nullable): the values that a string may have */
};

#define LEAF(name)   \
  {                  \
    name, NULL, NULL \
  }
#define END          \
  {                  \
    NULL, NULL, NULL \
  }
#define WORDS(name, ...)                                    \
  {                                                         \
    name, NULL, (const char *const[]) { __VA_ARGS__, NULL } \
  }

/* Finding similar names takes time, so only this many unknown fields are
 * checked. */
#define MOST_UNKNOWN 10000

/* -- the types ------------------------------------------------------------- */

/* clang-format off */
static const Known meta_fields[] = {
  LEAF ("name"), LEAF ("generateName"), LEAF ("namespace"), LEAF ("selfLink"), LEAF ("uid"),
  LEAF ("resourceVersion"), LEAF ("generation"), LEAF ("creationTimestamp"),
  LEAF ("deletionTimestamp"), LEAF ("deletionGracePeriodSeconds"), LEAF ("labels"),
  LEAF ("annotations"), LEAF ("ownerReferences"), LEAF ("finalizers"), LEAF ("managedFields"),
  LEAF ("clusterName"), LEAF ("initializers"), END
};

static const Known resources_fields[] = {
  LEAF ("limits"), LEAF ("requests"), LEAF ("claims"), END
};

static const Known port_fields[] = {
  LEAF ("name"), LEAF ("hostPort"), LEAF ("containerPort"),
  WORDS ("protocol", "TCP", "UDP", "SCTP"), LEAF ("hostIP"), END
};

static const Known container_fields[] = {
  LEAF ("name"), LEAF ("image"), LEAF ("command"), LEAF ("args"), LEAF ("workingDir"),
  { "ports", port_fields, NULL }, LEAF ("envFrom"), LEAF ("env"),
  { "resources", resources_fields, NULL }, LEAF ("resizePolicy"), LEAF ("restartPolicy"),
  LEAF ("restartPolicyRules"), LEAF ("volumeMounts"), LEAF ("volumeDevices"),
  LEAF ("livenessProbe"), LEAF ("readinessProbe"), LEAF ("startupProbe"), LEAF ("lifecycle"),
  LEAF ("terminationMessagePath"), LEAF ("terminationMessagePolicy"), LEAF ("imagePullPolicy"),
  LEAF ("securityContext"), LEAF ("stdin"), LEAF ("stdinOnce"), LEAF ("tty"),
  LEAF ("targetContainerName"), END
};

static const Known expression_fields[] = {
  LEAF ("key"), WORDS ("operator", "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt"),
  LEAF ("values"), END
};

static const Known label_selector_fields[] = {
  LEAF ("matchLabels"), { "matchExpressions", expression_fields, NULL }, END
};

static const Known node_term_fields[] = {
  { "matchExpressions", expression_fields, NULL }, { "matchFields", expression_fields, NULL }, END
};

static const Known node_selector_fields[] = {
  { "nodeSelectorTerms", node_term_fields, NULL }, END
};

static const Known preferred_node_term_fields[] = {
  LEAF ("weight"), { "preference", node_term_fields, NULL }, END
};

static const Known node_affinity_fields[] = {
  { "requiredDuringSchedulingIgnoredDuringExecution", node_selector_fields, NULL },
  { "preferredDuringSchedulingIgnoredDuringExecution", preferred_node_term_fields, NULL }, END
};

static const Known pod_term_fields[] = {
  { "labelSelector", label_selector_fields, NULL }, LEAF ("namespaces"), LEAF ("topologyKey"),
  { "namespaceSelector", label_selector_fields, NULL }, LEAF ("matchLabelKeys"),
  LEAF ("mismatchLabelKeys"), END
};

static const Known weighted_pod_term_fields[] = {
  LEAF ("weight"), { "podAffinityTerm", pod_term_fields, NULL }, END
};

static const Known pod_affinity_fields[] = {
  { "requiredDuringSchedulingIgnoredDuringExecution", pod_term_fields, NULL },
  { "preferredDuringSchedulingIgnoredDuringExecution", weighted_pod_term_fields, NULL }, END
};

static const Known affinity_fields[] = {
  { "nodeAffinity", node_affinity_fields, NULL }, { "podAffinity", pod_affinity_fields, NULL },
  { "podAntiAffinity", pod_affinity_fields, NULL }, END
};

static const Known toleration_fields[] = {
  LEAF ("key"), WORDS ("operator", "Exists", "Equal", "Lt", "Gt"), LEAF ("value"),
  WORDS ("effect", "NoSchedule", "PreferNoSchedule", "NoExecute"), LEAF ("tolerationSeconds"), END
};

static const Known spread_fields[] = {
  LEAF ("maxSkew"), LEAF ("topologyKey"),
  WORDS ("whenUnsatisfiable", "DoNotSchedule", "ScheduleAnyway"),
  { "labelSelector", label_selector_fields, NULL }, LEAF ("minDomains"),
  WORDS ("nodeAffinityPolicy", "Honor", "Ignore"), WORDS ("nodeTaintsPolicy", "Honor", "Ignore"),
  LEAF ("matchLabelKeys"), END
};

static const Known claim_source_fields[] = { LEAF ("claimName"), LEAF ("readOnly"), END };

static const Known claim_spec_fields[] = {
  LEAF ("accessModes"), { "selector", label_selector_fields, NULL },
  { "resources", resources_fields, NULL }, LEAF ("volumeName"), LEAF ("storageClassName"),
  LEAF ("volumeMode"), LEAF ("dataSource"), LEAF ("dataSourceRef"),
  LEAF ("volumeAttributesClassName"), END
};

static const Known claim_template_fields[] = {
  { "metadata", meta_fields, NULL }, { "spec", claim_spec_fields, NULL }, END
};

static const Known ephemeral_fields[] = {
  { "volumeClaimTemplate", claim_template_fields, NULL }, LEAF ("readOnly"), END
};

static const Known volume_fields[] = {
  LEAF ("name"), LEAF ("hostPath"), LEAF ("emptyDir"), LEAF ("gcePersistentDisk"),
  LEAF ("awsElasticBlockStore"), LEAF ("gitRepo"), LEAF ("secret"), LEAF ("nfs"), LEAF ("iscsi"),
  LEAF ("glusterfs"), { "persistentVolumeClaim", claim_source_fields, NULL }, LEAF ("rbd"),
  LEAF ("flexVolume"), LEAF ("cinder"), LEAF ("cephfs"), LEAF ("flocker"), LEAF ("downwardAPI"),
  LEAF ("fc"), LEAF ("azureFile"), LEAF ("configMap"), LEAF ("vsphereVolume"), LEAF ("quobyte"),
  LEAF ("azureDisk"), LEAF ("photonPersistentDisk"), LEAF ("projected"), LEAF ("portworxVolume"),
  LEAF ("scaleIO"), LEAF ("storageos"), LEAF ("csi"), { "ephemeral", ephemeral_fields, NULL },
  LEAF ("image"), LEAF ("metadata"), END
};

static const Known gate_fields[] = { LEAF ("name"), END };

static const Known pod_spec_fields[] = {
  { "volumes", volume_fields, NULL }, { "initContainers", container_fields, NULL },
  { "containers", container_fields, NULL }, { "ephemeralContainers", container_fields, NULL },
  WORDS ("restartPolicy", "Always", "OnFailure", "Never"), LEAF ("terminationGracePeriodSeconds"),
  LEAF ("activeDeadlineSeconds"), LEAF ("dnsPolicy"), LEAF ("nodeSelector"),
  LEAF ("serviceAccountName"), LEAF ("serviceAccount"), LEAF ("automountServiceAccountToken"),
  LEAF ("nodeName"), LEAF ("hostNetwork"), LEAF ("hostPID"), LEAF ("hostIPC"),
  LEAF ("shareProcessNamespace"), LEAF ("securityContext"), LEAF ("imagePullSecrets"),
  LEAF ("hostname"), LEAF ("subdomain"), { "affinity", affinity_fields, NULL },
  LEAF ("schedulerName"), { "tolerations", toleration_fields, NULL }, LEAF ("hostAliases"),
  LEAF ("priorityClassName"), LEAF ("priority"), LEAF ("dnsConfig"), LEAF ("readinessGates"),
  LEAF ("runtimeClassName"), LEAF ("enableServiceLinks"),
  WORDS ("preemptionPolicy", "PreemptLowerPriority", "Never"), LEAF ("overhead"),
  { "topologySpreadConstraints", spread_fields, NULL }, LEAF ("setHostnameAsFQDN"), LEAF ("os"),
  LEAF ("hostUsers"), { "schedulingGates", gate_fields, NULL }, LEAF ("resourceClaims"),
  { "resources", resources_fields, NULL }, LEAF ("hostnameOverride"), END
};

static const Known pod_status_fields[] = {
  LEAF ("observedGeneration"),
  WORDS ("phase", "Pending", "Running", "Succeeded", "Failed", "Unknown"), LEAF ("conditions"),
  LEAF ("message"), LEAF ("reason"), LEAF ("nominatedNodeName"), LEAF ("hostIP"),
  LEAF ("hostIPs"), LEAF ("podIP"), LEAF ("podIPs"), LEAF ("startTime"),
  LEAF ("initContainerStatuses"), LEAF ("containerStatuses"), LEAF ("qosClass"),
  LEAF ("ephemeralContainerStatuses"), LEAF ("resize"), LEAF ("resourceClaimStatuses"),
  LEAF ("extendedResourceClaimStatus"), END
};

static const Known pod_fields[] = {
  LEAF ("apiVersion"), LEAF ("kind"), { "metadata", meta_fields, NULL },
  { "spec", pod_spec_fields, NULL }, { "status", pod_status_fields, NULL }, END
};

static const Known taint_fields[] = {
  LEAF ("key"), LEAF ("value"), WORDS ("effect", "NoSchedule", "PreferNoSchedule", "NoExecute"),
  LEAF ("timeAdded"), END
};

static const Known node_spec_fields[] = {
  LEAF ("podCIDR"), LEAF ("podCIDRs"), LEAF ("providerID"), LEAF ("unschedulable"),
  { "taints", taint_fields, NULL }, LEAF ("configSource"), LEAF ("externalID"), END
};

static const Known condition_fields[] = {
  LEAF ("type"), WORDS ("status", "True", "False", "Unknown"), LEAF ("lastHeartbeatTime"),
  LEAF ("lastTransitionTime"), LEAF ("reason"), LEAF ("message"), END
};

static const Known image_fields[] = { LEAF ("names"), LEAF ("sizeBytes"), END };

static const Known node_status_fields[] = {
  LEAF ("capacity"), LEAF ("allocatable"), LEAF ("phase"),
  { "conditions", condition_fields, NULL }, LEAF ("addresses"), LEAF ("daemonEndpoints"),
  LEAF ("nodeInfo"), { "images", image_fields, NULL }, LEAF ("volumesInUse"),
  LEAF ("volumesAttached"), LEAF ("config"), LEAF ("runtimeHandlers"), LEAF ("features"), END
};

static const Known node_fields[] = {
  LEAF ("apiVersion"), LEAF ("kind"), { "metadata", meta_fields, NULL },
  { "spec", node_spec_fields, NULL }, { "status", node_status_fields, NULL }, END
};
/* clang-format on */

/* -- searching ------------------------------------------------------------- */

typedef struct
{
  const char *kind;
  GString *path; /* owned */
  const FitValue *object;
  FitObjects *objects;
} Looking;

static const Known *
find_known (const Known *fields, const FitMember *member)
{
  for (const Known *known = fields; known->name != NULL; known++)
    if (strcmp (known->name, member->key) == 0)
      return known;
  return NULL;
}

/* "Pod default/web: spec.nodeselectorWHAT" */
static void
note (const Looking *looking, FitTally *tally, const char *field,
      const char *what)
{
  const FitValue *meta = fit_value_get (looking->object, "metadata");
  const char *namespace_ = fit_value_get_string (meta, "namespace");
  const char *name = fit_value_get_string (meta, "name");

  fit_tally_add (tally, "%s %s%s%s: %s%s%s%s", looking->kind,
                 namespace_ != NULL ? namespace_ : "",
                 namespace_ != NULL ? "/" : "", name != NULL ? name : "",
                 looking->path->str, fit_list_gap (looking->path, "."), field,
                 what);
}

static void
look_at_unknown (Looking *looking, const Known *fields, const FitMember *member)
{
  g_autofree char *what = NULL;
  FitSimilar similar;

  if (looking->objects->n_unknown_fields++ >= MOST_UNKNOWN)
    return;
  fit_similar_init (&similar, member->key);
  for (const Known *known = fields; known->name != NULL; known++)
    fit_similar_offer (&similar, known->name);
  if (similar.best == NULL)
    return;
  what = g_strdup_printf (" (%s?)", similar.best);
  note (looking, &looking->objects->misspelt, member->key, what);
}

/* What is absent or empty has a default. */
static void
look_at_word (Looking *looking, const Known *known, const FitValue *value)
{
  const gsize most = 40; /* bytes shown of it */
  g_autofree char *shown = NULL;
  g_autofree char *words = NULL;
  g_autofree char *what = NULL;
  FitSimilar similar;

  if (value->type != FIT_VALUE_STRING || value->n == 0
      || g_strv_contains (known->words, value->text)
      || looking->objects->n_unknown_words++ >= MOST_UNKNOWN)
    return;
  fit_similar_init (&similar, value->text);
  for (guint i = 0; known->words[i] != NULL; i++)
    fit_similar_offer (&similar, known->words[i]);
  shown = g_strndup (value->text, most);
  words = similar.best != NULL ? g_strdup (similar.best)
                               : g_strjoinv (" or ", (char **) known->words);
  what = g_strdup_printf (
      ": %s (%s?)", g_utf8_validate (shown, -1, NULL) ? shown : "...", words);
  note (looking, &looking->objects->odd_words, known->name, what);
}

static void look_at (Looking *looking, const Known *fields,
                     const FitValue *value);

static void
look_into (Looking *looking, const Known *known, const FitValue *value)
{
  const gsize outer = looking->path->len;
  gsize inner;

  g_string_append_printf (looking->path, "%s%s", outer > 0 ? "." : "",
                          known->name);
  inner = looking->path->len;
  look_at (looking, known->fields, value);
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    {
      g_string_append_printf (looking->path, "[%u]", i);
      look_at (looking, known->fields, &value->items[i]);
      g_string_truncate (looking->path, inner);
    }
  g_string_truncate (looking->path, outer);
}

static void
look_at (Looking *looking, const Known *fields, const FitValue *value)
{
  for (guint i = 0; value->type == FIT_VALUE_MAP && i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      const Known *known = find_known (fields, member);

      if (known == NULL)
        look_at_unknown (looking, fields, member);
      else if (known->fields != NULL)
        look_into (looking, known, &member->value);
      else if (known->words != NULL)
        look_at_word (looking, known, &member->value);
    }
}

void
fit_known_fields_check (FitObjects *objects, const FitValue *object,
                        FitKind kind)
{
  g_autoptr (GString) path = g_string_new (NULL);
  Looking looking = { .kind = fit_kind_name (kind),
                      .path = path,
                      .object = object,
                      .objects = objects };

  if (kind == FIT_KIND_POD)
    look_at (&looking, pod_fields, object);
  else if (kind == FIT_KIND_NODE)
    look_at (&looking, node_fields, object);
}
