/* traits.c - the table of what nodes and pods may have, and what the arguments
 * of rules add to it
 * SPDX-License-Identifier: Apache-2.0 */
#include "find/traits.h"

#include "api/syntax.h"
#include "rules/rule.h"

#include <string.h>

#include "base/each.h"

/* clang-format off */
#define TEXTS(...) G_N_ELEMENTS (((const char *const[]){ __VA_ARGS__ })), (const char *const[]) { __VA_ARGS__ }

/* What one object in some has, and what all have. */
#define MAY(rules, owner, place, ...) { rules, FIT_OF_##owner, FIT_IN_##place, FALSE, TEXTS ("", __VA_ARGS__) }
#define HAS(owner, place, ...) { NULL, FIT_OF_##owner, FIT_IN_##place, TRUE, TEXTS (__VA_ARGS__) }

#define RESOURCES " GeneralPredicates PodFitsResources NodeResourcesFit "
#define SELECTORS " GeneralPredicates MatchNodeSelector NodeAffinity NodeAffinityPriority "
#define SPREADING " SelectorSpreadPriority ServiceSpreadingPriority SelectorSpread DefaultPodTopologySpread ServiceAntiAffinityPriority CheckServiceAffinity ServiceAffinity "
#define CONSTRAINTS " EvenPodsSpread EvenPodsSpreadPriority PodTopologySpread "
#define TERMS " MatchInterPodAffinity InterPodAffinity InterPodAffinityPriority "
#define TAINTS " PodToleratesNodeTaints PodToleratesNodeNoExecuteTaints TaintToleration TaintTolerationPriority "
#define UNREADY " CheckNodeCondition CheckNodeMemoryPressure CheckNodeDiskPressure CheckNodePIDPressure "
#define ZONES " VolumeZone NoVolumeZoneConflict VolumeBinding CheckVolumeBinding "
#define DISKS " NoDiskConflict VolumeRestrictions MaxGCEPDVolumeCount GCEPDLimits MaxEBSVolumeCount EBSLimits NodeVolumeLimits "

#define ZONE(zone) "'failure-domain.beta.kubernetes.io/zone':'" zone "','topology.kubernetes.io/zone':'" zone "'"
#define REGION(region) "'failure-domain.beta.kubernetes.io/region':'" region "','topology.kubernetes.io/region':'" region "'"
#define HOST_KEY "kubernetes.io/hostname"
#define ZONE_KEY "topology.kubernetes.io/zone"
#define BETA_ZONE_KEY "failure-domain.beta.kubernetes.io/zone"

#define APP(app) "'labelSelector':{'matchLabels':{'app':'" app "'}}"
#define REQUIRED(...) "'requiredDuringSchedulingIgnoredDuringExecution':" __VA_ARGS__
#define PREFERRED(...) "'preferredDuringSchedulingIgnoredDuringExecution':[" __VA_ARGS__ "]"
#define TERM(key, app) "{'topologyKey':'" key "'," APP (app) "}"
#define LIKES(weight, key, app) "{'weight':" weight ",'podAffinityTerm':" TERM (key, app) "}"
#define NODES_WITH(expression) "{'matchExpressions':[" expression "]}"
#define EXPRESSION(key, op, values) "{'key':'" key "','operator':'" op "'" values "}"
#define PREFERS(weight, expression) "{'weight':" weight ",'preference':" NODES_WITH (expression) "}"
#define DISK_IS_SSD EXPRESSION ("disk", "In", ",'values':['ssd']")
#define HAS_SIZE EXPRESSION ("size", "Exists", "")
#define SIZE_ABOVE_1 EXPRESSION ("size", "Gt", ",'values':['1']")
#define SPREAD(key, otherwise, skew, more) "{'maxSkew':" skew ",'topologyKey':'" key "','whenUnsatisfiable':'" otherwise "'," APP ("a") more "}"
#define TAINT(key, effect) "{'key':'" key "','effect':'" effect "'}"
#define CONDITION(type, status) "'conditions':[{'type':'" type "','status':'" status "'}]"
#define OWNER(kind) "'ownerReferences':[{'apiVersion':'apps/v1','kind':'" kind "','name':'o','uid':'o','controller':true}]"
#define IMAGES(bytes) "'images':[{'names':['registry.example/app:1'],'sizeBytes':" bytes "}]"

