/* Whatever goes wrong, no pod is lost, none is tried twice at a time, and all
 * come to an end when nothing goes wrong any more.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/debugger.h"

#include "tests/queue/queue-inside.h"
#include "tests/scheduler/random-life.h"

#include <stdio.h>

#define RUNS 60
#define STEPS 2000

/* Faults that a plain run has to try. */
#define ENOUGH 1000

/* Is there a reason for @pod to have no node?  It fits nowhere, or it cannot
 * be tried. */
static void
check_pending_pod (Life *life, const FitPod *pod)
{
  const char *reason = g_hash_table_lookup (life->reasons, pod->meta.uid);
  g_autoptr (FitEvaluation) evaluation = NULL;

  if (fit_scheduler_place (life->scene.scheduler, pod) != FIT_POD_QUEUED)
    life_fail (life, pod, "is not queued at the end");
  if (reason == NULL)
    life_fail (life, pod, "has no node for no reason");
  evaluation = fit_generic_scheduler_evaluate (
      fit_scheduler_algorithm_of (life->scene.scheduler, pod), pod,
      FIT_EVALUATE_DEFAULT);
  if (evaluation->error == NULL && evaluation->chosen >= 0)
    life_fail (life, pod, "fits on %s, and is not tried: %s",
               evaluation->feasible[evaluation->chosen]->name, reason);
}

static GPtrArray *
live_nodes (const Life *life)
{
  g_autoptr (GList) nodes
      = g_hash_table_get_values (life->scene.world.live[FIT_KIND_NODE]);
  GPtrArray *list = g_ptr_array_new ();

  for (const GList *l = nodes; l != NULL; l = l->next)
    g_ptr_array_add (list, l->data);
  return list;
}

/* Pods that have ended are none for the scheduler. */
static void
remove_ended (GPtrArray *pods)
{
  for (guint i = pods->len; i > 0; i--)
    if (fit_pod_terminal (pods->pdata[i - 1]))
      g_ptr_array_remove_index (pods, i - 1);
}

static void
check_end (Life *life)
{
  g_autoptr (GPtrArray) pods = life_pods (life), nodes = live_nodes (life);
  g_autofree char *mismatch = NULL;

  assert_int_equal (life->scene.world.tasks->len, 0);
  /* nobody is in@work any more */
  assert_int_equal (queue_count_events (life->scene.queue), 0);
  for (guint i = 0; i < pods->len; i++)
    if (life_is_ours (pods->pdata[i])
        && !fit_object_meta_deleting (&((const FitPod *) pods->pdata[i])->meta))
      check_pending_pod (life, pods->pdata[i]);
  remove_ended (pods);
  mismatch = fit_scheduler_compare (life->scene.scheduler, nodes, pods);
  if (mismatch != NULL)
    fail_msg ("%s", mismatch);
}

static void
run_once (const LifeSetup *setup, guint32 seed, guint *n_trouble,
          guint *n_bound)
{
  g_auto (Life) life;
  g_autoptr (GPtrArray) pods = NULL;

  life_init (&life,
             &(const LifeSetup){ .seed = seed,
                                 .trouble = 40,
                                 .rich = TRUE,
                                 .release = setup->release,
                                 .trusts_bindings = setup->trusts_bindings });
  for (guint step = 1; step <= STEPS; step++)
    {
      life_step (&life);
      check_places (&life);
    }
  life_calm_down (&life);
  check_places (&life);
  check_end (&life);
  for (guint i = 0; i < TROUBLE_LAST; i++)
    n_trouble[i] += life.n_trouble[i];
  pods = life_pods (&life);
  for (guint i = 0; i < pods->len; i++)
    *n_bound += *((const FitPod *) pods->pdata[i])->node_name != '\0';
}

static void
test_no_pod_is_lost (void **state)
{
  guint n_trouble[TROUBLE_LAST] = { 0 }, total = 0, n_bound = 0;

  for (guint run = 0; run < random_runs (RUNS); run++)
    run_once (&(const LifeSetup){ 0 }, random_seed (run), n_trouble, &n_bound);
  for (guint i = 0; i < TROUBLE_LAST; i++)
    {
      printf ("# %5u %s\n", n_trouble[i], trouble_name ((Trouble) i));
      assert_true (n_trouble[i] > 0);
      total += n_trouble[i];
    }
  printf ("# %5u faults, %u pods bound at the ends\n", total, n_bound);
  assert_true (total >= random_runs (ENOUGH));
  assert_true (n_bound > 0);
}

/* The same for later releases; what cannot go wrong there does not. */
static void
test_later_releases (void **state)
{
  static const char *const releases[] = { "1.18", "1.20.2", "1.28", "1.34.1" };
  guint n_trouble[TROUBLE_LAST] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (releases); i++)
    {
      guint n_bound = 0;

      for (guint run = 0; run < random_runs (RUNS / 4); run++)
        run_once (&(const LifeSetup){ .release = releases[i] },
                  random_seed (run), n_trouble, &n_bound);
      assert_true (n_bound > 0);
    }
}

/* As a daemon runs v1.16: no bound pod is forgotten before it is gone, and none
 * counts after that. */
static void
test_trusted_bindings (void **state)
{
  guint n_trouble[TROUBLE_LAST] = { 0 }, n_bound = 0;

  for (guint run = 0; run < random_runs (RUNS / 4); run++)
    run_once (&(const LifeSetup){ .trusts_bindings = TRUE }, random_seed (run),
              n_trouble, &n_bound);
  assert_true (n_trouble[TROUBLE_MISSED] > 0);
  assert_int_equal (n_trouble[TROUBLE_UNCONFIRMED], 0);
  assert_true (n_bound > 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_no_pod_is_lost),
    cmocka_unit_test (test_later_releases),
    cmocka_unit_test (test_trusted_bindings),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
