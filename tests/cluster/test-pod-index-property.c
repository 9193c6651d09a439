/* Whatever happens in a cluster, the pod index says what a look at every pod of
 * the snapshot would say: the nodes and pods that the last refresh saw.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/place-set.h"
#include "cluster/pod-index.h"

#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#include <string.h>

#define RUNS 4
#define EVENTS 10000
#define CHECK_EVERY 200 /* events */
#define NODES 12
#define PODS 120   /* about so many run at a time */
#define QUERIES 40 /* are remembered by the test */

static const char *const keys[]
    = { "zone", "rack", "kubernetes.io/hostname", "nowhere" };

/* How often a query had kept its counts by node, and how many nodes were found by
 * their places. */
static guint n_kept, n_found;

/* A question asked before, that has to be answered rightly ever after. */
typedef struct
{
  FitPod *owner; /* owned: the pod whose terms are the conditions */
  guint n;
  FitPodCondition conditions[2];
} Question;

/* A node and what runs there: in the cache, or as last seen. */
typedef struct
{
  FitNode *node;   /* (nullable) owned */
  GPtrArray *pods; /* owned references */
} Place;

typedef struct
{
  GRand *random;
  FitCache *cache;
  FitPodIndex *index;
  FitTopology *topology;
  Place now[NODES];  /* by number in the name */
  Place seen[NODES]; /* the snapshot; without node: not in it */
  guint n_pods;
  guint n_made; /* for names */
  Question questions[QUERIES];
  guint n_questions;
} World;

static void
world_init (World *world, guint32 seed)
{
  *world = (World){ .random = g_rand_new_with_seed (seed),
                    .cache = fit_cache_new (fit_feature_gates_default ()) };
  world->index = fit_cache_pod_index (world->cache);
  world->topology = fit_cache_topology (world->cache);
  for (guint i = 0; i < NODES; i++)
    {
      world->now[i].pods = g_ptr_array_new_with_free_func (fit_object_unref);
      world->seen[i].pods = g_ptr_array_new_with_free_func (fit_object_unref);
    }
}

static void
world_clear (World *world)
{
  for (guint i = 0; i < NODES; i++)
    {
      fit_node_unref (world->now[i].node);
      fit_node_unref (world->seen[i].node);
      g_ptr_array_unref (world->now[i].pods);
      g_ptr_array_unref (world->seen[i].pods);
    }
  for (guint i = 0; i < world->n_questions; i++)
    fit_pod_unref (world->questions[i].owner);
  fit_cache_free (world->cache);
  g_rand_free (world->random);
}

static guint
below (World *world, guint n)
{
  return (guint) g_rand_int_range (world->random, 0, (gint32) n);
}

static FitPod *
new_pod (World *world, const char *node)
{
  g_autofree char *name = g_strdup_printf ("pod-%u", world->n_made++);
  g_autofree char *json
      = random_pod (world->random, name, node,
                    RANDOM_TERMS | RANDOM_INVALID | RANDOM_SERIALS);

  return pod_from (json);
}

/* -- what may happen ------------------------------------------------------- */

static char *
node_name (guint number)
{
  return g_strdup_printf ("node-%u", number);
}

static void
set_node (Place *place, FitNode *node)
{
  fit_node_unref (place->node);
  place->node = node;
}

static void
add_node (World *world)
{
  guint i = below (world, NODES);
  g_autofree char *name = node_name (i);
  g_autofree char *json = random_node (world->random, name, RANDOM_PLAIN);
  FitNode *node = node_from (json);

  fit_cache_add_node (world->cache, node);
  set_node (&world->now[i], node);
}

static void
remove_node (World *world)
{
  guint i = below (world, NODES);
  g_autofree char *name = node_name (i);

  assert_int_equal (fit_cache_remove_node (world->cache, name, NULL),
                    world->now[i].node != NULL);
  set_node (&world->now[i], NULL);
}

static void
add_pod (World *world)
{
  guint i = below (world, NODES);
  g_autofree char *name = node_name (i);
  FitPod *pod = new_pod (world, name);

  assert_true (fit_cache_add_pod (world->cache, pod, NULL));
  g_ptr_array_add (world->now[i].pods, pod);
  world->n_pods++;
}

static void
remove_pod (World *world)
{
  GPtrArray *pods = world->now[below (world, NODES)].pods;
  guint i;

  if (pods->len == 0)
    return;
  i = below (world, pods->len);
  assert_true (fit_cache_remove_pod (world->cache, pods->pdata[i], NULL));
  g_ptr_array_remove_index_fast (pods, i);
  world->n_pods--;
}

