/* chart.c - draws the columns of a cluster as lines of characters
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/chart.h"

#include <string.h>

#include "base/plain-text.h"

/* With more nodes, a character stands for several. */
#define MOST_CELLS 2000
#define NOT_THERE (-1) /* the node has nothing of the resource */
#define OUT_OF_USE (-2)

static const char *const blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
/* Of 256: from a pale to a dark blue. */
static const guint colours[] = { 255, 153, 117, 111, 75, 33, 26, 18 };

typedef struct
{
  const FitJson *cluster;
  gint *zone_of, *group_of; /* owned: by node, -1: none */
  gint *percent_of;         /* owned: by node */
  gboolean *idle;           /* owned: by node: cordoned or not ready */
  FitJson *zones, *groups;  /* borrowed: their names */
  guint *order;             /* owned: the nodes as they are drawn */
  guint n;
  guint per_cell;
  FitChartStyle style;
  guint width;
} Chart;

/* -- reading columns ------------------------------------------------------- */

static gint *
read_places (const Chart *chart, FitJson *column)
{
  FitJson *of = fit_json_get (column, "of");
  gint *places = g_new (gint, chart->n);

  for (guint i = 0; i < chart->n; i++)
    places[i] = (gint) fit_json_integer_at (of, i);
  return places;
}

static void
mark_ranges (const Chart *chart, FitJson *ranges)
{
  for (guint r = 0; r < fit_json_length (ranges); r++)
    {
      FitJson *range = fit_json_at (ranges, r);

      for (gint64 i = fit_json_integer_at (range, 0);
           i <= fit_json_integer_at (range, 1); i++)
        chart->idle[i] = TRUE;
    }
}

/* By zone, group and number. */
static gint
compare_nodes (gconstpointer a, gconstpointer b, gpointer data)
{
  const Chart *chart = data;
  const guint x = *(const guint *) a, y = *(const guint *) b;

  if (chart->zone_of[x] != chart->zone_of[y])
    return chart->zone_of[x] < chart->zone_of[y] ? -1 : 1;
  if (chart->group_of[x] != chart->group_of[y])
    return chart->group_of[x] < chart->group_of[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void
chart_init (Chart *chart, const FitJson *cluster, FitChartStyle style,
            guint width)
{
  *chart = (Chart){ .cluster = cluster, .style = style, .width = width };
  chart->n = fit_json_length (fit_json_get (cluster, "names"));
  chart->per_cell = (chart->n + MOST_CELLS - 1) / MOST_CELLS;
  chart->per_cell = MAX (1, chart->per_cell);
  chart->zone_of = read_places (chart, fit_json_get (cluster, "zones"));
  chart->group_of = read_places (chart, fit_json_get (cluster, "groups"));
  chart->zones = fit_json_get (fit_json_get (cluster, "zones"), "values");
  chart->groups = fit_json_get (fit_json_get (cluster, "groups"), "values");
  chart->percent_of = g_new (gint, chart->n);
  chart->idle = g_new0 (gboolean, chart->n);
  mark_ranges (chart, fit_json_get (cluster, "cordoned"));
  mark_ranges (chart, fit_json_get (cluster, "notReady"));
  chart->order = g_new (guint, chart->n);
  for (guint i = 0; i < chart->n; i++)
    chart->order[i] = i;
  g_qsort_with_data (chart->order, (gint) chart->n, sizeof (guint),
                     compare_nodes, chart);
}

static void
chart_clear (Chart *chart)
{
  g_free (chart->zone_of);
  g_free (chart->group_of);
  g_free (chart->percent_of);
  g_free (chart->idle);
  g_free (chart->order);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Chart, chart_clear)

/* -- characters ------------------------------------------------------------ */

static void
append_cell (const Chart *chart, gint percent, GString *out)
{
  const guint level = (guint) CLAMP (percent * 8 / 100, 0, 7);

  if (percent == OUT_OF_USE)
    g_string_append_c (out, 'x');
  else if (percent == NOT_THERE)
    g_string_append_c (out, '.');
  else if (chart->style == FIT_CHART_DIGITS)
    g_string_append_c (out, percent >= 100 ? '#' : (char) ('0' + percent / 10));
  else if (chart->style == FIT_CHART_BLOCKS)
    g_string_append (out, blocks[level]);
  else
    g_string_append_printf (out, "\033[38;5;%um%s\033[0m", colours[level],
                            blocks[level]);
}

/* @nodes: of one zone and one group.  Returns: (transfer full): of gint:
 * percentages of cells, some nodes each */
static GArray *
cells_of (const Chart *chart, const guint *nodes, guint n)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (gint));

  for (guint first = 0; first < n; first += chart->per_cell)
    {
      const guint end = MIN (n, first + chart->per_cell);
      gint64 sum = 0;
      guint n_known = 0, n_idle = 0;
      gint cell;

      for (guint i = first; i < end; i++)
        {
          n_idle += chart->idle[nodes[i]];
          if (chart->percent_of[nodes[i]] == NOT_THERE)
            continue;
          sum += chart->percent_of[nodes[i]];
          n_known++;
        }
      cell = n_idle == end - first ? OUT_OF_USE
             : n_known == 0        ? NOT_THERE
                                   : (gint) (sum / n_known);
      g_array_append_val (cells, cell);
    }
  return cells;
}

