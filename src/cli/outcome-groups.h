/* outcome-groups.h - pods of one controller that ended alike, as one row
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/table.h"
#include "cli/simulate-items.h"

/* fit_outcome_groups_table: those with most pods first.  Returns: (transfer
 * full) */
FitTable *fit_outcome_groups_table (const FitItems *items);
