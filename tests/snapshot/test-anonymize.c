/* test-anonymize.c - rules decide about other names as about the old ones
 *
 * Random clusters are scheduled before and after.  Objects keep their order, so
 * the pod number I goes to the node number J in both.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/grammar.h"
#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

#include "snapshot/anonymize.h"
#include "tests/support/manifest.h"

#include <string.h>

#define RUNS 20
#define EVERY_FIELD_RUNS 100
#define NODES 12
#define RUNNING 30
#define PENDING_PODS 25

/* Returns: (transfer full) */
static char *
anonymous (const char *manifest, const char *const *keep)
{
  g_autoptr (FitSnapshot) snapshot = fit_snapshot_new ();
  gsize len;

  assert_true (
      fit_snapshot_read (snapshot, manifest, strlen (manifest), "test", NULL));
  assert_true (fit_snapshot_anonymize (snapshot, keep, NULL));
  return fit_snapshot_to_json (snapshot, &len);
}

static guint
index_of (const FitObjects *objects, FitKind kind, const char *name)
{
  const GPtrArray *all = objects->of[kind];
  guint i = 0;

  while (i < all->len
         && strcmp (name, kind == FIT_KIND_NODE
                              ? ((const FitNode *) all->pdata[i])->meta.name
                              : ((const FitPod *) all->pdata[i])->meta.name)
                != 0)
    i++;
  return i;
}

/* Returns: (transfer full): a line for each pending pod: where it goes, by
 * number */
static char *
placements (const char *manifest, const SimulationSetup *rules)
{
  SimulationSetup setup = *rules;
  g_autoptr (FitObjects) objects = objects_from (manifest);
  g_autoptr (FitSimulation) simulation = NULL;
  const GPtrArray *pending;
  GString *lines = g_string_new (NULL);

  setup.manifest = manifest;
  simulation = simulation_from (&setup);
  pending = fit_simulation_pending (simulation);
  for (guint i = 0; i < pending->len; i++)
    {
      const FitPod *pod = pending->pdata[i];
      g_auto (FitPlacement) placement = { 0 };

      fit_simulation_schedule (simulation, pod, &placement);
      g_string_append_printf (
          lines, "%u:", index_of (objects, FIT_KIND_POD, pod->meta.name));
      if (placement.error != NULL)
        g_string_append (lines, " error\n");
      else if (placement.result.node == NULL)
        g_string_append_printf (lines, " none of %u\n",
                                placement.result.evaluated);
      else
        g_string_append_printf (
            lines, " %u, %u fit\n",
            index_of (objects, FIT_KIND_NODE,
                      placement.result.node->node->meta.name),
            placement.result.feasible);
    }
  return g_string_free (lines, FALSE);
}

static void
check (const char *manifest, const SimulationSetup *rules,
       const char *const *keep)
{
  g_autofree char *other = anonymous (manifest, keep);
  g_autofree char *before = placements (manifest, rules);
  g_autofree char *after = placements (other, rules);

  assert_string_equal (after, before);
}

static const SimulationSetup defaults = { .provider = "DefaultProvider" };

static const char *const keep[] = { "zone", "rack", "disk", NULL };

static void
test_random_clusters (void **state)
{
  static const char *const policy
      = POLICY ("{name: GeneralPredicates}, {name: MatchInterPodAffinity}, "
                "{name: PodToleratesNodeTaints}, {name: Zone, argument: "
                "{serviceAffinity: {labels: [zone]}}}, {name: Disk, argument: "
                "{labelsPresence: {labels: [rack], presence: true}}}",
                "{name: LeastRequestedPriority, weight: 1}, "
                "{name: InterPodAffinityPriority, weight: 2}, {name: Apart, "
                "weight: 3, argument: {serviceAntiAffinity: {label: rack}}}, "
                "{name: Prefer, weight: 2, argument: {labelPreference: {label: "
                "disk, presence: true}}}");

  (void) state;
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_auto (RandomCluster) cluster;
      g_autofree char *manifest = NULL;

      random_cluster_init (&cluster, random_seed (run), NODES, RUNNING,
                           PENDING_PODS);
      manifest = random_cluster_list (&cluster, 0);
      check (manifest, &defaults, NULL);
      check (manifest,
             &(SimulationSetup){ .provider = "ClusterAutoscalerProvider" },
             NULL);
      check (manifest, &(SimulationSetup){ .policy = policy }, keep);
    }
}

