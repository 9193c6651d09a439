/* division-report.h - what a division of the nodes would cost, in words and as
 * data
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/diff-run.h"

/* fit_division_lost: pods that only one scheduler for all nodes places */
guint fit_division_lost (const FitDiffFinding *finding);

/* fit_division_verdict: Returns: (transfer full) */
char *fit_division_verdict (const FitDiffFinding *finding);

/* fit_division_json: Returns: (transfer full): the member "division" */
FitJson *fit_division_json (const FitDiffFinding *finding);

/* fit_division_tell: adds the schedulers, and what is lost */
void fit_division_tell (const FitDiffFinding *finding, guint level,
                        FitReport *report);
