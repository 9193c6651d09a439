/* The coscheduling plugin by itself: who is a member, the order of the queue,
 * PreFilter.  Waiting and going on: tests/scheduler/test-coscheduling.c.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/embed/coscheduling.h"

#include "framework/framework.h"
#include "tests/support/cluster.h"
#include "tests/support/enabled-plugin.h"

#include <string.h>

#define SECOND G_GINT64_CONSTANT (1000000000)
#define MEMBER(name, group, number, spec)                   \
  POD (name,                                                \
       "namespace: ns, labels: {" POD_GROUP_NAME ": " group \
       ", " POD_GROUP_MIN_AVAILABLE ": \"" number "\"}",    \
       spec)

typedef struct
{
  Cluster cluster;
  FitFramework *framework;
  FitCycleState *state;
  GPtrArray *others; /* owned, of FitPod: in the queue */
} Group;

static void
each_pod (gpointer source, FitPodFunc func, gpointer data)
{
  const Group *group = source;

  for (guint i = 0; i < group->others->len; i++)
    func (group->others->pdata[i], data);
}

static FitFramework *
make_framework (FitCache *cache, const FitValue *args, GError **error)
{
  g_autoptr (FitPluginRegistry) registry = fit_plugin_registry_new ();
  g_autoptr (FitPluginLists) lists = fit_plugin_lists_new ();
  const FitFrameworkOptions options = { .release = FIT_RELEASE (28, 3),
                                        .registry = registry,
                                        .lists = lists,
                                        .cache = cache,
                                        .in_tree = 1u << FIT_POINT_BIND };

  assert_true (fit_plugin_registry_add (registry, &coscheduling_plugin, NULL));
  enable_at_all_points (lists, options.release, &coscheduling_plugin, 0);
  fit_plugin_lists_set_args (lists, "Coscheduling", args);
  return fit_framework_new_of (&options, error);
}

static void
group_init (Group *group)
{
  *group
      = (Group){ .state = fit_cycle_state_new (),
                 .others = g_ptr_array_new_with_free_func (fit_object_unref) };
  cluster_init (&group->cluster, NODE ("n1", "", "") POD ("none", "", ""),
                NULL);
  group->framework = make_framework (group->cluster.cache, NULL, NULL);
  fit_framework_set_pods (group->framework, (FitPodSource){ each_pod, group });
}

/* From now on the plugin has these arguments. */
static void
use_args (Group *group, const char *yaml)
{
  const FitValue *args
      = fit_yaml_parse (group->cluster.arena, yaml, strlen (yaml), NULL, NULL);

  fit_framework_free (group->framework);
  group->framework = make_framework (group->cluster.cache, args, NULL);
  assert_non_null (group->framework);
  fit_framework_set_pods (group->framework, (FitPodSource){ each_pod, group });
}

static void
group_clear (Group *group)
{
  fit_framework_free (group->framework);
  fit_cycle_state_free (group->state);
  g_ptr_array_unref (group->others);
  cluster_clear (&group->cluster);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Group, group_clear)

/* Returns: (transfer none) */
static const FitPod *
add (Group *group, const char *manifest)
{
  FitPod *pod = pod_from (manifest);

  g_ptr_array_add (group->others, pod);
  return pod;
}

static void
assert_pre_filter (Group *group, const FitPod *pod, gint64 now,
                   const char *expected)
{
  const FitFrameworkCycle cycle = { group->state, pod };
  const gint64 now_ns = now * SECOND;
  g_auto (FitStatus) status = { 0 };

  fit_framework_set_clock (group->framework, &now_ns);
  status = fit_framework_pre_filter (group->framework, &cycle);
  fit_framework_set_clock (group->framework, NULL);
  assert_string_equal (fit_status_message (&status), expected);
  assert_int_equal (status.code, *expected != '\0' ? FIT_STATUS_UNSCHEDULABLE
                                                   : FIT_STATUS_SUCCESS);
}

/* -- PreFilter ------------------------------------------------------------- */

static void
test_enough_members (void **state)
{
  g_auto (Group) group;
  const FitPod *first;

  group_init (&group);
  first = add (&group, MEMBER ("a", "g", "3", ""));
  add (&group, MEMBER ("b", "g", "3", ""));
  add (&group, MEMBER ("x", "h", "3", ""));
  assert_pre_filter (&group, first, 0, "less than minAvailable");
  add (&group, MEMBER ("c", "g", "3", ""));
  assert_pre_filter (&group, first, 0, "");
}

/* What the first member says counts. */
static void
test_members_that_do_not_agree (void **state)
{
  g_auto (Group) group;

  group_init (&group);
  assert_pre_filter (&group, add (&group, MEMBER ("a", "g", "2", "")), 0,
                     "less than minAvailable");
  assert_pre_filter (&group, add (&group, MEMBER ("b", "g", "3", "")), 0,
                     "PodGroupMinAvailables do not match");
  assert_pre_filter (&group,
                     add (&group, MEMBER ("c", "g", "2", "priority: 5")), 0,
                     "Priorities do not match");
  assert_pre_filter (&group, add (&group, MEMBER ("d", "g", "2", "")), 0, "");
}

