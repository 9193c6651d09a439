/* test-service-affinity-predicate.c - CheckServiceAffinity: the pods of a service follow the first one
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/predicates/question.h"
#include "predicates/metadata-build.h"

#define NO "node(s) didn't match service affinity"
#define ANSWERS(a1, a2, b1, none) \
  "a1: " a1 "\na2: " a2 "\nb1: " b1 "\nnone: " none "\n"
#define ANYWHERE ANSWERS ("yes", "yes", "yes", "yes")
#define REGION_A ANSWERS ("yes", "yes", NO, NO)
#define REGION_B ANSWERS (NO, NO, "yes", NO)

#define NODES                             \
  NODE ("a1", "region: a, zone: '1'", "") \
  NODE ("a2", "region: a, zone: '2'", "") \
  NODE ("b1", "region: b, zone: '1'", "") NODE ("none", "", "")
#define WEB SERVICE ("web", "app: web")
#define PENDING_WEB PENDING ("app: web", "")

static const char *const region[] = { "region", NULL };
static const char *const region_and_zone[] = { "region", "zone", NULL };

static void
expect (const char *const *labels, const char *manifest, const char *expected)
{
  const FitLabelsArgument argument = { labels, FALSE };

  ask (&(const Question){ .info = &fit_check_service_affinity,
                          .manifest = manifest,
                          .argument = &argument },
       expected);
}

static void
test_first_pod_of_a_service_goes_anywhere (void **state)
{
  expect (region, NODES WEB PENDING_WEB, ANYWHERE);
  expect (region, NODES WEB PENDING_WEB PLACED ("p1", "a1", "app: db"),
          ANYWHERE);
}

static void
test_later_pods_follow_the_first (void **state)
{
  expect (region,
          NODES WEB PENDING_WEB PLACED ("p1", "a2", "app: web")
              PLACED ("p2", "b1", "app: web"),
          REGION_A);
  /* In order of arrival, not of nodes; more labels do no harm. */
  expect (region,
          NODES WEB PENDING_WEB PLACED ("p1", "b1", "app: web, x: z")
              PLACED ("p2", "a1", "app: web"),
          REGION_B);
}

static void
test_without_service_labels_are_free (void **state)
{
  const char *p1 = PLACED ("p1", "b1", "app: web");
  g_autofree char *no_service = g_strconcat (NODES PENDING_WEB, p1, NULL);
  g_autofree char *no_selector = g_strconcat (
      NODES PENDING_WEB,
      "---\n{apiVersion: v1, kind: Service, metadata: {namespace: ns, "
      "name: s}, spec: {}}\n",
      p1, NULL);
  g_autofree char *elsewhere = g_strconcat (
      NODES PENDING_WEB,
      "---\n{apiVersion: v1, kind: Service, metadata: {namespace: other, "
      "name: s}, spec: {selector: {app: web}}}\n",
      p1, NULL);
  g_autofree char *all
      = g_strconcat (NODES PENDING_WEB SERVICE ("s", ""), p1, NULL);

  expect (region, no_service, ANYWHERE);
  expect (region, no_selector, ANYWHERE);
  expect (region, elsewhere, ANYWHERE);
  /* A selector that is there and empty selects every pod. */
  expect (region, all, REGION_B);
}

static void
test_pods_must_be_alike (void **state)
{
  expect (region,
          NODES SERVICE ("s", "app: web") PENDING ("app: web, tier: x", "")
              PLACED ("p1", "b1", "app: web")
                  POD ("p2", "namespace: other, labels: {app: web, tier: x}",
                       "nodeName: b1"),
          ANYWHERE);
  /* With an invalid label it is like every pod of its namespace. */
  expect (region,
          NODES WEB PENDING ("app: web, tier: '-'", "")
              PLACED ("p1", "b1", "app: db"),
          REGION_B);
  /* A pod without labels is like every pod of its namespace. */
  expect (region,
          NODES SERVICE ("s", "") PENDING ("", "")
              PLACED ("p1", "b1", "app: db"),
          REGION_B);
}

