/* api-tasks.c - what the scheduler waits for: bindings, volumes, pods read
 * again
 *
 * A binding counts as failed only if that is certain.  If the answer leaves it
 * open (none, a conflict, an error of the server), the pod is read before the
 * scheduler is told: it may have been bound as requested.  Until that is known
 * it counts on its node, however long the server is away.
 *
 * A request without an answer may reach the server after the pod was read.  So
 * it is sent again until an answer shows whether the pod was bound.  That does
 * no harm: a bound pod stays on its node.  An extender that has not answered
 * may also still bind the pod, whatever it says later.  There, only the pod
 * itself shows the result.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#include "base/each.h"
#include "base/intern.h"

/* The first wait before the pod is looked at again; each further wait is twice
 * as long. */
#define FIRST_LOOK_MS 200
#define LAST_LOOK_MS 10000

/* How often a binding is sent if no answer comes: with the waits in between,
 * for about a minute. */
#define MOST_SENDS 12

/* Bindings by extenders that are under way at a time. */
#define BINDERS 16

typedef struct
{
  FitDaemon *daemon;   /* borrowed */
  const FitTask *task; /* borrowed */
  GError *problem;     /* (nullable) owned: why it is looked at */
  guint wait_ms;       /* before it is looked at again */
  guint n_sends;       /* of a binding */
  guint send_wait_ms;  /* before it is looked at after the next send */
  gboolean on_its_way; /* one of them may still reach the server */
  gint handed_over;    /* atomic: to another thread, with all that it reads */
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_clear_error (&request->problem);
  g_free (request);
}

/* Takes @pod and @problem (both nullable). */
static void
end_task (Request *request, const FitPod *pod, GError *problem)
{
  fit_daemon_post (request->daemon, &(const FitMessage){
                                        .type = FIT_MESSAGE_TASK,
                                        .task = request->task,
                                        .pod = pod,
                                        .problem = problem,
                                    });
  request_free (request);
}

static void
send (Request *request, const char *method, const char *rest, const char *body,
      FitApiDone done)
{
  g_autofree char *path = fit_pod_path (request->task->pod, rest);

  fit_api_client_send (
      request->daemon->client,
      &(const FitApiRequest){
          .method = method,
          .path = path,
          .body = body,
          .timeout_ms = FIT_WRITE_TIMEOUT_MS,
          .urgency = body != NULL ? FIT_API_BINDING : FIT_API_LOOKUP,
          .done = done,
          .data = request,
      });
}

/* -- pods ------------------------------------------------------------------ */

/* Returns: (transfer full) (nullable) */
static const FitPod *
read_pod (const FitDaemon *daemon, const FitApiAnswer *answer,
          const GError *problem, GError **error)
{
  g_autoptr (FitObjects) objects = fit_objects_new ();
  GError *refusal = fit_answer_problem (answer, problem);

  if (refusal != NULL)
    {
      g_propagate_error (error, refusal);
      return NULL;
    }
  if (!fit_objects_read (objects, answer->body, answer->body_len, "pod",
                         daemon->options.flags, NULL, error))
    return NULL;
  if (objects->of[FIT_KIND_POD]->len == 1)
    return fit_pod_ref (objects->of[FIT_KIND_POD]->pdata[0]);
  return fit_fail_null (error, FIT_ERROR_REMOTE, "the answer is not a pod");
}

static void
fetched (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Request *request = data;
  GError *error = NULL;
  const FitPod *pod = read_pod (request->daemon, answer, problem, &error);

  end_task (request, pod, error);
}

/* -- bindings -------------------------------------------------------------- */

static void look (gpointer data);
static void bind (gpointer data);

