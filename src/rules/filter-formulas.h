/* filter-formulas.h - how plugins filter (private to rules)
 *
 * Each formula lives in the file named after its plugin, or is v1.16's if that
 * still applies.  The plugin's FitRule lists the release from which a formula
 * applies, filter-formulas.c that of a rule within one.
 */
#pragma once

#include "rules/profile-plugin.h"
#include "predicates/metadata.h"

G_BEGIN_DECLS

/* How a formula differs between releases. */
typedef enum
{
  /* PreFilter returns Skip if the plugin does not matter for the pod: first
   * NodeAffinity, InterPodAffinity, VolumeBinding and VolumeZone, then the
   * other plugins. */
  FIT_FILTER_FIRST_SKIP = 1 << 0,
  FIT_FILTER_SKIP = 1 << 1,

  /* A request of 0 fits even on an overcommitted node. */
  FIT_FILTER_NO_REQUEST_FITS = 1 << 2,
  FIT_FILTER_NO_SCALAR_FITS = 1 << 3,
  /* A request larger than the node's capacity is Unresolvable. */
  FIT_FILTER_CAPACITY = 1 << 4,

  FIT_FILTER_NODE_LIST = 1 << 5,          /* PreFilter may restrict the nodes to
                                             a list */
  FIT_FILTER_ANY_TERM_CONFLICTS = 1 << 6, /* one conflicting term makes that
                                             list empty */
  FIT_FILTER_HOST_LIST = 1 << 7, /* volumes tied to hosts also restrict the
                                    nodes */

  /* A general reason precedes the specific one, in one of two wordings. */
  FIT_FILTER_AFFINITY_IN_GENERAL = 1 << 8,
  FIT_FILTER_AFFINITY_RULES_IN_GENERAL = 1 << 9,
  /* A namespaceSelector that matches a namespace without labels selects every
   * namespace. */
  FIT_FILTER_EVERY_NAMESPACE = 1 << 10,

  FIT_FILTER_BY_OWNER = 1 << 11,      /* as FIT_SCORE_BY_OWNER */
  FIT_FILTER_ELIGIBLE_PODS = 1 << 12, /* pods on other nodes do not count */
  FIT_FILTER_EMPTY_IS_NONE = 1 << 13, /* an empty selector matches no pod */
  FIT_FILTER_ANY_TAINT = 1 << 14,     /* PreferNoSchedule counts like other
                                     effects */

  FIT_FILTER_CLAIM_IN_USE_ANYWHERE = 1 << 15, /* not only on the node */
  FIT_FILTER_CLAIMS_EXIST = 1 << 16, /* VolumeRestrictions checks that they
                                        exist */
  FIT_FILTER_VOLUME_UNAVAILABLE = 1 << 17,   /* wording */
  FIT_FILTER_VOLUME_NODE_AFFINITY = 1 << 18, /* wording */
  FIT_FILTER_ZONE_PROBLEM_REJECTS = 1 << 19, /* it is a rejection, not an
                                                error */
  FIT_FILTER_ZONE_PRE_FILTER = 1 << 20,      /* checked once for all nodes */
  FIT_FILTER_ZONE_TRANSLATES = 1 << 21,      /* beta labels match GA labels */
  FIT_FILTER_LIMITS_NEED_CLAIMS = 1 << 22,   /* a missing claim is an error */
  FIT_FILTER_LIMITS_REJECT = 1 << 23,        /* a missing claim is a
                                                rejection */
  FIT_FILTER_LIMITS_BY_CSI_NODE = 1 << 24,   /* limits come from the CSINode,
                                                not from allocatable */
  FIT_FILTER_LIMITS_INLINE = 1 << 25,        /* inline volumes count as CSI
                                           volumes */
  FIT_FILTER_LIMITS_ATTACHED = 1 << 26,      /* VolumeAttachments count */
  FIT_FILTER_SETTLED_AWS = 1 << 27, /* as FIT_LIMITS_SETTLED_AWS, ... */
  FIT_FILTER_SETTLED_GCE = 1 << 28,
  FIT_FILTER_SETTLED_AZURE_DISK = 1 << 29,
  FIT_FILTER_SETTLED_OPENSTACK = 1 << 30,
} FitFilterRules;

/* The common start of every formula's FitPredicate.data. */
typedef struct
{
  FitRelease release;
  guint rules; /* FitFilterRules */
  FitFeatureGates gates;
  guint points; /* FitProfilePluginPoints */
} FitFilterData;

/* fit_filter_data_init: initialises @data from @args */
void fit_filter_data_init (FitFilterData *data,
                           const FitProfilePluginArgs *args);

/* fit_filter_data_create: FitPredicateInfo.create for a formula without further
 * data; freed by g_free() */
gboolean fit_filter_data_create (const FitFactoryArgs *args,
                                 gconstpointer argument, gpointer *out_data,
                                 GError **error);

static inline const FitFilterData *
fit_filter_data (const FitPredicateRun *run)
{
  return run->predicate->data;
}

static inline gboolean
fit_filter_rule (const FitPredicateRun *run, FitFilterRules rule)
{
  return (fit_filter_data (run)->rules & rule) != 0;
}

/* fit_filter_translation_rules: Returns: FitVolumeLimitRules for volumes that
 * are migrated to CSI drivers */
guint fit_filter_translation_rules (FitRelease release);

/* fit_filter_skip: the plugin does not matter for this pod; if @rule holds and
 * PreFilter is enabled, it returns Skip */
void fit_filter_skip (FitPredicateRun *run, FitFilterRules rule);

/* fit_filter_reject: rejects the pod on all nodes, with @code and @text
 * (nullable, copied), if PreFilter is enabled */
void fit_filter_reject (FitPredicateRun *run, FitReasonCode code,
                        const char *text);

extern const FitPredicateInfo fit_filter_dynamic_resources;
extern const FitPredicateInfo fit_filter_inter_pod_affinity;
extern const FitPredicateInfo fit_filter_node_affinity;
extern const FitPredicateInfo fit_filter_node_affinity_selector;
extern const FitPredicateInfo fit_filter_node_label;
extern const FitPredicateInfo fit_filter_node_name;
extern const FitPredicateInfo fit_filter_node_ports;
extern const FitPredicateInfo fit_filter_node_volume_limits;
extern const FitPredicateInfo fit_filter_azure_disk_limits;
extern const FitPredicateInfo fit_filter_cinder_limits;
extern const FitPredicateInfo fit_filter_ebs_limits;
extern const FitPredicateInfo fit_filter_gce_pd_limits;
extern const FitPredicateInfo fit_filter_pod_topology_spread;
extern const FitPredicateInfo fit_filter_resources_fit;
extern const FitPredicateInfo fit_filter_service_affinity;
extern const FitPredicateInfo fit_filter_taint_toleration;
extern const FitPredicateInfo fit_filter_untolerated_taint;
extern const FitPredicateInfo fit_filter_volume_binding;
extern const FitPredicateInfo fit_filter_volume_restrictions;
extern const FitPredicateInfo fit_filter_volume_zone;

G_END_DECLS
