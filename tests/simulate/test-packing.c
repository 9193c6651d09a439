/* test-packing.c - proofs of how much a placement is worth at most, against a
 * search of all placements: with prices at random, which may never prove too
 * little, and with those of the solver, which prove about as much as there is
 *
 * FIT_TEST_LONG=1 tries ten times as many.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "simulate/packing-solver.h"
#include "simulate/packing.h"
#include "tests/support/cmocka.h"

#define SEED 38
#define ROUNDS 4000
#define MOST_GROUPS 4
#define MOST_NODES 3
#define MOST_RESOURCES 3

/* Nodes one by one. */
typedef struct
{
  guint n_resources, n_groups, n_nodes;
  guint most[MOST_GROUPS];
  gboolean must[MOST_GROUPS], counts[MOST_GROUPS];
  gint64 amounts[MOST_GROUPS][MOST_RESOURCES];
  gboolean costs[MOST_NODES];
  gint64 free[MOST_NODES][MOST_RESOURCES];
  FitTakes takes[MOST_NODES][MOST_GROUPS];
} Case;

static guint
dice_below (GRand *dice, gint n)
{
  return (guint) g_rand_int_range (dice, 0, n);
}

static void
make_case (Case *c, GRand *dice)
{
  const gboolean costs = dice_below (dice, 2) == 0;
  /* Amounts as of memory, and some without a common divisor. */
  const gint64 unit = (gint64[]){ 1, 128, 1 << 20 }[dice_below (dice, 3)];

  memset (c, 0, sizeof *c);
  c->n_resources = 1 + dice_below (dice, MOST_RESOURCES);
  c->n_groups = 1 + dice_below (dice, MOST_GROUPS);
  c->n_nodes = 1 + dice_below (dice, MOST_NODES);
  for (guint g = 0; g < c->n_groups; g++)
    {
      c->most[g] = 1 + dice_below (dice, 3);
      c->must[g] = costs || dice_below (dice, 6) == 0;
      c->counts[g] = !costs;
      for (guint r = 0; r < c->n_resources; r++)
        c->amounts[g][r] = unit * dice_below (dice, 5);
    }
  for (guint i = 0; i < c->n_nodes; i++)
    {
      c->costs[i] = costs && dice_below (dice, 4) > 0;
      for (guint r = 0; r < c->n_resources; r++)
        c->free[i][r] = unit * dice_below (dice, 12) + dice_below (dice, 2)
                        - (dice_below (dice, 20) == 0 ? 2 : 0);
      for (guint g = 0; g < c->n_groups; g++)
        c->takes[i][g] = dice_below (dice, 5) == 0   ? FIT_TAKES_NONE
                         : dice_below (dice, 5) == 0 ? FIT_TAKES_ONE
                                                     : FIT_TAKES_ANY;
    }
}

/* The best worth with node @i and group @g still to come; G_MININT if not all
 * that must be placed can be. */
static gint
best (Case *c, guint i, guint g, gboolean used)
{
  gint most = G_MININT;

  if (i == c->n_nodes)
    {
      for (g = 0; g < c->n_groups; g++)
        if (c->must[g] && c->most[g] > 0)
          return G_MININT;
      return 0;
    }
  if (g == c->n_groups)
    {
      const gint rest = best (c, i + 1, 0, FALSE);

      return rest == G_MININT ? rest : rest - (used && c->costs[i]);
    }
  for (guint n = 0;
       n <= c->most[g] && (n == 0 || c->takes[i][g] != FIT_TAKES_NONE)
       && (n <= 1 || c->takes[i][g] != FIT_TAKES_ONE);
       n++)
    {
      gboolean fits = TRUE;
      gint rest;

      for (guint r = 0; r < c->n_resources; r++)
        fits &= c->amounts[g][r] * n == 0
                || c->amounts[g][r] * n <= c->free[i][r];
      if (!fits)
        break;
      c->most[g] -= n;
      for (guint r = 0; r < c->n_resources; r++)
        c->free[i][r] -= c->amounts[g][r] * n;
      rest = best (c, i, g + 1, used || n > 0);
      c->most[g] += n;
      for (guint r = 0; r < c->n_resources; r++)
        c->free[i][r] += c->amounts[g][r] * n;
      if (rest != G_MININT)
        most = MAX (most, rest + (gint) (c->counts[g] ? n : 0));
    }
  return most;
}

static FitPacking *
packing_of (const Case *c)
{
  FitPacking *packing = fit_packing_new (c->n_resources);

  for (guint g = 0; g < c->n_groups; g++)
    {
      FitPackingPods *pods = fit_packing_add_pods (packing);

      pods->most = c->most[g];
      pods->least = c->must[g] ? c->most[g] : 0;
      pods->counts = c->counts[g];
      memcpy (pods->amounts, c->amounts[g],
              c->n_resources * sizeof *pods->amounts);
    }
  for (guint i = 0; i < c->n_nodes; i++)
    {
      FitPackingNodes *nodes = fit_packing_add_nodes (packing);

      nodes->n = 1;
      nodes->costs = c->costs[i];
      memcpy (nodes->free, c->free[i], c->n_resources * sizeof *nodes->free);
      for (guint g = 0; g < c->n_groups; g++)
        nodes->takes[g] = (guint8) c->takes[i][g];
    }
  fit_packing_finish (packing);
  return packing;
}

