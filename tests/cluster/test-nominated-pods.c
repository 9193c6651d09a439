/* test-nominated-pods.c - nominations are kept, moved and forgotten with their pods
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/nominated-pods.h"

#include "tests/support/cluster.h"

/* A pod whose status nominates it to @node. */
#define NOMINEE(name, node)                                                \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name \
  ", labels: {a: b}}, spec: {}, status: {nominatedNodeName: '" node "'}}"

static int
setup (void **state)
{
  *state = fit_nominated_pods_new ();
  return 0;
}

static int
teardown (void **state)
{
  fit_nominated_pods_free (*state);
  return 0;
}

/* @node: "" leaves it to the status. */
static void
add (FitNominatedPods *nominated, const char *manifest, const char *node)
{
  g_autoptr (FitPod) pod = pod_from (manifest);
  g_autoptr (Interned) name = fit_intern (node);

  fit_nominated_pods_add (nominated, pod, name);
}

static void
update (FitNominatedPods *nominated, const char *old, const char *new)
{
  g_autoptr (FitPod) old_pod = pod_from (old);
  g_autoptr (FitPod) new_pod = pod_from (new);

  fit_nominated_pods_update (nominated, old_pod, new_pod);
}

/* @expected: names of the pods nominated to @node, in order */
static void
expect (const FitNominatedPods *nominated, const char *node,
        const char *expected)
{
  g_autoptr (Interned) name = fit_intern (node);
  const GPtrArray *pods = fit_nominated_pods_for_node (nominated, name);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; pods != NULL && i < pods->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const FitPod *) pods->pdata[i])->meta.name);
  assert_string_equal (text->str, expected);
}

static void
test_pods_wait_in_order_of_nomination (void **state)
{
  assert_true (fit_nominated_pods_empty (*state));
  add (*state, NOMINEE ("x", "n1"), "");
  add (*state, NOMINEE ("w", ""), "n1");
  add (*state, NOMINEE ("z", "n2"), "");
  assert_false (fit_nominated_pods_empty (*state));
  expect (*state, "n1", "x w");
  expect (*state, "n2", "z");
  expect (*state, "n3", "");
}

static void
test_argument_goes_before_the_status (void **state)
{
  g_autoptr (FitPod) pod = pod_from (NOMINEE ("w", "n2"));

  add (*state, NOMINEE ("x", "n2"), "n1");
  expect (*state, "n1", "x");
  fit_nominated_pods_add (*state, pod, NULL);
  expect (*state, "n2", "w");
}

static void
test_pod_is_nominated_to_one_node (void **state)
{
  add (*state, NOMINEE ("x", "n1"), "");
  add (*state, NOMINEE ("w", "n1"), "");
  add (*state, NOMINEE ("x", "n2"), "");
  expect (*state, "n1", "w");
  expect (*state, "n2", "x");
  add (*state, NOMINEE ("w", "n1"), "");
  add (*state, NOMINEE ("x", "n1"), "");
  expect (*state, "n1", "w x");
}

static void
test_pod_without_nomination_is_forgotten (void **state)
{
  add (*state, NOMINEE ("x", "n1"), "");
  add (*state, NOMINEE ("x", ""), "");
  expect (*state, "n1", "");
  assert_true (fit_nominated_pods_empty (*state));
}

static void
test_removal_is_by_uid (void **state)
{
  g_autoptr (FitPod) other = pod_from (NOMINEE ("x", ""));
  g_autoptr (FitPod) unknown = pod_from (NOMINEE ("z", "n1"));

  add (*state, NOMINEE ("x", "n1"), "");
  add (*state, NOMINEE ("w", "n1"), "");
  fit_nominated_pods_remove (*state, unknown);
  expect (*state, "n1", "x w");
  fit_nominated_pods_remove (*state, other);
  expect (*state, "n1", "w");
}

/* An update that was under way before the nomination was written must not
 * lose the one made in memory. */
static void
test_update_without_names_keeps_the_nomination (void **state)
{
  add (*state, NOMINEE ("z", ""), "n1");
  update (*state, NOMINEE ("z", ""), NOMINEE ("z", ""));
  expect (*state, "n1", "z");
  /* A plain add does lose it. */
  add (*state, NOMINEE ("z", ""), "");
  expect (*state, "n1", "");
}

static void
test_update_follows_the_status (void **state)
{
  add (*state, NOMINEE ("z", "n1"), "");
  update (*state, NOMINEE ("z", "n1"), NOMINEE ("z", "n2"));
  expect (*state, "n1", "");
  expect (*state, "n2", "z");
  update (*state, NOMINEE ("z", "n2"), NOMINEE ("z", ""));
  assert_true (fit_nominated_pods_empty (*state));
  update (*state, NOMINEE ("z", ""), NOMINEE ("z", "n1"));
  expect (*state, "n1", "z");
}

static void
test_update_replaces_the_object (void **state)
{
  FitNominatedPods *nominated = *state;
  g_autoptr (Interned) n1 = fit_intern ("n1");
  g_autoptr (FitPod) old = pod_from (NOMINEE ("z", "n1"));
  g_autoptr (FitPod) new = pod_from (NOMINEE ("z", "n1"));

  fit_nominated_pods_add (nominated, old, NULL);
  fit_nominated_pods_update (nominated, old, new);
  assert_ptr_equal (fit_nominated_pods_for_node (nominated, n1)->pdata[0], new);
}

#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)

int
main (void)
{
  const struct CMUnitTest tests[] = {
    TEST (test_pods_wait_in_order_of_nomination),
    TEST (test_argument_goes_before_the_status),
    TEST (test_pod_is_nominated_to_one_node),
    TEST (test_pod_without_nomination_is_forgotten),
    TEST (test_removal_is_by_uid),
    TEST (test_update_without_names_keeps_the_nomination),
    TEST (test_update_follows_the_status),
    TEST (test_update_replaces_the_object),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
