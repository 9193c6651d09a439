/* use-columns.c - compares where pods are with where they were last seen
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/use-columns.h"

#include "api/names.h"
#include "api/texts.h"
#include "base/each.h"

/* A pod counts on a node, with what it requests, from one decision to
 * another. */
typedef struct
{
  guint pod;  /* its number */
  gint node;  /* the number of the node; -1: none */
  guint from; /* decisions made until then; 0: it was there at the start */
  gint to;    /* likewise, when it left; -1: never */
  gint64 cpu, memory;
} Stay;

typedef struct
{
  const FitPod *pod; /* owned reference */
  guint stay;        /* one more than the number of the last one; 0: none */
  gint gone;         /* decisions made until it was deleted; -1: never */
} Seen;

struct _FitUseColumns
{
  FitClusterColumns *cluster; /* borrowed */
  guint n_nodes;              /* at the start */
  GHashTable *at_start;       /* owned: UID -> borrowed FitPod on a node */
  GArray *seen;               /* owned, of Seen: by number */
  GHashTable *number_of;      /* owned: UID (borrowed) -> number, plus 1 */
  GArray *stays;              /* owned, of Stay */
  GArray *items; /* owned, of gint64: the pod of each decision, or -1 */
};

static void
clear_seen (gpointer seen)
{
  fit_pod_unref (((Seen *) seen)->pod);
}

FitUseColumns *
fit_use_columns_new (FitClusterColumns *cluster)
{
  const GPtrArray *pods = fit_cluster_columns_pods (cluster);
  FitUseColumns *use = g_new (FitUseColumns, 1);

  *use = (FitUseColumns){
    .cluster = cluster,
    .n_nodes = fit_dictionary_size (fit_cluster_columns_nodes (cluster)),
    .at_start = g_hash_table_new (g_str_hash, g_str_equal),
    .seen = g_array_new (FALSE, FALSE, sizeof (Seen)),
    .number_of = g_hash_table_new (g_str_hash, g_str_equal),
    .stays = g_array_new (FALSE, FALSE, sizeof (Stay)),
    .items = g_array_new (FALSE, FALSE, sizeof (gint64)),
  };
  g_array_set_clear_func (use->seen, clear_seen);
  for (guint i = 0; i < pods->len; i++)
    g_hash_table_insert (use->at_start, ((FitPod *) pods->pdata[i])->meta.uid,
                         pods->pdata[i]);
  return use;
}

void
fit_use_columns_free (FitUseColumns *use)
{
  g_hash_table_unref (use->at_start);
  g_hash_table_unref (use->number_of);
  g_array_unref (use->seen);
  g_array_unref (use->stays);
  g_array_unref (use->items);
  g_free (use);
}

/* -- looking --------------------------------------------------------------- */

/* @pod: (nullable): on node number @node, if it has one. */
static Stay
stay_of (const FitCache *cache, const FitPod *pod, gint node, guint from)
{
  Stay stay = { .node = pod != NULL ? node : -1, .from = from, .to = -1 };

  if (stay.node < 0)
    return stay;
  stay.cpu = fit_cluster_columns_request (cache, pod, FIT_RESOURCE_CPU);
  stay.memory = fit_cluster_columns_request (cache, pod, FIT_RESOURCE_MEMORY);
  return stay;
}

/* Where the pod with this @uid counted at the start. */
static Stay
stay_at_start (const FitUseColumns *use, const FitCache *cache, const char *uid)
{
  const FitPod *pod = g_hash_table_lookup (use->at_start, uid);
  const gint node
      = pod != NULL ? fit_dictionary_find (
            fit_cluster_columns_nodes (use->cluster), pod->node_name)
                    : -1;

  return stay_of (cache, pod, node < (gint) use->n_nodes ? node : -1, 0);
}

/* Where it counts now, which is after @from decisions. */
static Stay
stay_now (const FitUseColumns *use, const FitCache *cache, const char *uid,
          guint from)
{
  const FitPod *pod = fit_cache_find_pod (cache, uid);
  const FitNodeInfo *info
      = pod != NULL ? fit_cache_find_node (cache, pod->node_name) : NULL;
  const gint node
      = info != NULL && info->node != NULL ? (gint) fit_dictionary_number (
            fit_cluster_columns_nodes (use->cluster), info->name)
                                           : -1;

  return stay_of (cache, pod, node, from);
}

static gboolean
is_alike (const Stay *a, const Stay *b)
{
  return a->node == b->node && a->cpu == b->cpu && a->memory == b->memory;
}

static void
begin (FitUseColumns *use, guint number, Stay stay)
{
  if (stay.node < 0)
    return;
  stay.pod = number;
  g_array_append_val (use->stays, stay);
  g_array_index (use->seen, Seen, number).stay = use->stays->len;
}

/* Returns: one more than the number of @pod; 0: it has none */
static guint
number_of (const FitUseColumns *use, const FitPod *pod)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (use->number_of, pod->meta.uid));
}

