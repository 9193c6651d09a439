/* What groups of similar nodes tell of a sector is what its nodes tell: see
 * core/class-sectors.c, and core/class-told.c for classes without a column of their
 * own, of which there are only others in a crowded world.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/attempt.h"
#include "core/class-window.h"

#include "algorithmprovider/defaults.h"
#include "config/profile-algorithm.h"
#include "core/generic-scheduler.h"
#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#define NODES (3 * FIT_SECTOR_NODES + 200)
#define EVENTS 250

/* So many other classes leave no room. */
#define CROWD 2000

/* How different the nodes are. */
typedef enum
{
  ALIKE,   /* but for what is in use */
  MIXED,   /* some have taints, and a few have pressure */
  SHY,     /* the same, and some pods avoid others */
  UNEQUAL, /* each has another size */
  KINDS,
} Kind;

typedef struct
{
  GRand *random;
  Kind kind;
  gboolean crowded;
  FitCache *cache;
  FitConfiguration *configuration; /* (nullable) */
  FitRegistry *registry;
  FitAlgorithm *algorithm;
  FitProfileAlgorithm *profile;
  FitGenericScheduler *scheduler;
  GPtrArray *running; /* owned references */
  guint n_made;       /* for names */
  guint n_surveyed;   /* sectors of which something was known */
  guint n_told;       /* searches in which groups told the totals */
} World;

static guint
below (World *world, guint n)
{
  return (guint) g_rand_int_range (world->random, 0, (gint32) n);
}

static void
set_node (World *world, guint i)
{
  static const char *const taints[]
      = { "", "{key: a, value: b, effect: NoSchedule}",
          "{key: c, value: d, effect: PreferNoSchedule}" };
  static const char *const conditions[]
      = { "", "conditions: [{type: DiskPressure, status: 'True'}], " };
  const gboolean mixed = world->kind == MIXED || world->kind == SHY;
  const guint pressure
      = mixed && i > FIT_SECTOR_NODES && below (world, 500) == 0;
  g_autofree char *manifest = g_strdup_printf (
      NODE_WITH ("node-%u",
                 "labels: {kubernetes.io/hostname: h%u, disk: d%u, " ZONE
                 "z%u}",
                 "taints: [%s]",
                 "%sallocatable: {cpu: '%u', memory: '%uMi', pods: '4'}"),
      i, i, below (world, 3), i % 3,
      taints[mixed && below (world, 10) == 0 ? below (world, 3) : 0],
      conditions[pressure], world->kind == ALIKE ? 4 : 2 + 2 * below (world, 2),
      world->kind == UNEQUAL ? 4096 + i : 8192);
  g_autoptr (FitNode) node = node_from (manifest);

  fit_cache_add_node (world->cache, node);
}

#define TERM_OF_APP(key) \
  "{topologyKey: " key ", labelSelector: {matchLabels: {app: a%u}}}"
#define HOST_TERM_OF_APP TERM_OF_APP ("kubernetes.io/hostname")
#define ZONE_TERM_OF_APP TERM_OF_APP ("failure-domain.beta.kubernetes.io/zone")
#define IF_REQUIRED "requiredDuringSchedulingIgnoredDuringExecution"
#define IF_PREFERRED "preferredDuringSchedulingIgnoredDuringExecution"