/* The plugins of later releases read other fields, and their arguments name
 * labels. */
static void
test_profiles (void **state)
{
#define PROFILES(version, plugins)                   \
  "apiVersion: kubescheduler.config.k8s.io/" version \
  "\nkind: KubeSchedulerConfiguration\nprofiles: [" plugins "]\n"
#define ARGUMENTS(version)                                                     \
  PROFILES (                                                                   \
      version,                                                                 \
      "{pluginConfig: [{name: NodeAffinity, args: {addedAffinity: "            \
      "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [" \
      "{matchExpressions: [{key: rack, operator: Exists}]}]}, "                \
      "preferredDuringSchedulingIgnoredDuringExecution: [{weight: 5, "         \
      "preference: {matchExpressions: [{key: disk, operator: Exists}]}}]}}}, " \
      "{name: PodTopologySpread, args: {defaultingType: List, "                \
      "defaultConstraints: [{maxSkew: 1, topologyKey: zone, "                  \
      "whenUnsatisfiable: ScheduleAnyway}]}}, "                                \
      "{name: InterPodAffinity, args: {hardPodAffinityWeight: 7}}]}")
  static const struct
  {
    const char *release, *text;
  } cases[] = {
    { "1.20", PROFILES ("v1beta1", "{}") }, { "1.22", ARGUMENTS ("v1beta2") },
    { "1.26", PROFILES ("v1", "{}") },      { "1.34.1", PROFILES ("v1", "{}") },
    { "1.34.1", ARGUMENTS ("v1") },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FitConfigurationOptions options = { 0 };
      SimulationSetup rules = { 0 };
      FitConfiguration *configuration;
      g_autoptr (GError) error = NULL;

      assert_true (
          fit_release_parse (cases[i].release, &options.release, NULL));
      configuration = fit_configuration_read (
          cases[i].text, strlen (cases[i].text), "profile", &options, &error);
      if (configuration == NULL)
        fail_msg ("%s", error->message);
      rules.configuration = configuration;
      for (guint run = 0; run < random_runs (RUNS / 2); run++)
        {
          g_auto (RandomCluster) cluster;
          g_autofree char *manifest = NULL;

          random_cluster_init (&cluster, random_seed (run), NODES, RUNNING,
                               PENDING_PODS);
          manifest = random_cluster_list (&cluster, 0);
          check (manifest, &rules, keep);
        }
      fit_configuration_free (configuration);
    }
}

/* -- objects with every field ---------------------------------------------- */

/* What the grammar of the fuzzers lacks, in place of rules of its own. */
static const GrammarRule more_fields[] = {
#define RULE GRAMMAR_RULE
  RULE ("uid", "<$>"),
  RULE ("gates", "", "", "", "", ",'schedulingGates':[{'name':'g'}]",
        ",'resourceClaims':[{'name':'gpu','resourceClaimName':'claim'}]"),
  RULE (
      "volume", "{'name':'v','persistentVolumeClaim':{'claimName':'c0'}}",
      "{'name':'v','persistentVolumeClaim':{'claimName':'<claim-name>'}}",
      "{'name':'v','gcePersistentDisk':{'pdName':'<disk>','readOnly':<bool>}}",
      "{'name':'v','awsElasticBlockStore':{'volumeID':'<disk>'}}",
      "{'name':'v','azureDisk':{'diskName':'<disk>','diskURI':'<disk>'}}",
      "{'name':'v','iscsi':{'iqn':'<disk>','readOnly':<bool>}}",
      "{'name':'v','rbd':{'monitors':['m'],'image':'<disk>','pool':'p'}}",
      "{'name':'v','cinder':{'volumeID':'<disk>'}}",
      "{'name':'v','portworxVolume':{'volumeID':'<disk>'}}",
      "{'name':'v','csi':{'driver':'x'}}",
      "{'name':'v','ephemeral':{'volumeClaimTemplate':{}}}"),
  RULE ("pv-source", "'csi':{'driver':'x','volumeHandle':'<disk>'}",
        "'gcePersistentDisk':{'pdName':'<disk>'}",
        "'awsElasticBlockStore':{'volumeID':'<disk>'}",
        "'portworxVolume':{'volumeID':'<disk>'}",
        "'rbd':{'monitors':['m'],'image':'<disk>'}", "'local':{'path':'/x'}"),
  RULE ("mode", "", ",'volumeMode':'Block'",
        ",'volumeAttributesClassName':'<class>'"),
  RULE (
      "started", "", ",'startTime':'<time>'",
      ",'resize':'Infeasible','containerStatuses':[{'name':'c',"
      "'allocatedResources':{'cpu':'2'},'resources':{'requests':{'cpu':'3'}}}]",
      ",'conditions':[{'type':'PodResizePending','reason':'Infeasible'},"
      "{'type':'DisruptionTarget','status':'True','reason':"
      "'PreemptionByScheduler'}]"),
#undef RULE
};

