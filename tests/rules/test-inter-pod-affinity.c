/* test-inter-pod-affinity.c - InterPodAffinity at Filter, release by release
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/filter-scene.h"

#define ZONES \
  NODE ("a", "zone: '1'", "") NODE ("b", "zone: '2'", "") NODE ("c", "", "")
#define NAMESPACE(name, labels)                                                \
  "---\n{apiVersion: v1, kind: Namespace, metadata: {name: " name ", labels: " \
  "{" labels "}}}\n"

static void
test_reasons (void **state)
{
  const FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES PLACED ("p", "a", "app: x") PENDING (
        "", "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: x")) "}"),
  };

  filter_scene_in (&scene, "1.20.2",
                   "a: node(s) didn't match pod affinity/anti-affinity, "
                   "node(s) didn't match pod anti-affinity rules\n"
                   "b: fits\nc: fits\n");
  filter_scene_in (&scene, "1.21.9",
                   "a: node(s) didn't match pod affinity/anti-affinity rules, "
                   "node(s) didn't match pod anti-affinity rules\n"
                   "b: fits\nc: fits\n");
  filter_scene_in (&scene, "1.22.6",
                   "a: node(s) didn't match pod anti-affinity rules\n"
                   "b: fits\nc: fits\n");
}

static void
test_who_speaks_first (void **state)
{
  const FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES PLACED_WITH (
        "p", "a", "app: x",
        "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: z")) "}")
        PENDING ("app: z",
                 "affinity: {" POD_AFFINITY (TERM ("zone", "app: x")) "}"),
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: node(s) didn't satisfy existing pods anti-affinity "
                   "rules\n"
                   "b: !node(s) didn't match pod affinity rules\n"
                   "c: !node(s) didn't match pod affinity rules\n");
}

static void
test_first_of_group (void **state)
{
  const FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES PENDING (
        "app: x", "affinity: {" POD_AFFINITY (TERM ("zone", "app: x")) "}"),
  };

  filter_scene_in (&scene, "1.20.2",
                   "a: fits\nb: fits\n"
                   "c: node(s) didn't match pod affinity/anti-affinity, "
                   "!node(s) didn't match pod affinity rules\n");
}

#define BY_NAMESPACE(selector)                                           \
  "affinity: {" POD_ANTI_AFFINITY ("{topologyKey: zone, labelSelector: " \
                                   "{matchLabels: {app: x}}, "           \
                                   "namespaceSelector: " selector "}") "}"
#define ELSEWHERE(namespace_) \
  POD ("p", "namespace: " namespace_ ", labels: {app: x}", "nodeName: a")

static void
test_namespace_selector (void **state)
{
  FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES NAMESPACE ("ns", "team: a") NAMESPACE ("other", "team: b")
        ELSEWHERE ("other")
            PENDING ("", BY_NAMESPACE ("{matchLabels: {team: b}}")),
  };

  filter_scene_in (&scene, "1.20.2", "a: fits\nb: fits\nc: fits\n");
  filter_scene_in (&scene, "1.22.6",
                   "a: node(s) didn't match pod anti-affinity rules\n"
                   "b: fits\nc: fits\n");
  scene.manifest = ZONES NAMESPACE ("ns", "team: a")
      NAMESPACE ("other", "team: b") ELSEWHERE ("other") PENDING (
          "", BY_NAMESPACE ("{matchExpressions: [{key: team, operator: "
                            "NotIn, values: [b]}]}"));
  filter_scene_in (&scene, "1.33.0", "a: fits\nb: fits\nc: fits\n");
  filter_scene_in (&scene, "1.34.1",
                   "a: node(s) didn't match pod anti-affinity rules\n"
                   "b: fits\nc: fits\n");
  /* A namespace that nobody made is one of all. */
  scene.manifest
      = ZONES ELSEWHERE ("unknown") PENDING ("", BY_NAMESPACE ("{}"));
  filter_scene_in (&scene, "1.33.0",
                   "a: node(s) didn't match pod anti-affinity rules\n"
                   "b: fits\nc: fits\n");
}

