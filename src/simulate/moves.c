/* moves.c - tries sets of pods, the smallest first, and puts back those that do
 * not help
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/moves.h"

#include <string.h>

#include "api/pod-alike.h"
#include "base/intern.h"
#include "cluster/evictable-pods.h"
#include "core/inquiry.h"
#include "simulate/place-pods.h"

/* The maximum number of sets that are looked at for one pod in one state, of
 * these that are tried, and of attempts to place a pod for one step. */
#define MOST_LOOKS 20000
#define MOST_SETS 100
#define MOST_ATTEMPTS 3000

/* Something that was done to the cluster. */
typedef struct
{
  const FitPod *there;   /* (nullable) owned reference: a pod that left, as it
                            was */
  const FitPod *pending; /* owned reference: as it is scheduled */
  gboolean placed;       /* it was placed, or else it left */
} Deed;

/* A set of pods of one node. */
typedef struct
{
  guint n;
  const FitPod *pods[FIT_MOVES_FOR_ONE]; /* borrowed */
} Set;

typedef struct
{
  FitSimulation *simulation;
  FitCache *cache;
  GArray *deeds;     /* owned, of Deed: of this step, in order */
  GHashTable *moved; /* owned, of UIDs (borrowed from deeds): pods that left in
                         this step */
  GHashTable *fixed; /* owned, of UIDs: pods that have moved in another one */
  guint n_attempts;  /* in this step */
  GError *error;     /* (nullable) owned */
} Search;

static void
clear_deed (gpointer data)
{
  Deed *deed = data;

  if (deed->there != NULL)
    fit_pod_unref (deed->there);
  fit_pod_unref (deed->pending);
}

