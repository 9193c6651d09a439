/* found-report.h - what a search for a difference has found, in words and as
 * data
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "find/find.h"
#include "report/report.h"

/* fit_found_smallest: Returns: (transfer none) (nullable): NULL: nothing was
 * found */
const FitFoundCluster *fit_found_smallest (const FitFound *found);

/* fit_found_verdict: "found a difference with 2 nodes and 1 pod: ...", "no
 * difference found: ...", never that there is none.  Returns: (transfer full) */
char *fit_found_verdict (const FitFound *found);

/* fit_found_tell: adds the kinds of differences, or which rules had anything to
 * say; Markdown has headings of @level "#" */
void fit_found_tell (const FitFound *found, guint level, FitReport *report);

/* fit_found_json: Returns: (transfer full): an object */
FitJson *fit_found_json (const FitFound *found);
