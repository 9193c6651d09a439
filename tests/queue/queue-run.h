/* queue-run.h - any operations on a queue and on a model of it
 *
 * After each of them, both say the same about everything; or the test fails.
 */
#pragma once

#include "tests/support/choices.h"

/* Pods of all sorts; made once, as decoding is slow. */
typedef struct _QueueObjects QueueObjects;

QueueObjects *queue_objects_new (void);
void queue_objects_free (QueueObjects *objects);

/* queue_run: v1.16's queue, against queue-model.h; 300 operations, or as many as
 * there are choices for */
void queue_run (const QueueObjects *objects, Choices *choices);
