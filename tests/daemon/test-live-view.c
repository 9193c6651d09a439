/* test-live-view.c - what is there after lists and changes
 * SPDX-License-Identifier: Apache-2.0 */
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

/* What has the same name as before, but another UID, is new. */
static void
test_another_of_the_name (void **state)
{
  g_autoptr (GString) left = g_string_new (NULL);
  g_autoptr (GPtrArray) there = NULL;
  FitLiveView view;

  (void) state;
  fit_live_view_init (&view);
  view.pod_left = note_pod;
  view.data = left;
  change (&view, WAITS ("p", "1") WAITS ("q", "1"), FALSE);
  assert_left (&view,
               "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: "
               "other, namespace: ns, resourceVersion: '1'}}\n",
               FALSE, "p ");
  there = fit_live_objects_list (view.live, FIT_KIND_POD);
  assert_int_equal (there->len, 2);
  assert_string_equal (fit_object_meta (there->pdata[0])->name, "q");
  assert_string_equal (fit_object_meta (there->pdata[1])->uid, "other");
  fit_live_view_clear (&view);
}

/* -- what the scheduler hears ---------------------------------------------- */

static void
note_change (const FitPod *old_pod, const FitPod *new_pod, gboolean in_order,
             gpointer text)
{
  g_string_append_printf (
      text, "%s %s-%s%s ", new_pod->meta.name, old_pod->meta.resource_version,
      new_pod->meta.resource_version, in_order ? "" : " listed");
}

static void
note_decision (gpointer text, const FitDecision *decision)
{
  if (decision->type == FIT_DECISION_PROBLEM)
    g_string_append_printf (text, "%s ", decision->message);
}

typedef struct
{
  FitLiveView view;
  FitCache *cache;
  FitScheduler *scheduler;
  FitWorld world;
  GString *text; /* changes of pods, and problems */
} Heard;

static FitScheduler *
scheduler_of (Heard *heard, FitCache *cache)
{
  static const FitAlgorithm nothing = { 0 };
  const FitSchedulerSetup setup = { .cache = cache,
                                    .algorithm = &nothing,
                                    .scheduler_name = "/",
                                    .world = &heard->world };

  return fit_scheduler_new (&setup, 0);
}

static void
heard_init (Heard *heard)
{
  fit_live_view_init (&heard->view);
  heard->text = g_string_new (NULL);
  heard->world = (FitWorld){ .data = heard->text, .decided = note_decision };
  heard->cache = fit_cache_new (fit_feature_gates_default ());
  heard->scheduler = scheduler_of (heard, heard->cache);
  heard->view.release = FIT_RELEASE_LEGACY;
  heard->view.pod_changes = note_change;
  heard->view.data = heard->text;
  fit_live_view_set_scheduler (&heard->view, heard->scheduler, 0);
}

static void
heard_clear (Heard *heard)
{
  fit_scheduler_free (heard->scheduler);
  fit_cache_free (heard->cache);
  fit_live_view_clear (&heard->view);
  g_string_free (heard->text, TRUE);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Heard, heard_clear)

/* The list of @kind is what @manifest has of it. */
static void
list_kind (Heard *heard, FitKind kind, const char *manifest)
{
  g_autoptr (FitObjects) objects = objects_from (manifest);

  fit_live_view_listed (&heard->view, kind, objects->of[kind], 0);
}

/* The same for all kinds in @view->release. */
static void
list_all (Heard *heard, const char *manifest)
{
  guint n;
  const FitApiResource *resources = fit_api_resources (heard->view.release, &n);

  for (guint i = 0; i < n; i++)
    list_kind (heard, resources[i].kind, manifest);
}

static void
assert_heard (Heard *heard, guint n_nodes, guint n_pods, const char *text)
{
  guint n_assumed;

  assert_int_equal (fit_cache_n_nodes (heard->cache), n_nodes);
  assert_int_equal (fit_cache_n_pods (heard->cache, &n_assumed), n_pods);
  assert_string_equal (heard->text->str, text);
  g_string_truncate (heard->text, 0);
}

