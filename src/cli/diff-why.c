/* diff-why.c - explains in one line why a pod is placed differently
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/diff-report.h"

#include <string.h>

#include "base/list-gap.h"

/* The maximum number of nodes to list. */
#define MOST_BOUND 8

static char *
why_refused (const FitDiffEvidence *evidence)
{
  const FitDiffBarrier *barrier
      = &g_array_index (evidence->barriers, FitDiffBarrier, 0);

  return g_strdup_printf ("%s rejects %s: %s%s%s",
                          fit_side_names[barrier->side], barrier->node,
                          barrier->rule != NULL ? barrier->rule : "",
                          barrier->rule != NULL ? ": " : "", barrier->reason);
}

/* "worker-1 +20 on the left" */
static void
append_lead (GString *out, const FitDiffEvidence *evidence,
             const FitDiffSideVote *vote_of_side, guint side)
{
  const gint64 lead = vote_of_side->points[FIT_DIFF_LEFT]
                      - vote_of_side->points[FIT_DIFF_RIGHT];

  if (vote_of_side->names == NULL)
    g_string_append (out, "absent");
  else if (lead == 0)
    g_string_append (out, "equal");
  else
    g_string_append_printf (
        out, "%s +%" G_GINT64_FORMAT,
        evidence->nodes[lead > 0 ? FIT_DIFF_LEFT : FIT_DIFF_RIGHT], ABS (lead));
  g_string_append_printf (out, " on the %s", fit_side_names[side]);
}

static char *
why_scored (const FitDiffEvidence *evidence)
{
  GString *out = g_string_new (NULL);

  if (evidence->deciding >= 0)
    {
      const FitDiffVote *vote
          = &g_array_index (evidence->votes, FitDiffVote, evidence->deciding);

      g_string_append_printf (out, "%s: ", vote->plugin);
      append_lead (out, evidence, &vote->sides[FIT_DIFF_LEFT], FIT_DIFF_LEFT);
      g_string_append (out, ", ");
      append_lead (out, evidence, &vote->sides[FIT_DIFF_RIGHT], FIT_DIFF_RIGHT);
    }
  return g_string_free (out, FALSE);
}

static char *
why_tied (const FitDiffEvidence *evidence)
{
  const gint64 (*totals)[FIT_DIFF_SIDES] = evidence->totals;
  const gboolean left = totals[FIT_DIFF_LEFT][FIT_DIFF_LEFT]
                        == totals[FIT_DIFF_LEFT][FIT_DIFF_RIGHT],
                 right = totals[FIT_DIFF_RIGHT][FIT_DIFF_LEFT]
                         == totals[FIT_DIFF_RIGHT][FIT_DIFF_RIGHT];
  const guint tied = left ? FIT_DIFF_LEFT : FIT_DIFF_RIGHT;
  g_autofree char *scored = why_scored (evidence);

  if (left && right)
    return g_strdup ("same score on both sides; the tie-break chose");
  return g_strdup_printf (
      "same score on the %s (%u best nodes with %" G_GINT64_FORMAT "); %s",
      fit_side_names[tied], evidence->n_best[tied], totals[tied][tied],
      *scored != '\0' ? scored : "the other side scores them differently");
}

static char *
why_failed (const FitDiffEvidence *evidence)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    if (evidence->nodes[i] == NULL && evidence->messages[i] != NULL)
      g_string_append_printf (out, "%s%s: %s", fit_list_gap (out, "; "),
                              fit_side_names[i], evidence->messages[i]);
  return g_string_free (out, FALSE);
}

static char *
why_alone (const FitDiffItem *item)
{
  const guint side
      = item->outcomes[FIT_DIFF_LEFT].alone ? FIT_DIFF_LEFT : FIT_DIFF_RIGHT;
  const char *message = item->outcomes[side].message;

  return g_strdup_printf ("%s: %s", fit_side_names[side],
                          message != NULL ? message
                                          : "it is for another scheduler");
}

static char *
why_follows (const FitDiff *diff, const FitDiffItem *item)
{
  g_autofree char *root
      = item->follows >= 0
            ? fit_diff_item_name (diff->items->pdata[item->follows])
            : NULL;

  return root != NULL ? g_strdup_printf ("follows from %s", root)
                      : g_strdup ("follows from the order of the queues");
}

