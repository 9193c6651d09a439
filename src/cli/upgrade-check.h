/* upgrade-check.h - what becomes of a configuration when kube-scheduler is
 * upgraded and nobody edits the file
 *
 * 'fitsched diff' with the configuration, or the defaults, of two releases.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-run.h"

/* From one release to a later (or earlier) one. */
typedef struct
{
  FitRelease from; /* reads the configuration */
  FitRelease to;
  char *refusal;      /* (nullable) owned: why @to does not read it, in one
                         line: its kube-scheduler would not start */
  char *hint;         /* (nullable) owned: how to mend that */
  GPtrArray *changes; /* (nullable) owned, of FitConfigChange; NULL: refused */
} FitUpgradeStep;

typedef struct _FitUpgrade
{
  FitUpgradeStep whole; /* its @to is 0 if nothing is upgraded */
  GArray *steps;        /* (nullable) owned, of FitUpgradeStep: with --through,
                           one for each minor release, in their order */
  GPtrArray *others[FIT_DIFF_SIDES]; /* (nullable) owned, of FitDiffSource: the
                                        sides of each step that is not refused */
} FitUpgrade;

/**
 * fit_upgrade_open:
 * @upgrade: (out): must be cleared even after a failure, and live as long as
 *   @sources
 * @sources: with --through they get the sides of each step
 *
 * Reads the configuration as each of the releases does.  Fails if the left
 * release does not read it, or if --through is given and nothing is upgraded.
 */
gboolean fit_upgrade_open (FitUpgrade *upgrade, const FitInvocation *invocation,
                           FitDiffSource *sources, GError **error);
void fit_upgrade_clear (FitUpgrade *upgrade);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitUpgrade, fit_upgrade_clear)

/* fit_upgrade_refused: Returns: (nullable): the first step whose release refuses
 * the configuration: its kube-scheduler would not start */
const FitUpgradeStep *fit_upgrade_refused (const FitUpgrade *upgrade);

/* fit_upgrade_verdict: @placements: (nullable): what became of the pods, or NULL
 * if they were not compared.  Returns: (transfer full): "safe: ...", "not safe:
 * ..." */
char *fit_upgrade_verdict (const FitUpgrade *upgrade, const FitDiff *placements,
                           const char *in_words);

/* fit_upgrade_json: @findings: (nullable): of FitDiffFinding, for the steps that
 * are not refused; NULL in it: those of @whole.  Returns: (transfer full) */
FitJson *fit_upgrade_json (const FitUpgrade *upgrade, const FitDiff *whole,
                           const GPtrArray *findings);

/* fit_upgrade_tell: adds the changes of the configuration and the steps */
void fit_upgrade_tell (const FitUpgrade *upgrade, const FitDiff *whole,
                       const GPtrArray *findings, guint level,
                       FitReport *report);

/* fit_upgrade_report_refused: fills @report if the last release does not read
 * the configuration, so that no placements can be compared */
void fit_upgrade_report_refused (const FitUpgrade *upgrade,
                                 const FitDiffSource *sources,
                                 FitReport *report);
