/* list-rules.c - predicates, priorities, providers, feature gates and releases
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/list-rules.h"

#include <string.h>

#include "base/each.h"
#include "predicates/predicates.h"
#include "priorities/priorities.h"

/* -- rules that are not registered ----------------------------------------- */

/* Rules that exist only with an argument in a Policy, and one that no release
 * registers by default. */
typedef struct
{
  const FitPredicateInfo *predicate; /* one of the two */
  const FitPriorityInfo *priority;
  const char *needs;
} Unregistered;

static const Unregistered unregistered[] = {
  { &fit_check_node_label_presence, NULL, "argument labelsPresence" },
  { &fit_check_service_affinity, NULL, "argument serviceAffinity" },
  { &fit_pod_tolerates_node_no_execute_taints, NULL,
    "registration by a program" },
  { NULL, &fit_service_anti_affinity,
    "a name of your own, argument serviceAntiAffinity" },
  { NULL, &fit_label_preference,
    "a name of your own, argument labelPreference" },
};

/* Returns: (nullable): the FitPredicateInfo or FitPriorityInfo of @name */
typedef gconstpointer (*FindRule) (const FitRegistry *registry,
                                   const char *name);

static gconstpointer
find_predicate (const FitRegistry *registry, const char *name)
{
  const FitPredicateEntry *entry = fit_registry_predicate (registry, name);

  return entry != NULL ? entry->info : NULL;
}

static gconstpointer
find_priority (const FitRegistry *registry, const char *name)
{
  const FitPriorityEntry *entry = fit_registry_priority (registry, name);

  return entry != NULL ? entry->info : NULL;
}

/* Can @gate, which the release of @catalog has, be changed? */
static gboolean
can_switch (const FitCatalog *catalog, FitGate gate, FitGateInfo *out_info)
{
  return fit_gate_info_in_release (gate, catalog->gates.release, out_info)
         && !out_info->locked;
}

/* The single gate that would add @name, as "GATE=true".
 * Returns: (transfer full) (nullable) */
static char *
find_gate (const FitCatalog *catalog, const char *name, FindRule find,
           gconstpointer *out_info)
{
  for (guint gate = FIT_GATE_NONE + 1; gate < FIT_GATE_LAST; gate++)
    {
      FitFeatureGates others = catalog->gates;
      FitRegistry *registry;
      FitGateInfo info;

      if (!can_switch (catalog, gate, &info))
        continue;
      others
          = fit_feature_gates_with (others, gate, !fit_gate_on (others, gate));
      registry = fit_invocation_registry (catalog->invocation, others);
      *out_info = find (registry, name);
      fit_registry_free (registry);
      if (*out_info != NULL)
        return g_strdup_printf ("%s=%s", info.name,
                                fit_gate_on (others, gate) ? "true" : "false");
    }
  return NULL;
}

/* -- providers ------------------------------------------------------------- */

/* The providers that contain @name.  Returns: (transfer container) */
static GPtrArray *
providers_with (const FitRegistry *registry, const char *name,
                gboolean priorities)
{
  const GPtrArray *providers = fit_registry_providers (registry);
  GPtrArray *names = g_ptr_array_new ();

  FIT_EACH (const FitProvider, provider, providers)
    {
      GPtrArray *keys
          = priorities ? provider->priorities : provider->predicates;

      if (g_ptr_array_find_with_equal_func (keys, name, g_str_equal, NULL))
        g_ptr_array_add (names, provider->name);
    }
  return names;
}

static gboolean
has_name (const GPtrArray *names, const char *name)
{
  return g_ptr_array_find_with_equal_func ((GPtrArray *) names, name,
                                           g_str_equal, NULL);
}

/* -- predicates ------------------------------------------------------------ */

static const FitColumn predicate_columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "order", "ORDER", FIT_CELL_INTEGER, 0 },
  { "available", NULL, FIT_CELL_BOOLEAN, 0 },
  { "needs", "NEEDS", FIT_CELL_TEXT, 0 },
  { "mandatory", "MANDATORY", FIT_CELL_BOOLEAN, 0 },
  { "default", "DEFAULT", FIT_CELL_BOOLEAN, 0 },
  { "providers", "PROVIDERS", FIT_CELL_TEXTS, FIT_COLUMN_WIDE },
  { "summary", "THE POD FITS IF", FIT_CELL_TEXT,
    FIT_COLUMN_WRAP | FIT_COLUMN_BELOW },
  { "reasons", NULL, FIT_CELL_TEXTS, 0 },
};

/* Returns: (transfer full) (nullable): what @name needs to exist; NULL if
 * nothing helps */
static char *
needs_of_predicate (const FitCatalog *catalog, const char *name,
                    const FitPredicateInfo **out_info)
{
  gconstpointer found = NULL;
  char *needs;

  for (guint i = 0; i < G_N_ELEMENTS (unregistered); i++)
    {
      *out_info = unregistered[i].predicate;
      if (*out_info != NULL && strcmp ((*out_info)->name, name) == 0)
        return g_strdup (unregistered[i].needs);
    }
  needs = find_gate (catalog, name, find_predicate, &found);
  *out_info = found;
  return needs;
}