/* "left: node-1, node-2, preempted 1; right: ..." */
static char *
why_other_course (const FitDiffItem *item)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < FIT_DIFF_SIDES; i++)
    {
      const FitDiffOutcome *outcome = &item->outcomes[i];
      const guint n = outcome->bound != NULL ? outcome->bound->len : 0;

      g_string_append_printf (out, "%s%s: ", i > 0 ? "; " : "",
                              fit_side_names[i]);
      for (guint b = 0; b < MIN (n, MOST_BOUND); b++)
        g_string_append_printf (out, "%s%s", b > 0 ? ", " : "",
                                (char *) outcome->bound->pdata[b]);
      if (n > MOST_BOUND)
        g_string_append (out, ", ...");
      g_string_append_printf (out, "%spreempted %u", n > 0 ? ", " : "",
                              outcome->n_preempted);
    }
  return g_string_free (out, FALSE);
}

static char *
why_replayed (const FitDiff *diff, const FitDiffItem *item)
{
  g_autofree char *first = fit_diff_item_name (diff->items->pdata[0]);
  g_autofree char *course
      = item->change == FIT_DIFF_COURSE ? why_other_course (item) : NULL;

  return item->cause == FIT_DIFF_FIRST
             ? g_strconcat ("the first decision that differs",
                            course != NULL ? "; " : NULL, course, NULL)
             : g_strconcat ("after ", first, course != NULL ? "; " : NULL,
                            course, NULL);
}

static char *
why_assumed (const FitDiffItem *item)
{
  const FitDiffOutcome *left = &item->outcomes[FIT_DIFF_LEFT],
                       *right = &item->outcomes[FIT_DIFF_RIGHT];
  const char *what = right->n_preempted > 0 ? "it is preempted"
                     : left->node != NULL   ? "it leaves its node"
                                            : "it is new";

  return right->node != NULL || right->message == NULL
             ? g_strdup (what)
             : g_strdup_printf ("%s and fits nowhere: %s", what,
                                right->message);
}

static char *
why_directly (const FitDiffItem *item)
{
  switch (item->cause)
    {
    case FIT_DIFF_FEASIBILITY:
      return why_refused (item->evidence);
    case FIT_DIFF_SCORES:
      return why_scored (item->evidence);
    case FIT_DIFF_TIE:
      return why_tied (item->evidence);
    case FIT_DIFF_SEARCH:
      return g_strdup_printf (
          "one side found enough nodes before it reached both %s and %s",
          item->evidence->nodes[FIT_DIFF_LEFT],
          item->evidence->nodes[FIT_DIFF_RIGHT]);
    default:
      return why_failed (item->evidence);
    }
}

/* In the left state the right rules may choose a third node. */
static char *
add_third_node (const FitDiffItem *item, char *why)
{
  const char *asked = item->evidence->nodes[FIT_DIFF_RIGHT];
  char *out;

  if (g_strcmp0 (asked, item->outcomes[FIT_DIFF_RIGHT].node) == 0)
    return why;
  out = g_strdup_printf (
      "%s (after the left placements so far, the right takes %s)", why,
      asked != NULL ? asked : "no node");
  g_free (why);
  return out;
}

char *
fit_diff_why (const FitDiff *diff, const FitDiffItem *item)
{
  if (item->change == FIT_DIFF_NOT_COMPARED)
    {
      const GError *left = item->outcomes[FIT_DIFF_LEFT].error,
                   *right = item->outcomes[FIT_DIFF_RIGHT].error;

      /* The errors of the sides; one side may have placed the pod. */
      if (left == NULL || right == NULL)
        return g_strdup_printf ("%s: %s", left != NULL ? "left" : "right",
                                left != NULL ? left->message : right->message);
      return strcmp (left->message, right->message) == 0
                 ? g_strdup_printf ("both: %s", left->message)
                 : g_strdup_printf ("left: %s; right: %s", left->message,
                                    right->message);
    }
  switch (item->cause)
    {
    case FIT_DIFF_SCHEDULER:
      return why_alone (item);
    case FIT_DIFF_FOLLOWS:
      return why_follows (diff, item);
    case FIT_DIFF_ASSUMED:
      return why_assumed (item);
    case FIT_DIFF_DIVIDED:
      return g_strdup (item->outcomes[FIT_DIFF_RIGHT].message != NULL
                           ? item->outcomes[FIT_DIFF_RIGHT].message
                           : "its scheduler has other nodes");
    case FIT_DIFF_FIRST:
    case FIT_DIFF_LATER:
      return why_replayed (diff, item);
    default:
      return add_third_node (item, why_directly (item));
    }
}
