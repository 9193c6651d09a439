/* test-inter-pod-affinity-score.c - nodes near some pods and far from others
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/rules/score-scene.h"

#define NODES              \
  NODE ("a", HOST "a", "") \
  NODE ("b", HOST "b", "") NODE ("c", HOST "c", "") NODE ("d", HOST "d", "")

/* One preferred term: pods with @labels, by host. */
#define LIKES(weight, labels)                    \
  "podAffinity: {" PREFERRED "[{weight: " weight \
  ", podAffinityTerm: " TERM ("kubernetes.io/hostname", labels) "}]}"
#define DISLIKES(weight, labels)                     \
  "podAntiAffinity: {" PREFERRED "[{weight: " weight \
  ", podAffinityTerm: " TERM ("kubernetes.io/hostname", labels) "}]}"

/* A pod on @node that likes the pod to be scheduled so much. */
#define FAN(node, weight) \
  PLACED_WITH ("f" node, node, "", "affinity: {" LIKES (weight, "app: x") "}")

static void
assert_affinity (const char *release, const char *manifest, gint32 hard_weight,
                 const char *expected)
{
  const ScoreScene scene
      = { .plugin = "InterPodAffinity",
          .release = release,
          .manifest = manifest,
          .args = &(const FitInterPodAffinityArgs){ hard_weight, FALSE } };

  score_scene_assert (&scene, expected);
}

static void
test_extremes (void **state)
{
  static const char different[] = NODES FAN ("a", "70") FAN ("b", "50")
      FAN ("c", "60") FAN ("d", "50") PENDING ("app: x", "");
  static const char equal[] = NODES FAN ("a", "10") FAN ("b", "10")
      FAN ("c", "10") FAN ("d", "10") PENDING ("app: x", "");

  static const char repelled[] = NODES PLACED ("p1", "a", "app: x")
      PLACED ("p2", "b", "app: x") PLACED ("p3", "b", "app: x")
          PLACED ("p4", "c", "app: x") PLACED ("p5", "d", "app: x")
              PENDING ("app: x", "affinity: {" DISLIKES ("1", "app: x") "}");

  assert_affinity ("1.20.15", different, 1, "70 50 60 50 > 100 71 85 71");
  assert_affinity ("1.20.15", repelled, 1, "-1 -2 -1 -1 > 50 0 50 50");
  assert_affinity ("1.21.9", repelled, 1, "-1 -2 -1 -1 > 100 0 100 100");
  assert_affinity ("1.21.9", different, 1, "70 50 60 50 > 100 0 50 0");
  assert_affinity ("1.20.15", equal, 1, "10 10 10 10 > 100 100 100 100");
  assert_affinity ("1.21.9", equal, 1, "10 10 10 10 > 0 0 0 0");
}

static void
test_terms_of_both_sides (void **state)
{
  static const char manifest[] = NODES PLACED ("p1", "a", "db: u")
      PLACED ("p2", "a", "db: u") PLACED ("p3", "b", "db: z") PLACED_WITH (
          "p4", "c", "",
          "affinity: {" POD_AFFINITY (
              TERM ("kubernetes.io/hostname", "app: x")) "}")
          PENDING ("app: x", "affinity: {" LIKES ("5", "db: u") ", " DISLIKES (
                                 "3", "db: z") "}");

  assert_affinity ("1.30.1", manifest, 20, "10 -3 20 0 > 56 0 100 13");
  assert_affinity ("1.30.1", manifest, 0, "10 -3 0 0 > 100 0 23 23");
}

static void
test_nobody_adds_anything (void **state)
{
  static const char nothing[] = NODES PLACED ("p1", "a", "app: x")
      PENDING ("app: x", "affinity: {" LIKES ("5", "app: none") "}");
  static const char required[]
      = NODES PLACED_WITH ("p1", "a", "",
                           "affinity: {" POD_AFFINITY (
                               TERM ("kubernetes.io/hostname", "app: x")) "}")
          PENDING ("app: x", "");
  static const char balance[] = NODES PLACED ("p1", "a", "app: x") PENDING (
      "app: x",
      "affinity: {" LIKES ("5", "app: x") ", " DISLIKES ("5", "app: x") "}");
  ScoreScene alone = { .plugin = "InterPodAffinity",
                       .manifest = nothing,
                       .score_only = TRUE };

  assert_affinity ("1.27.1", nothing, 1, "0 0 0 0 > 0 0 0 0");
  assert_affinity ("1.28.3", nothing, 1, "skipped");
  assert_affinity ("1.28.3", required, 1, "1 0 0 0 > 100 0 0 0");
  assert_affinity ("1.28.3", required, 0, "skipped");
  assert_affinity ("1.28.3", balance, 1, "0 0 0 0 > 0 0 0 0");
  score_scene_in (&alone, "1.28.3",
                  "error: failed to read \"PreScoreInterPodAffinity\" from "
                  "cycleState: not found");
}

