/* restrictions.c - life of LimitRanges and ResourceQuotas */
#include "api/restrictions.h"

FitLimitRange *
fit_limit_range_ref (const FitLimitRange *limit_range)
{
  FitLimitRange *counted = (FitLimitRange *) limit_range;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_limit_range_unref (const FitLimitRange *limit_range)
{
  FitLimitRange *counted = (FitLimitRange *) limit_range;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  for (guint i = 0; i < counted->n_items; i++)
    {
      FitLimitRangeItem *item = &counted->items[i];

      fit_resource_list_clear (&item->default_limits);
      fit_resource_list_clear (&item->default_requests);
      fit_resource_list_clear (&item->min);
      fit_resource_list_clear (&item->max);
      fit_resource_list_clear (&item->max_ratio);
    }
  g_free (counted->items);
  g_free (counted);
}

FitResourceQuota *
fit_resource_quota_ref (const FitResourceQuota *quota)
{
  FitResourceQuota *counted = (FitResourceQuota *) quota;

  g_atomic_ref_count_inc (&counted->refs);
  return counted;
}

void
fit_resource_quota_unref (const FitResourceQuota *quota)
{
  FitResourceQuota *counted = (FitResourceQuota *) quota;

  if (counted == NULL || !g_atomic_ref_count_dec (&counted->refs))
    return;
  fit_object_meta_clear (&counted->meta);
  fit_resource_list_clear (&counted->hard);
  g_free (counted->scopes);
  for (guint i = 0; i < counted->n_expressions; i++)
    g_strfreev (counted->expressions[i].values);
  g_free (counted->expressions);
  g_free (counted);
}
