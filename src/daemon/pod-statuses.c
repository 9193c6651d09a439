/* pod-statuses.c - writes the conditions and nominations of pods
 *
 * The changes of one attempt are one write.  Each pod has at most one write
 * under way, so that none overtakes another.  Changes that come meanwhile are
 * merged, and written next.
 *
 * Up to v1.18 the whole pod is written.  It is read first, because a decoded
 * pod does not have all of its fields.  From v1.19 on the write is a patch.  No
 * release repeats a write that failed: the next attempt finds that the change
 * is missing.
 *
 * An attempt that has victims deletes them first.  A pod may be tried again as
 * soon as it changes.  If its victims were not known to be leaving by then, it
 * would preempt more pods.
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"
#include "base/each.h"

#define FIRST_TO_PATCH FIT_RELEASE (19, 0)
#define NS_PER_US G_GINT64_CONSTANT (1000)

typedef struct
{
  FitPod *pod;            /* owned reference: as it was when that was wanted */
  FitStatusChange wanted; /* and not sent yet */
  gboolean under_way;     /* an earlier change */
  gboolean waiting;       /* for a FitVictims */
  gboolean unseen; /* what the pod is seen to have may be older than what was
                      sent */
} FitPodStatus;

struct _FitVictims
{
  guint n;             /* that are being deleted */
  GPtrArray *statuses; /* owned, of FitPodStatus: to be sent then */
};

/* What is sent, on the thread of the client. */
typedef struct
{
  FitDaemon *daemon; /* borrowed */
  FitPod *pod;       /* owned reference */
  FitStatusChange change;
} Write;

static void
status_free (gpointer data)
{
  FitPodStatus *status = data;

  fit_pod_unref (status->pod);
  fit_status_change_clear (&status->wanted);
  g_free (status);
}

static void
victims_free (gpointer data)
{
  FitVictims *victims = data;

  g_ptr_array_unref (victims->statuses);
  g_free (victims);
}

void
fit_pod_statuses_init (FitDaemon *daemon)
{
  daemon->deleting = g_hash_table_new_full (NULL, NULL, victims_free, NULL);
  daemon->statuses
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, status_free);
  daemon->unsent = g_ptr_array_new ();
}

void
fit_pod_statuses_clear (FitDaemon *daemon)
{
  g_clear_pointer (&daemon->deleting, g_hash_table_unref);
  g_clear_pointer (&daemon->unsent, g_ptr_array_unref);
  g_clear_pointer (&daemon->statuses, g_hash_table_unref);
}

/* -- on the thread of the client ------------------------------------------- */

/* Takes @error. */
static void
end (Write *write, GError *error)
{
  fit_daemon_post (write->daemon, &(const FitMessage){
                                      .type = FIT_MESSAGE_STATUS,
                                      .pod = g_steal_pointer (&write->pod),
                                      .problem = error,
                                  });
  fit_status_change_clear (&write->change);
  g_free (write);
}

static void
written (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  end (data, fit_answer_problem (answer, problem));
}

static void
send (Write *write, const char *method, const char *rest, const char *body,
      FitApiDone done)
{
  g_autofree char *path = fit_pod_path (write->pod, rest);

  fit_api_client_send (
      write->daemon->client,
      &(const FitApiRequest){
          .method = method,
          .path = path,
          .content_type = method[1] == 'A' ? FIT_STRATEGIC_MERGE : NULL,
          .body = body,
          .timeout_ms = FIT_WRITE_TIMEOUT_MS,
          .urgency = FIT_API_STATUS,
          .done = done,
          .data = write,
      });
}

static void
read_whole (const FitApiAnswer *answer, const GError *problem, gpointer data)
{
  Write *write = data;
  GError *error = fit_answer_problem (answer, problem);
  g_autofree char *body
      = error != NULL
            ? NULL
            : fit_body_status_put (answer->body, answer->body_len,
                                   write->pod->meta.uid, &write->change,
                                   g_get_real_time () * NS_PER_US, &error);

  if (body != NULL)
    send (write, "PUT", "/status", body, written);
  else
    end (write, error);
}

/* -- on the scheduler's thread --------------------------------------------- */

