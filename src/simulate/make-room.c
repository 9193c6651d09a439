/* make-room.c - tries sets of pods, the smallest first, and puts back those that do
 * not help
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/make-room.h"

#include "api/pod-alike.h"
#include "cluster/evictable-pods.h"
#include "core/inquiry.h"

/* The maximum number of sets that are looked at for one pod in one state, of
 * these that are tried, and of attempts to place a pod for one step. */
#define MOST_LOOKS 20000
#define MOST_SETS 100
#define MOST_ATTEMPTS 3000

/* A set of pods of one node. */
typedef struct
{
  guint n;
  const FitPod *pods[FIT_MOVES_FOR_ONE]; /* borrowed */
} Set;

void
fit_room_init (FitRoom *room, FitSimulation *simulation)
{
  *room = (FitRoom){ .most_looks = G_MAXUINT64 };
  fit_deeds_init (&room->deeds, simulation);
}

void
fit_room_clear (FitRoom *room)
{
  fit_deeds_clear (&room->deeds);
  g_clear_error (&room->error);
}

void
fit_room_next_step (FitRoom *room)
{
  fit_deeds_forget (&room->deeds);
  room->n_attempts = 0;
}

/* -- doing, and undoing ---------------------------------------------------- */

gboolean
fit_room_evict (FitRoom *room, const FitPod *there)
{
  return fit_deeds_remove (&room->deeds, there, &room->error);
}

gboolean
fit_room_place (FitRoom *room, const FitPod *pod)
{
  const FitNodeInfo *node;
  g_autofree char *reason = NULL;

  room->n_attempts++;
  return fit_deeds_place (&room->deeds, pod, &node, &reason, &room->error)
         && node != NULL;
}

void
fit_room_undo (FitRoom *room, guint n)
{
  if (room->error == NULL)
    fit_deeds_undo (&room->deeds, n, &room->error);
}

/* -- which pods may leave -------------------------------------------------- */

/* Do the budgets allow that all that are gone and those of @set are gone at the
 * same time? */
static gboolean
budgets_allow (FitRoom *room, const Set *set)
{
  g_autoptr (GPtrArray) gone = g_ptr_array_new ();

  if (room->leaver != NULL)
    g_ptr_array_add (gone, (gpointer) room->leaver);
  for (guint i = room->since; i < room->deeds.done->len; i++)
    {
      const FitDeed *deed = fit_deed (&room->deeds, i);

      if (deed->there != NULL && !deed->assumed)
        g_ptr_array_add (gone, (gpointer) deed->there);
    }
  for (guint i = 0; i < set->n; i++)
    g_ptr_array_add (gone, (gpointer) set->pods[i]);
  return fit_eviction_budgets_allow (room->deeds.cache, gone);
}

gboolean
fit_room_may_leave (FitRoom *room, const FitPod *there)
{
  return fit_simulation_may_move (room->deeds.simulation, there)
         && budgets_allow (room, &(const Set){ 1, { there } });
}

/* -- which sets to try ----------------------------------------------------- */

typedef struct
{
  FitRoom *room;
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
      look->room->n_looks++;
      if (lets_in (look, &set) && budgets_allow (look->room, &set))
        g_array_append_val (look->sets, set);
      return;
    }
  for (guint i = from; i < look->movers->len && look->n_looks < MOST_LOOKS
                       && look->room->n_looks < look->room->most_looks
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
find_sets (FitRoom *room, const FitPod *pod, guint most)
{
  g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
      fit_simulation_scheduler_of (room->deeds.simulation, pod), pod);
  Look look = { .room = room,
                .inquiry = inquiry,
                .sets = g_array_new (FALSE, FALSE, sizeof (Set)) };

  for (look.size = 1; look.size <= most; look.size++)
    for (guint i = 0;
         i < fit_cache_n_slots (room->deeds.cache) && look.n_looks < MOST_LOOKS
         && look.sets->len < MOST_SETS;
         i++)
      {
        g_autoptr (GPtrArray) movers = g_ptr_array_new ();

        look.node = fit_cache_node (room->deeds.cache, i);
        look.movers = movers;
        if (look.node == NULL || look.node->node == NULL)
          continue;
        for (guint p = 0; p < look.node->n_pods; p++)
          if (fit_simulation_may_move (room->deeds.simulation,
                                       look.node->pods[p]))
            g_ptr_array_add (movers, (gpointer) look.node->pods[p]);
        g_ptr_array_sort (movers, compare_movers);
        look_on (&look, (Set){ 0 }, 0);
      }
  return look.sets;
}

/* -- making room ----------------------------------------------------------- */

/* @pod is placed, and then those of @set, for which others may leave.  On
 * failure nothing has changed. */
static gboolean
try_set (FitRoom *room, const FitPod *pod, const Set *set, guint most)
{
  const guint before = room->deeds.done->len;
  GPtrArray *const pending = g_ptr_array_new ();
  gboolean ok = TRUE;

  for (guint i = 0; ok && i < set->n; i++)
    {
      ok = fit_room_evict (room, set->pods[i]);
      if (ok)
        g_ptr_array_add (
            pending, (gpointer) fit_deed (&room->deeds, before + i)->pending);
    }
  ok = ok && fit_room_place (room, pod);
  for (guint i = 0; ok && i < pending->len; i++)
    {
      const guint left = room->deeds.done->len;
      guint used = 0;

      for (guint d = before + set->n; d < left; d++)
        used += fit_deed (&room->deeds, d)->there != NULL;
      ok = fit_room_place (room, pending->pdata[i])
           || (room->error == NULL
               && fit_room_make (room, pending->pdata[i],
                                 most - set->n - used));
    }
  g_ptr_array_unref (pending);
  if (!ok)
    fit_room_undo (room, before);
  return ok;
}

gboolean
fit_room_make (FitRoom *room, const FitPod *pod, guint most)
{
  g_autoptr (GArray) sets = NULL;

  if (most == 0)
    return FALSE;
  sets = find_sets (room, pod, most);
  for (guint i = 0;
       i < sets->len && room->error == NULL && room->n_attempts < MOST_ATTEMPTS;
       i++)
    if (try_set (room, pod, &g_array_index (sets, Set, i), most))
      return TRUE;
  return FALSE;
}