/* Of rules about other pods, some tell only zones apart, and some single nodes. */
static FitPod *
social_pod_new (World *world)
{
  static const char *const rules[] = {
    "",
    "",
    "affinity: {podAntiAffinity: {" IF_REQUIRED ": [" HOST_TERM_OF_APP "]}}, ",
    "affinity: {podAffinity: {" IF_REQUIRED ": [" ZONE_TERM_OF_APP "]}}, ",
    "affinity: {podAntiAffinity: {" IF_PREFERRED
    ": [{weight: 3, podAffinityTerm: "
    "" ZONE_TERM_OF_APP "}]}}, ",
    "affinity: {podAffinity: {" IF_PREFERRED ": [{weight: 5, podAffinityTerm: "
    "" HOST_TERM_OF_APP "}]}}, ",
    "topologySpreadConstraints: [{maxSkew: 9, topologyKey: "
    "failure-domain.beta.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, "
    "labelSelector: {matchLabels: {app: a%u}}}], ",
    "topologySpreadConstraints: [{maxSkew: 1, topologyKey: "
    "kubernetes.io/hostname, whenUnsatisfiable: DoNotSchedule, "
    "labelSelector: {matchLabels: {app: a%u}}}], ",
    "nodeSelector: {disk: d%u}, ",
    "affinity: {nodeAffinity: {" IF_PREFERRED ": [{weight: 7, preference: "
    "{matchExpressions: [{key: disk, operator: In, values: [d%u]}]}}]}}, ",
  };
  /* With terms against all others, no pod would find a node in the end. */
  const guint n = below (world, 8) == 0 ? G_N_ELEMENTS (rules) : 2;
  const char *format
      = rules[below (world, below (world, 3) == 0 ? n : G_N_ELEMENTS (rules))];
  g_auto (GStrv) pieces = g_strsplit (format, "%u", 2);
  g_autofree char *rule
      = pieces[0] != NULL && pieces[1] != NULL
            ? g_strdup_printf ("%s%u%s", pieces[0], below (world, 4), pieces[1])
            : g_strdup (format);
  g_autofree char *manifest = g_strdup_printf (
      POD ("pod-%u", "namespace: ns, labels: {app: a%u}",
           "%spriority: 0, containers: [{name: c, image: i, resources: "
           "{requests: {cpu: '%um', memory: '%uMi'}}}]"),
      world->n_made, world->n_made, below (world, 4), rule,
      10 * below (world, 200), 10 * below (world, 400));

  world->n_made++;
  return pod_from (manifest);
}

static FitPod *
pod_new (World *world)
{
  static const char *const tolerations[]
      = { "", "tolerations: [{operator: Exists}], " };
  static const char *const rules[] = {
    "",
    "",
    "",
    "nodeSelector: {disk: d1}, ",
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: "
    "{nodeSelectorTerms: [{matchExpressions: [{key: disk, operator: NotIn, "
    "values: [d0]}]}, {matchFields: [{key: metadata.name, operator: In, "
    "values: [node-5]}]}]}}}, ",
    "affinity: {nodeAffinity: {preferredDuringSchedulingIgnoredDuringExecution: "
    "[{weight: 7, preference: {matchExpressions: [{key: disk, operator: In, "
    "values: [d0, d2]}]}}]}}, ",
    "affinity: {podAntiAffinity: "
    "{preferredDuringSchedulingIgnoredDuringExecution: [{weight: 3, "
    "podAffinityTerm: {topologyKey: failure-domain.beta.kubernetes.io/zone, "
    "labelSelector: "
    "{matchLabels: {app: web}}}}]}}, ",
  };
  g_autofree char *manifest = g_strdup_printf (
      POD ("pod-%u", "namespace: ns, labels: {app: web}",
           "%s%scontainers: [{name: c, image: i, resources: {requests: "
           "{cpu: '%um', memory: '%uMi'}}}]"),
      world->n_made, world->n_made, tolerations[below (world, 2)],
      rules[below (world, G_N_ELEMENTS (rules) - (world->kind != SHY))],
      50 * below (world, 40), 100 * below (world, 40));

  if (world->crowded && below (world, 4) > 0)
    return social_pod_new (world);
  world->n_made++;
  return pod_from (manifest);
}

static void
count_surveyed (World *world)
{
  const FitWindow *window = world->scheduler->cycle.window;

  for (guint i = 0; window != NULL && i < NODES / FIT_SECTOR_NODES; i++)
    world->n_surveyed += fit_class_column_sectors (window->column)[i].n_fit
                         < FIT_BLOCK_UNKNOWN;
  world->n_told += window != NULL && window->told != NULL;
}

static void
schedule (World *world)
{
  g_autoptr (FitPod) pod = pod_new (world);
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  FitPod *placed;

  if (!fit_generic_scheduler_schedule (world->scheduler, pod, NULL, &result,
                                       &error))
    fail_msg ("%s", error->message);
  count_surveyed (world);
  if (result.node == NULL)
    return;
  placed = fit_pod_with_node_name (pod, result.node->name);
  assert_true (fit_cache_assume_pod (world->cache, placed, NULL));
  g_ptr_array_add (world->running, placed);
}

/* Puts a pod on any node, whether or not it fits. */
static void
place (World *world)
{
  g_autoptr (FitPod) pod = pod_new (world);
  g_autofree char *name = g_strdup_printf ("node-%u", below (world, NODES));
  FitPod *placed = fit_pod_with_node_name (pod, name);

  assert_true (fit_cache_assume_pod (world->cache, placed, NULL));
  g_ptr_array_add (world->running, placed);
}

