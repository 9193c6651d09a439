/* daemon-scene.c - as much of a daemon as one of its rooms needs, and a server of the test
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/daemon/daemon-scene.h"
#include "tests/support/manifest.h"

#include <string.h>

#define MOST_MS 60000

void
daemon_scene_begin (DaemonScene *scene, const char *url, const char *token,
                    double qps)
{
  const FitApiConfig config = { .source = (char *) "test",
                                .server = (char *) url,
                                .token = (char *) token };
  FitDaemon *daemon = &scene->daemon;

  daemon->options.flags = FIT_DECODE_AS_IS;
  daemon->client = fit_api_client_new (&config, qps, 1, NULL);
  daemon->events = fit_api_client_new (&config, qps, 1, NULL);
  daemon->messages = fit_mailbox_new (NULL);
  fit_live_view_init (&daemon->view);
  daemon->bindings = g_hash_table_new (NULL, NULL);
  daemon->metrics = fit_metrics_new (FIT_RELEASE_LEGACY, NULL);
  scene->objects = fit_objects_new ();
  fit_api_world_init (daemon);
  fit_pod_statuses_init (daemon);
  fit_api_tasks_init (daemon);
}

/* Whoever waited hears that there is no client any more. */
void
daemon_scene_end (DaemonScene *scene)
{
  FitDaemon *daemon = &scene->daemon;
  FitMessage *message;

  g_thread_pool_free (daemon->binders, FALSE, TRUE);
  fit_api_client_free (daemon->client);
  fit_api_client_free (daemon->events);
  while ((message = fit_mailbox_take (daemon->messages, 0)) != NULL)
    {
      if (message->type == FIT_MESSAGE_LATER && message->destroy != NULL)
        message->destroy (message->data);
      daemon_message_free (message);
    }
  fit_pod_statuses_clear (daemon);
  fit_events_clear (daemon);
  fit_live_view_clear (&daemon->view);
  g_hash_table_unref (daemon->bindings);
  fit_metrics_free (daemon->metrics);
  fit_mailbox_free (daemon->messages);
  fit_objects_free (scene->objects);
  g_clear_pointer (&scene->volumes, g_ptr_array_unref);
  g_clear_pointer (&scene->claims, g_ptr_array_unref);
}

gconstpointer
daemon_scene_add (DaemonScene *scene, FitKind kind, const char *text)
{
  const GPtrArray *objects = scene->objects->of[kind];

  objects_add (scene->objects, text, FIT_DECODE_AS_IS);
  return objects->pdata[objects->len - 1];
}

static void
unref_volume (gpointer volume)
{
  fit_object_unref ((gpointer) volume);
}

static void
unref_claim (gpointer claim)
{
  fit_object_unref ((gpointer) claim);
}

FitTask
daemon_scene_bind_volumes (DaemonScene *scene, const FitPod *pod)
{
  const FitPersistentVolume *volume = daemon_scene_add (
      scene, FIT_KIND_PERSISTENT_VOLUME,
      "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv, "
      "resourceVersion: '4'}}");
  const FitPersistentVolumeClaim *claim = daemon_scene_add (
      scene, FIT_KIND_PERSISTENT_VOLUME_CLAIM,
      "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c, "
      "namespace: shop}}");

  claim = fit_pvc_with_selected_node (claim, "node-1");
  scene->volumes = g_ptr_array_new_with_free_func (unref_volume);
  scene->claims = g_ptr_array_new_with_free_func (unref_claim);
  g_ptr_array_add (scene->claims, (gpointer) claim);
  g_ptr_array_add (scene->volumes, fit_pv_with_claim_ref (volume, claim));
  return (FitTask){ .type = FIT_TASK_BIND_VOLUMES,
                    .pod = pod,
                    .node_name = "node-1",
                    .volumes = scene->volumes,
                    .claims = scene->claims };
}

FitMessage *
daemon_scene_take (DaemonScene *scene, gint64 until_us)
{
  FitMessage *message;

  while ((message = fit_mailbox_take (scene->daemon.messages, until_us)) != NULL
         && message->type == FIT_MESSAGE_LATER)
    {
      const gint64 ms
          = (message->due_ns - g_get_monotonic_time () * 1000) / 1000000;

      if (ms < MOST_MS)
        {
          scene->waited_ms += ms;
          message->func (message->data);
        }
      else if (message->destroy != NULL)
        message->destroy (message->data);
      g_free (message);
    }
  return message;
}

void
daemon_message_free (FitMessage *message)
{
  if (message->pod != NULL)
    fit_pod_unref (message->pod);
  g_clear_error (&message->problem);
  g_free (message->text);
  g_free (message);
}
