/* test-packing-lint.c - warnings that a simulation backs: profiles that ask for
 * full nodes and spread pods, and weights that are too small
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"
#include "tests/support/cluster.h"

#include "simulate/packing-lint.h"
#include "tests/support/manifest.h"

#define MOST "{type: MostAllocated}"
#define STRATEGY(strategy) \
  "{name: NodeResourcesFit, args: {scoringStrategy: " strategy "}}"
#define ARGS(list) "profiles: [{pluginConfig: [" list "]}]\n"
#define SCORES(list, args) \
  "profiles: [{plugins: {score: {" list "}}, pluginConfig: [" args "]}]\n"
#define UNSPREAD                                              \
  "{name: PodTopologySpread, args: {defaultConstraints: [], " \
  "defaultingType: List}}"
#define RATIO(low, high)                                                \
  "{type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: " \
  "[{utilization: 0, score: " low "}, {utilization: 100, score: " high "}]}}"

static GPtrArray *
lint (const char *release, const char *version, const char *rest,
      const char *manifests)
{
  g_autofree char *text = g_strdup_printf (
      "apiVersion: " GROUP "%s\nkind: KubeSchedulerConfiguration\n%s", version,
      rest);
  const FitConfigurationOptions options
      = { .release = release_of (release),
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = fit_configuration_read (text, strlen (text), "c", &options, &error);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  GPtrArray *warnings = fit_warnings_new ();

  if (configuration == NULL)
    fail_msg ("%s: %s", text, error->message);
  if (manifests != NULL)
    objects_add (objects, manifests, FIT_DECODE_DEFAULT);
  fit_packing_lint (
      &(FitConfigLint){ .configuration = configuration,
                        .options = &options,
                        .objects = manifests != NULL ? objects : NULL },
      warnings);
  return warnings;
}

static void
assert_silent (const char *release, const char *version, const char *rest)
{
  g_autoptr (GPtrArray) warnings = lint (release, version, rest, NULL);

  if (warnings->len > 0)
    fail_msg ("%s %s: %s", release, rest,
              ((const FitWarning *) warnings->pdata[0])->text);
}

static void
assert_says (const char *release, const char *version, const char *rest,
             const char *code, const char *text, const char *fix)
{
  g_autoptr (GPtrArray) warnings = lint (release, version, rest, NULL);
  const FitWarning *warning;

  if (warnings->len != 1)
    fail_msg ("%s: %u warnings", rest, warnings->len);
  warning = warnings->pdata[0];
  assert_string_equal (warning->info->code, code);
  if (strstr (warning->text, text) == NULL
      || strstr (warning->fix, fix) == NULL)
    fail_msg ("%s\nsays %s\nfix %s", rest, warning->text, warning->fix);
}

static void
test_outvoted (void **state)
{
  static const struct
  {
    const char *release, *version, *rest, *text, *fix;
  } cases[] = {
    { "1.30", "v1", ARGS (STRATEGY (MOST)),
      "MostAllocated asks for full nodes, but PodTopologySpread (weight 2) outvotes NodeResourcesFit (weight 1): "
      "four replicas of a Deployment on four empty nodes are spread over 4 of them",
      "Write defaultConstraints: [] and defaultingType: List in the arguments of PodTopologySpread" },
    { "1.23", "v1beta2", ARGS (STRATEGY (MOST)), "PodTopologySpread (weight 2)",
      "give NodeResourcesFit weight " },
    { "1.30", "v1", ARGS (STRATEGY (RATIO ("0", "10"))),
      "RequestedToCapacityRatio asks for full nodes", "weight" },
    { "1.30", "v1",
      ARGS (STRATEGY (
          "{type: MostAllocated, resources: [{name: a.com/gpu, weight: 1}]}")),
      "four replicas", "Tried" },
    { "1.21", "v1beta1",
      SCORES (
          "disabled: [{name: NodeResourcesLeastAllocated}], enabled: [{name: NodeResourcesMostAllocated, weight: 1}]",
          ""),
      "NodeResourcesMostAllocated asks for full nodes", "PodTopologySpread" },
    { "1.18", "v1alpha2",
      SCORES (
          "disabled: [{name: NodeResourcesLeastAllocated}], enabled: [{name: NodeResourcesMostAllocated, weight: 1}]",
          ""),
      "DefaultPodTopologySpread (weight 1) outvotes it",
      "Disable DefaultPodTopologySpread at score" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_says (cases[i].release, cases[i].version, cases[i].rest, "FP503",
                 cases[i].text, cases[i].fix);
}

/* Whatever is advised, the warning is gone when it is done. */
static void
test_advice_works (void **state)
{
  (void) state;
  assert_says ("1.30", "v1", ARGS (STRATEGY (MOST)), "FP503", "",
               "give NodeResourcesFit weight 6 at score");
  assert_silent ("1.30", "v1", ARGS (STRATEGY (MOST) ", " UNSPREAD));
  assert_silent ("1.30", "v1",
                 SCORES ("enabled: [{name: NodeResourcesFit, weight: 6}]",
                         STRATEGY (MOST)));
  /* One less is not enough. */
  assert_says ("1.30", "v1",
               SCORES ("enabled: [{name: NodeResourcesFit, weight: 5}]",
                       STRATEGY (MOST)),
               "FP503", "NodeResourcesFit (weight 5)", "");
}

