/* daemon-private.h - the parts of the daemon
 *
 * daemon.c creates and ends it and handles its messages.  live-view.c knows
 * what the API server has, api-world.c is the scheduler's world, and
 * api-tasks.c runs the tasks that the scheduler waits for.  pod-statuses.c
 * writes the status of pods, events.c sends events, and bodies.c writes both as
 * JSON.  leader-term.c decides whether the daemon may act, and how it ends.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "base/mailbox.h"
#include "base/monitor.h"
#include "client/api-client.h"
#include "client/discovery.h"
#include "client/outage.h"
#include "client/reflector.h"
#include "daemon/bodies.h"
#include "daemon/daemon.h"
#include "daemon/event-log.h"
#include "daemon/live-view.h"
#include "daemon/metrics.h"
#include "scheduler/debugger.h"
#include "scheduler/scheduler.h"
#include "assembly/assembly.h"
#include "assembly/modern-pods.h"

typedef struct _FitPages FitPages;

typedef struct _FitVictims FitVictims;
typedef struct _FitCall FitCall;
typedef struct _FitLeading FitLeading;

typedef struct _FitRulesChange FitRulesChange;

struct _FitDaemon
{
  FitDaemonOptions options; /* without its rules and API */
  FitAssembly rules;
  FitApiClient *client; /* owned: reads, binds, writes statuses */
  FitApiClient *events; /* owned: with a bucket of its own, as kube-scheduler */
  GThreadPool *binders; /* owned: extenders that bind, which are waited for */
  FitDiscovery *discovery;         /* owned */
  GPtrArray *reflectors;           /* owned, of FitReflector */
  gboolean missing[FIT_KIND_LAST]; /* kinds that the server does not have */
  FitListRoom room;     /* of their lists; of the thread of @client */
  FitMailbox *messages; /* owned, of FitMessage */
  GQueue timers;        /* of FitMessage, owned, the next one first */
  GHashTable *statuses; /* owned: UID -> FitPodStatus: writes of pods */
  GPtrArray *unsent;    /* owned, of FitPodStatus: to be sent */
  GHashTable *deleting; /* owned: set of FitVictims, owned */
  FitVictims *victims;  /* (nullable) borrowed: of the current attempt */
  FitLiveView view;     /* what the API server has, as last seen */
  FitWorld world;
  FitScheduler *scheduler; /* owned */
  FitRelease release;      /* that is emulated */
  FitFeatureGates gates;   /* that are set */
  gboolean afresh;         /* FIT_MESSAGE_AFRESH has come */
  FitOutage outage;        /* of the API server */
  guint n_tasks;           /* pending: of the scheduler, and other writes */
  guint n_deletions;       /* of them, of victims */
  FitEventLog *event_log;  /* owned */
  gboolean overflowing;    /* events are dropped, and that was reported */
  guint n_events;          /* pending */
  guint n_events_sent;     /* of them, on their way to the server */
  GQueue unsent_events;    /* the others but those that wait for another try */
  gboolean events_have_timer; /* after which they wait no longer */
  FitMetrics *metrics;        /* owned */
  FitPages *pages;            /* owned */
  FitShadow *shadow;          /* (nullable) owned */
  gboolean pausing;           /* options.paused is going to be called */
  FitModernRules modern;
  guint told_fields; /* FitModernFields: what was said of them */
  pthread_mutex_t calls_lock;
  gboolean calls_closed; /* under the lock: none is taken any more */

  gboolean was_busy;   /* since it last looked whether to give memory back */
  gboolean gives_back; /* and it will look again */

  FitMonitor changes;
  FitRulesChange *change; /* (nullable) borrowed, under the lock: to be made */
  gboolean ended;         /* under the lock: fit_daemon_run() is over */

  GHashTable
      *bindings;       /* owned: set of FitTask, borrowed: those of n_tasks that
                           bind pods or their volumes */
  FitLeading *leading; /* owned */
};

typedef enum
{
  FIT_MESSAGE_LISTED,      /* kind, objects */
  FIT_MESSAGE_SERVER,      /* data: FitServed: who it is that answers */
  FIT_MESSAGE_AFRESH,      /* what is listed after this was stored after
                              fit_daemon_read_afresh() */
  FIT_MESSAGE_CHANGED,     /* kind, object, gone */
  FIT_MESSAGE_TASK,        /* task, pod, problem */
  FIT_MESSAGE_STATUS,      /* pod, and what went wrong: problem */
  FIT_MESSAGE_DELETED,     /* data: FitVictims; what went wrong: text */
  FIT_MESSAGE_LATER,       /* due_ns, func, data, destroy */
  FIT_MESSAGE_NOTE,        /* text */
  FIT_MESSAGE_UNREACHABLE, /* text: who, and why */
  FIT_MESSAGE_REACHABLE,
  FIT_MESSAGE_LEADER, /* state; text: the same for people */
  FIT_MESSAGE_STOP,
  FIT_MESSAGE_CALL, /* call */
  FIT_MESSAGE_DEBUG,
} FitMessageType;

