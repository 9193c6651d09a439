/* test-metric-set.c - the text that Prometheus reads
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/metric-set.h"

#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "serving/quantiles.h"
#include "tests/support/cmocka.h"

enum
{
  REQUESTS,
  TEMPERATURE,
  TIMES,
  VICTIMS,
  UNUSED,
  OLD,
};

static const FitMetricInfo infos[] = {
  [REQUESTS] = { "requests_total",
                 FIT_METRIC_COUNTER,
                 { "code", "method" },
                 .help = "How many." },
  [TEMPERATURE] = { "a_temperature", FIT_METRIC_GAUGE, .help = "How warm." },
  [TIMES] = { "times_seconds", FIT_METRIC_HISTOGRAM, .first = 0.001,
              .factor = 2, .buckets = 3, .help = "How long." },
  [VICTIMS] = { "victims",
                FIT_METRIC_HISTOGRAM,
                { "kind" },
                .first = 5,
                .step = 5,
                .buckets = 2,
                .help = "How many." },
  [UNUSED] = { NULL },
  [OLD] = { "old_seconds", FIT_METRIC_SUMMARY, .help = "How long." },
};

static void
assert_page (FitMetricSet *set, const char *expected)
{
  g_autoptr (GString) page = g_string_new (NULL);

  fit_metric_set_write (set, page);
  assert_string_equal (page->str, expected);
}

#define EMPTY_SUMMARY                                                      \
  "# HELP old_seconds How long.\n# TYPE old_seconds summary\n"             \
  "old_seconds{quantile=\"0.5\"} NaN\nold_seconds{quantile=\"0.9\"} NaN\n" \
  "old_seconds{quantile=\"0.99\"} NaN\nold_seconds_sum 0\n"                \
  "old_seconds_count 0\n"

/* What has labels is not shown before it has a value. */
static void
test_before_the_first_value (void **state)
{
  g_autoptr (FitMetricSet) set = fit_metric_set_new (infos, 6);

  (void) state;
  assert_page (set,
               "# HELP a_temperature How warm.\n"
               "# TYPE a_temperature gauge\na_temperature 0\n" EMPTY_SUMMARY
               "# HELP times_seconds How long.\n"
               "# TYPE times_seconds histogram\n"
               "times_seconds_bucket{le=\"0.001\"} 0\n"
               "times_seconds_bucket{le=\"0.002\"} 0\n"
               "times_seconds_bucket{le=\"0.004\"} 0\n"
               "times_seconds_bucket{le=\"+Inf\"} 0\n"
               "times_seconds_sum 0\ntimes_seconds_count 0\n");
}

static void
test_values (void **state)
{
  g_autoptr (FitMetricSet) set = fit_metric_set_new (infos, 5);

  (void) state;
  fit_metric_take (set, REQUESTS, 1, FIT_LABELS ("200", "GET"));
  fit_metric_take (set, REQUESTS, 2, FIT_LABELS ("200", "GET"));
  fit_metric_take (set, REQUESTS, 1, FIT_LABELS ("\"\\\n", "GET"));
  fit_metric_take (set, TEMPERATURE, 7, NULL);
  fit_metric_take (set, TEMPERATURE, -3.5, NULL);
  fit_metric_take (set, TIMES, 0.001, NULL);
  fit_metric_take (set, TIMES, 0.003, NULL);
  fit_metric_take (set, TIMES, 12, NULL);
  fit_metric_take (set, VICTIMS, 6, FIT_LABELS ("x"));
  fit_metric_take (set, UNUSED, 6, FIT_LABELS ("x"));
  assert_page (set, "# HELP a_temperature How warm.\n"
                    "# TYPE a_temperature gauge\na_temperature -3.5\n"
                    "# HELP requests_total How many.\n"
                    "# TYPE requests_total counter\n"
                    "requests_total{code=\"200\",method=\"GET\"} 3\n"
                    "requests_total{code=\"\\\"\\\\\\n\",method=\"GET\"} 1\n"
                    "# HELP times_seconds How long.\n"
                    "# TYPE times_seconds histogram\n"
                    "times_seconds_bucket{le=\"0.001\"} 1\n"
                    "times_seconds_bucket{le=\"0.002\"} 1\n"
                    "times_seconds_bucket{le=\"0.004\"} 2\n"
                    "times_seconds_bucket{le=\"+Inf\"} 3\n"
                    "times_seconds_sum 12.004\ntimes_seconds_count 3\n"
                    "# HELP victims How many.\n# TYPE victims histogram\n"
                    "victims_bucket{kind=\"x\",le=\"5\"} 0\n"
                    "victims_bucket{kind=\"x\",le=\"10\"} 1\n"
                    "victims_bucket{kind=\"x\",le=\"+Inf\"} 1\n"
                    "victims_sum{kind=\"x\"} 6\nvictims_count{kind=\"x\"} 1\n");
}

