/* Which toleration tolerates which taint.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "tests/api/read.h"

#include "api/taints.h"

#define SCHED FIT_EFFECT_NO_SCHEDULE
#define EXEC FIT_EFFECT_NO_EXECUTE
#define PREFER FIT_EFFECT_PREFER_NO_SCHEDULE

static void
test_tolerates (void **state)
{
  static const struct
  {
    const char *key;
    const char *value;
    FitTolerationOperator op;
    FitTaintEffect effect;
    gboolean tolerates; /* the taint k=v:NoSchedule */
  } cases[] = {
    { "k", "v", FIT_TOLERATION_EQUAL, SCHED, TRUE },
    { "k", "v", FIT_TOLERATION_EQUAL, FIT_EFFECT_NONE, TRUE },
    { "k", "v", FIT_TOLERATION_EQUAL, EXEC, FALSE },
    { "k", "w", FIT_TOLERATION_EQUAL, SCHED, FALSE },
    { "k", "", FIT_TOLERATION_EQUAL, SCHED, FALSE },
    { "l", "v", FIT_TOLERATION_EQUAL, SCHED, FALSE },
    { "k", "w", FIT_TOLERATION_EXISTS, SCHED, TRUE },
    { "", "", FIT_TOLERATION_EXISTS, FIT_EFFECT_NONE, TRUE },
    { "", "", FIT_TOLERATION_EXISTS, PREFER, FALSE },
    { "", "v", FIT_TOLERATION_EQUAL, SCHED, TRUE },
    { "", "w", FIT_TOLERATION_EQUAL, SCHED, FALSE },
    { "k", "v", FIT_TOLERATION_INVALID, SCHED, FALSE },
  };
  const char *key = fit_intern ("k");
  const char *value = fit_intern ("v");
  FitTaint taint = { .key = key, .value = value, .effect = SCHED };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *k = fit_intern (cases[i].key);
      const char *v = fit_intern (cases[i].value);
      FitToleration toleration = { k, v, cases[i].op, cases[i].effect };

      if (fit_toleration_tolerates (&toleration, &taint) != cases[i].tolerates)
        fail_msg ("case %u", i);
      fit_intern_unref (k);
      fit_intern_unref (v);
    }
  fit_intern_unref (key);
  fit_intern_unref (value);
}

static void
test_any_of_several (void **state)
{
  FitToleration tolerations[] = {
    { "", "", FIT_TOLERATION_EXISTS, EXEC },
    { "", "", FIT_TOLERATION_EXISTS, SCHED },
  };
  FitTaint taint = { .key = "k", .value = "", .effect = SCHED };

  assert_false (fit_tolerations_tolerate (NULL, 0, &taint));
  assert_false (fit_tolerations_tolerate (tolerations, 1, &taint));
  assert_true (fit_tolerations_tolerate (tolerations, 2, &taint));
}

/* Lists in any order, with taints of all effects: the first that nothing
 * tolerates. */
static void
test_find_untolerated (void **state)
{
  static const char *const names[] = { "", "a", "b", "c" };
  const char *keys[G_N_ELEMENTS (names)];
  GRand *dice = g_rand_new_with_seed (37);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    keys[i] = fit_intern (names[i]);
  for (guint round = 0; round < 2000; round++)
    {
      FitToleration tolerations[4];
      FitTaint taints[4];
      const guint n = (guint) g_rand_int_range (dice, 0, 5),
                  n_taints = (guint) g_rand_int_range (dice, 0, 5),
                  effects = g_rand_boolean (dice) ? FIT_EFFECTS_THAT_KEEP_OUT
                                                  : FIT_EFFECTS_ALL;
      const FitTaint *expected = NULL;

      for (guint i = 0; i < n; i++)
        tolerations[i] = (FitToleration){
          keys[g_rand_int_range (dice, 0, 4)], keys[0], FIT_TOLERATION_EQUAL,
          (FitTaintEffect) g_rand_int_range (dice, 0, FIT_EFFECT_OTHER)
        };
      for (guint i = 0; i < n_taints; i++)
        taints[i] = (FitTaint){ .key = keys[g_rand_int_range (dice, 1, 4)],
                                .value = keys[0],
                                .effect = (FitTaintEffect) g_rand_int_range (
                                    dice, 1, FIT_EFFECT_OTHER) };
      for (guint i = n_taints; i > 0; i--)
        if ((effects >> taints[i - 1].effect & 1)
            && !fit_tolerations_tolerate (tolerations, n, &taints[i - 1]))
          expected = &taints[i - 1];
      assert_ptr_equal (
          fit_find_untolerated (tolerations, n, taints, n_taints, effects),
          expected);
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    fit_intern_unref (keys[i]);
  g_rand_free (dice);
}

static void
test_effect_names (void **state)
{
  static const char *const names[]
      = { "", "NoSchedule", "PreferNoSchedule", "NoExecute" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_string_equal (
        fit_taint_effect_name (fit_taint_effect_parse (names[i])), names[i]);
  assert_int_equal (fit_taint_effect_parse (NULL), FIT_EFFECT_NONE);
  assert_int_equal (fit_taint_effect_parse ("noschedule"), FIT_EFFECT_OTHER);
}

int
main (void)
{
  static const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_tolerates),
    cmocka_unit_test (test_any_of_several),
    cmocka_unit_test (test_find_untolerated),
    cmocka_unit_test (test_effect_names),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