/* From the client's thread to that of the scheduler. */
typedef struct
{
  FitMessageType type;
  FitKind kind;
  GPtrArray *objects;   /* owned */
  gconstpointer object; /* owned reference */
  gboolean gone;
  const FitTask *task; /* borrowed */
  const FitPod *pod;   /* (nullable) owned reference */
  GError *problem;     /* (nullable) owned */
  char *text;          /* owned */
  FitElectionState state;
  gint64 due_ns;          /* of the monotonic clock */
  GDestroyNotify func;    /* takes @data, on the scheduler's thread */
  GDestroyNotify destroy; /* (nullable) takes it if @func never runs */
  gpointer data;
  FitCall *call; /* (nullable) owned reference */
} FitMessage;

/* fit_daemon_make_scheduler: creates it by daemon->rules, which were made from
 * @rules, and tells it what there is */
void fit_daemon_make_scheduler (FitDaemon *daemon, const FitDaemonRules *rules);

/* fit_daemon_observe: tells daemon->options.requested of the requests of
 * @client; call it before the first */
void fit_daemon_observe (const FitDaemon *daemon, FitApiClient *client);

/* api-server.c: fit_api_server_begin: asks the server what it is;
 * fit_api_server_meet: it has said so, and is read */
void fit_api_server_begin (FitDaemon *daemon);
void fit_api_server_meet (FitDaemon *daemon, const FitServed *served);

/* fit_daemon_read_afresh: lists all kinds as they are stored now, whatever the
 * watches have brought.  fit_leading_inform() follows once all of it is
 * known. */
void fit_daemon_read_afresh (FitDaemon *daemon);

/* fit_daemon_change_rules: takes other rules, if there are any.  Returns: TRUE
 * as long as that has to wait; no attempt may begin then.
 * fit_daemon_end_changes: none are taken any more. */
gboolean fit_daemon_change_rules (FitDaemon *daemon);
void fit_daemon_end_changes (FitDaemon *daemon);

/* fit_daemon_post: from any thread.  @message: copied; takes what it owns */
void fit_daemon_post (FitDaemon *daemon, const FitMessage *message);

/* fit_daemon_note: tells the user, on the scheduler's thread.
 * fit_daemon_post_note: from any thread */
void fit_daemon_note (const FitDaemon *daemon, const char *format, ...)
    G_GNUC_PRINTF (2, 3);
void fit_daemon_post_note (const char *text, gpointer daemon);

/* fit_daemon_later: @func (@data) runs on the scheduler's thread in @ms, or
 * @destroy (@data) when the daemon is freed before.  From any thread. */
void fit_daemon_later (FitDaemon *daemon, guint ms, GDestroyNotify func,
                       GDestroyNotify destroy, gpointer data);

/* -- requests -------------------------------------------------------------- */

#define FIT_WRITE_TIMEOUT_MS 60000
#define FIT_STRATEGIC_MERGE "application/strategic-merge-patch+json"

/* fit_answer_problem: Returns: (transfer full) (nullable): NULL: the server did
 * it; FIT_ERROR_NOT_FOUND for 404 and 409 */
GError *fit_answer_problem (const FitApiAnswer *answer, const GError *problem);

/* fit_pod_path: Returns: (transfer full): with @rest, "" or "/status" */
char *fit_pod_path (const FitPod *pod, const char *rest);

/* fit_daemon_hide_secrets: Returns: (transfer full): @text without secrets, for
 * all who may read the cluster */
char *fit_daemon_hide_secrets (const FitDaemon *daemon, const char *text);

/* calls.c: fit_call_end: runs @call (transfer full), on the thread of the
 * scheduler; @daemon: (nullable): NULL: it does not run */
void fit_call_end (FitCall *call, FitDaemon *daemon);

/* -- the other parts ------------------------------------------------------- */

/* fit_api_observed_generation: @observed_before: a condition of that type has
 * an observedGeneration.  Returns: the one to write; 0: none */
