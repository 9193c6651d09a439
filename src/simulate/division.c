/* division.c - places pods by one scheduler, and by several that divide the
 * nodes
 *
 * Costs three times what placing the pods does, and for each pod that was
 * placed one look at its node.
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/division.h"

#include <string.h>

#include "api/names.h"
#include "base/each.h"
#include "base/intern.h"
#include "base/sort.h"
#include "core/inquiry.h"
#include "simulate/diff-barrier.h"
#include "simulate/diff-result-private.h"

/* A node without a scheduler. */
#define NO_SHARD G_MAXUINT

typedef struct
{
  const FitDiffSide *side;
  FitDivision *division;
  GHashTable *shard_of;  /* owned: name of a node -> its shard plus 1 */
  GHashTable *accepting; /* owned: spec of a pod -> owned: guint8 by shard: has
                            it a node that the spec accepts? */
  GHashTable *dealt;     /* owned: pending FitPod -> its shard plus 1 */

  /* Owned: FitPod -> owned FitDiffOutcome. */
  GHashTable *outcomes[FIT_DIFF_SIDES];
  GArray *use[FIT_DIFF_SIDES]; /* (nullable) owned: of the nodes */
  GPtrArray *queue;            /* owned, of FitPod: in queue order */
} Dividing;

static void
free_outcome (gpointer outcome)
{
  fit_diff_outcome_clear (outcome);
  g_free (outcome);
}

static void
dividing_clear (Dividing *dividing)
{
  g_clear_pointer (&dividing->shard_of, g_hash_table_unref);
  g_clear_pointer (&dividing->accepting, g_hash_table_unref);
  g_clear_pointer (&dividing->dealt, g_hash_table_unref);
  g_clear_pointer (&dividing->queue, g_ptr_array_unref);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      g_clear_pointer (&dividing->outcomes[i], g_hash_table_unref);
      g_clear_pointer (&dividing->use[i], g_array_unref);
    }
  fit_division_free (dividing->division);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dividing, dividing_clear)

static void
clear_shard (gpointer data)
{
  FitShard *shard = data;

  g_free (shard->name);
}

static void
clear_broken (gpointer data)
{
  FitBrokenRule *broken = data;

  fit_pod_unref ((FitPod *) broken->pod);
  fit_diff_barrier_clear (&broken->barrier);
}

void
fit_division_free (FitDivision *division)
{
  if (division == NULL)
    return;
  g_array_unref (division->shards);
  g_array_unref (division->broken);
  g_free (division);
}

static FitShard *
shard_at (const Dividing *dividing, guint number)
{
  return &g_array_index (dividing->division->shards, FitShard, number);
}

/* -- nodes ----------------------------------------------------------------- */

static const char *
zone_of (const FitNode *node, const char *const *labels)
{
  const char *zone = fit_labels_get (node->meta.labels, labels[0]);

  if (zone == NULL)
    zone = fit_labels_get (node->meta.labels, labels[1]);
  return zone != NULL ? zone : "";
}

/* Returns: (transfer container): the values, in order and without repetition */
static GPtrArray *
distinct (GPtrArray *values)
{
  guint n = 0;

  g_ptr_array_sort (values, fit_compare_texts);
  for (guint i = 0; i < values->len; i++)
    if (n == 0 || strcmp (values->pdata[n - 1], values->pdata[i]) != 0)
      values->pdata[n++] = values->pdata[i];
  g_ptr_array_set_size (values, (gint) n);
  return values;
}

static guint
place_in (const GPtrArray *names, const char *name)
{
  guint first = 0, end = names->len;

  while (first + 1 < end)
    {
      const guint middle = (first + end) / 2;

      if (strcmp (names->pdata[middle], name) <= 0)
        first = middle;
      else
        end = middle;
    }
  return first;
}

static void
give_node (Dividing *dividing, const FitNode *node, guint shard)
{
  shard_at (dividing, shard)->n_nodes++;
  g_hash_table_insert (dividing->shard_of, (gpointer) node->name,
                       GUINT_TO_POINTER (shard + 1));
}

