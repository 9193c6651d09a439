/* test-config-version.c - which release reads which version of a
 * configuration
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "releases/config-version.h"
#include "tests/support/cmocka.h"

/* The first and the last of the known releases that read it; no last one is the
 * newest known. */
static const struct
{
  const char *name;
  FitConfigVersion version;
  FitRelease oldest, newest;
} rows[] = {
  { "v1alpha1", FIT_CONFIG_V1ALPHA1, FIT_RELEASE_LEGACY, FIT_RELEASE (18, 2) },
  { "v1alpha2", FIT_CONFIG_V1ALPHA2, FIT_RELEASE (18, 2), FIT_RELEASE (18, 2) },
  { "v1beta1", FIT_CONFIG_V1BETA1, FIT_RELEASE (19, 0), FIT_RELEASE (22, 6) },
  { "v1beta2", FIT_CONFIG_V1BETA2, FIT_RELEASE (22, 6), FIT_RELEASE (27, 1) },
  { "v1beta3", FIT_CONFIG_V1BETA3, FIT_RELEASE (23, 3), FIT_RELEASE (28, 3) },
  { "v1", FIT_CONFIG_V1, FIT_RELEASE (25, 2) },
};

static void
test_names (void **state)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *long_name
          = g_strdup_printf (FIT_CONFIG_GROUP "/%s", rows[i].name);
      FitConfigVersion version = 0;

      assert_string_equal (fit_config_version_name (rows[i].version),
                           rows[i].name);
      assert_true (fit_config_version_parse (rows[i].name, &version, NULL));
      assert_int_equal (version, rows[i].version);
      version = 0;
      assert_true (fit_config_version_parse (long_name, &version, NULL));
      assert_int_equal (version, rows[i].version);
    }
}

static void
test_wrong_names (void **state)
{
  static const char *const names[] = {
    "",       "v2", "V1", "v1 ", FIT_CONFIG_GROUP "/", FIT_CONFIG_GROUP "v1",
    "apps/v1"
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *expected = g_strdup_printf (
          "found version \"%s\", expected v1alpha1, v1alpha2, v1beta1, "
          "v1beta2, v1beta3 or v1",
          names[i]);
      g_autoptr (GError) error = NULL;
      FitConfigVersion version = FIT_CONFIG_V1BETA1;

      assert_false (fit_config_version_parse (names[i], &version, &error));
      assert_string_equal (error->message, expected);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
      assert_int_equal (version, FIT_CONFIG_V1BETA1);
    }
}

static void
test_releases (void **state)
{
  guint n;
  const FitReleaseName *known = fit_releases (&n);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitConfigVersion version = rows[i].version;
      const FitRelease newest
          = rows[i].newest != 0 ? rows[i].newest : fit_release_newest ();

      assert_int_equal (fit_config_version_oldest_release (version),
                        rows[i].oldest);
      assert_int_equal (fit_config_version_newest_release (version), newest);
      for (guint k = 0; k < n; k++)
        assert_int_equal (
            fit_config_version_is_read_by (version, known[k].release),
            known[k].release >= rows[i].oldest
                && (rows[i].newest == 0 || known[k].release <= newest));
    }
}

static void
test_versions_of_a_release (void **state)
{
  static const struct
  {
    FitRelease release;
    const char *text;
  } texts[] = {
    { FIT_RELEASE_LEGACY, "v1alpha1" },
    { FIT_RELEASE (18, 2), "v1alpha1 and v1alpha2" },
    { FIT_RELEASE (19, 0), "v1beta1" },
    { FIT_RELEASE (22, 6), "v1beta1 and v1beta2" },
    { FIT_RELEASE (23, 3), "v1beta2 and v1beta3" },
    { FIT_RELEASE (25, 2), "v1beta2, v1beta3 and v1" },
    { FIT_RELEASE (28, 3), "v1beta3 and v1" },
    { FIT_RELEASE (34, 1), "v1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = fit_config_versions_text (texts[i].release);

      assert_string_equal (text, texts[i].text);
    }
}

/* Without an end, all later versions are in it. */
static void
test_spans (void **state)
{
  const FitConfigSpan some
      = { FIT_CONFIG_V1BETA1, FIT_CONFIG_V1BETA2, FIT_SPAN (20, 23) };
  const FitConfigSpan open = { FIT_CONFIG_V1BETA3, 0, FIT_SINCE (25) };
  const FitRelease old = FIT_RELEASE (20, 2), later = FIT_RELEASE (25, 2);

  assert_false (fit_config_span_has (&some, FIT_CONFIG_V1ALPHA2, old));
  assert_true (fit_config_span_has (&some, FIT_CONFIG_V1BETA1, old));
  assert_true (fit_config_span_has (&some, FIT_CONFIG_V1BETA2, old));
  assert_false (fit_config_span_has (&some, FIT_CONFIG_V1BETA3, old));
  assert_false (fit_config_span_has (&some, FIT_CONFIG_V1BETA1, later));
  assert_false (fit_config_span_has (&open, FIT_CONFIG_V1BETA2, later));
  assert_true (fit_config_span_has (&open, FIT_CONFIG_V1BETA3, later));
  assert_true (fit_config_span_has (&open, FIT_CONFIG_V1, later));
  assert_false (fit_config_span_has (&open, FIT_CONFIG_V1, old));
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_names),
    cmocka_unit_test (test_wrong_names),
    cmocka_unit_test (test_releases),
    cmocka_unit_test (test_versions_of_a_release),
    cmocka_unit_test (test_spans),
  };

  return cmocka_run_group_tests_name ("config-version", tests, NULL, NULL);
}
