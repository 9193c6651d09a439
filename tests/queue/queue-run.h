/* queue-run.h - any operations on a queue and on a model of it
 *
 * After each of them, both say the same about everything; or the test fails.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/queue/queue-objects.h"
#include "tests/support/choices.h"

/* queue_run_objects_new: pods of all sorts */
QueueObjects *queue_run_objects_new (void);

/* queue_run: v1.16's queue, against queue-model.h; 300 operations, or as many as
 * there are choices for */
void queue_run (const QueueObjects *objects, Choices *choices);
