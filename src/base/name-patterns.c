/* name-patterns.c - lists of names and patterns that users give
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/name-patterns.h"

#include "base/intern.h"

#include <string.h>

void
fit_name_patterns_init (FitNamePatterns *patterns, const char *list)
{
  g_auto (GStrv) given = NULL;
  guint n;

  *patterns = (FitNamePatterns){ 0 };
  if (list == NULL)
    return;
  given = g_strsplit (list, ",", 0);
  n = g_strv_length (given);
  patterns->names = g_new0 (const char *, n + 1);
  patterns->specs = g_new0 (GPatternSpec *, n);
  for (guint i = 0; i < n; i++)
    {
      patterns->names[i] = fit_intern (g_strstrip (given[i]));
      if (strpbrk (given[i], "*?") != NULL)
        patterns->specs[i] = g_pattern_spec_new (given[i]);
    }
}

gboolean
fit_name_patterns_match (const FitNamePatterns *patterns, guint number,
                         const char *name)
{
  GPatternSpec *spec = patterns->specs[number];

  return spec != NULL ? g_pattern_spec_match_string (spec, name)
                      : strcmp (patterns->names[number], name) == 0;
}

gboolean
fit_name_patterns_match_any (const FitNamePatterns *patterns, const char *name)
{
  if (patterns->names == NULL)
    return TRUE;
  for (guint i = 0; patterns->names[i] != NULL; i++)
    if (patterns->names[i] == name
        || (patterns->specs[i] != NULL
            && g_pattern_spec_match_string (patterns->specs[i], name)))
      return TRUE;
  return FALSE;
}

void
fit_name_patterns_clear (FitNamePatterns *patterns)
{
  for (guint i = 0; patterns->names != NULL && patterns->names[i] != NULL; i++)
    {
      fit_intern_unref (patterns->names[i]);
      g_clear_pointer (&patterns->specs[i], g_pattern_spec_free);
    }
  g_clear_pointer (&patterns->specs, g_free);
  g_clear_pointer (&patterns->names, g_free);
}
