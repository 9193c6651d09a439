/* What the options say to all verbs, and the inputs that they name.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/chosen-rules.h"
#include "cli/invocation.h"
#include "tests/support/cmocka.h"

static FitInvocation *
invocation_new (void)
{
  FitInvocation *invocation = g_new0 (FitInvocation, 1);

  fit_options_init (&invocation->options);
  return invocation;
}

static void
invocation_free (FitInvocation *invocation)
{
  fit_options_clear (&invocation->options);
  g_free (invocation);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitInvocation, invocation_free)

static void
parse (FitInvocation *invocation, const char *line)
{
  g_auto (GStrv) args = g_strsplit (line, " ", -1);
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();

  assert_true (fit_options_parse (&invocation->options,
                                  FIT_GROUP_RULES | FIT_GROUP_RELEASE
                                      | FIT_GROUP_HISTORY | FIT_GROUP_GATES
                                      | FIT_GROUP_DECODING,
                                  args, operands, NULL));
}

static void
test_gates (void **state)
{
  g_autoptr (FitInvocation) invocation = invocation_new ();
  g_autoptr (FitInvocation) older = invocation_new ();
  FitFeatureGates gates;

  assert_true (fit_invocation_gates (invocation, &gates, NULL));
  assert_false (fit_gate_on (gates, FIT_GATE_EVEN_PODS_SPREAD));
  assert_true (fit_gate_on (gates, FIT_GATE_TAINT_NODES_BY_CONDITION));
  parse (invocation, "--feature-gates EvenPodsSpread=true --feature-gates "
                     "TaintNodesByCondition=false");
  assert_true (fit_invocation_gates (invocation, &gates, NULL));
  assert_true (fit_gate_on (gates, FIT_GATE_EVEN_PODS_SPREAD));
  assert_false (fit_gate_on (gates, FIT_GATE_TAINT_NODES_BY_CONDITION));
  parse (older, "--emulate-release 1.11");
  assert_true (fit_invocation_gates (older, &gates, NULL));
  assert_false (fit_gate_on (gates, FIT_GATE_TAINT_NODES_BY_CONDITION));
}

static void
test_wrong_gates (void **state)
{
  g_autoptr (FitInvocation) release = invocation_new ();
  g_autoptr (FitInvocation) gate = invocation_new ();
  FitFeatureGates gates = { .bits = { 7 } };
  g_autoptr (GError) of_release = NULL, of_gate = NULL;

  parse (release, "--emulate-release 1.17");
  assert_false (fit_invocation_gates (release, &gates, &of_release));
  assert_string_equal (
      of_release->message,
      "option --emulate-release: \"1.17\" is not a release from 1.8 to 1.16\n"
      "hint: for an older file use 1.8; from 1.17 on rules are framework plugins");
  parse (gate, "--feature-gates Strange=true");
  assert_false (fit_invocation_gates (gate, &gates, &of_gate));
  assert_string_equal (of_gate->message, "unrecognized feature gate: Strange");
  assert_int_equal (gates.bits[0], 7);
}

static const struct
{
  const char *line;
  const char *message; /* (nullable) */
} chosen[] = {
  { "--policy p", NULL },
  { "--provider P", NULL },
  { "--config c", NULL },
  { "--policy p --config c", NULL },
  { "--config c --release 1.20", NULL },
  { "--provider P --scheduler-name s --emulate-release 1.12", NULL },
  { "--provider P --policy p",
    "--provider cannot be used with --policy or --config" },
  { "--provider P --config c",
    "--provider cannot be used with --policy or --config" },
  { "--policy p --release 1.20", NULL },
  { "--provider P --scheduler-name s --release 1.22", NULL },
  { "--policy p --release 1.16",
    "--release 1.16 needs --config; for a Policy or a provider use "
    "--emulate-release 1.16" },
  { "--policy p --release 1.20 --emulate-release 1.16",
    "--emulate-release cannot be used with --release: use --release 1.N" },
  { "--config c --scheduler-name s",
    "--scheduler-name cannot be used with --config: each profile has its own "
    "schedulerName" },
  { "--config c --hard-pod-affinity-symmetric-weight 1",
    "--hard-pod-affinity-symmetric-weight cannot be used with --config: that "
    "is hardPodAffinityWeight in the arguments of InterPodAffinity, and "
    "hardPodAffinitySymmetricWeight in v1alpha1" },
  { "--config c --emulate-release 1.16",
    "--emulate-release cannot be used with --config: use --release 1.N" },
  { "--config c --always-check-all-predicates",
    "--always-check-all-predicates cannot be used with --config: that is "
    "alwaysCheckAllPredicates in a Policy; explain --all shows every plugin "
    "that fails" },
};

