/* api-world.c - the API server as the scheduler's world
 *
 * Reads use what the reflectors have seen.  Writes are sent at once, and the
 * next decision does not wait for them.  The result of a binding arrives as the
 * end of its task; the result of a status or an event does not affect
 * decisions.
 *
 * Source: kube-scheduler v1.20, as observed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/intern.h"
#include "daemon/daemon-private.h"

/* -- reading --------------------------------------------------------------- */

static FitPod *
get_pod (gpointer data, const char *namespace_, const char *name,
         GError **error)
{
  const FitDaemon *daemon = data;
  const FitLiveObject *live = fit_live_objects_find (
      daemon->view.live, FIT_KIND_POD, namespace_, name);

  if (live != NULL)
    return fit_pod_ref (live->object);
  return fit_fail_null (error, FIT_ERROR_NOT_FOUND, "pods \"%s\" not found",
                        name);
}

static gboolean
get_node (gpointer data, const char *name, GError **error)
{
  const FitDaemon *daemon = data;
  const char *no_namespace = fit_intern ("");
  const gboolean found
      = fit_live_objects_find (daemon->view.live, FIT_KIND_NODE, no_namespace,
                               name)
        != NULL;

  fit_intern_unref (no_namespace);
  return found
         || fit_fail (error, FIT_ERROR_NOT_FOUND, "nodes \"%s\" not found",
                      name);
}

/* -- statuses -------------------------------------------------------------- */

static gboolean
set_nominated_node (gpointer data, const FitPod *pod, const char *node_name,
                    GError **error)
{
  g_auto (FitStatusChange) change
      = { .nominated_node_name = g_strdup (node_name) };

  fit_pod_statuses_want (data, pod, &change);
  return TRUE;
}

/* From this release on, a condition says which generation of the pod it is
 * about, if it said so before or the gate is on. */
#define OBSERVES_SINCE FIT_RELEASE (33, 0)

gint64
fit_api_observed_generation (const FitDaemon *daemon, const FitPod *pod,
                             gboolean observed_before)
{
  const gboolean observes
      = observed_before
        || fit_gate_on (daemon->gates,
                        FIT_GATE_POD_OBSERVED_GENERATION_TRACKING);

  return observes && daemon->release >= OBSERVES_SINCE ? pod->meta.generation
                                                       : 0;
}

static gboolean
set_unscheduled (gpointer data, const FitPod *pod, const char *reason,
                 const char *message, GError **error)
{
  g_auto (FitStatusChange) change
      = { .reason = g_strdup (reason),
          .message = fit_daemon_hide_secrets (data, message),
          .observed_generation = fit_api_observed_generation (
              data, pod, pod->observed_unscheduled) };

  fit_pod_statuses_want (data, pod, &change);
  return TRUE;
}

/* -- victims --------------------------------------------------------------- */

#define FIRST_PAUSE_MS 500
#define MOST_PAUSES 5
#define NS_PER_US G_GINT64_CONSTANT (1000)

/* From 1.26 to 1.28 the condition of a victim is applied, by this manager. */
#define APPLIES_SINCE FIT_RELEASE (26, 0)
#define APPLIES_BEFORE FIT_RELEASE (29, 0)
#define APPLY "application/apply-patch+yaml"
#define APPLIED "/status?fieldManager=KubeScheduler&force=true"

typedef struct
{
  FitDaemon *daemon;   /* borrowed */
  FitPod *pod;         /* owned reference */
  FitVictims *of;      /* (nullable) borrowed */
  const FitTask *task; /* (nullable) borrowed: it ends with the deletion */
  char *note;          /* (nullable) owned: to be written before */
  gboolean applies;    /* the note */
  guint pauses;
} Deletion;

static void
deletion_free (gpointer data)
{
  Deletion *deletion = data;

  fit_pod_unref (deletion->pod);
  g_free (deletion->note);
  g_free (deletion);
}

static void go_on (gpointer data);

