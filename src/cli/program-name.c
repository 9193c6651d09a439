/* program-name.c - the name of the program in texts, from argv[0]
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/program-name.h"

#include <string.h>

#define PROGRAM "fitsched"
#define PLUGIN "kubectl-" PROGRAM

/* GLib keeps the name, so this module has no state of its own. */
void
fit_program_set_name (const char *path)
{
  g_autofree char *name = path != NULL ? g_path_get_basename (path) : NULL;

  g_set_prgname (name);
}

gboolean
fit_program_is (const char *name)
{
  return g_strcmp0 (g_get_prgname (), name) == 0;
}

gboolean
fit_program_is_plugin (void)
{
  return fit_program_is (PLUGIN);
}

const char *
fit_program_name (void)
{
  return fit_program_is_plugin () ? "kubectl " PROGRAM : PROGRAM;
}

char *
fit_program_text (const char *text)
{
  const char *start = text, *found;
  GString *out = g_string_new (NULL);

  while (fit_program_is_plugin () && (found = strstr (start, PROGRAM " ")))
    {
      const gboolean is_word
          = found == text || strchr ("'`", found[-1]) != NULL;

      g_string_append_len (out, start, found - start);
      g_string_append (out, is_word ? fit_program_name () : PROGRAM);
      start = found + strlen (PROGRAM);
    }
  g_string_append (out, start);
  return g_string_free (out, FALSE);
}
