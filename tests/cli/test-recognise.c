/* What an input is taken for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cli/recognise.h"

static const struct
{
  const char *text;
  FitInputType type;
} rows[] = {
  { "{\"kind\":\"Policy\",\"apiVersion\":\"v1\"}", FIT_INPUT_POLICY },
  { "apiVersion: v1\nkind: Policy\n", FIT_INPUT_POLICY },
  { "predicates: []\n", FIT_INPUT_POLICY },
  { "{\"Priorities\": []}", FIT_INPUT_POLICY },
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
  { "kind: ConfigMap\ndata: {k: [1], l: null, m: 'a: [', n: ''}\n", NULL, 0 },
};

static const struct
{
  const char *text;
  const char *problem;
} problems[] = {
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
test_nearest (void **state)
{
  assert_string_equal (fit_recognise_nearest ("policy"), "Policy");
  assert_string_equal (fit_recognise_nearest ("KubeSchedulerConfiguraton"),
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
    cmocka_unit_test (test_nearest),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
