/* Random candidates, networks and mishaps: never do two lead at a time, by their
 * own clocks, nobody leads twice, and in calm times somebody does.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/election-scene.h"

#include "tests/support/cluster.h"
#include "tests/support/random-objects.h"

#define RUNS 20
#define GAMES 100 /* of a run */
#define STORM (40 * SECOND)

static const FitElectionSettings settings = { .lease_us = 3 * SECOND,
                                              .renew_deadline_us = 2 * SECOND,
                                              .retry_us = SECOND / 5 };

/* The objects that the own locks of a candidate are: those of a run have one in
 * common. */
static const guint kinds[][2] = { { 0, 0 }, { 1, 0 }, { 2, 0 } };
static const guint n_own[] = { 1, 2, 2 };

typedef struct
{
  GRand *random;
  SceneCandidate *candidates[SCENE_MOST_CANDIDATES];
  guint n;
  gboolean led[SCENE_MOST_CANDIDATES];
  gboolean ended[SCENE_MOST_CANDIDATES]; /* it led, and does not any more */
  guint n_reigns;                        /* that began */
} Run;

static guint
below (Run *run, guint n)
{
  return (guint) g_rand_int_range (run->random, 0, (gint32) n);
}

static void
check (Scene *scene, gpointer data)
{
  Run *run = data;
  guint n_leaders = 0;

  for (guint i = 0; i < run->n; i++)
    {
      const gboolean leads = scene_leads (scene, run->candidates[i]);

      n_leaders += leads;
      run->n_reigns += leads && !run->led[i];
      run->ended[i] |= run->led[i] && !leads;
      run->led[i] |= leads;
      /* What it was about to write has been dropped. */
      assert_false (leads && run->ended[i]);
    }
  if (n_leaders > 1)
    print_message ("%s", scene_log (scene));
  assert_true (n_leaders <= 1);
}

static void
add (Run *run, Scene *scene)
{
  g_autofree char *name = g_strdup_printf ("c%u", run->n);
  const guint kind = below (run, G_N_ELEMENTS (kinds));
  FitElectionSettings own = settings;
  SceneCandidate *candidate;

  own.n_own = own.n_locks = n_own[kind];
  own.seed = below (run, 1000000);
  candidate = scene_add (scene, name, &own, kinds[kind]);
  run->candidates[run->n++] = candidate;
  fit_election_free (candidate->election);
  candidate->ahead_us = (gint64) below (run, 1000000) * SECOND / 100;
  candidate->permille = 850 + below (run, 300);
  candidate->election = fit_election_new (&own, name, candidate->ahead_us);
}

static gboolean
can_act (const SceneCandidate *candidate)
{
  return candidate->election != NULL
         && fit_election_view (candidate->election).state
                <= FIT_ELECTION_LEADING;
}

static void
mishap (Run *run, Scene *scene)
{
  SceneCandidate *candidate = run->candidates[below (run, run->n)];

  /* A leader has more to lose. */
  for (guint i = 0; i < run->n; i++)
    if (scene_leads (scene, run->candidates[i]) && below (run, 2))
      candidate = run->candidates[i];
  switch (below (run, 6))
    {
    case 0:
    case 1:
      candidate->frozen_until_us
          = scene_now (scene) + below (run, 400) * SECOND / 100;
      break;
    case 2:
      if (can_act (candidate) && run->n < SCENE_MOST_CANDIDATES)
        {
          scene_kill (scene, candidate);
          add (run, scene);
        }
      break;
    case 3:
      if (can_act (candidate) && run->n < SCENE_MOST_CANDIDATES)
        {
          scene_release (scene, candidate);
          add (run, scene);
        }
      break;
    default:
      scene_set_network (scene, &(const SceneNetwork){
                                    .lost_percent = below (run, 60),
                                    .latency_us = 1000 * (1 + below (run, 900)),
                                    .late_percent = below (run, 30) });
    }
}

/* Mishaps for a while, then a good network and a new candidate. */
static guint
play (guint32 seed)
{
  const SceneNetwork calm = { .latency_us = 10000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Run run = { .random = random };
  Scene *scene = scene_new (seed, &calm);

  for (guint n = 2 + below (&run, 2); n > 0; n--)
    add (&run, scene);
  while (scene_now (scene) < STORM)
    {
      scene_run (scene, scene_now (scene) + below (&run, 40) * SECOND / 10,
                 check, &run);
      mishap (&run, scene);
    }
  scene_set_network (scene, &calm);
  if (run.n < SCENE_MOST_CANDIDATES)
    add (&run, scene);
  scene_run (scene, STORM + 20 * SECOND, check, &run);
  if (can_act (run.candidates[run.n - 1]))
    {
      guint n_leaders = 0;

      for (guint i = 0; i < run.n; i++)
        n_leaders += scene_leads (scene, run.candidates[i]);
      if (n_leaders != 1)
        print_message ("%s", scene_log (scene));
      assert_int_equal (n_leaders, 1);
    }
  scene_free (scene);
  return run.n_reigns;
}

static void
test_never_two_leaders (void **state)
{
  guint n_reigns = 0;

  for (guint run = 0; run < random_runs (RUNS); run++)
    {
      g_autoptr (GRand) seeds = g_rand_new_with_seed (random_seed (run));

      for (guint game = 0; game < GAMES; game++)
        n_reigns += play (g_rand_int (seeds));
    }
  /* They do lead, one after the other: what was tried is worth something. */
  assert_true (n_reigns >= 2 * GAMES * random_runs (RUNS));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_never_two_leaders),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
