/* test-live-view.c - what is there after lists and changes */
#include "daemon/live-view.h"

#include <string.h>

#include "tests/support/cluster.h"

#define A NODE ("a", "", "cpu: 1")
#define B NODE ("b", "", "cpu: 1")
#define C NODE ("c", "", "cpu: 1")

/* @manifest: all the nodes there are by now */
static void
list (FitLiveView *view, const char *manifest, const char *expected)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);
  g_autoptr (GPtrArray) there = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  fit_live_view_listed (view, FIT_KIND_NODE, objects->of[FIT_KIND_NODE], 0);
  there = fit_live_objects_list (view->live, FIT_KIND_NODE);
  for (guint i = 0; i < there->len; i++)
    g_string_append_printf (names, "%s ",
                            fit_object_meta (there->pdata[i])->name);
  assert_string_equal (names->str, expected);
}

/* A watch was interrupted: what is missing in the next list has gone. */
static void
test_gone_unseen (void **state)
{
  FitLiveView view;

  (void) state;
  fit_live_view_init (&view);
  list (&view, A B, "a b ");
  list (&view, B C, "b c ");
  list (&view, C, "c ");
  fit_live_view_clear (&view);
}

/* -- pods that leave the queue --------------------------------------------- */

static void
note_pod (const FitPod *pod, gpointer text)
{
  g_string_append_printf (text, "%s ", pod->meta.name);
}

#define WAITS(name, version) \
  POD (name, "namespace: ns, resourceVersion: '" version "'", "")
#define RUNS(name, version) \
  POD (name, "namespace: ns, resourceVersion: '" version "'", "nodeName: a")

static void
change (FitLiveView *view, const char *manifest, gboolean gone)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  for (FitKind kind = 0; kind < FIT_KIND_LAST; kind++)
    for (guint i = 0; i < objects->of[kind]->len; i++)
      fit_live_view_changed (view, kind, objects->of[kind]->pdata[i], gone, 0);
}

static void
assert_left (FitLiveView *view, const char *manifest, gboolean gone,
             const char *expected)
{
  GString *left = view->data;

  g_string_truncate (left, 0);
  change (view, manifest, gone);
  assert_string_equal (left->str, expected);
}

/* A pod that waits is none of them, and neither is anything else. */
static void
test_pods_leave (void **state)
{
  g_autoptr (GString) left = g_string_new (NULL);
  FitLiveView view;

  (void) state;
  fit_live_view_init (&view);
  view.pod_left = note_pod;
  view.data = left;
  assert_left (&view, A WAITS ("p", "1") WAITS ("q", "1"), FALSE, "");
  assert_left (&view, WAITS ("p", "2"), FALSE, "");
  assert_left (&view, RUNS ("p", "3"), FALSE, "p ");
  /* The same again is no news. */
  assert_left (&view, RUNS ("p", "3"), FALSE, "");
  assert_left (&view, RUNS ("p", "4"), FALSE, "p ");
  assert_left (&view, RUNS ("p", "4"), TRUE, "p ");
  assert_left (&view, WAITS ("q", "1"), TRUE, "q ");
  assert_left (&view, WAITS ("q", "1"), TRUE, "");
  assert_left (&view, A, TRUE, "");
  fit_live_view_clear (&view);
}

/* What has the same name as before, but another UID, has taken its place. */
static void
test_another_of_the_name (void **state)
{
  g_autoptr (GString) left = g_string_new (NULL);
  FitLiveView view;

  (void) state;
  fit_live_view_init (&view);
  view.pod_left = note_pod;
  view.data = left;
  change (&view, WAITS ("p", "1"), FALSE);
  assert_left (&view,
               "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: "
               "other, namespace: ns, resourceVersion: '1'}}\n",
               FALSE, "p ");
  fit_live_view_clear (&view);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_gone_unseen),
    cmocka_unit_test (test_pods_leave),
    cmocka_unit_test (test_another_of_the_name),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
