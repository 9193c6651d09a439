/* test-space.c - the numbers that can be tuned in rules of each kind
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "algorithmprovider/defaults.h"
#include "tests/support/cmocka.h"
#include "tune/space.h"

/* Returns: (transfer full): "NAME WHAT\n" for all genes */
static char *
list (const FitTuneSpace *space)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < space->genes->len; i++)
    {
      const FitTuneGene *gene = &g_array_index (space->genes, FitTuneGene, i);

      g_string_append_printf (out, "%s %s %d\n", gene->name, gene->what,
                              gene->start);
    }
  return g_string_free (out, FALSE);
}

/* Returns: (transfer full) */
static FitConfiguration *
read_as (const char *text, FitRelease release)
{
  const FitConfigurationOptions options = { .release = release };
  g_autoptr (GError) error = NULL;
  FitConfiguration *configuration
      = fit_configuration_read (text, strlen (text), "test", &options, &error);

  if (error != NULL)
    fail_msg ("%s\n%s", error->message, text);
  return configuration;
}

static FitTuneSpace *
profiles_space (const FitConfiguration *configuration, const char *text)
{
  FitTuneSpace *space
      = fit_tune_space_new_profiles (configuration, text, strlen (text), NULL);

  assert_non_null (space);
  return space;
}

static gint
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Returns: (transfer full): the scores with their weights, in any order */
static char *
scores_of (const FitConfiguration *configuration)
{
  const FitProfileList *scores
      = &configuration->profiles[0].plugins[FIT_POINT_SCORE];
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < scores->n; i++)
    g_ptr_array_add (texts, g_strdup_printf ("%s %d", scores->items[i].name,
                                             scores->items[i].weight));
  g_ptr_array_sort (texts, compare_texts);
  for (guint i = 0; i < texts->len; i++)
    g_string_append_printf (out, "%s\n", (char *) texts->pdata[i]);
  return g_string_free (out, FALSE);
}

/* The rules written out decide as they did, in every version of the file. */
static void
test_start_is_the_same_profile (void **state)
{
  static const struct
  {
    const char *version;
    FitRelease release;
  } rows[] = {
    { "v1alpha2", FIT_RELEASE (18, 0) }, { "v1beta1", FIT_RELEASE (20, 0) },
    { "v1beta1", FIT_RELEASE (22, 0) },  { "v1beta2", FIT_RELEASE (22, 0) },
    { "v1beta3", FIT_RELEASE (24, 0) },  { "v1", FIT_RELEASE (30, 0) }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strdup_printf (
          "apiVersion: kubescheduler.config.k8s.io/%s\nkind: "
          "KubeSchedulerConfiguration\nprofiles:\n- plugins: {score: "
          "{disabled: [{name: ImageLocality}]}}\n",
          rows[i].version);
      g_autoptr (FitConfiguration) before = read_as (text, rows[i].release);
      g_autoptr (FitTuneSpace) space = profiles_space (before, text);
      g_autoptr (FitConfiguration) after = NULL;
      g_autoptr (FitConfiguration) changed = NULL;
      gint32 genes[FIT_TUNE_MOST_GENES];
      g_autofree char *written = NULL;
      g_autofree char *other = NULL;
      g_autofree char *one = scores_of (before);
      g_autofree char *same = NULL;
      g_autofree char *third = NULL;

      fit_tune_space_start (space, genes);
      written = fit_tune_space_text (space, genes);
      after = read_as (written, rows[i].release);
      same = scores_of (after);
      assert_string_equal (same, one);
      genes[0] = genes[0] == 7 ? 8 : 7;
      other = fit_tune_space_text (space, genes);
      changed = read_as (other, rows[i].release);
      third = scores_of (changed);
      assert_string_not_equal (third, one);
    }
}

/* Points of a shape say nothing beside LeastAllocated, and are not written. */
static void
test_shape_needs_its_strategy (void **state)
{
  static const char text[]
      = "apiVersion: kubescheduler.config.k8s.io/v1\nkind: "
        "KubeSchedulerConfiguration\nprofiles:\n- plugins: {multiPoint: "
        "{disabled: [{name: '*'}], enabled: [{name: PrioritySort}, {name: "
        "DefaultBinder}, {name: NodeResourcesFit, weight: 5}]}}\n";
  g_autoptr (FitConfiguration) rules = read_as (text, FIT_RELEASE (30, 0));
  g_autoptr (FitTuneSpace) space = profiles_space (rules, text);
  g_autofree char *names = list (space);
  gint32 genes[FIT_TUNE_MOST_GENES];
  g_autofree char *least = NULL;
  g_autofree char *ratio = NULL;

  assert_string_equal (names, "NodeResourcesFit weight 5\n"
                              "NodeResourcesFit scoringStrategy.type 0\n"
                              "NodeResourcesFit weight of cpu 1\n"
                              "NodeResourcesFit weight of memory 1\n"
                              "NodeResourcesFit score at 0 % 10\n"
                              "NodeResourcesFit score at 50 % 5\n"
                              "NodeResourcesFit score at 100 % 0\n");
  fit_tune_space_start (space, genes);
  genes[4] = 3;
  fit_tune_space_settle (space, genes);
  assert_int_equal (genes[4], 10);
  least = fit_tune_space_text (space, genes);
  assert_null (strstr (least, "shape"));
  genes[1] = 2;
  genes[4] = 3;
  fit_tune_space_settle (space, genes);
  assert_int_equal (genes[4], 3);
  ratio = fit_tune_space_text (space, genes);
  assert_non_null (strstr (ratio, "type: RequestedToCapacityRatio"));
  assert_non_null (strstr (ratio, "score: 3"));
  fit_configuration_free (read_as (ratio, FIT_RELEASE (30, 0)));
}