#define MORE_NODES 4
#define MORE_PODS 8
#define MORE_OTHERS 24

/* Returns: (transfer full): those above before those of objects.c, of which the
 * first counts */
static GrammarRule *
every_rule (void)
{
  const GrammarRule end = { NULL, NULL };
  GArray *rules = g_array_new (FALSE, FALSE, sizeof (GrammarRule));

  g_array_append_vals (rules, more_fields, G_N_ELEMENTS (more_fields));
  for (const GrammarRule *rule = object_grammar; rule->name != NULL; rule++)
    g_array_append_vals (rules, rule, 1);
  g_array_append_val (rules, end);
  return (GrammarRule *) (gpointer) g_array_free (rules, FALSE);
}

/* Returns: (transfer full) */
static char *
random_manifest (const GrammarRule *rules, guint32 seed)
{
  static const struct
  {
    FitKind kind;
    const char *letter;
    guint n; /* names */
  } named[] = { { FIT_KIND_PERSISTENT_VOLUME, "v", 4 },
                { FIT_KIND_PERSISTENT_VOLUME_CLAIM, "c", 4 } };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Choices choices = { .random = random };
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < MORE_NODES + MORE_PODS + MORE_OTHERS; i++)
    {
      const FitKind other = (FitKind) choices_below (&choices, FIT_KIND_LAST);
      const FitKind kind = i < MORE_NODES               ? FIT_KIND_NODE
                           : i < MORE_NODES + MORE_PODS ? FIT_KIND_POD
                           : other <= FIT_KIND_POD
                               ? FIT_KIND_PERSISTENT_VOLUME_CLAIM
                               : other;
      const char *letter = i < MORE_NODES               ? "n"
                           : i < MORE_NODES + MORE_PODS ? "p"
                                                        : "o";
      guint number = i < MORE_NODES ? i : i - MORE_NODES;
      g_autofree char *name = NULL;

      for (guint k = 0; k < G_N_ELEMENTS (named); k++)
        if (named[k].kind == kind)
          {
            letter = named[k].letter;
            number = choices_below (&choices, named[k].n);
          }
      name = g_strdup_printf ("%s%u", letter, number);
      g_string_append (text, "---\n");
      grammar_append (rules, fit_kind_name (kind), name, &choices, text);
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

/* Any release reads them: the fields that decide differ. */
static void
test_every_field (void **state)
{
  static const char text[] = "kind: KubeSchedulerConfiguration\napiVersion: "
                             "kubescheduler.config.k8s.io/v1\n";
  static const char *const releases[]
      = { "1.25", "1.27", "1.29", "1.31", "1.33.0", "1.34.1" };
  g_autofree GrammarRule *rules = every_rule ();

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      FitConfiguration *configuration
          = configuration_from (releases[i], "", text);
      const SimulationSetup setup = { .configuration = configuration };

      for (guint run = 0; run < random_runs (EVERY_FIELD_RUNS); run++)
        {
          g_autofree char *manifest
              = random_manifest (rules, random_seed (run));

          check (manifest, &setup, NULL);
          check (manifest, &defaults, NULL);
        }
      fit_configuration_free (configuration);
    }
}

