/* restrictions.c - frees LimitRanges and ResourceQuotas
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/restrictions.h"
#include "api/kinds-private.h"

void
fit_limit_range_clear (gpointer object)
{
  FitLimitRange *limit_range = object;

  for (guint i = 0; i < limit_range->n_items; i++)
    {
      FitLimitRangeItem *item = &limit_range->items[i];

      fit_resource_list_clear (&item->default_limits);
      fit_resource_list_clear (&item->default_requests);
      fit_resource_list_clear (&item->min);
      fit_resource_list_clear (&item->max);
      fit_resource_list_clear (&item->max_ratio);
    }
  g_free (limit_range->items);
}

void
fit_resource_quota_clear (gpointer object)
{
  FitResourceQuota *quota = object;

  fit_resource_list_clear (&quota->hard);
  g_free (quota->scopes);
  for (guint i = 0; i < quota->n_expressions; i++)
    g_strfreev (quota->expressions[i].values);
  g_free (quota->expressions);
}
