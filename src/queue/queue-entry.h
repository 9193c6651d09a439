/* queue-entry.h - a pod that waits in the scheduling queue
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* Where a pod waits. */
typedef enum
{
  FIT_QUEUE_NONE,          /* nowhere: unknown, or popped */
  FIT_QUEUE_ACTIVE,        /* activeQ: ready for an attempt */
  FIT_QUEUE_BACKOFF,       /* podBackoffQ: ready as soon as its backoff ends */
  FIT_QUEUE_UNSCHEDULABLE, /* unschedulableQ: waits for something to change */
  FIT_QUEUE_LAST,
} FitQueueName;

/* A pod's scheduling attempts, from when it is first queued until it is
 * scheduled or deleted.  v1.16 does not track them. */
typedef struct
{
  guint n;          /* number of pops */
  guint rejections; /* how many ended with plugins that rejected the pod */
  guint errors;     /* how many have ended with an error since the last
                       rejection */
  gint64 first_ns;  /* when it first became active; G_MININT64: not yet */
} FitQueueAttempts;

/* Read-only outside the queue.  An entry is created when a pod is added, when
 * it comes back after a failed attempt, and when an unknown pod is updated.
 * Moves and updates keep the entry. */
typedef struct
{
  const FitPod *pod;       /* owned reference */
  FitQueueName queue;      /* where the pod is */
  gint64 timestamp_ns;     /* when the entry was created */
  guint64 sequence;        /* increases with every new entry; breaks ties */
  gint64 backoff_until_ns; /* in backoffQ: when the backoff is over */
  FitQueueAttempts attempts;
  GPtrArray *plugins; /* (nullable) owned, of owned names: the plugins that
                         rejected the pod in its last attempt, plus those that
                         have gated it since */
  const char *gate;   /* (nullable) one of @plugins, which keeps the pod out of
                         activeQ; the pod is then in unschedulableQ */

  /*< private >*/
  char *key;           /* owned: "NAMESPACE/NAME", or "NAME" */
  guint position;      /* in the heap of its queue */
  GList arrival_link;  /* in the list of unschedulable pods */
  GList affinity_link; /* in the list of those with required affinity */
} FitQueueEntry;

/**
 * FitQueueLess:
 *
 * Returns: TRUE if @a must be tried before @b.  If neither is less, the
 *   sequence number decides.
 */
typedef gboolean (*FitQueueLess) (const FitQueueEntry *a,
                                  const FitQueueEntry *b, gpointer data);