/* That a victim is gone already counts as success. */
static void
answered (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Deletion *deletion = data;
  const FitObjectMeta *meta = &deletion->pod->meta;
  g_autoptr (GError) error = fit_answer_problem (answer, problem);
  FitMessage message = { .type = FIT_MESSAGE_DELETED, .data = deletion->of };

  if (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE)
      && (answer->status == 0 || answer->status >= 500)
      && deletion->pauses < MOST_PAUSES)
    {
      fit_daemon_later (deletion->daemon, FIRST_PAUSE_MS << deletion->pauses++,
                        go_on, deletion_free, deletion);
      return;
    }
  if (error == NULL && deletion->note != NULL)
    {
      g_clear_pointer (&deletion->note, g_free);
      deletion->pauses = 0;
      go_on (deletion);
      return;
    }
  if (deletion->task != NULL)
    message = (FitMessage){ .type = FIT_MESSAGE_TASK,
                            .task = deletion->task,
                            .problem = g_steal_pointer (&error) };
  else if (g_error_matches (error, FIT_ERROR, FIT_ERROR_REMOTE))
    message.text = g_strdup_printf (
        deletion->note != NULL
            ? "cannot mark pod %s/%s, so it is not deleted: %s"
            : "cannot delete pod %s/%s: %s",
        meta->namespace_, meta->name, error->message);
  fit_daemon_post (deletion->daemon, &message);
  deletion_free (deletion);
}

/* First the note, then the deletion. */
static void
go_on (gpointer data)
{
  const Deletion *deletion = data;
  const gboolean notes = deletion->note != NULL;
  g_autofree char *path
      = fit_pod_path (deletion->pod, !notes              ? ""
                                     : deletion->applies ? APPLIED
                                                         : "/status");
  g_autofree char *body = notes ? NULL : fit_body_delete (deletion->pod);

  fit_api_client_send (deletion->daemon->client,
                       &(const FitApiRequest){
                           .method = notes ? "PATCH" : "DELETE",
                           .path = path,
                           .content_type = !notes ? NULL
                                           : deletion->applies
                                               ? APPLY
                                               : FIT_STRATEGIC_MERGE,
                           .body = notes ? deletion->note : body,
                           .timeout_ms = FIT_WRITE_TIMEOUT_MS,
                           .urgency = FIT_API_CHANGE,
                           .done = answered,
                           .data = data,
                       });
}

static Deletion *
deletion_new (FitDaemon *daemon, const FitPod *pod, const FitVictimNote *note)
{
  Deletion *deletion = g_new0 (Deletion, 1);
  const gint64 now_ns = g_get_real_time () * NS_PER_US;

  deletion->daemon = daemon;
  deletion->pod = fit_pod_ref (pod);
  deletion->applies
      = daemon->release >= APPLIES_SINCE && daemon->release < APPLIES_BEFORE;
  if (note != NULL && pod->disruption != FIT_DISRUPTION_PREEMPTED)
    deletion->note
        = deletion->applies
              ? fit_body_victim_apply (pod, note->reason, note->message, now_ns)
              : fit_body_victim_patch (
                  pod, note->reason, note->message,
                  fit_api_observed_generation (daemon, pod,
                                               pod->observed_disruption),
                  now_ns);
  daemon->n_tasks++;
  daemon->n_deletions++;
  return deletion;
}

static gboolean
delete_pod (gpointer data, const FitPod *pod, const FitVictimNote *note,
            GError **error)
{
  FitDaemon *daemon = data;
  Deletion *deletion = deletion_new (daemon, pod, note);

  deletion->of = fit_victims_add (daemon);
  go_on (deletion);
  return TRUE;
}

void
fit_api_delete_victim (FitDaemon *daemon, const FitTask *task)
{
  Deletion *deletion = deletion_new (daemon, task->pod, task->note);

  deletion->task = task;
  go_on (deletion);
}

static void
decided (gpointer data, const FitDecision *decision)
{
  FitDaemon *daemon = data;
  const FitSchedulerProfile *profile
      = decision->pod != NULL ? fit_assembly_profile (
            &daemon->rules, decision->pod->spec->scheduler_name)
                              : NULL;

  fit_metrics_decided (daemon->metrics, daemon->scheduler, decision,
                       !daemon->options.disable_preemption && profile != NULL
                           && !profile->disable_preemption);
  daemon->options.decided (decision, daemon->options.data);
}

void
fit_api_world_init (FitDaemon *daemon)
{
  daemon->world = (FitWorld){
    .data = daemon,
    .get_pod = get_pod,
    .get_node = get_node,
    .set_nominated_node = set_nominated_node,
    .set_unscheduled = set_unscheduled,
    .delete_pod = delete_pod,
    .event = fit_events_write,
    .decided = decided,
  };
}
