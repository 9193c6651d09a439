/* bound.c - asks the rules about groups of pods and each node, and makes a packing
 * of their answers
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/bound.h"

#include "base/each.h"
#include "base/intern.h"
#include "cluster/evictable-pods.h"
#include "core/inquiry.h"
#include "simulate/compress.h"
#include "simulate/packing-solver.h"

/* With sums up to this, no node's sum wraps. */
#define MOST_SUM ((__int128) 1 << 61)

/* Pods that are the same to the rules that count. */
typedef struct
{
  const FitPod *pod; /* owned reference: one of them */
  guint n;
  gboolean must;       /* be placed, and counts for nothing */
  gboolean one_kind;   /* all have the labels and the namespace of @pod */
  gint64 *amounts;     /* owned: what one takes up; by resource, see below */
  FitResources demand; /* of the rules */
  FitResources used;   /* what it counts on a node */
  gboolean place;      /* it demands a place for a pod */
} Group;

/* What is left of a node without the pods that may leave. */
typedef struct
{
  const FitNodeInfo *info; /* borrowed */
  gboolean costs;
  guint n_staying;
  FitResources staying; /* owned: what they take up */
  GHashTable *leaving;  /* (nullable) owned: Group (borrowed) -> number: pods of
                           the problem that are there */
} Place;

typedef struct
{
  FitSimulation *simulation;
  FitCache *cache;
  GPtrArray *groups; /* owned, of Group */
  GHashTable
      *by_spec; /* owned: FitPodSpec -> Group, both borrowed: those that must
                          be placed */
  GPtrArray *places; /* owned, of Place */
  GPtrArray *names;  /* owned, of char, interned (borrowed): the resources;
                          the first is NULL, places for pods */
  FitBound *bound;   /* borrowed */
} Problem;

static void
free_group (gpointer data)
{
  Group *group = data;

  fit_pod_unref (group->pod);
  fit_resources_clear (&group->demand);
  fit_resources_clear (&group->used);
  g_free (group->amounts);
  g_free (group);
}

static void
free_place (gpointer data)
{
  Place *place = data;

  fit_resources_clear (&place->staying);
  g_clear_pointer (&place->leaving, g_hash_table_unref);
  g_free (place);
}

static void
problem_init (Problem *problem, FitSimulation *simulation)
{
  *problem = (Problem){
    .simulation = simulation,
    .cache = fit_simulation_cache (simulation),
    .groups = g_ptr_array_new_with_free_func (free_group),
    .by_spec = g_hash_table_new (NULL, NULL),
    .places = g_ptr_array_new_with_free_func (free_place),
    .names = g_ptr_array_new (),
    .bound = g_new0 (FitBound, 1),
  };
  problem->bound->rules
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  g_ptr_array_add (problem->names, NULL);
}

static void
problem_clear (Problem *problem)
{
  g_ptr_array_unref (problem->groups);
  g_hash_table_unref (problem->by_spec);
  g_ptr_array_unref (problem->places);
  g_ptr_array_unref (problem->names);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Problem, problem_clear)

/* -- pods ------------------------------------------------------------------ */

/* @pod: as it is scheduled */
static Group *
add_group (Problem *problem, const FitPod *pod, gboolean must)
{
  Group *group = g_new0 (Group, 1);
  FitNodeInfo alone;

  group->pod = fit_pod_ref (pod);
  group->must = must;
  group->one_kind = TRUE;
  fit_node_info_init (&alone, pod->node_name, fit_cache_gates (problem->cache));
  fit_node_info_add_pod (&alone, pod);
  fit_resources_copy (&alone.requested, &group->used);
  fit_node_info_clear (&alone);
  g_ptr_array_add (problem->groups, group);
  return group;
}

static Group *
add_pod (Problem *problem, const FitPod *pod, gboolean must)
{
  Group *group = g_hash_table_lookup (problem->by_spec, pod->spec);

  if (group == NULL)
    {
      g_autoptr (FitPod) pending = fit_pod_as_pending (pod);

      group = add_group (problem, pending, must);
      g_hash_table_insert (problem->by_spec, (gpointer) pod->spec, group);
    }
  group->n++;
  group->one_kind &= group->pod->meta.labels == pod->meta.labels
                     && group->pod->meta.namespace_ == pod->meta.namespace_;
  return group;
}

static void
add_pods (Problem *problem, const GPtrArray *pods, gboolean must)
{
  for (guint i = 0; i < pods->len; i++)
    add_pod (problem, pods->pdata[i], must);
}

/* -- nodes ----------------------------------------------------------------- */

/* LeaveFunc: may @pod, which runs, leave its node? */
typedef gboolean (*LeaveFunc) (const Problem *problem, const FitPod *pod,
                               gpointer data);

/* @moves: pods that leave have to be placed again; @leaves: (nullable): NULL:
 * all stay */