static void
search_init (Search *search, FitSimulation *simulation)
{
  *search = (Search){ .simulation = simulation,
                      .cache = fit_simulation_cache (simulation) };
  search->deeds = g_array_new (FALSE, FALSE, sizeof (Deed));
  g_array_set_clear_func (search->deeds, clear_deed);
  search->moved = g_hash_table_new (g_str_hash, g_str_equal);
  search->fixed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

static void
search_clear (Search *search)
{
  if (search->deeds == NULL)
    return;
  g_hash_table_unref (search->moved);
  g_hash_table_unref (search->fixed);
  g_array_unref (search->deeds);
  g_clear_error (&search->error);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* -- doing, and undoing ---------------------------------------------------- */

static gboolean
evict (Search *search, const FitPod *pod)
{
  const Deed deed
      = { .there = fit_pod_ref (pod), .pending = fit_pod_as_pending (pod) };

  g_array_append_val (search->deeds, deed);
  g_hash_table_add (search->moved, (gpointer) deed.there->meta.uid);
  return fit_cache_remove_pod (search->cache, deed.there, &search->error);
}

/* Returns: FALSE if the rules find no node, or on an error */
static gboolean
place (Search *search, const FitPod *pod)
{
  const FitNodeInfo *node = NULL;
  g_autofree char *reason = NULL;
  const Deed deed = { .pending = pod, .placed = TRUE };

  search->n_attempts++;
  if (!fit_place (search->simulation, pod, &node, &reason, &search->error)
      || node == NULL)
    return FALSE;
  fit_pod_ref (pod);
  g_array_append_val (search->deeds, deed);
  return TRUE;
}

/* Undoes everything but the first @n deeds. */
static void
undo (Search *search, guint n)
{
  while (search->deeds->len > n && search->error == NULL)
    {
      const Deed *deed
          = &g_array_index (search->deeds, Deed, search->deeds->len - 1);

      if (deed->placed)
        {
          fit_volume_binder_revert (fit_cache_volume_binder (search->cache),
                                    deed->pending);
          fit_cache_forget_pod (
              search->cache,
              fit_cache_find_pod (search->cache, deed->pending->meta.uid),
              &search->error);
        }
      else
        {
          g_hash_table_remove (search->moved, deed->there->meta.uid);
          fit_cache_add_pod (search->cache, deed->there, &search->error);
        }
      g_array_set_size (search->deeds, search->deeds->len - 1);
    }
}

/* -- which pods may leave -------------------------------------------------- */

static gboolean
may_leave (Search *search, const FitPod *pod)
{
  return !g_hash_table_contains (search->moved, pod->meta.uid)
         && !g_hash_table_contains (search->fixed, pod->meta.uid)
         && fit_simulation_may_move (search->simulation, pod);
}

/* Do the budgets allow that all that have left and those of @set are gone at the
 * same time? */
static gboolean
budgets_allow (Search *search, const Set *set)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();

  for (guint i = 0; i < search->deeds->len; i++)
    if (g_array_index (search->deeds, Deed, i).there != NULL)
      g_ptr_array_add (gone,
                       (gpointer) g_array_index (search->deeds, Deed, i).there);
  for (guint i = 0; i < set->n; i++)
    g_ptr_array_add (gone, (gpointer) set->pods[i]);
  return fit_eviction_budgets_allow (search->cache, gone);
}

/* -- which sets to try ----------------------------------------------------- */

typedef struct
{
  Search *search;
  FitInquiry *inquiry;
  const FitNodeInfo *node;
  GPtrArray *movers; /* of FitPod, borrowed: those that may leave @node */
  GArray *sets;      /* of Set: found */
  guint n_looks;
  guint size; /* of the sets */
} Look;

static gboolean
lets_in (const Look *look, const Set *set)
{
  FitChange changes[FIT_MOVES_FOR_ONE];

  for (guint i = 0; i < set->n; i++)
    changes[i] = (FitChange){ .type = FIT_CHANGE_EVICT, .pod = set->pods[i] };
  return fit_inquiry_would_fit (look->inquiry, look->node, changes, set->n);
}

/* Adds the sets that begin with @set; a pod like one that was left out before
 * would give the same again. */
static void
look_on (Look *look, Set set, guint from)
{
  if (set.n == look->size)
    {
      look->n_looks++;
      if (lets_in (look, &set) && budgets_allow (look->search, &set))
        g_array_append_val (look->sets, set);
      return;
    }
  for (guint i = from; i < look->movers->len && look->n_looks < MOST_LOOKS
                       && look->sets->len < MOST_SETS;
       i++)
    {
      Set more = set;

      if (i > from
          && fit_pod_alike (look->movers->pdata[i - 1], look->movers->pdata[i]))
        continue;
      more.pods[more.n++] = look->movers->pdata[i];
      look_on (look, more, i + 1);
    }
}

/* The smallest first: they find another place most easily. */
static gint
compare_movers (gconstpointer a, gconstpointer b)
{
  const FitPodSpec *x = (*(const FitPod *const *) a)->spec,
                   *y = (*(const FitPod *const *) b)->spec;

  if (x->priority != y->priority)
    return x->priority < y->priority ? -1 : 1;
  if (x->requests.milli_cpu != y->requests.milli_cpu)
    return x->requests.milli_cpu < y->requests.milli_cpu ? -1 : 1;
  return x->requests.memory < y->requests.memory
             ? -1
             : x->requests.memory > y->requests.memory;
}

/* Returns: (transfer full): of Set: those with at most @most pods without which
 * @pod would fit a node, the smallest first */
static GArray *
find_sets (Search *search, const FitPod *pod, guint most)
{
  g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
      fit_simulation_scheduler_of (search->simulation, pod), pod);
  Look look = { .search = search,
                .inquiry = inquiry,
                .sets = g_array_new (FALSE, FALSE, sizeof (Set)) };

  for (look.size = 1; look.size <= most; look.size++)
    for (guint i = 0;
         i < fit_cache_n_slots (search->cache) && look.n_looks < MOST_LOOKS
         && look.sets->len < MOST_SETS;
         i++)
      {
        g_autoptr (GPtrArray) movers = g_ptr_array_new ();

        look.node = fit_cache_node (search->cache, i);
        look.movers = movers;
        if (look.node == NULL || look.node->node == NULL)
          continue;
        for (guint p = 0; p < look.node->n_pods; p++)
          if (may_leave (search, look.node->pods[p]))
            g_ptr_array_add (movers, (gpointer) look.node->pods[p]);
        g_ptr_array_sort (movers, compare_movers);
        look_on (&look, (Set){ 0 }, 0);
      }
  return look.sets;
}

