/* list-sets.c - providers, feature gates and releases */
#include "cli/list-rules.h"

#include "config/migrate/migration.h"

/* --- providers ------------------------------------------------------------ */

enum
{
  PROVIDER_NAME,
  PROVIDER_N_PREDICATES,
  PROVIDER_N_PRIORITIES,
  PROVIDER_PREDICATES,
  PROVIDER_PRIORITIES,
  PROVIDER_PRIORITIES_SHOWN,
};

static const FitColumn provider_columns[] = {
  [PROVIDER_NAME] = { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [PROVIDER_N_PREDICATES] = { NULL, "PREDICATES", FIT_CELL_INTEGER, 0 },
  [PROVIDER_N_PRIORITIES] = { NULL, "PRIORITIES", FIT_CELL_INTEGER, 0 },
  [PROVIDER_PREDICATES]
  = { "predicates", "NAMES OF PREDICATES", FIT_CELL_TEXTS, FIT_COLUMN_WIDE },
  [PROVIDER_PRIORITIES] = { "priorities", NULL, FIT_CELL_JSON, 0 },
  [PROVIDER_PRIORITIES_SHOWN]
  = { NULL, "NAMES OF PRIORITIES", FIT_CELL_TEXTS, FIT_COLUMN_WIDE },
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
      fit_json_set_integer (object, "weight", entry ? entry->weight : 0);
    }
  return array;
}

FitTable *
fit_list_providers (const FitCatalog *catalog)
{
  const GPtrArray *providers = fit_registry_providers (catalog->registry);
  FitTable *table = FIT_TABLE_NEW (provider_columns);

  for (guint i = 0; i < providers->len; i++)
    {
      const FitProvider *provider = providers->pdata[i];

      fit_table_add_row (table);
      fit_table_set_text (table, PROVIDER_NAME, provider->name);
      fit_table_set_integer (table, PROVIDER_N_PREDICATES,
                             provider->predicates->len);
      fit_table_set_integer (table, PROVIDER_N_PRIORITIES,
                             provider->priorities->len);
      fit_table_set_texts (table, PROVIDER_PREDICATES, provider->predicates);
      fit_table_set_json (
          table, PROVIDER_PRIORITIES,
          weighed_json (catalog->registry, provider->priorities));
      fit_table_set_texts (table, PROVIDER_PRIORITIES_SHOWN,
                           provider->priorities);
    }
  return table;
}

/* --- feature gates -------------------------------------------------------- */

enum
{
  GATE_NAME,
  GATE_STAGE,
  GATE_DEFAULT,
  GATE_VALUE,
  GATE_LOCKED,
  GATE_SUMMARY,
};

static const FitColumn gate_columns[] = {
  [GATE_NAME] = { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [GATE_STAGE] = { "stage", "STAGE", FIT_CELL_TEXT, 0 },
  [GATE_DEFAULT] = { "default", "DEFAULT", FIT_CELL_BOOLEAN, 0 },
  [GATE_VALUE] = { "value", "VALUE", FIT_CELL_BOOLEAN, 0 },
  [GATE_LOCKED] = { "locked", "LOCKED", FIT_CELL_BOOLEAN, 0 },
  [GATE_SUMMARY]
  = { "summary", "EFFECT", FIT_CELL_TEXT, FIT_COLUMN_WRAP | FIT_COLUMN_BELOW },
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
      fit_table_add_row (table);
      fit_table_set_text (table, GATE_NAME, info.name);
      fit_table_set_text (table, GATE_STAGE, info.stage);
      fit_table_set_boolean (table, GATE_DEFAULT, info.on);
      fit_table_set_boolean (table, GATE_VALUE,
                             fit_gate_on (catalog->gates, gate));
      fit_table_set_boolean (table, GATE_LOCKED, info.locked);
      fit_table_set_text (table, GATE_SUMMARY, info.summary);
    }
  return table;
}

/* --- releases ------------------------------------------------------------- */

enum
{
  RELEASE_NAME,
  RELEASE_POLICY,
  RELEASE_VERSIONS,
  RELEASE_LATER,
};

static const FitColumn release_columns[] = {
  [RELEASE_NAME] = { "name", "RELEASE", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  [RELEASE_POLICY] = { "policy", "POLICY", FIT_CELL_BOOLEAN, 0 },
  [RELEASE_VERSIONS]
  = { "configVersions", "CONFIGURATIONS", FIT_CELL_TEXTS, 0 },
  [RELEASE_LATER]
  = { "laterPatches", "LATER PATCHES", FIT_CELL_TEXT, FIT_COLUMN_BELOW },
};

/* Returns: (transfer full) (nullable): "in 1.28.6: ..." */
static char *
describe_later (FitRelease release)
{
  gint since;
  const char *what = fit_release_later_change (release, &since);

  return what != NULL
             ? g_strdup_printf ("in 1.%d.%d: %s", release / 100, since, what)
             : NULL;
}

FitTable *
fit_list_releases (const FitCatalog *catalog)
{
  FitTable *table = FIT_TABLE_NEW (release_columns);
  guint n;
  const FitReleaseName *releases = fit_releases (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GPtrArray) versions = g_ptr_array_new ();
      g_autofree char *later = describe_later (releases[i].release);

      for (guint v = FIT_CONFIG_V1ALPHA1; v < FIT_CONFIG_VERSION_LAST; v++)
        if (fit_config_version_is_read_by (v, releases[i].release))
          g_ptr_array_add (versions, (gpointer) fit_config_version_name (v));
      fit_table_add_row (table);
      fit_table_set_text (table, RELEASE_NAME, releases[i].name);
      fit_table_set_boolean (table, RELEASE_POLICY,
                             releases[i].release <= FIT_POLICY_RELEASE_LAST);
      fit_table_set_texts (table, RELEASE_VERSIONS, versions);
      fit_table_set_text (table, RELEASE_LATER, later);
    }
  return table;
}
