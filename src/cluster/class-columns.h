/* class-columns.h - what was found out about each node for pods that no rule
 * can tell apart
 *
 * A class of pods has a key: all that the rules in question read of a pod, and
 * a number of the caller.  Its column has one value for each node, in the order
 * of the node tree's list: FIT_COLUMN_UNFIT, or the sum of the scores of the
 * node.  The caller works out the values; the columns only know which of them
 * still hold:
 *
 * - A value is a function of the key and of the FitNodeInfo.  It must not
 *   depend on anything else in the cluster.
 * - Every change of a FitNodeInfo is in the log, by
 *   fit_class_columns_changed().  A column remembers how far it has read the
 *   log.  When it is asked for, the values of the nodes after that point become
 *   FIT_COLUMN_STALE.  So a value that is not stale belongs to the node as it
 *   is.
 * - If the log has more entries after that point than a fourth of the nodes, but
 *   at least 64, or nodes have come or gone since the column was last asked for,
 *   all values are stale.
 * - The pod of which a column was made lives as long as the column: pointers to
 *   interned strings in the key stay those of the same strings.
 *
 * Memory: 4 bytes per node and class, 8 per block of 64 nodes, 4 per node again
 * for each raw score that is not 0 everywhere, and about 1 KiB per class for its key and its pod.  All
 * columns together have half as much as the nodes and their pods, counted as
 * 512 bytes each, but at least 16 MiB, and room for a guest.  The log
 * has an entry of 4 bytes for each second node, but at least 128 entries.  The
 * numbers of plain nodes, which all classes share, take 66 bytes per node, and
 * the groups of similar ones 12.
 *
 * A cache has two sets of columns.  In that for labels, which has half as much
 * memory as the nodes, classes are pods with the same selectors and preferences
 * for nodes, and the log has only changes of Node objects.
 *
 * If there is no room, a class takes the place of the one that was asked for
 * longest ago, provided that it has itself been asked for since then.  So of
 * more classes in turn than have room, some keep their columns, and a class that
 * is no longer asked for loses its column to any that is.  A class without
 * a place is the guest: its column is kept until the next guest comes, for pods
 * of one class in a row.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "cluster/node-tree.h"
#include "cluster/node-sectors.h"

typedef struct _FitClassColumns FitClassColumns;

/* All bytes of FIT_COLUMN_STALE are 0x80, so that it is quickly written. */
#define FIT_COLUMN_STALE (-0x7f7f7f80) /* not worked out, or not any more */
#define FIT_COLUMN_UNFIT (FIT_COLUMN_STALE + 1)

/* Limits of the sums.  Scores that are scaled, or not kept here, are added to
 * the values, even to those of nodes that do not fit.  The limits leave room
 * for that, and these nodes stay below all others. */
#define FIT_COLUMN_LEAST (G_MININT32 / 4)
#define FIT_COLUMN_MOST (G_MAXINT32 / 2)

/* Raw scores that are scaled by what other nodes have. */
#define FIT_COLUMN_RAWS 2

/* Of raw scores below this it is known which there are. */
#define FIT_COLUMN_FEW 256

typedef struct
{
  guint n;                       /* number of nodes */
  gboolean guest;                /* it is kept until the next guest comes */
  gint32 *values;                /* by position in the list */
  gint32 *raws[FIT_COLUMN_RAWS]; /* (nullable): NULL: 0 everywhere; holds
                                    where the value is neither stale nor
                                    unfit; not written where a block is stale
                                    as a whole */

  /* Which raw scores there are, or were: a bit for each that is below
   * FIT_COLUMN_FEW, and whether any is not. */
  guint64 raw_set[FIT_COLUMN_RAWS][FIT_COLUMN_FEW / 64];
  gboolean many_raws[FIT_COLUMN_RAWS];
} FitClassColumn;

