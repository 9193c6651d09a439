/* A map as text: its characters, lines and widths.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "report/chart.h"
#include "tests/support/cmocka.h"

/* Five nodes: two zones, two groups, the last node without a zone; the third is
 * cordoned, and one has no cpu to give. */
static const char cluster_text[]
    = "{'names': ['a', 'b', 'c', 'd', 'e'],"
      " 'zones': {'values': ['z1', 'zone-2'], 'of': [0, 1, 1, 0, -1]},"
      " 'groups': {'label': null, 'values': ['g'], 'of': [0, 0, 0, 0, 0]},"
      " 'cordoned': [[2, 2]], 'notReady': [], 'taints': [],"
      " 'resources': [{'name': 'cpu', 'unit': 'milli',"
      "   'allocatable': [1000, 1000, 1000, 0, 1000],"
      "   'before': [0, 0, 0, 0, 0], 'after': [0, 1000, 500, 0, 590]},"
      "  {'name': 'pods', 'unit': 'count', 'allocatable': [1, 1, 1, 1, 1],"
      "   'before': [0, 0, 0, 0, 0], 'after': [1, 1, 1, 1, 1]}]}";

static FitJson *
cluster_new (void)
{
  g_autofree char *text = g_strdelimit (g_strdup (cluster_text), "'", '"');
  FitJson *cluster = fit_json_from_text (text);

  assert_non_null (cluster);
  return cluster;
}

static char *
draw (const char *which, FitChartStyle style, guint width)
{
  g_autoptr (FitJson) cluster = cluster_new ();
  GString *out = g_string_new (NULL);

  fit_chart_append (cluster, which, "now", style, width, out);
  return g_string_free (out, FALSE);
}

static void
digits_are_tenths (void **state)
{
  g_autofree char *text = draw ("after", FIT_CHART_DIGITS, 0);

  assert_string_equal (text, "\ncpu, now: 52% requested\n"
                             "  -       g  5\n"
                             "  z1      g  0.\n"
                             "  zone-2  g  #x\n");
}

static void
blocks_have_heights (void **state)
{
  g_autofree char *text = draw ("after", FIT_CHART_BLOCKS, 80);

  assert_non_null (strstr (text, "z1      g  \u2581.\n"));
  assert_non_null (strstr (text, "zone-2  g  \u2588x\n"));
}

static void
colours_end_with_each_node (void **state)
{
  g_autofree char *text = draw ("after", FIT_CHART_COLOURS, 80);

  assert_non_null (strstr (text, "\033[38;5;18m\u2588\033[0mx\n"));
}

static void
draws_nothing_of_nothing (void **state)
{
  g_autofree char *unused = draw ("before", FIT_CHART_DIGITS, 0);
  g_autofree char *missing = draw ("left", FIT_CHART_DIGITS, 0);

  assert_string_equal (unused, "");
  assert_string_equal (missing, "");
}

/* A cluster of many nodes: lines wrap, and a character stands for several. */
static void
many_nodes_fit (void **state)
{
  g_autoptr (FitJson) cluster = fit_json_object ();
  FitJson *names = fit_json_array (), *of = fit_json_array (),
          *none = fit_json_array (), *has = fit_json_array (),
          *uses = fit_json_array (), *resources = fit_json_array ();
  FitJson *zones = fit_json_object (), *resource;
  g_autoptr (GString) out = g_string_new (NULL);
  g_auto (GStrv) lines = NULL;

  for (guint i = 0; i < 4001; i++)
    {
      fit_json_add_text (names, "n");
      fit_json_add_integer (of, 0);
      fit_json_add_integer (has, 10);
      fit_json_add_integer (uses, 5);
    }
  fit_json_add_text (none, "z");
  fit_json_set (zones, "values", none);
  fit_json_set (zones, "of", of);
  fit_json_set (cluster, "names", names);
  fit_json_set (cluster, "zones", zones);
  fit_json_set (cluster, "groups", fit_json_ref (zones));
  resource = fit_json_append (resources);
  fit_json_set_text (resource, "name", "cpu");
  fit_json_set (resource, "allocatable", has);
  fit_json_set (resource, "after", uses);
  fit_json_set (cluster, "resources", resources);
  fit_chart_append (cluster, "after", "now", FIT_CHART_DIGITS, 60, out);
  fit_chart_append_legend (cluster, FIT_CHART_DIGITS, out);
  lines = g_strsplit (out->str, "\n", 0);
  for (guint i = 0; i + 2 < g_strv_length (lines); i++)
    assert_true (strlen (lines[i]) <= 60);
  assert_non_null (strstr (out->str, "A character for 3 nodes"));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (digits_are_tenths),
    cmocka_unit_test (blocks_have_heights),
    cmocka_unit_test (colours_end_with_each_node),
    cmocka_unit_test (draws_nothing_of_nothing),
    cmocka_unit_test (many_nodes_fit),
  };

  cmocka_set_message_output (CM_OUTPUT_TAP);
  return cmocka_run_group_tests (tests, NULL, NULL);
}
