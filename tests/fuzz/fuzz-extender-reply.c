/* fuzz-extender-reply.c - any bytes are an answer of an extender or an error
 *
 * The first byte says to which question.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include "core/extender-reply.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  FitFilterReply filter;
  FitPrioritizeReply prioritize;
  FitPreemptReply preempt;
  const char *bind;
  gboolean ok;

  if (size == 0)
    return 0;
  bytes = g_bytes_new_static (data + 1, size - 1);
  if (data[0] % 4 == 0)
    ok = fit_filter_reply_parse (&filter, arena, bytes, TRUE, &error);
  else if (data[0] % 4 == 1)
    ok = fit_prioritize_reply_parse (&prioritize, arena, bytes, &error);
  else if (data[0] % 4 == 2)
    ok = fit_preempt_reply_parse (&preempt, arena, bytes, &error);
  else
    ok = fit_bind_reply_parse (&bind, arena, bytes, &error);
  g_assert (ok == (error == NULL));
  return 0;
}
