/* cmd-diff.c - 'fitsched diff': compares two sets of rules
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-find.h"

#include <string.h>
#include "base/each.h"
#include "cli/diff-report-private.h"
#include "cli/output-file.h"
#include "cli/output.h"
#include "cli/upgrade-check.h"
#include "cli/diff-run.h"
#include "cli/diff-report.h"
#include "cli/policy-as-plugins.h"

#define HEADING_LEVEL 2

/* The other releases that Policies whose release nobody named are compared as. */
typedef struct
{
  GPtrArray *readers;                /* (nullable) owned, of FitReader */
  GPtrArray *others[FIT_DIFF_SIDES]; /* (nullable) owned, of FitDiffSource */
} Releases;

static void
releases_clear (Releases *releases)
{
  g_clear_pointer (&releases->readers, g_ptr_array_unref);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    g_clear_pointer (&releases->others[side], g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Releases, releases_clear)

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

/* Lets fit_diff_run() try @sources as the other
 * releases, too: a Policy without a release, and a provider beside it, on
 * either side.  @releases: (out): must live as long as @sources */
static void
open_releases (Releases *releases, const FitInvocation *invocation,
               FitDiffSource *sources)
{
  *releases = (Releases){ 0 };
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

/* Sets the spans of @finding if a release gives another result than v1.16. */
static void
tell_releases (const Releases *releases, FitDiffFinding *finding)
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
  FIT_EACH (FitReleaseSpan, span, finding->spans)
    span->verdict = fit_diff_verdict (findings->pdata[span->answer]);
}

static gboolean
is_given (const FitSideOptions *side)
{
  return side->rules != NULL || side->release != NULL;
}

/* A search makes its own clusters. */
static const char *
find_problem (const FitOptions *options)
{
  if (!options->find
      && (options->directory != NULL || options->shard != NULL
          || options->merge != NULL))
    return "--directory, --shard and --merge need --find; --shards N divides "
           "the nodes among schedulers";
  if (!options->find)
    return options->write_cluster != NULL
                   || fit_options_given (options, "budget")
               ? "--budget and --write-cluster need --find"
               : NULL;
  if (!is_given (&options->sides[FIT_DIFF_LEFT])
      || !is_given (&options->sides[FIT_DIFF_RIGHT]))
    return "--find has no cluster whose release could have defaults: give "
           "--left or --left-release, and --right or --right-release";
  return options->files != NULL || options->pods != NULL
                 || options->trace != NULL || options->what_ifs != NULL
             ? "--find makes clusters of its own: it takes no -f, no live "
               "cluster, no --pods, no --trace and nothing to assume"
             : NULL;
}

static gboolean
check_options (const FitOptions *options, GError **error)
{
  const FitSideOptions *left = &options->sides[FIT_DIFF_LEFT];
  const FitSideOptions *right = &options->sides[FIT_DIFF_RIGHT];
  const char *problem = NULL;

  if (!is_given (left) && !is_given (right))
    problem = "no rules: give --left and --right, each a Policy file, a "
              "KubeSchedulerConfiguration or a provider, or --left-release and "
              "--right-release for the defaults of two releases";
  else if (options->record != NULL || options->log != NULL)
    problem = "--record and --log only work with simulate";
  else if (options->trace == NULL
           && (options->bind_latency > 0 || options->disable_preemption))
    problem = "--bind-latency and --disable-preemption need --trace: "
              "without it no pod preempts";
  else
    problem = find_problem (options);
  if (problem != NULL)
    return fit_fail (error, FIT_ERROR_USAGE, "%s", problem);
  return fit_invocation_check_stdin (
      fit_invocation_count_stdin (options->files)
          + fit_invocation_count_stdin (options->pods)
          + fit_source_is_stdin (left->rules)
          + (right->rules != left->rules && fit_source_is_stdin (right->rules))
          + fit_source_is_stdin (left->policy)
          + fit_source_is_stdin (right->policy)
          + fit_source_is_stdin (options->extenders)
          + fit_source_is_stdin (options->trace),
      error);
}

static gboolean
check_shards (const FitOptions *options, gboolean one_sided, GError **error)
{
  if (options->divided == NULL)
    return TRUE;
  if (!one_sided)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--shards compares rules with themselves: give them on "
                     "one side only");
  if (options->trace != NULL || options->find || options->through)
    return fit_fail (error, FIT_ERROR_USAGE,
                     "--shards and %s exclude each other",
                     options->trace != NULL ? "--trace"
                     : options->find        ? "--find"
                                            : "--through");
  return *options->divided != '\0'
         || fit_fail (error, FIT_ERROR_USAGE,
                      "option --shards: expected a number or a label");
}

