/* refusals.h - new pods that admission refused, as text and as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "admission/admission.h"
#include "report/report.h"

/* fit_refusals_count: Returns: how many pods; @refused: (nullable) */
guint fit_refusals_count (const FitRefusals *refused);

/* fit_refusals_json: namespace, name and reason of each pod; @refused:
 * (nullable).  Returns: (transfer full) */
FitJson *fit_refusals_json (const FitRefusals *refused);

/* fit_refusals_report: adds the refused pods by reason, with a few of their
 * names or, with -o wide, with each name, and an empty line; nothing if there
 * are none.  @refused: (nullable) */
void fit_refusals_report (const FitRefusals *refused, FitReport *report);
