/* plain-nodes.h - a few numbers of 64 nodes next to each other, for rules that
 * work on all of them at once
 *
 * Looking at a node through its FitNodeInfo costs some hundred instructions, and
 * a few cache misses.  Most rules read only what is here, and a loop over
 * columns of numbers takes a tenth of that.
 *
 * The numbers are in binary64, for which there are vector instructions.  A
 * node is plain if that changes nothing: its amounts are from 0 to
 * FIT_PLAIN_MOST, so they, their sums, and these times FIT_PLAIN_FACTOR are
 * exact.  A quotient of such integers, rounded down, is that of integers, too:
 * if the true one is below an integer q = a / b, it is so by at least 1 / b,
 * which is more than half the distance of neighbours at q, since a and q * b
 * are less than 2^53.
 *
 * A plain node also has some cpu and memory, no more requested ephemeral storage
 * than it has, no pressure and no host port in use.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache-reading.h"

#define FIT_PLAIN_NODES 64
#define FIT_PLAIN_FACTOR 128
#define FIT_PLAIN_MOST (G_GINT64_CONSTANT (1) << 44)
G_STATIC_ASSERT (2 * FIT_PLAIN_FACTOR * FIT_PLAIN_MOST
                 < (G_GINT64_CONSTANT (1) << 53));

/* Two nodes at a time; the compiler does not vectorise loops with conditions. */
typedef gdouble FitPair __attribute__ ((vector_size (16)));
typedef gint64 FitPairMask __attribute__ ((vector_size (16))); /* -1 or 0 */
#define FIT_PLAIN_PAIRS (FIT_PLAIN_NODES / 2)

struct _FitPlainNodes
{
  FitPair has_cpu[FIT_PLAIN_PAIRS]; /* millicores */
  FitPair has_memory[FIT_PLAIN_PAIRS];
  FitPair cpu[FIT_PLAIN_PAIRS]; /* requested by the pods of the node */
  FitPair memory[FIT_PLAIN_PAIRS];
  FitPair nonzero_cpu[FIT_PLAIN_PAIRS]; /* the same with defaults */
  FitPair nonzero_memory[FIT_PLAIN_PAIRS];
  const FitNodeInfo *of[FIT_PLAIN_NODES];       /* borrowed */
  const FitNodeTraits *traits[FIT_PLAIN_NODES]; /* borrowed */
  guint64 fresh; /* a bit for each node: the rest has been set */
  guint64 plain; /* the same: these are plain, and the others have no meaning */
  guint64 full;  /* the same: there is no room for a pod */
  const FitNodeTraits *same; /* (nullable): those of all nodes, or NULL */
  guint pairs;               /* no more of them have been set */
  gboolean stand_in; /* each stands for many nodes, with which it has only its
                        traits in common: no rule may look at the node itself */
};

/* Number i of both says what is least and most in use on any of some nodes with
 * the same traits. */
struct _FitPlainBounds
{
  const FitPlainNodes *emptiest;
  const FitPlainNodes *fullest;
};

/* What rules say of the same nodes. */
struct _FitPlainAnswers
{
  FitPair totals[FIT_PLAIN_PAIRS]; /* of the points, times weight */
  FitPairMask unfit[FIT_PLAIN_PAIRS];
};

/* fit_plain_nodes_set: takes the numbers of @node as those of number @i */
void fit_plain_nodes_set (FitPlainNodes *nodes, guint i,
                          const FitNodeInfo *node);

/* fit_plain_nodes_copy: number @k of @nodes becomes number @i of @from */
void fit_plain_nodes_copy (FitPlainNodes *nodes, guint k,
                           const FitPlainNodes *from, guint i);

/* fit_plain_nodes_lower: no amount in use of number @k of @nodes is more than
 * that of number @i of @from.  fit_plain_nodes_raise: nor less */
void fit_plain_nodes_lower (FitPlainNodes *nodes, guint k,
                            const FitPlainNodes *from, guint i);
void fit_plain_nodes_raise (FitPlainNodes *nodes, guint k,
                            const FitPlainNodes *from, guint i);

/* fit_plain_nodes_alike: are all numbers the same, and the traits? */
gboolean fit_plain_nodes_alike (const FitPlainNodes *a, guint i,
                                const FitPlainNodes *b, guint k);

/* fit_plain_amount: is that so small that all of the above holds for it? */
static inline gboolean
fit_plain_amount (gint64 amount)
{
  return amount >= 0 && amount <= FIT_PLAIN_MOST;
}

/* fit_pair_of: Returns: @x twice */
static inline FitPair
fit_pair_of (gdouble x)
{
  return (FitPair){ x, x };
}

/* fit_pair_select: Returns: @a where @mask holds, else @b */
static inline FitPair
fit_pair_select (FitPairMask mask, FitPair a, FitPair b)
{
  return (FitPair) (((FitPairMask) a & mask) | ((FitPairMask) b & ~mask));
}

/* fit_pair_only: Returns: @a where @mask holds, else 0 */
static inline FitPair
fit_pair_only (FitPairMask mask, FitPair a)
{
  return (FitPair) ((FitPairMask) a & mask);
}

/* fit_pair_size: Returns: @a without signs */
static inline FitPair
fit_pair_size (FitPair a)
{
  return (FitPair) ((FitPairMask) a & (FitPairMask){ G_MAXINT64, G_MAXINT64 });
}

/* fit_pair_floor: Returns: @a, which is from 0 to 2^51, without fractions */
static inline FitPair
fit_pair_floor (FitPair a)
{
  const FitPair nearest = (a + fit_pair_of (0x1p52)) - fit_pair_of (0x1p52);

  return nearest - fit_pair_only (nearest > a, fit_pair_of (1.0));
}
