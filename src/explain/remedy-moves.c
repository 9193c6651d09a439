/* remedy-moves.c - which pods would have to leave so that another one fits
 *
 * A pod leaves if it is being deleted, or if it may be evicted and the rules
 * find another node for what replaces it.  That is tried before it is said.
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain/remedies-private.h"

#include "cluster/evictable-pods.h"

#include <string.h>

/* The maximum number of remedies with moves, of nodes on which moves are tried,
 * of pods on each, and of pods that move together. */
#define MOST_MOVES 2
#define MOST_MOVE_NODES 50
#define MOST_TRIALS 3
#define MOST_MOVERS 4

/* -- where others could go ------------------------------------------------- */

/* Where pods of one kind could go. */
typedef struct
{
  const FitLabels *labels; /* borrowed: of the pods */
  guint n;                 /* number of nodes found; two are enough */
  const char *nodes[2];    /* borrowed: their names */
} FitPlaces;

/* @pod leaves its node, and what replaces it is looked at on every node. */
static void
find_places (FitTrial *trial, const FitPod *pod, FitPlaces *places)
{
  g_autoptr (FitPod) pending = fit_pod_as_pending (pod);
  FitSimulation *simulation = fit_trial_simulation (trial);
  FitCache *cache = fit_simulation_cache (simulation);
  const FitChange gone = { .type = FIT_CHANGE_EVICT, .pod = pod };
  g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
      fit_simulation_scheduler_of (simulation, pending), pending);

  *places = (FitPlaces){ .labels = pod->meta.labels };
  for (guint i = 0; i < fit_cache_n_slots (cache) && places->n < 2; i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node != NULL && node->node != NULL && node->name != pod->node_name
          && fit_inquiry_would_fit (inquiry, node, &gone, 1))
        places->nodes[places->n++] = node->name;
    }
}

gboolean
fit_remedy_may_move (FitRemedySearch *search, const FitPod *pod)
{
  FitTrial *trial = search->make_trial (search->data);
  FitPlaces *places;

  if (trial == NULL
      || !fit_simulation_may_move (fit_trial_simulation (trial), pod))
    return FALSE;
  places = g_hash_table_lookup (search->places, pod->spec);
  if (places == NULL)
    {
      places = g_new0 (FitPlaces, 1);
      g_hash_table_insert (search->places, (gpointer) pod->spec, places);
      find_places (trial, pod, places);
    }
  else if (places->labels != pod->meta.labels)
    find_places (trial, pod, places);
  for (guint i = 0; i < places->n; i++)
    if (places->nodes[i] != pod->node_name)
      return TRUE;
  return FALSE;
}

/* -- trying ---------------------------------------------------------------- */

/* Returns: (transfer full): of FitChange */
static GArray *
leaving (FitChangeType type, const GPtrArray *pods)
{
  GArray *changes = g_array_new (FALSE, FALSE, sizeof (FitChange));

  for (guint i = 0; i < pods->len; i++)
    {
      const FitChange change = { .type = type, .pod = pods->pdata[i] };

      g_array_append_val (changes, change);
    }
  return changes;
}

static gboolean
would_fit (FitRemedySearch *search, const FitNodeInfo *node,
           const GPtrArray *gone)
{
  g_autoptr (GArray) changes = leaving (FIT_CHANGE_EVICT, gone);

  return fit_inquiry_would_fit (
      search->inquiry, node, (const FitChange *) changes->data, changes->len);
}

/* Was this found on the way to another node? */
static gboolean
is_known (const FitRemedySearch *search, const FitRemedy *remedy)
{
  for (guint i = 0; i < search->remedies->len; i++)
    if (strcmp (((const FitRemedy *) search->remedies->pdata[i])->text,
                remedy->text)
        == 0)
      return TRUE;
  return FALSE;
}

