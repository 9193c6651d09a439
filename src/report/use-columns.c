/* use-columns.c - compares nodes with what was last known of them
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/use-columns.h"

/* So many nodes are looked at for each decision, besides its own. */
#define NODES_PER_DECISION 100

typedef struct
{
  const char *name; /* interned: another node may get the slot */
  gint64 cpu, memory, pods;
} Use;

static const char *const names[] = { "at", "node", "cpu", "memory", "pods" };
#define N_COLUMNS G_N_ELEMENTS (names)

struct _FitUseColumns
{
  FitDictionary *nodes;       /* borrowed */
  GArray *known;              /* owned, of Use: by slot of the cache */
  guint next;                 /* the slot to look at next */
  GArray *columns[N_COLUMNS]; /* owned, of gint64 */
};

FitUseColumns *
fit_use_columns_new (FitDictionary *nodes)
{
  FitUseColumns *use = g_new (FitUseColumns, 1);

  *use = (FitUseColumns){
    .nodes = nodes,
    .known = g_array_new (FALSE, TRUE, sizeof (Use)),
  };
  for (guint i = 0; i < N_COLUMNS; i++)
    use->columns[i] = g_array_new (FALSE, FALSE, sizeof (gint64));
  return use;
}

void
fit_use_columns_free (FitUseColumns *use)
{
  g_array_unref (use->known);
  for (guint i = 0; i < N_COLUMNS; i++)
    g_array_unref (use->columns[i]);
  g_free (use);
}

/* @row: in the order of the names */
static void
add_row (FitUseColumns *use, const gint64 *row)
{
  for (guint i = 0; i < N_COLUMNS; i++)
    g_array_append_val (use->columns[i], row[i]);
}

static void
look_at (FitUseColumns *use, const FitNodeInfo *info, guint at)
{
  const Use now = { info->name, info->requested.milli_cpu,
                    info->requested.memory, info->n_pods };
  Use *known;

  if (info->index >= use->known->len)
    g_array_set_size (use->known, info->index + 1);
  known = &g_array_index (use->known, Use, info->index);
  if (known->name == now.name && known->cpu == now.cpu
      && known->memory == now.memory && known->pods == now.pods)
    return;
  *known = now;
  add_row (use, (const gint64[N_COLUMNS]){
                    at, fit_dictionary_number (use->nodes, info->name), now.cpu,
                    now.memory, now.pods });
}

void
fit_use_columns_look (FitUseColumns *use, const FitCache *cache,
                      const char *name, guint at)
{
  const FitNodeInfo *info
      = name != NULL ? fit_cache_find_node (cache, name) : NULL;
  const guint n = fit_cache_n_slots (cache);

  if (info != NULL)
    look_at (use, info, at);
  for (guint i = 0; i < MIN (n, NODES_PER_DECISION); i++)
    {
      use->next = use->next + 1 < n ? use->next + 1 : 0;
      info = fit_cache_node (cache, use->next);
      if (info != NULL && info->node != NULL)
        look_at (use, info, at);
    }
}

FitJson *
fit_use_columns_json (const FitUseColumns *use)
{
  FitJson *object = fit_json_object ();

  for (guint i = 0; i < N_COLUMNS; i++)
    fit_json_set (
        object, names[i],
        fit_json_column ((const gint64 *) (gpointer) use->columns[i]->data,
                         use->columns[i]->len));
  return object;
}
