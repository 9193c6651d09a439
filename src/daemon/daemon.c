/* daemon.c - the scheduler on a real cluster: its life and its messages
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/daemon-private.h"

#include <malloc.h>

#include "api/texts.h"
#include "assembly/scheduled-pods.h"

#define NS_PER_US G_GINT64_CONSTANT (1000)
#define SHADOW_PAUSE_MS 5000u

/* Bindings that are under way or wait for their turn.  More would take memory,
 * and a pod that becomes more urgent would wait behind them. */
#define MOST_BINDINGS 400

/* A daemon that has tried no pod for this long gives memory back. */
#define IDLE_MS 5000u

static gint64
now_ns (void)
{
  return g_get_monotonic_time () * NS_PER_US;
}

/* -- messages -------------------------------------------------------------- */

static void
message_free (gpointer data)
{
  FitMessage *message = data;

  g_clear_pointer (&message->objects, g_ptr_array_unref);
  fit_object_unref ((gpointer) message->object);
  fit_pod_unref (message->pod);
  g_clear_error (&message->problem);
  if (message->data != NULL && message->destroy != NULL)
    message->destroy (message->data);
  if (message->call != NULL)
    fit_call_end (g_steal_pointer (&message->call), NULL);
  g_free (message->text);
  g_free (message);
}

static void
pod_left (const FitPod *pod, gpointer data)
{
  const FitDaemon *daemon = data;

  fit_metrics_pod_left (daemon->metrics, pod);
}

/* -- what other schedulers decide ------------------------------------------ */

static void
paused (gpointer data)
{
  FitDaemon *daemon = data;

  daemon->pausing = FALSE;
  daemon->options.shadow->paused (daemon->options.shadow->data);
}

/* Counts each field of @object that v1.16 does not know, and says once what is
 * made of it. */
static void
object_appears (FitKind kind, gconstpointer object, gpointer data)
{
  FitDaemon *daemon = data;
  const FitModernRules *rules = &daemon->modern;
  guint n;
  const FitModernField *fields = fit_modern_fields (&n);
  const guint found = fit_modern_fields_of (kind, object);
  const FitPod *pod = kind == FIT_KIND_POD ? object : NULL;
  const FitProfile *profile = NULL;
  const FitObjectMeta *meta = fit_object_meta (object);
  g_autofree char *whose
      = g_strdup_printf ("%s %s/%s has", pod != NULL ? "pod" : "claim",
                         meta->namespace_, meta->name);

  if (pod != NULL
      && fit_assembly_profile (&daemon->rules, pod->spec->scheduler_name)
             == NULL)
    return;
  if (pod != NULL)
    profile = fit_rules_profile (rules->configuration, pod);
  else if (rules->configuration != NULL)
    profile = &rules->configuration->profiles[0];
  for (guint i = 0; i < n; i++)
    {
      const FitModernResult result
          = fit_modern_result (rules, profile, &fields[i]);
      g_autofree char *text = NULL;

      if ((found & (guint) fields[i].bit) == 0)
        continue;
      fit_metrics_modern (daemon->metrics, fields[i].field,
                          fit_modern_result_name (result));
      if ((daemon->told_fields & (guint) fields[i].bit) != 0)
        continue;
      daemon->told_fields |= (guint) fields[i].bit;
      text = fit_modern_tell (rules, &fields[i], result, whose);
      if (text != NULL)
        fit_daemon_note (daemon, "%s", text);
    }
}

static void
pod_changes (const FitPod *old_pod, const FitPod *new_pod, gboolean in_order,
             gpointer data)
{
  FitDaemon *daemon = data;
  FitShadowFinding *finding;

  if (daemon->shadow == NULL)
    return;
  finding = fit_shadow_compare (daemon->shadow, old_pod, new_pod, in_order);
  if (finding == NULL)
    return;
  fit_metrics_compared (daemon->metrics,
                        fit_shadow_result_name (finding->result));
  daemon->options.shadow->compared (finding, daemon->options.shadow->data);
  if (!daemon->pausing)
    fit_daemon_later (daemon, SHADOW_PAUSE_MS, paused, NULL, daemon);
  daemon->pausing = TRUE;
}

/* -- what others see ------------------------------------------------------- */

static void
note_lines (FitDaemon *daemon, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", 0);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      fit_daemon_note (daemon, "%s", lines[i]);
}