/* The answer shows what became of the pod. */
static void
looked (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Request *request = data;
  const FitTask *task = request->task;
  g_autoptr (GError) error = NULL;
  g_autoptr (FitPod) pod
      = (FitPod *) read_pod (request->daemon, answer, problem, &error);

  if (pod == NULL && error->code != FIT_ERROR_NOT_FOUND
      && error->code != FIT_ERROR_INCOMPLETE)
    {
      const guint ms = request->wait_ms;

      request->wait_ms = MIN (ms * 2, LAST_LOOK_MS);
      fit_daemon_later (request->daemon, ms, look, request_free, request);
    }
  else if (pod == NULL && error->code == FIT_ERROR_NOT_FOUND)
    end_task (request, NULL, g_steal_pointer (&error));
  else if (pod != NULL && g_strcmp0 (pod->meta.uid, task->pod->meta.uid) == 0
           && g_strcmp0 (pod->node_name, task->node_name) == 0)
    end_task (request, NULL, NULL);
  else if (pod != NULL && g_strcmp0 (pod->meta.uid, task->pod->meta.uid) == 0
           && *pod->node_name == '\0' && request->on_its_way
           && request->n_sends < MOST_SENDS)
    fit_daemon_later (request->daemon, 0, bind, request_free, request);
  else
    end_task (request, NULL, g_steal_pointer (&request->problem));
}

static void
look (gpointer data)
{
  send (data, "GET", "", NULL, looked);
}

/* Does @answer tell that nothing was bound, and never will be?  That the server
 * is busy says nothing about what was sent before. */
static gboolean
is_refusal (const Request *request, const FitApiAnswer *answer,
            const GError *problem)
{
  if (problem != NULL)
    return g_error_matches (problem, FIT_ERROR, FIT_ERROR_INCOMPLETE);
  return answer->status >= 400 && answer->status < 500 && answer->status != 409
         && !(answer->status == 429 && request->on_its_way);
}

/* Reads the pod: right away the first time, later after a wait. */
static void
look_after_sending (Request *request)
{
  const guint ms = request->send_wait_ms;

  request->wait_ms = FIRST_LOOK_MS;
  request->send_wait_ms = CLAMP (ms * 2, FIRST_LOOK_MS, LAST_LOOK_MS);
  if (ms == 0)
    look (request);
  else
    fit_daemon_later (request->daemon, ms, look, request_free, request);
}

/* What the server now refuses as a conflict, it refuses later, too. */
static void
bound (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Request *request = data;

  g_clear_error (&request->problem);
  request->problem = fit_answer_problem (answer, problem);
  if (request->problem == NULL || is_refusal (request, answer, problem))
    {
      end_task (request, NULL, g_steal_pointer (&request->problem));
      return;
    }
  /* The server may still do what was asked: gateways lose answers, too, and a
   * server goes on after it has said that it took too long. */
  if (problem != NULL || (answer->status >= 502 && answer->status <= 504))
    request->on_its_way = TRUE;
  else if (answer->status == 409)
    request->on_its_way = FALSE;
  look_after_sending (request);
}

static void
bind_by_extender (gpointer data, gpointer unused)
{
  Request *request = data;
  const FitTask *task;

  __atomic_load_n (&request->handed_over, __ATOMIC_ACQUIRE);
  task = request->task;
  g_clear_error (&request->problem);
  if (!fit_api_client_may_write (request->daemon->client))
    end_task (request, NULL,
              g_error_new_literal (FIT_ERROR, FIT_ERROR_INCOMPLETE,
                                   "it is too late to bind"));
  else if (fit_extender_bind (task->extender, task->pod, task->node_name,
                              &request->on_its_way, &request->problem))
    end_task (request, NULL, NULL);
  else
    look_after_sending (request);
}

static void
bind (gpointer data)
{
  Request *request = data;
  const FitTask *task = request->task;
  GThreadPool *binders = request->daemon->binders;
  g_autofree char *body = NULL;

  request->n_sends++;
  if (task->extender != NULL)
    {
      /* The thread sanitizer does not see GLib's own lock.  From here on
       * another thread may end @request. */
      __atomic_store_n (&request->handed_over, TRUE, __ATOMIC_RELEASE);
      g_thread_pool_push (binders, request, NULL);
    }
  else
    {
      body = fit_body_binding (task->pod, task->node_name);
      send (request, "POST", "/binding", body, bound);
    }
}

/* -- volumes --------------------------------------------------------------- */

/* The writes are sent one after the other, volumes before claims, as long as
 * that goes well; after a failure, watches show what the server has. */
typedef struct
{
  Request *request;
  GPtrArray *paths;  /* owned */
  GPtrArray *bodies; /* owned */
  guint next;
} VolumeWrites;

