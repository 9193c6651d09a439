/* The releases that are known, and how people write them */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/release.h"

static void
test_every_release_reads_as_it_is_written (void **state)
{
  guint n;
  const FitReleaseName *known = fit_releases (&n);

  assert_true (n > 1);
  for (guint i = 0; i < n; i++)
    {
      FitRelease release = 0;

      assert_true (fit_release_parse (known[i].name, &release, NULL));
      assert_int_equal (release, known[i].release);
      assert_string_equal (fit_release_name (release), known[i].name);
      assert_true (i == 0 || known[i - 1].release < release);
    }
  assert_int_equal (fit_release_newest (), known[n - 1].release);
}

static void
test_a_line_is_its_newest_release (void **state)
{
  FitRelease release = 0;

  assert_true (fit_release_parse ("1.20", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (20, 15));
  assert_true (fit_release_parse ("v1.34", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (34, 1));
  assert_true (fit_release_parse ("v1.19.0-rc.4", &release, NULL));
  assert_int_equal (release, FIT_RELEASE (19, 0));
}

static void
test_what_is_not_known_is_refused (void **state)
{
  const char *const texts[]
      = { "", "1", "1.", "1.2", "1.20.1", "1.20.", "2.0", "1.99", "vv1.20" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      FitRelease release = -1;

      assert_false (fit_release_parse (texts[i], &release, &error));
      assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_USAGE));
      assert_non_null (strstr (error->message, "1.34.1"));
      assert_int_equal (release, -1);
    }
}

static void
test_only_known_releases_have_names (void **state)
{
  assert_null (fit_release_name (FIT_RELEASE (17, 0)));
  assert_string_equal (fit_release_name (FIT_RELEASE_LEGACY), "1.16.7");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_every_release_reads_as_it_is_written),
    cmocka_unit_test (test_a_line_is_its_newest_release),
    cmocka_unit_test (test_what_is_not_known_is_refused),
    cmocka_unit_test (test_only_known_releases_have_names),
  };

  return cmocka_run_group_tests_name ("release", tests, NULL, NULL);
}
