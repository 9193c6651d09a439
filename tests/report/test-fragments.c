/* test-fragments.c - what is stranded, by hand and in random clusters
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include <json-c/json.h>

#include "report/fragments.h"
#include "tests/support/cmocka.h"

static const char *const states[] = { "before", "after", NULL };

/* Returns: (transfer full): the rows of @resource, as "ZONE STATE FREE STRANDED
 * LARGEST" */
static char *
rows_of (const char *cluster, const char *resource)
{
  g_autoptr (FitReport) report = fit_report_new ("Test", FIT_FORMAT_JSON, 0);
  g_autoptr (FitJson) columns = fit_json_from_text (cluster);
  GString *out = g_string_new (NULL);
  FitJson *all, *value, *rows;

  fit_fragments_report (columns, states, report);
  json_object_object_get_ex (report->data, "fragmentation", &all);
  for (gsize i = 0; i < json_object_array_length (all); i++)
    {
      FitJson *object = json_object_array_get_idx (all, i);

      json_object_object_get_ex (object, "resource", &value);
      if (strcmp (json_object_get_string (value), resource) != 0)
        continue;
      json_object_object_get_ex (object, "rows", &rows);
      for (gsize r = 0; r < json_object_array_length (rows); r++)
        {
          static const char *const keys[]
              = { "zone", "state", "free", "stranded", "largest" };

          for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
            {
              json_object_object_get_ex (json_object_array_get_idx (rows, r),
                                         keys[k], &value);
              g_string_append_printf (
                  out, "%s%s", k > 0 ? " " : "",
                  value != NULL ? json_object_get_string (value) : "-");
            }
          g_string_append_c (out, '\n');
        }
    }
  return g_string_free (out, FALSE);
}

#define RESOURCE(name, unit, has, before, after)                       \
  "{\"name\":\"" name "\",\"unit\":\"" unit "\",\"allocatable\":[" has \
  "],\"before\":[" before "],\"after\":[" after "]}"

/* Two zones; a strands half of its cpu, b takes no pods, c has no place left. */
static const char cluster[]
    = "{\"names\":[\"a\",\"b\",\"c\",\"d\"],"
      "\"zones\":{\"values\":[\"x\",\"y\"],\"of\":[0,0,1,-1]},"
      "\"groups\":{\"values\":[\"g\"],\"of\":[0,0,0,0]},"
      "\"cordoned\":[[1,1]],\"notReady\":[],\"resources\":[" RESOURCE ("cpu", "milli", "4000,4000,4000,1000", "2000,0,0,1000", "2000,0,0,3000") "," RESOURCE (
          "memory", "bytes", "800,800,800,100", "0,0,0,0",
          "800,0,0,0") "," RESOURCE ("pods", "count", "10,10,2,10", "1,0,2,1",
                                     "2,0,2,1") "," RESOURCE ("example.com/gpu",
                                                              "count",
                                                              "2,0,0,0",
                                                              "1,0,0,0",
                                                              "1,0,0,0") "," RESOURCE ("example.com/unused",
                                                                                       "count",
                                                                                       "2,2,2,2",
                                                                                       "0,0,0,0",
                                                                                       "0,0,0,0") "]}";

static void
test_what_is_free_beside_nothing_is_stranded (void **state)
{
  g_autofree char *cpu = rows_of (cluster, "cpu");
  g_autofree char *memory = rows_of (cluster, "memory");
  g_autofree char *gpu = rows_of (cluster, "example.com/gpu");
  g_autofree char *unused = rows_of (cluster, "example.com/unused");

  assert_string_equal (cpu, "all before 10000 8000 2000\n"
                            "all after 10000 10000 2000\n"
                            "- before 0 0 0\n"
                            "- after 0 0 0\n"
                            "x before 6000 4000 2000\n"
                            "x after 6000 6000 2000\n"
                            "y before 4000 4000 0\n"
                            "y after 4000 4000 0\n");
  assert_string_equal (memory, "all before 2500 2100 800\n"
                               "all after 1700 1700 100\n"
                               "- before 100 100 100\n"
                               "- after 100 100 100\n"
                               "x before 1600 1200 800\n"
                               "x after 800 800 0\n"
                               "y before 800 800 0\n"
                               "y after 800 800 0\n");
  /* Half of the cpu is free: enough for one of two devices. */
  assert_string_equal (gpu, "all before 1 0 1\n"
                            "all after 1 1 1\n");
  assert_string_equal (unused, "");
}

/* Whatever the amounts are, nothing is stranded that is not free, and a node
 * whose shares are equal strands nothing. */
static void
test_sums_hold_for_any_amounts (void **state)
{
  GRand *random = g_rand_new_with_seed (1);

  for (guint run = 0; run < 2000; run++)
    {
      const gint64 has = (gint64) 1 << g_rand_int_range (random, 1, 62);
      const gint64 used = (gint64) (g_rand_double (random) * (double) has);
      g_autofree char *even = g_strdup_printf (
          "{\"names\":[\"a\"],\"zones\":{\"values\":[],\"of\":[-1]},\"groups\":"
          "{\"values\":[],\"of\":[-1]},\"resources\":[" RESOURCE (
              "cpu", "milli", "%" G_GINT64_FORMAT, "%" G_GINT64_FORMAT,
              "%" G_GINT64_FORMAT) "," RESOURCE ("memory", "bytes",
                                                 "%" G_GINT64_FORMAT,
                                                 "%" G_GINT64_FORMAT,
                                                 "0") "," RESOURCE ("pods",
                                                                    "count",
                                                                    "9", "0",
                                                                    "0") "]}",
          has, used, used, has, used);
      g_autofree char *expected = g_strdup_printf (
          "all before %" G_GINT64_FORMAT " 0 %" G_GINT64_FORMAT
          "\nall after %" G_GINT64_FORMAT " 0 %" G_GINT64_FORMAT "\n",
          has - used, has - used, has - used, has - used);
      g_autofree char *rows = rows_of (even, "cpu");

      assert_string_equal (rows, expected);
    }
  g_rand_free (random);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_free_beside_nothing_is_stranded),
    cmocka_unit_test (test_sums_hold_for_any_amounts),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
