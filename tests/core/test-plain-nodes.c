/* What rules say of many plain nodes at once is what they say of each: see
 * cluster/plain-nodes.h.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/plain-nodes.h"

#include "algorithmprovider/defaults.h"
#include "cluster/cache.h"
#include "config/profile-algorithm.h"
#include "predicates/metadata-build.h"
#include "tests/support/cluster.h"

#include <string.h>

#define ROUNDS 40

typedef struct
{
  GRand *random;
  FitCache *cache; /* with nodes from number 0 on */
  FitPlainNodes nodes;
  const FitNodeInfo *list[FIT_PLAIN_NODES];
  guint n_asked;
} Scene;

static guint
below (Scene *scene, guint n)
{
  return (guint) g_rand_int_range (scene->random, 0, (gint32) n);
}

/* Amounts of which many are exact percentages, and many nearly so. */
static void
add_node (Scene *scene, guint i)
{
  static const char *const more[]
      = { "", "conditions: [{type: DiskPressure, status: 'True'}], " };
  g_autofree char *manifest = g_strdup_printf (
      NODE_WITH ("n%u", "labels: {}", "unschedulable: false",
                 "%sallocatable: {cpu: '%um', memory: '%u', pods: '%u'}"),
      i, more[below (scene, 20) == 0], below (scene, 20) * 50,
      below (scene, 20) * 500 * (1 + below (scene, 2) * 1001),
      1 + below (scene, 5));
  g_autoptr (FitNode) node = node_from (manifest);

  fit_cache_add_node (scene->cache, node);
}

static FitPod *
pod_new (Scene *scene, const char *name)
{
  g_autofree char *manifest = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: a, "
      "uid: %s}, spec: {containers: [{name: c, image: i, resources: {requests: "
      "{cpu: '%um', memory: '%u'}}}]}}\n",
      name, name, below (scene, 3) ? below (scene, 30) * 10 : 0,
      below (scene, 3) ? below (scene, 3000) : 0);

  return pod_from (manifest);
}

static void
fill_nodes (Scene *scene)
{
  for (guint i = 0; i < FIT_PLAIN_NODES; i++)
    {
      add_node (scene, i);
      for (guint k = below (scene, 4); k > 0; k--)
        {
          g_autofree char *name = g_strdup_printf ("p-%u-%u", i, k);
          g_autofree char *node = g_strdup_printf ("n%u", i);
          g_autoptr (FitPod) pod = pod_new (scene, name);
          g_autoptr (FitPod) placed = fit_pod_with_node_name (pod, node);

          assert_true (fit_cache_add_pod (scene->cache, placed, NULL));
        }
      scene->list[i] = fit_cache_node (scene->cache, i);
      fit_plain_nodes_set (&scene->nodes, i, scene->list[i]);
    }
}

static void
ask_predicate (Scene *scene, FitPredicateRun *run)
{
  const FitPredicateInfo *info = run->predicate->info;
  FitPlainAnswers answers = { 0 };
  FitReasons reasons;

  if (run->skip || info->check_plain == NULL)
    return;
  assert_true (info->check_plain (run, &scene->nodes, &answers));
  fit_reasons_init (&reasons, run->meta->arena);
  for (guint i = 0; i < FIT_PLAIN_NODES; i++)
    if (scene->nodes.plain >> i & 1)
      {
        assert_int_equal (answers.unfit[i / 2][i % 2] == 0,
                          info->check (run, scene->list[i], &reasons, NULL)
                              == FIT_ANSWER_YES);
        scene->n_asked++;
      }
}

static void
ask_priority (Scene *scene, const FitPriority *priority,
              const FitPriorityMetadata *meta)
{
  const FitNodeList none = { 0, NULL }, all = { FIT_PLAIN_NODES, scene->list };
  FitPriorityRun run = { .priority = priority, .meta = meta, .early = TRUE };
  FitPlainAnswers answers = { 0 };
  gint64 scores[FIT_PLAIN_NODES];

  if (priority->info->add_plain == NULL)
    return;
  if (priority->info->prepare != NULL)
    assert_true (priority->info->prepare (&run, &none, NULL));
  if (run.skip
      || !priority->info->add_plain (&run, &scene->nodes, 3.0, &answers))
    return;
  assert_true (priority->info->map (&run, &all, scores, NULL));
  for (guint i = 0; i < FIT_PLAIN_NODES; i++)
    if (scene->nodes.plain >> i & 1)
      {
        assert_int_equal ((gint64) answers.totals[i / 2][i % 2], 3 * scores[i]);
        scene->n_asked++;
      }
}

