/* Random operations on the queue of later releases and on a model of it: after
 * each of them, both say the same about everything.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/queue/later-run.h"
#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#define RUNS 350

static void
test_queue_behaves_as_its_model (void **state)
{
  QueueObjects *objects = later_run_objects_new ();

  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (random_seed (run));

      later_run (objects, &(Choices){ .random = random });
    }
  queue_objects_free (objects);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_queue_behaves_as_its_model),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
