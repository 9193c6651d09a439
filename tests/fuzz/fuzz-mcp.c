/* fuzz-mcp.c - any bytes are lines of an agent, each with one answer or none
 *
 * Questions are not asked; every second one fails.
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/fuzz/fuzz.h"

#include <string.h>

#include "cli/mcp.h"
#include "formats/value.h"

static gboolean
ask (const FitAskedVerb *verb, FitAskedForm form, const char *question,
     gsize len, FitAskedAnswer *out, gpointer data, GError **error)
{
  guint *n = data;

  if (++*n % 2 == 0)
    return fit_fail (error, FIT_ERROR_LIMIT, "no answer");
  *out = (FitAskedAnswer){ .text = g_string_new_len (question, (gssize) len),
                           .notes = g_string_new (verb->verb) };
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  guint n = 0;
  g_autoptr (FitMcp) mcp = fit_mcp_new (ask, &n);
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *answer
          = fit_mcp_answer (mcp, lines[i], strlen (lines[i]));
      g_autoptr (FitArena) arena = fit_arena_new ();

      g_assert_true (answer == NULL
                     || (strchr (answer, '\n') == NULL
                         && fit_json_parse (arena, answer, strlen (answer),
                                            NULL, NULL, NULL)
                                != NULL));
    }
  return 0;
}
