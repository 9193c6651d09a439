/* What an input is taken for.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "api/objects.h"
#include "cli/recognise.h"
#include "tests/support/cmocka.h"

static const struct
{
  const char *text;
  FitInputType type;
} rows[] = {
  { "{\"kind\":\"Policy\",\"apiVersion\":\"v1\"}", FIT_INPUT_POLICY },
  { "apiVersion: v1\nkind: Policy\n", FIT_INPUT_POLICY },
  { "predicates: []\n", FIT_INPUT_POLICY },
  { "{\"Priorities\": []}", FIT_INPUT_POLICY },
  { "apiVersion: v1\nextenders: []\n", FIT_INPUT_POLICY },
  { "{\"kind\": \"Pod\", \"extenders\": []}", FIT_INPUT_MANIFESTS },
  { "{\"kinds\": \"Policy\"}", FIT_INPUT_MANIFESTS },
  { "kind: ConfigMap\napiVersion: v1\ndata: {policy.cfg: x}\n",
    FIT_INPUT_MANIFESTS },
  { "kind: Pod\napiVersion: v1\n---\nkind: Policy\napiVersion: v1\n",
    FIT_INPUT_MANIFESTS },
  { "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"Policy\","
    "\"apiVersion\":\"v1\"}]}",
    FIT_INPUT_MANIFESTS },
  { "", FIT_INPUT_MANIFESTS },
  { "[]", FIT_INPUT_MANIFESTS },
  { "nothing", FIT_INPUT_MANIFESTS },
  /* Broken text, as far as it can be told. */
  { "{\"apiVersion\":\"v1\",\n \"kind\": \"Policy\",\n \"predicates\": [,]}",
    FIT_INPUT_POLICY },
  { "kind: Policy\npredicates: [\n", FIT_INPUT_POLICY },
  { "{\"kind\":\"PolicyThing\",", FIT_INPUT_MANIFESTS },
  { "{\"kind\":\"Pod\",", FIT_INPUT_MANIFESTS },
};

/* Configurations, also broken ones. */
static const struct
{
  const char *text;
  const char *api_version;
} configurations[] = {
  { "kind: KubeSchedulerConfiguration\napiVersion: "
    "kubescheduler.config.k8s.io/v1\n",
    "kubescheduler.config.k8s.io/v1" },
  { "{\"kind\": \"KubeSchedulerConfiguration\"}", NULL },
  { "kind: KubeSchedulerConfiguration\napiVersion: 1\n", NULL },
  { "{\"kind\":\"KubeSchedulerConfiguration\", \"apiVersion\" : \"a.b/v1beta1\" "
    "\"profiles\": []}",
    "a.b/v1beta1" },
  { "apiVersion: a.b/v1beta1\nkind: KubeSchedulerConfiguration\nprofiles: "
    "[\n",
    "a.b/v1beta1" },
};

/* ConfigMaps and what is found in them. */
static const struct
{
  const char *text;
  const char *found; /* (nullable): the first of them: its place and type */
  guint n;
} config_maps[] = {
  { "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n"
    "data: {policy.cfg: x}\n",
    "ConfigMap a, key policy.cfg: a Policy", 1 },
  { "kind: ConfigMap\napiVersion: v1\ndata: {other: x, more: 'kind: Pod'}\n",
    NULL, 0 },
  { "kind: ConfigMap\nmetadata: {name: a, namespace: b}\n"
    "data: {c: '{\"kind\": \"Policy\", \"apiVersion\": \"v1\"}'}\n",
    "ConfigMap b/a, key c: a Policy", 1 },
  { "kind: Pod\n---\nkind: ConfigMap\nmetadata: {name: a}\n"
    "data: {c: '{kind: KubeSchedulerConfiguration}', d: 'kind: Policy'}\n",
    "ConfigMap a, key c: a KubeSchedulerConfiguration", 2 },
  { "{\"kind\":\"List\",\"items\":[{\"kind\":\"Pod\"},"
    "{\"kind\":\"ConfigMap\",\"data\":{\"k\":\"kind: Policy\"}}]}",
    "ConfigMap , key k: a Policy", 1 },
  { "{\"kind\":\"ConfigMapList\",\"items\":["
    "{\"metadata\":{\"name\":\"m\"},\"data\":{\"k\":\"kind: Policy\"}}]}",
    "ConfigMap m, key k: a Policy", 1 },
  /* Broken text that says what it wants to be, and an object for text. */
  { "kind: ConfigMap\ndata:\n  k: |\n    kind: Policy\n    predicates: [\n",
    "ConfigMap , key k: a Policy", 1 },
  { "kind: ConfigMap\ndata:\n  k: {kind: Policy}\n",
    "ConfigMap , key k: a Policy", 1 },
  /* Policies of others. */
  { "kind: ConfigMap\ndata:\n  k: |\n    kind: Policy\n"
    "    apiVersion: audit.k8s.io/v1\n",
    NULL, 0 },
  { "kind: ConfigMap\ndata:\n  k: |\n    kind: Policy\n"
    "    apiVersion: kubescheduler.config.k8s.io/v1\n",
    "ConfigMap , key k: a Policy", 1 },
  { "kind: ConfigMap\ndata:\n  k: {kind: Policy, apiVersion: a/v1}\n", NULL,
    0 },
  { "kind: ConfigMap\ndata: {k: 'predicates: []', l: 'kind: Pod'}\n",
    "ConfigMap , key k: a Policy", 1 },
  { "{\"kind\":\"ConfigMapList\",\"items\":[{\"kind\":\"Pod\",\"data\":{\"k\":\"kind: "
    "Policy\"}}]}",
    NULL, 0 },
  { "data: {k: 'kind: Policy'} # of a ConfigMap\n", NULL, 0 },
  { "{\"kind\":\"ConfigMapLists\",\"items\":[{\"data\":{\"k\":\"kind: "
    "Policy\"}}]}",
    NULL, 0 },
  { "kind: ConfigMap\ndata: {k: [1], l: null, m: 'a: [', n: ''}\n", NULL, 0 },
};