#define SERVICE "{'apiVersion':'v1','kind':'Service','metadata':{'name':'a'},'spec':{'selector':{'app':'a'}}}"
#define REPLICA_SET "{'apiVersion':'apps/v1','kind':'ReplicaSet','metadata':{'name':'o','uid':'o'},'spec':{'replicas':0,'selector':{'matchLabels':{'app':'a'}},'template':{'metadata':{'labels':{'app':'a'}},'spec':{'containers':[{'name':'c'}]}}}}"
#define CLAIM(name, spec, status) "{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':'" name "','annotations':{'pv.kubernetes.io/bind-completed':'yes'}}," "'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}}," spec "},'status':{'phase':'" status "'}}"
#define VOLUME(name, labels, spec, status) "{'apiVersion':'v1','kind':'PersistentVolume','metadata':{'name':'" name "','labels':{" labels "}}," "'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOnce']," spec "},'status':{'phase':'" status "'}}"
#define CLAIMED_BY(name) "'claimRef':{'name':'" name "','namespace':'default'}"
#define ON_NODE(node) "'nodeAffinity':{'required':{'nodeSelectorTerms':[{'matchExpressions':[{'key':'" HOST_KEY "','operator':'In','values':['" node "']}]}]}}"
#define MOUNT(claim) "'volumes':[{'name':'v','persistentVolumeClaim':{'claimName':'" claim "'}}]"
#define LATE_CLASS "{'apiVersion':'storage.k8s.io/v1','kind':'StorageClass','metadata':{'name':'late'},'provisioner':'kubernetes.io/no-provisioner','volumeBindingMode':'WaitForFirstConsumer'}"

/* What comes with a claim that a pod names. */
static const FitCompanion companions[] = {
  { "\"claimName\":\"zonal\"",
    CLAIM ("zonal", "'volumeName':'zonal','storageClassName':''", "Bound") ","
    VOLUME ("zonal", ZONE ("z1"), CLAIMED_BY ("zonal") ",'gcePersistentDisk':{'pdName':'zonal'}", "Bound") },
  { "\"claimName\":\"local\"",
    CLAIM ("local", "'volumeName':'local','storageClassName':''", "Bound") ","
    VOLUME ("local", "", CLAIMED_BY ("local") ",'local':{'path':'/data'}," ON_NODE ("n1"), "Bound") },
  { "\"claimName\":\"late\"",
    LATE_CLASS ",{'apiVersion':'v1','kind':'PersistentVolumeClaim','metadata':{'name':'late'},'spec':{'accessModes':['ReadWriteOnce'],'resources':{'requests':{'storage':'1Gi'}},'storageClassName':'late'},'status':{'phase':'Pending'}},"
    VOLUME ("late", "", "'storageClassName':'late','local':{'path':'/data'}," ON_NODE ("n2"), "Available") },
};

