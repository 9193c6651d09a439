#include "predicates/volume-zone.h"

#include <string.h>

#define ZONE_SEPARATOR "__"

/* Returns: FALSE when @text is no list of zones */
static gboolean
split_zones (const char *text, FitArena *arena, FitZoneDemand *demand)
{
  g_auto (GStrv) parts = g_strsplit (text, ZONE_SEPARATOR, -1);
  const guint n = g_strv_length (parts);

  demand->n = 0;
  demand->values = fit_arena_newn (arena, const char *, n);
  for (guint i = 0; i < n; i++)
    {
      const char *zone = g_strstrip (parts[i]);

      if (!*zone)
        return FALSE;
      demand->values[demand->n++]
          = fit_arena_strndup (arena, zone, strlen (zone));
    }
  return n > 0;
}

guint
fit_zone_demands_of_volume (const FitPersistentVolume *pv,
                            const char *const *keys, guint n_keys,
                            FitArena *arena, FitZoneDemand *demands)
{
  guint n = 0;

  for (guint i = 0; i < n_keys; i++)
    {
      const char *text = fit_labels_get (pv->meta.labels, keys[i]);
      FitZoneDemand demand = { .label = i };

      if (text && split_zones (text, arena, &demand))
        demands[n++] = demand;
    }
  return n;
}

static gboolean
is_met (const FitZoneDemand *demand, const char *value)
{
  for (guint i = 0; value && i < demand->n; i++)
    if (strcmp (demand->values[i], value) == 0)
      return TRUE;
  return FALSE;
}

gboolean
fit_zone_demands_met (const FitZoneDemand *demands, guint n,
                      const char *const *values)
{
  for (guint i = 0; i < n; i++)
    if (!is_met (&demands[i], values[demands[i].label]))
      return FALSE;
  return TRUE;
}
