/* Schedulers with different Policies and gates share a process and know nothing
 * of each other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/simulate/placements.h"

#include <pthread.h>

#define NODES 300
#define RUNNING 600
#define PENDING_PODS 40
#define ROUNDS 3

static const Way ways[] = {
  { .provider = "DefaultProvider", .percentage = 100 },
  { .policy = POLICY ("{name: PodFitsResources}, {name: CheckNodeCondition}, "
                      "{name: EvenPodsSpread}, "
                      "{name: HostName, argument: {labelsPresence: {labels: "
                      "[zone], presence: true}}}",
                      "{name: MostRequestedPriority, weight: 7}, "
                      "{name: ResourceLimitsPriority, weight: 2}"),
    .gates = "TaintNodesByCondition=false,EvenPodsSpread=true,"
             "ResourceLimitsPriorityFunction=true" },
  { .policy = POLICY ("{name: MatchNodeSelector}", ""),
    .tie_break = FIT_TIE_BREAK_RANDOM },
};

typedef struct
{
  pthread_t thread;
  const Way *way;
  const char *manifest;
  char *texts[ROUNDS]; /* owned */
} Worker;

static void *
work (void *data)
{
  Worker *worker = data;

  for (guint i = 0; i < ROUNDS; i++)
    worker->texts[i] = placements (worker->manifest, worker->way);
  return NULL;
}

static void
test_schedulers_run_side_by_side (void **state)
{
  g_auto (RandomCluster) cluster = { 0 };
  g_autofree char *manifest = NULL;
  Worker workers[G_N_ELEMENTS (ways)] = { 0 };

  random_cluster_init (&cluster, random_seed (0), NODES, RUNNING, PENDING_PODS);
  manifest = random_cluster_list (&cluster, 0);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      workers[i].way = &ways[i];
      workers[i].manifest = manifest;
      assert_int_equal (
          pthread_create (&workers[i].thread, NULL, work, &workers[i]), 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    assert_int_equal (pthread_join (workers[i].thread, NULL), 0);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *alone = placements (manifest, &ways[i]);

      for (guint r = 0; r < ROUNDS; r++)
        {
          assert_string_equal (workers[i].texts[r], alone);
          g_free (workers[i].texts[r]);
        }
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_schedulers_run_side_by_side),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
