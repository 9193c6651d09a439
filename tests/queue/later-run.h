/* later-run.h - any operations on a queue of a later release and on a model of it
 *
 * After each of them, both say the same about everything; or the test fails.
 */
#pragma once

#include "tests/support/choices.h"

/* Pods of all sorts; made once, as decoding is slow. */
typedef struct _LaterObjects LaterObjects;

LaterObjects *later_objects_new (void);
void later_objects_free (LaterObjects *objects);

/* later_run: the queue of some release, against later-model.h; 300 operations, or
 * as many as there are choices for */
void later_run (const LaterObjects *objects, Choices *choices);
