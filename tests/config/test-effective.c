/* test-effective.c - lists that the releases made of real configurations
 *
 * A line of data/effective/RELEASE.jsonl has a configuration, gates that differ
 * from the release's, and the lists that came of it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/config/config-test.h"

static FitFeatureGates
gates_of (FitRelease release, const FitValue *written)
{
  FitFeatureGates gates = fit_feature_gates_of_release (release);

  for (guint i = 0; written != NULL && i < written->n; i++)
    assert_true (fit_feature_gates_set (&gates, written->members[i].key,
                                        written->members[i].value.boolean,
                                        NULL));
  return gates;
}

/* Compares a list: of names, or of [NAME, WEIGHT]. */
static void
check_list (const FitProfile *profile, const FitMember *member,
            const char *name)
{
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autofree char *got = NULL;
  FitExtensionPoint point = 0;

  while (strcmp (fit_extension_point_info (point)->name, member->key) != 0)
    point++;
  for (guint i = 0; i < member->value.n; i++)
    {
      const FitValue *item = &member->value.items[i];

      if (i > 0)
        g_string_append_c (expected, ' ');
      if (item->type == FIT_VALUE_STRING)
        g_string_append (expected, item->text);
      else
        g_string_append_printf (expected, "%s:%s", item->items[0].text,
                                item->items[1].text);
    }
  got = names_at (profile, point);
  if (strcmp (got, expected->str) != 0)
    fail_msg ("%s: %s\nexpected %s\ngot %s", name, member->key, expected->str,
              got);
}

static void
check_case (FitRelease release, const FitValue *value)
{
  const char *name = fit_value_get_string (value, "name");
  const FitValue *effective = fit_value_get (value, "effective");
  FitFeatureGates gates
      = gates_of (release, fit_value_get (value, "featureGates"));
  FitConfigurationOptions options = { .release = release, .gates = &gates };
  g_autoptr (GError) error = NULL;
  g_autofree char *text
      = fit_value_to_json (fit_value_get (value, "configuration"), NULL, NULL);
  g_autoptr (FitConfiguration) configuration
      = fit_configuration_read (text, strlen (text), name, &options, &error);

  if (configuration == NULL)
    fail_msg ("%s: %s", name, error->message);
  assert_int_equal (configuration->n_profiles, 1);
  assert_int_equal (effective->n, 4);
  for (guint i = 0; i < effective->n; i++)
    check_list (&configuration->profiles[0], &effective->members[i], name);
}

static guint
check_file (const char *name)
{
  g_autofree char *sub = g_build_filename ("effective", name, NULL);
  g_autofree char *path = data_path (sub);
  g_autofree char *text = NULL;
  g_autofree char *release
      = g_strndup (name, strlen (name) - strlen (".jsonl"));
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (; lines[n] != NULL && *lines[n] != '\0'; n++)
    {
      g_autoptr (FitArena) arena = fit_arena_new ();

      check_case (release_of (release),
                  fit_json_parse (arena, lines[n], strlen (lines[n]), NULL,
                                  NULL, NULL));
    }
  return n;
}

static void
test_lists_are_those_of_the_releases (void **state)
{
  g_autofree char *path = data_path ("effective");
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  assert_non_null (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    n += check_file (name);
  assert_int_equal (n, 431);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_lists_are_those_of_the_releases),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
