/* test-config-lint.c - warnings about configurations that need no simulation
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"
#include "tests/support/cluster.h"

#include "warnings/config-lint.h"
#include "simulate/use-lint.h"
#include "tests/support/manifest.h"

#define PLUGINS(lists) "profiles: [{plugins: {" lists "}}]\n"
#define ARGS(list) "profiles: [{pluginConfig: [" list "]}]\n"
#define CALLED(url) "extenders: [{urlPrefix: '" url "', filterVerb: filter}]\n"
#define GPU_STRATEGY                                                         \
  "{name: NodeResourcesFit, args: {scoringStrategy: {type: LeastAllocated, " \
  "resources: [{name: cpu, weight: 1}, {name: a.com/gpu, weight: 1}]}}}"
#define DNS                                                                  \
  "---\n{apiVersion: v1, kind: Service, metadata: {namespace: kube-system, " \
  "name: dns}, spec: {}}\n"
#define MINE POD ("p", "namespace: ns", "schedulerName: mine")

typedef struct
{
  const char *release;
  const char *version;
  const char *rest;      /* of the file */
  const char *manifests; /* (nullable): the cluster */
  const char *expected;  /* "CODE PATH: TEXT", one a line; TEXT may be cut */
} Case;

static const Case cases[] = {
  /* Enabled twice. */
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {enabled: [{name: ImageLocality, weight: 3}]}, score: {enabled: [{name: ImageLocality, weight: 3}]}"),
    NULL,
    "FP401 profiles[0].plugins.score.enabled[0]: multiPoint enables ImageLocality, and this entry changes nothing\n" },
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {enabled: [{name: ImageLocality}]}, score: {enabled: [{name: ImageLocality, weight: 3}]}"),
    NULL, "" },
  { "1.30", "v1",
    PLUGINS ("score: {enabled: [{name: ImageLocality, weight: 1}]}"), NULL,
    "" },
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {enabled: [{name: NodePorts}]}, filter: {enabled: [{name: NodePorts}]}"),
    NULL,
    "FP401 profiles[0].plugins.filter.enabled[0]: multiPoint enables NodePorts\n" },
  /* The order of bind plugins counts. */
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {enabled: [{name: Mine}]}, bind: {enabled: [{name: Mine}]}"),
    NULL, "" },

  /* Disabled in vain. */
  { "1.30", "v1", PLUGINS ("filter: {disabled: [{name: NodePort}]}"), NULL,
    "FP402 profiles[0].plugins.filter.disabled[0]: this disables nothing: without this entry NodePort does not run at filter either\n" },
  { "1.30", "v1",
    PLUGINS ("score: {disabled: [{name: NodeResourcesMostAllocated}]}"), NULL,
    "FP402 profiles[0].plugins.score.disabled[0]: this disables nothing: 1.30.1 has no plugin NodeResourcesMostAllocated, which was there up to 1.22\n" },
  { "1.30", "v1", PLUGINS ("permit: {disabled: [{name: '*'}]}"), NULL,
    "FP402 profiles[0].plugins.permit.disabled[0]: this disables nothing: no plugin is enabled by default here\n" },
  { "1.30", "v1",
    PLUGINS ("score: {disabled: [{name: '*'}, {name: ImageLocality}]}"), NULL,
    "FP402 profiles[0].plugins.score.disabled[1]: this disables nothing: \"*\" disables all plugins already\n" },
  { "1.30", "v1", PLUGINS ("score: {disabled: [{name: NodePorts}]}"), NULL,
    "FP402 profiles[0].plugins.score.disabled[0]: this disables nothing\n" },
  /* One of the two is enough, not none. */
  { "1.30", "v1",
    PLUGINS (
        "score: {disabled: [{name: ImageLocality}]}, multiPoint: {disabled: [{name: ImageLocality}]}"),
    NULL,
    "FP402 profiles[0].plugins.score.disabled[0]: this disables nothing\n" },
  /* These do something, or replace a default in a way that is common. */
  { "1.30", "v1", PLUGINS ("score: {disabled: [{name: ImageLocality}]}"), NULL,
    "" },
  { "1.30", "v1",
    PLUGINS (
        "score: {disabled: [{name: NodeAffinity}], enabled: [{name: NodeAffinity, weight: 5}]}"),
    NULL, "" },
  { "1.30", "v1",
    PLUGINS ("permit: {disabled: [{name: '*'}], enabled: [{name: Mine}]}"),
    NULL, "" },
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {enabled: [{name: Mine}]}, score: {disabled: [{name: Mine}]}"),
    NULL, "" },
  { "1.30", "v1",
    PLUGINS (
        "score: {disabled: [{name: '*'}]}, permit: {disabled: [{name: '*'}]}"),
    NULL, "" },
  { "1.21", "v1beta1",
    PLUGINS (
        "score: {disabled: [{name: NodeResourcesLeastAllocated}], enabled: [{name: NodeResourcesMostAllocated}]}"),
    NULL, "" },

  /* Arguments. */
  { "1.30", "v1",
    "profiles: [{plugins: {multiPoint: {disabled: [{name: InterPodAffinity}]}}, pluginConfig: [{name: InterPodAffinity, args: {}}]}]\n",
    NULL,
    "FP403 profiles[0].pluginConfig[0]: the profile does not enable InterPodAffinity\n" },
  { "1.30", "v1", ARGS ("{name: Mine, args: {a: 1}}"), NULL,
    "FP403 profiles[0].pluginConfig[0]: the profile does not enable Mine\n" },
  { "1.30", "v1",
    "profiles: [{plugins: {permit: {enabled: [{name: Mine}]}}, pluginConfig: [{name: Mine, args: {a: 1}}]}]\n",
    NULL, "" },
  { "1.30", "v1",
    "profiles: [{plugins: {score: {disabled: [{name: NodeResourcesFit}]}}, pluginConfig: [{name: NodeResourcesFit, args: {scoringStrategy: {type: MostAllocated}}}]}]\n",
    NULL,
    "FP504 profiles[0].pluginConfig[0].args.scoringStrategy: the profile does not enable NodeResourcesFit at score\n" },
  { "1.30", "v1",
    "profiles: [{plugins: {score: {disabled: [{name: NodeResourcesFit}]}}, pluginConfig: [{name: NodeResourcesFit, args: {ignoredResources: [a.com/b]}}]}]\n",
    NULL, "" },
  { "1.30", "v1",
    ARGS (
        "{name: NodeResourcesFit, args: {scoringStrategy: {type: RequestedToCapacityRatio, requestedToCapacityRatio: {shape: [{utilization: 0, score: 7}, {utilization: 100, score: 7}]}}}}"),
    NULL,
    "FP505 profiles[0].pluginConfig[0].args.scoringStrategy.requestedToCapacityRatio.shape: all points\n" },

  /* Half of a plugin. */
  { "1.30", "v1", PLUGINS ("preFilter: {disabled: [{name: NodePorts}]}"), NULL,
    "FP406 profiles[0].plugins.preFilter: NodePorts runs at filter, but not at preFilter: 1.30.1 fails every pod: reading \"PreFilterNodePorts\"\n" },
  { "1.30", "v1",
    PLUGINS (
        "preFilter: {disabled: [{name: NodePorts}]}, preScore: {disabled: [{name: TaintToleration}]}"),
    NULL,
    "FP406 profiles[0].plugins.preFilter: NodePorts\n"
    "FP406 profiles[0].plugins.preScore: TaintToleration runs at score, but not at preScore: 1.30.1 fails every pod\n" },
  { "1.18", "v1alpha2",
    PLUGINS ("preScore: {disabled: [{name: DefaultPodTopologySpread}]}"), NULL,
    "FP406 profiles[0].plugins.preScore: DefaultPodTopologySpread runs at score, but not at preScore: 1.18.2 fails every pod without topology spread constraints\n" },
  { "1.30", "v1", PLUGINS ("reserve: {disabled: [{name: VolumeBinding}]}"),
    NULL,
    "FP406 profiles[0].plugins.reserve: VolumeBinding runs at filter, but not at reserve: it chooses volumes\n" },
  { "1.30", "v1", PLUGINS ("filter: {disabled: [{name: VolumeBinding}]}"), NULL,
    "FP406 profiles[0].plugins.filter: VolumeBinding runs at reserve, but not at filter: it has no choice\n" },
  { "1.20", "v1beta1", PLUGINS ("preBind: {disabled: [{name: VolumeBinding}]}"),
    NULL,
    "FP406 profiles[0].plugins.preBind: VolumeBinding runs at reserve, but not at preBind\n" },
  /* Before 1.19 it had no such points. */
  { "1.18", "v1alpha2",
    PLUGINS ("reserve: {disabled: [{name: VolumeBinding}]}"), NULL,
    "FP402 profiles[0].plugins.reserve.disabled[0]: this disables\n" },
  /* What needs no PreFilter, and what is off altogether, fails nobody. */
  { "1.26", "v1",
    PLUGINS (
        "preFilter: {disabled: [{name: VolumeRestrictions}, {name: NodeAffinity}]}"),
    NULL, "" },
  { "1.27", "v1",
    PLUGINS ("preFilter: {disabled: [{name: VolumeRestrictions}]}"), NULL,
    "FP406 profiles[0].plugins.preFilter: VolumeRestrictions\n" },
  { "1.30", "v1",
    PLUGINS (
        "preFilter: {disabled: [{name: NodePorts}]}, filter: {disabled: [{name: NodePorts}]}"),
    NULL, "" },
  { "1.30", "v1", PLUGINS ("filter: {disabled: [{name: NodePorts}]}"), NULL,
    "" },

  /* Weights. */
  { "1.30", "v1", PLUGINS ("filter: {enabled: [{name: NodePorts, weight: 3}]}"),
    NULL,
    "FP501 profiles[0].plugins.filter.enabled[0].weight: NodePorts does not score nodes, so its weight has no effect\n" },
  { "1.30", "v1",
    PLUGINS (
        "multiPoint: {enabled: [{name: ImageLocality, weight: 5}]}, score: {enabled: [{name: ImageLocality, weight: 3}]}"),
    NULL,
    "FP501 profiles[0].plugins.multiPoint.enabled[0].weight: the weight 5 has no effect: ImageLocality scores with weight 3\n" },
  { "1.30", "v1", PLUGINS ("multiPoint: {enabled: [{name: Mine, weight: 5}]}"),
    NULL, "" },

  /* With a cluster. */
  { "1.30", "v1", ARGS (GPU_STRATEGY), MINE,
    "FP506 profiles[0].pluginConfig[0].args.scoringStrategy.resources[1]: 0 of 1 pods of the cluster request a.com/gpu\n"
    "FP404 profiles[0].schedulerName: 0 of 1 pods of the cluster have the schedulerName default-scheduler; 1 has mine\n" },
  { "1.30", "v1", ARGS (GPU_STRATEGY),
    POD ("p", "namespace: ns",
         "schedulerName: default-scheduler, " REQUESTS ("a.com/gpu: 1")),
    "" },
  { "1.30", "v1", "percentageOfNodesToScore: 40\n", NODE ("a", "", ""),
    "FP405 percentageOfNodesToScore: the scheduler looks at all nodes of the cluster (1), with 40 and without it\n" },
  { "1.30", "v1", "percentageOfNodesToScore: 40\n", SERVICE ("s", ""), "" },

  /* Extenders. */
  { "1.30", "v1", CALLED ("http://$(HOST):80"), NULL,
    "FP308 extenders[0].urlPrefix: \"$(HOST)\" is no name of a host\n" },
  { "1.30", "v1", CALLED ("http://<host>:80"), NULL,
    "FP308 extenders[0].urlPrefix: it has a \"<\"\n" },
  { "1.30", "v1", CALLED ("http://[::1]:80/x"), NULL, "" },
  { "1.30", "v1", "extenders: [{urlPrefix: 'http://a'}]\n", NULL,
    "FP301 extenders[0]: the extender has no verb\n" },
  { "1.30", "v1",
    "extenders: [{urlPrefix: 'http://a', filterVerb: f, weight: 2}]\n", NULL,
    "FP302 extenders[0].weight: without prioritizeVerb\n" },
  { "1.30", "v1",
    "extenders: [{urlPrefix: 'http://a', filterVerb: f, httpTimeout: 5us}]\n",
    NULL, "FP303 extenders[0].httpTimeout: the timeout is 5000 ns\n" },
  { "1.30", "v1",
    "extenders: [{urlPrefix: 'https://a', filterVerb: f, enableHTTPS: true}]\n",
    NULL, "FP305 extenders[0].enableHTTPS: without caFile\n" },
  { "1.30", "v1", CALLED ("http://gpu.kube-system.svc:80"), DNS,
    "FP310 extenders[0].urlPrefix: the cluster has no Service for gpu.kube-system.svc\n" },
  { "1.30", "v1", CALLED ("http://dns.kube-system.svc.cluster.local:80"), DNS,
    "" },
  /* Nothing is known about the services of that namespace. */
  { "1.30", "v1", CALLED ("http://gpu.other.svc:80"), DNS, "" },
};

