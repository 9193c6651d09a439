/* api-world.c - the API server as the scheduler's world
 *
 * Reads come from what the reflectors have seen.  Writes go out at once, and the
 * next decision does not wait for them: what becomes of a binding comes back as
 * the end of its task, what becomes of a status or an event does not matter to
 * decisions.
 *
 * Source: kube-scheduler v1.20, as observed.
 */
#include "daemon/daemon-private.h"

#include "base/value-json.h"

#include <string.h>

#define WRITE_TIMEOUT_MS 60000

/* Bindings by extenders that are under way at a time. */
#define BINDERS 16
#define STRATEGIC_MERGE "application/strategic-merge-patch+json"

/* -- requests -------------------------------------------------------------- */

/* What is under way, and for whom. */
typedef struct
{
  FitDaemon *daemon;   /* borrowed */
  const FitTask *task; /* (nullable) borrowed */
  char *what;          /* (nullable) owned: "patch the status of pod a/b" */
} Write;

static void
write_free (Write *write)
{
  g_free (write->what);
  g_free (write);
}

static GError *
problem_of (const FitApiAnswer *answer, const GError *problem)
{
  g_autofree char *text = NULL;

  if (problem != NULL)
    return g_error_copy (problem);
  if (answer->status >= 200 && answer->status < 300)
    return NULL;
  text = fit_api_status_text (answer);
  return g_error_new_literal (FIT_ERROR,
                              answer->status == 404 || answer->status == 409
                                  ? FIT_ERROR_NOT_FOUND
                                  : FIT_ERROR_REMOTE,
                              text);
}

/* Nobody waits for it: trouble is told. */
static void
written (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Write *write = data;
  g_autoptr (GError) error = problem_of (answer, problem);

  if (error != NULL
      && !g_error_matches (error, FIT_ERROR, FIT_ERROR_INCOMPLETE))
    fit_daemon_post (write->daemon,
                     &(const FitMessage){
                         .type = FIT_MESSAGE_NOTE,
                         .text = g_strdup_printf ("cannot %s: %s", write->what,
                                                  error->message) });
  write_free (write);
}

static void
send (FitDaemon *daemon, FitApiClient *client, const char *method,
      const char *path, const char *type, const char *body, char *what)
{
  Write *write = g_new0 (Write, 1);

  write->daemon = daemon;
  write->what = what;
  fit_api_client_send (client,
                       &(const FitApiRequest){ .method = method,
                                               .path = path,
                                               .content_type = type,
                                               .body = body,
                                               .timeout_ms = WRITE_TIMEOUT_MS,
                                               .done = written,
                                               .data = write });
}

static char *
pod_path (const FitPod *pod, const char *rest)
{
  return g_strdup_printf ("/api/v1/namespaces/%s/pods/%s%s",
                          pod->meta.namespace_, pod->meta.name, rest);
}

static char *
about (const char *what, const FitPod *pod)
{
  return g_strdup_printf ("%s of pod %s/%s", what, pod->meta.namespace_,
                          pod->meta.name);
}

static void
append_field (GString *json, const char *name, const char *text)
{
  if (json->str[json->len - 1] != '{')
    g_string_append_c (json, ',');
  fit_json_append_string (json, name);
  g_string_append_c (json, ':');
  fit_json_append_string (json, text);
}

/* -- tasks ----------------------------------------------------------------- */

static void
end_task (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Write *write = data;

  fit_daemon_post (write->daemon, &(const FitMessage){ .type = FIT_MESSAGE_TASK,
                                                       .task = write->task,
                                                       .problem = problem_of (
                                                           answer, problem) });
  write_free (write);
}

static void
end_fetch (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Write *write = data;
  FitDaemon *daemon = write->daemon;
  GError *error = problem_of (answer, problem);
  g_autoptr (FitObjects) objects = fit_objects_new ();
  const FitPod *pod = NULL;

  if (error == NULL
      && fit_objects_read (objects, answer->body, answer->body_len, "pod",
                           daemon->options.flags, NULL, &error)
      && objects->of[FIT_KIND_POD]->len == 1)
    pod = fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0]);
  if (error == NULL && pod == NULL)
    error = g_error_new_literal (FIT_ERROR, FIT_ERROR_REMOTE,
                                 "the answer is not a pod");
  fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_TASK,
                                                .task = write->task,
                                                .pod = pod,
                                                .problem = error });
  write_free (write);
}

