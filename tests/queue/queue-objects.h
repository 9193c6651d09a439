/* queue-objects.h - the pods of random operations on a queue, and where each was last seen
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "queue/scheduling-queue.h"

/* What there may be of a pod besides its namespace, name and UID, and the labels
 * of pods that run.  Made once, as decoding is slow. */
typedef struct
{
  guint n_pods, n_variants, n_assigned;
  FitPod **pods;        /* owned: @n_variants of each */
  FitPod **assigned;    /* owned */
  const char *nodes[2]; /* interned: n1 and n2 */
} QueueObjects;

/* queue_objects_new: @variants and @labels: fields in YAML */
QueueObjects *queue_objects_new (guint n_pods, const char *const *variants,
                                 guint n_variants, const char *const *labels,
                                 guint n_labels);
void queue_objects_free (QueueObjects *objects);

/* queue_objects_pod: Returns: (transfer none) */
const FitPod *queue_objects_pod (const QueueObjects *objects, guint row,
                                 guint variant);

/* queue_row: the number of @pod */
guint queue_row (const FitPod *pod);

/* queue_see: an observer: @seen: FitQueueName of each pod; a pod leaves the place
 * where it was seen */
void queue_see (const FitPod *pod, FitQueueName from, FitQueueName to,
                FitQueueEvent event, gpointer seen);