static void
see (Place *seen, const Place *now)
{
  set_node (seen, fit_node_ref (now->node));
  g_ptr_array_set_size (seen->pods, 0);
  for (guint p = 0; p < now->pods->len; p++)
    g_ptr_array_add (seen->pods, fit_pod_ref (now->pods->pdata[p]));
}

/* Nodes that have an object are seen as they are, others as they were.  Those
 * that are gone for good are forgotten only when there are more nodes in the
 * snapshot than the cache knows of, be it by their pods. */
static void
refresh (World *world)
{
  guint n_seen = 0, n_known = 0;

  fit_cache_refresh (world->cache);
  for (guint i = 0; i < NODES; i++)
    {
      if (world->now[i].node != NULL)
        see (&world->seen[i], &world->now[i]);
      n_known += world->now[i].node != NULL || world->now[i].pods->len > 0;
      n_seen += world->seen[i].node != NULL;
    }
  for (guint i = 0; i < NODES && n_seen > n_known; i++)
    if (world->now[i].node == NULL && world->now[i].pods->len == 0)
      {
        set_node (&world->seen[i], NULL);
        g_ptr_array_set_size (world->seen[i].pods, 0);
      }
}

/* A few cycles begin.  Now and then it is many, so that what is not used is
 * forgotten. */
static void
begin_cycles (World *world)
{
  guint cycles = below (world, 40) == 0 ? 5000 : below (world, 3);

  refresh (world);
  for (guint i = 0; i < cycles; i++)
    fit_cache_sweep (world->cache);
}

static void
ask (World *world)
{
  Question *question = &world->questions[below (world, QUERIES)];
  g_autoptr (FitPod) pod = new_pod (world, NULL);
  const FitPodAffinity *affinity = &pod->spec->anti_affinity;

  if (affinity->n_required == 0)
    return;
  if (world->n_questions < QUERIES)
    question = &world->questions[world->n_questions++];
  else
    fit_pod_unref (question->owner);
  question->owner = fit_pod_ref (pod);
  question->n = MIN (affinity->n_required, 2);
  for (guint i = 0; i < question->n; i++)
    question->conditions[i] = (FitPodCondition){
      .n_namespaces = affinity->required[i].n_namespaces,
      .namespaces = affinity->required[i].namespaces,
      .selector = affinity->required[i].selector,
    };
  fit_pod_index_query (world->index, question->conditions, question->n);
}

static void
any_event (World *world)
{
  guint die = below (world, 100);

  if (die < 10)
    add_node (world);
  else if (die < 14)
    remove_node (world);
  else if (die < 24)
    begin_cycles (world);
  else if (die < 32)
    ask (world);
  else if (below (world, 2 * PODS) < world->n_pods)
    remove_pod (world);
  else
    add_pod (world);
}

/* -- nodes ----------------------------------------------------------------- */

static guint
slot_of (const World *world, const char *key)
{
  g_autoptr (Interned) interned = fit_intern (key);

  return fit_topology_slot (world->topology, interned);
}

/* The value id that the label of @seen for @slot has; ABSENT without it. */
static guint32
value_of (const World *world, const Place *seen, guint slot)
{
  const char *key = fit_topology_key (world->topology, slot);
  const char *label = seen->node != NULL
                          ? fit_labels_get (seen->node->meta.labels, key)
                          : NULL;
  guint32 value = FIT_TOPOLOGY_ABSENT;

  if (label == NULL)
    return value;
  for (guint v = 1; v < fit_topology_n_values (world->topology, slot); v++)
    if (fit_topology_value (world->topology, slot, v) == label)
      {
        assert_int_equal (value, FIT_TOPOLOGY_ABSENT); /* one id per value */
        value = v;
      }
  assert_int_not_equal (value, FIT_TOPOLOGY_ABSENT);
  return value;
}

/* (nullable): what was seen of the node number @index of the cache */
static const Place *
seen_at (const World *world, guint index)
{
  const FitNodeInfo *info = fit_cache_node (world->cache, index);

  for (guint i = 0; info->name != NULL && i < NODES; i++)
    if (world->seen[i].node != NULL && world->seen[i].node->name == info->name)
      return &world->seen[i];
  return NULL;
}