/* @order: from 1; 0 for a predicate that is never evaluated, or has no order */
static void
add_predicate (FitTable *table, const FitCatalog *catalog, const char *name,
               guint order)
{
  const FitPredicateEntry *entry
      = fit_registry_predicate (catalog->registry, name);
  const FitPredicateInfo *info = entry != NULL ? entry->info : NULL;
  g_autofree char *needs
      = entry != NULL ? NULL : needs_of_predicate (catalog, name, &info);
  g_autoptr (GPtrArray) providers
      = providers_with (catalog->registry, name, FALSE);
  g_autoptr (GPtrArray) reasons = NULL;
  const FitReasonCode *codes;

  if (info == NULL)
    return; /* the release has it only in its evaluation order */
  codes = info->reasons;
  reasons = g_ptr_array_new ();
  for (; codes != NULL && *codes != FIT_REASON_NONE; codes++)
    g_ptr_array_add (reasons, (gpointer) fit_reason_code_name (*codes));
  FIT_TABLE_ADD (table, fit_cell_text (name),
                 fit_cell_number (order > 0, order),
                 fit_cell_boolean (entry != NULL), fit_cell_text (needs),
                 fit_cell_boolean (entry != NULL && entry->mandatory),
                 fit_cell_boolean (has_name (providers, FIT_DEFAULT_PROVIDER)),
                 fit_cell_texts (providers), fit_cell_text (info->summary),
                 fit_cell_texts (reasons));
}

FitTable *
fit_list_predicates (const FitCatalog *catalog)
{
  const GPtrArray *order = fit_registry_order (catalog->registry);
  const GPtrArray *entries = fit_registry_predicates (catalog->registry);
  const gboolean in_order = !fit_legacy_release_runs_all (
      fit_feature_gates_release (catalog->gates));
  FitTable *table = FIT_TABLE_NEW (predicate_columns);

  for (guint i = 0; i < order->len; i++)
    add_predicate (table, catalog, order->pdata[i], in_order ? i + 1 : 0);
  FIT_EACH (const FitPredicateEntry, entry, entries)
    if (!has_name (order, entry->name))
      add_predicate (table, catalog, entry->name, 0);
  return table;
}

/* -- priorities ------------------------------------------------------------ */

static const FitColumn priority_columns[] = {
  { "name", "NAME", FIT_CELL_TEXT, FIT_COLUMN_NAME },
  { "weight", "WEIGHT", FIT_CELL_INTEGER, 0 },
  { "available", NULL, FIT_CELL_BOOLEAN, 0 },
  { "needs", "NEEDS", FIT_CELL_TEXT, 0 },
  { "default", "DEFAULT", FIT_CELL_BOOLEAN, 0 },
  { "providers", "PROVIDERS", FIT_CELL_TEXTS, FIT_COLUMN_WIDE },
  { "summary", "PREFERS", FIT_CELL_TEXT, FIT_COLUMN_WRAP | FIT_COLUMN_BELOW },
};

/* @weight: 0 for none; @needs (nullable): NULL if it exists */
static void
add_priority (FitTable *table, const FitCatalog *catalog,
              const FitPriorityInfo *info, const char *name, gint64 weight,
              const char *needs)
{
  g_autoptr (GPtrArray) providers
      = providers_with (catalog->registry, name, TRUE);

  FIT_TABLE_ADD (table, fit_cell_text (name),
                 fit_cell_number (weight != 0, weight),
                 fit_cell_boolean (needs == NULL), fit_cell_text (needs),
                 fit_cell_boolean (has_name (providers, FIT_DEFAULT_PROVIDER)),
                 fit_cell_texts (providers), fit_cell_text (info->summary));
}

FitTable *
fit_list_priorities (const FitCatalog *catalog)
{
  const GPtrArray *entries = fit_registry_priorities (catalog->registry);
  FitTable *table = FIT_TABLE_NEW (priority_columns);
  FitFeatureGates all;
  FitRegistry *registry;
  const GPtrArray *gated;
  FitGateInfo gate_info;

  FIT_EACH (const FitPriorityEntry, entry, entries)
    add_priority (table, catalog, entry->info, entry->name, entry->weight,
                  NULL);
  /* Add the priorities that need a gate: those of a registry with every gate
   * on. */
  all = catalog->gates;
  for (guint gate = FIT_GATE_NONE + 1; gate < FIT_GATE_LAST; gate++)
    if (can_switch (catalog, gate, &gate_info))
      all = fit_feature_gates_with (all, gate, TRUE);
  registry = fit_invocation_registry (catalog->invocation, all);
  gated = fit_registry_priorities (registry);

  FIT_EACH (const FitPriorityEntry, one, gated)
    {
      gconstpointer info = NULL;
      g_autofree char *gate = NULL;

      if (fit_registry_priority (catalog->registry, one->name) != NULL)
        continue;
      gate = find_gate (catalog, one->name, find_priority, &info);
      add_priority (table, catalog, one->info, one->name, one->weight,
                    gate != NULL ? gate : "several feature gates");
    }
  fit_registry_free (registry);
  for (guint i = 0; i < G_N_ELEMENTS (unregistered); i++)
    if (unregistered[i].priority != NULL)
      add_priority (table, catalog, unregistered[i].priority,
                    unregistered[i].priority->name, 0, unregistered[i].needs);
  return table;
}

/* -- sets of rules --------------------------------------------------------- */

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
      g_autofree char *later = fit_release_later_changes (releases[i].release);

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
