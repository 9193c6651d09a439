/* cmd-mcp.c - fitsched mcp: questions of agents over standard input and output
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/console.h"
#include "cli/mcp.h"

/* Limits of each question: there is one client, who waits. */
#define WORKERS 2
#define SECONDS 60
#define MEMORY_BYTES ((gsize) 1 << 30)

/* The longest message: a question and what is around it. */
#define MESSAGE_BYTES (FIT_ASKED_BYTES + 65536)

static gboolean
ask (const FitAskedVerb *verb, FitAskedForm form, const char *question,
     gsize len, FitAskedAnswer *out, gpointer data, GError **error)
{
  return fit_asked_ask (data, verb, form, question, len, out, error);
}

/* Reads the next line, at most MESSAGE_BYTES of it, into @line.  Returns: FALSE
 * at the end */
static gboolean
read_line (GString *line)
{
  int c = getc_unlocked (stdin);

  g_string_truncate (line, 0);
  for (; c != EOF && c != '\n'; c = getc_unlocked (stdin))
    if (line->len <= MESSAGE_BYTES)
      g_string_append_c (line, (char) c);
  return c != EOF || line->len > 0;
}

/* Answers until the client has gone, which is how it ends. */
static gboolean
talk (FitMcp *mcp, GError **error)
{
  g_autoptr (GString) line = g_string_new (NULL);

  while (read_line (line))
    {
      g_autofree char *answer = NULL, *text = NULL;

      if (strspn (line->str, " \t\r") == line->len)
        continue;
      /* Of what is too long, the beginning is no JSON. */
      answer = fit_mcp_answer (mcp, line->str, line->len);
      if (answer == NULL)
        continue;
      text = g_strconcat (answer, "\n", NULL);
      if (!fit_console_write (text, strlen (text), error))
        return FALSE;
    }
  return TRUE;
}

FitExit
fit_cmd_mcp (const FitInvocation *invocation, GError **error)
{
  const FitOptions *given = &invocation->options;
  g_autoptr (FitAsked) asked = NULL;
  g_autoptr (FitMcp) mcp = NULL;

  if (fit_invocation_count_stdin (given->files)
          + fit_invocation_count_stdin (given->pods)
      > 0)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_USAGE,
                   "mcp: questions come from standard input, so the cluster "
                   "cannot (-)");
      return FIT_EXIT_USAGE;
    }
  asked = fit_asked_new (invocation,
                         &(const FitWorkersOptions){
                             .n = WORKERS,
                             .seconds = SECONDS,
                             .memory_bytes = MEMORY_BYTES,
                         },
                         error);
  if (asked == NULL)
    return FIT_EXIT_INPUT;
  mcp = fit_mcp_new (ask, asked);
  return talk (mcp, error) ? FIT_EXIT_YES : FIT_EXIT_INTERNAL;
}
