/* quantiles.h - quantiles of what was observed in the last hours
 *
 * Observations are counted in classes that are 5 % wide, for each of the last
 * hours.  So memory does not depend on how many there are.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct _FitQuantiles FitQuantiles;

FitQuantiles *fit_quantiles_new (void);
void fit_quantiles_free (FitQuantiles *quantiles);

/* fit_quantiles_take: @now_s: seconds from any origin, never going back */
void fit_quantiles_take (FitQuantiles *quantiles, double value, gint64 now_s);

/* fit_quantiles_get: Returns: the value that the part @q of them does not
 * exceed, within 3 %; NAN without any */
double fit_quantiles_get (FitQuantiles *quantiles, double q, gint64 now_s);
