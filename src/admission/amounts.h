/* amounts.h - amounts of a resource as integers (private to admission/)
 *
 * CPU is in millicores, memory and storage in bytes; everything else is counted
 * in its own unit.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"

/* fit_amount_of: converts @quantity of the resource @name, and rounds up */
gint64 fit_amount_of (const char *name, const FitQuantity *quantity);

/* fit_amount_sum: adds @a and @b, which are not negative; at most
 * G_MAXINT64 */
gint64 fit_amount_sum (gint64 a, gint64 b);
