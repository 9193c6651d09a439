/* explain-advice.h - remedies for a pod that fits nowhere
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/remedies.h"
#include "report/report.h"

/* fit_remedies_report: adds "What would help:" */
void fit_remedies_report (const FitRemedies *remedies, FitReport *report);
