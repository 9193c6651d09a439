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
    cmocka_unit_test (test_effect_names),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