static const FitTrait table[] = {
  /* nodes */
  HAS (NODE, ALLOCATABLE, "'cpu':'4'", "'cpu':'2'", "'cpu':'8'", "'cpu':'1'", "'cpu':'3'", "'cpu':'6'", "'cpu':'7'", "'cpu':'3920m'"),
  HAS (NODE, ALLOCATABLE, "'memory':'8Gi'", "'memory':'4Gi'", "'memory':'16Gi'", "'memory':'2Gi'", "'memory':'3Gi'", "'memory':'7Gi'", "'memory':'11Gi'", "'memory':'7581Mi'"),
  HAS (NODE, ALLOCATABLE, "'pods':'110'", "'pods':'1'", "'pods':'2'", "'pods':'3'"),
  MAY (RESOURCES, NODE, ALLOCATABLE, "'example.com/gpu':'1'", "'example.com/gpu':'2'", "'example.com/gpu':'8'"),
  MAY (RESOURCES, NODE, ALLOCATABLE, "'ephemeral-storage':'4Gi'", "'ephemeral-storage':'100Gi'"),
  MAY (DISKS, NODE, ALLOCATABLE, "'attachable-volumes-gce-pd':'1','attachable-volumes-aws-ebs':'1'"),
  MAY (SPREADING TERMS CONSTRAINTS ZONES, NODE, LABELS, ZONE ("z1"), ZONE ("z2"), ZONE ("z3"), ZONE ("z1") "," REGION ("r1"), ZONE ("z2") "," REGION ("r2")),
  MAY (SELECTORS TERMS CONSTRAINTS, NODE, LABELS, "'disk':'ssd'", "'disk':'hdd'"),
  MAY (SELECTORS, NODE, LABELS, "'size':'1'", "'size':'2'", "'size':'3'"),
  MAY (TAINTS UNREADY, NODE, SPEC, "'taints':[" TAINT ("dedicated", "NoSchedule") "]", "'taints':[" TAINT ("dedicated", "PreferNoSchedule") "]",
       "'taints':[" TAINT ("dedicated", "NoExecute") "]", "'taints':[" TAINT ("dedicated", "PreferNoSchedule") "," TAINT ("spare", "PreferNoSchedule") "]",
       "'taints':[" TAINT ("node.kubernetes.io/not-ready", "NoSchedule") "]", "'taints':[" TAINT ("node.kubernetes.io/memory-pressure", "NoSchedule") "]"),
  MAY (" CheckNodeUnschedulable CheckNodeCondition NodeUnschedulable ", NODE, SPEC, "'unschedulable':true"),
  MAY (UNREADY, NODE, STATUS, CONDITION ("Ready", "False"), CONDITION ("Ready", "Unknown"), CONDITION ("MemoryPressure", "True"),
       CONDITION ("DiskPressure", "True"), CONDITION ("PIDPressure", "True"), CONDITION ("NetworkUnavailable", "True")),
  MAY (" ImageLocalityPriority ImageLocality ", NODE, STATUS, IMAGES ("100000000"), IMAGES ("300000000"), IMAGES ("999999999"), IMAGES ("4000000000")),
  MAY (" NodePreferAvoidPodsPriority NodePreferAvoidPods ", NODE, METADATA,
       "'annotations':{'scheduler.alpha.kubernetes.io/preferAvoidPods':'{\\'preferAvoidPods\\':[{\\'podSignature\\':{\\'podController\\':{\\'kind\\':\\'ReplicaSet\\',\\'name\\':\\'o\\',\\'uid\\':\\'o\\',\\'controller\\':true}}}]}'}"),

  /* pods */
  MAY (NULL, POD, REQUESTS, "'cpu':'1'", "'cpu':'500m'", "'cpu':'2'", "'cpu':'100m'", "'cpu':'250m'", "'cpu':'1300m'", "'cpu':'730m'"),
  MAY (NULL, POD, REQUESTS, "'memory':'1Gi'", "'memory':'2Gi'", "'memory':'512Mi'", "'memory':'3Gi'", "'memory':'200Mi'", "'memory':'1700Mi'"),
  MAY (RESOURCES, POD, REQUESTS, "'example.com/gpu':'1'", "'example.com/gpu':'2'"),
  MAY (RESOURCES, POD, REQUESTS, "'ephemeral-storage':'1Gi'", "'ephemeral-storage':'5Gi'"),
  MAY (" ResourceLimitsPriority NodeResourceLimits ", POD, LIMITS, "'cpu':'2'", "'cpu':'6','memory':'6Gi'", "'memory':'6Gi'"),
  MAY (RESOURCES, POD, SPEC, "'initContainers':[{'name':'i','resources':{'requests':{'cpu':'2'}}}]",
       "'initContainers':[{'name':'i','restartPolicy':'Always','resources':{'requests':{'cpu':'1'}}}]"),
  MAY (RESOURCES, POD, SPEC, "'overhead':{'cpu':'500m'}"),
  MAY (RESOURCES, POD, SPEC, "'resources':{'requests':{'cpu':'2'}}", "'resources':{'requests':{'memory':'5Gi'}}"),
  MAY (SPREADING TERMS CONSTRAINTS, POD, LABELS, "'app':'a'", "'app':'b'"),
  MAY (TERMS CONSTRAINTS, POD, LABELS, "'tier':'front'", "'tier':'back'"),
  MAY (TERMS SPREADING, POD, METADATA, "'namespace':'other'"),
  MAY (SPREADING " NodePreferAvoidPodsPriority NodePreferAvoidPods ", POD, METADATA, OWNER ("ReplicaSet"), OWNER ("StatefulSet")),
  MAY (" GeneralPredicates PodFitsHostPorts PodFitsPorts NodePorts ", POD, CONTAINER, "'ports':[{'containerPort':80,'hostPort':80}]",
       "'ports':[{'containerPort':80,'hostPort':80,'hostIP':'10.0.0.1'}]", "'ports':[{'containerPort':80,'hostPort':80,'protocol':'UDP'}]"),
  MAY (" ImageLocalityPriority ImageLocality ", POD, CONTAINER, "'image':'registry.example/app:1'"),
  MAY (SELECTORS, POD, NODE_SELECTOR, "'disk':'ssd'", "'size':'1'"),
  MAY (SELECTORS, POD, AFFINITY, "'nodeAffinity':{" PREFERRED (PREFERS ("1", DISK_IS_SSD)) "}",
       "'nodeAffinity':{" PREFERRED (PREFERS ("10", DISK_IS_SSD) "," PREFERS ("3", HAS_SIZE)) "}",
       "'nodeAffinity':{" PREFERRED (PREFERS ("100", SIZE_ABOVE_1)) "}",
       "'nodeAffinity':{" REQUIRED ("{'nodeSelectorTerms':[" NODES_WITH (DISK_IS_SSD) "]}") "}",
       "'nodeAffinity':{" REQUIRED ("{'nodeSelectorTerms':[" NODES_WITH (DISK_IS_SSD) "," NODES_WITH (SIZE_ABOVE_1) "]}") "}"),
  MAY (TERMS, POD, AFFINITY, "'podAffinity':{" PREFERRED (LIKES ("1", HOST_KEY, "a")) "}", "'podAffinity':{" PREFERRED (LIKES ("5", HOST_KEY, "a")) "}",
       "'podAffinity':{" PREFERRED (LIKES ("100", ZONE_KEY, "a")) "}", "'podAffinity':{" REQUIRED ("[" TERM (HOST_KEY, "a") "]") "}",
       "'podAffinity':{" REQUIRED ("[" TERM (ZONE_KEY, "a") "]") "}", "'podAffinity':{" REQUIRED ("[" TERM (BETA_ZONE_KEY, "b") "]") "}",
       "'podAffinity':{" REQUIRED ("[{'topologyKey':'" HOST_KEY "'," APP ("a") ",'namespaceSelector':{}}]") "}",
       "'podAffinity':{" REQUIRED ("[{'topologyKey':'" HOST_KEY "'," APP ("a") ",'matchLabelKeys':['tier']}]") "}"),
  MAY (TERMS, POD, AFFINITY, "'podAntiAffinity':{" PREFERRED (LIKES ("1", HOST_KEY, "a")) "}", "'podAntiAffinity':{" PREFERRED (LIKES ("30", HOST_KEY, "a")) "}",
       "'podAntiAffinity':{" PREFERRED (LIKES ("100", ZONE_KEY, "b")) "}", "'podAntiAffinity':{" REQUIRED ("[" TERM (HOST_KEY, "a") "]") "}",
       "'podAntiAffinity':{" REQUIRED ("[" TERM (ZONE_KEY, "b") "]") "}",
       "'podAntiAffinity':{" REQUIRED ("[{'topologyKey':'" HOST_KEY "'," APP ("a") ",'mismatchLabelKeys':['tier']}]") "}"),
  MAY (CONSTRAINTS, POD, SPEC, "'topologySpreadConstraints':[" SPREAD (HOST_KEY, "ScheduleAnyway", "1", "") "]",
       "'topologySpreadConstraints':[" SPREAD (HOST_KEY, "DoNotSchedule", "1", "") "]",
       "'topologySpreadConstraints':[" SPREAD (ZONE_KEY, "ScheduleAnyway", "1", "") "]",
       "'topologySpreadConstraints':[" SPREAD (ZONE_KEY, "DoNotSchedule", "1", "") "]",
       "'topologySpreadConstraints':[" SPREAD (ZONE_KEY, "ScheduleAnyway", "3", "") "," SPREAD (HOST_KEY, "ScheduleAnyway", "2", "") "]",
       "'topologySpreadConstraints':[" SPREAD (ZONE_KEY, "DoNotSchedule", "1", ",'minDomains':3") "]",
       "'topologySpreadConstraints':[" SPREAD (HOST_KEY, "DoNotSchedule", "1", ",'nodeTaintsPolicy':'Honor'") "]",
       "'topologySpreadConstraints':[" SPREAD (HOST_KEY, "DoNotSchedule", "1", ",'nodeAffinityPolicy':'Ignore'") "]",
       "'topologySpreadConstraints':[" SPREAD (HOST_KEY, "DoNotSchedule", "1", ",'matchLabelKeys':['tier']") "]"),
  MAY (TAINTS UNREADY CONSTRAINTS, POD, SPEC, "'tolerations':[{'operator':'Exists'}]", "'tolerations':[{'key':'dedicated','operator':'Exists','effect':'NoSchedule'}]",
       "'tolerations':[{'key':'dedicated','operator':'Exists'}]"),
  MAY (DISKS ZONES, POD, SPEC, MOUNT ("zonal"), MOUNT ("local"), MOUNT ("late"), "'volumes':[{'name':'v','gcePersistentDisk':{'pdName':'d'}}]", "'volumes':[{'name':'v','gcePersistentDisk':{'pdName':'d','readOnly':true}}]",
       "'volumes':[{'name':'v','gcePersistentDisk':{'pdName':'e'}}]",
       "'volumes':[{'name':'v','awsElasticBlockStore':{'volumeID':'d'}}]", "'volumes':[{'name':'v','awsElasticBlockStore':{'volumeID':'e'}}]"),
  MAY (NULL, POD, SPEC, "'priority':10", "'priority':100"),
  MAY (" SchedulingGates ", POD, SPEC, "'schedulingGates':[{'name':'example.com/wait'}]"),

  /* the rest */
  MAY (SPREADING CONSTRAINTS, CLUSTER, METADATA, SERVICE),
  MAY (SPREADING CONSTRAINTS, CLUSTER, METADATA, REPLICA_SET),
};
/* clang-format on */