static void
test_no_members (void **state)
{
  static const char *const pods[] = {
    POD ("a", "namespace: ns", ""),
    MEMBER ("a", "g", "1", ""),
    MEMBER ("a", "g", "many", ""),
    MEMBER ("a", "g", "", ""),
    MEMBER ("a", "''", "3", ""),
    POD ("a", "namespace: ns, labels: {" POD_GROUP_NAME ": g}", ""),
  };

  for (guint i = 0; i < G_N_ELEMENTS (pods); i++)
    {
      g_auto (Group) group;

      group_init (&group);
      assert_pre_filter (&group, add (&group, pods[i]), 0, "");
    }
}

/* A group without pods is forgotten, but not at once. */
static void
assert_remembered (const char *args, gint64 again, const char *expected)
{
  g_auto (Group) group;

  group_init (&group);
  if (args != NULL)
    use_args (&group, args);
  assert_pre_filter (&group, add (&group, MEMBER ("a", "g", "2", "")), 0,
                     "less than minAvailable");
  g_ptr_array_set_size (group.others, 0);
  add (&group, POD ("x", "namespace: ns", ""));
  assert_pre_filter (&group, group.others->pdata[0], 100, "");
  assert_pre_filter (&group, group.others->pdata[0], again, "");
  add (&group, MEMBER ("b", "g", "3", ""));
  assert_pre_filter (&group, group.others->pdata[1], again, expected);
}

static void
test_groups_are_forgotten (void **state)
{
  assert_remembered (NULL, 700, "PodGroupMinAvailables do not match");
  assert_remembered (NULL, 701, "less than minAvailable");
  assert_remembered ("{podGroupExpirationTimeSeconds: 70}", 170,
                     "PodGroupMinAvailables do not match");
  assert_remembered ("{podGroupExpirationTimeSeconds: 70}", 171,
                     "less than minAvailable");
  /* No sooner than groups are looked through again. */
  assert_remembered ("{podGroupExpirationTimeSeconds: 70, "
                     "podGroupGCIntervalSeconds: 80}",
                     179, "PodGroupMinAvailables do not match");
  assert_remembered ("{podGroupExpirationTimeSeconds: 70, "
                     "podGroupGCIntervalSeconds: 80}",
                     180, "less than minAvailable");
}

static void
test_groups_with_pods_are_kept (void **state)
{
  g_auto (Group) group;

  group_init (&group);
  assert_pre_filter (&group, add (&group, MEMBER ("a", "g", "2", "")), 0,
                     "less than minAvailable");
  for (gint64 now = 100; now < 5000; now += 100)
    assert_pre_filter (&group, group.others->pdata[0], now,
                       "less than minAvailable");
  assert_pre_filter (&group, add (&group, MEMBER ("b", "g", "3", "")), 5000,
                     "PodGroupMinAvailables do not match");
}

/* -- QueueSort ------------------------------------------------------------- */

static gboolean
less (const Group *group, const FitPod *a, gint64 a_first, const FitPod *b,
      gint64 b_first)
{
  const FitQueuedPod x = { .pod = a, .first_ns = a_first },
                     y = { .pod = b, .first_ns = b_first };

  return fit_framework_less (group->framework, &x, &y);
}

static void
test_order (void **state)
{
  g_auto (Group) group;
  const FitPod *early, *late, *plain, *important;

  group_init (&group);
  early = add (&group, MEMBER ("e", "g", "2", ""));
  late = add (&group, MEMBER ("l", "g", "2", ""));
  plain = add (&group, POD ("p", "namespace: ns", ""));
  important = add (&group, POD ("i", "namespace: ns", "priority: 1"));
  assert_true (less (&group, early, 1, plain, 2));
  /* a member goes with the first of its group */
  assert_true (less (&group, late, 9, plain, 2));
  assert_false (less (&group, plain, 2, late, 9));
  assert_false (less (&group, early, 1, late, 9));
  assert_false (less (&group, late, 9, early, 1));
  assert_true (less (&group, important, 9, early, 1));
  assert_false (less (&group, early, 1, important, 9));
  /* "ns/g" < "ns/p" */
  assert_true (less (&group, late, 9, plain, 1));
}

/* -- arguments ------------------------------------------------------------- */

static void
test_arguments (void **state)
{
  static const char *const bad[]
      = { "{permitWaitingTimeSeconds: soon}", "{podGroupGCIntervalSeconds: -1}",
          "{podGroupExpirationTimeSeconds: []}" };
  g_auto (Group) group;

  group_init (&group);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const FitValue *args = fit_yaml_parse (group.cluster.arena, bad[i],
                                             strlen (bad[i]), NULL, NULL);
      g_autoptr (GError) error = NULL;

      assert_null (make_framework (group.cluster.cache, args, &error));
      assert_non_null (strstr (error->message, "expected a number of seconds"));
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_enough_members),
    cmocka_unit_test (test_members_that_do_not_agree),
    cmocka_unit_test (test_no_members),
    cmocka_unit_test (test_groups_are_forgotten),
    cmocka_unit_test (test_groups_with_pods_are_kept),
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_arguments),
  };

  return cmocka_run_group_tests_name ("coscheduling", tests, NULL, NULL);
}
