/* test-status-writes.c - how the conditions of pods are written: by which request, and
 * with which time
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/client/replay-server.h"
#include "tests/daemon/daemon-scene.h"

#include <string.h>

#define PATH "/api/v1/namespaces/shop/pods/web"
#define POD                                                                \
  "{\"kind\":\"Pod\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"web\"" \
  ",\"namespace\":\"shop\",\"uid\":\"u1\",\"generation\":7},"              \
  "\"spec\":{\"containers\":[{\"name\":\"c\"}]}}"

/* -- a daemon, and a server to which all is fine --------------------------- */

typedef struct
{
  ReplayServer *server;
  DaemonScene scene;
  const FitPod *pod;
} Scene;

static ReplayAnswer
choose (const char *request, gpointer data)
{
  static const char *const pod[] = { POD, NULL };

  (void) request;
  (void) data;
  return (ReplayAnswer){ .status = 200, .pieces = pod };
}

static void
begin (Scene *scene, FitRelease release)
{
  FitDaemon *daemon = &scene->scene.daemon;

  scene->server = replay_server_new_for (choose, NULL);
  daemon_scene_begin (&scene->scene, replay_server_url (scene->server), NULL,
                      0);
  daemon->release = release;
  scene->pod = daemon_scene_add (&scene->scene, FIT_KIND_POD, POD);
  fit_live_objects_put (daemon->view.live, FIT_KIND_POD, scene->pod);
}

static void
end (Scene *scene)
{
  daemon_scene_end (&scene->scene);
  replay_server_free (scene->server);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, end)

/* What is next asked begins with @line and has @part in it.  Returns: (transfer
 * full) */
static char *
assert_asked (Scene *scene, const char *line, const char *part)
{
  char *request = replay_server_next (scene->server);

  if (!g_str_has_prefix (request, line) || strstr (request, part) == NULL)
    fail_msg ("no %s with %s: %s", line, part, request);
  return request;
}

/* A condition of @request has changed between @before_us and now. */
static void
assert_recent (const char *request, gint64 before_us)
{
  static const char name[] = "\"lastTransitionTime\":\"";
  const char *found = strstr (request, name);
  g_autofree char *text = NULL;
  g_autoptr (GDateTime) time = NULL;

  assert_non_null (found);
  found += strlen (name);
  text = g_strndup (found, strcspn (found, "\""));
  time = g_date_time_new_from_iso8601 (text, NULL);
  assert_non_null (time);
  assert_true (g_date_time_to_unix (time) >= before_us / G_USEC_PER_SEC);
  assert_true (g_date_time_to_unix (time)
               <= g_get_real_time () / G_USEC_PER_SEC);
}

/* -- victims --------------------------------------------------------------- */

/* From v1.26 to v1.28 the condition is applied. */
static void
test_marks_of_victims (void **state)
{
#define PATCHED "PATCH " PATH "/status HTTP"
#define APPLIED \
  "PATCH " PATH "/status?fieldManager=KubeScheduler&force=true HTTP"
#define MERGES "Content-Type: application/strategic-merge-patch+json"
#define APPLIES "Content-Type: application/apply-patch+yaml"
  static const struct
  {
    FitRelease release;
    const char *line, *type;
  } rows[] = {
    { FIT_RELEASE (25, 9), PATCHED, MERGES },
    { FIT_RELEASE (26, 0), APPLIED, APPLIES },
    { FIT_RELEASE (28, 9), APPLIED, APPLIES },
    { FIT_RELEASE (29, 0), PATCHED, MERGES },
  };
  const FitVictimNote note = { "Reason", (char *) "it has to go" };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = { 0 };
      FitDaemon *daemon = &scene.scene.daemon;
      const gint64 before_us = g_get_real_time ();
      g_autofree char *mark = NULL;
      g_autofree char *deletion = NULL;
      FitMessage *message;

      begin (&scene, rows[i].release);
      assert_true (daemon->world.delete_pod (daemon, scene.pod, &note, NULL));
      mark = assert_asked (&scene, rows[i].line, rows[i].type);
      assert_recent (mark, before_us);
      deletion = assert_asked (&scene, "DELETE " PATH " HTTP", "u1");
      message = daemon_scene_take (&scene.scene, G_MAXINT64);
      assert_int_equal (message->type, FIT_MESSAGE_DELETED);
      fit_victims_remove (daemon, message->data);
      daemon_message_free (message);
    }
}

