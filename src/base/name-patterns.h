/* name-patterns.h - lists of names and patterns that users give: "web-*,db-0"
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  const char **names; /* (nullable) owned, interned: as given; NULL: no list */
  GPatternSpec *
      *specs; /* owned, one per name (nullable): NULL: it is no pattern */
} FitNamePatterns;

/* fit_name_patterns_init: @list: (nullable): names and patterns with commas
 * between them; blanks around them do not count */
void fit_name_patterns_init (FitNamePatterns *patterns, const char *list);
void fit_name_patterns_clear (FitNamePatterns *patterns);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitNamePatterns, fit_name_patterns_clear)

/* fit_name_patterns_match: is @name what number @number of the list says? */
gboolean fit_name_patterns_match (const FitNamePatterns *patterns, guint number,
                                  const char *name);

/* fit_name_patterns_match_any: does the list say @name?  It is interned, so that
 * nothing of it is read for a list without patterns.  Without a list: yes. */
gboolean fit_name_patterns_match_any (const FitNamePatterns *patterns,
                                      const char *name);