static char *
describe (const GPtrArray *warnings)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < warnings->len; i++)
    {
      const FitWarning *warning = warnings->pdata[i];

      assert_true (g_str_has_suffix (warning->fix, "."));
      g_string_append_printf (text, "%s %s: %s\n", warning->info->code,
                              warning->path, warning->text);
    }
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): the warnings about a file */
static GPtrArray *
find (const Case *item, gboolean in_config_map)
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
  g_autoptr (FitObjects) objects = fit_objects_new ();
  GPtrArray *warnings = fit_warnings_new ();
  FitConfigLint how;

  if (configuration == NULL)
    fail_msg ("%s: %s", text, error->message);
  if (item->manifests != NULL)
    objects_add (objects, item->manifests, FIT_DECODE_AS_IS);
  how = (FitConfigLint){ .configuration = configuration,
                         .options = &options,
                         .objects = item->manifests != NULL ? objects : NULL,
                         .in_config_map = in_config_map };
  fit_configuration_lint (&how, warnings);
  fit_use_lint (&how, warnings);
  return warnings;
}

static char *
lint (const Case *item, gboolean in_config_map)
{
  g_autoptr (GPtrArray) warnings = find (item, in_config_map);

  return describe (warnings);
}

/* Warnings have the line of what they are about, and name fields as the file
 * does. */