static gboolean
read_sources (const FitInvocation *invocation, FitDiffSource *sources,
              GError **error)
{
  const FitOptions *options = &invocation->options;

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      const FitSideOptions *side = &options->sides[i];

      sources[i] = (FitDiffSource){ 0 };
      if (side->rules != NULL
          && !fit_diff_source_init (invocation, side->rules, &sources[i],
                                    error))
        return FALSE;
      sources[i].named_policy = side->policy;
      sources[i].release = side->release;
      sources[i].feature_gates = side->feature_gates;
    }
  return fit_diff_source_check (&sources[FIT_DIFF_LEFT], "left-release", error)
         && fit_diff_source_check (&sources[FIT_DIFF_RIGHT], "right-release",
                                   error);
}

/* With what-ifs, or several schedulers, one set of rules is compared with
 * itself.  Returns: is it the cluster as it is that what-ifs are compared
 * with? */
static gboolean
compares_with_itself (FitOptions *options)
{
  FitSideOptions *left = &options->sides[FIT_DIFF_LEFT];
  FitSideOptions *right = &options->sides[FIT_DIFF_RIGHT];
  const gboolean is_divided = options->divided != NULL;
  const gboolean has_left = is_divided ? is_given (left) : left->rules != NULL;
  const gboolean has_right
      = is_divided ? is_given (right) : right->rules != NULL;

  if ((options->what_ifs == NULL && !is_divided) || has_left == has_right)
    return FALSE;
  if (has_left)
    *right = *left;
  else
    *left = *right;
  return !is_divided;
}

/* -- the search for a difference ------------------------------------------- */

static void
tell_text (const char *text, const char *language, FitReport *report)
{
  const gboolean markdown = fit_report_is_markdown (report);

  if (markdown)
    fit_report_say (report, "```%s", language);
  g_string_append (fit_report_lines (report), text);
  if (markdown)
    fit_report_say (report, "```");
}

static void
tell_found (const FitDiffFound *found, FitReport *report)
{
  const FitFoundCluster *cluster = fit_found_smallest (&found->found);

  fit_report_heading (report, 1, "Search for a difference");
  if (cluster != NULL)
    {
      fit_report_heading (report, HEADING_LEVEL, "The cluster");
      tell_text (cluster->manifests, "yaml", report);
      fit_report_gap (report);
      fit_diff_finding_tell (&found->finding, HEADING_LEVEL, report);
    }
  for (guint side = 0; cluster != NULL && side < FIT_DIFF_SIDES; side++)
    {
      g_autofree char *title = g_strdup_printf ("%s: %s", fit_side_names[side],
                                                found->finding.names[side]);

      fit_report_gap (report);
      fit_report_heading (report, HEADING_LEVEL, title);
      if (!fit_report_is_markdown (report))
        fit_report_say (report, "%s", title);
      tell_text (found->answers[side], "", report);
    }
  if (cluster != NULL)
    fit_report_gap (report);
  fit_found_tell (&found->found, HEADING_LEVEL, report);
}

/* That nothing was found proves nothing. */
static void
set_found (const FitDiffFound *found, FitJson *object)
{
  g_autofree char *text = fit_found_verdict (&found->found);
  FitJson *search = fit_found_json (&found->found);

  if (fit_found_smallest (&found->found) != NULL)
    fit_diff_finding_set_json (&found->finding, object);
  else
    fit_json_set (object, "identical", NULL);
  fit_json_set_text (object, "verdict", text);
  for (guint side = 0; side < FIT_DIFF_SIDES; side++)
    {
      g_autofree char *key
          = g_strconcat (fit_side_names[side], "Explanation", NULL);

      fit_json_set (search, key, fit_json_from_text (found->documents[side]));
    }
  fit_json_set (object, "search", search);
}

