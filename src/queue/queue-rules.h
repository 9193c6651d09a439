/* queue-rules.h - which rule of the scheduling queue belongs to which releases
 *
 * v1.16 has none of these.  One that a release brought stays in all that
 * follow, unless the table in queue-rules.c says otherwise.
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_QUEUE_RULE_ATTEMPTS, /* an entry counts its attempts, and its backoff
                              follows from them */
  FIT_QUEUE_RULE_MANAGED_FIELDS, /* what manages fields is no news of an
                                    assumed pod */
  FIT_QUEUE_RULE_FINALIZERS, /* nor is it, or a finalizer, of one that waits */
  FIT_QUEUE_RULE_SAME_VERSION, /* updates that keep the resourceVersion are
                                  passed over... */
  FIT_QUEUE_RULE_ASSUMED_KEPT, /* ...and all updates of assumed pods */
  FIT_QUEUE_RULE_UPDATE_WAITS, /* updates do not cut a backoff short */
  FIT_QUEUE_RULE_EVENTS,       /* a pod waits for the events that the plugins
                                  which rejected it have registered */
  FIT_QUEUE_RULE_NODE_CHECK,   /* what happens to a node wakes those pods only
                                  that might run there */
  FIT_QUEUE_RULE_ACTIVATE,     /* plugins make pods active */
  FIT_QUEUE_RULE_LONG_STAY,    /* 5 minutes without an event, not 60 seconds */
  FIT_QUEUE_RULE_PRE_ENQUEUE,  /* plugins keep pods out of the active queue */
  FIT_QUEUE_RULE_QUIET_CLOSE,  /* that the queue is closed is no error */
  FIT_QUEUE_RULE_HINTS,    /* there is the gate SchedulerQueueingHints: plugins
                                  judge events, and those that come during an
                                  attempt are kept for its end */
  FIT_QUEUE_RULE_HINTS_ON, /* it is on unless it is set */
  FIT_QUEUE_RULE_HINTS_SUFFICE, /* with it on, nodes are not checked */
  FIT_QUEUE_RULE_LAST,
} FitQueueRule;

/* fit_queue_rule: does @rule hold in @release?  0: FIT_RELEASE_LEGACY */
gboolean fit_queue_rule (FitQueueRule rule, FitRelease release);

G_END_DECLS