/* Returns: the number of @pod, which gets one if it has none */
static guint
see (FitUseColumns *use, const FitCache *cache, const FitPod *pod)
{
  const guint known = number_of (use, pod);
  Seen seen = { .gone = -1 };

  if (known > 0)
    return known - 1;
  seen.pod = fit_pod_ref (pod);
  g_array_append_val (use->seen, seen);
  g_hash_table_insert (use->number_of, pod->meta.uid,
                       GUINT_TO_POINTER (use->seen->len));
  begin (use, use->seen->len - 1, stay_at_start (use, cache, pod->meta.uid));
  return use->seen->len - 1;
}

/* @at: decisions made until then */
static void
look (FitUseColumns *use, const FitCache *cache, const FitPod *pod, guint at)
{
  const guint number = see (use, cache, pod);
  const guint last = g_array_index (use->seen, Seen, number).stay;
  Stay *before = last > 0 ? &g_array_index (use->stays, Stay, last - 1) : NULL;
  const Stay now = stay_now (use, cache, pod->meta.uid, at);

  if (before != NULL && before->to < 0)
    {
      if (is_alike (before, &now))
        return;
      before->to = (gint) at;
    }
  begin (use, number, now);
}

void
fit_use_columns_decide (FitUseColumns *use, FitCache *cache, const FitPod *pod)
{
  const gint64 number = pod != NULL ? (gint64) see (use, cache, pod) : -1;

  g_array_append_val (use->items, number);
  if (pod != NULL)
    look (use, cache, pod, use->items->len);
}

/* Before the first decision, a pod that is not there yet will still come. */
static void
look_again (FitUseColumns *use, const FitCache *cache, const FitPod *pod)
{
  const gboolean will_come
      = use->items->len == 0
        && fit_cache_find_pod (cache, pod->meta.uid) == NULL;
  const Stay before = stay_at_start (use, cache, pod->meta.uid),
             now = stay_now (use, cache, pod->meta.uid, 0);

  /* Of one that is where it was at the start there is nothing to say. */
  if (!will_come && (number_of (use, pod) > 0 || !is_alike (&before, &now)))
    look (use, cache, pod, use->items->len + 1);
}

void
fit_use_columns_change (FitUseColumns *use, FitCache *cache, FitKind kind,
                        gconstpointer old_object, gconstpointer new_object)
{
  const gboolean is_gone = new_object == NULL;
  const FitObject *changed = is_gone ? old_object : new_object;
  const FitPod *pod = is_gone ? old_object : new_object;
  guint number;

  /* The pods on a node that came or went. */
  if (kind == FIT_KIND_NODE && (is_gone || old_object == NULL))
    {
      const FitNodeInfo *info
          = fit_cache_find_place (cache, changed->meta.name);

      for (guint i = 0; info != NULL && i < info->n_pods; i++)
        look_again (use, cache, info->pods[i]);
    }
  if (kind != FIT_KIND_POD)
    return;
  number = number_of (use, pod);
  /* One that comes again with its UID is another pod. */
  if (old_object == NULL && number > 0
      && g_array_index (use->seen, Seen, number - 1).gone >= 0)
    g_hash_table_remove (use->number_of, pod->meta.uid);
  look_again (use, cache, pod);
  if (is_gone)
    {
      g_array_index (use->seen, Seen, see (use, cache, pod)).gone
          = (gint) use->items->len + 1;
      g_hash_table_remove (use->at_start, pod->meta.uid);
    }
}

/* -- the member ------------------------------------------------------------ */

FitJson *
fit_use_columns_json (const FitUseColumns *use)
{
  static const char *const keys[]
      = { "pod", "node", "from", "to", "cpu", "memory" };
  FitJson *object = fit_json_object (), *names = fit_json_array (),
          *gone = fit_json_array ();
  g_autofree gint64 *values
      = g_new (gint64, G_N_ELEMENTS (keys) * use->stays->len);

  FIT_EACH_OF (const Seen, seen, use->seen)
    {
      g_autofree char *name = fit_pod_full_name (seen->pod);

      fit_json_add_text (names, name);
      fit_json_add_integer (gone, seen->gone);
    }
  fit_json_set (object, "pods", names);
  fit_json_set (object, "gone", gone);
  fit_json_set (object, "items",
                fit_json_column ((const gint64 *) (gpointer) use->items->data,
                                 use->items->len));
  for (guint i = 0; i < use->stays->len; i++)
    {
      const Stay *stay = &g_array_index (use->stays, Stay, i);
      const gint64 row[G_N_ELEMENTS (keys)]
          = { stay->pod, stay->node, stay->from,
              stay->to,  stay->cpu,  stay->memory };

      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        values[k * use->stays->len + i] = row[k];
    }
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    fit_json_set (
        object, keys[k],
        fit_json_column (values + k * use->stays->len, use->stays->len));
  return object;
}
