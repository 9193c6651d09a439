/* Whatever happens in a cluster, a search in the columns of classes finds what a
 * search without them finds: see core/class-search.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/attempt.h"
#include "core/generic-scheduler.h"

#include "algorithmprovider/defaults.h"
#include "cluster/cache.h"
#include "config/profile-algorithm.h"
#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#define RUNS 3
#define EVENTS 1500
#define NODES 160  /* about two thirds of them are there */
#define CLASSES 12 /* of pods */
#define SCHEDULERS 3

typedef struct
{
  GRand *random;
  FitCache *cache;
  FitRegistry *registry;
  FitAlgorithm *algorithms[SCHEDULERS];
  FitConfiguration *configuration; /* (nullable): then these are its profile */
  FitProfileAlgorithm *profiles[SCHEDULERS];
  FitGenericScheduler *schedulers[SCHEDULERS];
  FitPod *like[CLASSES]; /* owned */
  GPtrArray *running;    /* owned references */
  GPtrArray *nominated;  /* the same */
  guint n_made;          /* for names */
  guint n_tried;
  guint n_columns; /* of these, how many were found in a column */
} World;

static guint
below (World *world, guint n)
{
  return (guint) g_rand_int_range (world->random, 0, (gint32) n);
}

static void
start_schedulers (World *world)
{
  static const struct
  {
    const char *provider;
    gint32 percentage;
  } kinds[SCHEDULERS] = {
    { FIT_DEFAULT_PROVIDER, 100 },
    { FIT_DEFAULT_PROVIDER, 30 },
    { "ClusterAutoscalerProvider", 60 },
  };
  const FitAlgorithmOptions rules
      = { .cache = world->cache, .hard_pod_affinity_symmetric_weight = 1 };

  for (guint i = 0; i < SCHEDULERS; i++)
    {
      const FitSchedulerOptions options
          = { .percentage_of_nodes_to_score = kinds[i].percentage };

      world->algorithms[i] = fit_algorithm_new_from_provider (
          world->registry, kinds[i].provider, &rules, NULL);
      world->schedulers[i] = fit_generic_scheduler_new (
          world->cache, world->algorithms[i], &options);
    }
}

/* The defaults of a release, in as many schedulers. */
static void
start_profiles (World *world)
{
  static const gint32 percentages[SCHEDULERS] = { 100, 30, 60 };

  for (guint i = 0; i < SCHEDULERS; i++)
    {
      FitSchedulerOptions options
          = { .percentage_of_nodes_to_score = percentages[i] };

      world->profiles[i] = fit_profile_algorithm_new (world->configuration, 0,
                                                      world->cache, NULL);
      options.filters = world->profiles[i]->filters;
      world->schedulers[i] = fit_generic_scheduler_new (
          world->cache, world->profiles[i]->algorithm, &options);
    }
}

/* Returns: (transfer full): the defaults of @release, with @rest */
static FitConfiguration *
configuration_of (const char *release, const char *version, const char *rest)
{
  g_autofree char *text
      = g_strdup_printf ("apiVersion: kubescheduler.config.k8s.io/%s\n"
                         "kind: KubeSchedulerConfiguration\n%s",
                         version, rest);
  FitConfigurationOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration;

  assert_true (fit_release_parse (release, &options.release, NULL));
  configuration
      = fit_configuration_read (text, strlen (text), "test", &options, &error);
  assert_null (error);
  return configuration;
}

