/* policy-labels.c - warnings about priorities that prefer nodes by a label
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/policy-lint-private.h"
#include "priorities/priorities.h"

/* What the priorities of a Policy prefer about one label. */
typedef struct
{
  const FitPriorityPolicy *first[2]; /* (nullable): by presence */
  gint64 weights[2];                 /* sums, by presence */
  guint opposed_at; /* number of the entry that completed the pair */
} Preference;

static gboolean
is_opposed (const Preference *preference)
{
  return preference->first[FALSE] != NULL && preference->first[TRUE] != NULL;
}

static void
warn (FitLint *lint, const Preference *preference)
{
  const guint i = preference->opposed_at;
  const FitPriorityPolicy *with = preference->first[TRUE],
                          *without = preference->first[FALSE];
  const gint64 lead = (gint64) ((guint64) preference->weights[TRUE]
                                - (guint64) preference->weights[FALSE]);
  char *path = fit_lint_index ("priorities", i, NULL);
  const FitPriorityPolicy *entry = lint->policy->priorities->pdata[i];

  if (lead == 0)
    fit_lint_add (lint, FIT_WARN_OPPOSITES, entry->place, path,
                  "%s prefers nodes with the label %s, and %s nodes without "
                  "it, with the same weight: they cancel each other out",
                  with->name, with->preference_label, without->name);
  else
    fit_lint_add (lint, FIT_WARN_OPPOSITES, entry->place, path,
                  "%s prefers nodes with the label %s, and %s nodes without "
                  "it: only the difference counts, %" G_GINT64_FORMAT
                  " for nodes %s it",
                  with->name, with->preference_label, without->name, ABS (lead),
                  lead > 0 ? "with" : "without");
}

/* The warning is about the entry that completed the pair. */
void
fit_lint_labels (FitLint *lint)
{
  const GPtrArray *entries = lint->policy->priorities;
  g_autoptr (GHashTable) preferences
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  g_autoptr (GPtrArray) opposed = g_ptr_array_new ();

  for (guint i = 0; i < entries->len; i++)
    {
      const FitPriorityPolicy *entry = entries->pdata[i];
      Preference *preference;
      const gboolean presence = entry->preference_presence != FALSE;
      gboolean before;

      if (fit_lint_priority_info (lint, entry) != &fit_label_preference
          || !fit_lint_is_last (lint, entries, i))
        continue;
      preference = g_hash_table_lookup (preferences, entry->preference_label);
      if (preference == NULL)
        {
          preference = g_new0 (Preference, 1);
          g_hash_table_insert (preferences, (gpointer) entry->preference_label,
                               preference);
        }
      before = is_opposed (preference);
      /* Totals of scores wrap silently, and so do these sums of weights. */
      if (preference->first[presence] == NULL)
        preference->first[presence] = entry;
      preference->weights[presence]
          = (gint64) ((guint64) preference->weights[presence]
                      + (guint64) entry->weight);
      if (before || !is_opposed (preference))
        continue;
      preference->opposed_at = i;
      g_ptr_array_add (opposed, preference);
    }
  for (guint i = 0; i < opposed->len; i++)
    warn (lint, opposed->pdata[i]);
}