static void
remove_pod (World *world)
{
  const guint i = below (world, world->running->len);

  assert_true (
      fit_cache_forget_pod (world->cache, world->running->pdata[i], NULL));
  g_ptr_array_remove_index_fast (world->running, i);
}

/* A pod is nominated, and stays so. */
static void
nominate (World *world)
{
  g_autofree char *name = g_strdup_printf ("node-%u", below (world, NODES));
  g_autofree char *manifest = g_strdup_printf (
      POD ("pod-%u", "namespace: ns, labels: {app: a1}",
           "priority: 9, containers: [{name: c, image: i, resources: "
           "{requests: {cpu: '3'}}}]"),
      world->n_made, world->n_made);
  g_autoptr (FitPod) pod = pod_from (manifest);
  const char *node = fit_intern (name);

  world->n_made++;
  fit_nominated_pods_add (fit_cache_nominated_pods (world->cache), pod, node);
  fit_intern_unref (node);
}

static void
any_event (World *world)
{
  const guint kind = below (world, 20);

  if (world->crowded && below (world, 100) == 0)
    nominate (world);
  if (kind < 12)
    schedule (world);
  else if (kind < 16)
    place (world);
  else if (kind < 19 && world->running->len > 0)
    remove_pod (world);
  else
    set_node (world, below (world, NODES));
}

/* @release: (nullable): NULL: DefaultProvider */
static void
world_init (World *world, Kind kind, const char *release, gint32 percentage)
{
  static const char text[] = "apiVersion: kubescheduler.config.k8s.io/v1\n"
                             "kind: KubeSchedulerConfiguration\n";
  const FitFeatureGates gates = fit_feature_gates_default ();
  FitSchedulerOptions options = { .percentage_of_nodes_to_score = percentage };
  FitConfigurationOptions how = { 0 };

  *world
      = (World){ .random = g_rand_new_with_seed (random_seed (kind)),
                 .kind = kind,
                 .registry = fit_registry_new_default (gates),
                 .running = g_ptr_array_new_with_free_func (fit_object_unref) };
  if (release != NULL)
    {
      assert_true (fit_release_parse (release, &how.release, NULL));
      world->configuration
          = fit_configuration_read (text, strlen (text), "test", &how, NULL);
      assert_non_null (world->configuration);
      world->cache = fit_configuration_cache (world->configuration);
      world->profile = fit_profile_algorithm_new (world->configuration, 0,
                                                  world->cache, NULL);
      options.filters = world->profile->filters;
    }
  else
    {
      world->cache = fit_cache_new (gates);
      world->algorithm = fit_algorithm_new_from_provider (
          world->registry, FIT_DEFAULT_PROVIDER,
          &(FitAlgorithmOptions){ .cache = world->cache,
                                  .hard_pod_affinity_symmetric_weight = 1 },
          NULL);
    }
  world->scheduler = fit_generic_scheduler_new (
      world->cache,
      release != NULL ? world->profile->algorithm : world->algorithm, &options);
}

static void
world_clear (World *world)
{
  fit_generic_scheduler_free (world->scheduler);
  fit_algorithm_free (world->algorithm);
  fit_profile_algorithm_free (world->profile);
  fit_registry_free (world->registry);
  g_ptr_array_unref (world->running);
  fit_cache_free (world->cache);
  g_clear_pointer (&world->configuration, fit_configuration_free);
  g_rand_free (world->random);
}

/* Fills the room for columns, and lets pods belong to Services. */
static void
crowd (World *world)
{
  FitClassColumns *columns = fit_cache_class_columns (world->cache);
  g_autoptr (FitPod) pod = pod_new (world);

  world->crowded = TRUE;
  for (guint64 i = 0; i < CROWD; i++)
    fit_class_columns_find (columns, 0, &i, 1, pod);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *manifest
          = g_strdup_printf ("---\n{apiVersion: v1, kind: Service, metadata: "
                             "{namespace: ns, name: s%u}, spec: {selector: "
                             "{app: a%u}}}\n",
                             i, i);
      g_autoptr (FitObjects) objects = objects_from (manifest);

      fit_listers_set (fit_cache_listers (world->cache),
                       objects->of[FIT_KIND_SERVICE]->pdata[0]);
    }
}