static void
note_dump (FitDaemon *daemon)
{
  g_autoptr (GPtrArray) nodes
      = fit_live_objects_list (daemon->view.live, FIT_KIND_NODE);
  g_autoptr (GPtrArray) pods
      = fit_live_objects_list (daemon->view.live, FIT_KIND_POD);
  g_autofree char *differences
      = fit_scheduler_compare (daemon->scheduler, nodes, pods);
  g_autofree char *dump = fit_scheduler_dump (daemon->scheduler);

  note_lines (daemon,
              differences != NULL
                  ? differences
                  : "the cache and the queue agree with the API server");
  note_lines (daemon, dump);
}

void
fit_daemon_debug (FitDaemon *daemon)
{
  fit_daemon_post (daemon, &(const FitMessage){ .type = FIT_MESSAGE_DEBUG });
}

/* -- the loop -------------------------------------------------------------- */

static gint
by_time (gconstpointer a, gconstpointer b, gpointer unused)
{
  const FitMessage *one = a;
  const FitMessage *other = b;

  return one->due_ns < other->due_ns ? -1 : one->due_ns > other->due_ns;
}

static void
take_list (FitDaemon *daemon, const FitMessage *message)
{
  const gboolean was_synced = daemon->view.synced;

  daemon->outage.since_us = 0;
  fit_live_view_listed (&daemon->view, message->kind, message->objects,
                        now_ns ());
  if (!was_synced && daemon->view.synced)
    {
      fit_daemon_note (
          daemon, "read %u nodes and %u pods",
          fit_live_objects_count (daemon->view.live, FIT_KIND_NODE),
          fit_live_objects_count (daemon->view.live, FIT_KIND_POD));
      fit_leading_start (daemon);
    }
  if (daemon->afresh && fit_live_view_is_complete (&daemon->view))
    fit_leading_inform (daemon);
}

/* The reflectors of all kinds notice; it is reported once. */
static void
note_unreachable (FitDaemon *daemon, const char *problem)
{
  g_autofree char *text
      = fit_outage_text (&daemon->outage, problem, g_get_monotonic_time ());

  if (text != NULL)
    fit_daemon_note (daemon, "%s", text);
}

static void
end_task (FitDaemon *daemon, const FitMessage *message)
{
  daemon->n_tasks--;
  if (message->task->type == FIT_TASK_DELETE_VICTIM)
    daemon->n_deletions--;
  fit_metrics_task_ends (daemon->metrics, message->task,
                         message->problem == NULL);
  /* The daemon does not lead any more, and ends.  That is said once for all
   * bindings which had not left. */
  if (g_error_matches (message->problem, FIT_ERROR, FIT_ERROR_INCOMPLETE)
      && !fit_api_client_may_write (daemon->client))
    return;
  g_hash_table_remove (daemon->bindings, message->task);
  fit_scheduler_finish_task (daemon->scheduler, message->task, message->pod,
                             message->problem, now_ns ());
  fit_events_follow_bindings (daemon);
}

static void
end_status_write (FitDaemon *daemon, const FitMessage *message)
{
  daemon->n_tasks--;
  /* A pod that has moved on meanwhile needs no status. */
  if (g_error_matches (message->problem, FIT_ERROR, FIT_ERROR_REMOTE))
    fit_daemon_note (daemon, "cannot write the status of pod %s/%s: %s",
                     message->pod->meta.namespace_, message->pod->meta.name,
                     message->problem->message);
  fit_pod_statuses_written (daemon, message->pod);
}