static void
test_node_selector_goes_before (void **state)
{
#define WANTS(selector) PENDING ("app: web", "nodeSelector: {" selector "}")
  expect (region, NODES WANTS ("region: a"), REGION_A);
  expect (region, NODES WEB WANTS ("region: a") PLACED ("p1", "b1", "app: web"),
          REGION_A);
  /* What it leaves open is taken from the first pod. */
  expect (region_and_zone,
          NODES WEB WANTS ("region: a") PLACED ("p1", "b1", "app: web"),
          ANSWERS ("yes", NO, NO, NO));
  /* Labels that the predicate does not name do not matter to it. */
  expect (region, NODES WANTS ("zone: '2'"), ANYWHERE);
#undef WANTS
}

static void
test_label_that_the_first_node_lacks_is_free (void **state)
{
  expect (region_and_zone,
          NODES NODE ("a3", "region: a", "")
              WEB PENDING_WEB PLACED ("p1", "a3", "app: web"),
          REGION_A "a3: yes\n");
}

static void
test_invalid_label_switches_the_rule_off (void **state)
{
  expect (region, NODES PENDING ("app: web", "nodeSelector: {region: '-bad-'}"),
          ANYWHERE);
}

static void
test_first_pod_on_an_unknown_node_is_an_error (void **state)
{
#define LOST "error: node \"lost\" not found"
  expect (region,
          NODES WEB PENDING_WEB PLACED ("p1", "lost", "app: web")
              PLACED ("p2", "a1", "app: web"),
          ANSWERS (LOST, LOST, LOST, LOST));
  /* Nobody asks for it when the pod itself says all. */
  expect (region,
          NODES WEB PENDING ("app: web", "nodeSelector: {region: b}")
              PLACED ("p1", "lost", "app: web"),
          REGION_B);
#undef LOST
}

/* -- with pods taken away and added ---------------------------------------- */

typedef struct
{
  Asking asking;
  FitPredicateMetadata *meta; /* a copy */
} WhatIf;

static void
what_if_init (WhatIf *w, const char *manifest)
{
  static const FitLabelsArgument argument = { region, FALSE };

  asking_init (&w->asking,
               &(const Question){ .info = &fit_check_service_affinity,
                                  .manifest = manifest,
                                  .argument = &argument });
  w->meta = fit_predicate_metadata_copy (w->asking.run.meta,
                                         w->asking.cluster.arena);
}