static void
test_silent (void **state)
{
  (void) state;
  assert_silent ("1.30", "v1", "");
  assert_silent ("1.21", "v1beta1", "");
  assert_silent ("1.18", "v1alpha2", "");
  /* Nobody asked for full nodes. */
  assert_silent ("1.30", "v1", ARGS (STRATEGY ("{type: LeastAllocated}")));
  assert_silent ("1.30", "v1", ARGS (STRATEGY (RATIO ("10", "0"))));
  /* It does not score. */
  assert_silent (
      "1.30", "v1",
      SCORES ("disabled: [{name: NodeResourcesFit}]", STRATEGY (MOST)));
  /* Nothing else scores. */
  assert_silent ("1.30", "v1",
                 SCORES ("disabled: [{name: '*'}], "
                         "enabled: [{name: NodeResourcesFit}]",
                         STRATEGY (MOST)));
  /* Who knows what a plugin of another program says? */
  assert_silent ("1.30", "v1",
                 SCORES ("enabled: [{name: Mine}]", STRATEGY (MOST)));
}

#define WEB(name) \
  POD (name, "namespace: ns, labels: {app: web}", REQUESTS ("cpu: 100m"))

static void
test_cluster (void **state)
{
  static const char manifests[] = NODE ("a", "kubernetes.io/hostname: a",
                                        "cpu: 4, memory: 8Gi, pods: 10")
      NODE ("b", "kubernetes.io/hostname: b", "cpu: 4, memory: 8Gi, pods: 10")
          SERVICE ("web", "app: web") WEB ("p") WEB ("q");
  g_autoptr (GPtrArray) warnings
      = lint ("1.30", "v1", ARGS (STRATEGY (MOST)), manifests);
  const char *text;

  (void) state;
  assert_int_equal (warnings->len, 1);
  text = ((const FitWarning *) warnings->pdata[0])->text;
  if (!g_str_has_suffix (
          text, "; in this cluster it decided none of 2 placements of pending "
                "pods, and the pods are on 2 of the 2 nodes, and on 1 after "
                "the first change below"))
    fail_msg ("%s", text);
}

static void
test_weights (void **state)
{
  (void) state;
  assert_says ("1.30", "v1",
               SCORES ("enabled: [{name: NodeResourcesFit, weight: 5000}]", ""),
               "FP502",
               "can add at most 1200, but every difference that "
               "NodeResourcesFit makes is at least 5000",
               "Give NodeResourcesFit a weight of at most 1200");
  assert_silent (
      "1.30", "v1",
      SCORES ("enabled: [{name: NodeResourcesFit, weight: 1200}]", ""));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_outvoted), cmocka_unit_test (test_advice_works),
    cmocka_unit_test (test_silent),   cmocka_unit_test (test_cluster),
    cmocka_unit_test (test_weights),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
