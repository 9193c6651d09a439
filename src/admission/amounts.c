/* amounts.c - converts quantities to the integers that limits and quotas
 * compare
 * SPDX-License-Identifier: Apache-2.0 */
#include "admission/amounts.h"

#include <string.h>

#include "api/names.h"

gint64
fit_amount_of (const char *name, const FitQuantity *quantity)
{
  return strcmp (name, FIT_RESOURCE_CPU) == 0
             ? fit_quantity_milli_value (quantity)
             : fit_quantity_value (quantity);
}

gint64
fit_amount_sum (gint64 a, gint64 b)
{
  return a > G_MAXINT64 - b ? G_MAXINT64 : a + b;
}
