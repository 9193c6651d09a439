/* free-resources.c - sums up what pods request and what nodes have left
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/free-resources.h"

#include "api/names.h"
#include "api/texts.h"
#include "base/each.h"
#include "base/intern.h"

typedef struct
{
  const char *name; /* interned, one reference held */
  gint64 requested;
  gint64 free; /* of all nodes; a node that has less than nothing counts as 0 */
  gint64 most; /* free on one node */
} Row;

struct _FitFreeResources
{
  GArray *rows; /* owned, of Row: cpu, memory, then in order of mention */
  guint n_cordoned;
};

static void
row_clear (gpointer row)
{
  fit_intern_unref (((Row *) row)->name);
}

static Row *
row_of (FitFreeResources *resources, const char *name)
{
  Row row = { 0 };

  for (guint i = 0; i < resources->rows->len; i++)
    if (g_str_equal (g_array_index (resources->rows, Row, i).name, name))
      return &g_array_index (resources->rows, Row, i);
  row.name = fit_intern (name);
  g_array_append_val (resources->rows, row);
  return &g_array_index (resources->rows, Row, resources->rows->len - 1);
}

FitFreeResources *
fit_free_resources_new (void)
{
  FitFreeResources *resources = g_new0 (FitFreeResources, 1);

  resources->rows = g_array_new (FALSE, FALSE, sizeof (Row));
  g_array_set_clear_func (resources->rows, row_clear);
  row_of (resources, FIT_RESOURCE_CPU);
  row_of (resources, FIT_RESOURCE_MEMORY);
  return resources;
}

void
fit_free_resources_free (FitFreeResources *resources)
{
  if (resources == NULL)
    return;
  g_array_unref (resources->rows);
  g_free (resources);
}

/* Sums stay at the end of the type, where they would leave it. */
static gint64
plus (gint64 a, gint64 b)
{
  gint64 sum;

  if (__builtin_add_overflow (a, b, &sum))
    return a < 0 ? G_MININT64 : G_MAXINT64;
  return sum;
}

static void
request (FitFreeResources *resources, const char *name, gint64 amount)
{
  Row *row;

  if (amount == 0)
    return;
  row = row_of (resources, name);
  row->requested = plus (row->requested, amount);
}

void
fit_free_resources_request (FitFreeResources *resources, const FitPod *pod)
{
  const FitResources *parts[] = { &pod->spec->requests, &pod->spec->overhead };

  for (guint p = 0; p < G_N_ELEMENTS (parts); p++)
    {
      request (resources, FIT_RESOURCE_CPU, parts[p]->milli_cpu);
      request (resources, FIT_RESOURCE_MEMORY, parts[p]->memory);
      request (resources, FIT_RESOURCE_EPHEMERAL_STORAGE,
               parts[p]->ephemeral_storage);
      for (guint i = 0; i < parts[p]->n_scalars; i++)
        request (resources, parts[p]->scalars[i].name,
                 parts[p]->scalars[i].value);
    }
}

/* @a is greater than @b. */
static gint64
minus (gint64 a, gint64 b)
{
  gint64 difference;

  return __builtin_sub_overflow (a, b, &difference) ? G_MAXINT64 : difference;
}

void
fit_free_resources_count (FitFreeResources *resources, const FitCache *cache)
{
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL)
        continue;
      resources->n_cordoned += node->traits->unschedulable;
      for (guint r = 0;
           !node->traits->unschedulable && r < resources->rows->len; r++)
        {
          Row *row = &g_array_index (resources->rows, Row, r);
          const gint64 has
              = fit_resources_amount (&node->traits->allocatable, row->name);
          const gint64 used
              = fit_resources_amount (&node->requested, row->name);
          const gint64 left = has > used ? minus (has, used) : 0;

          row->free = plus (row->free, left);
          row->most = MAX (row->most, left);
        }
    }
}

guint
fit_free_resources_cordoned (const FitFreeResources *resources)
{
  return resources->n_cordoned;
}

FitTable *
fit_free_resources_table (const FitFreeResources *resources)
{
  static const FitColumn columns[] = {
    { "resource", "RESOURCE", FIT_CELL_TEXT, 0 },
    { "requested", "REQUESTED", FIT_CELL_TEXT, 0 },
    { "free", "FREE IN ALL", FIT_CELL_TEXT, 0 },
    { "mostOnOneNode", "MOST ON ONE NODE", FIT_CELL_TEXT, 0 },
  };
  FitTable *table = FIT_TABLE_NEW (columns);

  FIT_EACH_OF (const Row, row, resources->rows)
    {
      g_autofree char *requested
          = fit_amount_format (row->name, row->requested);
      g_autofree char *left = fit_amount_format (row->name, row->free);
      g_autofree char *most = fit_amount_format (row->name, row->most);

      FIT_TABLE_ADD (table, fit_cell_text (row->name),
                     fit_cell_text (requested), fit_cell_text (left),
                     fit_cell_text (most));
    }
  return table;
}
