/* fuzz-trace.c - any bytes are a trace, a recording of kwok, or an error with the number of its line
 *
 * What can be read can be written, and is the same when it is read again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "simulate/trace.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (FitTraceReader) reader = fit_trace_reader_new_for_bytes (
      (const char *) data, size, "fuzz", FIT_DECODE_KEEP_RAW);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (FitTraceReader) again = NULL;
  g_autoptr (GError) error = NULL;
  const FitTraceEvent *event;
  guint n = 0;

  while (fit_trace_reader_next (reader, &event, &error) && event != NULL)
    {
      g_assert (fit_trace_append (text, event, NULL));
      n++;
    }
  g_assert (error == NULL || g_str_has_prefix (error->message, "fuzz: line ")
            || g_str_has_prefix (error->message, "fuzz: document ")
            || g_str_has_prefix (error->message, "fuzz: found manifests"));
  again = fit_trace_reader_new_for_bytes (text->str, text->len, "again",
                                          FIT_DECODE_DEFAULT);
  while (fit_trace_reader_next (again, &event, NULL) && event != NULL)
    n--;
  g_assert (n == 0);
  return 0;
}
