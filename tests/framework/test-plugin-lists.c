/* test-plugin-lists.c - a plugin is enabled at all points that it implements
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/framework/stage.h"
#include "tests/support/enabled-plugin.h"

/* "POINT: NAME*WEIGHT ..." for each list that is not empty. */
static void
assert_lists (const FitPluginLists *lists, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint point = 0; point < FIT_POINT_LAST; point++)
    {
      const GArray *enabled = lists->enabled[point];

      for (guint i = 0; i < enabled->len; i++)
        {
          const FitEnabledPlugin *entry
              = &g_array_index (enabled, FitEnabledPlugin, i);

          g_string_append_printf (text, "%s %s*%d\n",
                                  fit_extension_point_info (point)->legacy_kind,
                                  entry->name, (int) entry->weight);
        }
    }
  assert_string_equal (text->str, expected);
}

static void
test_enable_all (void **state)
{
  g_auto (Stage) stage = { 0 };

  stage_init (&stage, "{filter: [C]}");
  enable_at_all_points (stage.lists, FIT_RELEASE_LEGACY,
                        fit_plugin_registry_find (stage.registry, "Picky"), 4);
  assert_lists (stage.lists, "filter C*0\nfilter Picky*4\n");
  enable_at_all_points (stage.lists, FIT_RELEASE_LEGACY,
                        fit_plugin_registry_find (stage.registry, "A"), 3);
  assert_lists (stage.lists,
                "queue sort A*3\nprefilter A*3\n"
                "filter C*0\nfilter Picky*4\nfilter A*3\npost-filter A*3\n"
                "score A*3\nreserve A*3\n"
                "permit A*3\nprebind A*3\nbind A*3\npostbind A*3\n"
                "unreserve A*3\n");
  assert_true (stage_try (&stage, NULL));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_enable_all),
  };

  return cmocka_run_group_tests_name ("plugin-lists", tests, NULL, NULL);
}
