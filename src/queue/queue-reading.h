/* queue-reading.h - read access to a scheduling queue
 */
#pragma once

#include "base/release.h"
#include "queue/queue-names.h"

typedef struct _FitSchedulingQueue FitSchedulingQueue;

/* fit_scheduling_queue_place_name, _event_label: Returns: (transfer none): the
 * name that its release uses; inside an observer also the label of the current
 * event: "NodeAdd" */
const char *fit_scheduling_queue_place_name (const FitSchedulingQueue *queue,
                                             FitQueueName name);
const char *fit_scheduling_queue_event_label (const FitSchedulingQueue *queue,
                                              FitQueueEvent event);

/* fit_scheduling_queue_scheduling_cycle: Returns: the number of pops so far */
gint64 fit_scheduling_queue_scheduling_cycle (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_count: Returns: the number of pods in @name, including
 * gated ones */
guint fit_scheduling_queue_count (const FitSchedulingQueue *queue,
                                  FitQueueName name);

/* fit_scheduling_queue_count_gated: Returns: the number of pods in
 * unschedulableQ that a plugin keeps out of activeQ; these pods have not
 * failed */
guint fit_scheduling_queue_count_gated (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_count_events: Returns: the number of events kept for
 * pods in flight */
guint fit_scheduling_queue_count_events (const FitSchedulingQueue *queue);

/* fit_scheduling_queue_list: Returns: (transfer container): array of const
 * FitQueueEntry, those in @name: active pods in pop order, pods in backoff by
 * its end (where pods are popped early: those that an error keeps waiting come
 * last), unschedulable pods by timestamp.  Entries are valid until the queue
 * changes. */
GPtrArray *fit_scheduling_queue_list (const FitSchedulingQueue *queue,
                                      FitQueueName name);

/* fit_scheduling_queue_find: Returns: (transfer none) (nullable): the entry of
 * the pod with @pod's namespace and name; valid until the queue changes */
const FitQueueEntry *fit_scheduling_queue_find (const FitSchedulingQueue *queue,
                                                const FitPod *pod);
