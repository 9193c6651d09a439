/* What becomes of the pods of a queue, decision by decision.
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/simulate-items.h"
#include "tests/support/manifest.h"

#define POD(name, more)                                                 \
  "---\nkind: Pod\napiVersion: v1\nmetadata: {name: " name "}\nspec: {" \
  "containers: [{name: c}]" more "}\n"

/* The items of some pods, and what they are told. */
typedef struct
{
  FitObjects *objects;
  FitItems items;
} Scene;

static void
scene_init (Scene *scene, const char *text)
{
  const FitChosenRules rules = { .scheduler_name = "default-scheduler" };

  scene->objects = objects_with (text, FIT_DECODE_DEFAULT);
  fit_items_init (&scene->items, scene->objects, &rules);
}

static void
scene_clear (Scene *scene)
{
  fit_items_clear (&scene->items);
  fit_objects_free (scene->objects);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

static const FitPod *
pod_at (const Scene *scene, guint i)
{
  return scene->objects->of[FIT_KIND_POD]->pdata[i];
}

/* @pod: its index; G_MAXUINT: none */
static void
tell (Scene *scene, guint pod, FitDecision decision)
{
  const FitReplayObserver observer = fit_items_observer (&scene->items);

  decision.pod = pod == G_MAXUINT ? NULL : pod_at (scene, pod);
  observer.decided (observer.data, &decision);
}

/* The node and the score; the nodes that were evaluated and feasible; attempts;
 * message and error; the nomination and the victims. */
static void
assert_item (const Scene *scene, guint i, const char *expected)
{
  const FitItem *item = scene->items.items->pdata[i];
  g_autoptr (GString) text = g_string_new (item->pod->meta.name);

  g_string_append_printf (text, ": %s", item->node != NULL ? item->node : "-");
  if (item->scored)
    g_string_append_printf (text, " %" G_GINT64_FORMAT, item->score);
  g_string_append_printf (text, ", %u/%u, %u", item->feasible, item->evaluated,
                          item->attempts);
  if (item->message != NULL)
    g_string_append_printf (text, ", %s", item->message);
  if (item->error != NULL)
    g_string_append_printf (text, " (%s)", item->error->message);
  if (item->nominated != NULL)
    g_string_append_printf (text, ", nominated to %s", item->nominated);
  for (guint v = 0; v < item->victims->len; v++)
    {
      const FitVictim *victim = item->victims->pdata[v];

      g_string_append_printf (text, ", evicts %s/%s on %s", victim->namespace_,
                              victim->name, victim->node);
    }
  assert_string_equal (text->str, expected);
}

/* Only pending pods of the scheduler; the last of one name; by priority. */
static void
test_queue (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene, POD ("low", "") POD ("on-node", ", nodeName: e")
                          POD ("other", ", schedulerName: other")
                              POD ("done", "") "status: {phase: Failed}\n" POD (
                                  "high", ", priority: 5") POD ("low", ""));
  assert_int_equal (scene.items.items->len, 2);
  assert_item (&scene, 0, "high: -, 0/0, 0");
  assert_item (&scene, 1, "low: -, 0/0, 0");
  assert_ptr_equal (((FitItem *) scene.items.items->pdata[1])->pod,
                    pod_at (&scene, 5));
}

#define ASSUMED                                                               \
  .type = FIT_DECISION_ASSUMED, .node_name = "n", .scored = TRUE, .score = 7, \
  .evaluated = 3, .feasible = 2

static void
test_bound (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene, POD ("a", "") POD ("b", ""));
  tell (&scene, 0, (FitDecision){ ASSUMED });
  assert_item (&scene, 0, "a: n 7, 2/3, 1");
  tell (&scene, 0, (FitDecision){ .type = FIT_DECISION_BOUND });
  tell (&scene, 1, (FitDecision){ ASSUMED });
  /* Nobody knows this pod. */
  tell (&scene, G_MAXUINT, (FitDecision){ .type = FIT_DECISION_FAILED });
  fit_items_end (&scene.items);
  assert_item (&scene, 0, "a: n 7, 2/3, 1");
  assert_item (&scene, 1,
               "b: -, 2/3, 1, node n was chosen, but the pod was not bound "
               "yet");
}

