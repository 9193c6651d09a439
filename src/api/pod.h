/* pod.h - pods, as far as scheduling needs them
 *
 * A decoded pod is immutable: a change creates a new object.  Everything the
 * hot path needs is computed while decoding: summed requests, compiled
 * selectors, interned strings.  Pods with equal specs, such as those of one
 * workload, share one FitPodSpec.  Fields are read-only; both types are
 * reference counted and may be shared between threads.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/modern-fields.h"
#include "api/object.h"
#include "api/resources.h"
#include "api/selector.h"
#include "api/taints.h"
#include "api/volume.h"

G_BEGIN_DECLS

typedef struct
{
  const char *ip;       /* interned; "0.0.0.0" when absent */
  const char *protocol; /* interned; "TCP" when absent */
  gint32 port;          /* host port, > 0 */
  guint unused;         /* 0: no padding, see base/shape.h */
} FitHostPort;

/* A pod (anti-)affinity term. */
typedef struct
{
  gint32 weight;           /* of a preferred term, otherwise 0 */
  guint n_namespaces;      /* 0: the namespace of the pod that has the term */
  const char **namespaces; /* owned array of interned strings */
  FitSelector *selector;   /* owned reference */
  FitSelector *namespace_selector; /* (nullable) owned reference: selects
                                      further namespaces */
  const char *topology_key;        /* interned, may be "" */
} FitAffinityTerm;

/* podAffinity or podAntiAffinity. */
typedef struct
{
  gboolean present; /* the object is present, maybe empty */
  guint n_required;
  FitAffinityTerm *required; /* owned */
  guint n_preferred;
  guint unused;               /* 0, as above */
  FitAffinityTerm *preferred; /* owned */
} FitPodAffinity;

/* One preferredDuringSchedulingIgnoredDuringExecution of nodeAffinity. */
typedef struct
{
  gint32 weight;
  guint unused;             /* 0, as above */
  FitSelector *expressions; /* owned; of matchExpressions only */
  FitSelector *fields; /* (nullable) owned; of matchFields, which v1.16 does
                               not read here */
} FitPreferredNodeTerm;

typedef struct
{
  gint32 max_skew;
  guint unused;             /* 0, as above */
  const char *topology_key; /* interned */
  gboolean hard;            /* whenUnsatisfiable: DoNotSchedule */
  gboolean soft;            /* whenUnsatisfiable: ScheduleAnyway */
  FitSelector *selector;    /* owned reference */

  /* Unknown to v1.16. */
  gint32 min_domains;       /* 0 when absent */
  gboolean all_nodes;       /* nodeAffinityPolicy: Ignore */
  gboolean tolerable_nodes; /* nodeTaintsPolicy: Honor */
  guint n_label_keys;
  const char **label_keys; /* owned array of interned strings: matchLabelKeys */
} FitSpreadConstraint;

/* The sums over a pod's containers, regardless of the pod's own resources. */
typedef struct
{
  FitResources requests;
  gint64 nonzero_milli_cpu;
  gint64 nonzero_memory;
} FitContainerSums;

/* The requests of a single container; a request that it does not name is its
 * limit. */
typedef struct
{
  char *name; /* owned */
  gboolean init;
  gboolean sidecar; /* an init container that goes on running */
  FitResourceList requests;
  FitResourceList limits;
} FitContainerDemand;