static void
end_volumes (VolumeWrites *writes, GError *problem)
{
  end_task (writes->request, NULL, problem);
  g_ptr_array_unref (writes->paths);
  g_ptr_array_unref (writes->bodies);
  g_free (writes);
}

static void write_next_volume (VolumeWrites *writes);

static void
volume_written (const FitApiAnswer *answer, const GError *problem,
                gpointer data)
{
  VolumeWrites *writes = data;
  GError *error = fit_answer_problem (answer, problem);

  if (error != NULL || writes->next == writes->paths->len)
    end_volumes (writes, error);
  else
    write_next_volume (writes);
}

static void
write_next_volume (VolumeWrites *writes)
{
  const guint i = writes->next++;

  fit_api_client_send (writes->request->daemon->client,
                       &(const FitApiRequest){
                           .method = "PATCH",
                           .path = writes->paths->pdata[i],
                           .content_type = "application/merge-patch+json",
                           .body = writes->bodies->pdata[i],
                           .timeout_ms = FIT_WRITE_TIMEOUT_MS,
                           .urgency = FIT_API_CHANGE,
                           .done = volume_written,
                           .data = writes,
                       });
}

static gconstpointer
seen (const FitDaemon *daemon, FitKind kind, const char *namespace_,
      const char *name)
{
  const FitLiveObject *live
      = fit_live_objects_find (daemon->view.live, kind, namespace_, name);

  return live != NULL ? live->object : NULL;
}

static void
bind_volumes (Request *request)
{
  const FitDaemon *daemon = request->daemon;
  const FitTask *task = request->task;
  VolumeWrites *writes = g_new0 (VolumeWrites, 1);

  writes->request = request;
  writes->paths = g_ptr_array_new_with_free_func (g_free);
  writes->bodies = g_ptr_array_new_with_free_func (g_free);
  FIT_EACH (const FitPersistentVolume, volume, task->volumes)
    {
      const char *namespace_ = fit_intern (volume->claim_namespace);

      g_ptr_array_add (writes->paths, g_strconcat ("/api/v1/persistentvolumes/",
                                                   volume->meta.name, NULL));
      g_ptr_array_add (writes->bodies,
                       fit_body_volume_patch (
                           volume,
                           seen (daemon, FIT_KIND_PERSISTENT_VOLUME,
                                 volume->meta.namespace_, volume->meta.name),
                           seen (daemon, FIT_KIND_PERSISTENT_VOLUME_CLAIM,
                                 namespace_, volume->claim_name)));
      fit_intern_unref (namespace_);
    }
  FIT_EACH (const FitPersistentVolumeClaim, claim, task->claims)
    {
      g_ptr_array_add (
          writes->paths,
          g_strdup_printf ("/api/v1/namespaces/%s/persistentvolumeclaims/%s",
                           claim->meta.namespace_, claim->meta.name));
      g_ptr_array_add (writes->bodies, fit_body_claim_patch (claim));
    }
  if (writes->paths->len == 0)
    end_volumes (writes, NULL);
  else
    write_next_volume (writes);
}

/* -- beginning ------------------------------------------------------------- */

void
fit_api_tasks_start (gpointer data, const FitTask *task)
{
  FitDaemon *daemon = data;
  Request *request;

  if (task->type == FIT_TASK_DELETE_VICTIM)
    {
      fit_api_delete_victim (daemon, task);
      return;
    }
  request = g_new0 (Request, 1);
  *request
      = (Request){ .daemon = daemon, .task = task, .wait_ms = FIRST_LOOK_MS };
  daemon->n_tasks++;
  fit_metrics_task_begins (daemon->metrics, task);
  if (task->type == FIT_TASK_BIND || task->type == FIT_TASK_BIND_VOLUMES)
    g_hash_table_add (daemon->bindings, (gpointer) task);
  if (task->type == FIT_TASK_BIND)
    bind (request);
  else if (task->type == FIT_TASK_BIND_VOLUMES)
    bind_volumes (request);
  else
    send (request, "GET", "", NULL, fetched);
}

void
fit_api_tasks_init (FitDaemon *daemon)
{
  daemon->world.start_task = fit_api_tasks_start;
  daemon->binders
      = g_thread_pool_new (bind_by_extender, NULL, BINDERS, FALSE, NULL);
}
