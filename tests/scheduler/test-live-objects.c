/* test-live-objects.c - the objects of a simulated cluster: by name, by UID, and
 * in the order in which they came
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/live-objects.h"

#include "tests/support/cluster.h"

static FitPod *
pod_of (const char *name, const char *uid)
{
  g_autofree char *text = g_strdup_printf (
      "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: ns, "
      "uid: '%s'}, spec: {containers: [{name: c}]}}\n",
      name, uid);
  g_autoptr (FitObjects) objects = objects_from (text);

  return fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0]);
}

static void
put (FitLiveObjects *live, const char *name, const char *uid)
{
  g_autoptr (FitPod) pod = pod_of (name, uid);

  fit_live_objects_put (live, FIT_KIND_POD, pod);
}

static const char *
name_of_uid (const FitLiveObjects *live, const char *uid)
{
  const FitLiveObject *found = fit_live_objects_find_pod (live, uid);

  return found != NULL ? found->name : "";
}

static void
test_order (void **state)
{
  g_autoptr (FitLiveObjects) live = fit_live_objects_new ();
  const guint n = 50;
  g_autoptr (GPtrArray) list = NULL;

  (void) state;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u", i);

      put (live, name, name);
    }
  /* One that is replaced keeps its place. */
  put (live, "p7", "another");
  list = fit_live_objects_list (live, FIT_KIND_POD);
  g_ptr_array_set_free_func (list, fit_object_unref);
  assert_int_equal (list->len, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("p%u", i);

      assert_string_equal (((const FitPod *) list->pdata[i])->meta.name, name);
    }
}

static void
test_uids (void **state)
{
  g_autoptr (FitLiveObjects) live = fit_live_objects_new ();
  g_autoptr (FitPod) p = NULL;

  (void) state;
  put (live, "p", "1");
  assert_string_equal (name_of_uid (live, "1"), "p");
  put (live, "p", "2");
  assert_string_equal (name_of_uid (live, "1"), "");
  assert_string_equal (name_of_uid (live, "2"), "p");
  /* The last pod with a UID has it, also when the other one is gone. */
  put (live, "q", "2");
  assert_string_equal (name_of_uid (live, "2"), "q");
  p = pod_of ("p", "2");
  fit_live_objects_remove (
      live, FIT_KIND_POD,
      fit_live_objects_find (live, FIT_KIND_POD, p->meta.namespace_, "p"));
  assert_string_equal (name_of_uid (live, "2"), "q");
  assert_int_equal (fit_live_objects_count (live, FIT_KIND_POD), 1);
  put (live, "r", "");
  assert_string_equal (name_of_uid (live, ""), "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_order),
    cmocka_unit_test (test_uids),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