/* src/api/pod-spec.c lists the members that point somewhere. */
typedef struct
{
  const char *scheduler_name; /* interned */
  char *priority_class_name;  /* owned, "" when absent */
  gboolean has_priority;
  gint32 priority;         /* 0 when absent */
  gboolean never_preempts; /* preemptionPolicy: Never */
  gboolean host_network;
  gint64 termination_grace_seconds; /* 30 when absent */
  gboolean has_deadline;            /* activeDeadlineSeconds is 0 or more */
  gboolean has_overhead;

  /* Amounts (predicates: sum of containers, max with each init container) */
  FitResources requests;
  FitResources limits;
  FitResources overhead;     /* not part of the others */
  gint64 overhead_cpu_value; /* overhead.cpu in whole cores, rounded up */
  gint64 nonzero_milli_cpu;  /* with 100m for containers without a request */
  gint64 nonzero_memory;     /* with 200 MiB for containers without a request */
  gint64 placed_milli_cpu;   /* these count once the pod has a node; less with
                                FIT_DECODE_SIDECARS_APART, and if the pod has
                                requests of its own */
  gint64 placed_memory;
  gboolean best_effort; /* no positive cpu or memory request or limit */
  guint n_extended;
  const char **extended; /* owned: interned extended resource names that any
                            (init) container requests or limits */

  FitContainerSums *running;    /* (nullable) owned: what the pod counts on its
                                node, if its containers are being resized: the
                                requests, and what is placed; with
                                FIT_DECODE_RESIZES */
  FitContainerSums *containers; /* (nullable) owned: set if spec.resources
                                   changes the numbers above */
  guint n_demands;
  guint n_images;
  FitContainerDemand *demands; /* (nullable) owned: of containers, then of init
                                  containers: with FIT_DECODE_DEMANDS */
  const char **images; /* owned: interned, ":latest" added; of containers */
  guint n_init_images;
  guint n_host_ports;
  const char **init_images; /* owned: the same, of init containers */
  FitHostPort *host_ports;  /* owned; of containers, hostPort > 0 */

  FitSelector *node_selector; /* (nullable): spec.nodeSelector, NULL if empty */
  FitNodeSelector *required_nodes; /* (nullable): required node affinity */
  gboolean has_node_affinity;
  guint n_preferred_nodes;
  FitPreferredNodeTerm *preferred_nodes; /* owned */
  FitLabels *node_selector_map; /* (nullable): spec.nodeSelector as written */
  FitPodAffinity affinity;
  FitPodAffinity anti_affinity;
  guint n_tolerations;
  guint n_spread_constraints;
  FitToleration *tolerations;              /* owned */
  FitSpreadConstraint *spread_constraints; /* owned */
  guint n_volumes;
  guint n_scheduling_gates;
  FitVolume *volumes;      /* owned */
  char **scheduling_gates; /* (nullable) owned, NULL-terminated: names */
  gboolean has_sidecars;   /* restartable init containers */
  guint features;          /* of FitPodFeatures, see api/node.h */
  guint modern; /* FitModernFields: what it has that v1.16 does not know */
  guint unused; /* 0, as above */
} FitPodSpec;

/* Digests of a pod, including fields that the scheduler does not read.  They
 * are equal for objects with the same content, in any order, and otherwise
 * differ, except by coincidence.  metadata.resourceVersion, spec.nodeName,
 * metadata.deletionTimestamp, kind and apiVersion never count, since a FitPod
 * has what matters of them.  0 in pods that were not decoded. */
typedef struct
{
  guint64 object; /* without metadata.generation and status */
  guint64 echo;   /* without metadata.annotations, metadata.finalizers,
                     status.conditions and status.nominatedNodeName */

  /* Parts that can be subtracted from the above. */
  guint64 managed;    /* metadata.managedFields, from either */
  guint64 finalizers; /* metadata.finalizers, from @object */
} FitPodDigests;

typedef enum /* the condition DisruptionTarget */
{
  FIT_DISRUPTION_NONE,      /* there is none */
  FIT_DISRUPTION_NOT_TRUE,  /* its status is not True */
  FIT_DISRUPTION_OTHER,     /* True, for another reason than the next */
  FIT_DISRUPTION_PREEMPTED, /* True: a scheduler preempts the pod */
} FitDisruption;

#define FIT_CONDITION_DISRUPTION_TARGET "DisruptionTarget"
#define FIT_REASON_PREEMPTION_BY_SCHEDULER "PreemptionByScheduler"

typedef struct
{
  FIT_OBJECT_FIELDS
  FitPodDigests digests;
  const FitPodSpec *spec;          /* interned: equal ones are one pointer */
  const char *node_name;           /* interned, "" when not assigned */
  const char *nominated_node_name; /* interned, "" when none */
  const char *phase;               /* interned, "" when absent */
  char *unscheduled_reason;        /* (nullable) owned: of the condition
                                PodScheduled=False */
  char *unscheduled_message; /* (nullable) owned: the same; both or neither */
  FitDisruption disruption;  /* the first such condition counts */
  gboolean observed_unscheduled; /* a condition PodScheduled, whatever its
                                    status, has an observedGeneration... */
  gboolean observed_disruption;  /* ...and so has a DisruptionTarget */
  gint64 start_time_ns;          /* FIT_TIME_NONE when absent */
  gboolean mirror; /* annotation kubernetes.io/config.mirror: a static pod */
} FitPod;

