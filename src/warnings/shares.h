/* shares.h - how much each score can add to the sum for a node
 *
 * A priority or plugin adds its score, a whole number, times its weight.  Its
 * reach is the greatest difference that it can make between two nodes.  All
 * differences that it makes are multiples of its step.
 *
 * The differences that several of them make together are multiples of the
 * greatest common divisor of their steps.  If all others together reach less
 * than that, they only decide between nodes that the first ones score equally.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct
{
  const char *name;    /* borrowed */
  gconstpointer entry; /* the caller's */
  guint index;         /* in its list */
  gint64 reach;        /* times the weight */
  gint64 step;         /* times the weight */
} FitShare;

/* What nobody hears. */
typedef struct
{
  guint index; /* in its list: of the heaviest that is not heard */
  gconstpointer entry;
  const char *loudest; /* borrowed: the heaviest of all */
  gint64 reach;        /* what those that are not heard and all else can add */
  GPtrArray *names;    /* owned: those that are not heard */
  char *text; /* owned: "A can add at most 100, but every difference that B
                       makes is at least 500" */
} FitUnheard;

void fit_unheard_clear (FitUnheard *unheard);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitUnheard, fit_unheard_clear)

/* fit_sum: @a + @b, or the greatest number */
gint64 fit_sum (gint64 a, gint64 b);

/* fit_extenders_reach: @extenders: of FitExtenderPolicy; @greatest: the greatest
 * score that one of them can give.  Returns: what all can add to the sum for a
 * node */
gint64 fit_extenders_reach (const GPtrArray *extenders, gint64 greatest);

/* fit_shares_unheard: @shares: of FitShare, is sorted; @others: what else can
 * add to the sum of a node; @out: (out).  Returns: FALSE if each is heard */
gboolean fit_shares_unheard (GArray *shares, gint64 others, FitUnheard *out);