static char *
binding (const FitTask *task)
{
  GString *json = g_string_new ("{\"kind\":\"Binding\",\"apiVersion\":\"v1\","
                                "\"metadata\":{");

  append_field (json, "name", task->pod->meta.name);
  append_field (json, "namespace", task->pod->meta.namespace_);
  append_field (json, "uid", task->pod->meta.uid);
  g_string_append (json, "},\"target\":{\"kind\":\"Node\"");
  append_field (json, "name", task->node_name);
  g_string_append (json, "}}");
  return g_string_free (json, FALSE);
}

/* -- volumes --------------------------------------------------------------- */

/* Objects are written one after the other, volumes before claims, as long as
 * that goes well. */
typedef struct
{
  FitDaemon *daemon;   /* borrowed */
  const FitTask *task; /* borrowed */
  guint next;          /* of its volumes, then of its claims */
} VolumeWrites;

static char *
volume_patch (const FitPersistentVolume *volume)
{
  GString *json = g_string_new ("{\"metadata\":{");

  append_field (json, "resourceVersion", volume->meta.resource_version);
  g_string_append (json, ",\"annotations\":{"
                         "\"pv.kubernetes.io/bound-by-controller\":\"yes\"}},"
                         "\"spec\":{\"claimRef\":{\"apiVersion\":\"v1\"");
  append_field (json, "kind", "PersistentVolumeClaim");
  append_field (json, "namespace", volume->claim_namespace);
  append_field (json, "name", volume->claim_name);
  append_field (json, "uid", volume->claim_uid);
  g_string_append (json, "}}}");
  return g_string_free (json, FALSE);
}

static char *
claim_patch (const FitPersistentVolumeClaim *claim)
{
  GString *json = g_string_new ("{\"metadata\":{");

  append_field (json, "resourceVersion", claim->meta.resource_version);
  g_string_append (json, ",\"annotations\":{");
  append_field (json, "volume.kubernetes.io/selected-node",
                claim->selected_node);
  g_string_append (json, "}}}");
  return g_string_free (json, FALSE);
}

static void
end_volumes (VolumeWrites *writes, GError *problem)
{
  fit_daemon_post (writes->daemon,
                   &(const FitMessage){ .type = FIT_MESSAGE_TASK,
                                        .task = writes->task,
                                        .problem = problem });
  g_free (writes);
}

static void write_next_volume (VolumeWrites *writes);

static void
volume_written (const FitApiAnswer *answer, const GError *problem,
                gpointer data)
{
  GError *error = problem_of (answer, problem);

  if (error != NULL)
    end_volumes (data, error);
  else
    write_next_volume (data);
}

static void
write_next_volume (VolumeWrites *writes)
{
  const GPtrArray *volumes = writes->task->volumes;
  const GPtrArray *claims = writes->task->claims;
  const guint n_volumes = volumes != NULL ? volumes->len : 0;
  const guint n_claims = claims != NULL ? claims->len : 0;
  const guint i = writes->next++;
  g_autofree char *path = NULL;
  g_autofree char *body = NULL;

  if (i < n_volumes)
    {
      const FitPersistentVolume *volume = volumes->pdata[i];

      path
          = g_strconcat ("/api/v1/persistentvolumes/", volume->meta.name, NULL);
      body = volume_patch (volume);
    }
  else if (i < n_volumes + n_claims)
    {
      const FitPersistentVolumeClaim *claim = claims->pdata[i - n_volumes];

      path = g_strdup_printf ("/api/v1/namespaces/%s/persistentvolumeclaims/%s",
                              claim->meta.namespace_, claim->meta.name);
      body = claim_patch (claim);
    }
  else
    {
      end_volumes (writes, NULL);
      return;
    }
  fit_api_client_send (
      writes->daemon->client,
      &(const FitApiRequest){ .method = "PATCH",
                              .path = path,
                              .content_type = "application/merge-patch+json",
                              .body = body,
                              .timeout_ms = WRITE_TIMEOUT_MS,
                              .done = volume_written,
                              .data = writes });
}