static void
test_places (void **state)
{
  static const struct
  {
    Case item;
    guint line;
    const char *text; /* of the path or the fix */
  } files[] = {
    { { "1.30", "v1", "profiles:\n- plugins: {}\n  schedulerName: x\n", MINE,
        NULL },
      5,
      "schedulerName" },
    { { "1.30", "v1", "profiles:\n- plugins: {}\n", MINE, NULL },
      4,
      "schedulerName" },
    { { "1.16", "v1alpha1", "disablePreemption: true\nschedulerName: x\n", MINE,
        NULL },
      4,
      "schedulerName" },
    { { "1.30", "v1", "parallelism: 3\npercentageOfNodesToScore: 3\n",
        NODE ("a", "", ""), NULL },
      4,
      "percentageOfNodesToScore" },
    { { "1.30", "v1",
        "profiles:\n- schedulerName: x\n  percentageOfNodesToScore: 3\n",
        NODE ("a", "", ""), NULL },
      5,
      "percentageOfNodesToScore" },
    { { "1.30", "v1",
        "extenders:\n- {urlPrefix: 'https://a', filterVerb: f, enableHTTPS: true}\n",
        NULL, NULL },
      4,
      "leave enableHTTPS out" },
    { { "1.30", "v1",
        "extenders:\n- {urlPrefix: 'http://a', filterVerb: f, enableHTTPS: true}\n",
        NULL, NULL },
      4,
      "remove enableHTTPS." },
    { { "1.18", "v1alpha2",
        "extenders:\n- {urlPrefix: 'https://a', filterVerb: f, enableHttps: true}\n",
        NULL, NULL },
      4,
      "leave enableHttps out" },
    { { "1.18", "v1alpha2",
        "extenders:\n- {urlPrefix: 'http://a', filterVerb: f, httpTimeout: 5}\n",
        NULL, NULL },
      4,
      "Write 5000000000" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GPtrArray) warnings = find (&files[i].item, FALSE);
      const FitWarning *warning = warnings->len > 0 ? warnings->pdata[0] : NULL;

      assert_int_equal (warnings->len, 1);
      if (warning->place.line != files[i].line
          || (strstr (warning->path, files[i].text) == NULL
              && strstr (warning->fix, files[i].text) == NULL))
        fail_msg ("%s: line %u: %s: %s", files[i].item.rest,
                  warning->place.line, warning->path, warning->fix);
    }
}