/* What was observed just now counts. */
static void
test_a_summary (void **state)
{
  g_autoptr (FitMetricSet) set
      = fit_metric_set_new (infos, G_N_ELEMENTS (infos));
  g_autoptr (GString) page = g_string_new (NULL);
  const char *median;

  (void) state;
  fit_metric_take (set, OLD, 2, NULL);
  fit_metric_set_write (set, page);
  median = strstr (page->str, "old_seconds{quantile=\"0.5\"} ");
  assert_non_null (median);
  median += strlen ("old_seconds{quantile=\"0.5\"} ");
  /* To cmocka NaN is equal to any number. */
  assert_true (fabs (g_ascii_strtod (median, NULL) - 2) <= 0.2);
}

static void
test_labels_are_limited (void **state)
{
  g_autoptr (FitMetricSet) set = fit_metric_set_new (infos, 1);
  g_autoptr (GString) page = g_string_new (NULL);
  guint n = 0;

  (void) state;
  for (guint i = 0; i < 5000; i++)
    {
      g_autofree char *code = g_strdup_printf ("%u", i);

      fit_metric_take (set, REQUESTS, 1, FIT_LABELS (code, "GET"));
    }
  fit_metric_set_write (set, page);
  for (const char *line = page->str; (line = strchr (line, '\n')) != NULL;
       line++)
    n++;
  assert_int_equal (n, 2 + 512 + 1);
  assert_non_null (strstr (
      page->str, "\nrequests_total{code=\"other\",method=\"other\"} 4488\n"));
}

static void
test_numbers_are_those_of_go (void **state)
{
  const struct
  {
    double value;
    const char *text;
  } rows[] = {
    { 0, "0" },
    { 1, "1" },
    { -1, "-1" },
    { 200, "200" },
    { 999999, "999999" },
    { 1e6, "1e+06" },
    { 2592000, "2.592e+06" },
    { 1.024, "1.024" },
    { 16.384, "16.384" },
    { 0.0001, "0.0001" },
    { 0.00001, "1e-05" },
    { 0.1 + 0.2, "0.30000000000000004" },
    { 1.79523960039e+09, "1.79523960039e+09" },
    { INFINITY, "+Inf" },
    { -INFINITY, "-Inf" },
    { NAN, "NaN" },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      fit_metric_append_number (text, rows[i].value);
      assert_string_equal (text->str, rows[i].text);
    }
}

static void
assert_near (double found, double expected)
{
  assert_true (found > expected * 0.97 && found < expected * 1.03);
}

static void
test_quantiles_are_near (void **state)
{
  FitQuantiles *quantiles = fit_quantiles_new ();

  (void) state;
  assert_true (isnan (fit_quantiles_get (quantiles, 0.5, 7)));
  for (guint i = 1; i <= 1000; i++)
    fit_quantiles_take (quantiles, i * 0.001, 100000);
  assert_near (fit_quantiles_get (quantiles, 0.5, 100000), 0.5);
  assert_near (fit_quantiles_get (quantiles, 0.99, 100000), 0.99);
  /* Four hours later they still count, five hours later no more. */
  assert_near (fit_quantiles_get (quantiles, 0.9, 100000 + 4 * 3600), 0.9);
  assert_true (isnan (fit_quantiles_get (quantiles, 0.9, 100000 + 5 * 3600)));
  fit_quantiles_take (quantiles, 3, 100000 + 5 * 3600);
  assert_near (fit_quantiles_get (quantiles, 0.5, 100000 + 5 * 3600), 3);
  fit_quantiles_free (quantiles);
}

