/* test-filter-affinity.c - NodeAffinity and InterPodAffinity, release by
 * release
 */
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

/* -- between pods ---------------------------------------------------------- */

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
    cmocka_unit_test (test_node_affinity_words),
    cmocka_unit_test (test_added_affinity),
    cmocka_unit_test (test_node_list),
    cmocka_unit_test (test_conflict),
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
