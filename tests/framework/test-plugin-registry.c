/* test-plugin-registry.c - plugins are added, found, removed and merged
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/plugin-registry.h"

#include "tests/support/cluster.h"

static const FitPluginInfo a = { .name = "a" };
static const FitPluginInfo b = { .name = "b" };
static const FitPluginInfo c = { .name = "c" };
static const FitPluginInfo another_b = { .name = "b" };

static void
assert_all (const FitPluginRegistry *registry, const char *expected)
{
  const GPtrArray *all = fit_plugin_registry_all (registry);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    g_string_append (names, ((const FitPluginInfo *) all->pdata[i])->name);
  assert_string_equal (names->str, expected);
}

static FitPluginRegistry *
registry_of (const FitPluginInfo *first, const FitPluginInfo *second)
{
  FitPluginRegistry *registry = fit_plugin_registry_new ();

  assert_true (fit_plugin_registry_add (registry, first, NULL));
  assert_true (fit_plugin_registry_add (registry, second, NULL));
  return registry;
}

static void
test_add_and_find (void **state)
{
  g_autoptr (FitPluginRegistry) registry = registry_of (&c, &b);
  g_autoptr (GError) error = NULL;

  assert_all (registry, "cb");
  assert_ptr_equal (fit_plugin_registry_find (registry, "b"), &b);
  assert_null (fit_plugin_registry_find (registry, "a"));
  assert_false (fit_plugin_registry_add (registry, &another_b, &error));
  assert_error (&error, FIT_ERROR_POLICY, "a plugin named b already exists");
  assert_ptr_equal (fit_plugin_registry_find (registry, "b"), &b);
}

static void
test_remove (void **state)
{
  g_autoptr (FitPluginRegistry) registry = registry_of (&c, &b);
  g_autoptr (GError) error = NULL;

  assert_false (fit_plugin_registry_remove (registry, "a", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "no plugin named a exists");
  assert_true (fit_plugin_registry_remove (registry, "c", NULL));
  assert_all (registry, "b");
  assert_true (fit_plugin_registry_add (registry, &c, NULL));
  assert_all (registry, "bc");
}

static void
test_merge (void **state)
{
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  g_autoptr (FitPluginRegistry) other = registry_of (&c, &b);
  g_autoptr (FitPluginRegistry) clash = registry_of (&a, &another_b);
  g_autoptr (GError) error = NULL;

  assert_true (fit_plugin_registry_merge (registry, other, NULL));
  assert_all (registry, "cb");
  assert_all (other, "cb");
  /* all or nothing */
  assert_false (fit_plugin_registry_merge (registry, clash, &error));
  assert_error (&error, FIT_ERROR_POLICY, "a plugin named b already exists");
  assert_all (registry, "cb");
  assert_true (fit_plugin_registry_remove (registry, "b", NULL));
  assert_true (fit_plugin_registry_merge (registry, clash, NULL));
  assert_all (registry, "cab");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_add_and_find),
    cmocka_unit_test (test_remove),
    cmocka_unit_test (test_merge),
  };

  return cmocka_run_group_tests_name ("plugin-registry", tests, NULL, NULL);
}