/* @configuration: (transfer full) (nullable): NULL: Policies of v1.16 */
static void
world_init (World *world, guint32 seed, FitConfiguration *configuration)
{
  static const RandomFlags more[] = { RANDOM_TERMS, RANDOM_SPREAD, 0, 0 };
  const FitFeatureGates gates = fit_feature_gates_default ();

  *world = (World){
    .random = g_rand_new_with_seed (seed),
    .cache = configuration ? fit_configuration_cache (configuration)
                           : fit_cache_new (gates),
    .registry = fit_registry_new_default (gates),
    .configuration = configuration,
    .running = g_ptr_array_new_with_free_func (fit_object_unref),
    .nominated = g_ptr_array_new_with_free_func (fit_object_unref),
  };
  for (guint i = 0; i < CLASSES; i++)
    {
      g_autofree char *json
          = random_pod (world->random, "like", NULL,
                        RANDOM_RULES | more[i % G_N_ELEMENTS (more)]);

      world->like[i] = pod_from (json);
    }
  if (configuration)
    start_profiles (world);
  else
    start_schedulers (world);
}

static void
world_clear (World *world)
{
  for (guint i = 0; i < SCHEDULERS; i++)
    {
      fit_generic_scheduler_free (world->schedulers[i]);
      fit_algorithm_free (world->algorithms[i]);
      fit_profile_algorithm_free (world->profiles[i]);
    }
  for (guint i = 0; i < CLASSES; i++)
    fit_pod_unref (world->like[i]);
  g_ptr_array_unref (world->running);
  g_ptr_array_unref (world->nominated);
  fit_registry_free (world->registry);
  fit_cache_free (world->cache);
  g_clear_pointer (&world->configuration, fit_configuration_free);
  g_rand_free (world->random);
}

/* -- what may happen ------------------------------------------------------- */

/* Adds a node, or changes it. */
static void
set_node (World *world)
{
  static const char *const effects[]
      = { "NoSchedule", "PreferNoSchedule", "NoExecute" };
  g_autofree char *taint
      = below (world, 4) == 0
            ? g_strdup_printf ("{key: k%u, value: v, effect: %s}",
                               below (world, 2), effects[below (world, 3)])
            : g_strdup ("");
  g_autofree char *manifest = g_strdup_printf (
      NODE_WITH ("node-%u", "labels: {disk: %s, " ZONE "z%u}",
                 "unschedulable: %s, taints: [%s]",
                 "allocatable: {cpu: '%u', memory: %uGi, pods: '%u'}, "
                 "images: [{names: ['app:%u'], sizeBytes: %u}]"),
      below (world, NODES), below (world, 2) ? "ssd" : "hdd", below (world, 3),
      below (world, 20) ? "false" : "true", taint, 1 + below (world, 4),
      1 + below (world, 8), 2 + below (world, 10), below (world, 4),
      below (world, 3) * 20000000);
  g_autoptr (FitNode) node = node_from (manifest);

  fit_cache_add_node (world->cache, node);
}

static void
remove_node (World *world)
{
  g_autofree char *name = g_strdup_printf ("node-%u", below (world, NODES));

  fit_cache_remove_node (world->cache, name, NULL);
}

static FitPod *
new_pod (World *world)
{
  g_autofree char *name = g_strdup_printf ("pod-%u", world->n_made++);

  return fit_pod_with_name (world->like[below (world, CLASSES)], name);
}

static void
schedule (World *world)
{
  FitGenericScheduler *scheduler = world->schedulers[below (world, SCHEDULERS)];
  g_autoptr (FitPod) pod = new_pod (world);
  g_auto (FitScheduleResult) result = { 0 };
  g_autoptr (GError) error = NULL;
  FitPod *placed;

  if (!fit_generic_scheduler_schedule (scheduler, pod, NULL, &result, &error))
    {
      assert_string_equal (error->message, FIT_NO_NODES_AVAILABLE);
      return;
    }
  world->n_tried++;
  world->n_columns += scheduler->cycle.window != NULL;
  if (!result.node)
    return;
  placed = fit_pod_with_node_name (pod, result.node->name);
  assert_true (fit_cache_assume_pod (world->cache, placed, NULL));
  g_ptr_array_add (world->running, placed);
}