const FitCompanion *
fit_companions (guint *out_n)
{
  *out_n = G_N_ELEMENTS (companions);
  return companions;
}

/* What is being made. */
typedef struct
{
  GArray *traits;
  FitArena *arena;
} Maker;

static gboolean
is_read (const FitTrait *trait, GHashTable *rules)
{
  g_auto (GStrv) names = NULL;

  if (trait->rules == NULL)
    return TRUE;
  names = g_strsplit (trait->rules, " ", 0);
  for (guint i = 0; names[i] != NULL; i++)
    if (g_hash_table_contains (rules, names[i]))
      return TRUE;
  return FALSE;
}

/* -- arguments ------------------------------------------------------------- */

static void
add (Maker *maker, FitTraitOwner owner, FitTraitPlace place, guint n,
     const char *const *texts)
{
  const FitTrait trait = { NULL, owner, place, FALSE, n, texts };

  if (maker->traits->len < FIT_MOST_TRAITS)
    g_array_append_val (maker->traits, trait);
}

/* May an object have @name as a key, and does no other trait give it one? */
static gboolean
is_wanted (const Maker *maker, const char *name)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *member = g_strdup_printf ("'%s':", name);

  fit_qualified_name_problems (name, problems);
  FIT_EACH_OF (const FitTrait, trait, maker->traits)
    {
      for (guint j = 0; j < trait->n; j++)
        if (strstr (trait->texts[j], member) != NULL)
          return FALSE;
    }
  return problems->len == 0 && strcmp (name, HOST_KEY) != 0;
}

