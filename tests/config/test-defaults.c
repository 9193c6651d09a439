/* test-defaults.c - the default profile of every version in every release
 *
 * The files of data/defaults say what the releases themselves fill in; data/
 * plugin-extension-points.json says which plugins they have.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

#include "rules/rule.h"

static FitConfiguration *
defaults_of (FitConfigVersion version, const char *release)
{
  g_autoptr (GError) error = NULL;
  FitConfigurationOptions options = { .release = release_of (release) };
  FitConfiguration *configuration
      = fit_configuration_default (version, &options, &error);

  if (configuration == NULL)
    fail_msg ("%s", error->message);
  return configuration;
}

/* Checks one file "v1beta1-v1.20.15.json", to the byte. */
static void
check_file (const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "-", 2);
  g_autofree char *sub = g_build_filename ("defaults", name, NULL);
  g_autofree char *path = data_path (sub);
  g_autofree char *expected = NULL;
  g_autofree char *json = NULL;
  g_autoptr (FitConfiguration) configuration = NULL;
  FitConfigVersion version;

  parts[1][strlen (parts[1]) - strlen (".json")] = '\0';
  assert_true (fit_config_version_parse (parts[0], &version, NULL));
  assert_true (g_file_get_contents (path, &expected, NULL, NULL));
  configuration = defaults_of (version, parts[1]);
  json = fit_configuration_profile_json (configuration, 0);
  g_strchomp (expected);
  if (strcmp (json, expected) != 0)
    fail_msg ("%s\nexpected %s\ngot %s", name, expected, json);
}

static void
test_are_those_of_the_releases (void **state)
{
  g_autofree char *path = data_path ("defaults");
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  assert_non_null (dir);
  for (; (name = g_dir_read_name (dir)) != NULL; n++)
    check_file (name);
  assert_int_equal (n, 28);
}

/* An empty file reads as the defaults do. */
static void
test_of_an_empty_file (void **state)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint i = 0; i < n; i++)
    for (guint v = FIT_CONFIG_V1ALPHA1; v < FIT_CONFIG_VERSION_LAST; v++)
      {
        g_autoptr (FitConfiguration) one = NULL;
        g_autoptr (FitConfiguration) other = NULL;
        g_autofree char *text = NULL;
        g_autofree char *one_json = NULL;
        g_autofree char *other_json = NULL;

        if (!fit_config_version_is_read_by (v, releases[i].release))
          continue;
        text
            = g_strdup_printf (FILE_OF ("%s", ""), fit_config_version_name (v));
        one = read_config (releases[i].name, text);
        other = defaults_of (v, releases[i].name);
        one_json = fit_configuration_profile_json (one, 0);
        other_json = fit_configuration_profile_json (other, 0);
        assert_string_equal (one_json, other_json);
      }
}

static FitExtensionPoints
points_of (const FitValue *list)
{
  FitExtensionPoints points = 0;

  for (guint i = 0; i < list->n; i++)
    for (guint j = 0; j < FIT_POINT_LAST; j++)
      if (strcmp (fit_extension_point_info (j)->name, list->items[i].text) == 0)
        points |= 1u << j;
  return points;
}

static void
check_plugins (const char *name, const FitValue *plugins)
{
  const FitRelease release = release_of (name);
  g_autoptr (GPtrArray) known = fit_in_tree_plugin_names (release);

  assert_int_equal (known->len, plugins->n);
  for (guint i = 0; i < plugins->n; i++)
    {
      const FitMember *member = &plugins->members[i];

      if (fit_in_tree_plugin_points (member->key, release)
          != points_of (&member->value))
        fail_msg ("%s %s", name, member->key);
    }
}

static void
test_plugins_are_those_of_the_releases (void **state)
{
  g_autofree char *path = data_path ("plugin-extension-points.json");
  g_autofree char *text = NULL;
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *releases;
  gsize len;

  assert_true (g_file_get_contents (path, &text, &len, NULL));
  releases = fit_value_get (fit_json_parse (arena, text, len, NULL, NULL, NULL),
                            "releases");
  assert_int_equal (releases->n, 17);
  for (guint i = 0; i < releases->n; i++)
    check_plugins (releases->members[i].key, &releases->members[i].value);
}

/* v1.16 has no plugins of its own: a provider or a Policy decides. */
static void
test_of_v1_16 (void **state)
{
  g_autoptr (FitConfiguration) configuration
      = defaults_of (FIT_CONFIG_V1ALPHA1, "1.16");
  const FitConfigFile *file = configuration->file;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    assert_int_equal (configuration->profiles[0].plugins[i].n, 0);
  assert_string_equal (file->algorithm_source.provider, "DefaultProvider");
  assert_string_equal (file->leader_election.resource_lock, "endpoints");
  assert_int_equal (file->hard_pod_affinity_symmetric_weight, 1);
  assert_int_equal (file->bind_timeout_seconds, 600);
}

/* PodTopologySpread has come before InterPodAffinity since 1.19. */
static void
test_order_of_1_19 (void **state)
{
  static const char *const releases[] = { "1.18.2", "1.19.0-rc.4" };
  static const FitConfigVersion versions[]
      = { FIT_CONFIG_V1ALPHA2, FIT_CONFIG_V1BETA1 };
  static const char *const last[] = { "PodTopologySpread", "InterPodAffinity" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autoptr (FitConfiguration) configuration
          = defaults_of (versions[i], releases[i]);
      const FitProfileList *list
          = &configuration->profiles[0].plugins[FIT_POINT_FILTER];

      assert_int_equal (list->n, 15);
      assert_string_equal (list->items[list->n - 1].name, last[i]);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_are_those_of_the_releases),
    cmocka_unit_test (test_order_of_1_19),
    cmocka_unit_test (test_of_an_empty_file),
    cmocka_unit_test (test_plugins_are_those_of_the_releases),
    cmocka_unit_test (test_of_v1_16),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