/* Less than a tenth of a microsecond and more than three hours count as that. */
static void
test_quantiles_of_extremes (void **state)
{
  static const struct
  {
    double value;
    double shown;
  } rows[] = {
    { -1, 1.025e-7 },      { 0, 1.025e-7 },       { 1e-7, 1.025e-7 },
    { 1.04e-7, 1.025e-7 }, { 1.06e-7, 1.076e-7 }, { 1, 1 },
    { 12000, 12000 },      { 1e5, 12970 },        { 1e300, 12970 },
  };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FitQuantiles *quantiles = fit_quantiles_new ();

      fit_quantiles_take (quantiles, rows[i].value, 3600);
      fit_quantiles_take (quantiles, rows[i].value, 2 * 3600);
      assert_near (fit_quantiles_get (quantiles, 0.5, 3600), rows[i].shown);
      fit_quantiles_free (quantiles);
    }
}

/* Of the four values the second one is at the half. */
static void
test_quantiles_at_the_edge (void **state)
{
  FitQuantiles *quantiles = fit_quantiles_new ();

  (void) state;
  for (guint i = 1; i <= 4; i++)
    fit_quantiles_take (quantiles, i, 100000);
  assert_near (fit_quantiles_get (quantiles, 0, 100000), 1);
  assert_near (fit_quantiles_get (quantiles, 0.25, 100000), 1);
  assert_near (fit_quantiles_get (quantiles, 0.5, 100000), 2);
  assert_near (fit_quantiles_get (quantiles, 0.51, 100000), 3);
  assert_near (fit_quantiles_get (quantiles, 1, 100000), 4);
  fit_quantiles_free (quantiles);
}

/* -- this process ---------------------------------------------------------- */

/* The value of a metric on a page of its own. */
static double
value_of (const char *name)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autofree char *line = g_strdup_printf ("\n%s ", name);
  const char *found;

  fit_metric_write_process (page);
  found = strstr (page->str, line);
  if (found == NULL)
    fail_msg ("no %s", name);
  return g_ascii_strtod (found + strlen (line), NULL);
}

static void
test_names_of_the_process (void **state)
{
  g_autoptr (GString) page = g_string_new (NULL);
  g_autoptr (GRegex) value
      = g_regex_new ("(?m)^(process_[a-z_]+) .+$", 0, 0, NULL);
  g_autofree char *shown = NULL;

  (void) state;
  fit_metric_write_process (page);
  shown = g_regex_replace (value, page->str, -1, 0, "\\1", 0, NULL);
  assert_string_equal (
      shown,
      "# HELP process_cpu_seconds_total CPU time that the process has used, in "
      "seconds.\n"
      "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total\n"
      "# HELP process_max_fds How many files the process may open.\n"
      "# TYPE process_max_fds gauge\nprocess_max_fds\n"
      "# HELP process_open_fds How many files the process has open.\n"
      "# TYPE process_open_fds gauge\nprocess_open_fds\n"
      "# HELP process_resident_memory_bytes Memory of the process that is "
      "resident, in bytes.\n"
      "# TYPE process_resident_memory_bytes gauge\n"
      "process_resident_memory_bytes\n"
      "# HELP process_start_time_seconds When the process began, in seconds "
      "since 1970.\n"
      "# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds\n"
      "# HELP process_virtual_memory_bytes Virtual memory of the process, in "
      "bytes.\n"
      "# TYPE process_virtual_memory_bytes gauge\n"
      "process_virtual_memory_bytes\n"
      "# HELP process_virtual_memory_max_bytes How much virtual memory the "
      "process may have, in bytes.\n"
      "# TYPE process_virtual_memory_max_bytes gauge\n"
      "process_virtual_memory_max_bytes\n");
}

static double
seconds_of (const struct timeval *time)
{
  return (double) time->tv_sec + (double) time->tv_usec / 1e6;
}

