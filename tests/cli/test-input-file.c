/* What a file is taken for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "cli/input-file.h"

static const struct
{
  const char *text;
  FitInputType type;
} rows[] = {
  { "{\"kind\":\"Policy\",\"apiVersion\":\"v1\"}", FIT_INPUT_POLICY },
  { "apiVersion: v1\nkind: Policy\n", FIT_INPUT_POLICY },
  { "predicates: []\n", FIT_INPUT_POLICY },
  { "{\"Priorities\": []}", FIT_INPUT_POLICY },
  { "kind: ConfigMap\napiVersion: v1\ndata: {policy.cfg: x}\n",
    FIT_INPUT_POLICY },
  { "kind: ConfigMap\napiVersion: v1\ndata: {other: x}\n",
    FIT_INPUT_MANIFESTS },
  { "kind: Pod\napiVersion: v1\n---\nkind: Policy\napiVersion: v1\n",
    FIT_INPUT_MANIFESTS },
  { "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[{\"kind\":\"Policy\","
    "\"apiVersion\":\"v1\"}]}",
    FIT_INPUT_MANIFESTS },
  { "", FIT_INPUT_MANIFESTS },
  { "[]", FIT_INPUT_MANIFESTS },
  { "nothing", FIT_INPUT_MANIFESTS },
  /* Broken text, as far as it can be told. */
  { "{\"apiVersion\":\"v1\",\n \"kind\": \"Policy\",\n \"predicates\": [,]}",
    FIT_INPUT_POLICY },
  { "kind: Policy\npredicates: [\n", FIT_INPUT_POLICY },
  { "{\"kind\":\"PolicyThing\",", FIT_INPUT_MANIFESTS },
  { "{\"kind\":\"Pod\",", FIT_INPUT_MANIFESTS },
};

/* Configurations, also broken ones. */
static const struct
{
  const char *text;
  const char *api_version;
} configurations[] = {
  { "kind: KubeSchedulerConfiguration\napiVersion: "
    "kubescheduler.config.k8s.io/v1\n",
    "kubescheduler.config.k8s.io/v1" },
  { "{\"kind\": \"KubeSchedulerConfiguration\"}", NULL },
  { "kind: KubeSchedulerConfiguration\napiVersion: 1\n", NULL },
  { "{\"kind\":\"KubeSchedulerConfiguration\", \"apiVersion\" : \"a.b/v1beta1\" "
    "\"profiles\": []}",
    "a.b/v1beta1" },
  { "apiVersion: a.b/v1beta1\nkind: KubeSchedulerConfiguration\nprofiles: "
    "[\n",
    "a.b/v1beta1" },
};

typedef struct
{
  char *directory;
  char *path;
} Place;

static int
set_up (void **state)
{
  Place *place = g_new0 (Place, 1);

  place->directory = g_dir_make_tmp ("fitsched-XXXXXX", NULL);
  place->path = g_build_filename (place->directory, "b.yaml", NULL);
  *state = place;
  return place->directory == NULL;
}

static int
tear_down (void **state)
{
  Place *place = *state;

  g_unlink (place->path);
  g_rmdir (place->directory);
  g_free (place->path);
  g_free (place->directory);
  g_free (place);
  return 0;
}

static void
write_file (const char *path, const char *text)
{
  assert_true (g_file_set_contents (path, text, -1, NULL));
}

static void
test_detect (void **state)
{
  const Place *place = *state;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (FitInput) input = { 0 };

      write_file (place->path, rows[i].text);
      assert_true (fit_input_detect (place->path, &input, NULL));
      if (input.type != rows[i].type)
        fail_msg ("taken for %d: %s", input.type, rows[i].text);
    }
}

static void
test_configurations (void **state)
{
  const Place *place = *state;

  for (guint i = 0; i < G_N_ELEMENTS (configurations); i++)
    {
      g_auto (FitInput) input = { 0 };

      write_file (place->path, configurations[i].text);
      assert_true (fit_input_detect (place->path, &input, NULL));
      if (input.type != FIT_INPUT_CONFIGURATION)
        fail_msg ("taken for %d: %s", input.type, configurations[i].text);
      if (g_strcmp0 (input.api_version, configurations[i].api_version) != 0)
        fail_msg ("found version %s: %s", input.api_version,
                  configurations[i].text);
    }
}

static void
test_missing (void **state)
{
  const Place *place = *state;
  g_autoptr (GError) error = NULL;
  FitInput input = { FIT_INPUT_POLICY, NULL };

  assert_false (fit_input_detect (place->path, &input, &error));
  assert_true (g_error_matches (error, FIT_ERROR, FIT_ERROR_IO));
  assert_int_equal (input.type, FIT_INPUT_POLICY);
}

static GPtrArray *
expand (const char *path, GError **error)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new ();

  g_ptr_array_add (paths, (gpointer) path);
  return fit_input_expand (paths, error);
}

static void
test_expand (void **state)
{
  const Place *place = *state;
  g_autofree char *first = g_build_filename (place->directory, "a.json", NULL);
  g_autofree char *other = g_build_filename (place->directory, "c.txt", NULL);
  g_autoptr (GPtrArray) nothing = expand (place->directory, NULL);
  g_autoptr (GPtrArray) found = NULL;
  g_autoptr (GPtrArray) plain = expand (other, NULL);

  assert_null (nothing);
  write_file (place->path, "");
  write_file (first, "");
  write_file (other, "");
  found = expand (place->directory, NULL);
  assert_int_equal (found->len, 2);
  assert_string_equal (found->pdata[0], first);
  assert_string_equal (found->pdata[1], place->path);
  assert_string_equal (plain->pdata[0], other);
  g_unlink (first);
  g_unlink (other);
}

/* A pipe on standard input is still there after a look at it. */
static void
test_stdin (void **state)
{
  static const char text[] = "kind: Policy\napiVersion: v1\n";
  char buffer[100];
  int ends[2], saved = dup (STDIN_FILENO);
  g_auto (FitInput) input = { 0 };

  assert_int_equal (pipe (ends), 0);
  assert_int_equal (write (ends[1], text, sizeof text - 1), sizeof text - 1);
  close (ends[1]);
  dup2 (ends[0], STDIN_FILENO);
  close (ends[0]);
  assert_true (fit_input_detect ("-", &input, NULL));
  assert_int_equal (input.type, FIT_INPUT_POLICY);
  assert_int_equal (read (STDIN_FILENO, buffer, sizeof buffer),
                    sizeof text - 1);
  assert_memory_equal (buffer, text, sizeof text - 1);
  dup2 (saved, STDIN_FILENO);
  close (saved);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown (test_detect, set_up, tear_down),
    cmocka_unit_test_setup_teardown (test_configurations, set_up, tear_down),
    cmocka_unit_test_setup_teardown (test_missing, set_up, tear_down),
    cmocka_unit_test_setup_teardown (test_expand, set_up, tear_down),
    cmocka_unit_test (test_stdin),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