static void
begin (FitDaemon *daemon, FitPodStatus *status)
{
  const FitObjectMeta *meta = &status->pod->meta;
  const FitLiveObject *live
      = fit_live_objects_find_pod (daemon->view.live, meta->uid);
  const FitPod *seen = live != NULL ? live->object : NULL;
  Write *write;

  if (seen != NULL && !status->unseen)
    fit_status_change_reduce (&status->wanted, seen);
  if (seen == NULL || *seen->node_name != '\0'
      || !fit_status_change_any (&status->wanted))
    {
      g_hash_table_remove (daemon->statuses, meta->uid);
      return;
    }
  write = g_new0 (Write, 1);
  write->daemon = daemon;
  write->pod = fit_pod_ref (seen);
  write->change = status->wanted;
  status->wanted = (FitStatusChange){ 0 };
  status->under_way = TRUE;
  daemon->n_tasks++;
  if (daemon->release < FIRST_TO_PATCH)
    send (write, "GET", "", NULL, read_whole);
  else
    {
      g_autofree char *body = fit_body_status_patch (
          seen, &write->change, g_get_real_time () * NS_PER_US);

      send (write, "PATCH", "/status", body, written);
    }
}

/* -- victims --------------------------------------------------------------- */

FitVictims *
fit_victims_add (FitDaemon *daemon)
{
  if (daemon->victims == NULL)
    {
      daemon->victims = g_new0 (FitVictims, 1);
      daemon->victims->statuses = g_ptr_array_new ();
      g_hash_table_add (daemon->deleting, daemon->victims);
    }
  daemon->victims->n++;
  return daemon->victims;
}

void
fit_victims_remove (FitDaemon *daemon, FitVictims *victims)
{
  if (--victims->n > 0)
    return;
  if (victims == daemon->victims)
    daemon->victims = NULL;
  FIT_EACH (FitPodStatus, status, victims->statuses)
    {
      status->waiting = FALSE;
      if (!status->under_way)
        begin (daemon, status);
    }
  g_hash_table_remove (daemon->deleting, victims);
}

/* -- an attempt ------------------------------------------------------------ */

void
fit_pod_statuses_flush (FitDaemon *daemon)
{
  FitVictims *victims = g_steal_pointer (&daemon->victims);

  FIT_EACH (FitPodStatus, status, daemon->unsent)
    if (victims == NULL)
      begin (daemon, status);
    else
      {
        status->waiting = TRUE;
        g_ptr_array_add (victims->statuses, status);
      }
  g_ptr_array_set_size (daemon->unsent, 0);
}

void
fit_pod_statuses_want (FitDaemon *daemon, const FitPod *pod,
                       FitStatusChange *change)
{
  FitPodStatus *status = g_hash_table_lookup (daemon->statuses, pod->meta.uid);
  FitStatusChange *wanted;

  if (status == NULL)
    {
      status = g_new0 (FitPodStatus, 1);
      status->pod = fit_pod_ref (pod);
      g_hash_table_insert (daemon->statuses, status->pod->meta.uid, status);
    }
  wanted = &status->wanted;
  status->unseen |= status->under_way;
  if (!status->under_way && !status->waiting && !fit_status_change_any (wanted))
    g_ptr_array_add (daemon->unsent, status);
  if (change->reason != NULL)
    {
      g_free (wanted->reason);
      g_free (wanted->message);
      wanted->reason = g_steal_pointer (&change->reason);
      wanted->message = g_steal_pointer (&change->message);
      wanted->observed_generation = change->observed_generation;
    }
  if (change->nominated_node_name != NULL)
    {
      g_free (wanted->nominated_node_name);
      wanted->nominated_node_name
          = g_steal_pointer (&change->nominated_node_name);
    }
}

void
fit_pod_statuses_written (FitDaemon *daemon, const FitPod *pod)
{
  FitPodStatus *status = g_hash_table_lookup (daemon->statuses, pod->meta.uid);

  status->under_way = FALSE;
  if (status->waiting)
    return;
  if (fit_status_change_any (&status->wanted))
    begin (daemon, status);
  else
    g_hash_table_remove (daemon->statuses, pod->meta.uid);
}
