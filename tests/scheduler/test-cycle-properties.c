/* Whatever happens in a cluster, the cache says what a look at everything would
 * say, and each decision is the one that an equal cluster, made anew, asks for.
 * SPDX-License-Identifier: Apache-2.0 */
#include "algorithmprovider/defaults.h"
#include "tests/scheduler/random-life.h"

#include <stdio.h>
#include <string.h>

#define RUNS 24
#define STEPS 1200
#define CACHE_EVERY 5  /* steps */
#define INDEX_EVERY 20 /* steps */

/* What a decision needs, and nothing that depends on the order in which a
 * cluster was built (ImageLocality does). */
#define RULES                                                             \
  POLICY_OF ("{name: GeneralPredicates}, {name: NoDiskConflict}, {name: " \
             "MatchInterPodAffinity}",                                    \
             "{name: LeastRequestedPriority, weight: 2}, {name: "         \
             "BalancedResourceAllocation, weight: 1}, {name: "            \
             "SelectorSpreadPriority, weight: 1}, {name: "                \
             "InterPodAffinityPriority, weight: 3}, {name: "              \
             "TaintTolerationPriority, weight: 1}")

/* -- a cluster made anew --------------------------------------------------- */

typedef struct
{
  FitCache *cache;
  FitAlgorithm *algorithm;
  FitGenericScheduler *scheduler;
} Fresh;

static void
fresh_clear (Fresh *fresh)
{
  fit_generic_scheduler_free (fresh->scheduler);
  fit_algorithm_free (fresh->algorithm);
  fit_cache_free (fresh->cache);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fresh, fresh_clear)

static void
add_nodes (const Fresh *fresh, const Life *life)
{
  GHashTableIter iter;
  gpointer node;

  g_hash_table_iter_init (&iter, life->told_nodes);
  while (g_hash_table_iter_next (&iter, NULL, &node))
    fit_cache_add_node (fresh->cache, node);
}

/* The pods of one node, but for those whose UID is in @without. */
static void
add_pods (const Fresh *fresh, const FitNodeInfo *node, GHashTable *without)
{
  for (guint i = 0; i < node->n_pods; i++)
    if (without == NULL
        || !g_hash_table_contains (without, node->pods[i]->meta.uid))
      assert_true (fit_cache_add_pod (fresh->cache, node->pods[i], NULL));
}

static void
add_nominated (const Fresh *fresh, const Life *life, const char *node)
{
  const GPtrArray *pods = fit_nominated_pods_for_node (
      fit_cache_nominated_pods (life->scene.cache), node);

  for (guint i = 0; pods != NULL && i < pods->len; i++)
    fit_nominated_pods_add (fit_cache_nominated_pods (fresh->cache),
                            pods->pdata[i], node);
}

static void
add_services (const Fresh *fresh, const Life *life)
{
  g_autoptr (Interned) ns = fit_intern ("ns");
  const GPtrArray *services = fit_listers_group (
      fit_cache_listers (life->scene.cache), FIT_KIND_SERVICE, ns);

  for (guint i = 0; services != NULL && i < services->len; i++)
    fit_listers_set (fit_cache_listers (fresh->cache), services->pdata[i]);
}

static void
fresh_init (Fresh *fresh, const Life *life, GHashTable *without)
{
  const FitFeatureGates gates = fit_cache_gates (life->scene.cache);
  g_autoptr (FitRegistry) registry = fit_registry_new_default (gates);
  FitAlgorithmOptions options = { .hard_pod_affinity_symmetric_weight = 1 };
  const FitSchedulerOptions scheduling = { 0 };

  fresh->cache = options.cache = fit_cache_new (gates);
  fresh->algorithm = fit_algorithm_new_from_policy (
      registry, fit_policy_parse (RULES, strlen (RULES), "policy", NULL, NULL),
      &options, NULL);
  fresh->scheduler
      = fit_generic_scheduler_new (fresh->cache, fresh->algorithm, &scheduling);
  add_nodes (fresh, life);
  add_services (fresh, life);
  for (guint n = 0; n < fit_cache_n_slots (life->scene.cache); n++)
    {
      const FitNodeInfo *node = fit_cache_node (life->scene.cache, n);

      if (node->name == NULL)
        continue;
      add_pods (fresh, node, without);
      add_nominated (fresh, life, node->name);
    }
  fit_cache_refresh (fresh->cache);
}

/* Pods are left of a node that is gone: v1.16 remembers it as it was, which a
 * cluster made anew cannot know. */
static gboolean
has_ghosts (const FitCache *cache)
{
  for (guint n = 0; n < fit_cache_n_slots (cache); n++)
    if (fit_cache_node (cache, n)->n_pods > 0
        && fit_cache_node (cache, n)->node == NULL)
      return TRUE;
  return FALSE;
}