/* -- lines ----------------------------------------------------------------- */

/* @number: -1: nodes without one */
static char *
name_of (FitJson *names, gint number)
{
  return number < 0 ? g_strdup ("-")
                    : fit_plain_text (
                        fit_json_text (fit_json_at (names, (guint) number)));
}

static void
append_padded (GString *out, const char *text, guint width)
{
  g_string_append (out, text);
  for (guint i = (guint) g_utf8_strlen (text, -1); i < width; i++)
    g_string_append_c (out, ' ');
}

static guint
widest (FitJson *names, guint least)
{
  guint width = least;

  for (guint i = 0; i < fit_json_length (names); i++)
    {
      g_autofree char *name = name_of (names, (gint) i);

      width = MAX (width, (guint) g_utf8_strlen (name, -1));
    }
  return width;
}

/* Does any of @nodes have the resource? */
static gboolean
have_it (const Chart *chart, const guint *nodes, guint n)
{
  for (guint i = 0; i < n; i++)
    if (chart->percent_of[nodes[i]] != NOT_THERE)
      return TRUE;
  return FALSE;
}

/* Returns: FALSE if pods request nothing of the resource, or nodes have none */
static gboolean
read_resource (const Chart *chart, FitJson *resource, const char *which,
               gint *out_percent)
{
  FitJson *allocatable = fit_json_get (resource, "allocatable"),
          *used = fit_json_get (resource, which);
  gdouble all = 0, taken = 0;

  for (guint i = 0; i < chart->n && used != NULL; i++)
    {
      const gint64 has = fit_json_integer_at (allocatable, i),
                   uses = fit_json_integer_at (used, i);

      chart->percent_of[i]
          = has > 0
                ? (gint) CLAMP ((gdouble) uses * 100 / (gdouble) has, 0, 100)
                : NOT_THERE;
      all += (gdouble) has;
      taken += (gdouble) uses;
    }
  *out_percent = all > 0 ? (gint) (taken * 100 / all) : 0;
  return all > 0 && taken > 0;
}

void
fit_chart_append (const FitJson *cluster, const char *which, const char *title,
                  FitChartStyle style, guint width, GString *out)
{
  FitJson *resources = fit_json_get (cluster, "resources");
  g_auto (Chart) chart;

  chart_init (&chart, cluster, style, width);
  for (guint r = 0; r < fit_json_length (resources); r++)
    {
      FitJson *resource = fit_json_at (resources, r);
      const char *name = fit_json_text (fit_json_get (resource, "name"));
      gint percent;
      guint zone_width, group_width;

      if (strcmp (name, "pods") == 0
          || !read_resource (&chart, resource, which, &percent))
        continue;
      fit_plain_printf (out, "\n%s, %s: %d%% requested\n", name, title,
                        percent);
      zone_width = widest (chart.zones, 1);
      group_width = widest (chart.groups, 1);
      for (guint first = 0, end; first < chart.n; first = end)
        {
          const guint *nodes = chart.order + first;
          const gint zone = chart.zone_of[*nodes],
                     group = chart.group_of[*nodes];
          g_autofree char *zone_name = name_of (chart.zones, zone);
          g_autofree char *group_name = name_of (chart.groups, group);
          g_autoptr (GArray) cells = NULL;
          guint indent, room;

          for (end = first + 1; end < chart.n
                                && chart.zone_of[chart.order[end]] == zone
                                && chart.group_of[chart.order[end]] == group;)
            end++;
          if (!have_it (&chart, nodes, end - first))
            continue;
          cells = cells_of (&chart, nodes, end - first);
          append_padded (out, "", 2);
          append_padded (out, zone_name, zone_width + 2);
          append_padded (out, group_name, group_width + 2);
          /* Wrap the cells of one block at the width of the terminal. */
          indent = zone_width + group_width + 6;
          room = chart.width > indent + 20 ? chart.width - indent : G_MAXUINT;
          for (guint i = 0; i < cells->len; i++)
            {
              if (i > 0 && i % room == 0)
                {
                  g_string_append_c (out, '\n');
                  append_padded (out, "", indent);
                }
              append_cell (&chart, g_array_index (cells, gint, i), out);
            }
          g_string_append_c (out, '\n');
        }
    }
}

void
fit_chart_append_legend (const FitJson *cluster, FitChartStyle style,
                         GString *out)
{
  const guint n = fit_json_length (fit_json_get (cluster, "names"));
  const guint per_cell = (n + MOST_CELLS - 1) / MOST_CELLS;

  if (n == 0)
    return;
  g_string_append_c (out, '\n');
  if (per_cell > 1)
    g_string_append_printf (out, "A character for %u nodes", per_cell);
  else
    g_string_append (out, "A character for each node");
  if (style == FIT_CHART_DIGITS)
    g_string_append (out, ": 0 less than 10%, 9 less than 100%, # full");
  else
    g_string_append_printf (out, ": %s empty, %s full", blocks[0], blocks[7]);
  g_string_append (out, ", . has none of it, x cordoned or not ready\n");
}
