/* test-rule.c - what the descriptors of rules say of each other */
#include "config/migrate/policy-rules.h"
#include "rules/rule.h"
#include "tests/support/cluster.h"

/* A plugin has a formula where it can be enabled. */
static void
test_formulas_are_where_the_points_are (void **state)
{
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint r = 0; r < n; r++)
    for (guint i = 0; fit_rules[i] != NULL; i++)
      {
        const char *name = fit_rules[i]->name;
        const FitExtensionPoints points
            = fit_in_tree_plugin_points (name, releases[r].release);

        if (points == 0)
          continue;
        if ((points & (FIT_AT (PRE_FILTER) | FIT_AT (FILTER)))
            && !fit_profile_filter_formula (name, releases[r].release))
          fail_msg ("%s does not filter in %s", name, releases[r].name);
        if ((points & FIT_AT (SCORE))
            && !fit_profile_score_formula (name, releases[r].release))
          fail_msg ("%s does not score in %s", name, releases[r].name);
      }
}

static void
test_every_rule_has_its_own_name (void **state)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    assert_ptr_equal (fit_rule_find (fit_rules[i]->name), fit_rules[i]);
  assert_null (fit_rule_find ("nodename"));
}

/* What a migration makes of a predicate or priority is what 'fitsched diff' and
 * the hints take for its successor. */
static void
test_successors_are_those_of_migrations (void **state)
{
  for (guint i = 0; fit_rules[i] != NULL; i++)
    {
      const FitRuleWeight *row
          = fit_rule_weight (fit_rules[i], FIT_RELEASE_LEGACY);

      if (fit_rules[i]->predicates != NULL)
        assert_ptr_equal (fit_policy_filter (fit_rules[i]->predicates[0]->name),
                          fit_rules[i]);
      if (row != NULL && row->priority != NULL)
        assert_ptr_equal (fit_rule_of_priority (row->priority), fit_rules[i]);
    }
  assert_null (fit_policy_plugin (
      fit_policy_score ("EqualPriority", FIT_RELEASE_LEGACY), 0));
  assert_string_equal (
      fit_policy_plugin (fit_policy_filter ("GeneralPredicates"), 3),
      "NodeAffinity");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_formulas_are_where_the_points_are),
    cmocka_unit_test (test_every_rule_has_its_own_name),
    cmocka_unit_test (test_successors_are_those_of_migrations),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