/* The kind that is named, whether there is anything, and whether it is broken.
 */
static const struct
{
  const char *text;
  const char *kind; /* (nullable) */
  gboolean has_documents;
  gboolean is_broken;
} kinds[] = {
  { "", NULL, FALSE, FALSE },
  { "# nothing\n", NULL, FALSE, FALSE },
  { "{}", NULL, TRUE, FALSE },
  { "kind: Pod\n---\nkind: Node\n", "Pod", TRUE, FALSE },
  { "{\"kind\":\"PodList\",\"items\":[{\"kind\":\"Pod\"}]}", "PodList", TRUE,
    FALSE },
  { "{\"kind\":\"PodList\",\"items\":[]}", "PodList", TRUE, FALSE },
  { "[", NULL, TRUE, TRUE },
  { "kind: Pod\nspec: [\n", "Pod", TRUE, TRUE },
  /* What is broken behind the first object is not looked at. */
  { "kind: Pod\n---\nkind: Node\nspec: [\n", "Pod", TRUE, FALSE },
};

static const struct
{
  const char *text;
  gboolean are_manifests;
} manifests[] = {
  { "", FALSE },
  { "kind: Pod\n", TRUE },
  { "kind: Strange\n---\nkind: DaemonSet\n", TRUE },
  { "kind: Strange\n", FALSE },
  { "spec: {}\n", FALSE },
  { "{\"kind\":\"NodeList\",\"items\":[{\"metadata\":{}}]}", TRUE },
  { "{\"kind\":\"StrangeList\",\"items\":[{\"metadata\":{}}]}", FALSE },
  { "{\"kind\":\"StrangeList\",\"items\":[{\"kind\":\"Pod\"}]}", TRUE },
  { "{\"kind\":\"List\",\"items\":[]}", TRUE },
  { "{\"items\":[]}", FALSE },
};