/* What is known of the values of a column, by the block.
 *
 * A search wants to know of its window how many nodes fit, the best total, how
 * many have it, and which of these is the k-th.  The numbers of blocks add up to
 * those of the window, and the k-th lies in the first block at which their sum
 * exceeds k, so the answer is that of reading all values, in the same order.
 * Only blocks in which a value has changed are read again, and those at the ends
 * of the window, which count in part.  The numbers of blocks in turn add up to
 * those of a sector (node-sectors.h).  A sector may also be known although its
 * values have not been worked out.
 *
 * Blocks begin at multiples of FIT_COLUMN_BLOCK.  A known block has no stale
 * values: the log makes blocks unknown when it makes values stale, and nothing but
 * stale values is ever replaced.  In a block that is stale as a whole, the values
 * have not even been written: whoever works some of them out marks the others.  A tree over the sectors would not pay: at
 * 1,000,000 nodes, the 5 % that are looked at are 49 sectors. */
#define FIT_COLUMN_BLOCK FIT_PLAIN_NODES

#define FIT_BLOCK_STALE G_MAXUINT16
#define FIT_BLOCK_UNKNOWN (G_MAXUINT16 - 1)

typedef struct
{
  gint32 most;    /* the greatest value */
  guint16 n_most; /* how many have it; 0 in a block: that is not known */
  guint16 n_fit; /* how many nodes fit; or FIT_BLOCK_UNKNOWN, FIT_BLOCK_STALE */
} FitColumnBlock;

/* fit_class_columns_new: @tree: (borrowed): gives the order of the nodes */
FitClassColumns *fit_class_columns_new (FitNodeTree *tree);
void fit_class_columns_free (FitClassColumns *columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitClassColumns, fit_class_columns_free)

/* fit_class_columns_join: Returns: a number for the keys of the caller; no
 * other caller ever gets it */
guint64 fit_class_columns_join (FitClassColumns *columns);

/* fit_class_columns_changed: the aggregate of node number @index has changed */
void fit_class_columns_changed (FitClassColumns *columns, guint32 index);

/**
 * fit_class_columns_find:
 * @n_pods: how many there are on the nodes
 * @key: @n words that tell the class from all others
 * @pod: a pod of this class
 *
 * Returns: (transfer none): valid until the next call
 */
FitClassColumn *fit_class_columns_find (FitClassColumns *columns, guint n_pods,
                                        const guint64 *key, guint n,
                                        const FitPod *pod);

/* fit_class_columns_plain: Returns: (transfer none): the numbers of the nodes in
 * block @block of the list, of which those that are not fresh are to be set;
 * until the next fit_class_columns_find() */
FitPlainNodes *fit_class_columns_plain (FitClassColumns *columns, guint block);

/* fit_class_column_blocks: Returns: (transfer none): as long as @column is */
FitColumnBlock *fit_class_column_blocks (const FitClassColumn *column);

/* fit_class_columns_sector: Returns: (transfer none): whole sector @sector of
 * the list; until the next fit_class_columns_find() */
FitSector *fit_class_columns_sector (FitClassColumns *columns, guint sector);

/* fit_class_column_sectors: Returns: (transfer none): what is known of the
 * values in whole sectors, whether or not the values have been worked out; as
 * long as @column is */
FitColumnBlock *fit_class_column_sectors (const FitClassColumn *column);

/* fit_class_column_begin_blocks: in @n blocks from block @first, which are stale as
 * a whole, marks the values as stale, and sets the raw scores to 0 */
void fit_class_column_begin_blocks (FitClassColumn *column, guint first,
                                    guint n);

/* fit_class_column_meet_raw: a node of the column has a raw score that none had.
 * @which: less than FIT_COLUMN_RAWS */
void fit_class_column_meet_raw (FitClassColumn *column, guint which,
                                gint32 raw);

/* fit_class_column_set_raw: @which: less than FIT_COLUMN_RAWS */
static inline void
fit_class_column_set_raw (FitClassColumn *column, guint which, guint position,
                          gint32 raw)
{
  const gboolean known
      = column->raws[which] == NULL
            ? raw == 0
            : (guint32) raw < FIT_COLUMN_FEW
                  && (column->raw_set[which][raw / 64] >> raw % 64 & 1) != 0;

  if (G_UNLIKELY (!known))
    fit_class_column_meet_raw (column, which, raw);
  if (column->raws[which] != NULL)
    column->raws[which][position] = raw;
}
