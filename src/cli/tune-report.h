/* tune-report.h - what a search for better rules has found, in words and as data
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/tune-proof.h"

/* fit_tune_report: @proof: (nullable): of the recommended trial, if there is one.
 * Returns: (transfer full) */
FitReport *fit_tune_report (const FitTuning *tuning, const FitTuneProof *proof);