gboolean
fit_remedy_try_moves (FitRemedySearch *search, const FitNodeInfo *node,
                      const GArray *changes)
{
  FitTrial *trial = search->make_trial (search->data);
  g_autoptr (GArray) moves = fit_moves_new ();
  const char *to;
  FitRemedy *remedy;

  if (trial == NULL || search->n_moves >= MOST_MOVES)
    return FALSE;
  to = fit_trial_run (trial, search->pod, node != NULL ? node->name : NULL,
                      (const FitChange *) changes->data, changes->len, moves);
  if (to == NULL)
    return FALSE;
  remedy = fit_remedy_new (changes, moves);
  g_ptr_array_add (remedy->nodes, (gpointer) to);
  if (is_known (search, remedy))
    {
      fit_remedy_free (remedy);
      return TRUE;
    }
  g_ptr_array_add (search->remedies, remedy);
  search->n_moves++;
  return TRUE;
}

static gboolean
try_moving (FitRemedySearch *search, const GPtrArray *pods)
{
  FitTrial *trial = search->make_trial (search->data);
  g_autoptr (GArray) changes = leaving (FIT_CHANGE_EVICT, pods);

  return fit_eviction_budgets_allow (
             fit_simulation_cache (fit_trial_simulation (trial)), pods)
         && fit_remedy_try_moves (search, NULL, changes);
}

/* Takes pods out of @pods, first the first, as long as the pod fits @node
 * without the others. */
static void
drop_needless (FitRemedySearch *search, const FitNodeInfo *node,
               GPtrArray *pods)
{
  guint i = 0;

  while (i < pods->len && pods->len > 1)
    {
      gpointer pod = g_ptr_array_remove_index (pods, i);

      if (would_fit (search, node, pods))
        continue;
      g_ptr_array_insert (pods, (gint) i, pod);
      i++;
    }
}

/* -- on one node ----------------------------------------------------------- */

GArray *
fit_remedy_wait (FitRemedySearch *search, const FitNodeInfo *node)
{
  g_autoptr (GPtrArray) pods = g_ptr_array_new ();

  for (guint i = 0; i < node->n_pods; i++)
    if (fit_object_meta_deleting (&node->pods[i]->meta))
      g_ptr_array_add (pods, (gpointer) node->pods[i]);
  if (pods->len == 0 || !would_fit (search, node, pods))
    return NULL;
  drop_needless (search, node, pods);
  return leaving (FIT_CHANGE_WAIT, pods);
}

/* The least important first, of equal ones the smallest. */
static gint
compare_leavers (gconstpointer a, gconstpointer b)
{
  const FitPodSpec *x = (*(const FitPod *const *) a)->spec,
                   *y = (*(const FitPod *const *) b)->spec;

  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  if (x->requests.milli_cpu != y->requests.milli_cpu)
    return x->requests.milli_cpu < y->requests.milli_cpu ? -1 : 1;
  return 0;
}

void
fit_remedy_make_room (FitRemedySearch *search, const FitNodeInfo *node)
{
  g_autoptr (GPtrArray) movers = g_ptr_array_new ();
  g_autoptr (GPtrArray) together = g_ptr_array_new ();
  guint n_trials = 0;

  if (search->n_moves >= MOST_MOVES || search->n_move_nodes >= MOST_MOVE_NODES)
    return;
  for (guint i = 0; i < node->n_pods; i++)
    g_ptr_array_add (movers, (gpointer) node->pods[i]);
  if (!would_fit (search, node, movers))
    return;
  search->n_move_nodes++;
  for (guint i = movers->len; i-- > 0;)
    if (!fit_remedy_may_move (search, movers->pdata[i]))
      g_ptr_array_remove_index (movers, i);
  g_ptr_array_sort (movers, compare_leavers);
  /* One pod that would be enough. */
  for (guint i = 0; i < movers->len && n_trials < MOST_TRIALS; i++)
    {
      g_autoptr (GPtrArray) one = g_ptr_array_new ();

      g_ptr_array_add (one, movers->pdata[i]);
      if (!would_fit (search, node, one))
        continue;
      n_trials++;
      if (try_moving (search, one))
        return;
    }
  /* The first that are enough together, without those that are not needed. */
  for (guint i = 0; i < movers->len; i++)
    {
      g_ptr_array_add (together, movers->pdata[i]);
      if (!would_fit (search, node, together))
        continue;
      drop_needless (search, node, together);
      if (together->len <= MOST_MOVERS)
        try_moving (search, together);
      return;
    }
}