/* -- pods that wait -------------------------------------------------------- */

/* Before v1.19 the status is read and replaced. */
static void
test_why_a_pod_waits (void **state)
{
  static const struct
  {
    FitRelease release;
    gboolean patches;
  } rows[] = { { FIT_RELEASE_LEGACY, FALSE },
               { FIT_RELEASE (18, 20), FALSE },
               { FIT_RELEASE (19, 0), TRUE },
               { FIT_RELEASE (34, 1), TRUE } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = { 0 };
      FitDaemon *daemon = &scene.scene.daemon;
      const gint64 before_us = g_get_real_time ();
      g_autofree char *written = NULL;
      FitMessage *message;

      begin (&scene, rows[i].release);
      assert_true (daemon->world.set_unscheduled (
          daemon, scene.pod, "Unschedulable", "0/1 nodes", NULL));
      fit_pod_statuses_flush (daemon);
      if (!rows[i].patches)
        g_free (assert_asked (&scene, "GET " PATH " HTTP", ""));
      written = assert_asked (
          &scene, rows[i].patches ? PATCHED : "PUT " PATH "/status HTTP",
          rows[i].patches ? MERGES : "application/json");
      assert_recent (written, before_us);
      message = daemon_scene_take (&scene.scene, G_MAXINT64);
      assert_int_equal (message->type, FIT_MESSAGE_STATUS);
      fit_pod_statuses_written (daemon, message->pod);
      daemon_message_free (message);
    }
}

/* From 1.34 on conditions say which generation of the pod they are about; with
 * a nomination, both are one patch. */
static void
test_what_a_condition_is_about (void **state)
{
#define ABOUT_SEVEN "\"observedGeneration\":7,"
  static const char *const parts[]
      = { "{\"metadata\":{\"uid\":\"u1\"},\"status\":{\"conditions\":[{"
          "\"lastProbeTime\":null,\"lastTransitionTime\":\"",
          "\",\"message\":\"0/1 nodes\",", "\"reason\":\"Unschedulable\",",
          "\"status\":\"False\",\"type\":\"PodScheduled\"}],"
          "\"nominatedNodeName\":\"node-1\"}}" };
  static const struct
  {
    FitRelease release;
    gboolean tells;
  } rows[] = { { FIT_RELEASE (32, 2), FALSE },
               { FIT_RELEASE (33, 0), FALSE },
               { FIT_RELEASE (34, 1), TRUE },
               { FIT_RELEASE (34, 9), TRUE },
               { FIT_RELEASE (36, 3), TRUE } };

  (void) state;
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (Scene) scene = { 0 };
      FitDaemon *daemon = &scene.scene.daemon;
      g_autofree char *written = NULL;
      FitMessage *message;

      begin (&scene, rows[i].release);
      daemon->gates = fit_feature_gates_of_release (rows[i].release);
      assert_true (daemon->world.set_unscheduled (
          daemon, scene.pod, "Unschedulable", "0/1 nodes", NULL));
      assert_true (
          daemon->world.set_nominated_node (daemon, scene.pod, "node-1", NULL));
      fit_pod_statuses_flush (daemon);
      written = assert_asked (&scene, PATCHED, MERGES);
      for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
        if (strstr (written, parts[k]) == NULL)
          fail_msg ("no %s: %s", parts[k], written);
      assert_int_equal (strstr (written, ABOUT_SEVEN) != NULL, rows[i].tells);
      message = daemon_scene_take (&scene.scene, G_MAXINT64);
      fit_pod_statuses_written (daemon, message->pod);
      daemon_message_free (message);
    }
}

int
main (void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test (test_marks_of_victims),
    cmocka_unit_test (test_why_a_pod_waits),
    cmocka_unit_test (test_what_a_condition_is_about),
  };

  return cmocka_run_group_tests (tests, NULL, NULL);
}
