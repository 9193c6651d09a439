/* fuzz-queue.c - any operations on the scheduling queue of any release
 *
 * After each of them the queue says what a plain model of it says.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"
#include "tests/queue/later-run.h"
#include "tests/queue/queue-run.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  static QueueObjects *objects;
  static QueueObjects *later;
  Choices choices = { .bytes = data, .n_bytes = size };

  if (objects == NULL)
    {
      objects = queue_run_objects_new ();
      later = later_run_objects_new ();
    }
  if (choices_boolean (&choices))
    later_run (later, &choices);
  else
    queue_run (objects, &choices);
  return 0;
}