/* What random clusters do not have. */
static const char scene[]
    = "---\n{apiVersion: v1, kind: Node, metadata: {name: canary-a, labels: "
      "{kubernetes.io/hostname: canary-a, canary.com/age: '9', "
      "failure-domain.beta.kubernetes.io/zone: canary-z1}, annotations: "
      "{scheduler.alpha.kubernetes.io/preferAvoidPods: "
      "'{\"preferAvoidPods\": [{\"podSignature\": {\"podController\": "
      "{\"kind\": \"ReplicaSet\", \"name\": \"canary-rs\", \"uid\": "
      "\"canary-uid\", \"controller\": true}}}]}', canary: canary}}, spec: "
      "{providerID: canary, taints: [{key: canary-taint, value: canary-v, "
      "effect: PreferNoSchedule}]}, status: {allocatable: {cpu: '8', memory: "
      "16Gi, pods: '110', canary.com/gpu: '2'}, images: [{names: "
      "['canary/web:latest', 'canary/web@sha256:canary'], sizeBytes: "
      "900000000}], nodeInfo: {machineID: canary}}}\n"
      "---\n{apiVersion: v1, kind: Node, metadata: {name: canary-b, labels: "
      "{kubernetes.io/hostname: canary-b, canary.com/age: '10', "
      "failure-domain.beta.kubernetes.io/zone: canary-z2}}, status: "
      "{allocatable: {cpu: '8', memory: 16Gi, pods: '110', canary.com/gpu: "
      "'1'}}}\n"
      "---\n{apiVersion: v1, kind: Node, metadata: {name: canary-c, labels: "
      "{kubernetes.io/hostname: canary-c, canary.com/age: '2', "
      "failure-domain.beta.kubernetes.io/zone: canary-z3}}, status: "
      "{allocatable: {cpu: '8', memory: 16Gi, pods: '110'}}}\n"
      "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: "
      "canary-pv, labels: {failure-domain.beta.kubernetes.io/zone: "
      "canary-z2__canary-z3}}, spec: {capacity: {storage: 1Gi}, accessModes: "
      "[ReadWriteOnce], storageClassName: canary-class, claimRef: {name: "
      "canary-claim, namespace: canary-ns, uid: canary-claim-uid}, "
      "awsElasticBlockStore: {volumeID: canary-disk}}, status: {phase: "
      "Bound}}\n"
      "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: "
      "canary-claim, namespace: canary-ns, uid: canary-claim-uid, annotations: "
      "{pv.kubernetes.io/bind-completed: 'yes'}}, spec: {volumeName: "
      "canary-pv, storageClassName: canary-class, accessModes: "
      "[ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-young, "
      "namespace: canary-ns, uid: canary-1}, spec: {schedulerName: "
      "default-scheduler, affinity: {nodeAffinity: "
      "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
      "[{matchExpressions: [{key: canary.com/age, operator: Lt, values: "
      "['9']}]}]}}}, containers: [{name: canary, image: canary}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-old, namespace: "
      "canary-ns, uid: canary-2}, spec: {schedulerName: default-scheduler, "
      "affinity: {nodeAffinity: "
      "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
      "[{matchExpressions: [{key: canary.com/age, operator: Gt, values: "
      "['9']}]}]}}}, containers: [{name: canary, image: canary}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-named, "
      "namespace: canary-ns, uid: canary-3}, spec: {schedulerName: "
      "default-scheduler, affinity: {nodeAffinity: "
      "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
      "[{matchFields: [{key: metadata.name, operator: In, values: "
      "[canary-c]}]}]}}}, containers: [{name: canary, image: canary}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-image, "
      "namespace: canary-ns, uid: canary-4, ownerReferences: [{apiVersion: "
      "apps/v1, kind: ReplicaSet, name: canary-other, uid: canary-other, "
      "controller: true}]}, spec: {schedulerName: default-scheduler, "
      "tolerations: [{key: canary-taint, operator: Exists}], containers: "
      "[{name: canary, image: canary/web, env: [{name: canary, value: "
      "canary}]}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-avoided, "
      "namespace: canary-ns, uid: canary-5, ownerReferences: [{apiVersion: "
      "apps/v1, kind: ReplicaSet, name: canary-rs, uid: canary-uid, "
      "controller: true}]}, spec: {schedulerName: default-scheduler, "
      "containers: [{name: canary, image: canary/web}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-gpu, "
      "namespace: canary-ns, uid: canary-6}, spec: {schedulerName: "
      "default-scheduler, containers: [{name: canary, image: canary, "
      "resources: {requests: {canary.com/gpu: '2'}}}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-volume, "
      "namespace: canary-ns, uid: canary-7}, spec: {schedulerName: "
      "default-scheduler, volumes: [{name: canary, persistentVolumeClaim: "
      "{claimName: canary-claim}}], containers: [{name: canary, image: "
      "canary}]}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-broken, "
      "namespace: canary-ns, uid: canary-8}, spec: {schedulerName: "
      "default-scheduler, affinity: {nodeAffinity: "
      "{requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
      "[{matchExpressions: [{key: canary.com/age, operator: NotIn, values: "
      "['no label value']}]}]}}}, containers: [{name: canary, image: "
      "canary}]}}\n";