static void
take_message (FitDaemon *daemon, FitMessage *message)
{
  switch (message->type)
    {
    case FIT_MESSAGE_LISTED:
      take_list (daemon, message);
      break;
    case FIT_MESSAGE_SERVER:
      fit_api_server_meet (daemon, message->data);
      break;
    case FIT_MESSAGE_AFRESH:
      fit_live_view_expect_lists (&daemon->view);
      daemon->afresh = TRUE;
      break;
    case FIT_MESSAGE_CHANGED:
      fit_live_view_changed (&daemon->view, message->kind, message->object,
                             message->gone, now_ns ());
      break;
    case FIT_MESSAGE_TASK:
      end_task (daemon, message);
      break;
    case FIT_MESSAGE_STATUS:
      end_status_write (daemon, message);
      break;
    case FIT_MESSAGE_DELETED:
      daemon->n_deletions--;
      daemon->n_tasks--;
      if (message->text != NULL)
        fit_daemon_note (daemon, "%s", message->text);
      fit_victims_remove (daemon, message->data);
      break;
    case FIT_MESSAGE_LATER:
      g_queue_insert_sorted (&daemon->timers, message, by_time, NULL);
      return;
    case FIT_MESSAGE_NOTE:
      fit_daemon_note (daemon, "%s", message->text);
      break;
    case FIT_MESSAGE_UNREACHABLE:
      note_unreachable (daemon, message->text);
      break;
    case FIT_MESSAGE_REACHABLE:
      daemon->outage.since_us = 0;
      break;
    case FIT_MESSAGE_LEADER:
    case FIT_MESSAGE_STOP:
      fit_leading_take (daemon, message);
      break;
    case FIT_MESSAGE_CALL:
      fit_call_end (g_steal_pointer (&message->call), daemon);
      break;
    case FIT_MESSAGE_DEBUG:
      note_dump (daemon);
      break;
    default:
      break;
    }
  message_free (message);
}

/* After a burst of work malloc holds freed memory; hand it back once idle.  Events
 * are the last of it. */
static void
give_back (gpointer data)
{
  FitDaemon *daemon = data;

  daemon->gives_back = daemon->was_busy || daemon->n_events > 0;
  if (daemon->gives_back)
    fit_daemon_later (daemon, IDLE_MS, give_back, NULL, daemon);
#ifdef __GLIBC__
  else
    malloc_trim (0);
#endif
  daemon->was_busy = FALSE;
}

static void
note_work (FitDaemon *daemon)
{
  daemon->was_busy = TRUE;
  if (!daemon->gives_back)
    fit_daemon_later (daemon, IDLE_MS, give_back, NULL, daemon);
  daemon->gives_back = TRUE;
}

gboolean
fit_daemon_run (FitDaemon *daemon, GError **error)
{
  fit_api_server_begin (daemon);
  note_work (daemon);
  while (fit_leading_goes_on (daemon))
    {
      FitMessage *message, *timer;
      gboolean busy = FALSE, held;
      gint64 next_ns;

      while ((message = fit_mailbox_take (daemon->messages, 0)) != NULL)
        take_message (daemon, message);
      while ((timer = g_queue_peek_head (&daemon->timers)) != NULL
             && timer->due_ns <= now_ns ())
        {
          g_queue_pop_head (&daemon->timers);
          timer->func (g_steal_pointer (&timer->data));
          message_free (timer);
        }
      held = fit_daemon_change_rules (daemon)
             || g_hash_table_size (daemon->bindings) >= MOST_BINDINGS;
      if (fit_leading_is_on (daemon))
        {
          fit_scheduler_run_timers (daemon->scheduler, now_ns ());
          if (!held)
            {
              fit_metrics_attempt_begins (daemon->metrics);
              busy = fit_scheduler_schedule_one (daemon->scheduler, now_ns ());
              fit_metrics_attempt_ends (daemon->metrics, daemon->scheduler,
                                        daemon->rules.cache);
            }
        }
      fit_pod_statuses_flush (daemon);
      if (busy)
        note_work (daemon);
      if (busy || !fit_leading_goes_on (daemon))
        continue;
      timer = g_queue_peek_head (&daemon->timers);
      next_ns = timer != NULL ? timer->due_ns : G_MAXINT64;
      if (fit_leading_is_on (daemon))
        next_ns = MIN (next_ns, fit_scheduler_next_timer (daemon->scheduler));
      message = fit_mailbox_take (
          daemon->messages,
          next_ns == G_MAXINT64 ? G_MAXINT64 : next_ns / NS_PER_US + 1);
      if (message != NULL)
        take_message (daemon, message);
    }
  fit_daemon_end_changes (daemon);
  return fit_leading_end (daemon, error);
}

/* -- its life -------------------------------------------------------------- */

/* 2,000 pods take 40 s at 50 requests a second, whatever the machine does. */
static void
held_back (guint n_requests, guint n_bindings, double qps, gpointer data)
{
  g_autofree char *text = g_strdup_printf (
      "%u requests, %u of them bindings, wait because of the limit of %g a "
      "second; --kube-api-qps and --kube-api-burst, or clientConnection in the "
      "file of --config, change it",
      n_requests, n_bindings, qps);

  fit_daemon_post_note (text, data);
}

