/* test-node-affinity.c - required node affinity and that of the profile, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

#define NAMED(names) \
  "{matchFields: [{key: metadata.name, operator: In, values: [" names "]}]}"
#define NODE_TERMS(terms)                            \
  PENDING ("", "affinity: {nodeAffinity: {" REQUIRED \
               "{nodeSelectorTerms: [" terms "]}}}")
#define THREE NODE ("a", "", "") NODE ("b", "", "") NODE ("c", "", "")

static void
test_node_affinity_words (void **state)
{
  const FilterScene scene = {
    .plugins = "NodeAffinity",
    .manifest = NODE ("a", "", "") PENDING ("", "nodeSelector: {disk: ssd}"),
  };

  filter_scene_in (&scene, "1.20.2",
                   "a: !node(s) didn't match Pod's node affinity\n");
  filter_scene_in (&scene, "1.21.9",
                   "a: !node(s) didn't match Pod's node affinity/selector\n");
}

static void
test_added_affinity (void **state)
{
  const char *values[] = { "ssd" };
  const FitExpression ssd = { "disk", "In", 1, values };
  const FitArgNodeTerm term = { .n_expressions = 1, .expressions = &ssd };
  const FitArgNodeSelector required = { 1, &term };
  const FitArgAffinity added = { .required = &required };
  const FitNodeAffinityArgs args = { &added };
  const char *names[] = { "b" };
  const FitExpression name = { "metadata.name", "In", 1, names };
  const FitArgNodeTerm named = { .n_fields = 1, .fields = &name };
  const FitArgNodeSelector only = { 1, &named };
  const FitArgAffinity added_name = { .required = &only };
  const FitNodeAffinityArgs by_name = { &added_name };
  FilterScene scene = {
    .plugins = "NodeAffinity",
    .manifest = NODE ("a", "disk: ssd", "") NODE ("b", "", "") PENDING ("", ""),
    .args = &args,
  };

  filter_scene_in (
      &scene, "1.34.1",
      "a: fits\n"
      "b: !node(s) didn't match scheduler-enforced node affinity\n");
  scene.args = &by_name;
  filter_scene_in (&scene, "1.34.1",
                   "a: !node(s) didn't match scheduler-enforced node affinity\n"
                   "b: fits\n");
  scene.args = NULL;
  filter_scene_in (&scene, "1.26.4", "a: fits\nb: fits\n");
  filter_scene_in (&scene, "1.27.1", "skips NodeAffinity\na: fits\nb: fits\n");
}

static void
test_node_list (void **state)
{
  FilterScene scene = { .plugins = "NodeAffinity",
                        .manifest = THREE NODE_TERMS (NAMED ("b")) };

  filter_scene_in (&scene, "1.23.3",
                   "a: !node(s) didn't match Pod's node affinity/selector\n"
                   "b: fits\n"
                   "c: !node(s) didn't match Pod's node affinity/selector\n");
  filter_scene_in (&scene, "1.24.4", "b: fits\n");
  filter_scene_in (&scene, "1.30.1",
                   "a: -node is filtered out by the prefilter result\n"
                   "b: fits\n"
                   "c: -node is filtered out by the prefilter result\n");
  filter_scene_in (&scene, "1.31.1", "b: fits\n");
  filter_scene_in (&scene, "1.34.1",
                   "a: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n"
                   "b: fits\n"
                   "c: -node(s) didn't satisfy plugin(s) [NodeAffinity]\n");
  scene.manifest = THREE NODE_TERMS (NAMED ("b, nowhere"));
  filter_scene_in (&scene, "1.29.1",
                   "error: nodeinfo not found for node name \"nowhere\"\n");
  /* Both are looked at, but a list of two matches neither. */
  filter_scene_in (&scene, "1.31.1",
                   "b: !node(s) didn't match Pod's node affinity/selector\n");
  scene.pre_filters = "NodePorts";
  scene.manifest = THREE NODE_TERMS (NAMED ("a"));
  filter_scene_in (&scene, "1.31.1",
                   "skips NodePorts\n"
                   "a: fits\n"
                   "b: !node(s) didn't match Pod's node affinity/selector\n"
                   "c: !node(s) didn't match Pod's node affinity/selector\n");
}

#define CONFLICT                                                           \
  "{matchFields: [{key: metadata.name, operator: In, values: [a]}, {key: " \
  "metadata.name, operator: In, values: [b]}]}"

static void
test_conflict (void **state)
{
  FilterScene scene
      = { .plugins = "NodeAffinity", .manifest = THREE NODE_TERMS (CONFLICT) };

  filter_scene_in (&scene, "1.27.1",
                   "rejected by NodeAffinity: !pod affinity terms conflict\n");
  scene.manifest = THREE NODE_TERMS (CONFLICT ", " NAMED ("c"));
  filter_scene_in (&scene, "1.26.4",
                   "rejected by NodeAffinity: !pod affinity terms conflict\n");
  filter_scene_in (&scene, "1.27.1", "c: fits\n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_node_affinity_words),
    cmocka_unit_test (test_added_affinity),
    cmocka_unit_test (test_node_list),
    cmocka_unit_test (test_conflict),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