static void
add_places (Problem *problem, LeaveFunc leaves, gpointer data, gboolean moves)
{
  for (guint i = 0; i < fit_cache_n_slots (problem->cache); i++)
    {
      const FitNodeInfo *info = fit_cache_node (problem->cache, i);
      FitNodeInfo staying;
      Place *place;

      if (info == NULL || info->node == NULL)
        continue;
      place = g_new0 (Place, 1);
      place->info = info;
      fit_node_info_init (&staying, info->name,
                          fit_cache_gates (problem->cache));
      for (guint p = 0; p < info->n_pods; p++)
        {
          const FitPod *pod = info->pods[p];
          Group *group;

          if (leaves == NULL || !leaves (problem, pod, data))
            {
              fit_node_info_add_pod (&staying, pod);
              continue;
            }
          if (!moves)
            continue;
          group = add_pod (problem, pod, TRUE);
          if (place->leaving == NULL)
            place->leaving = g_hash_table_new (NULL, NULL);
          g_hash_table_insert (
              place->leaving, group,
              GUINT_TO_POINTER (
                  GPOINTER_TO_UINT (g_hash_table_lookup (place->leaving, group))
                  + 1));
        }
      place->n_staying = staying.n_pods;
      fit_resources_copy (&staying.requested, &place->staying);
      fit_node_info_clear (&staying);
      g_ptr_array_add (problem->places, place);
    }
}

/* -- the rules ------------------------------------------------------------- */

static void
note_rules (Problem *problem, const FitPod *pod)
{
  const GPtrArray *rules
      = fit_simulation_algorithm_of (problem->simulation, pod)->ordered;
  GPtrArray *names = problem->bound->rules;

  FIT_EACH (const FitPredicate, rule, rules)
    if ((rule->info->fits_emptier
         || (rule->info->keeps_apart
             && pod->spec->anti_affinity.n_required > 0))
        && !g_ptr_array_find (names, rule->name, NULL))
      g_ptr_array_add (names, (gpointer) fit_intern_ref (rule->name));
}

/* Nodes without pods, to ask about. */
static GPtrArray *
empty_nodes (const Problem *problem)
{
  GPtrArray *nodes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_node_info_free);

  FIT_EACH (const Place, place, problem->places)
    {
      FitNodeInfo *info = g_new (FitNodeInfo, 1);

      fit_node_info_init (info, place->info->name,
                          fit_cache_gates (problem->cache));
      fit_node_info_set_node (info, place->info->node);
      info->index = place->info->index;
      g_ptr_array_add (nodes, info);
    }
  return nodes;
}

/* Returns: (transfer full): labels of nodes, interned (borrowed): at most one pod of
 * @group fits a node that has one of these */
static GPtrArray *
find_apart (const Problem *problem, const Group *group)
{
  const FitPod *pod = group->pod;
  const FitPodAffinity *anti = &pod->spec->anti_affinity;
  const GPtrArray *rules
      = fit_simulation_algorithm_of (problem->simulation, pod)->ordered;
  GPtrArray *keys = g_ptr_array_new ();
  gboolean kept = FALSE;

  for (guint i = 0; group->one_kind && i < rules->len; i++)
    kept |= ((const FitPredicate *) rules->pdata[i])->info->keeps_apart;
  for (guint i = 0; kept && i < anti->n_required; i++)
    if (fit_affinity_term_matches (&anti->required[i], pod->meta.namespace_,
                                   pod->meta.namespace_, pod->meta.labels))
      g_ptr_array_add (keys, (gpointer) anti->required[i].topology_key);
  return keys;
}

/* More of them may be there already. */
static gboolean
takes_one (const GPtrArray *keys, const Place *place, const Group *group)
{
  if (place->leaving != NULL
      && GPOINTER_TO_UINT (g_hash_table_lookup (place->leaving, group)) > 1)
    return FALSE;
  for (guint i = 0; i < keys->len; i++)
    if (fit_labels_lookup (place->info->node->meta.labels, keys->pdata[i])
        != NULL)
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full): FitTakes for each group, by place */
static GPtrArray *
ask_rules (Problem *problem)
{
  g_autoptr (GPtrArray) nodes = empty_nodes (problem);
  GPtrArray *answers = g_ptr_array_new_with_free_func (g_free);
  const FitAlgorithm *asked = NULL;

  FIT_EACH (Group, group, problem->groups)
    {
      g_autoptr (FitInquiry) inquiry = fit_inquiry_new (
          fit_simulation_scheduler_of (problem->simulation, group->pod),
          group->pod);
      g_autoptr (GPtrArray) apart = find_apart (problem, group);
      guint8 *takes = g_new0 (guint8, nodes->len + 1);

      if (asked
          != fit_simulation_algorithm_of (problem->simulation, group->pod))
        note_rules (problem, group->pod);
      asked = fit_simulation_algorithm_of (problem->simulation, group->pod);
      group->place = fit_inquiry_demand (inquiry, &group->demand);
      for (guint i = 0; i < group->demand.n_scalars; i++)
        {
          const char *name = group->demand.scalars[i].name;

          if (!g_ptr_array_find (problem->names, name, NULL))
            g_ptr_array_add (problem->names, (gpointer) name);
        }
      for (guint i = 0; i < nodes->len; i++)
        {
          const Place *place = problem->places->pdata[i];

          if (fit_inquiry_could_fit (inquiry, nodes->pdata[i])
              || (place->leaving != NULL
                  && g_hash_table_contains (place->leaving, group)))
            takes[i] = takes_one (apart, place, group) ? FIT_TAKES_ONE
                                                       : FIT_TAKES_ANY;
        }
      g_ptr_array_add (answers, takes);
    }
  return answers;
}