/* User time and system time differ enough to be told apart. */
static void
test_cpu_time (void **state)
{
  struct rusage used = { 0 };
  double shown;

  (void) state;
  while (seconds_of (&used.ru_utime) < seconds_of (&used.ru_stime) + 0.3)
    {
      for (volatile guint i = 0; i < 1000000;)
        i++;
      assert_int_equal (getrusage (RUSAGE_SELF, &used), 0);
    }
  shown = value_of ("process_cpu_seconds_total");
  assert_true (shown > seconds_of (&used.ru_utime) + seconds_of (&used.ru_stime)
                           - 0.1);
  assert_int_equal (getrusage (RUSAGE_SELF, &used), 0);
  assert_true (shown < seconds_of (&used.ru_utime) + seconds_of (&used.ru_stime)
                           + 0.1);
}

static void
test_files (void **state)
{
  struct rlimit limit;
  guint n = 0;
  int fd;

  (void) state;
  assert_int_equal (getrlimit (RLIMIT_NOFILE, &limit), 0);
  limit.rlim_cur = 200;
  assert_int_equal (setrlimit (RLIMIT_NOFILE, &limit), 0);
  assert_true (value_of ("process_max_fds") == 200);
  for (int i = 0; i < 0x10000; i++)
    n += fcntl (i, F_GETFD) >= 0;
  assert_true (value_of ("process_open_fds") == n);
  fd = dup (STDOUT_FILENO);
  assert_true (value_of ("process_open_fds") == n + 1);
  close (fd);
}

static void
test_memory (void **state)
{
  static const struct
  {
    const char *name;
    guint place; /* in /proc/self/statm */
  } rows[] = { { "process_virtual_memory_bytes", 0 },
               { "process_resident_memory_bytes", 1 } };
  const double page = (double) sysconf (_SC_PAGESIZE);
  struct rlimit limit;

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const double shown = value_of (rows[i].name);
      g_autofree char *text = NULL;
      g_auto (GStrv) words = NULL;
      double expected;

      assert_true (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
      words = g_strsplit (text, " ", 0);
      expected = g_ascii_strtod (words[rows[i].place], NULL) * page;
      assert_true (shown > expected * 0.8 && shown < expected * 1.25);
    }
  assert_int_equal (getrlimit (RLIMIT_AS, &limit), 0);
  assert_true (
      value_of ("process_virtual_memory_max_bytes")
      == (limit.rlim_cur == RLIM_INFINITY ? -1 : (double) limit.rlim_cur));
}

/* By now the process is a few seconds old at most; clocks are a little apart. */
static void
test_start (void **state)
{
  const double now = (double) g_get_real_time () / G_USEC_PER_SEC;
  const double shown = value_of ("process_start_time_seconds");

  (void) state;
  assert_true (shown > now - 600 && shown < now + 5);
}

static void
test_limits_of_any_width (void **state)
{
  static const double limits[] = { 0.005, 1, 60 };
  static const FitMetricInfo info
      = { "seconds", FIT_METRIC_HISTOGRAM, .limits = limits, .buckets = 3,
          .help = "How long." };
  g_autoptr (FitMetricSet) set = fit_metric_set_new (&info, 1);

  (void) state;
  fit_metric_take (set, 0, 0.005, NULL);
  fit_metric_take (set, 0, 59, NULL);
  fit_metric_take (set, 0, 61, NULL);
  assert_page (set, "# HELP seconds How long.\n# TYPE seconds histogram\n"
                    "seconds_bucket{le=\"0.005\"} 1\n"
                    "seconds_bucket{le=\"1\"} 1\n"
                    "seconds_bucket{le=\"60\"} 2\n"
                    "seconds_bucket{le=\"+Inf\"} 3\n"
                    "seconds_sum 120.005\nseconds_count 3\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_before_the_first_value),
    cmocka_unit_test (test_values),
    cmocka_unit_test (test_a_summary),
    cmocka_unit_test (test_labels_are_limited),
    cmocka_unit_test (test_numbers_are_those_of_go),
    cmocka_unit_test (test_quantiles_are_near),
    cmocka_unit_test (test_quantiles_of_extremes),
    cmocka_unit_test (test_quantiles_at_the_edge),
    cmocka_unit_test (test_names_of_the_process),
    cmocka_unit_test (test_cpu_time),
    cmocka_unit_test (test_files),
    cmocka_unit_test (test_memory),
    cmocka_unit_test (test_start),
    cmocka_unit_test (test_limits_of_any_width),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