static void
what_if_clear (WhatIf *w)
{
  asking_clear (&w->asking);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (WhatIf, what_if_clear)

static void
take_away (WhatIf *w, const char *uid, const char *node)
{
  fit_predicate_metadata_remove_pod (
      w->meta, cluster_pod (&w->asking.cluster, uid),
      cluster_node (&w->asking.cluster, node), w->asking.cluster.arena);
}

static void
put_back (WhatIf *w, const char *uid, const char *node)
{
  fit_predicate_metadata_add_pod (
      w->meta, cluster_pod (&w->asking.cluster, uid),
      cluster_node (&w->asking.cluster, node), w->asking.cluster.arena);
}

static void
expect_if (const WhatIf *w, const char *node, const char *expected)
{
  g_autofree char *answer = asking_answer (
      &w->asking, cluster_node (&w->asking.cluster, node), w->meta);

  assert_string_equal (answer, expected);
}

/* A pod that was taken away and put back stands behind all others. */
static void
test_pods_come_back_last (void **state)
{
  g_auto (WhatIf) w = { 0 };

  what_if_init (&w, NODES WEB PENDING_WEB PLACED ("p1", "a1", "app: web")
                        PLACED ("p2", "b1", "app: web")
                            PLACED ("p3", "a2", "app: web"));
  expect_if (&w, "a2", "yes");
  expect_if (&w, "b1", NO);
  take_away (&w, "p1", "a1");
  expect_if (&w, "a2", NO);
  expect_if (&w, "b1", "yes");
  put_back (&w, "p1", "a1");
  expect_if (&w, "b1", "yes");
  take_away (&w, "p2", "b1");
  expect_if (&w, "a2", "yes");
  take_away (&w, "p3", "a2");
  put_back (&w, "p2", "b1");
  /* p1 came back before p2. */
  expect_if (&w, "a2", "yes");
  take_away (&w, "p1", "a1");
  put_back (&w, "p1", "a1");
  expect_if (&w, "b1", "yes");
}

static void
test_pod_that_has_left_the_node_does_not_count (void **state)
{
  g_auto (Asking) asking = { 0 };
  const FitLabelsArgument argument = { region, FALSE };
  g_autoptr (FitNodeInfo) clone = NULL;
  g_autofree char *answer = NULL;

  asking_init (&asking,
               &(const Question){ .info = &fit_check_service_affinity,
                                  .manifest = NODES WEB PENDING_WEB PLACED (
                                      "p1", "a1", "app: web")
                                      PLACED ("p2", "b1", "app: web"),
                                  .argument = &argument });
  expect_answer (&asking, "a1", "yes");
  clone = fit_node_info_clone (cluster_node (&asking.cluster, "a1"));
  assert_true (fit_node_info_remove_pod (
      clone, cluster_pod (&asking.cluster, "p1"), NULL));
  answer = asking_answer (&asking, clone, NULL);
  assert_string_equal (answer, NO);
}

/* A nominated pod names no node yet: v1.16 fails to look that one up. */
static void
test_first_pod_that_is_nominated_is_an_error (void **state)
{
  g_auto (WhatIf) w = { 0 };
  g_autoptr (FitPod) nominated
      = pod_from (POD ("x", "namespace: ns, labels: {app: web}", ""));

  what_if_init (&w, NODES WEB PENDING_WEB);
  fit_predicate_metadata_add_pod (w.meta, nominated,
                                  cluster_node (&w.asking.cluster, "a1"),
                                  w.asking.cluster.arena);
  expect_if (&w, "a1", "error: node \"\" not found");
}

static void
test_labels_must_be_there (void **state)
{
  g_autoptr (GError) error = NULL;
  gpointer data = NULL;

  assert_false (fit_check_service_affinity.create (NULL, NULL, &data, &error));
  assert_null (data);
  assert_error (&error, FIT_ERROR_POLICY, "a list of labels is required");
}

/* The argument belongs to a Policy, which may be gone by the time of use. */
static void
test_labels_are_copied (void **state)
{
  char label[] = "zone";
  const char *const labels[] = { label, NULL };
  const FitLabelsArgument argument = { labels, TRUE };
  const Question question = {
    .info = &fit_check_service_affinity,
    .manifest = NODE ("a1", "zone: a", "") NODE ("b1", "zone: b", "")
        PENDING ("", "nodeSelector: {zone: a}"),
    .argument = &argument,
  };
  g_auto (Asking) asking = { 0 };

  asking_init (&asking, &question);
  label[0] = 'x';
  expect_answer (&asking, "a1", "yes");
  expect_answer (&asking, "b1", "node(s) didn't match service affinity");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_first_pod_of_a_service_goes_anywhere),
    cmocka_unit_test (test_later_pods_follow_the_first),
    cmocka_unit_test (test_without_service_labels_are_free),
    cmocka_unit_test (test_pods_must_be_alike),
    cmocka_unit_test (test_node_selector_goes_before),
    cmocka_unit_test (test_label_that_the_first_node_lacks_is_free),
    cmocka_unit_test (test_invalid_label_switches_the_rule_off),
    cmocka_unit_test (test_first_pod_on_an_unknown_node_is_an_error),
    cmocka_unit_test (test_pods_come_back_last),
    cmocka_unit_test (test_pod_that_has_left_the_node_does_not_count),
    cmocka_unit_test (test_first_pod_that_is_nominated_is_an_error),
    cmocka_unit_test (test_labels_must_be_there),
    cmocka_unit_test (test_labels_are_copied),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
