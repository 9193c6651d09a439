/* column-blocks.h - what is known of the values of a column, by the block
 *
 * A search wants to know of its window how many nodes fit, the best total, how
 * many have it, and which of these is the k-th.  The numbers of blocks add up to
 * those of the window, and the k-th lies in the first block at which their sum
 * exceeds k, so the answer is that of reading all values, in the same order.
 * Only blocks in which a value has changed are read again, and those at the ends
 * of the window, which count in part.
 *
 * Blocks begin at multiples of FIT_COLUMN_BLOCK.  A known block has no stale
 * values: the log makes blocks unknown when it makes values stale, and nothing but
 * stale values is ever replaced.  A tree over the blocks would not pay: at
 * 1,000,000 nodes, the 5 % that are looked at are 800 blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/class-columns.h"

#define FIT_COLUMN_BLOCK 64

#define FIT_BLOCK_UNKNOWN G_MAXUINT16

typedef struct
{
  gint32 most;    /* the greatest value */
  guint16 n_most; /* how many have it */
  guint16 n_fit;  /* how many nodes fit; or FIT_BLOCK_UNKNOWN */
} FitColumnBlock;

/* fit_class_column_blocks: Returns: (transfer none): as long as @column is */
FitColumnBlock *fit_class_column_blocks (const FitClassColumn *column);