/* The first of the queue may be on its way, too. */
static void
test_end (void **state)
{
  g_auto (Scene) scene;

  scene_init (&scene, POD ("a", ""));
  tell (&scene, 0, (FitDecision){ ASSUMED });
  fit_items_end (&scene.items);
  assert_item (&scene, 0,
               "a: -, 2/3, 1, node n was chosen, but the pod was not bound "
               "yet");
}

static void
test_failed (void **state)
{
  g_auto (Scene) scene;
  g_autoptr (GError) error
      = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE, "down");
  g_auto (FitOutcomes) tally = { 0 };

  scene_init (&scene, POD ("a", "") POD ("b", "") POD ("c", ""));
  tell (&scene, 0,
        (FitDecision){ .type = FIT_DECISION_FAILED,
                       .message = "no room",
                       .evaluated = 4,
                       .feasible = 1 });
  assert_item (&scene, 0, "a: -, 1/4, 1, no room");
  /* A failure on the way is of the same attempt. */
  tell (&scene, 0, (FitDecision){ ASSUMED });
  assert_item (&scene, 0, "a: n 7, 2/3, 2");
  tell (&scene, 0,
        (FitDecision){ .type = FIT_DECISION_FAILED,
                       .message = "not bound",
                       .error = error });
  assert_item (&scene, 0, "a: -, 0/0, 2, not bound (down)");
  tell (&scene, 0,
        (FitDecision){ .type = FIT_DECISION_FAILED, .message = "no room" });
  assert_item (&scene, 0, "a: -, 0/0, 3, no room");
  tell (&scene, 0, (FitDecision){ .type = FIT_DECISION_PROBLEM });
  assert_item (&scene, 0, "a: -, 0/0, 3, no room");
  tell (&scene, 0,
        (FitDecision){ .type = FIT_DECISION_PROBLEM, .error = error });
  assert_item (&scene, 0, "a: -, 0/0, 3, no room (down)");
  tell (&scene, 1, (FitDecision){ .type = FIT_DECISION_SKIPPED });
  assert_item (&scene, 1,
               "b: -, 0/0, 0, skip schedule deleting pod: default/b");
  tell (&scene, 2, (FitDecision){ ASSUMED });
  fit_items_tally (&scene.items, &tally);
  assert_int_equal (tally.n_of[FIT_OUTCOME_PLACED], 1);
  assert_int_equal (tally.n_of[FIT_OUTCOME_UNSCHEDULABLE], 1);
  assert_int_equal (tally.n_of[FIT_OUTCOME_ERROR], 1);
}

/* Pods make room for another; one of them was in the queue itself. */
static void
test_preempted (void **state)
{
  g_auto (Scene) scene;
  const FitPod *victims[2];
  const FitNodeVictims made = { .n_victims = 2, .victims = (gpointer) victims };

  scene_init (&scene, POD ("a", "") POD ("b", "") POD ("c", ", nodeName: e"));
  victims[0] = pod_at (&scene, 1);
  victims[1] = pod_at (&scene, 2);
  tell (&scene, 1, (FitDecision){ ASSUMED });
  tell (&scene, 0,
        (FitDecision){ .type = FIT_DECISION_NOMINATED,
                       .node_name = "n",
                       .victims = &made });
  assert_int_equal (scene.items.n_preempted, 2);
  assert_item (&scene, 0,
               "a: -, 0/0, 0, nominated to n, evicts default/b on n, evicts "
               "default/c on n");
  assert_item (&scene, 1, "b: -, 2/3, 1, Preempted by default/a on node n");
  tell (&scene, 0, (FitDecision){ .type = FIT_DECISION_NOMINATION_CLEARED });
  assert_item (&scene, 0,
               "a: -, 0/0, 0, evicts default/b on n, evicts default/c on n");
  /* The victim was under way, but has no node any more. */
  fit_items_end (&scene.items);
  assert_item (&scene, 1, "b: -, 2/3, 1, Preempted by default/a on node n");
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_queue),     cmocka_unit_test (test_bound),
    cmocka_unit_test (test_end),       cmocka_unit_test (test_failed),
    cmocka_unit_test (test_preempted),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
