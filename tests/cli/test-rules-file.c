/* The rules that an option takes from a file.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/rules-file.h"
#include "tests/support/cmocka.h"

#define MAP(name, data) \
  "kind: ConfigMap\nmetadata: {" name "}\ndata: {" data "}\n"
#define POLICY "p: 'kind: Policy'"
#define CONFIGURATION "c: '{kind: KubeSchedulerConfiguration, apiVersion: v9}'"
#define CHOOSE \
  "hint: choose with --configmap [NAMESPACE/]NAME and --configmap-key KEY"
#define TWO \
  MAP ("name: a", POLICY) "---\n" MAP ("name: b, namespace: ns", POLICY)

static const struct
{
  const char *text;
  FitRulesWanted wanted;
  const char *map;    /* (nullable): --configmap */
  const char *key;    /* (nullable): --configmap-key */
  const char *result; /* name, type, version and length, or the message */
} rows[] = {
  /* Files that are rules. */
  { "kind: Policy\n", FIT_RULES_POLICY, NULL, NULL, "FILE is a Policy - (13)" },
  { "kind: Policy\n", FIT_RULES_ANY, NULL, NULL, "FILE is a Policy - (13)" },
  { "kind: Policy\n", FIT_RULES_ANSWERING, "x", "y",
    "FILE is a Policy - (13)" },
  { "kind: KubeSchedulerConfiguration\napiVersion: v9\n",
    FIT_RULES_CONFIGURATION, NULL, NULL,
    "FILE is a KubeSchedulerConfiguration v9 (48)" },
  { "kind: KubeSchedulerConfiguration\napiVersion: v9\n", FIT_RULES_ANY, NULL,
    NULL, "FILE is a KubeSchedulerConfiguration v9 (48)" },
  { "kind: Policy\n", FIT_RULES_CONFIGURATION, NULL, NULL,
    "FILE: found a Policy, expected a KubeSchedulerConfiguration\n"
    "hint: it is a Policy: give it with --policy" },
  { "kind: KubeSchedulerConfiguration\n", FIT_RULES_POLICY, NULL, NULL,
    "FILE: found a KubeSchedulerConfiguration, expected a Policy\n"
    "hint: it is a KubeSchedulerConfiguration: give it with --config" },
  { "kind: KubeSchedulerConfiguration\n", FIT_RULES_NAMED, NULL, NULL,
    "FILE: found a KubeSchedulerConfiguration, expected a Policy\n"
    "hint: it is a KubeSchedulerConfiguration: give it as FILE" },
  { "kind: KubeSchedulerConfiguration\n", FIT_RULES_ANSWERING, NULL, NULL,
    "FILE: found a KubeSchedulerConfiguration, expected a Policy\n"
    "hint: it is a KubeSchedulerConfiguration: that is for the "
    "kube-scheduler" },
  { "kind: KubeSchedulerConfiguration\n", FIT_RULES_POLICY_FILE, NULL, NULL,
    "FILE: found a KubeSchedulerConfiguration, expected a Policy\n"
    "hint: without --policy-file its kind decides" },
  /* Files that may be meant as rules. */
  { "", FIT_RULES_POLICY, NULL, NULL, "FILE is a Policy - (0)" },
  { "a: b\n", FIT_RULES_CONFIGURATION, NULL, NULL,
    "FILE is a KubeSchedulerConfiguration - (5)" },
  { "a: b\n", FIT_RULES_NAMED, NULL, NULL, "FILE is a Policy - (5)" },
  { "kind: Polcy\n", FIT_RULES_POLICY, NULL, NULL, "FILE is a Policy - (12)" },
  { "a: b\n", FIT_RULES_ANY, NULL, NULL,
    "FILE: nothing recognised: found no kind, expected a Policy or a "
    "KubeSchedulerConfiguration" },
  { "kind: Polcy\n", FIT_RULES_ANY, NULL, NULL,
    "FILE: nothing recognised: found kind \"Polcy\", expected a Policy or a "
    "KubeSchedulerConfiguration\nhint: did you mean Policy?" },
  { "kind: Quite\n", FIT_RULES_ANY, NULL, NULL,
    "FILE: nothing recognised: found kind \"Quite\", expected a Policy or a "
    "KubeSchedulerConfiguration" },
  { "kind: Pod\n", FIT_RULES_ANY, NULL, NULL,
    "FILE: found manifests, expected a Policy or a KubeSchedulerConfiguration\n"
    "hint: these are manifests: give them with -f" },
  { "kind: Pod\n", FIT_RULES_POLICY, NULL, NULL,
    "FILE: found manifests, expected a Policy\n"
    "hint: these are manifests: give them with -f" },
  { "kind: Pod\n", FIT_RULES_ANSWERING, NULL, NULL,
    "FILE: found manifests, expected a Policy\n"
    "hint: the cluster is that of --kubeconfig" },
  { "kind: Pod\nspec: {image: b, command: [kube-scheduler, --config=c]}\n",
    FIT_RULES_CONFIGURATION, NULL, NULL,
    "FILE: found manifests of kube-scheduler, expected a "
    "KubeSchedulerConfiguration\n"
    "hint: kube-scheduler runs with --config=c: give a copy of that file "
    "instead" },
  { "kind: Config\napiVersion: v1\n", FIT_RULES_POLICY, NULL, NULL,
    "FILE: found a kubeconfig\n"
    "hint: --kubeconfig FILE reads the cluster that it is for" },
  /* Broken files. */
  { "{\"a\": \"{{ b }}\",,}", FIT_RULES_POLICY, NULL, NULL,
    "FILE: document 1: line 1, column 17: invalid character ',' looking for beginning of object key string\n"
    "hint: {{ b }} on line 1 is of a template: give what 'helm template CHART' "
    "prints" },
  { "{,}", FIT_RULES_POLICY, NULL, NULL, "FILE is a Policy - (3)" },
  { "{,}", FIT_RULES_ANY, NULL, NULL,
    "FILE: document 1: line 1, column 2: invalid character ',' looking for beginning of object key string" },
  /* ConfigMaps. */
  { MAP ("name: a", POLICY), FIT_RULES_POLICY, NULL, NULL,
    "FILE: ConfigMap a, key p is a Policy - (12) at ConfigMap a, key p" },
  { MAP ("name: a", CONFIGURATION), FIT_RULES_CONFIGURATION, NULL, NULL,
    "FILE: ConfigMap a, key c is a KubeSchedulerConfiguration v9 (50) at "
    "ConfigMap a, key c" },
  { MAP ("name: a", POLICY ", " CONFIGURATION), FIT_RULES_POLICY, NULL, NULL,
    "FILE: ConfigMap a, key p is a Policy - (12) at ConfigMap a, key p" },
  { MAP ("name: a", POLICY ", " CONFIGURATION), FIT_RULES_ANY, NULL, NULL,
    "FILE: several keys of ConfigMaps hold rules: ConfigMap a, key p (a "
    "Policy); ConfigMap a, key c (a KubeSchedulerConfiguration)\n" CHOOSE },
  { MAP ("name: a", POLICY ", " CONFIGURATION), FIT_RULES_ANY, NULL, "c",
    "FILE: ConfigMap a, key c is a KubeSchedulerConfiguration v9 (50) at "
    "ConfigMap a, key c" },
  { MAP ("name: a", CONFIGURATION), FIT_RULES_POLICY, NULL, NULL,
    "FILE: found a KubeSchedulerConfiguration in ConfigMap a, key c, expected "
    "a Policy\n"
    "hint: it is a KubeSchedulerConfiguration: give it with --config" },
  { TWO, FIT_RULES_POLICY, "b", NULL,
    "FILE: ConfigMap ns/b, key p is a Policy - (12) at ConfigMap ns/b, key p" },
  { TWO, FIT_RULES_POLICY, "ns/b", NULL,
    "FILE: ConfigMap ns/b, key p is a Policy - (12) at ConfigMap ns/b, key p" },
  { TWO, FIT_RULES_POLICY, "m/a", NULL,
    "FILE: ConfigMap a, key p is a Policy - (12) at ConfigMap a, key p" },
  { TWO, FIT_RULES_POLICY, "n/b", "p",
    "FILE: --configmap and --configmap-key match none of these: ConfigMap a, "
    "key p (a Policy); ConfigMap ns/b, key p (a Policy)\n" CHOOSE },
  { TWO, FIT_RULES_POLICY, "mx/b", NULL,
    "FILE: --configmap and --configmap-key match none of these: ConfigMap a, "
    "key p (a Policy); ConfigMap ns/b, key p (a Policy)\n" CHOOSE },
  { TWO, FIT_RULES_POLICY, "a", "q",
    "FILE: --configmap and --configmap-key match none of these: ConfigMap a, "
    "key p (a Policy); ConfigMap ns/b, key p (a Policy)\n" CHOOSE },
  { MAP ("name: a", "p: {kind: Policy}"), FIT_RULES_POLICY, NULL, NULL,
    "FILE: ConfigMap a, key p: found an object, expected text\n"
    "hint: write \"p: |\" and indent the text below it" },
  { MAP ("name: a", "b: c"), FIT_RULES_POLICY, NULL, NULL,
    "FILE: ConfigMap a holds neither a Policy nor a KubeSchedulerConfiguration "
    "(its keys: b)" },
  { "kind: Quite\n---\n" MAP ("name: a", "b: c"), FIT_RULES_POLICY, NULL, NULL,
    "FILE: ConfigMap a holds neither a Policy nor a KubeSchedulerConfiguration "
    "(its keys: b)" },
};