/* -- extenders that bind --------------------------------------------------- */

static void
bind_by_extender (gpointer data, gpointer unused)
{
  Write *write = data;
  GError *problem = NULL;

  (void) unused;
  fit_extender_bind (write->task->extender, write->task->pod,
                     write->task->node_name, &problem);
  fit_daemon_post (write->daemon, &(const FitMessage){ .type = FIT_MESSAGE_TASK,
                                                       .task = write->task,
                                                       .problem = problem });
  write_free (write);
}

/* -- beginning a task ------------------------------------------------------ */

static void
request_for (FitDaemon *daemon, const FitTask *task)
{
  Write *write = g_new0 (Write, 1);
  const gboolean binds = task->type == FIT_TASK_BIND;
  g_autofree char *path = pod_path (task->pod, binds ? "/binding" : "");
  g_autofree char *body = binds ? binding (task) : NULL;

  write->daemon = daemon;
  write->task = task;
  if (binds && task->extender != NULL)
    {
      g_thread_pool_push (daemon->binders, write, NULL);
      return;
    }
  fit_api_client_send (daemon->client, &(const FitApiRequest){
                                           .method = binds ? "POST" : "GET",
                                           .path = path,
                                           .body = body,
                                           .timeout_ms = WRITE_TIMEOUT_MS,
                                           .done = binds ? end_task : end_fetch,
                                           .data = write });
}

static void
start_task (gpointer data, const FitTask *task)
{
  FitDaemon *daemon = data;

  daemon->n_tasks++;
  if (task->type == FIT_TASK_BIND_VOLUMES)
    {
      VolumeWrites *writes = g_new0 (VolumeWrites, 1);

      writes->daemon = daemon;
      writes->task = task;
      write_next_volume (writes);
    }
  else
    request_for (daemon, task);
}

/* -- reading --------------------------------------------------------------- */

static FitPod *
get_pod (gpointer data, const char *namespace_, const char *name,
         GError **error)
{
  const FitDaemon *daemon = data;
  const FitLiveObject *live
      = fit_live_objects_find (daemon->live, FIT_KIND_POD, namespace_, name);

  if (live != NULL)
    return fit_pod_ref (live->object);
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "pods \"%s\" not found",
               name);
  return NULL;
}

static gboolean
get_node (gpointer data, const char *name, GError **error)
{
  const FitDaemon *daemon = data;

  if (fit_live_objects_find (daemon->live, FIT_KIND_NODE, "", name) != NULL)
    return TRUE;
  g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND, "nodes \"%s\" not found",
               name);
  return FALSE;
}

/* -- statuses -------------------------------------------------------------- */

static char *
time_text (const char *format)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

  return g_date_time_format (now, format);
}

static gboolean
set_nominated_node (gpointer data, const FitPod *pod, const char *node_name,
                    GError **error)
{
  FitDaemon *daemon = data;
  g_autofree char *path = pod_path (pod, "/status");
  g_autoptr (GString) json = g_string_new ("{\"status\":{");

  (void) error;
  if (*node_name != '\0')
    append_field (json, "nominatedNodeName", node_name);
  else
    g_string_append (json, "\"nominatedNodeName\":null");
  g_string_append (json, "}}");
  send (daemon, daemon->client, "PATCH", path, STRATEGIC_MERGE, json->str,
        about ("set nominatedNodeName", pod));
  return TRUE;
}