/* -- amounts --------------------------------------------------------------- */

/* The base resources follow the places for pods. */
#define N_BASE 4

static gint64
amount_of (const FitResources *resources, const Problem *problem, guint r)
{
  switch (r)
    {
    case 1:
      return resources->milli_cpu;
    case 2:
      return resources->memory;
    case 3:
      return resources->ephemeral_storage;
    default:
      return fit_resources_scalar (resources, problem->names->pdata[r]);
    }
}

static gboolean
is_small (gint64 amount)
{
  return amount >= 0 && amount <= FIT_PACKING_MOST_AMOUNT;
}

/* Can no sum of resource @r wrap, whatever is placed where? */
static gboolean
adds_up (const Problem *problem, guint r)
{
  __int128 sum = 0;

  FIT_EACH (const Group, group, problem->groups)
    {
      const gint64 used = amount_of (&group->used, problem, r);

      if (!is_small (used)
          || !is_small (amount_of (&group->demand, problem, r)))
        return FALSE;
      sum += (__int128) used * group->n;
    }
  FIT_EACH (const Place, place, problem->places)
    if (!is_small (amount_of (&place->info->requested, problem, r))
        || !is_small (amount_of (&place->staying, problem, r))
        || !is_small (
            amount_of (&place->info->traits->allocatable, problem, r)))
      return FALSE;
  return sum <= MOST_SUM;
}

static void
set_amounts (const Problem *problem)
{
  FIT_EACH (Group, group, problem->groups)
    {
      group->amounts = g_new0 (gint64, problem->names->len);
      group->amounts[0] = group->place;
    }
  for (guint r = 1; r < problem->names->len; r++)
    for (guint g = 0; adds_up (problem, r) && g < problem->groups->len; g++)
      {
        Group *group = problem->groups->pdata[g];

        group->amounts[r] = MIN (amount_of (&group->demand, problem, r),
                                 amount_of (&group->used, problem, r));
      }
}

/* What pods may take up at @place: also what those that are there take up, even if
 * that is more than there is. */
static gint64
free_of (const Problem *problem, const Place *place, guint r)
{
  const gint64 left
      = r == 0 ? place->info->traits->allowed_pods - (gint64) place->n_staying
               : amount_of (&place->info->traits->allocatable, problem, r)
                     - amount_of (&place->staying, problem, r);
  gint64 there = 0;

  for (guint g = 0; place->leaving != NULL && g < problem->groups->len; g++)
    {
      const Group *group = problem->groups->pdata[g];

      there += group->amounts[r]
               * (gint64) GPOINTER_TO_UINT (
                   g_hash_table_lookup (place->leaving, group));
    }
  return MIN (MAX (left, there), FIT_PACKING_MOST_AMOUNT);
}

/* -- the packing ----------------------------------------------------------- */

static FitPacking *
pack (Problem *problem)
{
  g_autoptr (GPtrArray) answers = NULL;
  FitPacking *packing;

  for (guint r = 1; r < N_BASE; r++)
    g_ptr_array_add (problem->names, NULL);
  answers = ask_rules (problem);
  set_amounts (problem);
  packing = fit_packing_new (problem->names->len);
  FIT_EACH (const Group, group, problem->groups)
    {
      FitPackingPods *pods = fit_packing_add_pods (packing);

      pods->most = group->n;
      pods->least = group->must ? group->n : 0;
      pods->counts = !group->must;
      for (guint r = 0; r < packing->n_resources; r++)
        pods->amounts[r] = group->amounts[r];
    }
  for (guint i = 0; i < problem->places->len; i++)
    {
      const Place *place = problem->places->pdata[i];
      FitPackingNodes *nodes = fit_packing_add_nodes (packing);

      nodes->n = 1;
      nodes->costs = place->costs;
      for (guint r = 0; r < packing->n_resources; r++)
        nodes->free[r] = free_of (problem, place, r);
      for (guint g = 0; g < packing->pods->len; g++)
        nodes->takes[g] = ((const guint8 *) answers->pdata[g])[i];
    }
  return packing;
}

