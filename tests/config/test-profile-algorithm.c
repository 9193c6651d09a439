/* test-profile-algorithm.c - what a profile says about a cycle apart from its plugins
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#include "cluster/cache.h"
#include "config/profile-algorithm.h"
#include "tests/support/cluster.h"

#define SECONDS(n) ((n) *G_GINT64_CONSTANT (1000000000))
#define PROFILE(rest) "profiles:\n- " rest "\n"
#define BINDING_ARGS(args) \
  "pluginConfig: [{name: VolumeBinding, args: {" args "}}]"
#define WITHOUT(point, plugin) \
  "plugins: {" point ": {disabled: [{name: " plugin "}]}}"

/* Before v1beta1 the time to bind volumes is a field of the file. */
static void
test_time_for_volumes (void **state)
{
  static const struct
  {
    const char *release;
    const char *text;
    gboolean binds;
    gint64 timeout_ns;
  } rows[] = {
    { "1.18", FILE_OF ("v1alpha2", ""), TRUE, SECONDS (600) },
    { "1.18", FILE_OF ("v1alpha2", "bindTimeoutSeconds: 30\n"), TRUE,
      SECONDS (30) },
    { "1.18",
      FILE_OF ("v1alpha2", "bindTimeoutSeconds: 30\n" PROFILE (
                               WITHOUT ("filter", "VolumeBinding"))),
      FALSE, SECONDS (30) },
    { "1.20", FILE_OF ("v1beta1", ""), TRUE, SECONDS (600) },
    { "1.20",
      FILE_OF ("v1beta1", PROFILE (BINDING_ARGS ("bindTimeoutSeconds: 30"))),
      TRUE, SECONDS (30) },
    { "1.34.1",
      FILE_OF ("v1", PROFILE (BINDING_ARGS ("bindTimeoutSeconds: 1"))), TRUE,
      SECONDS (1) },
    { "1.34.1",
      FILE_OF ("v1", PROFILE (WITHOUT ("multiPoint", "VolumeBinding"))), FALSE,
      0 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitConfiguration) configuration
          = read_config (rows[i].release, rows[i].text);
      FitCache *cache = fit_configuration_cache (configuration);
      g_autoptr (GError) error = NULL;
      FitProfileAlgorithm *made
          = fit_profile_algorithm_new (configuration, 0, cache, &error);

      assert_null (error);
      if (made->volume_timeout_ns != rows[i].timeout_ns
          || made->algorithm->binds_volumes != rows[i].binds)
        fail_msg ("%s in %s: %" G_GINT64_FORMAT " ns, binds: %d", rows[i].text,
                  rows[i].release, made->volume_timeout_ns,
                  made->algorithm->binds_volumes);
      fit_profile_algorithm_free (made);
      fit_cache_free (cache);
    }
}

#define PREEMPTION_ARGS(args) \
  "pluginConfig: [{name: DefaultPreemption, args: {" args "}}]"

/* Before v1beta1 preemption is a field of the file, and looks at all nodes. */
static void
test_preemption (void **state)
{
  static const struct
  {
    const char *release;
    const char *text;
    gboolean preempts;
    gint32 percentage, absolute;
  } rows[] = {
    { "1.18", FILE_OF ("v1alpha2", ""), TRUE, 100, 0 },
    { "1.18", FILE_OF ("v1alpha2", "disablePreemption: true\n"), FALSE, 100,
      0 },
    { "1.20", FILE_OF ("v1beta1", ""), TRUE, 10, 100 },
    { "1.34.1",
      FILE_OF ("v1",
               PROFILE (PREEMPTION_ARGS ("minCandidateNodesPercentage: 99, "
                                         "minCandidateNodesAbsolute: 1"))),
      TRUE, 99, 1 },
    { "1.34.1",
      FILE_OF ("v1", PROFILE (WITHOUT ("multiPoint", "DefaultPreemption"))),
      FALSE, 0, 0 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitConfiguration) configuration
          = read_config (rows[i].release, rows[i].text);
      FitCache *cache = fit_configuration_cache (configuration);
      FitProfileAlgorithm *made
          = fit_profile_algorithm_new (configuration, 0, cache, NULL);

      assert_int_equal (made->preempts, rows[i].preempts);
      assert_int_equal (made->candidates.min_candidate_nodes_percentage,
                        rows[i].percentage);
      assert_int_equal (made->candidates.min_candidate_nodes_absolute,
                        rows[i].absolute);
      fit_profile_algorithm_free (made);
      fit_cache_free (cache);
    }
}

/* A removed node that still has pods. */
static void
test_removed_nodes (void **state)
{
  static const struct
  {
    const char *release;
    const char *text;
    guint n_pods;
  } rows[] = {
    { "1.18", FILE_OF ("v1alpha2", ""), 1 },
    { "1.19", FILE_OF ("v1beta1", ""), 0 },
    { "1.34.1", FILE_OF ("v1", ""), 0 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitConfiguration) configuration
          = read_config (rows[i].release, rows[i].text);
      FitCache *cache = fit_configuration_cache (configuration);
      g_autoptr (FitNode) node = node_from (NODE ("a", "", "pods: 2"));
      g_autoptr (FitPod) pod = pod_from (PLACED ("p", "a", "app: x"));

      fit_cache_add_node (cache, node);
      assert_true (fit_cache_add_pod (cache, pod, NULL));
      fit_cache_refresh (cache);
      assert_int_equal (fit_cache_pod_class (cache, pod)->n_pods, 1);
      assert_true (fit_cache_remove_node (cache, "a", NULL));
      fit_cache_refresh (cache);
      assert_int_equal (fit_cache_pod_class (cache, pod)->n_pods,
                        rows[i].n_pods);
      fit_cache_free (cache);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_time_for_volumes),
    cmocka_unit_test (test_preemption),
    cmocka_unit_test (test_removed_nodes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
