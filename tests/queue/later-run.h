/* later-run.h - any operations on a queue of a later release and on a model of it
 *
 * After each of them, both say the same about everything; or the test fails.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/queue/queue-objects.h"
#include "tests/support/choices.h"

/* later_run_objects_new: pods of all sorts */
QueueObjects *later_run_objects_new (void);

/* later_run: the queue of some release, against later-model.h; 300 operations, or
 * as many as there are choices for */
void later_run (const QueueObjects *objects, Choices *choices);
