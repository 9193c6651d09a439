/* test-scheduled-pods.c - which pods are those of some rules, and which of them wait
 * for their gates
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/scheduled-pods.h"
#include "tests/support/simulated.h"

#define TWO_PROFILES                                                  \
  "apiVersion: kubescheduler.config.k8s.io/v1\nkind: "                \
  "KubeSchedulerConfiguration\nprofiles:\n- schedulerName: gates\n- " \
  "schedulerName: open\n  plugins: {preEnqueue: {disabled: [{name: '*'}]}}\n"
#define ONE_PROFILE                                    \
  "apiVersion: kubescheduler.config.k8s.io/v1\nkind: " \
  "KubeSchedulerConfiguration\nprofiles:\n- schedulerName: only\n"

#define GATED ", schedulingGates: [{name: example.com/wait}]"

static const struct
{
  const char *spec;
  gboolean taken;
  const char *profile;
  gboolean held_back;
} rows[] = {
  { "schedulerName: gates", TRUE, "gates", FALSE },
  { "schedulerName: gates" GATED, TRUE, "gates", TRUE },
  { "schedulerName: open", TRUE, "open", FALSE },
  { "schedulerName: open" GATED, TRUE, "open", FALSE },
  /* as if it were one of the first profile */
  { "schedulerName: other", FALSE, "gates", FALSE },
  { "schedulerName: other" GATED, FALSE, "gates", TRUE },
};

static void
test_profiles (void **state)
{
  g_autoptr (FitConfiguration) configuration
      = configuration_from ("1.34.1", "", TWO_PROFILES);
  g_autofree char *names = fit_rules_schedulers (configuration, "unused");

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest
          = g_strdup_printf (POD ("p", "", "%s"), rows[i].spec);
      g_autoptr (FitPod) pod = pod_from (manifest);

      assert_int_equal (fit_rules_take (configuration, "other", pod),
                        rows[i].taken);
      assert_string_equal (
          fit_rules_profile (configuration, pod)->scheduler_name,
          rows[i].profile);
      assert_int_equal (
          fit_rules_hold_back (configuration, FIT_MODERN_STRICT_LEGACY, pod),
          rows[i].held_back);
    }
  assert_string_equal (names, "gates, open");
}

static void
test_one_profile (void **state)
{
  g_autoptr (FitConfiguration) configuration
      = configuration_from ("1.34.1", "", ONE_PROFILE);
  g_autofree char *names = fit_rules_schedulers (configuration, "unused");

  assert_string_equal (names, "only");
}

/* v1.16 has one scheduler, and no gates, unless these are honoured. */
static void
test_no_profiles (void **state)
{
  g_autoptr (FitPod) mine
      = pod_from (POD ("p", "", "schedulerName: mine" GATED));
  g_autoptr (FitPod) other = pod_from (POD ("p", "", "schedulerName: other"));
  g_autofree char *names = fit_rules_schedulers (NULL, "mine");

  assert_true (fit_rules_take (NULL, "mine", mine));
  assert_false (fit_rules_take (NULL, "mine", other));
  assert_null (fit_rules_profile (NULL, mine));
  assert_false (fit_rules_hold_back (NULL, FIT_MODERN_STRICT_LEGACY, mine));
  assert_true (fit_rules_hold_back (NULL, FIT_MODERN_HONOUR, mine));
  assert_string_equal (names, "mine");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_profiles),
    cmocka_unit_test (test_one_profile),
    cmocka_unit_test (test_no_profiles),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