static FitExit
find (const FitInvocation *invocation, const FitDiffSource *sources,
      GError **error)
{
  const FitOptions *options = &invocation->options;
  g_auto (FitDiffFound) found = { 0 };
  g_autoptr (FitReport) report = NULL;
  const FitFoundCluster *cluster;

  if (!fit_diff_find (invocation, sources, &found, error))
    return FIT_EXIT_INPUT;
  if (!found.done)
    return FIT_EXIT_YES;
  cluster = fit_found_smallest (&found.found);
  if (options->write_cluster != NULL && cluster != NULL
      && !fit_output_file_write (invocation->signals, options->write_cluster,
                                 FALSE, cluster->manifests,
                                 strlen (cluster->manifests), error))
    return FIT_EXIT_INPUT;
  report = fit_output_report (invocation, "Diff");
  if (cluster != NULL)
    report->names = fit_report_own (
        report, fit_diff_items_table (found.finding.diff, FALSE));
  if (fit_report_is_data (report))
    set_found (&found, report->data);
  if (report->columns != NULL && cluster != NULL)
    fit_diff_finding_set_cluster (&found.finding, report->columns);
  if (fit_report_is_text (report))
    tell_found (&found, report);
  if (!fit_output_print (report, invocation, error))
    return FIT_EXIT_INTERNAL;
  if (cluster == NULL && found.found.n_failed == found.found.n_pods)
    return FIT_EXIT_INPUT;
  return cluster != NULL ? FIT_EXIT_NO : FIT_EXIT_YES;
}

/* -- all ------------------------------------------------------------------- */

static const FitChartColumn both_sides[]
    = { { "left", "with the left rules" },
        { "right", "with the right rules" },
        { NULL, NULL } };

FitExit
fit_cmd_diff (const FitInvocation *invocation, GError **error)
{
  FitInvocation changed = *invocation;
  const FitOptions *options = &changed.options;
  const FitSideOptions *given = invocation->options.sides;
  const gboolean one_sided
      = is_given (&given[FIT_DIFF_LEFT]) != is_given (&given[FIT_DIFF_RIGHT]);
  const gboolean since_today = compares_with_itself (&changed.options);
  FitDiffSource sources[FIT_DIFF_SIDES];
  g_auto (Releases) releases = { 0 };
  g_auto (FitUpgrade) upgrade = { 0 };
  g_auto (FitDiffFinding) finding = { 0 };
  g_autoptr (FitReport) report = NULL;

  if (!check_options (options, error)
      || !check_shards (options, one_sided, error)
      || !read_sources (&changed, sources, error))
    return FIT_EXIT_INPUT;
  if (options->find)
    return find (&changed, sources, error);
  if (!fit_upgrade_open (&upgrade, &changed, sources, error))
    return FIT_EXIT_INPUT;
  if (upgrade.whole.refusal != NULL)
    {
      report = fit_output_report (&changed, "Diff");
      fit_upgrade_report_refused (&upgrade, sources, report);
      return fit_output_print (report, &changed, error) ? FIT_EXIT_NO
                                                        : FIT_EXIT_INTERNAL;
    }
  sources[FIT_DIFF_LEFT].today = since_today;
  open_releases (&releases, &changed, sources);
  if (!fit_diff_run (&changed, sources, &finding, error))
    return FIT_EXIT_INPUT;
  tell_releases (&releases, &finding);
  if (upgrade.whole.to != 0)
    fit_diff_finding_take_upgrade (&finding, &upgrade);
  report = fit_output_report (&changed, "Diff");
  report->names
      = fit_report_own (report, fit_diff_items_table (finding.diff, FALSE));
  if (fit_report_is_data (report))
    fit_diff_finding_set_json (&finding, report->data);
  if (report->columns != NULL)
    fit_diff_finding_set_cluster (&finding, report->columns);
  if (fit_report_is_markdown (report))
    fit_report_say (report, "# Comparison of scheduler rules\n");
  if (fit_report_is_text (report))
    fit_diff_finding_tell (&finding, HEADING_LEVEL, report);
  fit_output_add_charts (finding.cluster, both_sides, &changed, report);
  fit_output_print (report, &changed, error);
  return fit_diff_exit (&finding);
}
