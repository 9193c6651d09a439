/* nodes-needed.c - adds nodes until everything fits, and takes away those that
 * are not needed
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/nodes-needed.h"

#include <string.h>

#include "base/each.h"
#include "base/intern.h"
#include "simulate/capacity.h"
#include "simulate/place-pods.h"

/* How many templates that help more are tried in place of one. */
#define N_REPLACEMENTS 4

/* One attempt. */
typedef struct
{
  guint *of; /* owned: how many nodes of each template */
  guint total;
  FitRound round;
} Try;

typedef struct
{
  const FitNodesNeededQuestion *question; /* borrowed */
  guint n_templates;
  guint most;           /* nodes of each template */
  GPtrArray *pods;      /* (nullable) owned, of FitPod: all pods to place */
  GPtrArray *tries;     /* owned, of Try */
  GHashTable *hopeless; /* owned: FitPod -> interned string, both borrowed: pods
                           that no number of nodes helps, and why */
  FitSimulationVisitor visit; /* (nullable) */
  gpointer visit_data;
} Search;

static void
try_free (gpointer data)
{
  Try *attempt = data;

  g_free (attempt->of);
  fit_round_clear (&attempt->round);
  g_free (attempt);
}

static void
search_clear (Search *search)
{
  g_clear_pointer (&search->tries, g_ptr_array_unref);
  g_clear_pointer (&search->pods, g_ptr_array_unref);
  g_clear_pointer (&search->hopeless, g_hash_table_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* -- trying ---------------------------------------------------------------- */

static gboolean
is_of_daemon_set (const FitPod *pod)
{
  return pod->meta.controller != NULL
         && strcmp (pod->meta.controller->kind, "DaemonSet") == 0;
}

/* The pending pods, in general those of DaemonSets first, then copies of the
 * templates in turn. */
static GPtrArray *
pods_to_place (const FitNodesNeededQuestion *question,
               const FitSimulation *simulation)
{
  const GPtrArray *pending = fit_simulation_pending (simulation);
  GPtrArray *pods = g_ptr_array_new_with_free_func (fit_object_unref);
  guint replicas = MIN (question->replicas, FIT_CAPACITY_MAX_REPLICAS);

  for (guint turn = 0; turn < 2; turn++)
    for (guint i = 0; i < pending->len; i++)
      if ((question->in_queue_order || is_of_daemon_set (pending->pdata[i]))
          == (turn == 0))
        g_ptr_array_add (pods, fit_pod_ref (pending->pdata[i]));
  if (question->templates == NULL)
    return pods;
  for (guint number = 1; number <= replicas; number++)
    for (guint i = 0; i < question->templates->len; i++)
      if (question->copies == NULL || number <= question->copies[i])
        g_ptr_array_add (pods,
                         fit_pod_copy (question->templates->pdata[i], number));
  return pods;
}

static gboolean
run (Search *search, Try *attempt, GError **error)
{
  const FitNodesNeededQuestion *question = search->question;
  g_autoptr (FitObjects) objects = fit_objects_and_more (question->objects);
  g_autoptr (FitSimulation) simulation = NULL;

  fit_new_nodes_begin (question->nodes);
  for (guint i = 0; i < search->n_templates; i++)
    if (!fit_new_nodes_add (question->nodes, i, attempt->of[i], objects, error))
      return FALSE;
  simulation = question->make (objects, question->data, error);
  if (simulation == NULL)
    return FALSE;
  if (search->pods == NULL)
    {
      const guint max = question->max_nodes > 0
                            ? MIN (question->max_nodes, FIT_NODES_NEEDED_MAX)
                            : FIT_NODES_NEEDED_MAX;

      search->pods = pods_to_place (question, simulation);
      search->most
          = MAX (MIN (max / search->n_templates, search->pods->len), 1);
    }
  if (!fit_place_all (simulation, search->pods, &attempt->round, error))
    return FALSE;
  if (search->visit != NULL)
    search->visit (simulation, search->visit_data);
  return TRUE;
}

/* Tries @of nodes of each template, each numbers once.
 * Returns: (transfer none) (nullable) */
static const Try *
try_nodes (Search *search, const guint *of, GError **error)
{
  const gsize size = search->n_templates * sizeof *of;
  Try *attempt;

  for (guint i = 0; i < search->tries->len; i++)
    {
      attempt = search->tries->pdata[i];
      if (memcmp (attempt->of, of, size) == 0)
        return attempt;
    }
  attempt = g_new0 (Try, 1);
  attempt->of = g_memdup2 (of, size);
  for (guint i = 0; i < search->n_templates; i++)
    attempt->total += of[i];
  if (run (search, attempt, error))
    {
      g_ptr_array_add (search->tries, attempt);
      return attempt;
    }
  try_free (attempt);
  return NULL;
}

/* The first pod of @attempt that nodes would help, as an index; the number of
 * pods if there is none. */
static guint
first_missing (const Search *search, const Try *attempt)
{
  const GPtrArray *left = attempt->round.left;
  guint i = 0;

  while (i < left->len
         && g_hash_table_contains (search->hopeless, left->pdata[i]))
    i++;
  return i;
}

static gboolean
is_enough (const Search *search, const Try *attempt)
{
  return first_missing (search, attempt) == attempt->round.left->len;
}

/* Are @of nodes enough? */
static gboolean
ask (Search *search, const guint *of, gboolean *out_enough, GError **error)
{
  const Try *attempt = try_nodes (search, of, error);

  if (attempt == NULL)
    return FALSE;
  *out_enough = is_enough (search, attempt);
  return TRUE;
}

/* -- the same number of each ----------------------------------------------- */

static void
set_all (const Search *search, guint *of, guint n)
{
  for (guint i = 0; i < search->n_templates; i++)
    of[i] = n;
}

/* Doubles until all pods fit.  When that stops helping, it goes on with the
 * greatest number, which shows the pods that no number of nodes helps. */
static gboolean
double_up (Search *search, guint *of, GError **error)
{
  guint n = 0, before = G_MAXUINT;

  for (;;)
    {
      const Try *attempt;
      guint n_left;

      set_all (search, of, n);
      attempt = try_nodes (search, of, error);
      if (attempt == NULL)
        return FALSE;
      n_left = attempt->round.left->len;
      if (n_left == 0)
        return TRUE;
      if (n == search->most)
        {
          for (guint i = 0; i < attempt->round.left->len; i++)
            g_hash_table_insert (search->hopeless,
                                 attempt->round.left->pdata[i],
                                 attempt->round.reasons->pdata[i]);
          return TRUE;
        }
      if (n == 0)
        n = 1;
      else
        n = n_left < before ? MIN (2 * n, search->most) : search->most;
      before = n_left;
    }
}

static gboolean
find_each (Search *search, guint *of, GError **error)
{
  guint low, high;
  guint *out_low;
  guint *out_high;

  if (!double_up (search, of, error))
    return FALSE;
  /* The bounds that tries so far have left: high is enough, low is not; both
   * are 0 if no nodes are needed. */
  out_low = &low;
  out_high = &high;
  *out_high = G_MAXUINT;
  FIT_EACH (const Try, attempt, search->tries)
    if (is_enough (search, attempt))
      *out_high = MIN (*out_high, attempt->of[0]);
  *out_low = 0;
  FIT_EACH (const Try, attempt, search->tries)
    if (attempt->of[0] < *out_high)
      *out_low = MAX (*out_low, attempt->of[0]);
  while (high - low > 1)
    {
      const guint middle = low + (high - low) / 2;
      gboolean enough;

      set_all (search, of, middle);
      if (!ask (search, of, &enough, error))
        return FALSE;
      if (enough)
        high = middle;
      else
        low = middle;
    }
  set_all (search, of, high);
  return TRUE;
}

/* -- fewer of some --------------------------------------------------------- */

/* How many pods one node of each template helps, and the templates in ascending
 * order of that; of equal ones the last comes first. */
typedef struct
{
  guint *gain;  /* owned */
  guint *order; /* owned */
} Ranking;

static void
ranking_clear (Ranking *ranking)
{
  g_free (ranking->gain);
  g_free (ranking->order);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ranking, ranking_clear)

static gint
compare_gains (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint i = *(const guint *) a, j = *(const guint *) b;
  const guint *gain = data;

  if (gain[i] != gain[j])
    return gain[i] < gain[j] ? -1 : 1;
  return i > j ? -1 : i < j;
}

static gboolean
rank (Search *search, Ranking *out, GError **error)
{
  const guint n = search->n_templates;
  g_autofree guint *of = g_new0 (guint, n);

  out->gain = g_new0 (guint, n);
  out->order = g_new0 (guint, n);
  for (guint i = 0; i < n; i++)
    {
      const Try *attempt;

      of[i] = 1;
      attempt = try_nodes (search, of, error);
      of[i] = 0;
      if (attempt == NULL)
        return FALSE;
      out->gain[i] = search->pods->len - attempt->round.left->len;
      out->order[i] = i;
    }
  g_qsort_with_data (out->order, (gint) n, sizeof *out->order, compare_gains,
                     out->gain);
  return TRUE;
}

/* Lowers of[@index] as far as it stays enough; less than @low is not. */
static gboolean
lower (Search *search, guint *of, guint index, guint low, GError **error)
{
  guint high = of[index];

  while (low < high)
    {
      gboolean enough;

      of[index] = low + (high - low) / 2;
      if (!ask (search, of, &enough, error))
        return FALSE;
      if (enough)
        high = of[index];
      else
        low = of[index] + 1;
    }
  of[index] = high;
  return TRUE;
}

/* Replaces all nodes of the template @index by fewer ones of @by, if that is
 * enough. */
static gboolean
replace (Search *search, guint *of, guint index, guint by, GError **error)
{
  const guint old = of[index], old_by = of[by];
  gboolean enough;

  of[index] = 0;
  of[by] += old - 1;
  if (!ask (search, of, &enough, error))
    return FALSE;
  if (enough)
    return lower (search, of, by, old_by + 1, error);
  of[index] = old;
  of[by] = old_by;
  return TRUE;
}

static gboolean
find_fewer (Search *search, guint *of, GError **error)
{
  g_auto (Ranking) ranking = { 0 };
  guint n;

  if (search->n_templates == 1 || of[0] == 0)
    return TRUE;
  if (!rank (search, &ranking, error))
    return FALSE;
  for (guint i = 0; i < search->n_templates; i++)
    if (!lower (search, of, ranking.order[i], 0, error))
      return FALSE;
  n = search->n_templates;
  for (guint i = 0; i < n; i++)
    for (guint j = n; j-- > MAX (i + 1, n - MIN (n, N_REPLACEMENTS));)
      if (of[ranking.order[i]] > 1
          && ranking.gain[ranking.order[j]] > ranking.gain[ranking.order[i]]
          && !replace (search, of, ranking.order[i], ranking.order[j], error))
        return FALSE;

  /* Tries one node less of each template, and again after each success. */
  for (guint i = 0; i < search->n_templates; i++)
    {
      gboolean enough;

      if (of[i] == 0)
        continue;
      of[i]--;
      if (!ask (search, of, &enough, error))
        return FALSE;
      if (enough)
        i = G_MAXUINT; /* from the first again */
      else
        of[i]++;
    }
  return TRUE;
}

/* -- the answer ------------------------------------------------------------ */

static void
clear_point (gpointer point)
{
  g_free (((FitNodesNeededPoint *) point)->of);
}

static gint
compare_points (gconstpointer a, gconstpointer b)
{
  const FitNodesNeededPoint *x = a, *y = b;

  return x->nodes < y->nodes ? -1 : x->nodes > y->nodes;
}

static FitNodesNeeded *
needed_new (const Search *search)
{
  FitNodesNeeded *needed = g_new0 (FitNodesNeeded, 1);

  needed->n_templates = search->n_templates;
  needed->of = g_new0 (FitNodesNeededOf, search->n_templates);
  needed->pods = search->pods->len;
  needed->tried = search->most;
  needed->left = g_ptr_array_new_with_free_func (fit_object_unref);
  needed->reasons
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  needed->points = g_array_new (FALSE, FALSE, sizeof (FitNodesNeededPoint));
  g_array_set_clear_func (needed->points, clear_point);
  FIT_EACH (Try, attempt, search->tries)
    {
      const FitNodesNeededPoint point
          = { attempt->total, g_steal_pointer (&attempt->of),
              attempt->round.left->len };

      g_array_append_val (needed->points, point);
    }
  g_array_sort (needed->points, compare_points);
  return needed;
}

static FitNodesNeeded *
answer (Search *search, guint *of, GError **error)
{
  const guint n = search->n_templates;
  const Try *with = try_nodes (search, of, error);
  g_autofree const Try **less = g_new0 (const Try *, n);
  FitNodesNeeded *needed;
  const GPtrArray *left;

  if (with == NULL)
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      if (of[i] == 0)
        continue;
      of[i]--;
      less[i] = try_nodes (search, of, error);
      of[i]++;
      if (less[i] == NULL)
        return NULL;
    }
  needed = needed_new (search);
  needed->nodes = with->total;
  needed->placed = needed->pods - with->round.left->len;
  left = with->round.left;
  for (guint i = 0; i < left->len; i++)
    {
      const char *reason
          = g_hash_table_lookup (search->hopeless, left->pdata[i]);

      g_ptr_array_add (needed->left, fit_pod_ref (left->pdata[i]));
      g_ptr_array_add (needed->reasons, (gpointer) fit_intern_ref (reason));
    }
  for (guint i = 0; i < n; i++)
    if (less[i] != NULL)
      {
        const guint missing = first_missing (search, less[i]);

        needed->of[i].nodes = of[i];
        needed->of[i].pod = fit_pod_ref (less[i]->round.left->pdata[missing]);
        needed->of[i].reason
            = g_strdup (less[i]->round.reasons->pdata[missing]);
      }
  return needed;
}

static void
search_init (Search *search, const FitNodesNeededQuestion *question)
{
  *search = (Search){ .question = question,
                      .n_templates = question->nodes->templates->len,
                      .tries = g_ptr_array_new_with_free_func (try_free),
                      .hopeless = g_hash_table_new (NULL, NULL) };
}

FitNodesNeeded *
fit_nodes_needed (const FitNodesNeededQuestion *question, GError **error)
{
  g_auto (Search) search;
  g_autofree guint *of = g_new0 (guint, question->nodes->templates->len);

  search_init (&search, question);
  return find_each (&search, of, error) && find_fewer (&search, of, error)
             ? answer (&search, of, error)
             : NULL;
}

gboolean
fit_nodes_needed_visit (const FitNodesNeededQuestion *question,
                        const FitNodesNeeded *needed,
                        FitSimulationVisitor visit, gpointer data,
                        GError **error)
{
  g_auto (Search) search;
  g_autofree guint *of = g_new0 (guint, needed->n_templates);

  search_init (&search, question);
  search.visit = visit;
  search.visit_data = data;
  for (guint i = 0; i < needed->n_templates; i++)
    of[i] = needed->of[i].nodes;
  return try_nodes (&search, of, error) != NULL;
}

/* The pods to place, without those that are @left: those were made in the same
 * order. */
static GPtrArray *
pods_that_fit (const FitNodesNeededQuestion *question,
               const FitSimulation *simulation, const FitNodesNeeded *needed)
{
  g_autoptr (GPtrArray) pods = pods_to_place (question, simulation);
  g_autoptr (GHashTable) left = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *fit = g_ptr_array_new_with_free_func (fit_object_unref);

  for (guint i = 0; i < needed->left->len; i++)
    g_hash_table_add (
        left, (gpointer) ((const FitPod *) needed->left->pdata[i])->meta.uid);
  for (guint i = 0; i < pods->len; i++)
    if (!g_hash_table_contains (left,
                                ((const FitPod *) pods->pdata[i])->meta.uid))
      g_ptr_array_add (fit, fit_pod_ref (pods->pdata[i]));
  return fit;
}

/* @out: (out): may a node that is added lack the pod of a DaemonSet, because
 * admission refuses it? */
static gboolean
refuses_daemons (const FitNodesNeededQuestion *question,
                 const FitNodesNeeded *needed, gboolean *out, GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();

  fit_new_nodes_begin (question->nodes);
  for (guint i = 0; i < needed->n_templates; i++)
    if (!fit_new_nodes_add (question->nodes, i, needed->nodes, objects, error))
      return FALSE;
  *out = question->nodes->n_refused > 0;
  return TRUE;
}

FitBound *
fit_nodes_needed_bound (const FitNodesNeededQuestion *question,
                        const FitNodesNeeded *needed, GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_and_more (question->objects);
  const GPtrArray *nodes = objects->of[FIT_KIND_NODE];
  g_autoptr (GHashTable) known = g_hash_table_new (NULL, NULL);
  g_autoptr (FitSimulation) simulation = NULL;
  g_autoptr (GPtrArray) pods = NULL;
  gboolean bare;

  if (!refuses_daemons (question, needed, &bare, error))
    return NULL;
  for (guint i = 0; i < nodes->len; i++)
    g_hash_table_add (known,
                      (gpointer) ((const FitNode *) nodes->pdata[i])->name);
  fit_new_nodes_begin (question->nodes);
  for (guint i = 0; i < needed->n_templates; i++)
    if (!fit_new_nodes_add (question->nodes, i, 1, objects, error))
      return NULL;
  simulation = question->make (objects, question->data, error);
  if (simulation == NULL)
    return NULL;
  pods = pods_that_fit (question, simulation, needed);
  return fit_bound_new_nodes (simulation, pods, known, bare);
}

void
fit_nodes_needed_free (FitNodesNeeded *needed)
{
  if (needed == NULL)
    return;
  for (guint i = 0; i < needed->n_templates; i++)
    {
      fit_pod_unref (needed->of[i].pod);
      g_free (needed->of[i].reason);
    }
  g_free (needed->of);
  g_ptr_array_unref (needed->left);
  g_ptr_array_unref (needed->reasons);
  g_array_unref (needed->points);
  g_free (needed);
}

/* -- a single node --------------------------------------------------------- */

/* Returns: (transfer full): of FitPod: those that only @without leaves */
static GPtrArray *
helped_pods (const Try *without, const Try *with)
{
  GPtrArray *helped = g_ptr_array_new_with_free_func (fit_object_unref);
  g_autoptr (GHashTable) left = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < with->round.left->len; i++)
    g_hash_table_add (left, with->round.left->pdata[i]);
  for (guint i = 0; i < without->round.left->len; i++)
    if (!g_hash_table_contains (left, without->round.left->pdata[i]))
      g_ptr_array_add (helped, fit_pod_ref (without->round.left->pdata[i]));
  return helped;
}

GPtrArray *
fit_nodes_one_each (const FitNodesNeededQuestion *question, GError **error)
{
  g_auto (Search) search;
  g_autofree guint *of = g_new0 (guint, question->nodes->templates->len);
  g_autoptr (GPtrArray) all
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  const Try *without;

  search_init (&search, question);
  without = try_nodes (&search, of, error);
  for (guint i = 0; without != NULL && i < search.n_templates; i++)
    {
      const Try *with;

      of[i] = 1;
      with = try_nodes (&search, of, error);
      of[i] = 0;
      if (with == NULL)
        return NULL;
      g_ptr_array_add (all, helped_pods (without, with));
    }
  return without != NULL ? g_steal_pointer (&all) : NULL;
}