gint64 fit_api_observed_generation (const FitDaemon *daemon, const FitPod *pod,
                                    gboolean observed_before);

/* fit_api_world_init: fills daemon->world, and fit_api_tasks_init after it the
 * part that runs tasks */
void fit_api_world_init (FitDaemon *daemon);
void fit_api_tasks_init (FitDaemon *daemon);

/* fit_api_delete_victim: starts a FIT_TASK_DELETE_VICTIM */
void fit_api_delete_victim (FitDaemon *daemon, const FitTask *task);

/* fit_api_tasks_start: FitWorld.start_task */
void fit_api_tasks_start (gpointer daemon, const FitTask *task);

/* fit_pod_statuses_want: @change of @pod is to be written; @change is taken */
void fit_pod_statuses_want (FitDaemon *daemon, const FitPod *pod,
                            FitStatusChange *change);

/* fit_pod_statuses_flush: sends what was wanted since the last time, in one
 * write for each pod */
void fit_pod_statuses_flush (FitDaemon *daemon);

/* fit_pod_statuses_written: a write of @pod has ended */
void fit_pod_statuses_written (FitDaemon *daemon, const FitPod *pod);

/* fit_victims_add: a victim is being deleted, for which the statuses of the
 * current attempt wait.  Returns: (transfer none) */
FitVictims *fit_victims_add (FitDaemon *daemon);

/* fit_victims_remove: it is deleted, or cannot be */
void fit_victims_remove (FitDaemon *daemon, FitVictims *victims);

/* fit_events_write: FitWorld.event */
void fit_events_write (gpointer daemon, const FitEvent *event);
/* fit_events_follow_bindings: to be called when a pod is no longer being bound:
 * then events may go that waited. */
void fit_events_follow_bindings (FitDaemon *daemon);
/* fit_events_write_series: writes how often repeated events have happened,
 * those that are over at @when_ns (since 1970) or were last written long ago */
void fit_events_write_series (FitDaemon *daemon, gint64 when_ns);

void fit_events_init (FitDaemon *daemon);

/* fit_events_choose: the API for events of a server that has @served */
void fit_events_choose (FitDaemon *daemon, const FitServed *served);
void fit_events_clear (FitDaemon *daemon);
/* fit_leading_init: FALSE where files of its client cannot be read */
gboolean fit_leading_init (FitDaemon *daemon, const FitDaemonOptions *options,
                           GError **error);

/* fit_leading_stop: before the clients are freed; fit_leading_clear: after */
void fit_leading_stop (FitDaemon *daemon);
void fit_leading_clear (FitDaemon *daemon);

/* fit_leading_start: all kinds have been listed: it could lead now */
void fit_leading_start (FitDaemon *daemon);

/* fit_leading_inform: what fit_daemon_read_afresh() was to bring is known */
void fit_leading_inform (FitDaemon *daemon);

/* fit_leading_take: FIT_MESSAGE_LEADER and FIT_MESSAGE_STOP */
void fit_leading_take (FitDaemon *daemon, const FitMessage *message);

/* fit_leading_is_on: may pods be scheduled?  A shadow never does. */
gboolean fit_leading_is_on (const FitDaemon *daemon);

/* fit_leading_goes_on: FALSE: the loop ends */
gboolean fit_leading_goes_on (FitDaemon *daemon);

/* fit_leading_check: FitHealthCheck.check, of @daemon: as in kube-scheduler, a
 * leader fails if its lease ended 20 seconds ago and was not renewed */
char *fit_leading_check (gpointer daemon);

/* fit_leader_unhealthy: Returns: (transfer full) (nullable): what is wrong with
 * the leader by @lock, whose lease ends at @lease_end_us */
char *fit_leader_unhealthy (const char *lock, gint64 lease_end_us,
                            gint64 now_us);

/* fit_leading_end: Returns: what fit_daemon_run() returns */
gboolean fit_leading_end (const FitDaemon *daemon, GError **error);

void fit_pod_statuses_init (FitDaemon *daemon);
void fit_pod_statuses_clear (FitDaemon *daemon);

/* -- pages.c --------------------------------------------------------------- */

/* fit_pages_new: listens from now on.  Returns: (transfer full) (nullable):
 * NULL with FIT_ERROR_IO where an address cannot be used */
FitPages *fit_pages_new (FitDaemon *daemon, const FitServing *serving,
                         GError **error);

/* fit_pages_free: no call of fit_daemon_call() is taken any more */
void fit_pages_free (FitPages *pages);