/* Columns hold the labels of the nodes that were seen. */
static void
check_columns (const World *world)
{
  for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
    {
      guint slot = slot_of (world, keys[k]);

      for (guint i = 0; i < fit_cache_n_slots (world->cache); i++)
        {
          const Place *seen = seen_at (world, i);

          assert_int_equal (fit_topology_column (world->topology, slot)[i],
                            seen != NULL ? value_of (world, seen, slot)
                                         : FIT_TOPOLOGY_ABSENT);
          assert_ptr_equal (fit_cache_snapshot_node (world->cache, i),
                            seen != NULL ? seen->node : NULL);
        }
    }
}

/* No node that has something is missing among @places. */
static void
check_place (const World *world, const guint64 *places, guint index,
             gboolean has)
{
  guint n;
  const guint32 *positions
      = fit_node_tree_positions (fit_cache_node_tree (world->cache), &n);

  if (places == NULL || !has || index >= n || positions[index] == G_MAXUINT32)
    return;
  assert_true (fit_places_of_block (places, positions[index], 1) != 0);
  n_found++;
}

/* -- pods ------------------------------------------------------------------ */

static guint
count_invalid (const FitAffinityTerm *terms, guint n)
{
  guint n_invalid = 0;

  for (guint i = 0; i < n; i++)
    n_invalid += terms[i].selector->error != NULL;
  return n_invalid;
}

static void
check_totals (const World *world)
{
  const FitInvalidTerms *invalid = fit_pod_index_invalid_terms (world->index);
  FitInvalidTerms counted = { 0 };
  guint n_pods = 0;

  for (guint n = 0; n < NODES; n++)
    for (guint i = 0; i < world->seen[n].pods->len; i++)
      {
        const FitPod *pod = world->seen[n].pods->pdata[i];
        const FitPodAffinity *affinity = &pod->spec->affinity;
        const FitPodAffinity *anti = &pod->spec->anti_affinity;

        n_pods++;
        counted.required_anti
            += count_invalid (anti->required, anti->n_required);
        counted.required_affinity
            += count_invalid (affinity->required, affinity->n_required);
        counted.preferred
            += count_invalid (anti->preferred, anti->n_preferred)
               + count_invalid (affinity->preferred, affinity->n_preferred);
      }
  assert_int_equal (fit_pod_index_n_pods (world->index), n_pods);
  assert_memory_equal (invalid, &counted, sizeof counted);
}

static FitClassOnNode
count_like (const Place *seen, const FitPod *like)
{
  FitClassOnNode counted = { 0 };

  for (guint i = 0; seen != NULL && i < seen->pods->len; i++)
    {
      const FitPod *pod = seen->pods->pdata[i];

      if (pod->meta.namespace_ != like->meta.namespace_
          || !fit_labels_equal (pod->meta.labels, like->meta.labels))
        continue;
      counted.count++;
      counted.terminating += fit_object_meta_deleting (&pod->meta);
    }
  return counted;
}

/* The class of @like has exactly the pods that look like it. */
static void
check_class (const World *world, const FitPod *like)
{
  const FitPodClass *class = fit_cache_pod_class (world->cache, like);
  guint n_slots = fit_cache_n_slots (world->cache), n_pods = 0, n_nodes = 0;
  g_autofree FitClassOnNode *counted = g_new0 (FitClassOnNode, n_slots);

  for (guint n = 0; n < n_slots; n++)
    {
      counted[n] = count_like (seen_at (world, n), like);
      n_pods += counted[n].count;
      n_nodes += counted[n].count > 0;
    }
  assert_int_equal (class->n_pods, n_pods);
  assert_int_equal (class->n_on_nodes, n_nodes);
  for (guint i = 0; i < class->n_on_nodes; i++)
    {
      const FitClassOnNode *on = &class->on_nodes[i];

      assert_int_equal (on->count, counted[on->node].count);
      assert_int_equal (on->terminating, counted[on->node].terminating);
      counted[on->node].count = 0; /* no node twice */
    }
}

/* -- queries --------------------------------------------------------------- */

static gboolean
holds (const FitPodCondition *condition, const char *namespace_,
       const FitLabels *labels)
{
  gboolean in = condition->n_namespaces == 0;

  for (guint i = 0; i < condition->n_namespaces; i++)
    in = in || condition->namespaces[i] == namespace_;
  return in && fit_selector_matches (condition->selector, labels);
}

