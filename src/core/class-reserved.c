/* class-reserved.c - nodes that pods are nominated to, in a search in a column
 * SPDX-License-Identifier: Apache-2.0 */
#include "core/class-window.h"

typedef struct
{
  const FitWindow *window;
  GArray *found; /* of guint32: positions */
} Nominations;

static void
note_node (const char *node_name, const GPtrArray *pods, gpointer data)
{
  const Nominations *nominations = data;
  const FitCycle *cycle = nominations->window->cycle;
  const FitNodeInfo *node = NULL;
  const guint32 *positions;
  guint n;

  for (guint i = 0; i < pods->len && node == NULL; i++)
    if (fit_cycle_counts_nominated (cycle, pods->pdata[i]))
      node = fit_cache_find_node (cycle->cache, node_name);
  positions = fit_node_tree_positions (fit_cache_node_tree (cycle->cache), &n);
  if (node != NULL && node->index < n && positions[node->index] != G_MAXUINT32)
    g_array_append_val (nominations->found, positions[node->index]);
}

static gint
compare_positions (gconstpointer a, gconstpointer b)
{
  const guint32 x = *(const guint32 *) a, y = *(const guint32 *) b;

  return (x > y) - (x < y);
}

void
fit_window_find_reserved (FitWindow *window)
{
  FitCache *cache = window->cycle->cache;
  const FitNominatedPods *all = fit_cache_nominated_pods (cache);
  g_autoptr (GArray) found = NULL;

  if (G_LIKELY (fit_nominated_pods_empty (all)))
    return;
  found = g_array_new (FALSE, FALSE, sizeof (guint32));
  fit_nominated_pods_foreach (all, window->cycle->pod->spec->priority,
                              note_node, &(Nominations){ window, found });
  g_array_sort (found, compare_positions);
  window->n_reserved = found->len;
  window->reserved = fit_arena_newn (window->cycle->arena, guint32, found->len);
  for (guint i = 0; i < found->len; i++)
    window->reserved[i] = g_array_index (found, guint32, i);
}

/* Does the pod fit at @position with the pods that are nominated there, and
 * without? */
static gboolean
fits_reserved (FitWindow *window, guint position)
{
  const FitCycle *cycle = window->cycle;
  const FitArenaMark mark = fit_arena_mark (cycle->arena);
  const FitNodeView view = { .node = fit_window_node_at (window, position),
                             .meta = cycle->meta,
                             .n_runs = cycle->n_active,
                             .runs = cycle->active };
  FitNodeVerdict verdict = { .node = view.node, .examined = TRUE };

  fit_cycle_check (cycle, &view, &verdict);
  window->lost |= verdict.error != NULL;
  fit_arena_rewind (cycle->arena, mark);
  return verdict.fits;
}

guint64
fit_window_exclude_reserved (FitWindow *window, guint begin, guint n,
                             guint64 excluded)
{
  guint low = 0, high = window->n_reserved;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (window->reserved[middle] < begin)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < window->n_reserved && window->reserved[low] < begin + n; low++)
    {
      const guint i = window->reserved[low] - begin;

      if (!(excluded >> i & 1) && !fits_reserved (window, begin + i))
        excluded |= G_GUINT64_CONSTANT (1) << i;
    }
  return excluded;
}
