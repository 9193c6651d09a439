/* readers-json.c - the releases that read a file, as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/readers-json.h"

#include "base/each.h"
#include "config/migrate/readers.h"

FitJson *
fit_readers_json (const GPtrArray *readers)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  FitJson *array = fit_json_array ();

  FIT_EACH_OF (const FitReaderRange, range, ranges)
    {
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "from", range->from->name);
      fit_json_set_text (object, "to", range->to->name);
    }
  return array;
}

static void
add_refusal (FitJson *array, const FitReader *reader)
{
  FitJson *object = fit_json_append (array);

  fit_json_set_text (object, "release", reader->name);
  fit_json_set_text (object, "reason", reader->reason);
}

FitJson *
fit_readers_refusals_json (const GPtrArray *readers)
{
  g_autoptr (GArray) ranges = fit_readers_ranges (readers);
  FitJson *array = fit_json_array ();
  const FitReader *told = NULL;

  FIT_EACH_OF (const FitReaderRange, range, ranges)
    {
      if (range->before != NULL && range->before != told)
        add_refusal (array, range->before);
      if (range->after != NULL)
        add_refusal (array, range->after);
      told = range->after;
    }
  return array;
}
