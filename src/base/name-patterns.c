/* name-patterns.c - lists of names and patterns that users give
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/name-patterns.h"

void
fit_name_patterns_init (FitNamePatterns *patterns, const char *list)
{
  guint n;

  *patterns = (FitNamePatterns){ 0 };
  if (list == NULL)
    return;
  patterns->names = g_strsplit (list, ",", 0);
  n = g_strv_length (patterns->names);
  patterns->specs = g_new (GPatternSpec *, n);
  for (guint i = 0; i < n; i++)
    patterns->specs[i] = g_pattern_spec_new (g_strstrip (patterns->names[i]));
}

void
fit_name_patterns_clear (FitNamePatterns *patterns)
{
  for (guint i = 0; patterns->names != NULL && patterns->names[i] != NULL; i++)
    g_pattern_spec_free (patterns->specs[i]);
  g_clear_pointer (&patterns->specs, g_free);
  g_clear_pointer (&patterns->names, g_strfreev);
}
