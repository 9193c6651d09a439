/* amounts.h - resources by name, in the units in which they are counted: thousandths of
 * a cpu, bytes, pieces (private to admission/)
 */
#pragma once

#include "api/pod.h"

G_BEGIN_DECLS

/* fit_amount_of: @quantity of the resource @name, rounded up */
gint64 fit_amount_of (const char *name, const FitQuantity *quantity);

/* fit_amount_in: what @resources have of @name; 0 for none */
gint64 fit_amount_in (const FitResources *resources, const char *name);

/* fit_amount_sum: @a and @b, which are not negative; no more than G_MAXINT64 */
gint64 fit_amount_sum (gint64 a, gint64 b);

G_END_DECLS
