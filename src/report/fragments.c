/* fragments.c - reads what is free from the columns of a cluster, and sums it up
 * by zone and group
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/fragments.h"

#include "api/names.h"
#include "base/each.h"

/* -- reading columns ------------------------------------------------------- */

/* Returns: (nullable): the resource @name of @cluster */
static FitJson *
find_resource (FitJson *cluster, const char *name)
{
  FitJson *resources = fit_json_get (cluster, "resources");

  for (guint i = 0; i < fit_json_length (resources); i++)
    {
      FitJson *resource = fit_json_at (resources, i);

      if (g_str_equal (fit_json_text (fit_json_get (resource, "name")), name))
        return resource;
    }
  return NULL;
}

static void
mark_ranges (FitJson *ranges, gboolean *marks, guint n)
{
  for (guint r = 0; r < fit_json_length (ranges); r++)
    {
      FitJson *range = fit_json_at (ranges, r);

      for (gint64 i = fit_json_integer_at (range, 0);
           i <= fit_json_integer_at (range, 1); i++)
        if (i >= 0 && i < n)
          marks[i] = TRUE;
    }
}

/* -- one node -------------------------------------------------------------- */

/* What pods may ask of a node in one state. */
typedef struct
{
  FitJson *has[2], *used[2]; /* of cpu and memory */
  FitJson *slots, *pods;
  gboolean whole;       /* the resource is counted in devices */
  const gboolean *idle; /* by node */
} State;

/* What is free of @has; nodes may have less than was asked of them. */
static gint64
free_of (FitJson *has, FitJson *used, guint node)
{
  const gint64 all = MAX (fit_json_integer_at (has, node), 0);

  return CLAMP (all - MAX (fit_json_integer_at (used, node), 0), 0, all);
}

static gboolean
takes_pods (const State *state, guint node)
{
  return !state->idle[node] && free_of (state->slots, state->pods, node) > 0;
}

/* How much of @all can be used, as far as cpu and memory go.  Devices are
 * whole. */
static gint64
usable_of (const State *state, guint node, gint64 all, gint64 free)
{
  gint64 usable = takes_pods (state, node) ? free : 0;

  for (guint i = 0; i < G_N_ELEMENTS (state->has); i++)
    {
      const gint64 has = fit_json_integer_at (state->has[i], node);
      const __int128 share
          = (__int128) all * free_of (state->has[i], state->used[i], node);

      if (has > 0)
        usable = MIN (usable,
                      (gint64) ((share + (state->whole ? has - 1 : 0)) / has));
    }
  return usable;
}

/* -- sums ------------------------------------------------------------------ */

/* The nodes of a zone and a group, or all. */
typedef struct
{
  gint zone, group; /* -1: none; -2: all */
  guint n;
  gint64 free, stranded;
  gint64 largest; /* what is free on one node that takes pods */
} Sum;

#define ALL (-2)

static void
add (Sum *sum, const Sum *other)
{
  sum->n += other->n;
  sum->free += other->free;
  sum->stranded += other->stranded;
  sum->largest = MAX (sum->largest, other->largest);
}

static gint
by_place (gconstpointer a, gconstpointer b)
{
  const Sum *one = a, *other = b;

  if (one->zone != other->zone)
    return one->zone < other->zone ? -1 : 1;
  return one->group < other->group ? -1 : one->group > other->group;
}

/* Returns: (transfer full): of Sum: all nodes that have some, then their zones
 * and groups */
static GArray *
sum_up (FitJson *cluster, FitJson *resource, const char *which,
        const State *state)
{
  FitJson *has = fit_json_get (resource, "allocatable"),
          *used = fit_json_get (resource, which),
          *zones = fit_json_get (fit_json_get (cluster, "zones"), "of"),
          *groups = fit_json_get (fit_json_get (cluster, "groups"), "of");
  const Sum none = { .zone = ALL, .group = ALL };
  GArray *sums = g_array_new (FALSE, FALSE, sizeof (Sum));
  g_autoptr (GArray) nodes = g_array_new (FALSE, FALSE, sizeof (Sum));

  for (guint i = 0; i < fit_json_length (has); i++)
    {
      const gint64 all = fit_json_integer_at (has, i);
      const gint64 free = free_of (has, used, i);
      Sum sum;

      if (all <= 0)
        continue;
      /* One node, as the sum of its place. */
      sum = (Sum){ .n = 1,
                   .free = free,
                   .stranded = free - usable_of (state, i, all, free),
                   .largest = takes_pods (state, i) ? free : 0 };
      sum.zone = (gint) fit_json_integer_at (zones, i);
      sum.group = (gint) fit_json_integer_at (groups, i);
      g_array_append_val (nodes, sum);
    }
  g_array_sort (nodes, by_place);
  g_array_append_val (sums, none);
  FIT_EACH_OF (const Sum, node, nodes)
    {
      Sum *last = &g_array_index (sums, Sum, sums->len - 1);

      add (&g_array_index (sums, Sum, 0), node);
      if (by_place (last, node) == 0)
        add (last, node);
      else
        g_array_append_val (sums, *node);
    }
  /* One zone with one group is all there is. */
  if (sums->len == 2)
    g_array_set_size (sums, 1);
  return sums;
}

/* -- tables ---------------------------------------------------------------- */