static void
observe (const FitDaemon *daemon, FitApiClient *client)
{
  fit_metrics_observe_client (daemon->metrics, client);
  fit_daemon_observe (daemon, client);
}

FitDaemon *
fit_daemon_new (FitDaemonOptions *options, GError **error)
{
  g_autoptr (FitDaemon) daemon = g_new0 (FitDaemon, 1);
  const FitDaemonRules rules = { options->rules, options->disable_preemption };

  fit_monitor_init (&daemon->changes);
  daemon->options = *options;
  daemon->messages = fit_mailbox_new (message_free);
  daemon->reflectors
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_reflector_free);
  fit_live_view_init (&daemon->view);
  daemon->view.object_appears = object_appears;
  daemon->view.pod_changes = pod_changes;
  daemon->view.pod_left = pod_left;
  daemon->view.data = daemon;
  pthread_mutex_init (&daemon->calls_lock, NULL);
  daemon->metrics
      = fit_metrics_new (options->rules.configuration != NULL
                             ? options->rules.configuration->target.release
                             : FIT_RELEASE_LEGACY,
                         NULL);
  daemon->bindings = g_hash_table_new (NULL, NULL);
  daemon->modern = (FitModernRules){ options->rules.configuration,
                                     options->rules.modern, options->flags };
  if (!fit_assembly_init (&daemon->rules, &options->rules, error))
    return NULL;
  daemon->client
      = fit_api_client_new (options->api, options->qps, options->burst, error);
  if (daemon->client == NULL)
    return NULL;
  daemon->events
      = fit_api_client_new (options->api, options->qps, options->burst, error);
  if (daemon->events == NULL)
    return NULL;
  observe (daemon, daemon->client);
  fit_api_client_tell_held_back (daemon->client, held_back, daemon);
  observe (daemon, daemon->events);
  if (options->shadow != NULL)
    {
      fit_api_client_close_writes (daemon->client);
      fit_api_client_close_writes (daemon->events);
    }
  fit_api_world_init (daemon);
  fit_api_tasks_init (daemon);
  fit_pod_statuses_init (daemon);
  fit_events_init (daemon);
  fit_daemon_make_scheduler (daemon, &rules);
  daemon->view.release = daemon->release;
  daemon->room = (FitListRoom) FIT_LIST_ROOM_INIT;
  if (!fit_leading_init (daemon, options, error))
    return NULL;
  daemon->pages = fit_pages_new (daemon, &options->serving, error);
  if (daemon->pages == NULL)
    return NULL;
  return g_steal_pointer (&daemon);
}

void
fit_daemon_free (FitDaemon *daemon)
{
  FitMessage *message;

  if (daemon == NULL)
    return;
  /* Callers that wait learn that no call is run any more. */
  pthread_mutex_lock (&daemon->calls_lock);
  daemon->calls_closed = TRUE;
  pthread_mutex_unlock (&daemon->calls_lock);
  while ((message = fit_mailbox_take (daemon->messages, 0)) != NULL)
    message_free (message);
  fit_pages_free (daemon->pages);
  if (daemon->binders != NULL)
    g_thread_pool_free (daemon->binders, FALSE, TRUE);
  fit_leading_stop (daemon);
  fit_api_client_free (daemon->client);
  fit_api_client_free (daemon->events);
  fit_leading_clear (daemon);
  fit_discovery_free (daemon->discovery);
  g_ptr_array_unref (daemon->reflectors);
  fit_scheduler_free (daemon->scheduler);
  fit_shadow_free (daemon->shadow);
  fit_mailbox_free (daemon->messages);
  g_queue_clear_full (&daemon->timers, message_free);
  fit_pod_statuses_clear (daemon);
  fit_events_clear (daemon);
  fit_live_view_clear (&daemon->view);
  fit_assembly_clear (&daemon->rules);
  fit_metrics_free (daemon->metrics);
  pthread_mutex_destroy (&daemon->calls_lock);
  fit_monitor_clear (&daemon->changes);
  g_hash_table_unref (daemon->bindings);
  g_free (daemon);
}
