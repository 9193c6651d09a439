/* queue-reading.h - what can be seen of a scheduling queue
 */
#pragma once

#include "base/release.h"
#include "queue/queue-names.h"

G_BEGIN_DECLS

typedef struct _FitSchedulingQueue FitSchedulingQueue;

/* fit_scheduling_queue_release: Returns: that of its options */
FitRelease fit_scheduling_queue_release (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_place_name, _event_label: Returns: (transfer none): in the
 * words of its release; in an observer also the label of what is happening:
 * "NodeAdd" */
const char *fit_scheduling_queue_place_name (const FitSchedulingQueue *queue,
                                             FitQueueName name);
const char *fit_scheduling_queue_event_label (const FitSchedulingQueue *queue,
                                              FitQueueEvent event);

/* fit_scheduling_queue_summary: Returns: (transfer full): "activeQ:1; backoffQ:0;
 * unschedulablePods:2 (gated:1)", the last in brackets when there are any */
char *fit_scheduling_queue_summary (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_scheduling_cycle: Returns: how many pods were popped */
gint64 fit_scheduling_queue_scheduling_cycle (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_move_request_cycle: Returns: the scheduling cycle in
 * which pods were last to be moved, -1 before the first time */
gint64
fit_scheduling_queue_move_request_cycle (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_count: Returns: pods in @name, gated ones included */
guint fit_scheduling_queue_count (const FitSchedulingQueue *queue,
                                  FitQueueName name);

/* fit_scheduling_queue_count_gated: Returns: pods in unschedulableQ that a plugin
 * keeps out of activeQ: they have not failed */
guint fit_scheduling_queue_count_gated (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_attempts: Returns: (transfer none) (nullable): of the pod
 * of this UID, which is in flight; until the queue changes */
const FitQueueAttempts *
fit_scheduling_queue_attempts (const FitSchedulingQueue *queue,
                               const char *uid);

/* fit_scheduling_queue_count_events: Returns: events that are kept for pods in
 * flight */
guint fit_scheduling_queue_count_events (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_list: Returns: (transfer container): array of const
 * FitQueueEntry, those in @name: active in the order of pops, backoff in the
 * order in which they end, unschedulable by timestamp.  Entries are valid until
 * the queue changes. */
GPtrArray *fit_scheduling_queue_list (const FitSchedulingQueue *queue,
                                      FitQueueName name);

/* fit_scheduling_queue_find: Returns: (transfer none) (nullable): the entry of
 * the pod with the namespace and name of @pod, until the queue changes */
const FitQueueEntry *fit_scheduling_queue_find (const FitSchedulingQueue *queue,
                                                const FitPod *pod);

/* fit_scheduling_queue_backoff_until: Returns: when the backoff of @pod ends or
 * ended, G_MININT64 when it has none */
gint64 fit_scheduling_queue_backoff_until (const FitSchedulingQueue *queue,
                                           const FitPod *pod);

G_END_DECLS