#define COLUMNS(type)                                                         \
  { "zone", "ZONE", FIT_CELL_TEXT, 0 },                                       \
      { "group", "GROUP", FIT_CELL_TEXT, 0 },                                 \
      { "state", "STATE", FIT_CELL_TEXT, 0 },                                 \
      { "nodes", "NODES", FIT_CELL_INTEGER, 0 }, { "free", "FREE", type, 0 }, \
      { "stranded", "STRANDED", type, 0 },                                    \
      { "strandedPercent", "STRANDED%", FIT_CELL_PERCENT, 0 },                \
      { "largest", "LARGEST", type, 0 },

static const FitColumn milli[] = { COLUMNS (FIT_CELL_MILLI_CPU) };
static const FitColumn bytes[] = { COLUMNS (FIT_CELL_BYTES) };
static const FitColumn count[] = { COLUMNS (FIT_CELL_INTEGER) };

static const char *
place_name (FitJson *cluster, const char *kind, gint number)
{
  FitJson *values = fit_json_get (fit_json_get (cluster, kind), "values");

  if (number == ALL)
    return "all";
  return number < 0 ? NULL
                    : fit_json_text (fit_json_at (values, (gsize) number));
}

/* Is it cpu or memory, or do pods ask for it? */
static gboolean
is_in_use (FitJson *resource, const char *name, const char *const *states)
{
  if (g_str_equal (name, FIT_RESOURCE_PODS))
    return FALSE;
  if (g_str_equal (name, FIT_RESOURCE_CPU)
      || g_str_equal (name, FIT_RESOURCE_MEMORY))
    return TRUE;
  for (guint s = 0; states[s] != NULL; s++)
    for (guint i = 0; i < fit_json_length (fit_json_get (resource, states[s]));
         i++)
      if (fit_json_integer_at (fit_json_get (resource, states[s]), i) > 0)
        return TRUE;
  return FALSE;
}

/* The states of one place stand together.
 * Returns: (transfer full): no rows if no node has some */
static FitTable *
resource_table (FitJson *cluster, FitJson *resource, const char *const *states,
                const gboolean *idle)
{
  const char *unit = fit_json_text (fit_json_get (resource, "unit"));
  FitTable *table = g_str_equal (unit, "milli")   ? FIT_TABLE_NEW (milli)
                    : g_str_equal (unit, "bytes") ? FIT_TABLE_NEW (bytes)
                                                  : FIT_TABLE_NEW (count);
  FitJson *cpu = find_resource (cluster, FIT_RESOURCE_CPU),
          *memory = find_resource (cluster, FIT_RESOURCE_MEMORY),
          *pods = find_resource (cluster, FIT_RESOURCE_PODS);
  g_autoptr (GPtrArray) of_states
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint s = 0; states[s] != NULL; s++)
    {
      const State state = {
        .has = { fit_json_get (cpu, "allocatable"),
                 fit_json_get (memory, "allocatable") },
        .used
        = { fit_json_get (cpu, states[s]), fit_json_get (memory, states[s]) },
        .slots = fit_json_get (pods, "allocatable"),
        .pods = fit_json_get (pods, states[s]),
        .whole = g_str_equal (unit, "count"),
        .idle = idle,
      };

      g_ptr_array_add (of_states,
                       sum_up (cluster, resource, states[s], &state));
    }
  for (guint i = 0; i < ((GArray *) of_states->pdata[0])->len; i++)
    for (guint s = 0; s < of_states->len; s++)
      {
        const Sum *sum
            = &g_array_index ((GArray *) of_states->pdata[s], Sum, i);

        if (sum->n == 0)
          continue;
        FIT_TABLE_ADD (
            table, fit_cell_text (place_name (cluster, "zones", sum->zone)),
            fit_cell_text (place_name (cluster, "groups", sum->group)),
            fit_cell_text (states[s]), fit_cell_integer (sum->n),
            fit_cell_integer (sum->free), fit_cell_integer (sum->stranded),
            fit_cell_percent (sum->stranded, sum->free),
            fit_cell_integer (sum->largest));
      }
  return table;
}

void
fit_fragments_report (FitJson *cluster, const char *const *states,
                      FitReport *report)
{
  FitJson *resources = fit_json_get (cluster, "resources");
  FitJson *array = fit_json_array ();
  const guint n = fit_json_length (fit_json_get (cluster, "names"));
  g_autofree gboolean *idle = g_new0 (gboolean, n + 1);

  mark_ranges (fit_json_get (cluster, "cordoned"), idle, n);
  mark_ranges (fit_json_get (cluster, "notReady"), idle, n);
  for (guint i = 0; i < fit_json_length (resources); i++)
    {
      FitJson *resource = fit_json_at (resources, i);
      const char *name = fit_json_text (fit_json_get (resource, "name"));
      FitTable *table;
      FitJson *object;

      if (!is_in_use (resource, name, states))
        continue;
      table = fit_report_own (report,
                              resource_table (cluster, resource, states, idle));
      if (fit_table_n_rows (table) == 0)
        continue;
      object = fit_json_append (array);
      fit_json_set_text (object, "resource", name);
      fit_json_set (object, "rows", fit_table_to_json (table));
      if (!fit_report_is_text (report))
        continue;
      fit_report_say (
          report, "\n%s that is free, and how much of it is stranded:", name);
      fit_report_table (report, table);
    }
  fit_json_set (report->data, "fragmentation", array);
}
