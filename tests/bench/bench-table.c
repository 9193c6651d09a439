/* bench-table.c - reads the list of workloads from a file
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/bench/bench-table.h"

#include <string.h>

#include "core/generic-scheduler.h"

/* decisions.tsv */
enum
{
  COLUMN_NODES,
  COLUMN_EXISTING,
  COLUMN_TEMPLATE,
  COLUMN_PERCENTAGE, /* the columns so far name the line */
  COLUMN_PODS,
  COLUMN_PLACED,
  COLUMN_DIGEST,
  COLUMN_LAST,
};

#define MOST_OBJECTS 1000000

static void
strv_free (gpointer strv)
{
  g_strfreev (strv);
}

static void
line_free (gpointer data)
{
  BenchLine *line = data;

  g_free (line->name);
  g_free (line->digest);
  g_free (line);
}

GPtrArray *
bench_read_rows (const char *path, guint n_columns, GError **error)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (strv_free);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  if (!g_file_get_contents (path, &text, NULL, error))
    return NULL;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[0] && lines[i] && *lines[i]; i++)
    {
      g_ptr_array_add (rows, g_strsplit (lines[i], "\t", -1));
      if (g_strv_length (rows->pdata[i - 1]) != n_columns)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_PARSE,
                       "%s: line %u: found %u columns, expected %u", path,
                       i + 1, g_strv_length (rows->pdata[i - 1]), n_columns);
          return NULL;
        }
    }
  return g_steal_pointer (&rows);
}

char *
bench_line_name (const char *const *columns)
{
  const char *percentage = columns[COLUMN_PERCENTAGE];

  return g_strdup_printf ("%s %s %s %s%s", columns[COLUMN_NODES],
                          columns[COLUMN_EXISTING], columns[COLUMN_TEMPLATE],
                          percentage, g_ascii_isdigit (*percentage) ? "%" : "");
}

static gboolean
parse_number (const char *text, guint64 max, guint *out_number, GError **error)
{
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 0, max, &number, error))
    return FALSE;
  *out_number = (guint) number;
  return TRUE;
}

static gboolean
parse_percentage (const char *text, gint32 *out_percentage, GError **error)
{
  guint number = FIT_PERCENTAGE_ADAPTIVE;

  if (!g_str_equal (text, "adaptive")
      && !parse_number (text, 100, &number, error))
    return FALSE;
  *out_percentage = (gint32) number;
  return TRUE;
}

/* Returns: (transfer full) (nullable) */
static BenchLine *
line_from_row (const char *const *row, GError **error)
{
  Workload workload = { .zones = WORKLOAD_ZONES, .seed = WORKLOAD_SEED };
  gint32 percentage;
  BenchLine *line;

  if (!parse_number (row[COLUMN_NODES], MOST_OBJECTS, &workload.nodes, error)
      || !parse_number (row[COLUMN_EXISTING], MOST_OBJECTS, &workload.existing,
                        error)
      || !parse_number (row[COLUMN_PODS], MOST_OBJECTS, &workload.pods, error)
      || !parse_percentage (row[COLUMN_PERCENTAGE], &percentage, error))
    return NULL;
  if (!workload_template_parse (row[COLUMN_TEMPLATE], &workload.template_))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_PARSE, "unknown template \"%s\"",
                   row[COLUMN_TEMPLATE]);
      return NULL;
    }
  line = g_new0 (BenchLine, 1);
  line->name = bench_line_name (row);
  line->workload = workload;
  line->percentage = percentage;
  if (!g_str_equal (row[COLUMN_DIGEST], "-"))
    line->digest = g_strdup (row[COLUMN_DIGEST]);
  return line;
}

GPtrArray *
bench_lines_read (const char *directory, GError **error)
{
  g_autofree char *path = g_build_filename (directory, "decisions.tsv", NULL);
  g_autoptr (GPtrArray) rows = bench_read_rows (path, COLUMN_LAST, error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (line_free);

  if (!rows)
    return NULL;
  for (guint i = 0; i < rows->len; i++)
    {
      BenchLine *line
          = line_from_row ((const char *const *) rows->pdata[i], error);

      if (!line)
        {
          g_prefix_error (error, "%s: line %u: ", path, i + 2);
          return NULL;
        }
      g_ptr_array_add (lines, line);
    }
  return g_steal_pointer (&lines);
}

gboolean
bench_line_matches (const BenchLine *line, const BenchFilter *filter)
{
  guint nodes = line->workload.nodes;

  return (!filter->text || strstr (line->name, filter->text))
         && (filter->nodes == 0 || nodes == filter->nodes)
         && (filter->most_nodes == 0 || nodes <= filter->most_nodes);
}
