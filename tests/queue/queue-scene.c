/* queue-scene.c - a queue with a clock, and assertions about where its pods are
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "tests/queue/queue-scene.h"

static void
observe (const FitPod *pod, FitQueueName from, FitQueueName to,
         FitQueueEvent event, gpointer data)
{
  const Scene *scene = data;
  const FitSchedulingQueue *queue = scene->queue;

  g_string_append_printf (scene->trace, "%s: %s -> %s (%s)\n", pod->meta.name,
                          fit_scheduling_queue_place_name (queue, from),
                          fit_scheduling_queue_place_name (queue, to),
                          fit_scheduling_queue_event_label (queue, event));
}

void
scene_renew (Scene *scene, const FitQueueOptions *options)
{
  fit_scheduling_queue_free (scene->queue);
  scene->queue = fit_scheduling_queue_new (scene->nominated, options, START);
  fit_scheduling_queue_set_observer (scene->queue, observe, scene);
}

int
scene_setup (void **state)
{
  Scene *scene = g_new0 (Scene, 1);

  scene->nominated = fit_nominated_pods_new ();
  scene->queue = fit_scheduling_queue_new (
      scene->nominated, &(FitQueueOptions){ .release = FIT_RELEASE_LEGACY },
      START);
  scene->trace = g_string_new (NULL);
  scene->p = pod_from (PLAIN ("p"));
  fit_scheduling_queue_set_observer (scene->queue, observe, scene);
  *state = scene;
  return 0;
}

int
scene_teardown (void **state)
{
  Scene *scene = *state;

  fit_scheduling_queue_free (scene->queue);
  fit_nominated_pods_free (scene->nominated);
  g_string_free (scene->trace, TRUE);
  fit_pod_unref (scene->p);
  g_free (scene);
  return 0;
}

void
assert_trace (const Scene *scene, const char *expected)
{
  assert_string_equal (scene->trace->str, expected);
  g_string_truncate (scene->trace, 0);
}

static FitQueueName
where (const Scene *scene, const FitPod *pod)
{
  const FitQueueEntry *entry = fit_scheduling_queue_find (scene->queue, pod);

  return entry != NULL ? entry->queue : FIT_QUEUE_NONE;
}

void
assert_where (const Scene *scene, const FitPod *pod, FitQueueName expected)
{
  assert_string_equal (fit_queue_name (where (scene, pod)),
                       fit_queue_name (expected));
}

void
assert_listed (const Scene *scene, FitQueueName name, const char *expected)
{
  g_autoptr (GPtrArray) list = fit_scheduling_queue_list (scene->queue, name);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < list->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((FitQueueEntry *) list->pdata[i])->pod->meta.name);
  assert_string_equal (text->str, expected);
  assert_int_equal (list->len, fit_scheduling_queue_count (scene->queue, name));
}

void
scene_add (Scene *scene, const char *manifest, gint64 now_ns)
{
  g_autoptr (FitPod) pod = pod_from (manifest);

  fit_scheduling_queue_add (scene->queue, pod, now_ns);
}

void
assert_pops (Scene *scene, const char *expected)
{
  g_autoptr (FitPod) pod = fit_scheduling_queue_pop (scene->queue);

  assert_string_equal (pod != NULL ? pod->meta.name : "", expected);
}

void
scene_fail (Scene *scene, const FitPod *pod, gint64 now_ns)
{
  g_autoptr (GError) error = NULL;
  gint64 cycle = fit_scheduling_queue_scheduling_cycle (scene->queue);

  if (!fit_scheduling_queue_add_failed (
          scene->queue, &(FitQueueFailure){ .pod = pod, .cycle = cycle },
          now_ns, &error))
    fail_msg ("%s", error->message);
}

void
scene_reject (Scene *scene, const FitPod *pod, const char *plugins,
              gint64 now_ns)
{
  g_auto (GStrv) names = g_strsplit (plugins, " ", -1);
  g_autoptr (GError) error = NULL;
  const FitQueueFailure failure = {
    .pod = pod,
    .cycle = fit_scheduling_queue_scheduling_cycle (scene->queue),
    .n_plugins = g_strv_length (names),
    .plugins = (const char *const *) names,
  };

  if (!fit_scheduling_queue_add_failed (scene->queue, &failure, now_ns, &error))
    fail_msg ("%s", error->message);
}

void
scene_try (Scene *scene, const FitPod *pod, const char *plugins, gint64 now_ns)
{
  fit_scheduling_queue_add (scene->queue, pod, now_ns);
  fit_pod_unref (fit_scheduling_queue_pop (scene->queue));
  scene_reject (scene, pod, plugins, now_ns);
  g_string_truncate (scene->trace, 0);
}

void
scene_happens (Scene *scene, FitClusterEventName name, gint64 now_ns)
{
  const FitQueueChange change = { .event = fit_cluster_event (name) };

  fit_scheduling_queue_move (scene->queue, &change, now_ns);
}

void
scene_make_unschedulable (Scene *scene, const FitPod *pod, gint64 now_ns)
{
  fit_scheduling_queue_add (scene->queue, pod, now_ns);
  fit_pod_unref (fit_scheduling_queue_pop (scene->queue));
  scene_fail (scene, pod, now_ns);
  assert_where (scene, pod, FIT_QUEUE_UNSCHEDULABLE);
  g_string_truncate (scene->trace, 0);
}

void
scene_make_back_off (Scene *scene, const FitPod *pod, gint64 now_ns)
{
  scene_make_unschedulable (scene, pod, now_ns);
  queue_move_all (scene->queue, now_ns);
  assert_where (scene, pod, FIT_QUEUE_BACKOFF);
  g_string_truncate (scene->trace, 0);
}

void
scene_update (Scene *scene, const char *new, FitPodChange change, gint64 now_ns)
{
  g_autoptr (FitPod) new_pod = pod_from (new);

  fit_scheduling_queue_update (scene->queue, scene->p, new_pod, change, now_ns);
}

void
assert_nominated (const Scene *scene, const char *expected)
{
  const char *node = fit_intern ("n1");
  const GPtrArray *pods = fit_nominated_pods_for_node (scene->nominated, node);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; pods != NULL && i < pods->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "",
                            ((const FitPod *) pods->pdata[i])->meta.name);
  assert_string_equal (text->str, expected);
  fit_intern_unref (node);
}

void
scene_nominate (Scene *scene, const FitPod *pod)
{
  const char *node = fit_intern ("n1");

  fit_nominated_pods_add (scene->nominated, pod, node);
  fit_intern_unref (node);
}

void
assert_timestamp (const Scene *scene, gint64 expected)
{
  const FitQueueEntry *entry
      = fit_scheduling_queue_find (scene->queue, scene->p);

  assert_non_null (entry);
  assert_int_equal (entry->timestamp_ns, expected);
}

void
assert_backoff_until (const Scene *scene, gint64 expected)
{
  assert_int_equal (queue_backoff_until (scene->queue, scene->p), expected);
}
