/* test-virtual-world.c - what the requests of a scheduler do to a cluster
 * without machines, and what is refused
 * SPDX-License-Identifier: Apache-2.0 */
#include "simulate/virtual-world.h"
#include "tests/support/cluster.h"

#include <string.h>

#define NOW (G_GINT64_CONSTANT (1000) * 1000000000)
#define GRACE(seconds) "terminationGracePeriodSeconds: " seconds

#define PODS                                                                   \
  POD ("pending", "", "")                                                      \
  POD ("running", "", "nodeName: a, " GRACE ("30"))                            \
  POD ("at-once", "", "nodeName: a, " GRACE ("0"))                             \
  POD ("in-a-second", "", "nodeName: a, " GRACE ("1"))                         \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: done, uid: done}, spec: " \
  "{nodeName: a, " GRACE ("30") "}, status: {phase: Succeeded}}\n"

typedef struct
{
  FitVirtualWorld *world;
  const FitWorld *interface;
  FitObjects *objects;
  guint n_coming; /* in the beginning */
} Scene;

static void
scene_init (Scene *scene)
{
  static const FitKind kinds[] = { FIT_KIND_NODE, FIT_KIND_POD };

  scene->world
      = fit_virtual_world_new (NOW, 0, &(const FitReplayObserver){ 0 });
  scene->interface = &scene->world->interface;
  scene->objects = objects_from (NODE ("a", "", "pods: 9") PODS);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < scene->objects->of[kinds[k]]->len; i++)
      fit_virtual_world_put (scene->world, kinds[k],
                             scene->objects->of[kinds[k]]->pdata[i]);
  scene->n_coming = fit_virtual_world_n_coming (scene->world);
}