/* Which options choose rules together. */
static void
test_rules (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (chosen); i++)
    {
      g_autoptr (FitInvocation) invocation = invocation_new ();
      g_autoptr (GError) error = NULL;

      parse (invocation, chosen[i].line);
      assert_int_equal (fit_chosen_rules_check (&invocation->options, &error),
                        chosen[i].message == NULL);
      if (chosen[i].message != NULL)
        assert_string_equal (error->message, chosen[i].message);
    }
}

static const struct
{
  const char *line;
  FitDecodeFlags flags;
} decoding[] = {
  { "--as-is=false", FIT_DECODE_CONTROLLERS },
  { "--as-is", FIT_DECODE_AS_IS | FIT_DECODE_CONTROLLERS },
  { "--legacy-labels", FIT_DECODE_LEGACY_LABELS | FIT_DECODE_CONTROLLERS },
  { "--workloads none", 0 },
  { "--workloads none --as-is --legacy-labels",
    FIT_DECODE_AS_IS | FIT_DECODE_LEGACY_LABELS },
};

static void
test_decode_flags (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (decoding); i++)
    {
      g_autoptr (FitInvocation) invocation = invocation_new ();

      parse (invocation, decoding[i].line);
      assert_int_equal (fit_invocation_decode_flags (invocation),
                        decoding[i].flags);
    }
}

static void
count_rules (FitRegistry *registry, FitFeatureGates gates, gpointer data)
{
  assert_non_null (registry);
  assert_int_equal (gates.bits[0], 5);
  ++*(guint *) data;
}

static void
count_plugins (FitPluginRegistry *registry, gpointer data)
{
  assert_non_null (registry);
  *(guint *) data += 10;
}

/* An embedding program may add rules, plugins, both or neither. */
static void
test_extras (void **state)
{
  for (guint i = 0; i < 4; i++)
    {
      guint calls = 0;
      const FitInvocation invocation
          = { .extras = { .rules = i & 1 ? count_rules : NULL,
                          .plugins = i & 2 ? count_plugins : NULL,
                          .data = &calls } };
      g_autoptr (FitRegistry) rules = fit_invocation_registry (
          &invocation, (FitFeatureGates){ .bits = { 5 } });
      g_autoptr (FitPluginRegistry) plugins
          = fit_invocation_plugins (&invocation);

      assert_non_null (rules);
      assert_non_null (plugins);
      assert_int_equal (calls, (i & 1 ? 1 : 0) + (i & 2 ? 10 : 0));
    }
}

static void
test_stdin (void **state)
{
  char *none[] = { NULL };
  char *names[] = { (char *) "-", (char *) "a", (char *) "/dev/stdin",
                    (char *) "-", NULL };
  g_autoptr (GError) error = NULL;

  assert_int_equal (fit_invocation_count_stdin (NULL), 0);
  assert_int_equal (fit_invocation_count_stdin (none), 0);
  assert_int_equal (fit_invocation_count_stdin (names), 3);
  assert_int_equal (fit_invocation_count_stdin (names + 1), 2);
  assert_true (fit_invocation_check_stdin (0, NULL));
  assert_true (fit_invocation_check_stdin (1, NULL));
  assert_false (fit_invocation_check_stdin (2, &error));
  assert_string_equal (error->message,
                       "standard input (-) can be read only once");
}