/* @packing: (transfer full).  Returns: (transfer full): what no placement is worth
 * more than */
static FitBound *
prove (Problem *problem, FitPacking *packing)
{
  g_autoptr (FitPacking) owned = packing;
  g_autoptr (GError) error = NULL;
  g_auto (FitPackingPrices) prices = { 0 };
  FitBound *bound = problem->bound;

  fit_packing_finish (owned);
  fit_packing_prices_init (&prices, owned);
  if (!fit_packing_solve (owned, &prices, &error))
    bound->problem = g_strdup (error->message);
  else if (!fit_packing_prove (owned, &prices, &bound->value))
    bound->problem = g_strdup ("the numbers are too large to prove anything");
  bound->known = bound->problem == NULL;
  return bound;
}

void
fit_bound_free (FitBound *bound)
{
  if (bound == NULL)
    return;
  g_free (bound->problem);
  g_ptr_array_unref (bound->rules);
  g_free (bound);
}

/* -- pods that are placed -------------------------------------------------- */

/* Pods that are less important than one of those that may preempt. */
static gboolean
is_preempted (const Problem *problem, const FitPod *pod, gpointer priority)
{
  return pod->spec->priority < *(const gint64 *) priority;
}

FitBound *
fit_bound_placed (FitSimulation *simulation, const GPtrArray *pods,
                  gboolean preempts)
{
  g_auto (Problem) problem = { 0 };
  gint64 priority = G_MININT64;

  problem_init (&problem, simulation);
  add_pods (&problem, pods, FALSE);
  for (guint i = 0; preempts && i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      if (!pod->spec->never_preempts
          && fit_simulation_preempts (simulation, pod))
        priority = MAX (priority, pod->spec->priority);
    }
  add_places (&problem, is_preempted, &priority, FALSE);
  return prove (&problem, pack (&problem));
}

FitBound *
fit_bound_copies (FitSimulation *simulation, const GPtrArray *pods,
                  const GPtrArray *templates, guint replicas)
{
  g_auto (Problem) problem = { 0 };

  problem_init (&problem, simulation);
  add_pods (&problem, pods, TRUE);
  for (guint i = 0; i < templates->len; i++)
    {
      g_autoptr (FitPod) pending = fit_pod_as_pending (templates->pdata[i]);

      add_group (&problem, pending, FALSE)->n = replicas;
    }
  add_places (&problem, NULL, NULL, FALSE);
  return prove (&problem, pack (&problem));
}

/* -- nodes that are used --------------------------------------------------- */

static gboolean
may_move (const Problem *problem, const FitPod *pod, gpointer data)
{
  return fit_simulation_may_move (problem->simulation, pod);
}

static gboolean
may_be_drained (const Problem *problem, const FitNodeInfo *info)
{
  gboolean may = !fit_compress_keeps (info->node);

  for (guint i = 0; i < info->n_pods; i++)
    may = may
          && (fit_pod_stays (info->pods[i])
              || fit_simulation_may_move (problem->simulation, info->pods[i]));
  return may;
}

FitBound *
fit_bound_drained (FitSimulation *simulation, const GPtrArray *pods)
{
  g_auto (Problem) problem = { 0 };
  FitBound *bound;
  guint n = 0;

  problem_init (&problem, simulation);
  add_pods (&problem, pods, TRUE);
  add_places (&problem, may_move, NULL, TRUE);
  FIT_EACH (Place, place, problem.places)
    {
      place->costs = may_be_drained (&problem, place->info);
      n += place->costs;
    }
  bound = prove (&problem, pack (&problem));
  /* What is worth less than 0 is the nodes that stay. */
  bound->value += n;
  return bound;
}

static gboolean
is_on_new_node (const Problem *problem, const FitPod *pod, gpointer known)
{
  return !g_hash_table_contains (known, pod->node_name);
}

FitBound *
fit_bound_new_nodes (FitSimulation *simulation, const GPtrArray *pods,
                     GHashTable *known, gboolean bare)
{
  g_auto (Problem) problem = { 0 };
  FitPacking *packing;
  FitBound *bound;

  problem_init (&problem, simulation);
  add_pods (&problem, pods, TRUE);
  add_places (&problem, bare ? is_on_new_node : NULL, known, FALSE);
  FIT_EACH (Place, place, problem.places)
    place->costs = !g_hash_table_contains (known, place->info->name);
  packing = pack (&problem);
  /* None is needed that has no pod. */
  FIT_EACH (FitPackingNodes, nodes, packing->nodes)
    nodes->n = nodes->costs ? MAX (pods->len, 1) : 1;
  bound = prove (&problem, packing);
  bound->value = -bound->value;
  return bound;
}