/* -- too many in one place ------------------------------------------------- */

/* Moves as many of @pods as are too many. */
static gboolean
move_some (FitRemedySearch *search, const GPtrArray *pods, guint n)
{
  g_autoptr (GPtrArray) movers = g_ptr_array_new ();
  guint n_trials = 0;

  if (n > MOST_MOVERS)
    return FALSE;
  for (guint i = 0; i < pods->len && n_trials < MOST_TRIALS; i++)
    {
      if (!fit_remedy_may_move (search, pods->pdata[i]))
        continue;
      g_ptr_array_add (movers, pods->pdata[i]);
      if (movers->len < n)
        continue;
      n_trials++;
      if (try_moving (search, movers))
        return TRUE;
      g_ptr_array_set_size (movers, 0);
    }
  return FALSE;
}

/* Whichever @n of @pods end, does the pod then fit @node?  Each of them is once
 * among those that do. */
static gboolean
any_may_end (FitRemedySearch *search, const FitNodeInfo *node,
             const GPtrArray *pods, guint n)
{
  for (guint i = 0; i < pods->len; i += n)
    {
      g_autoptr (GPtrArray) gone = g_ptr_array_new ();

      for (guint k = 0; k < n; k++)
        g_ptr_array_add (gone, pods->pdata[(i + k) % pods->len]);
      if (!would_fit (search, node, gone))
        return FALSE;
    }
  return TRUE;
}

void
fit_remedy_fewer (FitRemedySearch *search, const GPtrArray *nodes,
                  const GArray *changes)
{
  const FitChange *change = &g_array_index (changes, FitChange, 0);
  const guint n = (guint) change->amount;
  g_autoptr (GPtrArray) pods = NULL;
  FitRemedy *remedy = NULL;
  FitCache *cache;

  if (change->selector == NULL || search->make_trial (search->data) == NULL)
    return;
  cache = fit_simulation_cache (
      fit_trial_simulation (search->make_trial (search->data)));
  pods = g_ptr_array_new ();
  for (guint i = 0; i < fit_cache_n_slots (cache); i++)
    {
      const FitNodeInfo *node = fit_cache_node (cache, i);

      if (node == NULL || node->node == NULL
          || g_strcmp0 (
                 fit_labels_lookup (node->node->meta.labels, change->key),
                 change->value)
                 != 0)
        continue;
      for (guint p = 0; p < node->n_pods; p++)
        if (node->pods[p]->meta.namespace_ == search->pod->meta.namespace_
            && !fit_object_meta_deleting (&node->pods[p]->meta)
            && !fit_cache_is_assumed (cache, node->pods[p])
            && fit_selector_matches (change->selector,
                                     node->pods[p]->meta.labels))
          g_ptr_array_add (pods, (gpointer) node->pods[p]);
    }
  if (pods->len < n || move_some (search, pods, n))
    return;
  for (guint i = 0; i < MIN (nodes->len, MOST_TRIALS); i++)
    {
      const FitNodeInfo *node = nodes->pdata[i];

      if (!any_may_end (search, node, pods, n))
        continue;
      if (remedy == NULL)
        remedy = fit_remedy_new (changes, NULL);
      g_ptr_array_add (remedy->nodes, (gpointer) node->name);
    }
  if (remedy != NULL)
    g_ptr_array_add (search->remedies, remedy);
}
