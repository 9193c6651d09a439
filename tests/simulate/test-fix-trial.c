/* test-fix-trial.c - what warnings about configurations advise was tried
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"
#include "tests/support/cluster.h"

#include "simulate/fix-trial.h"
#include "tests/support/manifest.h"

#define PLUGINS(lists, args) \
  "profiles: [{plugins: {" lists "}, pluginConfig: [" args "]}]\n"
#define CALLED(url) "extenders: [{urlPrefix: '" url "', filterVerb: filter}]\n"
#define RATIO(shape)                                                        \
  "{name: NodeResourcesFit, args: {scoringStrategy: {type: "                \
  "RequestedToCapacityRatio, requestedToCapacityRatio: {shape: [" shape "]" \
  "}}}}"
#define STRATEGY(type, list)                                      \
  "{name: NodeResourcesFit, args: {scoringStrategy: {type: " type \
  ", resources: [" list "]}}}"
#define SERVED(name, namespace)                                                           \
  "---\n{apiVersion: v1, kind: Service, metadata: {namespace: " namespace ", name: " name \
                                                                          "}, spec: {}}\n"
#define POD_OF(scheduler, request) \
  POD ("p", "namespace: ns",       \
       "schedulerName: " scheduler ", " REQUESTS (request))
#define HERE NODE ("a", "", "cpu: 4, memory: 8Gi, pods: 9")

typedef struct
{
  const char *release;
  const char *version;
  const char *rest;      /* of the file */
  const char *manifests; /* (nullable): the cluster */
  const char *expected;  /* "CODE FIX", one a line, without what the sentence
                            about the trial says */
} Case;

static const Case cases[] = {
  /* FP403 */
  { "1.30", "v1",
    PLUGINS ("multiPoint: {disabled: [{name: InterPodAffinity}]}",
             "{name: InterPodAffinity, args: {}}"),
    NULL,
    "FP403 No longer disable InterPodAffinity at multiPoint; or remove the arguments\n" },
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {disabled: [{name: '*'}], enabled: [{name: PrioritySort}, {name: DefaultBinder}, {name: NodeAffinity}]}",
        "{name: NodeResourcesFit, args: {}}"),
    NULL,
    "FP403 Enable NodeResourcesFit at preFilter, filter, preScore and score; or remove the arguments\n" },
  { "1.30", "v1",
    PLUGINS ("", "{name: NodeAfinity, args: {addedAffinity: {}}}"), NULL,
    "FP403 Write NodeAffinity, if you meant it; or remove the arguments\n" },
  /* The arguments are none of that plugin. */
  { "1.30", "v1", PLUGINS ("", "{name: NodeAfinity, args: {a: 1}}"), NULL,
    "FP403 Remove the arguments\n" },

  /* FP404 */
  { "1.30", "v1", "profiles: [{schedulerName: mine}]\n",
    HERE POD_OF ("theirs", "cpu: 1"),
    "FP404 Write spec.schedulerName: mine in the pods that the profile is for (it places 1 of 1 pods that have another name); or write schedulerName: theirs in the profile\n" },
  { "1.30", "v1",
    "profiles: [{schedulerName: mine}, {schedulerName: theirs}]\n",
    HERE POD_OF ("theirs", "cpu: 9"), "FP404 Remove the profile\n" },

  /* FP504: what enables the strategy makes another warning. */
  { "1.30", "v1",
    PLUGINS ("score: {disabled: [{name: NodeResourcesFit}]}",
             STRATEGY ("MostAllocated", "{name: cpu, weight: 1}")),
    NULL,
    "FP504 No longer disable NodeResourcesFit at score (there is a new warning then, FP503); or remove the scoring strategy\n" },
  { "1.30", "v1",
    PLUGINS ("score: {disabled: [{name: '*'}]}",
             STRATEGY ("LeastAllocated", "{name: cpu, weight: 1}")),
    NULL,
    "FP504 Enable NodeResourcesFit at score; or remove the scoring strategy\n" },

  /* FP505 */
  { "1.30", "v1", PLUGINS ("", RATIO ("{utilization: 50, score: 5}")), NULL,
    "FP505 Write the shape [{utilization: 0, score: 0}, {utilization: 100, score: 10}] to prefer full nodes (there is a new warning then, FP503); or write the shape [{utilization: 0, score: 10}, {utilization: 100, score: 0}] to prefer empty nodes\n" },

  /* FP506 */
  { "1.30", "v1",
    PLUGINS (
        "", STRATEGY ("LeastAllocated",
                      "{name: cpu, weight: 1}, {name: a.com/gpus, weight: 3}")),
    HERE POD_OF ("default-scheduler", "a.com/gpu: 1"),
    "FP506 Write a.com/gpu, which pods request (0 of 1 pods of the cluster get another node then); or remove a.com/gpus (0 of 1 pods of the cluster get another node then)\n" },
  { "1.30", "v1",
    PLUGINS (
        "",
        "{name: NodeResourcesFit, args: {ignoredResources: [b.com/x, c.com/y]}}"),
    POD_OF ("default-scheduler", "b.com/x: 1"), "FP506 Remove c.com/y\n" },

  { "1.30", "v1",
    PLUGINS (
        "", STRATEGY ("LeastAllocated", "{weight: 1}, {name: cpu, weight: 1}")),
    POD_OF ("default-scheduler", "cpu: 1"), "FP506 Remove the entry\n" },
  { "1.20", "v1beta1",
    PLUGINS (
        "score: {enabled: [{name: NodeResourcesMostAllocated}], disabled: [{name: '*'}]}",
        "{name: NodeResourcesMostAllocated, args: {resources: [{name: null, weight: 1}, {name: cpu, weight: 1}]}}"),
    POD_OF ("default-scheduler", "cpu: 1"), "FP506 Remove the entry\n" },

  /* FP406 */
  { "1.30", "v1", PLUGINS ("preFilter: {disabled: [{name: NodePorts}]}", ""),
    HERE POD_OF ("default-scheduler", "cpu: 1"),
    "FP406 No longer disable NodePorts at preFilter (1 of 1 pods of the cluster get a node then, and none now); or disable it at filter, too, if it is not wanted (1 of 1 pods of the cluster get a node then, and none now)\n" },
  /* Without its Filter, its Reserve would be the half. */
  { "1.30", "v1", PLUGINS ("preBind: {disabled: [{name: VolumeBinding}]}", ""),
    NULL, "FP406 No longer disable VolumeBinding at preBind\n" },
  { "1.20", "v1beta1",
    PLUGINS ("reserve: {disabled: [{name: VolumeBinding}]}", ""), NULL,
    "FP406 No longer disable VolumeBinding at reserve; or disable it at filter, too, if it is not wanted\n" },

  { "1.30", "v1",
    PLUGINS (
        "preFilter: {disabled: [{name: VolumeBinding}]}, filter: {disabled: [{name: '*'}]}",
        ""),
    NULL,
    "FP406 No longer disable VolumeBinding at preFilter; or disable it at reserve, too, if it is not wanted\n"
    "FP406 No longer disable VolumeBinding at preFilter, and enable VolumeBinding at filter; or disable it at reserve, too, if it is not wanted\n" },

  /* FP309 and FP310 */
  { "1.30", "v1", CALLED ("http://me@localhost:80/x"), NULL,
    "FP309 Write NAME.NAMESPACE.svc in place of localhost, with the name and namespace of the extender's Service, unless it is a container of the scheduler's pod or that pod has hostNetwork\n" },
  { "1.30", "v1", CALLED ("http://gpu.kube-system.svc:80"),
    SERVED ("gpus", "kube-system") SERVED ("gpu", "default"),
    "FP310 Write gpus.kube-system.svc in place of gpu.kube-system.svc; or create the Service gpu in the namespace kube-system\n" },
  { "1.30", "v1", CALLED ("http://gpu.kube-system.svc.cluster.local:80"),
    SERVED ("dns", "kube-system") SERVED ("gpu", "default"),
    "FP310 Write gpu.default.svc.cluster.local in place of gpu.kube-system.svc.cluster.local; or create the Service gpu in the namespace kube-system\n" },
};