/* -- the cache ------------------------------------------------------------- */

/* The clusters know no other resources. */
static void
check_resources (const FitResources *found, const FitResources *expected)
{
  assert_int_equal (found->milli_cpu, expected->milli_cpu);
  assert_int_equal (found->memory, expected->memory);
}

static void
check_node (const FitNodeInfo *found, const FitNodeInfo *expected)
{
  assert_int_equal (found->n_pods, expected->n_pods);
  assert_int_equal (found->traits->allowed_pods,
                    expected->traits->allowed_pods);
  assert_int_equal (found->nonzero_milli_cpu, expected->nonzero_milli_cpu);
  assert_int_equal (found->nonzero_memory, expected->nonzero_memory);
  check_resources (&found->requested, &expected->requested);
  check_resources (&found->traits->allocatable, &expected->traits->allocatable);
  assert_int_equal (found->traits->unschedulable,
                    expected->traits->unschedulable);
  assert_int_equal (found->traits->n_taints, expected->traits->n_taints);
  for (guint i = 0; i < found->n_pods; i++)
    assert_non_null (
        fit_node_info_find_pod (expected, found->pods[i]->meta.uid));
}

static void
check_nodes (const Life *life, const Fresh *fresh)
{
  const FitCache *cache = life->scene.cache;
  guint n_nodes = 0;

  for (guint n = 0; n < fit_cache_n_slots (fresh->cache); n++)
    {
      const FitNodeInfo *expected = fit_cache_node (fresh->cache, n);
      const FitNodeInfo *found;

      if (expected->node == NULL)
        continue;
      found = fit_cache_find_node (cache, expected->name);
      assert_non_null (found);
      assert_ptr_equal (found->node, expected->node);
      check_node (found, expected);
      n_nodes++;
    }
  assert_int_equal (fit_cache_n_nodes (cache), n_nodes);
  assert_int_equal (
      fit_node_tree_size (fit_cache_node_tree (life->scene.cache)), n_nodes);
}

/* How many pods with that label there are where @key has that value. */
static guint
count_matching (FitCache *cache, FitSelector *selector, const char *key,
                const char *value)
{
  FitTopology *topology = fit_cache_topology (cache);
  const FitPodCondition condition = { .selector = selector };
  FitPodIndex *index = fit_cache_pod_index (cache);
  guint slot = fit_topology_slot (topology, key);
  const guint32 *counts = fit_pod_query_counts (
      index, fit_pod_index_query (index, &condition, 1), slot, NULL);

  for (guint32 v = 1; v < fit_topology_n_values (topology, slot); v++)
    if (g_strcmp0 (fit_topology_value (topology, slot, v), value) == 0)
      return counts[v];
  return 0;
}

static void
check_index (Life *life, const Fresh *fresh)
{
  static const char *const places[][2] = {
    { "zone", "z1" },
    { "zone", "z2" },
    { "kubernetes.io/hostname", "n0" },
    { "kubernetes.io/hostname", "n1" },
  };
  g_autoptr (FitPod) pod = pod_from (
      OURS ("q", "affinity: {" POD_AFFINITY (TERM ("zone", "app: a") ", " TERM (
                     "zone", "app: b")) "}"));

  fit_cache_refresh (life->scene.cache);
  for (guint i = 0; i < pod->spec->affinity.n_required; i++)
    for (guint p = 0; p < G_N_ELEMENTS (places); p++)
      {
        g_autoptr (Interned) key = fit_intern (places[p][0]);
        FitSelector *selector = pod->spec->affinity.required[i].selector;

        assert_int_equal (
            count_matching (life->scene.cache, selector, key, places[p][1]),
            count_matching (fresh->cache, selector, key, places[p][1]));
      }
  assert_int_equal (
      fit_pod_index_n_pods (fit_cache_pod_index (life->scene.cache)),
      fit_pod_index_n_pods (fit_cache_pod_index (fresh->cache)));
}

static void
check_against_fresh (Life *life, gboolean index)
{
  g_auto (Fresh) fresh;

  fresh_init (&fresh, life, NULL);
  check_nodes (life, &fresh);
  if (index && !has_ghosts (life->scene.cache))
    check_index (life, &fresh);
}

/* -- placements ------------------------------------------------------------ */

/* What an equal cluster says about the pod whose attempt it is. */
typedef struct
{
  Life *life;
  FitPod *pod; /* (nullable) owned: whose attempt it is */
  Fresh fresh;
  FitEvaluation *expected; /* (nullable) owned: NULL: nothing is expected */
  guint n_changes;         /* of nodes, at the last attempt */
  gboolean all_nodes;      /* this attempt looks at each node once */
  guint n_placed, n_refused, n_preempted, n_victims;
} Watch;