static gboolean
all_hold (const Question *question, const char *namespace_,
          const FitLabels *labels)
{
  for (guint i = 0; i < question->n; i++)
    if (!holds (&question->conditions[i], namespace_, labels))
      return FALSE;
  return TRUE;
}

static guint
count_pods (const Place *seen, const Question *question, gboolean staying)
{
  guint n = 0;

  for (guint i = 0; i < seen->pods->len; i++)
    {
      const FitPod *pod = seen->pods->pdata[i];

      n += all_hold (question, pod->meta.namespace_, pod->meta.labels)
           && !(staying && fit_object_meta_deleting (&pod->meta));
    }
  return n;
}

static void
check_counts (const World *world, const Question *question, guint slot)
{
  FitPodQuery *query
      = fit_pod_index_query (world->index, question->conditions, question->n);
  guint n_values = fit_topology_n_values (world->topology, slot);
  g_autofree guint32 *counted = g_new0 (guint32, n_values);
  guint64 total, counted_total = 0;
  const guint32 *counts
      = fit_pod_query_counts (world->index, query, slot, &total);

  for (guint n = 0; n < NODES; n++)
    {
      guint32 value = value_of (world, &world->seen[n], slot);

      if (value == FIT_TOPOLOGY_ABSENT)
        continue;
      counted[value] += count_pods (&world->seen[n], question, FALSE);
      counted_total += count_pods (&world->seen[n], question, FALSE);
    }
  assert_memory_equal (counts, counted, n_values * sizeof *counts);
  assert_int_equal (total, counted_total);
  for (guint i = 0; i < fit_cache_n_slots (world->cache); i++)
    check_place (world, fit_pod_query_places (world->index, query, slot), i,
                 counts[fit_topology_column (world->topology, slot)[i]] != 0);
}

/* The query has every class with a pod that matches, and only such classes. */
static void
check_classes (const World *world, const Question *question)
{
  const GPtrArray *classes = fit_pod_query_classes (
      fit_pod_index_query (world->index, question->conditions, question->n));
  guint n_pods = 0, counted = 0;

  for (guint i = 0; i < classes->len; i++)
    {
      const FitPodClass *class = classes->pdata[i];

      assert_true (all_hold (question, class->namespace_, class->labels));
      n_pods += class->n_pods;
    }
  for (guint n = 0; n < NODES; n++)
    counted += count_pods (&world->seen[n], question, FALSE);
  assert_int_equal (n_pods, counted);
}

/* Counts by node, from when there are many classes on. */
static void
check_on_nodes (const World *world, const Question *question)
{
  const guint n_slots = fit_cache_n_slots (world->cache);
  FitPodQuery *query
      = fit_pod_index_query (world->index, question->conditions, question->n);

  for (guint mode = 0; mode < FIT_COUNT_LAST; mode++)
    {
      const gint32 *kept = fit_pod_query_on_nodes (query, mode, n_slots);

      for (guint n = 0; kept != NULL && n < n_slots; n++)
        {
          const Place *seen = seen_at (world, n);
          const guint counted
              = seen != NULL
                    ? count_pods (seen, question, mode == FIT_COUNT_STAYING)
                    : 0;

          assert_int_equal (kept[n], counted);
          check_place (world,
                       fit_pod_query_node_places (world->index, query, mode), n,
                       counted != 0);
        }
      n_kept += kept != NULL;
    }
}

/* -- terms ----------------------------------------------------------------- */

/* What terms of a pod add where @like falls under them. */
typedef struct
{
  const FitPod *owner;
  const FitPod *like;
  const char *key;
  FitTermSum *sum;
} TermCount;

static void
count_terms (const TermCount *c, const FitAffinityTerm *terms, guint n,
             FitTermSum adds)
{
  for (guint i = 0; i < n; i++)
    if (terms[i].topology_key == c->key
        && fit_affinity_term_matches (&terms[i], c->owner->meta.namespace_,
                                      c->like->meta.namespace_,
                                      c->like->meta.labels))
      {
        c->sum->required_anti += adds.required_anti;
        c->sum->required_affinity += adds.required_affinity;
        c->sum->preferred += adds.preferred * terms[i].weight;
      }
}