static GPtrArray *
lint (const Case *item)
{
  g_autofree char *text
      = g_strdup_printf ("apiVersion: " GROUP "%s\n"
                         "kind: KubeSchedulerConfiguration\n%s",
                         item->version, item->rest);
  const FitConfigurationOptions options
      = { .release = release_of (item->release),
          .unknown_plugins = FIT_UNKNOWN_PLUGINS_KEEP };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration
      = fit_configuration_read (text, strlen (text), "c", &options, &error);
  g_autoptr (FitObjects) objects = objects_with (
      item->manifests != NULL ? item->manifests : "", FIT_DECODE_DEFAULT);

  if (configuration == NULL)
    fail_msg ("%s: %s", text, error->message);
  return fit_lint_and_try (
      &(FitConfigLint){ .configuration = configuration,
                        .options = &options,
                        .objects = item->manifests != NULL ? objects : NULL,
                        .in_config_map = TRUE });
}

/* All that is advised says of what release the trial was. */
static void
test_cases (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) warnings = lint (&cases[i]);
      g_autoptr (GString) text = g_string_new (NULL);

      for (guint w = 0; w < warnings->len; w++)
        {
          const FitWarning *warning = warnings->pdata[w];
          const char *end = warning->fix != NULL
                                ? strstr (warning->fix, ". Tried: 1.")
                                : NULL;

          if (end == NULL)
            fail_msg ("%s: %s: %s", cases[i].rest, warning->text, warning->fix);
          g_string_append_printf (text, "%s %.*s\n", warning->info->code,
                                  (int) (end - warning->fix), warning->fix);
        }
      if (strcmp (text->str, cases[i].expected) != 0)
        fail_msg ("%s\nexpected %s\ngot %s", cases[i].rest, cases[i].expected,
                  text->str);
    }
}

/* What was not tried any more is not said, and a long file takes no longer. */
static void
test_limit (void **state)
{
  g_autoptr (GString) rest = g_string_new ("profiles: [{pluginConfig: [");
  Case item = { "1.30", "v1", NULL, NULL, NULL };
  g_autoptr (GPtrArray) warnings = NULL;
  guint n = 0;

  (void) state;
  for (guint i = 0; i < 200; i++)
    g_string_append_printf (rest, "%s{name: A%u, args: {a: 1}}",
                            i > 0 ? ", " : "", i);
  g_string_append (rest, "]}]\n");
  item.rest = rest->str;
  warnings = lint (&item);
  assert_int_equal (warnings->len, 200);
  for (guint i = 0; i < warnings->len; i++)
    n += ((const FitWarning *) warnings->pdata[i])->fix != NULL;
  assert_int_equal (n, FIT_MOST_CONFIG_FIXES);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_cases),
    cmocka_unit_test (test_limit),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