static void
test_terms_of_others (void **state)
{
  FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES NAMESPACE ("ns", "team: a")
        POD ("p", "namespace: other",
             "nodeName: a, " BY_NAMESPACE ("{matchLabels: {team: a}}"))
            PENDING ("app: x", ""),
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: node(s) didn't satisfy existing pods anti-affinity "
                   "rules\n"
                   "b: fits\nc: fits\n");
  scene.gone = "p";
  filter_scene_in (&scene, "1.34.1", "a: fits\nb: fits\nc: fits\n");
  scene.gone = NULL;
  scene.manifest
      = ZONES POD ("p", "namespace: other",
                   "nodeName: a, " BY_NAMESPACE ("{matchLabels: {team: a}}"))
          PENDING ("app: x", "");
  filter_scene_in (&scene, "1.34.1",
                   "skips InterPodAffinity\na: fits\nb: fits\nc: fits\n");
}

static void
test_pod_that_left (void **state)
{
  const FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES PLACED ("p", "a", "app: x") PLACED ("q", "b", "app: x")
        PENDING ("",
                 "affinity: {" POD_ANTI_AFFINITY (TERM ("zone", "app: x")) "}"),
    .gone = "p",
  };

  filter_scene_in (&scene, "1.34.1",
                   "a: fits\n"
                   "b: node(s) didn't match pod anti-affinity rules\n"
                   "c: fits\n");
}

static void
test_invalid (void **state)
{
  const FilterScene scene = {
    .plugins = "InterPodAffinity",
    .manifest = ZONES PENDING (
        "", "affinity: {" POD_AFFINITY (INVALID_TERM ("zone")) "}"),
  };

  filter_scene_in (&scene, "1.34.1",
                   "rejected by InterPodAffinity: !parsing pod: "
                   "requiredAffinityTerms: for 'in', 'notin' operators, values "
                   "set can't be empty\n");
}

/* Each list of terms is named, in this order; of each, the first that is
 * invalid. */
static void
test_invalid_lists (void **state)
{
#define EMPTY "for 'in', 'notin' operators, values set can't be empty"
#define VALID TERM ("zone", "a: b")
#define SOFT(kind, term) \
  kind ": {" PREFERRED "[{weight: 1, podAffinityTerm: " term "}]}"
#define INVALID INVALID_TERM ("zone")
#define OF_NAMESPACES                                          \
  "{topologyKey: zone, labelSelector: {}, namespaceSelector: " \
  "{matchExpressions: [{key: a, operator: In, values: []}]}}"
  static const struct
  {
    const char *affinity;
    const char *problems;
  } rows[] = {
    { POD_AFFINITY (INVALID), "requiredAffinityTerms: " EMPTY },
    { POD_AFFINITY (VALID ", " INVALID ", " INVALID),
      "requiredAffinityTerms: " EMPTY },
    { POD_ANTI_AFFINITY (INVALID), "requiredAntiAffinityTerms: " EMPTY },
    { SOFT ("podAffinity", INVALID), "preferredAffinityTerms: " EMPTY },
    { SOFT ("podAntiAffinity", INVALID), "preferredAntiAffinityTerms: " EMPTY },
    { POD_ANTI_AFFINITY (OF_NAMESPACES), "requiredAntiAffinityTerms: " EMPTY },
    { POD_AFFINITY (INVALID) ", " POD_ANTI_AFFINITY (INVALID),
      "[requiredAffinityTerms: " EMPTY ", requiredAntiAffinityTerms: " EMPTY
      "]" },
    { SOFT ("podAffinity", INVALID) ", " POD_ANTI_AFFINITY (INVALID),
      "[requiredAntiAffinityTerms: " EMPTY ", preferredAffinityTerms: " EMPTY
      "]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *manifest = g_strdup_printf (
          ZONES PENDING ("", "affinity: {%s}"), rows[i].affinity);
      g_autofree char *expected = g_strdup_printf (
          "rejected by InterPodAffinity: !parsing pod: %s\n", rows[i].problems);
      const FilterScene scene
          = { .plugins = "InterPodAffinity", .manifest = manifest };

      filter_scene_in (&scene, "1.34.1", expected);
    }
#undef EMPTY
#undef VALID
#undef SOFT
#undef INVALID
#undef OF_NAMESPACES
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_reasons),
    cmocka_unit_test (test_who_speaks_first),
    cmocka_unit_test (test_first_of_group),
    cmocka_unit_test (test_namespace_selector),
    cmocka_unit_test (test_terms_of_others),
    cmocka_unit_test (test_pod_that_left),
    cmocka_unit_test (test_invalid),
    cmocka_unit_test (test_invalid_lists),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