/* Each expected line is the beginning of a line. */
static gboolean
matches (const char *text, const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", 0);
  g_auto (GStrv) wanted = g_strsplit (expected, "\n", 0);

  if (g_strv_length (lines) != g_strv_length (wanted))
    return FALSE;
  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_str_has_prefix (lines[i], wanted[i]))
      return FALSE;
  return TRUE;
}

static void
test_cases (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = lint (&cases[i], FALSE);

      if (!matches (text, cases[i].expected))
        fail_msg ("%s\nexpected %s\ngot %s", cases[i].rest, cases[i].expected,
                  text);
    }
}

static void
test_own_host (void **state)
{
  static const char *const own[] = { "localhost:80", "127.0.0.1", "[::1]:80" };
  static const char *const others[] = { "10.0.0.1:80", "gpu.kube-system.svc" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (own) + G_N_ELEMENTS (others); i++)
    {
      const gboolean is_own = i < G_N_ELEMENTS (own);
      g_autofree char *rest = g_strdup_printf (
          "extenders: [{urlPrefix: 'http://%s/x', filterVerb: f}]\n",
          is_own ? own[i] : others[i - G_N_ELEMENTS (own)]);
      const Case item = { "1.30", "v1", rest, NULL, NULL };
      g_autofree char *in_pod = lint (&item, TRUE);
      g_autofree char *elsewhere = lint (&item, FALSE);

      assert_string_equal (elsewhere, "");
      assert_true (g_str_has_prefix (in_pod, is_own ? "FP309 " : ""));
      assert_true (is_own || *in_pod == '\0');
    }
}

