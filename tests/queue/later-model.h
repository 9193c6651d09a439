/* later-model.h - the scheduling queue of later releases as one would write it
 * for a test
 *
 * No heap, no index, no list: a row per pod, and loops over all of them.  Who
 * is in flight has a copy of all that has happened since.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/queue/queue-inside.h"

#define LATER_PODS 10
#define LATER_EVENTS 400 /* that one row can keep: more than a run has steps */

/* What a release does, said anew. */
typedef struct
{
  FitRelease release;
  Gate gate;       /* of hints */
  Gate early_gate; /* of early pops */
  gboolean update_waits;
  gboolean events;
  gboolean node_check;
  gboolean gates;
  gboolean hints;
  gboolean unexplained;  /* a pod without plugins waits for its backoff only */
  gboolean every;        /* no event is reported that nobody has registered */
  gboolean pod_changes;  /* updates of pods are events of several kinds */
  gboolean late;         /* what ends now has not ended yet */
  gboolean errors_apart; /* rejections and errors lengthen backoffs apart */
  gboolean activation;   /* of a pod that is being tried is kept */
  gboolean early_pops;   /* backoffQ is popped, too, and ends with the second */
  gint64 stay_seconds;
} LaterRelease;

/* Plugins are bits. */
typedef enum
{
  PLUGIN_A = 1 << 0,
  PLUGIN_B = 1 << 1,
  PLUGIN_C = 1 << 2,     /* has registered nothing */
  PLUGIN_QUOTA = 1 << 3, /* gates */
  PLUGIN_GATES = 1 << 4, /* gates */
} LaterPlugins;

/* Something a plugin has registered. */
typedef struct
{
  LaterPlugins plugin;
  FitClusterResource resource;
  guint actions;
  gint bias; /* of its hint, see later_hint(); -1: it has none */
} LaterRegistration;

extern const LaterRegistration later_registrations[5];

/* later_hint: what the plugin says about @pod */
FitQueueingHint later_hint (gint bias, const FitPod *pod);

/* later_gate: Returns: the plugin that keeps @pod out; 0 for none */
guint later_gate (const FitPod *pod, gboolean quota_used_up);

typedef struct
{
  const FitPod *pod; /* (nullable) borrowed: the object last seen */
  FitQueueName where;
  gboolean gated;
  gint64 timestamp_ns;
  guint64 order; /* of entries, as they were made */
  guint attempts;
  guint rejections;
  guint errors; /* since the last of them */
  gint64 first_ns;
  guint plugins;    /* LaterPlugins */
  const char *node; /* (nullable) interned: where it is nominated */

  gboolean flies;
  guint flight_attempts;
  guint flight_rejections;
  guint flight_errors;
  gint64 flight_first_ns;
  guint n_missed;
  FitClusterEventName missed[LATER_EVENTS];
} LaterPod;

typedef struct
{
  const LaterRelease *release;
  gboolean quota_used_up;
  LaterPod pods[LATER_PODS];
  guint64 entries;
  gint64 scheduling_cycle;
  gint64 move_request_cycle;
  gint64 next_second; /* ticks not run yet */
  gint64 next_half_minute;
} LaterModel;

void later_init (LaterModel *model, const LaterRelease *release, gint64 now);

/* @i is the row of @pod. */
void later_add (LaterModel *model, guint i, const FitPod *pod, gint64 now);

/* later_pop: Returns: the row, LATER_PODS for none */
guint later_pop (LaterModel *model);

/* later_fail: Returns: FALSE when the pod waits already */
gboolean later_fail (LaterModel *model, guint i, const FitPod *pod,
                     guint plugins, gint64 cycle, gint64 now);
void later_done (LaterModel *model, guint i);
void later_update (LaterModel *model, guint i, const FitPod *pod,
                   FitPodChange change, gint64 now);
void later_delete (LaterModel *model, guint i);
gboolean later_activate (LaterModel *model, guint i, gint64 now);

/* later_event: @passes: (nullable): whom a check of the node lets pass */
void later_event (LaterModel *model, FitClusterEventName name,
                  gboolean (*passes) (const FitPod *pod), gint64 now);
void later_assigned (LaterModel *model, FitClusterEventName name,
                     const FitPod *pod, gint64 now);

/* later_run_timers: tick by tick; at most one of each kind is due */
void later_run_timers (LaterModel *model, gint64 now);
gint64 later_next_timer (const LaterModel *model);

/* later_until: Returns: when the backoff ends, G_MININT64 without one */
gint64 later_until (const LaterModel *model, const LaterPod *row);

/* later_less: does @a stand before @b in their queue? */
gboolean later_less (const LaterModel *model, const LaterPod *a,
                     const LaterPod *b);