static void
scene_clear (Scene *scene)
{
  fit_virtual_world_free (scene->world);
  fit_objects_free (scene->objects);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* As the scheduler knows it. */
static const FitPod *
known (const Scene *scene, const char *name)
{
  const GPtrArray *pods = scene->objects->of[FIT_KIND_POD];

  for (guint i = 0; i < pods->len; i++)
    if (strcmp (((const FitPod *) pods->pdata[i])->meta.name, name) == 0)
      return pods->pdata[i];
  fail ();
  return NULL;
}

/* Returns: (transfer none) (nullable): the object as it is now */
static const FitLiveObject *
live (const Scene *scene, const char *name)
{
  return fit_live_objects_find_pod (scene->world->live, name);
}

static const FitPod *
live_pod (const Scene *scene, const char *name)
{
  return live (scene, name)->object;
}

/* What has been announced since the last time. */
static guint
n_new (Scene *scene)
{
  const guint before = scene->n_coming;

  scene->n_coming = fit_virtual_world_n_coming (scene->world);
  return scene->n_coming - before;
}

static void
test_what_is_there (void **state)
{
  g_auto (Scene) scene;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPod) pod = NULL;
  g_autoptr (Interned) other = fit_intern ("other");
  const FitObjectMeta *meta;

  scene_init (&scene);
  meta = &known (&scene, "pending")->meta;
  assert_true (scene.interface->get_node (scene.interface->data, "a", &error));
  assert_false (scene.interface->get_node (scene.interface->data, "b", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "nodes \"b\" not found");
  pod = scene.interface->get_pod (scene.interface->data, meta->namespace_,
                                  meta->name, &error);
  assert_ptr_equal (pod, known (&scene, "pending"));
  assert_null (scene.interface->get_pod (scene.interface->data, other,
                                         meta->name, &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "pods \"pending\" not found");
}

/* Only changes are announced. */
static void
test_nomination (void **state)
{
  g_auto (Scene) scene;
  const FitWorld *interface;

  scene_init (&scene);
  interface = scene.interface;
  assert_true (interface->set_nominated_node (
      interface->data, known (&scene, "pending"), "", NULL));
  assert_int_equal (n_new (&scene), 0);
  assert_true (interface->set_nominated_node (
      interface->data, known (&scene, "pending"), "a", NULL));
  assert_int_equal (n_new (&scene), 1);
  assert_string_equal (live_pod (&scene, "pending")->nominated_node_name, "a");
  assert_true (interface->set_nominated_node (
      interface->data, known (&scene, "pending"), "a", NULL));
  assert_int_equal (n_new (&scene), 0);
}

static void
test_condition (void **state)
{
  static const struct
  {
    const char *reason, *message;
    guint n_new;
  } rows[] = { { "Unschedulable", "no room", 1 },
               { "Unschedulable", "no room", 0 },
               { "Unschedulable", "still no room", 1 },
               { "SchedulerError", "still no room", 1 },
               { "SchedulerError", "still no room", 0 } };
  g_auto (Scene) scene;

  scene_init (&scene);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      assert_true (scene.interface->set_unscheduled (
          scene.interface->data, known (&scene, "pending"), rows[i].reason,
          rows[i].message, NULL));
      assert_int_equal (n_new (&scene), rows[i].n_new);
      assert_string_equal (live (&scene, "pending")->reason, rows[i].reason);
      assert_string_equal (live (&scene, "pending")->message, rows[i].message);
    }
}

static gboolean delete (const Scene *scene, const char *name,
                        const FitVictimNote *note, GError **error)
{
  return scene->interface->delete_pod (scene->interface->data,
                                       known (scene, name), note, error);
}

/* A pod that does not run, or has no time to end, is gone at once. */
static void
test_deletion (void **state)
{
  static const char *const gone[] = { "pending", "at-once", "done" };
  static const char *const ending[] = { "running", "in-a-second" };
  g_auto (Scene) scene;

  scene_init (&scene);
  for (gsize i = 0; i < G_N_ELEMENTS (gone); i++)
    {
      assert_true (delete (&scene, gone[i], NULL, NULL));
      assert_null (live (&scene, gone[i]));
    }
  n_new (&scene);
  for (gsize i = 0; i < G_N_ELEMENTS (ending); i++)
    {
      assert_true (delete (&scene, ending[i], NULL, NULL));
      assert_int_equal (live_pod (&scene, ending[i])->meta.deletion_time_ns,
                        NOW);
      /* that it is being deleted, and its end */
      assert_int_equal (n_new (&scene), 2);
      scene.world->now_ns = NOW + 1;
      assert_true (delete (&scene, ending[i], NULL, NULL));
      assert_int_equal (n_new (&scene), 0);
      scene.world->now_ns = NOW;
    }
}

static void
test_note (void **state)
{
  static const FitVictimNote note
      = { "PreemptionByScheduler", "for another pod" };
  g_auto (Scene) scene;

  scene_init (&scene);
  assert_true (delete (&scene, "running", &note, NULL));
  assert_int_equal (live_pod (&scene, "running")->disruption,
                    FIT_DISRUPTION_PREEMPTED);
  /* the note, that it is being deleted, and its end */
  assert_int_equal (n_new (&scene), 3);
}

/* Pods may go before a request comes. */
static void
test_requests_for_pods_that_are_gone (void **state)
{
  g_auto (Scene) scene;
  g_autoptr (GError) error = NULL;
  const FitWorld *interface;
  const FitPod *pod;

  scene_init (&scene);
  interface = scene.interface;
  pod = known (&scene, "pending");
  assert_true (delete (&scene, "pending", NULL, NULL));
  n_new (&scene);
  assert_false (
      interface->set_nominated_node (interface->data, pod, "a", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "pods \"pending\" not found");
  assert_false (interface->set_unscheduled (interface->data, pod,
                                            "Unschedulable", "no", &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "pods \"pending\" not found");
  assert_false (delete (&scene, "pending", NULL, &error));
  assert_error (&error, FIT_ERROR_NOT_FOUND, "pods \"pending\" not found");
  assert_int_equal (n_new (&scene), 0);
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_what_is_there),
    cmocka_unit_test (test_nomination),
    cmocka_unit_test (test_condition),
    cmocka_unit_test (test_deletion),
    cmocka_unit_test (test_note),
    cmocka_unit_test (test_requests_for_pods_that_are_gone),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
