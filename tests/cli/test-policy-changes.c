/* test-policy-changes.c - what is different in another Policy
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/rules-watch.h"
#include "tests/support/cmocka.h"

#define PREDICATE(argument) \
  "predicates: [{name: Mine, argument: {" argument "}}]"
#define PRIORITY(argument) \
  "priorities: [{name: Mine, weight: 1, argument: {" argument "}}]"
#define RATIO(points, resources)                                  \
  PRIORITY ("requestedToCapacityRatioArguments: {shape: [" points \
            "], resources: [" resources "]}")
#define EXTENDER(fields) \
  "extenders: [{urlPrefix: \"http://a\", filterVerb: f" fields "}]"

static const struct
{
  const char *before; /* fields of a Policy */
  const char *after;
  const char *changes;
} cases[] = {
  { "", "", "" },
  { "predicates: []", "predicates: []", "" },
  { "", "predicates: []", "predicates: a list instead of the defaults" },
  { "predicates: []", "", "predicates: the defaults instead of a list" },
  { "", "priorities: []", "priorities: a list instead of the defaults" },
  { "priorities: []", "", "priorities: the defaults instead of a list" },

  /* names, in the order of the lists */
  { "predicates: [{name: B}]", "predicates: [{name: C}, {name: B}, {name: A}]",
    "predicates added: C, A" },
  { "predicates: [{name: C}, {name: B}, {name: A}]", "predicates: [{name: B}]",
    "predicates removed: C, A" },
  { "predicates: [{name: A}, {name: B}]", "predicates: [{name: B}, {name: A}]",
    "" },
  { "predicates: [{name: A}]\npriorities: [{name: B, weight: 1}]",
    "predicates: [{name: C}]\npriorities: [{name: D, weight: 1}]",
    "predicates added: C; predicates removed: A; priorities added: D; "
    "priorities removed: B" },
  /* of entries with one name the last one counts */
  { "predicates: []", "predicates: [{name: A}, {name: A}]",
    "predicates added: A" },
  { "priorities: [{name: A, weight: 1}, {name: A, weight: 2}]",
    "priorities: [{name: A, weight: 2}]", "" },
  { "priorities: [{name: A, weight: 2}]",
    "priorities: [{name: A, weight: 1}, {name: A, weight: 2}]", "" },
  { "priorities: [{name: A, weight: 2}]",
    "priorities: [{name: A, weight: 3}, {name: A, weight: 4}]",
    "weight of A: 2, now 4" },
  { "predicates: [{name: A, argument: {labelsPresence: {labels: [a]}}}]",
    "predicates: [{name: A, argument: {labelsPresence: {labels: [b]}}}, "
    "{name: A, argument: {labelsPresence: {labels: [a]}}}]",
    "" },

  /* weights */
  { "priorities: [{name: A, weight: 1}, {name: B, weight: 2}]",
    "priorities: [{name: A, weight: 3}, {name: B, weight: 1}]",
    "weight of A: 1, now 3; weight of B: 2, now 1" },
  { "priorities: [{name: A, weight: 1}]", "priorities: [{name: B, weight: 2}]",
    "priorities added: B; priorities removed: A" },

  /* arguments of predicates */
  { PREDICATE ("labelsPresence: {labels: [a], presence: true}"),
    PREDICATE ("labelsPresence: {labels: [a], presence: true}"), "" },
  { PREDICATE ("labelsPresence: {labels: [a], presence: true}"),
    PREDICATE ("labelsPresence: {labels: [a], presence: false}"),
    "another argument of Mine" },
  { PREDICATE ("labelsPresence: {labels: [a], presence: true}"),
    PREDICATE ("labelsPresence: {labels: [b], presence: true}"),
    "another argument of Mine" },
  { PREDICATE ("labelsPresence: {labels: [a]}"),
    PREDICATE ("labelsPresence: {labels: [a, b]}"),
    "another argument of Mine" },
  { PREDICATE ("serviceAffinity: {labels: [a]}"),
    PREDICATE ("serviceAffinity: {labels: [a]}"), "" },
  { PREDICATE ("serviceAffinity: {labels: [a]}"),
    PREDICATE ("serviceAffinity: {labels: [b]}"), "another argument of Mine" },
  { PREDICATE ("serviceAffinity: {labels: [a, b]}"),
    PREDICATE ("serviceAffinity: {labels: [b, a]}"),
    "another argument of Mine" },
  { PREDICATE ("serviceAffinity: {labels: []}"),
    PREDICATE ("labelsPresence: {labels: []}"), "another argument of Mine" },
  { PREDICATE (""), "predicates: [{name: Mine}]", "another argument of Mine" },
  { "predicates: [{name: Mine}]", PREDICATE (""), "another argument of Mine" },

  /* arguments of priorities */
  { PRIORITY ("serviceAntiAffinity: {label: a}"),
    PRIORITY ("serviceAntiAffinity: {label: a}"), "" },
  { PRIORITY ("serviceAntiAffinity: {label: a}"),
    PRIORITY ("serviceAntiAffinity: {label: b}"), "another argument of Mine" },
  { PRIORITY ("labelPreference: {label: a, presence: true}"),
    PRIORITY ("labelPreference: {label: a, presence: true}"), "" },
  { PRIORITY ("labelPreference: {label: a, presence: true}"),
    PRIORITY ("labelPreference: {label: b, presence: true}"),
    "another argument of Mine" },
  { PRIORITY ("labelPreference: {label: a, presence: true}"),
    PRIORITY ("labelPreference: {label: a}"), "another argument of Mine" },
  { PRIORITY ("labelPreference: {}"), PRIORITY ("serviceAntiAffinity: {}"),
    "another argument of Mine" },
  { PRIORITY (""), "priorities: [{name: Mine, weight: 1}]",
    "another argument of Mine" },
  { RATIO ("{utilization: 0, score: 0}, {utilization: 9, score: 9}",
           "{name: cpu, weight: 1}, {name: gpu, weight: 2}"),
    RATIO ("{utilization: 0, score: 0}, {utilization: 9, score: 9}",
           "{name: cpu, weight: 1}, {name: gpu, weight: 2}"),
    "" },
  { RATIO ("{utilization: 0, score: 0}, {utilization: 9, score: 9}", ""),
    RATIO ("{utilization: 0, score: 0}", ""), "another argument of Mine" },
  { RATIO ("{utilization: 0, score: 0}, {utilization: 9, score: 9}", ""),
    RATIO ("{utilization: 0, score: 0}, {utilization: 9, score: 8}", ""),
    "another argument of Mine" },
  { RATIO ("{utilization: 0, score: 0}, {utilization: 9, score: 9}", ""),
    RATIO ("{utilization: 0, score: 0}, {utilization: 8, score: 9}", ""),
    "another argument of Mine" },
  { RATIO ("{utilization: 0, score: 0}", ""),
    RATIO ("{utilization: 1, score: 0}", ""), "another argument of Mine" },
  { RATIO ("", "{name: cpu, weight: 1}, {name: gpu, weight: 2}"),
    RATIO ("", "{name: cpu, weight: 1}"), "another argument of Mine" },
  { RATIO ("", "{name: cpu, weight: 1}, {name: gpu, weight: 2}"),
    RATIO ("", "{name: cpu, weight: 1}, {name: gpu, weight: 3}"),
    "another argument of Mine" },
  { RATIO ("", "{name: cpu, weight: 1}"), RATIO ("", "{name: gpu, weight: 1}"),
    "another argument of Mine" },

  /* extenders */
  { EXTENDER (""), EXTENDER (""), "" },
  { "", EXTENDER (""), "extenders" },
  { EXTENDER (""), "", "extenders" },
  { EXTENDER (", weight: 1"), EXTENDER (", weight: 2"), "extenders" },
  { "extenders: [{urlPrefix: \"http://a\"}, {urlPrefix: \"http://b\"}]",
    "extenders: [{urlPrefix: \"http://a\"}, {urlPrefix: \"http://c\"}]",
    "extenders" },

  /* the rest, and all at once */
  { "hardPodAffinitySymmetricWeight: 1", "hardPodAffinitySymmetricWeight: 2",
    "hardPodAffinitySymmetricWeight" },
  { "alwaysCheckAllPredicates: true", "", "alwaysCheckAllPredicates" },
  { "predicates: [{name: A}]\npriorities: [{name: B, weight: 1}]",
    "predicates: [{name: C}]\npriorities: [{name: B, weight: 2}]\n"
    "hardPodAffinitySymmetricWeight: 7\nalwaysCheckAllPredicates: true\n"
    "extenders: [{urlPrefix: \"http://a\"}]",
    "predicates added: C; predicates removed: A; weight of B: 1, now 2; "
    "extenders; hardPodAffinitySymmetricWeight; alwaysCheckAllPredicates" },
};

/* Returns: (transfer full) */
static FitPolicy *
policy (const char *fields)
{
  g_autofree char *text
      = g_strdup_printf ("kind: Policy\napiVersion: v1\n%s", fields);
  g_autoptr (GError) error = NULL;
  FitPolicy *parsed
      = fit_policy_parse (text, strlen (text), "test", NULL, &error);

  assert_null (error);
  return parsed;
}

static void
test_changes (void **state)
{
  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (FitPolicy) before = policy (cases[i].before);
      g_autoptr (FitPolicy) after = policy (cases[i].after);
      g_autofree char *changes = fit_policy_changes (before, after);

      assert_string_equal (changes, cases[i].changes);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_changes),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