/* The nodes of each zone in turn; the next zone goes on where one ends. */
static void
divide_in_turn (Dividing *dividing, guint n)
{
  const GPtrArray *nodes = dividing->side->objects->of[FIT_KIND_NODE];
  const char *labels[]
      = { fit_intern (FIT_LABEL_ZONE_GA), fit_intern (FIT_LABEL_ZONE) };
  g_autoptr (GPtrArray) zones = g_ptr_array_new ();
  g_autoptr (GPtrArray) in_zone
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  guint turn = 0;

  for (guint i = 0; i < nodes->len; i++)
    g_ptr_array_add (zones, (gpointer) zone_of (nodes->pdata[i], labels));
  distinct (zones);
  for (guint i = 0; i < zones->len; i++)
    g_ptr_array_add (in_zone, g_ptr_array_new ());
  for (guint i = 0; i < nodes->len; i++)
    g_ptr_array_add (
        in_zone->pdata[place_in (zones, zone_of (nodes->pdata[i], labels))],
        nodes->pdata[i]);
  for (guint i = 1; i <= n; i++)
    {
      const FitShard shard = { .name = g_strdup_printf ("%u", i) };

      g_array_append_val (dividing->division->shards, shard);
    }
  FIT_EACH (const GPtrArray, of_zone, in_zone)
    for (guint k = 0; k < of_zone->len; k++)
      give_node (dividing, of_zone->pdata[k], turn++ % n);
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    fit_intern_unref (labels[i]);
}

static gboolean
divide_by_label (Dividing *dividing, const char *label, GError **error)
{
  const GPtrArray *nodes = dividing->side->objects->of[FIT_KIND_NODE];
  const char *key = fit_intern (label);
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  FIT_EACH (const FitNode, node, nodes)
    {
      const char *value = fit_labels_get (node->meta.labels, key);

      if (value != NULL)
        g_ptr_array_add (values, (gpointer) value);
    }
  distinct (values);
  for (guint i = 0; i < values->len; i++)
    {
      const FitShard shard = { .name = g_strdup (values->pdata[i]) };

      g_array_append_val (dividing->division->shards, shard);
    }
  FIT_EACH (const FitNode, node, nodes)
    {
      const char *value = fit_labels_get (node->meta.labels, key);

      if (value != NULL)
        give_node (dividing, node, place_in (values, value));
      else
        dividing->division->n_nodes_unused++;
    }
  fit_intern_unref (key);
  return values->len > 0
         || fit_fail (error, FIT_ERROR_NOT_FOUND,
                      "no node in the cluster has the label \"%s\"", label);
}

static guint
shard_of (const Dividing *dividing, const char *node)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (dividing->shard_of, node)) - 1;
}

/* -- pods ------------------------------------------------------------------ */

/* Returns: (transfer none): by shard */
static const guint8 *
accepting (Dividing *dividing, const FitPod *pod)
{
  const GPtrArray *nodes = dividing->side->objects->of[FIT_KIND_NODE];
  guint8 *found = g_hash_table_lookup (dividing->accepting, pod->spec);

  if (found != NULL)
    return found;
  found = g_new0 (guint8, dividing->division->shards->len);
  FIT_EACH (const FitNode, node, nodes)
    {
      const guint shard = shard_of (dividing, node->name);

      if (shard != NO_SHARD && !found[shard])
        found[shard] = (guint8) fit_pod_matches_node (pod, node->meta.labels,
                                                      node->name);
    }
  g_hash_table_insert (dividing->accepting, (gpointer) pod->spec, found);
  return found;
}

/* Would @a have fewer pods for its nodes than @b with one more? */
static gboolean
has_fewer (const FitShard *a, const FitShard *b)
{
  return (guint64) (a->n_pods + 1) * b->n_nodes
         < (guint64) (b->n_pods + 1) * a->n_nodes;
}

static void
deal_pod (Dividing *dividing, const FitPod *pod)
{
  const guint8 *accepts = accepting (dividing, pod);
  guint chosen = NO_SHARD;
  gboolean accepted = FALSE;

  for (guint i = 0; i < dividing->division->shards->len; i++)
    {
      if (chosen != NO_SHARD
          && (accepts[i] != accepted
                  ? accepted
                  : !has_fewer (shard_at (dividing, i),
                                shard_at (dividing, chosen))))
        continue;
      chosen = i;
      accepted = accepts[i];
    }
  shard_at (dividing, chosen)->n_pods++;
  g_hash_table_insert (dividing->dealt, (gpointer) pod,
                       GUINT_TO_POINTER (chosen + 1));
}

/* -- placing --------------------------------------------------------------- */

static FitSimulation *
simulate (const Dividing *dividing, const FitObjects *objects, GError **error)
{
  return dividing->side->make (objects, dividing->side->data, error);
}

/* Places all pods that are pending in @simulation.  Returns: how many have a
 * node */
