/* coverage-report.h - formats what a comparison has exercised
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"
#include "simulate/coverage.h"

/**
 * fit_coverage_sentence:
 * @noun: "Policy" or "configuration"
 *
 * "The cluster says little about this Policy: 0 of 8 pods had two feasible
 * nodes; these rules never rejected a node: ...; these never decided: ..."
 *
 * Returns: (transfer full)
 */
char *fit_coverage_sentence (const FitCoverage *coverage, const char *noun);

/* fit_coverage_idle_sentence: the rules that no cluster in files can exercise,
 * and why.  Returns: (transfer full) (nullable): NULL if there are none */
char *fit_coverage_idle_sentence (const FitCoverage *coverage);

/* fit_coverage_json: Returns: (transfer full): an object */
FitJson *fit_coverage_json (const FitCoverage *coverage);

/* fit_coverage_append_markdown: appends the rules as a table */
void fit_coverage_append_markdown (const FitCoverage *coverage, GString *out);