static void
test_ignored_terms_of_others (void **state)
{
  ScoreScene scene = { .plugin = "InterPodAffinity",
                       .manifest = NODES FAN ("a", "10") PENDING ("app: x", ""),
                       .args = &(const FitInterPodAffinityArgs){ 1, TRUE } };

  score_scene_in (&scene, "1.27.1", "0 0 0 0 > 0 0 0 0");
  score_scene_in (&scene, "1.28.3", "skipped");
  /* A pod with preferences hears those of others. */
  scene.manifest = NODES FAN ("a", "10")
      PENDING ("app: x", "affinity: {" LIKES ("5", "app: none") "}");
  score_scene_in (&scene, "1.28.3", "10 0 0 0 > 100 0 0 0");
}

#define NAMESPACE(name, labels)                                        \
  "---\n{apiVersion: v1, kind: Namespace, metadata: {name: " name ", " \
  "labels: {" labels "}}}\n"
#define IN_NAMESPACE(name, node, ns) \
  POD (name, "namespace: " ns ", labels: {app: x}", "nodeName: " node)
#define LIKES_IN(selector)                                                    \
  "affinity: {podAffinity: {" PREFERRED "[{weight: 10, podAffinityTerm: "     \
  "{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: " \
  "x}}, " selector "}}]}}"

static void
assert_namespaces (const char *release, const char *selector,
                   const char *expected)
{
  g_autofree char *manifest = g_strdup_printf (
      NODES NAMESPACE ("ns", "team: a") NAMESPACE ("prod", "team: b, env: x")
          IN_NAMESPACE ("p1", "a", "ns") IN_NAMESPACE ("p2", "b", "prod")
              IN_NAMESPACE ("p3", "c", "nowhere") PENDING ("", LIKES_IN ("%s")),
      selector);

  assert_affinity (release, manifest, 1, expected);
}

static void
test_namespaces_of_the_pod (void **state)
{
  assert_namespaces ("1.22.6", "namespaces: [prod]", "0 10 0 0 > 0 100 0 0");
  assert_namespaces ("1.21.9", "namespaceSelector: {}", "10 0 0 0 > 100 0 0 0");
  assert_namespaces ("1.22.6", "namespaceSelector: {}",
                     "10 10 10 0 > 100 100 100 0");
  assert_namespaces ("1.22.6", "namespaceSelector: {matchLabels: {team: b}}",
                     "0 10 0 0 > 0 100 0 0");
  assert_namespaces ("1.22.6",
                     "namespaces: [nowhere], namespaceSelector: {matchLabels: "
                     "{team: b}}",
                     "0 10 10 0 > 0 100 100 0");
  assert_namespaces ("1.34.1", "namespaceSelector: {matchLabels: {team: c}}",
                     "skipped");
}

/* The only namespace without the label is "ns". */
static void
test_negative_selector_of_namespaces (void **state)
{
  static const char selector[] = "namespaceSelector: {matchExpressions: [{key: "
                                 "env, operator: DoesNotExist}]}";

  assert_namespaces ("1.33.0", selector, "10 0 0 0 > 100 0 0 0");
  assert_namespaces ("1.34.1", selector, "10 10 10 0 > 100 100 100 0");
}

static void
test_namespaces_of_others (void **state)
{
  static const char manifest[] = NODES NAMESPACE ("ns", "team: a") POD (
      "p1", "namespace: other",
      "nodeName: a, " LIKES_IN ("namespaceSelector: {matchLabels: {team: a}}"))
      POD ("p2", "namespace: other",
           "nodeName: b, " LIKES_IN ("namespaceSelector: {matchLabels: {team: "
                                     "b}}")) PENDING ("app: x", "");

  assert_affinity ("1.22.6", manifest, 1, "10 0 0 0 > 100 0 0 0");
}

static void
test_invalid_terms (void **state)
{
#define PREFERS_INVALID                           \
  "affinity: {podAffinity: {" PREFERRED           \
  "[{weight: 1, podAffinityTerm: " INVALID_TERM ( \
      "kubernetes.io/hostname") "}]}}"
  static const char own[] = NODES PENDING ("", PREFERS_INVALID);
  static const char others[] = NODES FAN ("a", "10")
      PLACED_WITH ("p2", "b", "", PREFERS_INVALID) PENDING ("app: x", "");

  assert_affinity ("1.25.2", own, 1,
                   "error: for 'in', 'notin' operators, values set can't be "
                   "empty");
  assert_affinity ("1.25.2", others, 1, "10 0 0 0 > 100 0 0 0");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_extremes),
    cmocka_unit_test (test_terms_of_both_sides),
    cmocka_unit_test (test_nobody_adds_anything),
    cmocka_unit_test (test_ignored_terms_of_others),
    cmocka_unit_test (test_namespaces_of_the_pod),
    cmocka_unit_test (test_negative_selector_of_namespaces),
    cmocka_unit_test (test_namespaces_of_others),
    cmocka_unit_test (test_invalid_terms),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