static void
watch_forget (Watch *watch)
{
  if (watch->expected != NULL)
    fresh_clear (&watch->fresh);
  g_clear_pointer (&watch->expected, fit_evaluation_free);
  g_clear_pointer (&watch->pod, fit_pod_unref);
}

static void
ask_equal_cluster (gpointer data)
{
  Watch *watch = data;
  Scene *scene = &watch->life->scene;
  g_autoptr (GPtrArray) active
      = fit_scheduling_queue_list (scene->queue, FIT_QUEUE_ACTIVE);

  watch_forget (watch);
  if (active->len == 0)
    return;
  watch->pod = fit_pod_ref (((const FitQueueEntry *) active->pdata[0])->pod);
  /* Where v1.16's rotation is does not change with the nodes: it may look at
   * one twice, and leave out another. */
  watch->all_nodes = watch->n_changes == watch->life->n_node_changes;
  if (has_ghosts (scene->cache))
    return;
  fresh_init (&watch->fresh, watch->life, NULL);
  watch->expected = fit_generic_scheduler_evaluate (
      watch->fresh.scheduler, watch->pod, FIT_EVALUATE_ALL_NODES);
}

static void
check_room (const FitPod *pod, const FitNodeInfo *node)
{
  const FitResources *requests = &pod->spec->requests;

  assert_true (node->n_pods <= node->traits->allowed_pods);
  if (requests->milli_cpu == 0 && requests->memory == 0)
    return;
  assert_true (node->requested.milli_cpu
               <= node->traits->allocatable.milli_cpu);
  assert_true (node->requested.memory <= node->traits->allocatable.memory);
}