/* Labels that nodes may have: @value, another one, or a number. */
static void
add_label (Maker *maker, const char *key, const char *value)
{
  const char *const values[] = { value, "x", "7" };
  const char **texts;

  if (!is_wanted (maker, key))
    return;
  texts
      = fit_arena_new0 (maker->arena, const char *, G_N_ELEMENTS (values) + 1);
  texts[0] = "";
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    texts[i + 1] = fit_arena_printf (maker->arena, "'%s':'%s'", key, values[i]);
  add (maker, FIT_OF_NODE, FIT_IN_LABELS, G_N_ELEMENTS (values) + 1, texts);
}

static void
add_expression (Maker *maker, const FitExpression *expression)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  const char *value = expression->n_values > 0 ? expression->values[0] : "yes";

  fit_label_value_problems (value, problems);
  add_label (maker, expression->key, problems->len == 0 ? value : "yes");
}

static void
add_labels (Maker *maker, guint n, const char *const *keys)
{
  for (guint i = 0; i < n; i++)
    add_label (maker, keys[i], "yes");
}

static void
add_resources (Maker *maker, const FitArgResources *resources)
{
  static const char *const amounts[] = { "1", "3", "10" };

  for (guint i = 0; i < resources->n; i++)
    {
      const char *name = resources->items[i].name;
      const char **texts;

      if (!is_wanted (maker, name))
        continue;
      texts = fit_arena_new0 (maker->arena, const char *,
                              G_N_ELEMENTS (amounts) + 1);
      texts[0] = "";
      for (guint j = 0; j < G_N_ELEMENTS (amounts); j++)
        texts[j + 1]
            = fit_arena_printf (maker->arena, "'%s':'%s'", name, amounts[j]);
      add (maker, FIT_OF_NODE, FIT_IN_ALLOCATABLE, G_N_ELEMENTS (amounts) + 1,
           texts);
      add (maker, FIT_OF_POD, FIT_IN_REQUESTS, G_N_ELEMENTS (amounts), texts);
    }
}

