/* bench-reference.c - reads earlier figures, and judges whether a run is slower
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-reference.h"

#include <string.h>

#include "formats/value.h"

/* peer.tsv; the columns before these name the line */
enum
{
  COLUMN_PODS_PER_SECOND = 4,
  COLUMN_CPU_MS,
  COLUMN_P50_MS,
  COLUMN_P99_MS,
  COLUMN_PEAK_RSS,
  COLUMN_LAST,
};

/* Thousands of bytes that `openssl speed -bytes 16384 sha256` hashed in a
 * second where the figures of peer.tsv were taken. */
#define PEER_MACHINE_SHA256 2041353.0

void
bench_reference_clear (BenchReference *reference)
{
  g_clear_pointer (&reference->figures, g_hash_table_unref);
}

static void
init (BenchReference *reference, const char *title)
{
  reference->title = title;
  reference->figures
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* @name: (transfer full) */
static void
add (BenchReference *reference, char *name, double cpu_ms_per_pod,
     double pods_per_second)
{
  BenchFigures *figures = g_new (BenchFigures, 1);

  figures->cpu_ms_per_pod = cpu_ms_per_pod;
  figures->pods_per_second = pods_per_second;
  g_hash_table_replace (reference->figures, name, figures);
}

const BenchFigures *
bench_reference_find (const BenchReference *reference, const BenchLine *line)
{
  return g_hash_table_lookup (reference->figures, line->name);
}

/* -- another scheduler ----------------------------------------------------- */

/* The last line of the output is "sha256 2041353.22k". */
static gboolean
parse_speed (const char *output, double *out_speed)
{
  const char *found = g_strrstr (output, "sha256");
  char *end;
  double speed;

  if (!found)
    return FALSE;
  found += strlen ("sha256");
  found += strspn (found, " ");
  speed = g_ascii_strtod (found, &end);
  if (end == found || *end != 'k' || speed <= 0)
    return FALSE;
  *out_speed = speed;
  return TRUE;
}

gboolean
bench_machine_factor (double *out_factor, GError **error)
{
  char *command[] = { "openssl", "speed", "-seconds", "3",
                      "-bytes",  "16384", "sha256",   NULL };
  g_autofree char *output = NULL;
  double speed;

  if (!g_spawn_sync (NULL, command, NULL,
                     G_SPAWN_SEARCH_PATH | G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                     NULL, &output, NULL, NULL, error))
    return FALSE;
  if (!parse_speed (output, &speed))
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_REMOTE,
                           "openssl speed says nothing about sha256");
      return FALSE;
    }
  *out_factor = speed / PEER_MACHINE_SHA256;
  return TRUE;
}

gboolean
bench_reference_read_peer (BenchReference *reference, const char *directory,
                           double factor, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "peer.tsv", NULL);
  g_autoptr (GPtrArray) rows = bench_read_rows (path, COLUMN_LAST, error);

  if (!rows)
    return FALSE;
  init (reference, "v1.16");
  for (guint i = 0; i < rows->len; i++)
    {
      const char *const *row = rows->pdata[i];

      add (reference, bench_line_name (row),
           g_ascii_strtod (row[COLUMN_CPU_MS], NULL) / factor,
           g_ascii_strtod (row[COLUMN_PODS_PER_SECOND], NULL) * factor);
    }
  return TRUE;
}

/* -- an earlier run -------------------------------------------------------- */

static double
get_number (const FitValue *map, const char *key)
{
  const FitValue *value = fit_value_get (map, key);

  if (!value || value->type != FIT_VALUE_NUMBER)
    return 0;
  return g_ascii_strtod (value->text, NULL);
}

static gboolean
add_results (BenchReference *reference, const FitValue *document,
             GError **error)
{
  const FitValue *lines = fit_value_get (document, "lines");

  if (!lines || lines->type != FIT_VALUE_LIST)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                           "no results of a benchmark: no list \"lines\"");
      return FALSE;
    }
  for (guint i = 0; i < lines->n; i++)
    {
      const FitValue *line = &lines->items[i];
      const char *name = fit_value_get_string (line, "name");

      if (name)
        add (reference, g_strdup (name), get_number (line, "cpuMsPerPod"),
             get_number (line, "podsPerSecond"));
    }
  return TRUE;
}

gboolean
bench_reference_read_results (BenchReference *reference, const char *path,
                              GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autofree char *text = NULL;
  const FitValue *document;
  gsize len;

  if (!g_file_get_contents (path, &text, &len, error))
    return FALSE;
  document = fit_json_parse (arena, text, len, NULL, NULL, error);
  init (reference, "earlier");
  if (document && add_results (reference, document, error))
    return TRUE;
  g_prefix_error (error, "%s: ", path);
  return FALSE;
}
