/* list-sets.c - providers, feature gates and releases
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/list-rules.h"

#include "base/each.h"

/* -- providers ------------------------------------------------------------- */

static const FitColumn provider_columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { NULL, "PREDICATES", FIT_CELL_INTEGER, 0 },
  { NULL, "PRIORITIES", FIT_CELL_INTEGER, 0 },
  { "predicates", "NAMES OF PREDICATES", FIT_CELL_TEXTS, FIT_COLUMN_WIDE },
  { "priorities", NULL, FIT_CELL_JSON, 0 },
  { NULL, "NAMES OF PRIORITIES", FIT_CELL_TEXTS, FIT_COLUMN_WIDE },
};

static FitJson *
weighed_json (const FitRegistry *registry, const GPtrArray *names)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < names->len; i++)
    {
      const FitPriorityEntry *entry
          = fit_registry_priority (registry, names->pdata[i]);
      FitJson *object = fit_json_append (array);

      fit_json_set_text (object, "name", names->pdata[i]);
      fit_json_set_integer (object, "weight",
                            entry != NULL ? entry->weight : 0);
    }
  return array;
}

FitTable *
fit_list_providers (const FitCatalog *catalog)
{
  const GPtrArray *providers = fit_registry_providers (catalog->registry);
  FitTable *table = FIT_TABLE_NEW (provider_columns);

  FIT_EACH (const FitProvider, provider, providers)
    FIT_TABLE_ADD (
        table, fit_cell_text (provider->name),
        fit_cell_integer (provider->predicates->len),
        fit_cell_integer (provider->priorities->len),
        fit_cell_texts (provider->predicates),
        fit_cell_json (weighed_json (catalog->registry, provider->priorities)),
        fit_cell_texts (provider->priorities));
  return table;
}

/* -- feature gates --------------------------------------------------------- */

static const FitColumn gate_columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "stage", "STAGE", FIT_CELL_TEXT, 0 },
  { "default", "DEFAULT", FIT_CELL_BOOLEAN, 0 },
  { "value", "VALUE", FIT_CELL_BOOLEAN, 0 },
  { "locked", "LOCKED", FIT_CELL_BOOLEAN, 0 },
  { "summary", "EFFECT", FIT_CELL_TEXT, FIT_COLUMN_WRAP | FIT_COLUMN_BELOW },
};

FitTable *
fit_list_feature_gates (const FitCatalog *catalog)
{
  FitTable *table = FIT_TABLE_NEW (gate_columns);

  for (guint gate = FIT_GATE_NONE + 1; gate < FIT_GATE_LAST; gate++)
    {
      FitGateInfo info;

      if (!fit_gate_info_in_release (gate, catalog->gates.release, &info))
        continue;
      FIT_TABLE_ADD (table, fit_cell_text (info.name),
                     fit_cell_text (info.stage), fit_cell_boolean (info.on),
                     fit_cell_boolean (fit_gate_on (catalog->gates, gate)),
                     fit_cell_boolean (info.locked),
                     fit_cell_text (info.summary));
    }
  return table;
}

/* -- releases -------------------------------------------------------------- */

static const FitColumn release_columns[] = {
  { "name", "RELEASE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "policy", "POLICY", FIT_CELL_BOOLEAN, 0 },
  { "configVersions", "CONFIGURATIONS", FIT_CELL_TEXTS, 0 },
  { "laterPatches", "LATER PATCHES", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
  { "unverified", "NOT VERIFIED", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

FitTable *
fit_list_releases (const FitCatalog *catalog)
{
  FitTable *table = FIT_TABLE_NEW (release_columns);
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) versions = g_ptr_array_new ();
      g_autofree char *later = NULL;
      FitRelease release = releases[i].release;
      gint since;
      const char *what = fit_release_later_change (release, &since);

      later = what != NULL ? g_strdup_printf ("in 1.%d.%d: %s", release / 100,
                                              since, what)
                           : NULL;
      for (guint v = FIT_CONFIG_V1ALPHA1; v < FIT_CONFIG_VERSION_LAST; v++)
        if (fit_config_version_is_read_by (v, releases[i].release))
          g_ptr_array_add (versions, (gpointer) fit_config_version_name (v));
      FIT_TABLE_ADD (
          table, fit_cell_text (releases[i].name),
          fit_cell_boolean (releases[i].release <= FIT_POLICY_RELEASE_LAST),
          fit_cell_texts (versions), fit_cell_text (later),
          fit_cell_text (releases[i].unverified));
    }
  return table;
}