/* -- inputs ---------------------------------------------------------------- */

/* What can be read only once is kept, by each of its names. */
static void
test_kept (void **state)
{
  const FitOptions options = { 0 };
  g_autoptr (FitInputs) inputs = fit_inputs_new (&options);
  g_autoptr (FitSource) input = NULL, file = NULL;

  assert_null (fit_inputs_find_kept (inputs, "-"));
  fit_inputs_keep (inputs, "/dev/stdin", g_strdup ("abc"), 3);
  input = fit_inputs_open (inputs, "-", 10, NULL);
  assert_int_equal (input->len, 3);
  assert_memory_equal (input->bytes, "abc", 3);
  assert_ptr_equal (fit_inputs_find_kept (inputs, "-"), input);
  assert_null (fit_inputs_find_kept (inputs, "a"));
  file = fit_inputs_open (inputs, "/dev/null", 10, NULL);
  assert_non_null (file);
  assert_string_equal (fit_inputs_namespace (inputs), "default");
}

static const struct
{
  const char *text;
  const char *message; /* (nullable): NULL: one pod */
} loaded[] = {
  { "kind: Pod\napiVersion: v1\nmetadata: {name: a}\n", NULL },
  { "kind: Config\napiVersion: v1\n",
    "-: found a kubeconfig\n"
    "hint: --kubeconfig FILE reads the cluster that it is for" },
  { "kind: Pod\nmetadata: {name: {{ a }}}\n",
    "-: document 1: line 2, column 19: unsupported map key of type object\n"
    "hint: {{ a }} on line 2 is of a template: give what 'helm template CHART' "
    "prints" },
};

static void
test_load_objects (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (loaded); i++)
    {
      const FitOptions options = { 0 };
      g_autoptr (FitInputs) inputs = fit_inputs_new (&options);
      g_autoptr (FitObjects) objects = fit_objects_new ();
      g_autoptr (GError) error = NULL;

      fit_inputs_keep (inputs, "-", g_strdup (loaded[i].text),
                       strlen (loaded[i].text));
      assert_int_equal (
          fit_inputs_load_objects (inputs, "-", objects, 0, &error),
          loaded[i].message == NULL);
      if (loaded[i].message != NULL)
        assert_string_equal (error->message, loaded[i].message);
      assert_int_equal (objects->skipped.n, 0);
    }
}

static void
test_skipped (void **state)
{
  g_auto (FitTally) skipped = { 0 };
  g_autofree char *none = fit_inputs_note_skipped (&skipped);
  g_autofree char *one = NULL, *two = NULL;
  g_autoptr (GError) error = NULL;

  assert_null (none);
  fit_tally_add (&skipped, "%s", "a");
  one = fit_inputs_note_skipped (&skipped);
  assert_string_equal (one, "skipped 1 file that holds nothing fitsched reads: "
                            "a");
  fit_tally_add (&skipped, "%s", "b");
  two = fit_inputs_note_skipped (&skipped);
  assert_string_equal (two, "skipped 2 files that hold nothing fitsched reads: "
                            "a, b");
  assert_false (fit_inputs_fail_skipped ("d", &skipped, &error));
  assert_string_equal (error->message,
                       "found no manifests in \"d\": skipped 2 files that hold "
                       "nothing fitsched reads: a, b");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_rules),       cmocka_unit_test (test_gates),
    cmocka_unit_test (test_wrong_gates), cmocka_unit_test (test_decode_flags),
    cmocka_unit_test (test_extras),      cmocka_unit_test (test_stdin),
    cmocka_unit_test (test_kept),        cmocka_unit_test (test_load_objects),
    cmocka_unit_test (test_skipped),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
