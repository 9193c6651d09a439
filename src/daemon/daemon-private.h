/* daemon-private.h - the daemon from inside
 *
 * daemon.c has its life and its messages, api-world.c what the scheduler asks
 * and tells.
 */
#pragma once

#include "client/api-client.h"
#include "client/reflector.h"
#include "daemon/daemon.h"
#include "scheduler/scheduler.h"
#include "simulate/live-objects.h"
#include "simulate/rules.h"

G_BEGIN_DECLS

struct _FitDaemon
{
  FitDaemonOptions options; /* its rules and API are gone */
  FitSimulationRules rules;
  FitApiClient *client; /* owned: reads, binds, writes statuses */
  FitApiClient *events; /* owned: with a bucket of its own, as kube-scheduler */
  GThreadPool *binders; /* owned: extenders that bind, which are waited for */
  GPtrArray *reflectors; /* owned, of FitReflector */
  GAsyncQueue *messages; /* owned, of FitMessage */
  FitLiveObjects *live;  /* owned: what the API server has, as far as is seen */
  FitWorld world;
  FitScheduler *scheduler; /* owned */
  gboolean listed[FIT_KIND_LAST];
  gboolean synced;      /* all of them */
  gboolean unreachable; /* the API server, and that was said */
  gboolean stopping;
  guint n_tasks; /* under way */
  char *host;    /* owned: reportingInstance of events */
};

typedef enum
{
  FIT_MESSAGE_LISTED,      /* kind, objects */
  FIT_MESSAGE_CHANGED,     /* kind, object, gone */
  FIT_MESSAGE_TASK,        /* task, pod, problem */
  FIT_MESSAGE_NOTE,        /* text */
  FIT_MESSAGE_UNREACHABLE, /* text: who, and why */
  FIT_MESSAGE_STOP,
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
} FitMessage;

/* fit_daemon_post: from any thread.  @message: copied, what it owns is taken */
void fit_daemon_post (FitDaemon *daemon, const FitMessage *message);

/* fit_api_world_init: fills daemon->world */
void fit_api_world_init (FitDaemon *daemon);

G_END_DECLS
