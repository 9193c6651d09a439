/* process-metrics.c - metrics of this process, as Linux reports them
 * SPDX-License-Identifier: Apache-2.0 */
#include "serving/metric-set.h"

#include <dirent.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Places in /proc/self/stat, counted from the one after the name. */
enum
{
  STAT_USER_TICKS = 11,
  STAT_SYSTEM_TICKS = 12,
  STAT_START_TICKS = 19,
  STAT_VIRTUAL_BYTES = 20,
  STAT_RESIDENT_PAGES = 21,
  STAT_PLACES = 22,
};

static gboolean
read_stat (double values[STAT_PLACES])
{
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  const char *rest;

  if (!g_file_get_contents ("/proc/self/stat", &text, NULL, NULL)
      || (rest = g_strrstr (text, ") ")) == NULL)
    return FALSE;
  words = g_strsplit (rest + 2, " ", 0);
  if (g_strv_length (words) < STAT_PLACES)
    return FALSE;
  for (guint i = 0; i < STAT_PLACES; i++)
    values[i] = g_ascii_strtod (words[i], NULL);
  return TRUE;
}

/* Returns: seconds since 1970; NAN */
static double
boot_time (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/stat", &text, NULL, NULL)
      || (line = strstr (text, "\nbtime ")) == NULL)
    return NAN;
  return g_ascii_strtod (line + strlen ("\nbtime "), NULL);
}

static double
open_files (void)
{
  DIR *directory = opendir ("/proc/self/fd");
  guint n = 0;

  if (directory == NULL)
    return NAN;
  while (readdir (directory) != NULL)
    n++;
  closedir (directory);
  return n - 3; /* ".", ".." and the directory itself */
}

/* Returns: -1 for no limit, as Prometheus' clients say */
static double
limit_of (__rlimit_resource_t resource)
{
  struct rlimit limit;

  if (getrlimit (resource, &limit) != 0)
    return NAN;
  return limit.rlim_cur == RLIM_INFINITY ? -1 : (double) limit.rlim_cur;
}

static void
append (GString *page, const char *name, const char *type, const char *help,
        double value)
{
  if (isnan (value))
    return;
  g_string_append_printf (page, "# HELP %s %s\n# TYPE %s %s\n%s ", name, help,
                          name, type, name);
  fit_metric_append_number (page, value);
  g_string_append_c (page, '\n');
}

void
fit_metric_write_process (GString *page)
{
  const double hertz = (double) sysconf (_SC_CLK_TCK);
  double stat[STAT_PLACES];

  if (!read_stat (stat))
    return;
  append (page, "process_cpu_seconds_total", "counter",
          "CPU time that the process has used, in seconds.",
          (stat[STAT_USER_TICKS] + stat[STAT_SYSTEM_TICKS]) / hertz);
  append (page, "process_max_fds", "gauge",
          "How many files the process may open.", limit_of (RLIMIT_NOFILE));
  append (page, "process_open_fds", "gauge",
          "How many files the process has open.", open_files ());
  append (page, "process_resident_memory_bytes", "gauge",
          "Memory of the process that is resident, in bytes.",
          stat[STAT_RESIDENT_PAGES] * (double) sysconf (_SC_PAGESIZE));
  append (page, "process_start_time_seconds", "gauge",
          "When the process began, in seconds since 1970.",
          boot_time () + stat[STAT_START_TICKS] / hertz);
  append (page, "process_virtual_memory_bytes", "gauge",
          "Virtual memory of the process, in bytes.", stat[STAT_VIRTUAL_BYTES]);
  append (page, "process_virtual_memory_max_bytes", "gauge",
          "How much virtual memory the process may have, in bytes.",
          limit_of (RLIMIT_AS));
}

void
fit_metric_set_show (const FitServerRequest *request, FitServerAnswer *answer,
                     gpointer set)
{
  (void) request;
  answer->type = FIT_METRICS_TYPE;
  fit_metric_set_write (set, answer->body);
  fit_metric_write_process (answer->body);
}