static gboolean
set_unscheduled (gpointer data, const FitPod *pod, const char *reason,
                 const char *message, GError **error)
{
  FitDaemon *daemon = data;
  FitLiveObject *live = fit_live_objects_find (
      daemon->live, FIT_KIND_POD, pod->meta.namespace_, pod->meta.name);
  g_autofree char *path = pod_path (pod, "/status");
  g_autofree char *now = time_text ("%Y-%m-%dT%H:%M:%SZ");
  g_autoptr (GString) json = NULL;

  (void) error;
  if (live == NULL
      || (g_strcmp0 (live->reason, reason) == 0
          && g_strcmp0 (live->message, message) == 0))
    return TRUE;
  json = g_string_new ("{\"status\":{\"conditions\":[{");
  append_field (json, "type", "PodScheduled");
  append_field (json, "status", "False");
  append_field (json, "reason", reason);
  append_field (json, "message", message);
  if (live->reason == NULL)
    append_field (json, "lastTransitionTime", now);
  g_string_append (json, ",\"lastProbeTime\":null}]}}");
  g_free (live->reason);
  g_free (live->message);
  live->reason = g_strdup (reason);
  live->message = g_strdup (message);
  send (daemon, daemon->client, "PATCH", path, STRATEGIC_MERGE, json->str,
        about ("set the condition PodScheduled", pod));
  return TRUE;
}

static gboolean
delete_pod (gpointer data, const FitPod *pod, GError **error)
{
  FitDaemon *daemon = data;
  g_autofree char *path = pod_path (pod, "");

  (void) error;
  send (daemon, daemon->client, "DELETE", path, NULL,
        "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}",
        g_strdup_printf ("delete pod %s/%s", pod->meta.namespace_,
                         pod->meta.name));
  return TRUE;
}

/* -- events ---------------------------------------------------------------- */

static void
append_reference (GString *json, const char *name, const FitPod *pod)
{
  g_string_append_printf (
      json, ",\"%s\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\"", name);
  append_field (json, "namespace", pod->meta.namespace_);
  append_field (json, "name", pod->meta.name);
  append_field (json, "uid", pod->meta.uid);
  append_field (json, "resourceVersion", pod->meta.resource_version);
  g_string_append_c (json, '}');
}

static void
event (gpointer data, const FitEvent *event)
{
  FitDaemon *daemon = data;
  const FitPod *pod = event->regarding;
  g_autofree char *now = time_text ("%Y-%m-%dT%H:%M:%S.%fZ");
  g_autofree char *path = g_strdup_printf (
      "/apis/events.k8s.io/v1/namespaces/%s/events", pod->meta.namespace_);
  g_autofree char *name = g_strdup_printf (
      "%s.%" G_GINT64_MODIFIER "x", pod->meta.name, g_get_real_time () * 1000);
  const char *by = daemon->rules.profiles[0].scheduler_name;
  g_autofree char *instance = g_strdup_printf ("%s-%s", by, daemon->host);
  g_autoptr (GString) json = g_string_new (
      "{\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\",\"metadata\":{");

  append_field (json, "name", name);
  append_field (json, "namespace", pod->meta.namespace_);
  g_string_append_c (json, '}');
  append_field (json, "eventTime", now);
  append_field (json, "reportingController", by);
  append_field (json, "reportingInstance", instance);
  append_field (json, "action", event->action);
  append_field (json, "reason", event->reason);
  append_field (json, "note", event->note);
  append_field (json, "type", event->warning ? "Warning" : "Normal");
  append_reference (json, "regarding", pod);
  if (event->related != NULL)
    append_reference (json, "related", event->related);
  g_string_append_c (json, '}');
  send (daemon, daemon->events, "POST", path, NULL, json->str,
        about ("write an event", pod));
}

static void
decided (gpointer data, const FitDecision *decision)
{
  const FitDaemon *daemon = data;

  daemon->options.decided (decision, daemon->options.data);
}

void
fit_api_world_init (FitDaemon *daemon)
{
  daemon->binders
      = g_thread_pool_new (bind_by_extender, NULL, BINDERS, FALSE, NULL);
  daemon->world = (FitWorld){
    .data = daemon,
    .get_pod = get_pod,
    .get_node = get_node,
    .set_nominated_node = set_nominated_node,
    .set_unscheduled = set_unscheduled,
    .delete_pod = delete_pod,
    .start_task = start_task,
    .event = event,
    .decided = decided,
  };
}