/* @filters: (nullable): of a profile */
static void
ask_rules (Scene *scene, const FitAlgorithm *algorithm,
           const FitFilterProfile *filters)
{
  g_autoptr (FitPod) pod = pod_new (scene, "new");
  FitArena *arena = fit_arena_new ();
  FitPriorityMetadata *scoring
      = fit_priority_metadata_new (scene->cache, pod, arena);
  FitPredicateMetadata *meta
      = filters != NULL
            ? fit_predicate_metadata_new_plain (scene->cache, pod, arena)
            : fit_predicate_metadata_new (scene->cache, pod, arena, NULL, 0);
  const guint n = algorithm->predicates->len;
  FitPredicateRun *runs = fit_arena_new0 (arena, FitPredicateRun, n);

  scoring->max_score = algorithm->max_score;
  for (guint i = 0; i < n; i++)
    {
      runs[i].predicate = algorithm->predicates->pdata[i];
      runs[i].meta = meta;
      if (runs[i].predicate->info->prepare != NULL)
        runs[i].predicate->info->prepare (&runs[i]);
      ask_predicate (scene, &runs[i]);
    }
  for (guint i = 0; i < algorithm->priorities->len; i++)
    ask_priority (scene, algorithm->priorities->pdata[i], scoring);
  fit_arena_free (arena);
}

static void
scene_clear (Scene *scene)
{
  g_rand_free (scene->random);
  fit_cache_free (scene->cache);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static void
test_providers (void **state)
{
  static const char *const providers[]
      = { FIT_DEFAULT_PROVIDER, "ClusterAutoscalerProvider" };
  const FitFeatureGates gates = fit_feature_gates_default ();
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  g_auto (Scene) scene
      = { .random = g_rand_new_with_seed (1), .cache = fit_cache_new (gates) };
  const FitAlgorithmOptions rules
      = { .cache = scene.cache, .hard_pod_affinity_symmetric_weight = 1 };

  (void) state;
  fill_nodes (&scene);
  for (guint round = 0; round < ROUNDS; round++)
    for (guint i = 0; i < G_N_ELEMENTS (providers); i++)
      {
        g_autoptr (FitAlgorithm) algorithm = fit_algorithm_new_from_provider (
            registry, providers[i], &rules, NULL);

        ask_rules (&scene, algorithm, NULL);
      }
  /* Filters, pressure of three kinds, and two priorities. */
  assert_true (scene.n_asked > ROUNDS * FIT_PLAIN_NODES);
}

static void
test_profiles (void **state)
{
  static const char *const releases[][2]
      = { { "1.20", "v1beta1" }, { "1.34", "v1" }, { "1.36", "v1" } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autofree char *text
          = g_strdup_printf ("apiVersion: kubescheduler.config.k8s.io/%s\n"
                             "kind: KubeSchedulerConfiguration\n",
                             releases[i][1]);
      FitConfigurationOptions options = { 0 };
      g_autoptr (FitConfiguration) configuration = NULL;
      g_auto (Scene) scene = { .random = g_rand_new_with_seed (i + 2) };
      g_autoptr (FitProfileAlgorithm) profile = NULL;

      assert_true (fit_release_parse (releases[i][0], &options.release, NULL));
      configuration = fit_configuration_read (text, strlen (text), "test",
                                              &options, NULL);
      assert_non_null (configuration);
      scene.cache = fit_configuration_cache (configuration);
      profile = fit_profile_algorithm_new (configuration, 0, scene.cache, NULL);
      fill_nodes (&scene);
      for (guint round = 0; round < ROUNDS; round++)
        ask_rules (&scene, profile->algorithm, profile->filters);
      assert_true (scene.n_asked > ROUNDS * FIT_PLAIN_NODES);
    }
}

/* Quotients of integers just below an integer, and of great ones. */
static void
test_floor (void **state)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  (void) state;
  for (guint i = 0; i < 200000; i++)
    {
      const gint64 b = 1 + (gint64) (g_rand_double (random) * FIT_PLAIN_MOST);
      const gint64 q = g_rand_int_range (random, 0, FIT_PLAIN_FACTOR);
      const gint64 near = q * b - g_rand_int_range (random, -1, 2);
      const gint64 a = MAX (near, 0);
      const FitPair floor = fit_pair_floor (fit_pair_of ((gdouble) a)
                                            / fit_pair_of ((gdouble) b));

      assert_true (floor[0] == (gdouble) (a / b));
      assert_true (floor[1] == floor[0]);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_providers),
    cmocka_unit_test (test_profiles),
    cmocka_unit_test (test_floor),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
