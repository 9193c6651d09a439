/* assumptions.h - what a what-if has changed, above the answer
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "report/report.h"
#include "simulate/what-if.h"

/* Both: @what_ifs: (nullable): NULL: nothing is assumed, and nothing is
 * added */

/* fit_assumptions_report: "Assumed: worker-a1 is drained: 3 pods move", with
 * the notes below, and an empty line */
void fit_assumptions_report (const FitWhatIfs *what_ifs, FitReport *report);

/* fit_assumptions_set_json: sets the member "assumed" */
void fit_assumptions_set_json (const FitWhatIfs *what_ifs, FitJson *document);
