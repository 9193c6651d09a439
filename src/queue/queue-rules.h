/* queue-rules.h - how the queue of later releases differs from v1.16's
 *
 * None of these rules holds in v1.16.  Once introduced, a rule holds in all
 * later releases unless the table in queue-rules.c gives an end.
 */
#pragma once

#include "base/release.h"

G_BEGIN_DECLS

typedef enum
{
  FIT_QUEUE_RULE_ATTEMPTS, /* entries count their attempts; the backoff depends
                              on the count */
  FIT_QUEUE_RULE_MANAGED_FIELDS, /* changes of managedFields alone do not count
                                    as an update of an assumed pod... */
  FIT_QUEUE_RULE_FINALIZERS, /* ...nor of a waiting pod, where finalizers do not
                                count either */
  FIT_QUEUE_RULE_SAME_VERSION, /* updates with an unchanged resourceVersion are
                                  ignored... */
  FIT_QUEUE_RULE_ASSUMED_KEPT, /* ...and so are all updates of assumed pods */
  FIT_QUEUE_RULE_UPDATE_WAITS, /* an update does not cut a backoff short */
  FIT_QUEUE_RULE_EVENTS,       /* a pod waits for events that the plugins which
                                  rejected it have registered for */
  FIT_QUEUE_RULE_NODE_CHECK,   /* a node event moves only pods that might run on
                                  the node */
  FIT_QUEUE_RULE_ACTIVATE,     /* plugins can activate pods */
  FIT_QUEUE_RULE_LONG_STAY,    /* the limit in unschedulablePods is 5 minutes,
                                  not 60 s */
  FIT_QUEUE_RULE_PRE_ENQUEUE,  /* plugins can keep pods out of the active
                                  queue */
  FIT_QUEUE_RULE_HINTS,    /* the feature gate SchedulerQueueingHints exists:
                              plugins judge events, and events during an attempt
                              are kept until it ends */
  FIT_QUEUE_RULE_HINTS_ON, /* the gate is on by default */
  FIT_QUEUE_RULE_HINTS_SUFFICE, /* with the gate on, nodes are not checked */
  FIT_QUEUE_RULE_EVERY_CHANGE,  /* an update of a node is an event for each kind
                                   of change, not only for the first; changes of
                                   annotations are events */
  FIT_QUEUE_RULE_POD_CHANGES,   /* so is an update of a pod that runs; with
                                   hints on, they judge what happens to it and
                                   to the waiting pod itself */
  FIT_QUEUE_RULE_UNEXPLAINED,   /* a pod that no plugin has rejected waits for
                                   the end of its backoff, not for an event */
  FIT_QUEUE_RULE_RESOURCE_LABELS,  /* events are named after their resource */
  FIT_QUEUE_RULE_POP_FROM_BACKOFF, /* the gate SchedulerPopFromBackoffQ exists,
                                      and is on by default: while nothing else
                                      waits, rejected pods need not wait for the
                                      end of their backoff */
  FIT_QUEUE_RULE_LATE_END, /* a backoff that ends right now is not over yet; a
                              gated pod backs off if it was tried before, and no
                              pod does that was not */
  FIT_QUEUE_RULE_ERRORS_APART, /* an attempt that ends with an error does not
                                  lengthen the backoff after a rejection */
  FIT_QUEUE_RULE_LAST,
} FitQueueRule;

/* fit_queue_rule: does @rule hold in @release?  0 means FIT_RELEASE_LEGACY */
gboolean fit_queue_rule (FitQueueRule rule, FitRelease release);

G_END_DECLS
