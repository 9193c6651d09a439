/* explain-victims.h - the victims of preemption as text
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "explain/explanation.h"
#include "report/report.h"

/* fit_append_victims_sentence: where preemption would make room, or why it
 * cannot */
void fit_append_victims_sentence (const FitExplanation *explanation,
                                  GString *out);

/* fit_report_victims: the victims by node; only the first nodes unless
 * @one_by_one */
void fit_report_victims (const FitExplanation *explanation,
                         const FitNamePatterns *filter, gboolean one_by_one,
                         FitReport *report);
