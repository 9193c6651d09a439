/* test-plugin-hints.c - what all plugins register, with hints and without
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/plugin-events.h"
#include "rules/profile-plugin.h"
#include "tests/rules/hint-scene.h"

#include <string.h>

/* Without hints every event counts that is registered, as before 1.28. */
static void
test_no_hints_no_judgement (void **state)
{
  static const FitRelease releases[]
      = { FIT_RELEASE (22, 6), FIT_RELEASE (25, 2), FIT_RELEASE (27, 1) };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      g_autoptr (GArray) rows = fit_plugin_events (
          releases[i], fit_feature_gates_of_release (releases[i]), FALSE);

      assert_true (rows->len > 30);
      for (guint k = 0; k < rows->len; k++)
        assert_null (g_array_index (rows, FitPluginEvent, k).registration.hint);
    }
}

static gboolean
registers (const GArray *rows, const char *plugin, FitClusterEventName name)
{
  for (guint i = 0; i < rows->len; i++)
    {
      const FitPluginEvent *row = &g_array_index (rows, FitPluginEvent, i);

      if (strcmp (row->plugin, plugin) == 0
          && fit_cluster_event_matches (&row->registration.event,
                                        fit_cluster_event (name)))
        return TRUE;
    }
  return FALSE;
}

/* Whatever else changes with a release, a new node may help. */
static void
test_each_release_waits_for_nodes (void **state)
{
  static const char *const plugins[]
      = { "NodeUnschedulable", "NodeName",           "TaintToleration",
          "NodeAffinity",      "NodePorts",          "NodeResourcesFit",
          "InterPodAffinity",  "VolumeRestrictions", "PodTopologySpread",
          "VolumeZone",        "VolumeBinding" };
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint i = 0; i < n; i++)
    for (guint hints = 0;
         hints < 2 && releases[i].release >= FIT_RELEASE (22, 0); hints++)
      {
        g_autoptr (GArray) rows = fit_plugin_events (
            releases[i].release,
            fit_feature_gates_of_release (releases[i].release), hints);

        for (guint k = 0; k < G_N_ELEMENTS (plugins); k++)
          if (!registers (rows, plugins[k], EVENT (NODE_ADD)))
            fail_msg ("%s in %s", plugins[k], releases[i].name);
      }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_no_hints_no_judgement),
    cmocka_unit_test (test_each_release_waits_for_nodes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
