/* test-readers.c - which releases read a file
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "config/migrate/readers.h"
#include "tests/support/cmocka.h"

#define POLICY "apiVersion: v1\nkind: Policy\n"
#define V1BETA1                                     \
  "apiVersion: kubescheduler.config.k8s.io/v1beta1" \
  "\nkind: KubeSchedulerConfiguration\n"

static GPtrArray *
ask (FitMigrationSourceKind kind, const char *text, const char *gates)
{
  const FitMigrationSource source
      = { .kind = kind, .name = "file", .bytes = text, .len = strlen (text) };
  const FitMigrationOptions options = { .from_gates = gates };

  return fit_readers_new (&source, &options);
}

static void
check_described (FitMigrationSourceKind kind, const char *text,
                 const char *gates, const char *expected)
{
  g_autoptr (GPtrArray) readers = ask (kind, text, gates);
  g_autofree char *got = fit_readers_describe (readers, FALSE);

  assert_string_equal (got, expected);
}

static void
test_policies (void **state)
{
  check_described (FIT_MIGRATION_POLICY, POLICY, NULL, "1.8 to 1.22");
  check_described (FIT_MIGRATION_POLICY,
                   POLICY "predicates: [{name: CheckNodeMemoryPressure}]\n",
                   NULL, "1.8 to 1.11");
  /* Between these, the two rules were the same plugin twice. */
  check_described (FIT_MIGRATION_POLICY,
                   POLICY "predicates: [{name: GeneralPredicates}, "
                          "{name: PodFitsHostPorts}]\n",
                   NULL, "1.8 to 1.17, 1.20 to 1.22");
  check_described (FIT_MIGRATION_POLICY, "predicates: {", NULL,
                   "no known release");
}

static void
test_configurations (void **state)
{
  check_described (FIT_MIGRATION_CONFIGURATION, V1BETA1, NULL, "1.19 to 1.22");
  check_described (FIT_MIGRATION_CONFIGURATION, V1BETA1 "parallelism: 8\n",
                   NULL, "1.20 to 1.22");
  /* Nobody has asked 1.17. */
  check_described (FIT_MIGRATION_CONFIGURATION,
                   "apiVersion: kubescheduler.config.k8s.io/v1alpha1\n"
                   "kind: KubeSchedulerConfiguration\n",
                   NULL, "1.16, 1.18");
}

static void
test_gates_belong_to_releases (void **state)
{
  check_described (FIT_MIGRATION_POLICY, POLICY, "PodPriority=true",
                   "1.8 to 1.17");
  check_described (FIT_MIGRATION_POLICY, POLICY, "NoSuchGate=true",
                   "no known release");
}

static void
test_the_newest_up_to_a_limit (void **state)
{
  g_autoptr (GPtrArray) readers
      = ask (FIT_MIGRATION_CONFIGURATION, V1BETA1, NULL);

  assert_string_equal (fit_readers_newest (readers, 0)->name, "1.22.6");
  assert_string_equal (fit_readers_newest (readers, FIT_RELEASE (20, 2))->name,
                       "1.20.2");
  assert_null (fit_readers_newest (readers, FIT_RELEASE (18, 2)));
}

static void
test_edges_have_reasons (void **state)
{
  g_autoptr (GPtrArray) readers
      = ask (FIT_MIGRATION_CONFIGURATION, V1BETA1 "noSuchField: 1\n", NULL);
  g_autoptr (GPtrArray) beta
      = ask (FIT_MIGRATION_CONFIGURATION, V1BETA1 "parallelism: 8\n", NULL);
  g_autofree char *edges = fit_readers_describe (beta, TRUE);

  assert_null (fit_readers_newest (readers, 0));
  assert_non_null (strstr (edges, "1.20 to 1.22, not by 1.19 (line 3, column "
                                  "1: found unknown field \"parallelism\""));
  assert_non_null (
      strstr (edges, ", not by 1.23 (it reads v1beta2 and v1beta3)"));
}

/* The version that a file names, wherever that is and whatever follows. */
static void
test_versions_of_sources (void **state)
{
#define API "kubescheduler.config.k8s.io/"
  static const struct
  {
    const char *text;
    FitConfigVersion version;
  } rows[] = {
    { API "v1beta1", FIT_CONFIG_V1BETA1 },
    { API "v1\n", FIT_CONFIG_V1 },
    { API "v1alpha1\r\n", FIT_CONFIG_V1ALPHA1 },
    { "{\"apiVersion\":\"" API "v1beta2\",", FIT_CONFIG_V1BETA2 },
    { "{'apiVersion':'" API "v1beta3'}", FIT_CONFIG_V1BETA3 },
    { "{apiVersion: " API "v1,kind: x}", FIT_CONFIG_V1 },
    { "apiVersion: " API "v1\t# x", FIT_CONFIG_V1 },
    { "apiVersion: " API "v1 # x", FIT_CONFIG_V1 },
    { API, FIT_CONFIG_VERSION_LAST },
    { API "v9", FIT_CONFIG_VERSION_LAST },
    { API "v1x", FIT_CONFIG_VERSION_LAST },
    { "apiVersion: v1", FIT_CONFIG_VERSION_LAST },
    { "", FIT_CONFIG_VERSION_LAST },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      /* What follows the source is not part of it. */
      g_autofree char *longer = g_strconcat (rows[i].text, "beta1", NULL);
      const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                          .name = "file",
                                          .bytes = longer,
                                          .len = strlen (rows[i].text) };

      if (fit_migration_source_version (&source) != rows[i].version)
        fail_msg ("%s", rows[i].text);
    }
}

/* Options are optional. */
static void
test_no_options (void **state)
{
  const FitMigrationSource source = { .kind = FIT_MIGRATION_CONFIGURATION,
                                      .name = "file",
                                      .bytes = V1BETA1,
                                      .len = strlen (V1BETA1) };
  g_autoptr (GPtrArray) readers = fit_readers_new (&source, NULL);
  g_autofree char *got = fit_readers_describe (readers, FALSE);

  assert_string_equal (got, "1.19 to 1.22");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_policies),
    cmocka_unit_test (test_configurations),
    cmocka_unit_test (test_gates_belong_to_releases),
    cmocka_unit_test (test_the_newest_up_to_a_limit),
    cmocka_unit_test (test_edges_have_reasons),
    cmocka_unit_test (test_versions_of_sources),
    cmocka_unit_test (test_no_options),
  };

  return cmocka_run_group_tests_name ("readers", tests, NULL, NULL);
}
