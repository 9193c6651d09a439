/* test-cluster-event.c - the labels of cluster events, and which of them match each other
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/cluster-event.h"

#include "tests/support/cluster.h"

static void
test_labels (void **state)
{
  for (guint i = 0; i < FIT_CLUSTER_EVENT_LAST; i++)
    {
      const FitClusterEvent *event = fit_cluster_event (i);

      assert_true (g_ascii_isupper (*event->label));
      assert_non_null (event->later_label);
      assert_true (event->actions != 0);
    }
  assert_string_equal (fit_cluster_event (FIT_CLUSTER_EVENT_PV_UPDATE)->label,
                       "PvUpdate");
  assert_string_equal (
      fit_cluster_event (FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE)->label,
      "NodeLabelChange");
  assert_string_equal (
      fit_cluster_event (FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE)->later_label,
      "NodeUpdateNodeLabel");
  assert_string_equal (
      fit_cluster_event (FIT_CLUSTER_EVENT_CSI_NODE_ADD)->later_label,
      "storage.k8s.io/CSINodeAdd");
}

/* From 1.31 on a pod's update has a kind; before, it had all. */
static void
test_updates_of_pods (void **state)
{
  const FitClusterEvent labels
      = { .resource = FIT_CLUSTER_POD, .actions = FIT_ACTION_UPDATE_POD_LABEL },
      anything = { .resource = FIT_CLUSTER_POD, .actions = FIT_ACTION_UPDATE };

  assert_true (fit_cluster_event_matches (
      &labels,
      fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_LABEL_CHANGE)));
  assert_false (fit_cluster_event_matches (
      &labels, fit_cluster_event (FIT_CLUSTER_EVENT_PENDING_POD_SCALE_DOWN)));
  assert_false (fit_cluster_event_matches (
      &labels, fit_cluster_event (FIT_CLUSTER_EVENT_PENDING_POD_OTHER_UPDATE)));
  assert_true (fit_cluster_event_matches (
      &anything,
      fit_cluster_event (FIT_CLUSTER_EVENT_PENDING_POD_OTHER_UPDATE)));
  assert_true (fit_cluster_event_matches (
      &labels, fit_cluster_event (FIT_CLUSTER_EVENT_ASSIGNED_POD_UPDATE)));
}

static gboolean
matches (FitClusterResource resource, guint actions,
         FitClusterEventName happened)
{
  const FitClusterEvent registered = { resource, actions, NULL, NULL };

  return fit_cluster_event_matches (&registered, fit_cluster_event (happened));
}

static void
test_matches (void **state)
{
  const FitClusterEventName label = FIT_CLUSTER_EVENT_NODE_LABEL_CHANGE,
                            pv = FIT_CLUSTER_EVENT_PV_UPDATE;

  assert_true (matches (FIT_CLUSTER_NODE, FIT_ACTION_ALL, label));
  assert_true (matches (FIT_CLUSTER_NODE,
                        FIT_ACTION_ADD | FIT_ACTION_UPDATE_NODE_LABEL, label));
  assert_false (
      matches (FIT_CLUSTER_NODE, FIT_ACTION_UPDATE_NODE_TAINT, label));
  assert_false (matches (FIT_CLUSTER_POD, FIT_ACTION_ALL, label));
  assert_true (matches (FIT_CLUSTER_PERSISTENT_VOLUME, FIT_ACTION_UPDATE, pv));
  assert_false (matches (FIT_CLUSTER_PERSISTENT_VOLUME, FIT_ACTION_ADD, pv));
}

static void
test_wildcards (void **state)
{
  static const FitClusterEventName wild[]
      = { FIT_CLUSTER_EVENT_UNSCHEDULABLE_TIMEOUT, FIT_CLUSTER_EVENT_UNKNOWN,
          FIT_CLUSTER_EVENT_WILDCARD };
  guint n = 0;

  for (guint i = 0; i < FIT_CLUSTER_EVENT_LAST; i++)
    n += fit_cluster_event_wildcard (fit_cluster_event (i));
  assert_int_equal (n, G_N_ELEMENTS (wild));
  for (guint i = 0; i < G_N_ELEMENTS (wild); i++)
    assert_true (fit_cluster_event_wildcard (fit_cluster_event (wild[i])));
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_labels),
    cmocka_unit_test (test_updates_of_pods),
    cmocka_unit_test (test_matches),
    cmocka_unit_test (test_wildcards),
  };

  return cmocka_run_group_tests_name ("cluster-event", tests, NULL, NULL);
}