static gint64
prove (const FitPacking *packing, const FitPackingPrices *prices)
{
  gint64 bound;

  assert_true (fit_packing_prove (packing, prices, &bound));
  return bound;
}

static void
random_prices (FitPackingPrices *prices, const FitPacking *packing, GRand *dice)
{
  const gint64 at_most = FIT_PRICE_ONE * (1 + dice_below (dice, 2));

  for (guint g = 0; g < packing->pods->len; g++)
    prices->pods[g] = (gint64) g_rand_double_range (dice, -(gdouble) at_most,
                                                    (gdouble) at_most);
  for (guint n = dice_below (dice, 4); n > 0; n--)
    {
      gint64 *set = fit_packing_add_prices (
          prices, packing, dice_below (dice, (gint) packing->n_kinds));

      for (guint r = 0; r < packing->n_resources; r++)
        set[r] = (gint64) g_rand_double_range (dice, -(gdouble) at_most / 8,
                                               (gdouble) at_most / 4);
    }
}

static guint
rounds (void)
{
  return ROUNDS * (g_getenv ("FIT_TEST_LONG") != NULL ? 10 : 1);
}

static void
test_no_prices_prove_too_little (void **state)
{
  GRand *dice = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < rounds (); i++)
    {
      Case c;
      g_autoptr (FitPacking) packing = NULL;
      gint optimum;

      make_case (&c, dice);
      packing = packing_of (&c);
      optimum = best (&c, 0, 0, FALSE);
      for (guint k = 0; k < 20 && optimum != G_MININT; k++)
        {
          g_auto (FitPackingPrices) prices = { 0 };

          fit_packing_prices_init (&prices, packing);
          random_prices (&prices, packing, dice);
          if (prove (packing, &prices) < optimum)
            fail_msg ("case %u of seed %d: less than %d is proved", i, SEED,
                      optimum);
        }
    }
  g_rand_free (dice);
}

static void
test_the_solver_proves_about_what_there_is (void **state)
{
  GRand *dice = g_rand_new_with_seed (SEED);
  guint n = 0, n_exact = 0;

  if (!g_ascii_isdigit (*fit_packing_solver_version ()))
    skip ();
  for (guint i = 0; i < rounds (); i++)
    {
      Case c;
      g_autoptr (FitPacking) packing = NULL;
      g_auto (FitPackingPrices) prices = { 0 };
      gint64 bound;
      gint optimum;

      make_case (&c, dice);
      packing = packing_of (&c);
      optimum = best (&c, 0, 0, FALSE);
      fit_packing_prices_init (&prices, packing);
      assert_true (fit_packing_solve (packing, &prices, NULL));
      bound = prove (packing, &prices);
      if (optimum == G_MININT)
        continue;
      if (bound < optimum)
        fail_msg ("case %u of seed %d: %" G_GINT64_FORMAT
                  " is proved, %d is possible",
                  i, SEED, bound, optimum);
      n++;
      n_exact += bound == optimum;
    }
  g_rand_free (dice);
  print_message ("of %u bounds, %u are what is possible\n", n, n_exact);
  assert_true (n_exact * 100 >= n * 98);
}

/* -- what cannot be computed ----------------------------------------------- */

static void
test_too_large_numbers_prove_nothing (void **state)
{
  g_autoptr (FitPacking) packing = fit_packing_new (600);
  g_auto (FitPackingPrices) prices = { 0 };
  gint64 *set, bound = 7;
  FitPackingPods *pods = fit_packing_add_pods (packing);
  FitPackingNodes *nodes;

  pods->most = 1;
  pods->counts = TRUE;
  for (guint r = 0; r < 600; r++)
    pods->amounts[r] = 1;
  nodes = fit_packing_add_nodes (packing);
  nodes->n = G_MAXUINT32;
  nodes->takes[0] = 1;
  for (guint r = 0; r < 600; r++)
    nodes->free[r] = FIT_PACKING_MOST_AMOUNT;
  /* As it is, more than one pod can use does not count. */
  fit_packing_finish (packing);
  fit_packing_prices_init (&prices, packing);
  assert_true (fit_packing_prove (packing, &prices, &bound));
  for (guint r = 0; r < 600; r++)
    nodes->free[r] = FIT_PACKING_MOST_AMOUNT;
  set = fit_packing_add_prices (&prices, packing, 0);
  for (guint r = 0; r < 600; r++)
    set[r] = G_MAXINT64;
  assert_false (fit_packing_prove (packing, &prices, &bound));
}

static void
test_amounts_fit_as_often_as_whole_pods_do (void **state)
{
  g_autoptr (FitPacking) packing = fit_packing_new (1);
  g_auto (FitPackingPrices) prices = { 0 };
  FitPackingPods *pods = fit_packing_add_pods (packing);
  FitPackingNodes *nodes;

  pods->most = 100;
  pods->counts = TRUE;
  pods->amounts[0] = 2000;
  nodes = fit_packing_add_nodes (packing);
  nodes->n = 10;
  nodes->takes[0] = 1;
  nodes->free[0] = 3900;
  fit_packing_finish (packing);
  fit_packing_prices_init (&prices, packing);
  assert_int_equal (prove (packing, &prices), 10);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_no_prices_prove_too_little),
    cmocka_unit_test (test_the_solver_proves_about_what_there_is),
    cmocka_unit_test (test_too_large_numbers_prove_nothing),
    cmocka_unit_test (test_amounts_fit_as_often_as_whole_pods_do),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