/* Is the node @name one of those that fit, or of the best of them? */
static gboolean
is_feasible (const FitEvaluation *expected, const char *name)
{
  for (guint i = 0; i < expected->n_feasible; i++)
    if (strcmp (expected->feasible[i]->name, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_best (const FitEvaluation *expected, const char *name)
{
  for (guint i = 0; i < expected->n_best; i++)
    if (strcmp (expected->feasible[expected->best[i]]->name, name) == 0)
      return TRUE;
  return expected->n_feasible == 1 && is_feasible (expected, name);
}

static void
check_placement (Watch *watch, const FitDecision *decision)
{
  const FitEvaluation *expected = watch->expected;

  check_room (decision->pod, fit_cache_find_node (watch->life->scene.cache,
                                                  decision->node_name));
  if (!is_feasible (expected, decision->node_name))
    life_fail (watch->life, decision->pod, "should not fit: %s",
               expected->fit_error ? expected->fit_error
                                   : expected->error->message);
  if (!watch->all_nodes)
    return;
  if (!is_best (expected, decision->node_name))
    life_fail (watch->life, decision->pod, "is not on one of the best nodes");
  assert_int_equal (decision->feasible, expected->n_feasible);
  assert_int_equal (decision->scored, expected->totals != NULL);
  if (decision->scored)
    assert_int_equal (decision->score, expected->totals[expected->best[0]]);
  watch->n_placed++;
}

static void
check_refusal (Watch *watch, const FitDecision *decision)
{
  const FitEvaluation *expected = watch->expected;

  if (strstr (decision->message, "is in the cache, so can't be assumed"))
    return; /* it is tried while it is being bound */
  if (!watch->all_nodes)
    return;
  assert_int_equal (expected->n_feasible, 0);
  assert_string_equal (decision->message, expected->fit_error != NULL
                                              ? expected->fit_error
                                              : expected->error->message);
  watch->n_refused++;
}

/* -- victims --------------------------------------------------------------- */

static gint64
started (const FitPod *pod)
{
  return pod->start_time_ns != FIT_TIME_NONE ? pod->start_time_ns : G_MAXINT64;
}

/* Important pods first; of equals, the one that has run for longer. */
static gint
by_importance (gconstpointer a, gconstpointer b)
{
  const FitPod *x = *(const FitPod *const *) a, *y = *(const FitPod *const *) b;

  if (x->spec->priority != y->spec->priority)
    return x->spec->priority > y->spec->priority ? -1 : 1;
  return started (x) < started (y) ? -1 : started (x) > started (y);
}

static GPtrArray *
less_important (const FitNodeInfo *node, const FitPod *pod)
{
  GPtrArray *pods = g_ptr_array_new ();

  for (guint i = 0; i < node->n_pods; i++)
    if (node->pods[i]->spec->priority < pod->spec->priority)
      g_ptr_array_add (pods, (gpointer) node->pods[i]);
  g_ptr_array_sort (pods, by_importance);
  return pods;
}

static gboolean
order_is_certain (const GPtrArray *pods)
{
  for (guint i = 1; i < pods->len; i++)
    if (by_importance (&pods->pdata[i - 1], &pods->pdata[i]) == 0)
      return FALSE;
  return TRUE;
}

/* Would @pod fit on @node of a cluster without some pods? */
static gboolean
fits_without (const Life *life, const FitPod *pod, const char *node,
              GHashTable *without)
{
  g_auto (Fresh) fresh;
  g_autoptr (FitEvaluation) evaluation = NULL;

  fresh_init (&fresh, life, without);
  evaluation = fit_generic_scheduler_evaluate (fresh.scheduler, pod,
                                               FIT_EVALUATE_ALL_NODES);
  for (guint i = 0; i < evaluation->n_verdicts; i++)
    if (strcmp (evaluation->verdicts[i].node->name, node) == 0)
      return evaluation->verdicts[i].fits;
  return FALSE;
}

/* All that are less important go; then, from the most important down, each
 * comes back with whom the pod still fits.  The others are the victims. */
static void
check_victims (Watch *watch, const FitDecision *decision)
{
  const Life *life = watch->life;
  const FitNodeVictims *chosen = decision->victims;
  const FitNodeInfo *node
      = fit_cache_find_node (life->scene.cache, decision->node_name);
  g_autoptr (GPtrArray) candidates = less_important (node, decision->pod);
  g_autoptr (GHashTable) without = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_victims = 0;

  if (!order_is_certain (candidates))
    return;
  for (guint i = 0; i < candidates->len; i++)
    g_hash_table_add (without,
                      ((const FitPod *) candidates->pdata[i])->meta.uid);
  assert_true (fits_without (life, decision->pod, node->name, without));
  for (guint i = 0; i < candidates->len; i++)
    {
      const FitPod *candidate = candidates->pdata[i];

      g_hash_table_remove (without, candidate->meta.uid);
      if (fits_without (life, decision->pod, node->name, without))
        continue;
      g_hash_table_add (without, candidate->meta.uid);
      assert_true (n_victims < chosen->n_victims);
      assert_string_equal (chosen->victims[n_victims]->meta.uid,
                           candidate->meta.uid);
      n_victims++;
    }
  assert_int_equal (chosen->n_victims, n_victims);
  watch->n_preempted++;
  watch->n_victims += n_victims;
}

static void
compare_decision (gpointer data, const FitDecision *decision)
{
  Watch *watch = data;
  const gboolean found = decision->type == FIT_DECISION_ASSUMED;
  const gboolean refused = decision->type == FIT_DECISION_FAILED;

  if (watch->pod == NULL || decision->pod == NULL
      || strcmp (decision->pod->meta.uid, watch->pod->meta.uid) != 0)
    return;
  if (watch->expected != NULL && found)
    check_placement (watch, decision);
  if (watch->expected != NULL && refused)
    check_refusal (watch, decision);
  if (watch->expected != NULL && decision->type == FIT_DECISION_NOMINATED)
    check_victims (watch, decision);
  if (found || refused)
    watch->n_changes = watch->life->n_node_changes;
}

/* -- the tests ------------------------------------------------------------- */

static void
run_watched (guint32 seed, Watch *watch)
{
  g_auto (Life) life;

  /* No host ports: v1.16 frees one that two pods have when one of them goes,
   * and so remembers more than what there is. */
  life_init (&life, &(const LifeSetup){ .seed = seed, .policy = RULES });
  watch->life = &life;
  watch->n_changes = 0;
  life.before_attempt = ask_equal_cluster;
  life.decided = compare_decision;
  life.data = watch;
  for (guint step = 1; step <= STEPS; step++)
    {
      life_step (&life);
      watch_forget (watch); /* what follows is no attempt */
      check_places (&life);
      if (step % CACHE_EVERY == 0)
        check_against_fresh (&life, step % INDEX_EVERY == 0);
    }
}

static void
test_decisions_of_an_equal_cluster (void **state)
{
  Watch watch = { 0 };

  for (guint run = 0; run < random_runs (RUNS); run++)
    run_watched (random_seed (run), &watch);
  printf ("# %u pods placed, %u refused, %u preempted %u\n", watch.n_placed,
          watch.n_refused, watch.n_preempted, watch.n_victims);
  assert_true (watch.n_placed > 100);
  assert_true (watch.n_refused > 100);
  assert_true (watch.n_victims >= random_runs (RUNS));
  assert_true (watch.n_victims > watch.n_preempted); /* several at a time */
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_decisions_of_an_equal_cluster),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
