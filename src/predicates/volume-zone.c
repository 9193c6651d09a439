/* volume-zone.c - reads the zone labels of a volume, and says which nodes they allow */
#include "predicates/volume-zone.h"
#include "predicates/metadata.h"
#include "predicates/rule-details.h"

#include <string.h>

#define ZONE_SEPARATOR "__"

/* Returns: FALSE if @text is not a list of zones */
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

/* --- explaining ----------------------------------------------------------- */

/* Returns: (transfer full) */
static char *
join_zones (const FitZoneDemand *demand)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < demand->n; i++)
    g_string_append_printf (out, "%s%s", i > 0 ? " or " : "",
                            demand->values[i]);
  return g_string_free (out, FALSE);
}

static void
explain_demand (const FitPersistentVolumeClaim *claim, const char *key,
                const FitZoneDemand *demand, const char *found,
                FitDetail *detail)
{
  g_autofree char *zones = join_zones (demand);

  fit_detail_say (
      detail, "volume %s of claim %s is in %s=%s, the node has %s%s%s",
      claim->volume_name, claim->meta.name, key, zones,
      found ? key : "no label ", found ? "=" : key, found ? found : "");
  fit_detail_say_common (detail, "volume %s of claim %s is in %s=%s",
                         claim->volume_name, claim->meta.name, key, zones);
  fit_detail_advise (detail, "only a node with %s=%s fits", key, zones);
  fit_detail_add_fact (detail, "claim", claim->meta.name);
  fit_detail_add_fact (detail, "volume", claim->volume_name);
  fit_detail_add_fact (detail, "label", key);
  fit_detail_add_fact (detail, "wanted", zones);
  fit_detail_add_fact (detail, "found", found);
}

void
fit_explain_zones (const FitPredicateRun *run, const char *const *keys,
                   guint n_keys, const char *const *values,
                   const FitNodeInfo *node, FitDetail *detail)
{
  const FitPod *pod = run->meta->pod;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  FitArena *arena = run->meta->arena;
  FitZoneDemand *demands = fit_arena_newn (arena, FitZoneDemand, n_keys);

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim
          = volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
                ? fit_listers_pvc (listers, pod->meta.namespace_, volume->id)
                : NULL;
      const FitPersistentVolume *pv
          = claim && *claim->volume_name
                ? fit_listers_pv (listers, claim->volume_name)
                : NULL;
      const guint n
          = pv ? fit_zone_demands_of_volume (pv, keys, n_keys, arena, demands)
               : 0;

      for (guint d = 0; d < n; d++)
        if (!is_met (&demands[d], values[demands[d].label]))
          {
            explain_demand (claim, keys[demands[d].label], &demands[d],
                            values[demands[d].label], detail);
            return;
          }
    }
}