static void
remove_pod (World *world)
{
  guint i = world->running->len;

  if (i == 0)
    return;
  i = below (world, i);
  assert_true (
      fit_cache_forget_pod (world->cache, world->running->pdata[i], NULL));
  g_ptr_array_remove_index_fast (world->running, i);
}

/* A service comes, or goes. */
static void
change_service (World *world)
{
  FitListers *listers = fit_cache_listers (world->cache);
  g_autoptr (FitObjects) objects = NULL;

  if (below (world, 2))
    {
      fit_listers_remove (listers, FIT_KIND_SERVICE, "a", "s");
      return;
    }
  objects = objects_from ("---\n{apiVersion: v1, kind: Service, metadata: "
                          "{namespace: a, name: s}, spec: {selector: "
                          "{app: web}}}\n");
  fit_listers_set (listers, objects->of[FIT_KIND_SERVICE]->pdata[0]);
}

/* A pod is nominated for a short time. */
static void
change_nomination (World *world)
{
  FitNominatedPods *nominated = fit_cache_nominated_pods (world->cache);
  g_autofree char *name = g_strdup_printf ("node-%u", below (world, NODES));
  g_autoptr (Interned) node = fit_intern (name);
  FitPod *pod;

  if (world->nominated->len > 0)
    {
      fit_nominated_pods_remove (nominated, world->nominated->pdata[0]);
      g_ptr_array_remove_index (world->nominated, 0);
      return;
    }
  pod = new_pod (world);
  fit_nominated_pods_add (nominated, pod, node);
  g_ptr_array_add (world->nominated, pod);
}

static void
any_event (World *world)
{
  const guint kind = below (world, 100);

  if (kind < 65)
    schedule (world);
  else if (kind < 85)
    remove_pod (world);
  else if (kind < 94)
    set_node (world);
  else if (kind < 95)
    remove_node (world);
  else if (kind < 97 || world->nominated->len > 0)
    change_nomination (world);
  else
    change_service (world);
}

static void
live (FitConfiguration *configuration, guint run)
{
  World world;

  world_init (&world, random_seed (run), configuration);
  for (guint i = 0; i < NODES; i++)
    set_node (&world);
  for (guint event = 0; event < EVENTS; event++)
    any_event (&world);
  print_message ("%u of %u pods in columns\n", world.n_columns, world.n_tried);
  assert_true (world.n_columns > world.n_tried / 20);
  world_clear (&world);
}

static void
test_columns_change_no_decision (void **state)
{
  g_setenv ("FITSCHED_CHECK_COLUMNS", "1", TRUE);
  for (guint run = 0; run < random_runs (RUNS); run++)
    live (NULL, run);
}

static void
test_columns_change_no_decision_of_a_profile (void **state)
{
  static const struct
  {
    const char *release;
    const char *version;
  } kinds[] = {
    { "1.19", "v1beta1" }, { "1.20", "v1beta1" }, { "1.22", "v1beta2" },
    { "1.25", "v1" },      { "1.28", "v1" },      { "1.34.1", "v1" },
  };

  g_setenv ("FITSCHED_CHECK_COLUMNS", "1", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    live (configuration_of (kinds[i].release, kinds[i].version, ""), i);
}

/* Weights so great that sums of them do not fit everywhere. */
static void
test_columns_with_great_weights (void **state)
{
  static const char *const weights[] = { "9000", "20000", "2147483647" };

  g_setenv ("FITSCHED_CHECK_COLUMNS", "1", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (weights); i++)
    {
      g_autofree char *profiles = g_strdup_printf (
          "profiles: [{plugins: {score: {enabled: [{name: TaintToleration, "
          "weight: %s}, {name: NodeAffinity, weight: %s}]}}}]\n",
          weights[i], weights[i]);

      live (configuration_of ("1.30", "v1", profiles), i);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_columns_change_no_decision),
    cmocka_unit_test (test_columns_change_no_decision_of_a_profile),
    cmocka_unit_test (test_columns_with_great_weights),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