/* @crowded: no class has a column of its own */
static void
live (Kind kind, const char *release, gint32 percentage, gboolean crowded)
{
  World world;

  world_init (&world, kind, release, percentage);
  for (guint i = 0; i < NODES; i++)
    set_node (&world, i);
  if (crowded)
    crowd (&world);
  for (guint event = 0; event < EVENTS; event++)
    any_event (&world);
  print_message ("%u sectors known, %u searches told\n", world.n_surveyed,
                 world.n_told);
  assert_true (kind != ALIKE || crowded || world.n_surveyed > 0);
  assert_true (kind == UNEQUAL || !crowded || world.n_told > EVENTS / 8);
  world_clear (&world);
}

static void
test_groups_of_a_provider (void **state)
{
  for (Kind kind = ALIKE; kind < KINDS; kind++)
    {
      live (kind, NULL, 100, FALSE);
      live (kind, NULL, 70, FALSE);
    }
}

static void
test_groups_of_a_profile (void **state)
{
  for (Kind kind = ALIKE; kind < KINDS; kind++)
    {
      live (kind, "1.28", 70, FALSE);
      live (kind, "1.34.1", 100, FALSE);
    }
}

static void
test_groups_tell_totals (void **state)
{
  for (Kind kind = ALIKE; kind < KINDS; kind++)
    {
      live (kind, NULL, 100, TRUE);
      live (kind, NULL, 70, TRUE);
      live (kind, "1.28", 70, TRUE);
      live (kind, "1.34.1", 100, TRUE);
    }
}

/* Places a pod.  Returns: (transfer full): its node; "" if there is none */
static char *
place_one (World *world, const char *cpu, const char *more)
{
  g_autofree char *manifest = g_strdup_printf (
      POD ("pod-%u", "namespace: ns",
           "%scontainers: [{name: c, image: i, resources: {requests: {cpu: "
           "%s, memory: 100Mi}}%s}]"),
      world->n_made, world->n_made,
      *more != '\0' ? "nodeSelector: {large: first}, " : "", cpu, more);
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_auto (FitScheduleResult) result = { 0 };
  FitPod *placed;

  world->n_made++;
  assert_true (fit_generic_scheduler_schedule (world->scheduler, pod, NULL,
                                               &result, NULL));
  if (result.node == NULL)
    return g_strdup ("");
  placed = fit_pod_with_node_name (pod, result.node->name);
  assert_true (fit_cache_assume_pod (world->cache, placed, NULL));
  g_ptr_array_add (world->running, placed);
  return g_strdup (result.node->name);
}

/* A sector that one cycle has surveyed, and a later one has not: its values are
 * not worked out until they are asked for.  A check would do that. */
static void
test_survey_of_an_earlier_cycle (void **state)
{
  static const char *const expected[]
      = { "node-1500", "node-10", "node-10", "node-1500", "" };
  World world;

  g_unsetenv ("FITSCHED_CHECK_COLUMNS");
  world_init (&world, ALIKE, "1.34.1", 100);
  for (guint i = 0; i < 2 * FIT_SECTOR_NODES; i++)
    {
      const gboolean large = i == 10 || i == 1500;
      g_autofree char *manifest = g_strdup_printf (
          NODE_WITH ("node-%u", "labels: {large: %s}", "",
                     "allocatable: {cpu: '%u', memory: 16Gi, pods: '110'}"),
          i, i == 10 ? "first" : "other", large ? 8 : 2);
      g_autoptr (FitNode) node = node_from (manifest);

      fit_cache_add_node (world.cache, node);
    }
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *cpu = g_strdup_printf ("%um", 100 + i);
      g_autofree char *node = place_one (&world, cpu, "");

      assert_string_not_equal (node, "");
    }
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *node
          = i == 1 ? place_one (&world, "2500m",
                                ", ports: [{containerPort: 80, hostPort: 80}]")
                   : place_one (&world, "3", "");

      print_message ("%s\n", node);
      assert_string_equal (node, expected[i]);
    }
  world_clear (&world);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_groups_of_a_provider),
    cmocka_unit_test (test_groups_of_a_profile),
    cmocka_unit_test (test_groups_tell_totals),
    cmocka_unit_test (test_survey_of_an_earlier_cycle),
  };

  g_setenv ("FITSCHED_CHECK_COLUMNS", "1", TRUE);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