static void
add_policy (Maker *maker, const FitPolicy *policy)
{
  GPtrArray *const lists[] = { policy->predicates, policy->priorities };

  for (guint scores = 0; scores < G_N_ELEMENTS (lists); scores++)
    FIT_EACH (const FitRulePolicy, entry, lists[scores])
      {
        const FitPolicyLabels labels = fit_policy_labels (entry, scores != 0);

        add_labels (maker, labels.n, labels.items);
        if (!scores)
          add_labels (maker, entry->n_service_affinity_labels,
                      entry->service_affinity_labels);
        else
          add_resources (maker, &entry->ratio.resources);
      }
}

static gconstpointer
args_of (const FitProfile *profile, const FitRule *rule)
{
  const FitProfileArgs *found = fit_profile_find_args (profile, rule->name);

  return found != NULL ? found->args : NULL;
}

static void
add_affinity (Maker *maker, const FitArgAffinity *affinity)
{
  for (guint i = 0;
       affinity->required != NULL && i < affinity->required->n_terms; i++)
    for (guint j = 0; j < affinity->required->terms[i].n_expressions; j++)
      add_expression (maker, &affinity->required->terms[i].expressions[j]);
  for (guint i = 0; i < affinity->n_preferred; i++)
    for (guint j = 0; j < affinity->preferred[i].preference.n_expressions; j++)
      add_expression (maker, &affinity->preferred[i].preference.expressions[j]);
}

