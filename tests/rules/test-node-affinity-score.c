/* test-node-affinity-score.c - nodes that are asked for
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define NODES                           \
  NODE ("a", "disk: ssd, gen: '3'", "") \
  NODE ("b", "disk: hdd, gen: '7'", "") NODE ("c", "", "")

#define PREFERS(terms) \
  PENDING ("", "affinity: {nodeAffinity: {" PREFERRED "[" terms "]}}")
#define TERM_OF(weight, preference) \
  "{weight: " weight ", preference: {" preference "}}"
#define SSD "matchExpressions: [{key: disk, operator: In, values: [ssd]}]"
#define NAMED(name) \
  "matchFields: [{key: metadata.name, operator: In, values: [" name "]}]"

static void
assert_affinity (const char *release, const char *manifest,
                 const char *expected)
{
  const ScoreScene scene
      = { .plugin = "NodeAffinity", .release = release, .manifest = manifest };

  score_scene_assert (&scene, expected);
}

static void
test_expressions_and_fields (void **state)
{
  static const char manifest[] = NODES PREFERS (
      TERM_OF ("30", SSD) ", " TERM_OF ("20", NAMED ("b")) ", " TERM_OF (
          "40", SSD ", " NAMED ("b")) ", " TERM_OF ("7", ""));

  /* v1.18 still ignores fields. */
  assert_affinity ("1.18.2", manifest, "70 0 0 > 100 0 0");
  assert_affinity ("1.20.2", manifest, "30 20 0 > 100 66 0");
  assert_affinity ("1.34.1", manifest, "30 20 0 > 100 66 0");
}

static void
test_added_affinity (void **state)
{
  const char *values[] = { "hdd" };
  const FitExpression hdd = { "disk", "In", 1, values };
  const FitArgPreferredNodeTerm term
      = { 10, { .n_expressions = 1, .expressions = &hdd } };
  const FitArgAffinity added = { .n_preferred = 1, .preferred = &term };
  const FitNodeAffinityArgs args = { &added };
  const char *names[] = { "c" };
  const FitExpression name = { "metadata.name", "In", 1, names };
  const FitArgPreferredNodeTerm named
      = { 7, { .n_fields = 1, .fields = &name } };
  const FitArgAffinity added_name = { .n_preferred = 1, .preferred = &named };
  const FitNodeAffinityArgs by_name = { &added_name };
  ScoreScene scene = { .plugin = "NodeAffinity",
                       .manifest = NODES PREFERS (TERM_OF ("30", SSD)),
                       .args = &args };

  score_scene_in (&scene, "1.20.2", "30 10 0 > 100 33 0");
  scene.manifest = NODES PENDING ("", "");
  score_scene_in (&scene, "1.34.1", "0 10 0 > 0 100 0");
  scene.args = &by_name;
  score_scene_in (&scene, "1.34.1", "0 0 7 > 0 0 100");
}

static void
test_no_terms (void **state)
{
  ScoreScene scene
      = { .plugin = "NodeAffinity", .manifest = NODES PENDING ("", "") };

  score_scene_in (&scene, "1.29.1", "0 0 0 > 0 0 0");
  score_scene_in (&scene, "1.30.1", "skipped");
  scene.score_only = TRUE;
  score_scene_in (&scene, "1.30.1", "0 0 0 > 0 0 0");
}

static void
test_invalid_terms (void **state)
{
  static const char manifest[]
      = NODES PREFERS (TERM_OF ("1", SSD) ", " TERM_OF (
          "2", "matchExpressions: [{key: disk, operator: Exists}, {key: gen, "
               "operator: Lt, values: [abc]}]"));
  static const char other[] = NODES PREFERS (TERM_OF (
      "1", "matchExpressions: [{key: disk, operator: In, values: []}]"));
  static const char fields[] = NODES PREFERS (TERM_OF ("1", NAMED ("a, b")));
  static const char idle[] = NODES PREFERS (TERM_OF ("1", SSD) ", " TERM_OF (
      "0", "matchExpressions: [{key: disk, operator: In, values: []}]"));

  assert_affinity ("1.20.2", manifest,
                   "error: for 'Gt', 'Lt' operators, the value must be an "
                   "integer");
  assert_affinity ("1.21.9", manifest,
                   "error: for 'Gt', 'Lt' operators, the value must be an "
                   "integer");
  assert_affinity ("1.34.1", manifest,
                   "error: [1].matchExpressions[1].values[0]: Invalid value: "
                   "\"abc\": for 'Gt', 'Lt' operators, the value must be an "
                   "integer");
  assert_affinity ("1.34.1", other,
                   "error: for 'in', 'notin' operators, values set can't be "
                   "empty");
  assert_affinity ("1.34.1", idle, "1 0 0 > 100 0 0");
  assert_affinity ("1.20.2", fields,
                   "error: unexpected number of value (2) for node field "
                   "selector operator \"In\"");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_expressions_and_fields),
    cmocka_unit_test (test_added_affinity),
    cmocka_unit_test (test_no_terms),
    cmocka_unit_test (test_invalid_terms),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