static void
test_policy_arguments (void **state)
{
  static const char text[]
      = "{\"kind\":\"Policy\",\"apiVersion\":\"v1\","
        "\"hardPodAffinitySymmetricWeight\":9,\"priorities\":["
        "{\"name\":\"Packed\",\"weight\":4,\"argument\":{"
        "\"requestedToCapacityRatioArguments\":{\"shape\":["
        "{\"utilization\":0,\"score\":0},{\"utilization\":100,\"score\":10}],"
        "\"resources\":[{\"name\":\"cpu\",\"weight\":3}]}}},"
        "{\"name\":\"InterPodAffinityPriority\",\"weight\":1}]}";
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitPolicy) policy
      = fit_policy_parse (text, strlen (text), "test", NULL, NULL);
  g_autoptr (FitTuneSpace) space = fit_tune_space_new_policy (
      policy, text, strlen (text), registry, NULL, 1, NULL);
  g_autofree char *names = list (space);
  g_autoptr (FitPolicy) written = NULL;
  gint32 genes[FIT_TUNE_MOST_GENES];
  g_autofree char *changed = NULL;
  const FitPriorityPolicy *packed;

  assert_string_equal (names, "Packed weight 4\n"
                              "Packed score at 0 % 0\n"
                              "Packed score at 100 % 10\n"
                              "Packed weight of cpu 3\n"
                              "InterPodAffinityPriority weight 1\n"
                              "InterPodAffinityPriority "
                              "hardPodAffinitySymmetricWeight 9\n");
  fit_tune_space_start (space, genes);
  for (gint32 i = 0; i < 6; i++)
    genes[i] = i + 1;
  changed = fit_tune_space_text (space, genes);
  written = fit_policy_parse (changed, strlen (changed), "test", NULL, NULL);
  assert_non_null (written);
  packed = written->priorities->pdata[0];
  assert_int_equal (packed->weight, 1);
  assert_int_equal (packed->ratio.shape.points[0].score, 2);
  assert_int_equal (packed->ratio.shape.points[1].score, 3);
  assert_int_equal (packed->ratio.resources.items[0].weight, 4);
  assert_int_equal (
      ((const FitPriorityPolicy *) written->priorities->pdata[1])->weight, 5);
  assert_int_equal (written->hard_pod_affinity_symmetric_weight, 6);
}

/* What a provider decides alone stays, and its predicates are written only if a
 * Policy without any would have others. */
static void
test_provider_becomes_a_policy (void **state)
{
  g_autoptr (FitRegistry) registry
      = fit_registry_new_default (fit_feature_gates_default ());
  g_autoptr (FitTuneSpace) space = fit_tune_space_new_policy (
      NULL, NULL, 0, registry, FIT_DEFAULT_PROVIDER, 1, NULL);
  g_autoptr (FitPolicy) policy = NULL;
  gint32 genes[FIT_TUNE_MOST_GENES];
  g_autofree char *text = NULL;
  const FitProvider *provider
      = fit_registry_provider (registry, FIT_DEFAULT_PROVIDER, NULL);

  assert_int_equal (space->notes->len, 1);
  assert_non_null (
      strstr (space->notes->pdata[0],
              "NodePreferAvoidPodsPriority keeps its weight 10000"));
  fit_tune_space_start (space, genes);
  text = fit_tune_space_text (space, genes);
  policy = fit_policy_parse (text, strlen (text), "test", NULL, NULL);
  assert_non_null (policy);
  assert_null (policy->predicates);
  assert_int_equal (policy->priorities->len, provider->priorities->len);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_start_is_the_same_profile),
    cmocka_unit_test (test_shape_needs_its_strategy),
    cmocka_unit_test (test_policy_arguments),
    cmocka_unit_test (test_provider_becomes_a_policy),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