/* Returns: (transfer full) */
static char *
describe (const FitRulesFile *file)
{
  gsize len;

  fit_rules_file_text (file, &len);
  return g_strdup_printf ("%s is %s %s (%" G_GSIZE_FORMAT ")%s%s", file->name,
                          fit_input_type_name (file->type),
                          file->api_version != NULL ? file->api_version : "-",
                          len, file->place != NULL ? " at " : "",
                          file->place != NULL ? file->place : "");
}

static void
test_take (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (FitSource) source = fit_source_of_text (
          "FILE", g_strdup (rows[i].text), strlen (rows[i].text));
      g_auto (FitInput) input = fit_recognise (source);
      const FitOptions options = { .config_map = (char *) rows[i].map,
                                   .config_map_key = (char *) rows[i].key };
      g_auto (FitRulesFile) file = { 0 };
      g_autoptr (GError) error = NULL;
      const gboolean done = fit_rules_file_take (source, &input, rows[i].wanted,
                                                 &options, &file, &error);
      g_autofree char *text = done ? describe (&file) : NULL;

      assert_string_equal (done ? text : error->message, rows[i].result);
    }
}

/* The text of rules that are nothing at all, and what is no rules. */
static void
test_text (void **state)
{
  g_auto (FitRulesFile) file = { .text = g_bytes_new ("", 0) };
  static const struct
  {
    const char *text;
    gboolean has;
  } inputs[] = {
    { "kind: Policy\n", TRUE },
    { "kind: KubeSchedulerConfiguration\n", TRUE },
    { MAP ("name: a", POLICY), TRUE },
    { TWO, TRUE },
    { MAP ("name: a", "b: c"), FALSE },
    { "kind: Pod\n", FALSE },
    { "", FALSE },
  };
  gsize len = 1;

  assert_string_equal (fit_rules_file_text (&file, &len), "");
  assert_int_equal (len, 0);
  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      const FitSource source = { .name = (char *) "FILE",
                                 .bytes = inputs[i].text,
                                 .len = strlen (inputs[i].text) };
      g_auto (FitInput) input = fit_recognise (&source);

      assert_int_equal (fit_rules_file_has (&input), inputs[i].has);
    }
}

/* What kube-scheduler says about its Policy, and others about their file. */
static void
test_missing (void **state)
{
  FitInvocation invocation = { 0 };
  g_autoptr (FitInputs) inputs = fit_inputs_new (&invocation.options);
  FitRulesFile file;
  g_autoptr (GError) policy = NULL, configuration = NULL, directory = NULL;

  invocation.inputs = inputs;
  assert_false (fit_rules_file_read ("/absent", FIT_RULES_POLICY, &invocation,
                                     &file, &policy));
  assert_string_equal (policy->message, "missing policy config file /absent");
  assert_false (fit_rules_file_read ("/absent", FIT_RULES_CONFIGURATION,
                                     &invocation, &file, &configuration));
  assert_string_equal (configuration->message,
                       "cannot open \"/absent\": No such file or directory");
  assert_false (fit_rules_file_read ("/", FIT_RULES_POLICY, &invocation, &file,
                                     &directory));
  assert_string_equal (directory->message,
                       "couldn't read policy config: cannot read \"/\": Is a "
                       "directory");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_take),
    cmocka_unit_test (test_text),
    cmocka_unit_test (test_missing),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
