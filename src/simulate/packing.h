/* packing.h - groups of equal pods, groups of equal nodes, and proofs that no
 * placement of the ones on the others is worth more than so much
 *
 * A placement is worth the sum of the rewards of the pods that it places, minus
 * the costs of the nodes that it uses.  What a proof rests on is one price for
 * each group of pods and one for each resource of each node: whatever the prices
 * are, no placement is worth more than
 *
 *   the sum over groups of pods: price times most of them (or times least of
 *     them, if the price is negative), plus
 *   the sum over nodes: the worth of what is free there at these prices, and
 *     of each pod that is still worth more than its price and what it takes up,
 *     as often as it fits there alone; minus the cost of the node, but at least 0.
 *
 * Good prices are found by a solver (packing-solver.h), which computes with
 * rounding errors.  fit_packing_prove() computes the sum exactly, in integers, so
 * bad prices only make a bound worse, never wrong.
 *
 * Amounts are divided by their greatest common divisor, and what is free on a
 * node is rounded down to a multiple of that of the pods that may go there.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"

/* No amount may be greater. */
#define FIT_PACKING_MOST_AMOUNT (G_GINT64_CONSTANT (1) << 58)

/* Equal pods. */
typedef struct
{
  guint32 least;   /* as many have to be placed: 0 or @most */
  guint32 most;    /* there are no more */
  gboolean counts; /* each one that is placed is worth 1, or else 0 */
  gint64 *amounts; /* owned: of each resource */
} FitPackingPods;

typedef enum
{
  FIT_TAKES_NONE,
  FIT_TAKES_ANY, /* as many as there is room for */
  FIT_TAKES_ONE, /* at most one on each node */
} FitTakes;

/* Equal nodes. */
typedef struct
{
  guint32 n;
  gboolean costs; /* each one that is used costs 1, or else 0 */
  gint64 *free;   /* owned: of each resource */
  guint8 *takes;  /* owned, of FitTakes: by group of pods: may they go there? */
  guint32 *each;  /* owned: by group of pods: how many fit alone; set by
                     fit_packing_finish() */
  guint32 kind;   /* number of the nodes that cost and take the same; set by
                     fit_packing_finish() */
} FitPackingNodes;

typedef struct
{
  guint n_resources;
  GPtrArray *pods;  /* owned, of FitPackingPods */
  GPtrArray *nodes; /* owned, of FitPackingNodes */
  guint n_kinds;
} FitPacking;

/* Prices are counted in so many parts of 1. */
#define FIT_PRICE_ONE (G_GINT64_CONSTANT (1) << 50)
#define FIT_PRICE_MOST (FIT_PRICE_ONE << 10)

typedef struct
{
  gint64 *pods; /* owned: by group */
  GArray *sets; /* owned, of FitPriceSet */
} FitPackingPrices;

/* Prices for nodes of one kind; each node uses what is best for it. */
typedef struct
{
  guint32 kind;
  gint64 *prices; /* owned: by resource, not negative */
} FitPriceSet;

FitPacking *fit_packing_new (guint n_resources);
void fit_packing_free (FitPacking *packing);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPacking, fit_packing_free)

/* fit_packing_add_pods: Returns: (transfer none): a new group, with all amounts
 * 0.  All groups of pods come before the first node. */
FitPackingPods *fit_packing_add_pods (FitPacking *packing);

/* fit_packing_add_nodes: Returns: (transfer none): a new group that takes
 * nothing, with nothing free */
FitPackingNodes *fit_packing_add_nodes (FitPacking *packing);

/* fit_packing_finish: call it when everything has been added, and once; equal
 * nodes become one group */
void fit_packing_finish (FitPacking *packing);

void fit_packing_prices_init (FitPackingPrices *prices,
                              const FitPacking *packing);
void fit_packing_prices_clear (FitPackingPrices *prices);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPackingPrices, fit_packing_prices_clear)

/* fit_packing_add_prices: Returns: (transfer none): new prices for nodes of
 * @kind, all 0 */
gint64 *fit_packing_add_prices (FitPackingPrices *prices,
                                const FitPacking *packing, guint32 kind);

/**
 * fit_packing_prove:
 * @prices: any; those of resources that are negative count as 0
 * @out_bound: (out): no placement is worth more
 *
 * Returns: FALSE if the numbers are too large to compute with
 */
gboolean fit_packing_prove (const FitPacking *packing,
                            const FitPackingPrices *prices, gint64 *out_bound);
