/* test-legacy-release.c - naming releases, and what changed with them
 * SPDX-License-Identifier: Apache-2.0 */
#include "releases/legacy-release.h"
#include "tests/support/cmocka.h"

static void
check_parse (const char *text, FitRelease expected)
{
  g_autoptr (GError) error = NULL;
  FitRelease release = 0;

  if (!fit_legacy_release_parse (text, &release, &error))
    fail_msg ("%s", error->message);
  assert_int_equal (release, expected);
}

static void
test_parse (void **state)
{
  for (FitRelease release = FIT_RELEASE_OLDEST; release <= FIT_RELEASE_LEGACY;
       release += FIT_RELEASE (1, 0))
    check_parse (fit_legacy_release_name (release), release);
  check_parse ("v1.9", FIT_RELEASE (9, 0));
  check_parse ("1.10.13", FIT_RELEASE (10, 0));
  check_parse ("v1.16.7", FIT_RELEASE (16, 0));
  check_parse ("1.13.12-gke.25", FIT_RELEASE (13, 0));
  check_parse ("v1.16.3-k3s.2", FIT_RELEASE (16, 0));
  check_parse ("1.14+", FIT_RELEASE (14, 0));
}

static void
test_parse_errors (void **state)
{
  static const char *const texts[]
      = { "",         "1",      "1.",     "1.7",  "1.17",  "1.100",
          "1.16.",    "1.1",    "1.16.x", "2.10", " 1.10", "1.10 ",
          "1.10.1.2", "vv1.10", "1.10-",  "10",   "v",     "1.10.-1" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *message = g_strdup_printf (
          "\"%s\" is not a release from 1.8 to 1.16\n"
          "hint: for an older file use 1.8; from 1.17 on rules are framework "
          "plugins",
          texts[i]);
      FitRelease release = 0;

      if (fit_legacy_release_parse (texts[i], &release, &error))
        fail_msg ("\"%s\" is taken for %d", texts[i], release);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
      assert_string_equal (error->message, message);
      assert_int_equal (release, 0);
    }
}

static void
test_rules (void **state)
{
  for (FitRelease release = FIT_RELEASE_OLDEST; release <= FIT_RELEASE_LEGACY;
       release += FIT_RELEASE (1, 0))
    {
      assert_int_equal (fit_legacy_release_any_case (release),
                        release < FIT_RELEASE (11, 0));
      assert_int_equal (fit_legacy_release_missing_is_empty (release),
                        release < FIT_RELEASE (10, 0));
      assert_int_equal (fit_legacy_release_runs_all (release),
                        release < FIT_RELEASE (10, 0));
    }
}

static void
test_percentage (void **state)
{
  for (FitRelease release = FIT_RELEASE (8, 0); release <= FIT_RELEASE (11, 0);
       release += FIT_RELEASE (1, 0))
    assert_int_equal (fit_legacy_release_percentage (release, 30), 100);
  for (FitRelease release = FIT_RELEASE (12, 0); release <= FIT_RELEASE (13, 0);
       release += FIT_RELEASE (1, 0))
    {
      assert_int_equal (fit_legacy_release_percentage (release, 0), 50);
      assert_int_equal (fit_legacy_release_percentage (release, 30), 30);
      assert_int_equal (fit_legacy_release_percentage (release, -1), 100);
    }
  for (FitRelease release = FIT_RELEASE (14, 0); release <= FIT_RELEASE (16, 0);
       release += FIT_RELEASE (1, 0))
    {
      assert_int_equal (fit_legacy_release_percentage (release, 0), 0);
      assert_int_equal (fit_legacy_release_percentage (release, 30), 30);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_parse),
    cmocka_unit_test (test_parse_errors),
    cmocka_unit_test (test_rules),
    cmocka_unit_test (test_percentage),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