/* Nothing is to be said about the defaults of any release. */
static void
test_defaults (void **state)
{
  (void) state;
  for (guint i = FIT_CONFIG_V1ALPHA1; i <= FIT_CONFIG_V1; i++)
    for (guint minor = 16; minor <= (guint) fit_release_newest () / 100;
         minor++)
      {
        const FitRelease oldest = fit_config_version_oldest_release (i);
        const FitRelease newest = fit_config_version_newest_release (i);
        g_autofree char *release = g_strdup_printf ("1.%u", minor);
        /* Nothing of 1.17 is known. */
        const FitRelease asked = minor != 17 ? release_of (release) : 0;
        const Case item = { release, fit_config_version_name (i), "",
                            NODE ("a", "", "") MINE, NULL };
        g_autofree char *text = NULL;

        if (asked < oldest || asked > newest)
          continue;
        text = lint (&item, FALSE);
        /* The pod is for another scheduler. */
        if (!matches (text, "FP404 profiles[0].schedulerName: 0 of\n"))
          fail_msg ("%s %s: %s", release, item.version, text);
      }
}

/* Thousands of entries do not take thousands of trials each. */
static void
test_long_lists (void **state)
{
  g_autoptr (GString) rest
      = g_string_new ("profiles: [{plugins: {filter: {disabled: [");
  Case item = { "1.30", "v1", NULL, NULL, NULL };
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  (void) state;
  for (guint i = 0; i < 3000; i++)
    g_string_append_printf (rest, "%s{name: A%u}", i > 0 ? ", " : "", i);
  g_string_append (rest, "]}}}]\n");
  item.rest = rest->str;
  text = lint (&item, FALSE);
  lines = g_strsplit (text, "\n", 0);
  assert_in_range (g_strv_length (lines), 100, 600);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_cases),      cmocka_unit_test (test_places),
    cmocka_unit_test (test_own_host),   cmocka_unit_test (test_defaults),
    cmocka_unit_test (test_long_lists),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