static void
count_place (const Place *seen, const char *key, const FitPod *like,
             FitTermSum *sum)
{
  for (guint i = 0; i < seen->pods->len; i++)
    {
      const FitPod *pod = seen->pods->pdata[i];
      const FitPodAffinity *affinity = &pod->spec->affinity;
      const FitPodAffinity *anti = &pod->spec->anti_affinity;
      const TermCount c = { pod, like, key, sum };

      count_terms (&c, anti->required, anti->n_required,
                   (FitTermSum){ 1, 0, 0 });
      count_terms (&c, affinity->required, affinity->n_required,
                   (FitTermSum){ 0, 1, 0 });
      count_terms (&c, anti->preferred, anti->n_preferred,
                   (FitTermSum){ 0, 0, -1 });
      count_terms (&c, affinity->preferred, affinity->n_preferred,
                   (FitTermSum){ 0, 0, 1 });
    }
}

static void
subtract (FitTermSum *sums, const FitPodTerm *term, guint n_values)
{
  assert_true (term->n_values >= n_values);
  for (guint v = 0; v < n_values; v++)
    {
      sums[v].required_anti -= term->sums[v].required_anti;
      sums[v].required_affinity -= term->sums[v].required_affinity;
      sums[v].preferred -= term->sums[v].preferred;
    }
}

static void
check_term_places (const World *world, FitPodTerm *term)
{
  const guint32 *column = fit_topology_column (world->topology, term->slot);

  for (guint i = 0; i < fit_cache_n_slots (world->cache); i++)
    {
      const FitTermSum *sum = &term->sums[column[i]];

      check_place (
          world,
          fit_pod_term_places (world->index, term, FIT_TERM_REQUIRED_ANTI), i,
          sum->required_anti != 0);
      check_place (world,
                   fit_pod_term_places (world->index, term, FIT_TERM_SCORES), i,
                   sum->required_affinity != 0 || sum->preferred != 0);
    }
}

static void
check_terms (const World *world, guint slot, const FitPod *like)
{
  const GPtrArray *terms = fit_pod_index_terms (
      world->index, fit_cache_pod_class (world->cache, like));
  const char *key = fit_topology_key (world->topology, slot);
  guint n_values = fit_topology_n_values (world->topology, slot);
  g_autofree FitTermSum *counted = g_new0 (FitTermSum, n_values);
  guint n_anti = 0, counted_anti = 0;

  for (guint n = 0; n < NODES; n++)
    {
      guint32 value = value_of (world, &world->seen[n], slot);

      if (value != FIT_TOPOLOGY_ABSENT)
        count_place (&world->seen[n], key, like, &counted[value]);
    }
  for (guint v = 0; v < n_values; v++)
    counted_anti += (guint) counted[v].required_anti;
  for (guint i = 0; i < terms->len; i++)
    {
      FitPodTerm *term = terms->pdata[i];

      if (term->slot != slot)
        continue;
      check_term_places (world, term);
      n_anti += term->n_required_anti;
      subtract (counted, term, n_values);
    }
  for (guint v = 0; v < n_values; v++)
    {
      assert_int_equal (counted[v].required_anti, 0);
      assert_int_equal (counted[v].required_affinity, 0);
      assert_int_equal (counted[v].preferred, 0);
    }
  assert_int_equal (n_anti, counted_anti);
}

/* -- all of it ------------------------------------------------------------- */

static void
check_world (World *world)
{
  check_columns (world);
  check_totals (world);
  for (guint i = 0; i < world->n_questions; i++)
    {
      check_classes (world, &world->questions[i]);
      check_on_nodes (world, &world->questions[i]);
      for (guint k = 0; k < G_N_ELEMENTS (keys); k++)
        check_counts (world, &world->questions[i], slot_of (world, keys[k]));
    }
  for (guint i = 0; i < 10; i++)
    {
      const GPtrArray *pods = world->seen[below (world, NODES)].pods;
      g_autoptr (FitPod) like
          = pods->len > 0 && i % 2 == 0
                ? fit_pod_ref (pods->pdata[below (world, pods->len)])
                : new_pod (world, NULL);

      check_class (world, like);
      check_terms (world, slot_of (world, keys[i % G_N_ELEMENTS (keys)]), like);
    }
}

static void
test_index_equals_a_recomputation (void **state)
{
  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      World world;

      world_init (&world, random_seed (run));
      for (guint event = 1; event <= EVENTS; event++)
        {
          any_event (&world);
          if (event % CHECK_EVERY == 0)
            check_world (&world);
        }
      world_clear (&world);
    }
  assert_true (n_kept > 0 && n_found > 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_index_equals_a_recomputation),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
