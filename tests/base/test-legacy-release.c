/* test-legacy-release.c - naming releases, and what changed with them */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/legacy-release.h"

static void
check_parse (const char *text, FitLegacyRelease expected)
{
  g_autoptr (GError) error = NULL;
  FitLegacyRelease release = 0;

  if (!fit_legacy_release_parse (text, &release, &error))
    fail_msg ("%s", error->message);
  assert_int_equal (release, expected);
}

static void
test_parse (void **state)
{
  for (FitLegacyRelease release = FIT_LEGACY_RELEASE_FIRST;
       release <= FIT_LEGACY_RELEASE_LAST; release++)
    check_parse (fit_legacy_release_name (release), release);
  check_parse ("v1.9", 9);
  check_parse ("1.10.13", 10);
  check_parse ("v1.16.7", 16);
  check_parse ("1.13.12-gke.25", 13);
  check_parse ("v1.16.3-k3s.2", 16);
  check_parse ("1.14+", 14);
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
      FitLegacyRelease release = 0;

      if (fit_legacy_release_parse (texts[i], &release, &error))
        fail_msg ("\"%s\" is taken for 1.%u", texts[i], release);
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
      assert_string_equal (error->message, message);
      assert_int_equal (release, 0);
    }
}

static void
test_rules (void **state)
{
  for (FitLegacyRelease release = FIT_LEGACY_RELEASE_FIRST;
       release <= FIT_LEGACY_RELEASE_LAST; release++)
    {
      assert_int_equal (fit_legacy_release_any_case (release), release < 11);
      assert_int_equal (fit_legacy_release_missing_is_empty (release),
                        release < 10);
      assert_int_equal (fit_legacy_release_runs_all (release), release < 10);
    }
}

static void
test_percentage (void **state)
{
  for (FitLegacyRelease release = 8; release <= 11; release++)
    assert_int_equal (fit_legacy_release_percentage (release, 30), 100);
  for (FitLegacyRelease release = 12; release <= 13; release++)
    {
      assert_int_equal (fit_legacy_release_percentage (release, 0), 50);
      assert_int_equal (fit_legacy_release_percentage (release, 30), 30);
      assert_int_equal (fit_legacy_release_percentage (release, -1), 100);
    }
  for (FitLegacyRelease release = 14; release <= 16; release++)
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