static void
test_scene (void **state)
{
  g_autofree char *other = anonymous (scene, NULL);
  g_autofree char *before = placements (scene, &defaults);

  (void) state;
  check (scene, &defaults, NULL);
  assert_null (strstr (other, "canary"));
  assert_null (strstr (other, "no label value"));
  /* The scene tests something: pods go where these fields say. */
  assert_non_null (strstr (before, "0: 2, 1 fit\n1: 1, 1 fit\n2: 2, 1 fit\n"));
  assert_non_null (strstr (before, "5: 0, 1 fit\n"));
  assert_non_null (strstr (before, "7: none of 3\n"));
}

/* The budget still names the pod whose eviction is under way. */
static void
test_budgets (void **state)
{
  g_autofree char *other = anonymous (
      "---\n{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, "
      "namespace: canary-ns}, spec: {selector: {matchLabels: {app: canary}}}, "
      "status: {disruptionsAllowed: 0, disruptedPods: {canary-2: "
      "'2020-01-01T00:00:00Z'}}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-1, namespace: "
      "canary-ns, labels: {app: canary}}}\n"
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: canary-2, namespace: "
      "canary-ns, labels: {app: canary}}}\n",
      NULL);
  g_autoptr (FitObjects) objects = objects_from (other);
  const FitPodDisruptionBudget *budget;
  const FitPod *const *pods;

  (void) state;
  assert_null (strstr (other, "canary"));
  budget = objects->of[FIT_KIND_POD_DISRUPTION_BUDGET]->pdata[0];
  pods = (const FitPod *const *) objects->of[FIT_KIND_POD]->pdata;
  assert_null (fit_labels_lookup (budget->disrupted, pods[0]->meta.name));
  assert_non_null (fit_labels_lookup (budget->disrupted, pods[1]->meta.name));
}

/* A value is a number only where it is compared as one. */
static void
test_numbers (void **state)
{
  static const struct
  {
    const char *op, *value;
  } rows[] = {
    { "In", "value-1" }, { "NotIn", "value-1" }, { "Gt", "1" }, { "Lt", "1" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "---\n{apiVersion: v1, kind: Node, metadata: {name: n1, labels: "
          "{canary.com/age: '7'}}}\n---\n{apiVersion: v1, kind: Pod, metadata: "
          "{name: p, namespace: ns}, spec: {affinity: {nodeAffinity: "
          "{requiredDuringSchedulingIgnoredDuringExecution: "
          "{nodeSelectorTerms: [{matchExpressions: [{key: canary.com/age, "
          "operator: %s, values: ['7']}]}]}}}}}\n",
          rows[i].op);
      g_autofree char *got = anonymous (text, NULL);
      g_autofree char *label
          = g_strdup_printf ("{\"key-1\":\"%s\"}", rows[i].value);
      g_autofree char *values
          = g_strdup_printf ("\"values\":[\"%s\"]", rows[i].value);

      assert_non_null (strstr (got, label));
      assert_non_null (strstr (got, values));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_random_clusters), cmocka_unit_test (test_profiles),
    cmocka_unit_test (test_every_field),     cmocka_unit_test (test_scene),
    cmocka_unit_test (test_budgets),         cmocka_unit_test (test_numbers),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