FIT_OBJECT_TYPE (FitPod, fit_pod)

/* Changed copies.  If meta.raw is kept, it has the change, too, but for that of
 * fit_pod_tolerating(). */

/* fit_pod_with_node_name: Returns: (transfer full): on @node_name ("": none) */
FitPod *fit_pod_with_node_name (const FitPod *pod, const char *node_name);

/* fit_pod_as_pending: Returns: (transfer full): not assigned, not finished */
FitPod *fit_pod_as_pending (const FitPod *pod);

/* fit_pod_tolerating: Returns: (transfer full): it tolerates @list, too */
FitPod *fit_pod_tolerating (const FitPod *pod, const FitTaint **list, guint n);

/* fit_pod_with_nominated_node_name: Returns: (transfer full): a copy nominated
 * to @node_name, "" for none */
FitPod *fit_pod_with_nominated_node_name (const FitPod *pod,
                                          const char *node_name);

/* fit_pod_with_deletion_time: Returns: (transfer full): a copy that is being
 * deleted since @time_ns; meta.raw has whole seconds */
FitPod *fit_pod_with_deletion_time (const FitPod *pod, gint64 time_ns);

/* fit_pod_with_disruption: Returns: (transfer full): a copy whose condition
 * DisruptionTarget is True since @time_ns, for @reason */
FitPod *fit_pod_with_disruption (const FitPod *pod, const char *reason,
                                 const char *message, gint64 time_ns);

/* fit_disruption_of: by the status and the reason of the condition */
FitDisruption fit_disruption_of (const char *status, const char *reason);

/* fit_pod_with_start_time: Returns: (transfer full): a copy that has been
 * running since @time_ns; meta.raw has whole seconds */
FitPod *fit_pod_with_start_time (const FitPod *pod, gint64 time_ns);

/* fit_pod_with_name: Returns: (transfer full): a copy called @name, with the
 * UID that a pod of that name gets by completion.  The claims of generic
 * ephemeral volumes keep their names. */
FitPod *fit_pod_with_name (const FitPod *pod, const char *name);

/* fit_pod_raw: meta.raw, for FitExtenderOptions.pod_json.  Returns: (transfer
 * none) (nullable) */
const char *fit_pod_raw (const FitPod *pod, gpointer unused);

/* fit_pod_counted_requests: what a pod requests, without overhead; if it is
 * being resized, what it counts on its node */
static inline const FitResources *
fit_pod_counted_requests (const FitPodSpec *spec)
{
  return spec->running != NULL ? &spec->running->requests : &spec->requests;
}

/* fit_pod_has_affinity: is podAffinity or podAntiAffinity present? */
static inline gboolean
fit_pod_has_affinity (const FitPod *pod)
{
  return pod->spec->affinity.present || pod->spec->anti_affinity.present;
}

/* fit_pod_drop_priority: an API server without PodPriority stores no priority.
 * fit_pod_set_scheduler_name: @pod has just been read, and is not shared yet */
void fit_pod_drop_priority (FitPod *pod);
void fit_pod_set_scheduler_name (FitPod *pod, const char *name);

/* fit_pod_terminal: is the phase Succeeded or Failed? */
gboolean fit_pod_terminal (const FitPod *pod);

/* fit_pod_matches_node: does a node with these labels and this (interned) name
 * match the node selector and required node affinity of @pod?  Predicate
 * MatchNodeSelector */
gboolean fit_pod_matches_node (const FitPod *pod, const FitLabels *node_labels,
                               const char *node_name);

/* fit_affinity_term_matches: does @term of a pod in @owner_namespace (interned)
 * match a pod in @namespace_ with @labels?  Not if the selector is invalid. */
gboolean fit_affinity_term_matches (const FitAffinityTerm *term,
                                    const char *owner_namespace,
                                    const char *namespace_,
                                    const FitLabels *labels);

/* fit_preferred_node_term_matches: compares expressions and fields, as later
 * releases do: a term with neither matches nothing */
gboolean fit_preferred_node_term_matches (const FitPreferredNodeTerm *term,
                                          const FitLabels *node_labels,
                                          const char *node_name);

/* fit_image_normalized_name: Returns: (transfer full): interned, with ":latest"
 * added if @image has no tag: v1.16 normalizedImageName */
const char *fit_image_normalized_name (const char *image);

G_END_DECLS
