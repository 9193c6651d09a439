/* cmd-report.c - 'fitsched report': saved answers as a page to look at
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "formats/json-build.h"
#include "formats/value.h"
#include "cli/output-file.h"
#include "cli/verbs.h"
#include "report/page.h"

/* The maximum size of one answer. */
#define MOST_BYTES ((gsize) 256 * 1024 * 1024)

/* Returns: (transfer full) (nullable): the text of the answer in @path */
static char *
read_answer (const FitInvocation *invocation, const char *path, GError **error)
{
  g_autoptr (FitSource) source
      = fit_inputs_open (invocation->inputs, path, MOST_BYTES, error);
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitLimits limits = *fit_limits_default ();
  const FitValue *value;
  const char *version;
  gsize mark;

  if (source == NULL)
    return NULL;
  mark = source->len >= 3 && memcmp (source->bytes, "\xef\xbb\xbf", 3) == 0 ? 3
                                                                            : 0;
  limits.object_bytes = G_MAXSIZE;
  value = fit_json_parse (arena, source->bytes + mark, source->len - mark, NULL,
                          &limits, error);
  if (value == NULL)
    return fit_blame_null (error, "%s: ", source->name);
  version = fit_value_get_string (value, "apiVersion");
  if (g_strcmp0 (version, FIT_API_VERSION) != 0
      || fit_value_get_string (value, "kind") == NULL)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   "%s: no answer of fitsched: found %s%s%s, expected "
                   "apiVersion \"" FIT_API_VERSION "\" and a kind",
                   source->name,
                   version == NULL ? "no apiVersion" : "apiVersion \"",
                   version == NULL ? "" : version, version == NULL ? "" : "\"");
      fit_error_add_hint (error, "'fitsched simulate ... -o json --detail "
                                 "columns >answer.json' saves one");
      return NULL;
    }
  return g_strndup (source->bytes + mark, source->len - mark);
}

FitExit
fit_cmd_report (const FitInvocation *invocation, GError **error)
{
  const char *path = invocation->options.html;
  g_autoptr (GPtrArray) answers = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) page = g_string_new (NULL);
  guint n_stdin = 0;

  for (guint i = 0; i < invocation->operands->len; i++)
    n_stdin += fit_source_is_stdin (invocation->operands->pdata[i]);
  if (!fit_invocation_check_stdin (n_stdin, error))
    return FIT_EXIT_USAGE;
  for (guint i = 0; i < invocation->operands->len; i++)
    {
      char *answer
          = read_answer (invocation, invocation->operands->pdata[i], error);

      if (answer == NULL)
        return FIT_EXIT_INPUT;
      g_ptr_array_add (answers, answer);
    }
  fit_page_append (FIT_PAGE_TITLE, answers, page);
  if (!fit_output_file_write (invocation->signals, path, FALSE, page->str,
                              page->len, error))
    return FIT_EXIT_INTERNAL;
  return FIT_EXIT_YES;
}
