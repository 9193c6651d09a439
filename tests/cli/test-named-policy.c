/* The Policy that a configuration names.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/rules-file.h"
#include "tests/support/cmocka.h"

#define MAP(meta, key, text) \
  "---\nkind: ConfigMap\nmetadata: {" meta "}\ndata: {" key ": " text "}\n"
#define WANTED MAP ("name: m, namespace: ns", "policy.cfg", "'kind: Policy'")
#define MISSING                                                              \
  "stdin: algorithmSource names ConfigMap ns/m, which is not among the "     \
  "manifests with the key policy.cfg\nhint: --policy FILE gives the Policy " \
  "that it names"

static const struct
{
  const char *text;
  const char *result; /* the name, or the message */
} rows[] = {
  { WANTED, "-: ConfigMap ns/m, key policy.cfg" },
  { MAP ("name: m", "policy.cfg", "'kind: Policy'"),
    "-: ConfigMap m, key policy.cfg" },
  { MAP ("name: a, namespace: ns", "policy.cfg", "'kind: Policy'") WANTED,
    "-: ConfigMap ns/m, key policy.cfg" },
  /* The first one counts. */
  { MAP ("name: m", "policy.cfg", "'kind: Policy'") WANTED,
    "-: ConfigMap m, key policy.cfg" },
  { MAP ("name: m, namespace: ns", "other", "'kind: Policy'"), MISSING },
  { MAP ("name: m, namespace: ns", "policy.cfg", "{kind: Policy}"), MISSING },
  { MAP ("name: m, namespace: nt", "policy.cfg", "'kind: Policy'"), MISSING },
  { MAP ("name: n1, namespace: ns", "policy.cfg", "'kind: Policy'"), MISSING },
  { "kind: Pod\n", MISSING },
};

static void
assert_read (const FitPolicySource *named, FitInvocation *invocation,
             const char *text, const char *expected)
{
  g_autoptr (FitInputs) inputs = fit_inputs_new (&invocation->options);
  g_auto (FitRulesFile) file = { 0 };
  g_autoptr (GError) error = NULL;

  invocation->inputs = inputs;
  fit_inputs_keep (inputs, "-", g_strdup (text), strlen (text));
  if (fit_named_policy_read (named, "-", invocation, &file, &error))
    assert_string_equal (file.name, expected);
  else
    assert_string_equal (error->message, expected);
}

static void
test_config_maps (void **state)
{
  FitPolicyConfigMapSource map = { .name = "m", .namespace_ = "ns" };
  const FitPolicySource named = { .config_map = &map };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitInvocation invocation = { 0 };

      assert_read (&named, &invocation, rows[i].text, rows[i].result);
    }
}

static void
test_files (void **state)
{
  FitPolicyFileSource source = { .path = "/absent" };
  FitPolicyFileSource input = { .path = "-" };
  const FitPolicySource named = { .file = &source };
  const FitPolicySource there = { .file = &input };
  FitInvocation none = { 0 };
  FitInvocation given = { .options.policy = (char *) "-" };
  FitInvocation compared = { .options.sides[0].rules = (char *) "c" };

  assert_read (&named, &none, "",
               "stdin: algorithmSource: cannot open \"/absent\": No such file "
               "or directory\n"
               "hint: --policy FILE gives the Policy that it names");
  assert_read (&named, &compared, "",
               "stdin: algorithmSource: cannot open \"/absent\": No such file "
               "or directory\n"
               "hint: --left-policy FILE or --right-policy FILE gives the "
               "Policy that it names");
  assert_read (&there, &none, "kind: Policy\n", "-");
  /* Another problem than that it is missing. */
  assert_read (&there, &none, "kind: Pod\n",
               "stdin: algorithmSource: -: found manifests, expected a "
               "Policy\n"
               "hint: these are manifests: give them with -f");
  assert_read (&named, &given, "kind: Policy\n", "-");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_config_maps),
    cmocka_unit_test (test_files),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