static const struct
{
  const char *text;
  const char *problem;
} problems[] = {
  { "kind: ConfigMap\nmetadata: {name: a}\ndata: {}\n",
    "ConfigMap a has no data" },
  { "kind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata:\n",
    "ConfigMap b/a has no data" },
  { "kind: ConfigMap\nmetadata: {name: a}\ndata: [b]\n",
    "ConfigMap a: data: found a list, expected an object" },
  { "kind: ConfigMap\ndata: {b: c, d: e, f: g}\n",
    "ConfigMap  holds neither a Policy nor a KubeSchedulerConfiguration (its "
    "keys: b, d, f)" },
  /* The first one counts. */
  { "kind: ConfigMap\nmetadata: {name: a}\n---\n"
    "kind: ConfigMap\nmetadata: {name: b}\n",
    "ConfigMap a has no data" },
  { "kind: ConfigMap\nmetadata:\n  name: a\n  data: {b: c}\n",
    "ConfigMap a: found data inside of metadata, expected it beside metadata: "
    "indent it less" },
  { "kind: ConfigMap\nmetadata: {name: a, data: {}}\ndata: {}\n",
    "ConfigMap a has no data" },
  { "kind: ConfigMap\nmetadata: {name: a}\nbinaryData: {b: YQ==}\n",
    "ConfigMap a has only binaryData, which the scheduler does not read: "
    "expected text in data" },
  { "kind: ConfigMap\nmetadata: {name: a}\nbinaryData: {b: YQ==}\ndata:\n",
    "ConfigMap a has no data" },
  { "kind: ConfigMap\nmetadata: {name: a}\ndata:\npolicy.cfg: x\n",
    "ConfigMap a: found policy.cfg outside of data, expected it in data: "
    "indent it more than data" },
  { "policy.cfg: x\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n",
    "ConfigMap a: found policy.cfg outside of data, expected it in data: "
    "indent it more than data" },
  { "kind: ConfigMap\nmetadata: {name: a, annotations: 'kind: Policy'}\n"
    "b: x\n'': 'kind: Policy'\ndata: {c: d}\n",
    "ConfigMap a: found  outside of data, expected it in data: indent it more "
    "than data" },
  { "kind: ConfigMap\nmetadata: {name: a, labels: 'kind: Policy'}\n"
    "binaryData: 'kind: Policy'\ndata: {c: d}\n",
    "ConfigMap a holds neither a Policy nor a KubeSchedulerConfiguration (its "
    "keys: c)" },
  { "kind: ConfigMap\nmetadata: {name: a}\n", "ConfigMap a has no data" },
  { "kind: ConfigMap\nmetadata: {name: a}\ndata: x\n",
    "ConfigMap a: data: found a string, expected an object" },
  { "kind: ConfigMap\nmetadata: {name: a}\ndata: {b: c}\n",
    "ConfigMap a holds neither a Policy nor a KubeSchedulerConfiguration (its "
    "keys: b)" },
  { "kind: ConfigMap\nmetadata:\n  name: a\n  b: 'kind: Policy'\ndata:\n",
    "ConfigMap a: found b outside of data, expected it in data: indent it more "
    "than data" },
};

static FitInput
recognise (const char *text)
{
  const FitSource source
      = { .name = (char *) "FILE", .bytes = text, .len = strlen (text) };

  return fit_recognise (&source);
}

static void
test_types (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (FitInput) input = recognise (rows[i].text);

      if (input.type != rows[i].type)
        fail_msg ("taken for %d: %s", input.type, rows[i].text);
    }
}

static void
test_configurations (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (configurations); i++)
    {
      g_auto (FitInput) input = recognise (configurations[i].text);

      if (input.type != FIT_INPUT_CONFIGURATION)
        fail_msg ("taken for %d: %s", input.type, configurations[i].text);
      if (g_strcmp0 (input.api_version, configurations[i].api_version) != 0)
        fail_msg ("found version %s: %s", input.api_version,
                  configurations[i].text);
    }
}

static void
test_config_maps (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (config_maps); i++)
    {
      g_auto (FitInput) input = recognise (config_maps[i].text);
      const FitConfigMapRules *first
          = input.config_maps->len > 0 ? input.config_maps->pdata[0] : NULL;
      g_autofree char *place
          = first ? fit_config_map_rules_place (first) : NULL;
      g_autofree char *found
          = first ? g_strconcat (place, ": ", fit_input_type_name (first->type),
                                 NULL)
                  : NULL;

      if (input.config_maps->len != config_maps[i].n
          || g_strcmp0 (found, config_maps[i].found) != 0)
        fail_msg ("found %u, first %s: %s", input.config_maps->len, found,
                  config_maps[i].text);
    }
}

static void
test_problems (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    {
      g_auto (FitInput) input = recognise (problems[i].text);

      assert_int_equal (input.config_maps->len, 0);
      assert_string_equal (input.problem, problems[i].problem);
    }
}

static void
test_kinds (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (FitInput) input = recognise (kinds[i].text);

      if (g_strcmp0 (input.kind, kinds[i].kind) != 0
          || input.has_documents != kinds[i].has_documents
          || (input.broken != NULL) != kinds[i].is_broken)
        fail_msg ("found kind %s, %d, %d: %s", input.kind, input.has_documents,
                  input.broken != NULL, kinds[i].text);
      assert_null (input.problem);
    }
}