static guint
place (Dividing *dividing, guint number, FitSimulation *simulation)
{
  const GPtrArray *pending = fit_simulation_pending (simulation);
  guint n = 0;

  FIT_EACH (const FitPod, pod, pending)
    {
      FitDiffOutcome *outcome = g_new0 (FitDiffOutcome, 1);
      g_auto (FitPlacement) placement = { 0 };

      g_hash_table_insert (dividing->outcomes[number], (gpointer) pod, outcome);
      if (dividing->side->hold_back != NULL
          && dividing->side->hold_back (pod, dividing->side->data))
        {
          fit_diff_outcome_hold (outcome);
          continue;
        }
      fit_simulation_schedule (simulation, pod, &placement);
      fit_diff_outcome_take (outcome, &placement);
      n += outcome->node != NULL;
    }
  return n;
}

static void
give (GPtrArray *shards, guint shard, FitKind kind, gpointer object)
{
  /* Nobody has a node without the label, and what is there. */
  if (shard < shards->len)
    g_ptr_array_add (((FitObjects *) shards->pdata[shard])->of[kind],
                     fit_object_ref (object));
}

/* Returns: (transfer full): of FitObjects: what the scheduler of each shard sees: its
 * nodes and pods, and all that is neither, which they share */
static GPtrArray *
divide_objects (const Dividing *dividing)
{
  const FitObjects *all = dividing->side->objects;
  const GPtrArray *nodes = all->of[FIT_KIND_NODE];
  const GPtrArray *pods = all->of[FIT_KIND_POD];
  GPtrArray *shards
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_objects_free);

  for (guint i = 0; i < dividing->division->shards->len; i++)
    {
      FitObjects *objects = fit_objects_new ();

      for (guint kind = 0; kind < FIT_KIND_LAST; kind++)
        if (kind != FIT_KIND_NODE && kind != FIT_KIND_POD)
          {
            g_ptr_array_unref (objects->of[kind]);
            objects->of[kind] = g_ptr_array_ref (all->of[kind]);
          }
      g_ptr_array_add (shards, objects);
    }
  for (guint i = 0; i < nodes->len; i++)
    give (shards,
          shard_of (dividing, ((const FitNode *) nodes->pdata[i])->name),
          FIT_KIND_NODE, nodes->pdata[i]);
  for (guint i = 0; i < pods->len; i++)
    {
      const FitPod *pod = pods->pdata[i];

      give (shards,
            *pod->node_name != '\0'
                ? shard_of (dividing, pod->node_name)
                : GPOINTER_TO_UINT (g_hash_table_lookup (dividing->dealt, pod))
                      - 1,
            FIT_KIND_POD, pods->pdata[i]);
    }
  return shards;
}

/* -- what they did not see ------------------------------------------------- */

static void
add_broken (Dividing *dividing, const FitPod *pod, const FitNodeInfo *node,
            const FitNodeVerdict *verdict)
{
  const guint n = MAX (verdict->n_failures, 1);

  for (guint i = 0; i < n; i++)
    {
      FitBrokenRule broken = { .pod = fit_object_ref (pod),
                               .shard = shard_of (dividing, node->name) };
      FitNodeVerdict one = *verdict;

      if (verdict->n_failures > 0)
        {
          one.failures = &verdict->failures[i];
          one.n_failures = 1;
        }
      fit_diff_barrier_init (&broken.barrier, NULL, &one, node->name);
      g_array_append_val (dividing->division->broken, broken);
    }
  dividing->division->n_broken_pods++;
}

/* Puts the pods on their right nodes in the whole cluster, whatever the rules
 * say. */
static gboolean
look_at_the_whole (Dividing *dividing, gpointer placed_data, GError **error)
{
  g_autoptr (FitSimulation) simulation
      = simulate (dividing, dividing->side->objects, error);
  FitCache *cache;

  if (simulation == NULL)
    return FALSE;
  cache = fit_simulation_cache (simulation);
  FIT_EACH (const FitPod, pod, dividing->queue)
    {
      const FitDiffOutcome *outcome
          = g_hash_table_lookup (dividing->outcomes[FIT_DIFF_RIGHT], pod);
      const FitNodeInfo *node;
      FitNodeVerdict verdict;
      g_autoptr (FitInquiry) inquiry = NULL;
      g_autoptr (FitPod) assumed = NULL;

      if (outcome->node == NULL)
        continue;
      fit_cache_refresh (cache);
      node = fit_cache_find_node (cache, outcome->node);
      inquiry = fit_inquiry_new (fit_simulation_scheduler_of (simulation, pod),
                                 pod);
      fit_inquiry_failures (inquiry, node, &verdict);
      if (!verdict.fits)
        add_broken (dividing, pod, node, &verdict);
      g_clear_pointer (&inquiry, fit_inquiry_free);
      if (fit_simulation_assume (simulation, pod, node, NULL))
        continue;
      assumed = fit_pod_with_node_name (pod, outcome->node);
      fit_cache_assume_pod (cache, assumed, NULL);
    }
  dividing->use[FIT_DIFF_RIGHT] = fit_diff_use_new (cache);
  if (dividing->side->placed != NULL)
    dividing->side->placed (cache, placed_data);
  return TRUE;
}

