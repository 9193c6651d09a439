/* explain-text.h - explanations as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"
#include "report/report.h"

/* fit_explanation_report: adds what people read of the explanation; @filter: of
 * nodes */
void fit_explanation_report (const FitExplanation *explanation,
                             const FitNamePatterns *filter, FitReport *report);