static void
test_manifests (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (manifests); i++)
    {
      const FitSource source = { .name = (char *) "FILE",
                                 .bytes = manifests[i].text,
                                 .len = strlen (manifests[i].text) };

      if (fit_recognise_manifests (&source) != manifests[i].are_manifests)
        fail_msg ("not %d: %s", manifests[i].are_manifests, manifests[i].text);
    }
  for (FitKind i = 0; i < FIT_KIND_LAST; i++)
    assert_true (fit_recognise_is_manifest (fit_kind_name (i)));
  for (FitControllerKind i = 0; i < FIT_CONTROLLER_LAST; i++)
    assert_true (fit_recognise_is_manifest (fit_controller_kind_name (i)));
  assert_true (fit_recognise_is_manifest ("StrangeList"));
  assert_false (fit_recognise_is_manifest ("Strange"));
  assert_false (fit_recognise_is_manifest (NULL));
}

/* What the rules of a ConfigMap are. */
static void
test_rules (void **state)
{
  g_auto (FitInput) input
      = recognise ("kind: ConfigMap\nmetadata: {name: a, namespace: b}\ndata:\n"
                   "  c: '{kind: KubeSchedulerConfiguration, apiVersion: v7}'\n"
                   "  d: {kind: KubeSchedulerConfiguration, apiVersion: v8}\n"
                   "  policy.cfg: 'kind: KubeSchedulerConfiguration'\n---\n"
                   "kind: ConfigMap\nmetadata: {name: e}\ndata: {f: g}\n");
  const FitConfigMapRules *text = input.config_maps->pdata[0];
  const FitConfigMapRules *object = input.config_maps->pdata[1];
  const FitConfigMapRules *policy = input.config_maps->pdata[2];

  assert_int_equal (input.config_maps->len, 3);
  assert_string_equal (input.problem,
                       "ConfigMap e holds neither a Policy nor a "
                       "KubeSchedulerConfiguration (its keys: f)");
  assert_string_equal (text->name, "a");
  assert_string_equal (text->namespace_, "b");
  assert_string_equal (text->key, "c");
  assert_string_equal (text->api_version, "v7");
  assert_int_equal (g_bytes_get_size (text->text), 50);
  assert_memory_equal (g_bytes_get_data (text->text, NULL),
                       "{kind: KubeSchedulerConfiguration, apiVersion: v7}",
                       50);
  assert_int_equal (text->type, FIT_INPUT_CONFIGURATION);
  assert_int_equal (object->type, FIT_INPUT_CONFIGURATION);
  assert_string_equal (object->api_version, "v8");
  assert_null (object->text);
  assert_int_equal (policy->type, FIT_INPUT_POLICY);
}

static void
test_nearest (void **state)
{
  for (FitKind i = 0; i < FIT_KIND_LAST; i++)
    assert_string_equal (fit_recognise_nearest (fit_kind_name (i)),
                         fit_kind_name (i));
  for (FitControllerKind i = 0; i < FIT_CONTROLLER_LAST; i++)
    assert_string_equal (fit_recognise_nearest (fit_controller_kind_name (i)),
                         fit_controller_kind_name (i));
  assert_string_equal (fit_recognise_nearest ("SchedulerPolicy"), "Policy");
  assert_string_equal (fit_recognise_nearest ("MySchedulingConfig"),
                       "KubeSchedulerConfiguration");
  assert_string_equal (fit_recognise_nearest ("ConfgMap"), "ConfigMap");
  assert_string_equal (fit_recognise_nearest ("PriorityClas"), "PriorityClass");
  assert_string_equal (fit_recognise_nearest ("CronJobs"), "CronJob");
  assert_string_equal (fit_recognise_nearest ("policy"), "Policy");
  assert_string_equal (fit_recognise_nearest ("KubeSchedulerConfiguraton"),
                       "KubeSchedulerConfiguration");
  assert_string_equal (fit_recognise_nearest ("KubeShedulerConfiguration"),
                       "KubeSchedulerConfiguration");
  assert_string_equal (fit_recognise_nearest ("Pods"), "Pod");
  assert_string_equal (fit_recognise_nearest ("Deploymant"), "Deployment");
  assert_null (fit_recognise_nearest ("Certificate"));
  assert_null (fit_recognise_nearest (NULL));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_types),       cmocka_unit_test (test_configurations),
    cmocka_unit_test (test_config_maps), cmocka_unit_test (test_problems),
    cmocka_unit_test (test_nearest),     cmocka_unit_test (test_kinds),
    cmocka_unit_test (test_manifests),   cmocka_unit_test (test_rules),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
