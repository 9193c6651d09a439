/* name-patterns.c - lists of names and patterns that users give
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/name-patterns.h"

#include <string.h>

void
fit_name_patterns_init (FitNamePatterns *patterns, const char *list)
{
  guint n;

  *patterns = (FitNamePatterns){ 0 };
  if (list == NULL)
    return;
  patterns->names = g_strsplit (list, ",", 0);
  n = g_strv_length (patterns->names);
  patterns->specs = g_new0 (GPatternSpec *, n);
  for (guint i = 0; i < n; i++)
    if (strpbrk (g_strstrip (patterns->names[i]), "*?") != NULL)
      patterns->specs[i] = g_pattern_spec_new (patterns->names[i]);
}

gboolean
fit_name_patterns_match (const FitNamePatterns *patterns, guint number,
                         const char *name)
{
  GPatternSpec *spec = patterns->specs[number];

  return spec != NULL ? g_pattern_spec_match_string (spec, name)
                      : strcmp (patterns->names[number], name) == 0;
}

void
fit_name_patterns_clear (FitNamePatterns *patterns)
{
  for (guint i = 0; patterns->names != NULL && patterns->names[i] != NULL; i++)
    g_clear_pointer (&patterns->specs[i], g_pattern_spec_free);
  g_clear_pointer (&patterns->specs, g_free);
  g_clear_pointer (&patterns->names, g_strfreev);
}
