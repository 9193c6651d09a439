/* queue-entry.h - a pod that waits in the scheduling queue
 */
#pragma once

#include "api/pod.h"

G_BEGIN_DECLS

/* Where a pod waits. */
typedef enum
{
  FIT_QUEUE_NONE,          /* nowhere: unknown, or taken out by a pop */
  FIT_QUEUE_ACTIVE,        /* activeQ: ready for an attempt */
  FIT_QUEUE_BACKOFF,       /* podBackoffQ: ready as soon as its backoff ends */
  FIT_QUEUE_UNSCHEDULABLE, /* unschedulableQ: waits for something to change */
  FIT_QUEUE_LAST,
} FitQueueName;

/* What is known of a pod's attempts, from its first entry on until it is
 * scheduled or gone; nothing in v1.16. */
typedef struct
{
  guint n;         /* how often it was popped */
  gint64 first_ns; /* when it became active first; G_MININT64: not yet */
} FitQueueAttempts;

/* Read-only but for the queue.  One is made when a pod is added, when it comes
 * back from a failed attempt, and when a pod nobody knew is updated; moves and
 * updates keep it. */
typedef struct
{
  const FitPod *pod;       /* owned reference */
  FitQueueName queue;      /* where it is */
  gint64 timestamp_ns;     /* when it was made */
  guint64 sequence;        /* greater for later ones; decides between equals */
  gint64 backoff_until_ns; /* in backoffQ: when the backoff ends */
  FitQueueAttempts attempts;
  GPtrArray *plugins; /* (nullable) owned, of owned names: the plugins that
                         rejected it in its last attempt, and those that have
                         gated it since */
  const char *gate;   /* (nullable) one of @plugins: it is in unschedulableQ
                         because this one keeps it out of activeQ */

  /*< private >*/
  char *key;           /* owned: "NAMESPACE/NAME", or "NAME" */
  guint position;      /* in the heap of its queue */
  GList affinity_link; /* among those that wait for a pod to be near */
} FitQueueEntry;

/**
 * FitQueueLess:
 *
 * Returns: TRUE when @a is to be tried before @b.  Entries of which neither is
 *   less go by sequence.
 */
typedef gboolean (*FitQueueLess) (const FitQueueEntry *a,
                                  const FitQueueEntry *b, gpointer data);

G_END_DECLS
