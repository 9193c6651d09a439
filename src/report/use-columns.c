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

struct _FitUseColumns
{
  FitDictionary *nodes; /* borrowed */
  GArray *known;        /* owned, of Use: by slot of the cache */
  guint next;           /* the slot to look at next */
  FitJson *at, *node, *cpu, *memory, *pods; /* owned */
};

FitUseColumns *
fit_use_columns_new (FitDictionary *nodes)
{
  FitUseColumns *use = g_new (FitUseColumns, 1);

  *use = (FitUseColumns){
    .nodes = nodes,
    .known = g_array_new (FALSE, TRUE, sizeof (Use)),
    .at = fit_json_array (),
    .node = fit_json_array (),
    .cpu = fit_json_array (),
    .memory = fit_json_array (),
    .pods = fit_json_array (),
  };
  return use;
}

void
fit_use_columns_free (FitUseColumns *use)
{
  g_array_unref (use->known);
  fit_json_free (use->at);
  fit_json_free (use->node);
  fit_json_free (use->cpu);
  fit_json_free (use->memory);
  fit_json_free (use->pods);
  g_free (use);
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
  fit_json_add_integer (use->at, at);
  fit_json_add_integer (use->node,
                        fit_dictionary_number (use->nodes, info->name));
  fit_json_add_integer (use->cpu, now.cpu);
  fit_json_add_integer (use->memory, now.memory);
  fit_json_add_integer (use->pods, now.pods);
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

  fit_json_set (object, "at", fit_json_ref (use->at));
  fit_json_set (object, "node", fit_json_ref (use->node));
  fit_json_set (object, "cpu", fit_json_ref (use->cpu));
  fit_json_set (object, "memory", fit_json_ref (use->memory));
  fit_json_set (object, "pods", fit_json_ref (use->pods));
  return object;
}
