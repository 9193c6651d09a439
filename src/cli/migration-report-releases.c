/* migration-report-releases.c - what --verify says of a Policy whose release
 * nobody named: a verdict for each group of releases that may run it
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/migration-report-private.h"

#include "base/each.h"
#include "cli/release-groups.h"

/* Equal verdicts have equal numbers. */
static gint
number_verdict (GPtrArray *verdicts, const FitDiffFinding *finding)
{
  char *verdict = fit_diff_verdict (finding);
  guint number;

  if (!g_ptr_array_find_with_equal_func (verdicts, verdict, g_str_equal,
                                         &number))
    {
      g_ptr_array_add (verdicts, verdict);
      return (gint) verdicts->len - 1;
    }
  g_free (verdict);
  return (gint) number;
}

GPtrArray *
fit_migrated_releases (const FitMigrationReport *report)
{
  g_autoptr (GPtrArray) verdicts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GArray) answers = NULL;
  GPtrArray *spans;
  const FitMigration *migration;
  FitDiffFinding first;
  guint n = 0;

  if (report->finding->others == NULL)
    return g_ptr_array_new ();
  migration = report->migration;
  first = *report->finding;
  answers = g_array_new (FALSE, FALSE, sizeof (FitReleaseAnswer));
  first.verdict = NULL;
  for (guint i = migration->readers->len; i > 0; i--)
    {
      const FitReader *reader = migration->readers->pdata[i - 1];
      FitReleaseAnswer answer = { reader, FIT_NO_ANSWER };
      const FitDiffFinding *found = &first;

      if (reader->release > migration->from_release)
        continue;
      if (reader->reads && reader->release < migration->from_release)
        found = first.others->pdata[n++];
      if (reader->reads)
        answer.answer
            = number_verdict (verdicts, found != NULL ? found : &first);
      g_array_append_val (answers, answer);
    }
  spans = fit_release_spans (answers);
  FIT_EACH (FitReleaseSpan, span, spans)
    span->verdict = g_strdup (verdicts->pdata[span->answer]);
  return spans;
}

char *
fit_migration_report_verdict (const FitMigrationReport *report)
{
  g_autoptr (GPtrArray) groups = fit_migrated_releases (report);
  GString *out;

  if (groups->len < 2)
    return NULL;
  out = g_string_new (NULL);
  for (guint i = 0; i < groups->len; i++)
    {
      const FitReleaseSpan *group = groups->pdata[i];

      g_string_append_printf (out, "%son %s: %s", i > 0 ? "; " : "",
                              group->releases, group->verdict);
    }
  return g_string_free (out, FALSE);
}