/* -- making room ----------------------------------------------------------- */

static gboolean make_room (Search *search, const FitPod *pod, guint most);

/* @pod is placed, and then those of @set, for which others may leave.  On
 * failure nothing has changed. */
static gboolean
try_set (Search *search, const FitPod *pod, const Set *set, guint most)
{
  const guint before = search->deeds->len;
  GPtrArray *const pending = g_ptr_array_new ();
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < set->n; i++)
    {
      ok = evict (search, set->pods[i]);
      g_ptr_array_add (
          pending,
          (gpointer) g_array_index (search->deeds, Deed, before + i).pending);
    }
  ok = ok && place (search, pod);
  for (guint i = 0; ok && i < pending->len; i++)
    {
      const guint left = search->deeds->len;
      guint used = 0;

      for (guint d = before + set->n; d < left; d++)
        used += g_array_index (search->deeds, Deed, d).there != NULL;
      ok = place (search, pending->pdata[i])
           || (search->error == NULL
               && make_room (search, pending->pdata[i], most - set->n - used));
    }
  g_ptr_array_unref (pending);
  if (!ok)
    undo (search, before);
  return ok;
}

/* Lets at most @most pods leave, so that @pod, which fits nowhere, and all of
 * them find a node. */
static gboolean
make_room (Search *search, const FitPod *pod, guint most)
{
  g_autoptr (GArray) sets = NULL;

  if (most == 0)
    return FALSE;
  sets = find_sets (search, pod, most);
  for (guint i = 0; i < sets->len && search->error == NULL
                    && search->n_attempts < MOST_ATTEMPTS;
       i++)
    if (try_set (search, pod, &g_array_index (sets, Set, i), most))
      return TRUE;
  return FALSE;
}

/* -- the plan -------------------------------------------------------------- */

static void
free_step (gpointer data)
{
  FitMoveStep *step = data;

  for (guint i = 0; i < step->moves->len; i++)
    {
      const FitPlannedMove *move
          = &g_array_index (step->moves, FitPlannedMove, i);

      fit_pod_unref (move->pod);
      fit_intern_unref (move->from);
      fit_intern_unref (move->to);
    }
  g_array_unref (step->moves);
  fit_intern_unref (step->node);
  fit_pod_unref (step->pod);
  g_free (step);
}

void
fit_move_plan_free (FitMovePlan *plan)
{
  if (plan == NULL)
    return;
  g_ptr_array_unref (plan->steps);
  g_free (plan);
}

static const char *
node_of (const Search *search, const FitPod *pod)
{
  return fit_intern (
      fit_cache_find_pod (search->cache, pod->meta.uid)->node_name);
}

static const FitPod *
find_leaver (const Search *search, const FitPod *pending)
{
  for (guint i = 0; i < search->deeds->len; i++)
    {
      const Deed *deed = &g_array_index (search->deeds, Deed, i);

      if (deed->there != NULL && deed->pending == pending)
        return deed->there;
    }
  return NULL;
}

/* Returns: (transfer full): what the deeds of @search are: @pod is placed first,
 * and each other pod that is placed has left before */
static FitMoveStep *
take_step (Search *search, const FitPod *pod)
{
  FitMoveStep *step = g_new0 (FitMoveStep, 1);

  step->pod = fit_pod_ref (pod);
  step->node = node_of (search, pod);
  step->moves = g_array_new (FALSE, FALSE, sizeof (FitPlannedMove));
  for (guint i = 0; i < search->deeds->len; i++)
    {
      const Deed *deed = &g_array_index (search->deeds, Deed, i);
      const FitPod *there
          = deed->placed ? find_leaver (search, deed->pending) : NULL;
      FitPlannedMove move;

      if (there == NULL)
        continue;
      move = (FitPlannedMove){ fit_pod_ref (deed->pending),
                               fit_intern (there->node_name),
                               node_of (search, deed->pending) };
      g_array_append_val (step->moves, move);
      g_hash_table_add (search->fixed, g_strdup (there->meta.uid));
    }
  g_array_set_size (search->deeds, 0);
  g_hash_table_remove_all (search->moved);
  search->n_attempts = 0;
  return step;
}

