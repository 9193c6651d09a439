/* shadow-tally.h - how often other schedulers decide as these rules do
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "daemon/shadow.h"

typedef struct _FitShadowTally FitShadowTally;

/* How many of the last differences a report has. */
#define FIT_SHADOW_MOST_DIFFERENCES 100

FitShadowTally *fit_shadow_tally_new (void);
void fit_shadow_tally_free (FitShadowTally *tally);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitShadowTally, fit_shadow_tally_free)

/* fit_shadow_tally_add: @finding: (transfer full) */
void fit_shadow_tally_add (FitShadowTally *tally, FitShadowFinding *finding);

/* fit_shadow_tally_json: Returns: (transfer full): a document of kind
 * ShadowReport, with a final newline */
char *fit_shadow_tally_json (const FitShadowTally *tally);

/* fit_shadow_tally_text: Returns: (transfer full): the same in a few lines: how
 * many agree, and which rules made how many differences */
GStrv fit_shadow_tally_text (const FitShadowTally *tally);
