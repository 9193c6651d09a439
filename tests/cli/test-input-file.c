/* What a file is taken for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib/gstdio.h>

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

static FitInput
detect (const char *path, const char *text)
{
  g_autoptr (FitSource) source = NULL;

  write_file (path, text);
  source = fit_source_open (path, 1000, NULL);
  assert_non_null (source);
  return fit_input_detect (source);
}

static void
test_detect (void **state)
{
  const Place *place = *state;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (FitInput) input = detect (place->path, rows[i].text);

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
      g_auto (FitInput) input = detect (place->path, configurations[i].text);

      if (input.type != FIT_INPUT_CONFIGURATION)
        fail_msg ("taken for %d: %s", input.type, configurations[i].text);
      if (g_strcmp0 (input.api_version, configurations[i].api_version) != 0)
        fail_msg ("found version %s: %s", input.api_version,
                  configurations[i].text);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown (test_detect, set_up, tear_down),
    cmocka_unit_test_setup_teardown (test_configurations, set_up, tear_down),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