static void
add_profile (Maker *maker, const FitProfile *profile)
{
  const FitNodeLabelArgs *labels = args_of (profile, &fit_rule_node_label);
  const FitServiceAffinityArgs *services
      = args_of (profile, &fit_rule_service_affinity);
  const FitNodeAffinityArgs *affinity
      = args_of (profile, &fit_rule_node_affinity);
  const FitPodTopologySpreadArgs *spread
      = args_of (profile, &fit_rule_pod_topology_spread);
  FitRuleUse use;

  if (labels != NULL)
    {
      add_labels (maker, labels->present_labels.n,
                  labels->present_labels.items);
      add_labels (maker, labels->absent_labels.n, labels->absent_labels.items);
      add_labels (maker, labels->present_labels_preference.n,
                  labels->present_labels_preference.items);
      add_labels (maker, labels->absent_labels_preference.n,
                  labels->absent_labels_preference.items);
    }
  if (services != NULL)
    {
      add_labels (maker, services->affinity_labels.n,
                  services->affinity_labels.items);
      add_labels (maker, services->anti_affinity_labels_preference.n,
                  services->anti_affinity_labels_preference.items);
    }
  if (affinity != NULL && affinity->added_affinity != NULL)
    add_affinity (maker, affinity->added_affinity);
  for (guint i = 0; spread != NULL && i < spread->n_constraints; i++)
    add_label (maker, spread->constraints[i].topology_key, "yes");
  for (guint i = 0; fit_rules[i] != NULL; i++)
    if (fit_rule_use (fit_rules[i], args_of (profile, fit_rules[i]), &use))
      add_resources (maker, &use.resources);
}

/* -- the whole ------------------------------------------------------------- */

/* @rules: gets the names that traits know, borrowed */
static void
collect_rules (const FitFindSide *side, const FitCoverage *coverage,
               GHashTable *rules)
{
  const FitConfiguration *configuration = side->configuration;

  for (guint i = 0; i < coverage->rules->len; i++)
    g_hash_table_add (
        rules,
        (gpointer) g_array_index (coverage->rules, FitCoverageRule, i).type);
  /* Not all plugins filter or score. */
  for (guint i = 0; configuration != NULL && i < configuration->n_profiles; i++)
    for (guint point = 0; point < FIT_POINT_LAST; point++)
      for (guint j = 0; j < configuration->profiles[i].plugins[point].n; j++)
        g_hash_table_add (
            rules,
            (gpointer) configuration->profiles[i].plugins[point].items[j].name);
}

GArray *
fit_traits_new (const FitFindSide *sides, FitCoverage *const *coverage,
                FitArena *arena)
{
  g_autoptr (GHashTable) rules = g_hash_table_new (g_str_hash, g_str_equal);
  Maker maker = { g_array_new (FALSE, FALSE, sizeof (FitTrait)), arena };

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    collect_rules (&sides[side], coverage[side], rules);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    if (is_read (&table[i], rules))
      g_array_append_val (maker.traits, table[i]);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      const FitConfiguration *configuration = sides[side].configuration;

      if (sides[side].policy != NULL)
        add_policy (&maker, sides[side].policy);
      for (guint i = 0; configuration != NULL && i < configuration->n_profiles;
           i++)
        add_profile (&maker, &configuration->profiles[i]);
    }
  return maker.traits;
}