static void
test_nothing_before_all_is_listed (void **state)
{
  g_auto (Heard) heard = { 0 };
  guint n;
  const FitApiResource *resources = fit_api_resources (FIT_RELEASE_LEGACY, &n);

  heard_init (&heard);
  for (guint i = 0; i < n; i++)
    {
      assert_false (fit_live_view_is_complete (&heard.view));
      assert_false (heard.view.synced);
      assert_heard (&heard, 0, 0, "");
      list_kind (&heard, resources[n - 1 - i].kind,
                 A RUNS ("p", "1") RUNS ("q", "1"));
    }
  assert_true (fit_live_view_is_complete (&heard.view));
  assert_true (heard.view.synced);
  assert_heard (&heard, 1, 2, "");
}

static void
test_changes_before_all_is_listed (void **state)
{
  g_auto (Heard) heard = { 0 };

  heard_init (&heard);
  change (&heard.view, A B WAITS ("p", "1"), FALSE);
  change (&heard.view, RUNS ("p", "2"), FALSE);
  change (&heard.view, B, TRUE);
  assert_heard (&heard, 0, 0, "");
  list_all (&heard, A RUNS ("p", "2"));
  assert_heard (&heard, 1, 1, "");
}

static void
test_changes_of_pods (void **state)
{
  g_auto (Heard) heard = { 0 };

  heard_init (&heard);
  list_all (&heard, A WAITS ("p", "1") WAITS ("q", "1"));
  change (&heard.view, RUNS ("p", "2"), FALSE);
  assert_heard (&heard, 1, 1, "p 1-2 ");
  /* The same again is no news. */
  change (&heard.view, RUNS ("p", "2"), FALSE);
  list_kind (&heard, FIT_KIND_POD, RUNS ("p", "2") WAITS ("q", "1"));
  assert_heard (&heard, 1, 1, "");
  list_kind (&heard, FIT_KIND_POD, RUNS ("p", "2") RUNS ("q", "3"));
  assert_heard (&heard, 1, 2, "q 1-3 listed ");
  /* But without a version nobody can tell. */
  change (&heard.view, RUNS ("q", ""), FALSE);
  change (&heard.view, RUNS ("q", ""), FALSE);
  assert_heard (&heard, 1, 2, "q 3- q - ");
  /* Pods that come or go do not change, and nodes are no pods. */
  change (&heard.view, NODE ("a", "", "cpu: 2") B RUNS ("r", "4"), FALSE);
  assert_heard (&heard, 2, 3, "");
  change (&heard.view, B RUNS ("r", "4"), TRUE);
  assert_heard (&heard, 1, 2, "");
  list_kind (&heard, FIT_KIND_POD, RUNS ("p", "2"));
  assert_heard (&heard, 1, 1, "");
  /* Another pod of the same name is none that changed. */
  change (&heard.view,
          "---\n{apiVersion: v1, kind: Pod, metadata: {name: p, uid: other, "
          "namespace: ns, resourceVersion: '9'}}\n",
          FALSE);
  assert_heard (&heard, 1, 0, "");
}

/* All lists are read once more, from a server that has become another one. */
static void
test_lists_are_read_again (void **state)
{
  g_auto (Heard) heard = { 0 };

  heard_init (&heard);
  list_all (&heard, A RUNS ("p", "1"));
  fit_live_view_expect_lists (&heard.view);
  assert_false (fit_live_view_is_complete (&heard.view));
  change (&heard.view, RUNS ("q", "1"), FALSE);
  assert_heard (&heard, 1, 2, "");
  list_all (&heard, A B RUNS ("p", "1"));
  assert_true (fit_live_view_is_complete (&heard.view));
  assert_heard (&heard, 2, 1, "");
}

static void
test_another_scheduler_hears_all (void **state)
{
  g_auto (Heard) heard = { 0 };

  heard_init (&heard);
  list_all (&heard, A B RUNS ("p", "1"));
  fit_scheduler_free (heard.scheduler);
  fit_cache_free (heard.cache);
  heard.cache = fit_cache_new (fit_feature_gates_default ());
  heard.scheduler = scheduler_of (&heard, heard.cache);
  assert_heard (&heard, 0, 0, "");
  fit_live_view_set_scheduler (&heard.view, heard.scheduler, 0);
  assert_heard (&heard, 2, 1, "");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_gone_unseen),
    cmocka_unit_test (test_pods_leave),
    cmocka_unit_test (test_another_of_the_name),
    cmocka_unit_test (test_nothing_before_all_is_listed),
    cmocka_unit_test (test_changes_before_all_is_listed),
    cmocka_unit_test (test_changes_of_pods),
    cmocka_unit_test (test_lists_are_read_again),
    cmocka_unit_test (test_another_scheduler_hears_all),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