static void
add_step (FitMovePlan *plan, FitMoveStep *step)
{
  plan->n_moves += step->moves->len;
  g_ptr_array_add (plan->steps, step);
}

static FitMovePlan *
new_plan (void)
{
  FitMovePlan *plan = g_new0 (FitMovePlan, 1);

  plan->steps = g_ptr_array_new_with_free_func (free_step);
  return plan;
}

/* Returns: (transfer full) (nullable): NULL on an error */
static FitMovePlan *
search_plan (FitSimulation *simulation, guint most, GError **error)
{
  g_autoptr (FitMovePlan) plan = new_plan ();
  g_auto (Search) search = { 0 };
  g_auto (FitRound) round = { 0 };

  if (!fit_place_all (simulation, fit_simulation_pending (simulation), &round,
                      error))
    return NULL;
  search_init (&search, simulation);
  for (guint i = 0; i < round.left->len; i++)
    {
      const FitPod *pod = round.left->pdata[i];
      gboolean done = place (&search, pod);

      for (guint n = 1; !done && search.error == NULL
                        && n <= MIN (FIT_MOVES_FOR_ONE, most - plan->n_moves);
           n++)
        done = make_room (&search, pod, n);
      if (search.error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&search.error));
          return NULL;
        }
      if (done)
        add_step (plan, take_step (&search, pod));
      search.n_attempts = 0;
    }
  return g_steal_pointer (&plan);
}

/* -- carrying it out ------------------------------------------------------- */

/* Returns: do all pods of @step find a node?  If not, nothing has changed */
static gboolean
carry_out (Search *search, const FitMoveStep *step)
{
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < step->moves->len; i++)
    {
      const FitPod *pod = g_array_index (step->moves, FitPlannedMove, i).pod;
      const FitPod *there = fit_cache_find_pod (search->cache, pod->meta.uid);

      ok = there != NULL && may_leave (search, there)
           && budgets_allow (search, &(const Set){ 1, { there } })
           && evict (search, there);
    }
  ok = ok && place (search, step->pod);
  for (guint i = 0; ok && i < step->moves->len; i++)
    {
      const FitPod *pod = g_array_index (step->moves, FitPlannedMove, i).pod;
      const FitPod *pending = NULL;

      for (guint d = 0; pending == NULL; d++)
        if (strcmp (g_array_index (search->deeds, Deed, d).pending->meta.uid,
                    pod->meta.uid)
            == 0)
          pending = g_array_index (search->deeds, Deed, d).pending;
      ok = place (search, pending);
    }
  if (!ok)
    undo (search, 0);
  return ok;
}

FitMovePlan *
fit_move_plan_new (FitSimulationMaker make, const FitObjects *objects,
                   gpointer data, guint most, FitSimulation **out_simulation,
                   GError **error)
{
  g_autoptr (FitSimulation) first = make (objects, data, error);
  g_autoptr (FitMovePlan) wanted
      = first != NULL ? search_plan (first, most, error) : NULL;
  g_autoptr (FitSimulation) second
      = wanted != NULL ? make (objects, data, error) : NULL;
  g_autoptr (FitMovePlan) plan = new_plan ();
  g_auto (FitRound) round = { 0 };
  g_auto (Search) search = { 0 };

  if (second == NULL)
    return NULL;
  plan->n_pending = fit_simulation_pending (second)->len;
  if (!fit_place_all (second, fit_simulation_pending (second), &round, error))
    return NULL;
  plan->n_placed = plan->n_pending - round.left->len;
  search_init (&search, second);
  for (guint i = 0; i < wanted->steps->len; i++)
    {
      const FitMoveStep *step = wanted->steps->pdata[i];

      if (carry_out (&search, step))
        add_step (plan, take_step (&search, step->pod));
      if (search.error != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&search.error));
          return NULL;
        }
    }
  *out_simulation = g_steal_pointer (&second);
  return g_steal_pointer (&plan);
}
