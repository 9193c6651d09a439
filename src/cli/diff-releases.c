/* diff-releases.c - which other releases a comparison of Policies is made for,
 * and which of them give another result
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-releases.h"

#include "cli/diff-report.h"
#include "cli/policy-as-plugins.h"

static gboolean
is_open (const FitDiffSource *source)
{
  return source->release == NULL
         && (source->policy != NULL || source->provider != NULL);
}

/* Both sides are for the same cluster, so both must be read.
 * Returns: (transfer full) (nullable) */
static GPtrArray *
find_readers (const FitInvocation *invocation, const FitDiffSource *sources)
{
  g_autoptr (GPtrArray) readers = NULL;

  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autoptr (GPtrArray) found = NULL;

      if (!is_open (&sources[side]) || sources[side].policy == NULL)
        continue;
      found = fit_policy_readers (invocation, sources[side].policy);
      if (found == NULL)
        return NULL;
      for (guint i = 0; readers != NULL && i < found->len; i++)
        ((FitReader *) found->pdata[i])->reads
            &= ((FitReader *) readers->pdata[i])->reads;
      g_clear_pointer (&readers, g_ptr_array_unref);
      readers = g_steal_pointer (&found);
    }
  return g_steal_pointer (&readers);
}

static gboolean
is_other (const FitReader *reader)
{
  return reader->reads && reader->release != FIT_RELEASE_LEGACY;
}

void
fit_diff_releases_open (FitDiffReleases *releases,
                        const FitInvocation *invocation, FitDiffSource *sources)
{
  *releases = (FitDiffReleases){ 0 };
  if (invocation->options.trace != NULL || sources[FIT_DIFF_LEFT].today)
    return;
  releases->readers = find_readers (invocation, sources);
  for (guint side = 0; releases->readers != NULL && side < FIT_DIFF_SIDES;
       side++)
    {
      if (!is_open (&sources[side]))
        continue;
      releases->others[side] = g_ptr_array_new_with_free_func (g_free);
      for (guint i = releases->readers->len; i > 0; i--)
        {
          const FitReader *reader = releases->readers->pdata[i - 1];
          FitDiffSource *other;

          if (!is_other (reader))
            continue;
          other = g_memdup2 (&sources[side], sizeof *other);
          other->release = fit_policy_release_run_as (reader->release);
          g_ptr_array_add (releases->others[side], other);
        }
      sources[side].others = releases->others[side];
      sources[side].casual = TRUE;
    }
}

/* Equal results have equal numbers: that of the first of @findings that has it.
 * @found: (nullable): NULL: like the first */
static gint
number_result (GPtrArray *findings, FitDiffFinding *found)
{
  if (found == NULL)
    return 0;
  if (found->diff == NULL)
    return FIT_NO_ANSWER;
  for (guint i = 0; i < findings->len; i++)
    if (fit_diff_same (((FitDiffFinding *) findings->pdata[i])->diff,
                       found->diff))
      return (gint) i;
  g_ptr_array_add (findings, found);
  return (gint) findings->len - 1;
}

void
fit_diff_releases_tell (const FitDiffReleases *releases,
                        FitDiffFinding *finding)
{
  g_autoptr (GArray) answers
      = g_array_new (FALSE, FALSE, sizeof (FitReleaseAnswer));
  g_autoptr (GPtrArray) findings = g_ptr_array_new ();
  guint n = 0;

  if (finding->others == NULL || releases->readers == NULL)
    return;
  g_ptr_array_add (findings, finding);
  for (guint i = releases->readers->len; i > 0; i--)
    {
      const FitReader *reader = releases->readers->pdata[i - 1];
      FitReleaseAnswer answer = { reader, FIT_NO_ANSWER };

      if (reader->reads)
        answer.answer = number_result (
            findings, is_other (reader) ? finding->others->pdata[n++] : NULL);
      g_array_append_val (answers, answer);
    }
  if (findings->len == 1)
    return;
  finding->spans = fit_release_spans (answers);
  for (guint i = 0; i < finding->spans->len; i++)
    {
      FitReleaseSpan *span = finding->spans->pdata[i];

      span->verdict = fit_diff_verdict (findings->pdata[span->answer]);
    }
}

void
fit_diff_releases_clear (FitDiffReleases *releases)
{
  g_clear_pointer (&releases->readers, g_ptr_array_unref);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    g_clear_pointer (&releases->others[side], g_ptr_array_unref);
}