/* -- the whole ------------------------------------------------------------- */

static gboolean
place_by_one (Dividing *dividing, GError **error)
{
  g_autoptr (FitSimulation) simulation
      = simulate (dividing, dividing->side->objects, error);
  const GPtrArray *pending;

  if (simulation == NULL)
    return FALSE;
  pending = fit_simulation_pending (simulation);
  for (guint i = 0; i < pending->len; i++)
    g_ptr_array_add (dividing->queue, fit_object_ref (pending->pdata[i]));
  place (dividing, FIT_DIFF_LEFT, simulation);
  dividing->use[FIT_DIFF_LEFT]
      = fit_diff_use_new (fit_simulation_cache (simulation));
  if (dividing->side->placed != NULL)
    dividing->side->placed (fit_simulation_cache (simulation),
                            dividing->side->data);
  return TRUE;
}

static gboolean
place_by_each (Dividing *dividing, GError **error)
{
  g_autoptr (GPtrArray) shards = NULL;

  for (guint i = 0; i < dividing->queue->len; i++)
    deal_pod (dividing, dividing->queue->pdata[i]);
  shards = divide_objects (dividing);
  for (guint i = 0; i < dividing->division->shards->len; i++)
    {
      g_autoptr (FitSimulation) simulation
          = simulate (dividing, shards->pdata[i], error);

      if (simulation == NULL)
        return FALSE;
      shard_at (dividing, i)->n_placed
          = place (dividing, FIT_DIFF_RIGHT, simulation);
    }
  return TRUE;
}

static FitDiff *
compare (const Dividing *dividing)
{
  FitDiff *diff = fit_diff_alloc (FALSE);

  diff->n_pods = dividing->queue->len;
  FIT_EACH (const FitPod, pod, dividing->queue)
    {
      const FitDiffOutcome *outcomes[FIT_DIFF_SIDES];

      for (guint side = 0; side < FIT_DIFF_SIDES; side++)
        {
          outcomes[side] = g_hash_table_lookup (dividing->outcomes[side], pod);
          diff->n_placed[side] += outcomes[side]->node != NULL;
        }
      if (!fit_diff_outcomes_same (outcomes[FIT_DIFF_LEFT],
                                   outcomes[FIT_DIFF_RIGHT]))
        {
          FitDiffItem *item = fit_diff_add_item (diff, pod->meta.namespace_,
                                                 pod->meta.name, outcomes);

          item->cause = item->change == FIT_DIFF_NOT_COMPARED
                            ? FIT_DIFF_ERROR
                            : FIT_DIFF_DIVIDED;
        }
    }
  fit_diff_set_nodes (diff, dividing->use[FIT_DIFF_LEFT],
                      dividing->use[FIT_DIFF_RIGHT]);
  return diff;
}

FitDiff *
fit_division_compare (const FitDiffSide *side, gpointer placed_data,
                      const FitDivisionWay *way, FitDivision **out_division,
                      GError **error)
{
  FitDivision *division = g_new0 (FitDivision, 1);
  g_auto (Dividing) dividing = {
    .side = side,
    .division = division,
    .shard_of = g_hash_table_new (g_str_hash, g_str_equal),
    .accepting = g_hash_table_new_full (NULL, NULL, NULL, g_free),
    .dealt = g_hash_table_new (NULL, NULL),
    .queue = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_pod_unref),
  };

  division->shards = g_array_new (FALSE, FALSE, sizeof (FitShard));
  g_array_set_clear_func (division->shards, clear_shard);
  division->broken = g_array_new (FALSE, FALSE, sizeof (FitBrokenRule));
  g_array_set_clear_func (division->broken, clear_broken);
  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    dividing.outcomes[i]
        = g_hash_table_new_full (NULL, NULL, NULL, free_outcome);
  if (way->label != NULL)
    {
      if (!divide_by_label (&dividing, way->label, error))
        return NULL;
    }
  else
    divide_in_turn (&dividing, way->n);
  if (!place_by_one (&dividing, error) || !place_by_each (&dividing, error)
      || !look_at_the_whole (&dividing, placed_data, error))
    return NULL;
  *out_division = g_steal_pointer (&dividing.division);
  return compare (&dividing);
}
