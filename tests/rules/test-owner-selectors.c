/* test-owner-selectors.c - what selects a pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/owner-selectors.h"
#include "tests/support/cluster.h"

#define CONTROLLER(kind, name, api)                                          \
  "ownerReferences: [{apiVersion: " api ", kind: " kind ", name: " name ", " \
  "uid: u, controller: true}]"
#define WITH_LABELS "namespace: ns, labels: {app: x, tier: t}"

#define OBJECTS                                                               \
  SERVICE ("s1", "app: x")                                                    \
  SERVICE ("s2", "app: w")                                                    \
  SERVICE ("empty", "")                                                       \
  REPLICA_SET ("r1", "matchLabels: {tier: t}")                                \
  REPLICA_SET ("r2", "matchLabels: {other: o}")                               \
  "---\n{apiVersion: v1, kind: ReplicationController, metadata: {namespace: " \
  "ns, name: r1}, spec: {selector: {tier: t, app: x}}}\n"

/* Numbers of requirements of the selectors found. */
static void
assert_found (const char *manifest, gboolean by_reference, const char *expected)
{
  g_auto (Cluster) cluster = { 0 };
  g_autoptr (GString) found = g_string_new (NULL);
  FitOwnerSelectors owners;

  cluster_init (&cluster, manifest, NULL);
  owners = fit_owner_selectors (
      cluster.cache, cluster.pending,
      fit_cache_pod_class (cluster.cache, cluster.pending), by_reference,
      cluster.arena);
  for (guint i = 0; i < owners.n; i++)
    g_string_append_printf (found, "%s%u", i > 0 ? " " : "",
                            owners.selectors[i]->n);
  assert_string_equal (found->str, expected);
}

static void
test_all_that_select_the_pod (void **state)
{
  assert_found (OBJECTS POD ("p", WITH_LABELS, ""), FALSE, "1 2 1");
}

static void
test_reference (void **state)
{
  assert_found (OBJECTS POD ("p", WITH_LABELS, ""), TRUE, "1");
  assert_found (
      OBJECTS POD (
          "p", WITH_LABELS ", " CONTROLLER ("ReplicaSet", "r1", "apps/v1"), ""),
      TRUE, "1 1");
  assert_found (OBJECTS POD ("p",
                             WITH_LABELS ", " CONTROLLER (
                                 "ReplicationController", "r1", "v1"),
                             ""),
                TRUE, "1 2");
  /* It need not select the pod. */
  assert_found (
      OBJECTS POD (
          "p", WITH_LABELS ", " CONTROLLER ("ReplicaSet", "r2", "apps/v1"), ""),
      TRUE, "1 1");
  assert_found (OBJECTS POD ("p",
                             WITH_LABELS ", " CONTROLLER ("ReplicaSet", "r1",
                                                          "extensions/v1beta1"),
                             ""),
                TRUE, "1");
  assert_found (
      OBJECTS POD (
          "p", WITH_LABELS ", " CONTROLLER ("ReplicaSet", "r3", "apps/v1"), ""),
      TRUE, "1");
}

/* What a ReplicationController says of a label stands, not what services say. */
static void
test_controller_contradicts_services (void **state)
{
#define CONTROLLED                                                            \
  POD ("p", WITH_LABELS ", " CONTROLLER ("ReplicationController", "r", "v1"), \
       "")
#define CONTRADICTS                                                           \
  "---\n{apiVersion: v1, kind: ReplicationController, metadata: {namespace: " \
  "ns, name: r}, spec: {selector: {app: w}}}\n"

  assert_found (SERVICE ("s", "app: x") CONTRADICTS CONTROLLED, TRUE, "1");
  assert_found (SERVICE ("s", "app: x, tier: t") CONTRADICTS CONTROLLED, TRUE,
                "1 1");
  assert_found (
      SERVICE ("s", "app: x, tier: t") REPLICA_SET ("r",
                                                    "matchLabels: {app: w}")
          POD ("p", WITH_LABELS ", " CONTROLLER ("ReplicaSet", "r", "apps/v1"),
               ""),
      TRUE, "2 1");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_all_that_select_the_pod),
    cmocka_unit_test (test_reference),
    cmocka_unit_test (test_controller_contradicts_services),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
