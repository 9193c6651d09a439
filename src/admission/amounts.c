/* amounts.c - converts quantities to the integers that limits and quotas
 * compare */
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
fit_amount_in (const FitResources *resources, const char *name)
{
  if (strcmp (name, FIT_RESOURCE_CPU) == 0)
    return resources->milli_cpu;
  if (strcmp (name, FIT_RESOURCE_MEMORY) == 0)
    return resources->memory;
  if (strcmp (name, FIT_RESOURCE_EPHEMERAL_STORAGE) == 0)
    return resources->ephemeral_storage;
  for (guint i = 0; i < resources->n_scalars; i++)
    if (strcmp (resources->scalars[i].name, name) == 0)
      return resources->scalars[i].value;
  return 0;
}

gint64
fit_amount_sum (gint64 a, gint64 b)
{
  return a > G_MAXINT64 - b ? G_MAXINT64 : a + b;
}
