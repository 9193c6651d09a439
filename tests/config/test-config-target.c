/* test-config-target.c - which release reads which version, and what is chosen where one is not given
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/default-profile.h"

#include "tests/config/config-test.h"

static void
test_first_and_last_release (void **state)
{
  const struct
  {
    FitConfigVersion version;
    const char *oldest;
    const char *newest;
  } rows[] = {
    { FIT_CONFIG_V1ALPHA1, "1.16.15", "1.18.2" },
    { FIT_CONFIG_V1ALPHA2, "1.18.2", "1.18.2" },
    { FIT_CONFIG_V1BETA1, "1.19.0-rc.4", "1.22.6" },
    { FIT_CONFIG_V1BETA2, "1.22.6", "1.27.1" },
    { FIT_CONFIG_V1BETA3, "1.23.3", "1.28.3" },
    { FIT_CONFIG_V1, "1.25.2", fit_release_name (fit_release_newest ()) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const FitConfigVersion version = rows[i].version;

      assert_string_equal (
          fit_release_name (fit_config_version_oldest_release (version)),
          rows[i].oldest);
      assert_string_equal (
          fit_release_name (fit_config_version_newest_release (version)),
          rows[i].newest);
    }
}

static void
expect_target (const char *release, FitConfigVersion version,
               const char *expected)
{
  FitConfigTarget target;
  g_autoptr (GError) error = NULL;
  g_autofree char *found = NULL;

  if (!fit_config_target_find (release != NULL ? release_of (release) : 0,
                               version, &target, &error))
    fail_msg ("%s", error->message);
  found = g_strdup_printf ("%s of %s", fit_config_version_name (target.version),
                           fit_release_name (target.release));
  assert_string_equal (found, expected);
}

static void
test_what_is_chosen (void **state)
{
  g_autofree char *newest
      = g_strdup_printf ("v1 of %s", fit_release_name (fit_release_newest ()));

  expect_target (NULL, 0, newest);
  expect_target ("1.18", 0, "v1alpha2 of 1.18.2");
  expect_target ("1.24", 0, "v1beta3 of 1.24.4");
  expect_target ("1.25", 0, "v1 of 1.25.2");
  expect_target (NULL, FIT_CONFIG_V1BETA2, "v1beta2 of 1.27.1");
  expect_target ("1.23", FIT_CONFIG_V1BETA2, "v1beta2 of 1.23.3");
}

static void
test_version_that_is_not_read (void **state)
{
  FitConfigTarget target = { .version = FIT_CONFIG_V1 };
  g_autoptr (GError) error = NULL;

  assert_false (fit_config_target_find (release_of ("1.30"), FIT_CONFIG_V1BETA3,
                                        &target, &error));
  assert_int_equal (error->code, FIT_ERROR_USAGE);
  assert_string_equal (error->message,
                       "1.30.1 does not read v1beta3; it reads v1, and v1beta3 "
                       "is read by 1.23.3 to 1.28.3");
  assert_int_equal (target.version, FIT_CONFIG_V1);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_first_and_last_release),
    cmocka_unit_test (test_what_is_chosen),
    cmocka_unit_test (test_version_that_is_not_read),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
