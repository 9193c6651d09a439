/* readers-table.h - tables of the releases that read a file
 */
#pragma once

#include "cli/table-text.h"

G_BEGIN_DECLS

/* fit_readers_table: Returns: (transfer full): the ranges of @readers (of
 * FitReader), with the first and the last release of each */
FitTable *fit_readers_table (const GPtrArray *readers);

/* fit_readers_refusals_table: Returns: (transfer full): the releases next to
 * these ranges, with the reason of each */
FitTable *fit_readers_refusals_table (const GPtrArray *readers);

G_END_DECLS
