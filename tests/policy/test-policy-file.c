/* test-policy-file.c - Policies from files, standard input and ConfigMaps */
#include "tests/policy/policy-test.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <unistd.h>

typedef struct
{
  char *directory;
  char *path;
} Fixture;

static int
set_up (void **state)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->directory = g_dir_make_tmp ("fit-policy-XXXXXX", NULL);
  assert_non_null (fixture->directory);
  fixture->path = g_build_filename (fixture->directory, "policy", NULL);
  *state = fixture;
  return 0;
}

static int
tear_down (void **state)
{
  Fixture *fixture = *state;

  g_unlink (fixture->path);
  g_rmdir (fixture->directory);
  g_free (fixture->directory);
  g_free (fixture->path);
  g_free (fixture);
  return 0;
}

static FitPolicy *
load (const Fixture *fixture, const char *text, const FitLimits *limits,
      GError **error)
{
  assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  return fit_policy_load (fixture->path, limits, error);
}

static void
check_load_fails (const Fixture *fixture, const char *text, int code,
                  const char *format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy = load (fixture, text, NULL, &error);
  g_auto (GStrv) parts = g_strsplit (format, "PATH", -1);
  g_autofree char *message = g_strjoinv (fixture->path, parts);

  assert_null (policy);
  assert_true (g_error_matches (error, FIT_ERROR, code));
  assert_string_equal (error->message, message);
}

static void
test_file (void **state)
{
  const Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy
      = load (fixture, "{" V1 ",\"predicates\":[]}", NULL, &error);

  assert_non_null (policy);
  assert_non_null (policy->predicates);
  assert_string_equal (policy->source, fixture->path);
}

static void
test_empty_file (void **state)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy = load (*state, "", NULL, &error);

  assert_non_null (policy);
  assert_null (policy->predicates);
  assert_true (policy->internal_form);
}

static void
test_standard_input (void **state)
{
  const Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy = NULL;
  int saved = dup (STDIN_FILENO);
  int fd;

  assert_true (
      g_file_set_contents (fixture->path, "apiVersion: v1\n", -1, NULL));
  fd = g_open (fixture->path, O_RDONLY, 0);
  assert_true (fd >= 0);
  assert_int_equal (dup2 (fd, STDIN_FILENO), STDIN_FILENO);
  policy = fit_policy_load ("-", NULL, &error);
  dup2 (saved, STDIN_FILENO);
  close (saved);
  close (fd);
  assert_non_null (policy);
  assert_false (policy->internal_form);
  assert_string_equal (policy->source, "stdin");
}

static void
test_file_errors (void **state)
{
  const Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autofree char *missing
      = g_strdup_printf ("missing policy config file %s", fixture->path);
  g_autofree char *directory = g_strdup_printf (
      "couldn't read policy config: cannot read \"%s\": Is a directory",
      fixture->directory);

  assert_null (fit_policy_load (fixture->path, NULL, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_IO));
  assert_string_equal (error->message, missing);
  g_clear_error (&error);
  assert_null (fit_policy_load (fixture->directory, NULL, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_IO));
  assert_string_equal (error->message, directory);
}

static void
test_file_limit (void **state)
{
  const Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPolicy) policy = NULL;
  FitLimits limits = *fit_limits_default ();
  g_autofree char *message = g_strdup_printf (
      "couldn't read policy config: %s: longer than 20 bytes", fixture->path);

  limits.rules_bytes = 20;
  policy = load (fixture, "{" V1 "}", &limits, &error);
  assert_non_null (policy);
  assert_null (load (fixture, "{" V1 "  }", &limits, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_LIMIT));
  assert_string_equal (error->message, message);
}

static void
test_errors_name_the_file (void **state)
{
  check_load_fails (*state, "apiVersion: v1\npredicates: [{name: 5}]\n",
                    FIT_ERROR_SCHEMA,
                    "invalid policy: PATH: line 2, column 21: "
                    "predicates[0].name: found number 5, expected a string\n"
                    "hint: put it in quotes");
}

static void
test_config_map (void **state)
{
  const Fixture *fixture = *state;
  g_autoptr (GError) error = NULL;
  g_autofree char *source
      = g_strconcat (fixture->path, ": data.policy.cfg", NULL);
  g_autoptr (FitPolicy) policy
      = load (fixture,
              "apiVersion: v1\n"
              "kind: ConfigMap\n"
              "data:\n"
              "  policy.cfg: |\n"
              "    {\"apiVersion\": \"v1\", \"priorities\": []}\n",
              NULL, &error);

  assert_non_null (policy);
  assert_non_null (policy->priorities);
  assert_string_equal (policy->source, source);
}

static void
test_config_map_errors (void **state)
{
  check_load_fails (*state, "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}",
                    FIT_ERROR_SCHEMA,
                    "missing policy config map value at key \"policy.cfg\"\n"
                    "hint: PATH is a ConfigMap: put the text of the policy "
                    "into its data under policy.cfg");
  check_load_fails (*state,
                    "kind: ConfigMap\napiVersion: v1\n"
                    "data:\n  policy.cfg:\n    kind: Policy\n",
                    FIT_ERROR_SCHEMA,
                    "invalid policy: PATH: line 5, column 5: data.policy.cfg: "
                    "found an object, expected a string\n"
                    "hint: in YAML write \"policy.cfg: |\" and indent the "
                    "policy below it");
  check_load_fails (*state,
                    "kind: ConfigMap\napiVersion: v1\n"
                    "data:\n  policy.cfg: '{\"apiVersion\":\"v1\","
                    "\"predicates\":5}'\n",
                    FIT_ERROR_SCHEMA,
                    "invalid policy: PATH: data.policy.cfg: line 1, column "
                    "33: predicates: found number 5, expected a list\n"
                    "hint: write for example "
                    "[{\"name\": \"PodFitsResources\"}]");
}

#define TEST(function) \
  cmocka_unit_test_setup_teardown (function, set_up, tear_down)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_file),           TEST (test_empty_file),
    TEST (test_standard_input), TEST (test_file_errors),
    TEST (test_file_limit),     TEST (test_errors_name_the_file),
    TEST (test_config_map),     TEST (test_config_map_errors),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
