/* registry.c - stores predicates, priorities and providers by name; every
 * Policy gets a copy
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/registry.h"

#include "base/similar.h"

#include <string.h>

/* Entries in the order they were added; each begins with its name. */
typedef struct
{
  GPtrArray *entries;
  GHashTable *places; /* name -> one more than the index */
} List;

struct _FitRegistry
{
  List predicates;  /* of FitPredicateEntry */
  List priorities;  /* of FitPriorityEntry */
  List providers;   /* of FitProvider */
  GPtrArray *order; /* of char: predicate names in evaluation order */
  FitRelease release;
};

/* -- entries --------------------------------------------------------------- */

static void
predicate_entry_free (gpointer data)
{
  FitPredicateEntry *entry = data;

  if (entry->argument != NULL)
    g_strfreev ((char **) entry->argument->labels);
  g_free (entry->argument);
  g_free (entry->name);
  g_free (entry);
}

static FitPredicateEntry *
predicate_entry_new (const char *name, const FitPredicateInfo *info,
                     const FitLabelsArgument *argument)
{
  FitPredicateEntry *entry = g_new0 (FitPredicateEntry, 1);
  FitLabelsArgument *copy = NULL;

  entry->name = g_strdup (name);
  entry->info = info;
  if (argument != NULL)
    {
      copy = g_new (FitLabelsArgument, 1);
      copy->labels
          = (const char *const *) g_strdupv ((char **) argument->labels);
      copy->presence = argument->presence;
    }
  entry->argument = copy;
  return entry;
}

static FitCapacityRatioArgument *
ratio_copy (const FitCapacityRatioArgument *ratio)
{
  FitCapacityRatioArgument *copy;
  FitWeightedResource *resources;

  if (ratio == NULL)
    return NULL;
  copy = g_new (FitCapacityRatioArgument, 1);
  *copy = *ratio;
  copy->shape.points = g_memdup2 (ratio->shape.points,
                                  sizeof *ratio->shape.points * ratio->shape.n);
  resources = g_memdup2 (ratio->resources.items,
                         sizeof *resources * ratio->resources.n);
  for (guint i = 0; i < ratio->resources.n; i++)
    resources[i].name = g_strdup (resources[i].name);
  copy->resources.items = resources;
  return copy;
}

static void
priority_entry_free (gpointer data)
{
  FitPriorityEntry *entry = data;
  FitCapacityRatioArgument *ratio;

  if (entry->label != NULL)
    g_free ((char *) entry->label->label);
  g_free (entry->label);
  ratio = entry->ratio;
  if (ratio != NULL)
    {
      for (guint i = 0; i < ratio->resources.n; i++)
        g_free ((char *) ratio->resources.items[i].name);
      g_free ((gpointer) ratio->resources.items);
      g_free ((gpointer) ratio->shape.points);
      g_free (ratio);
    }
  g_free (entry->name);
  g_free (entry);
}

static void
provider_free (gpointer data)
{
  FitProvider *provider = data;

  g_free (provider->name);
  g_ptr_array_unref (provider->predicates);
  g_ptr_array_unref (provider->priorities);
  g_free (provider);
}

/* -- lists ----------------------------------------------------------------- */

static List
list_new (GDestroyNotify free_entry)
{
  return (List){ g_ptr_array_new_with_free_func (free_entry),
                 g_hash_table_new (g_str_hash, g_str_equal) };
}

static void
list_clear (List *list)
{
  g_hash_table_unref (list->places);
  g_ptr_array_unref (list->entries);
}

static gpointer
lookup (const List *list, const char *name)
{
  const guint place
      = GPOINTER_TO_UINT (g_hash_table_lookup (list->places, name));

  return place != 0 ? list->entries->pdata[place - 1] : NULL;
}

static void
set_place (List *list, guint index)
{
  g_hash_table_replace (list->places,
                        *(char *const *) list->entries->pdata[index],
                        GUINT_TO_POINTER (index + 1));
}

/* Replaces the entry with the same name, or appends @entry. */
static void
put (List *list, gpointer entry, GDestroyNotify free_entry)
{
  const guint place = GPOINTER_TO_UINT (
      g_hash_table_lookup (list->places, *(char *const *) entry));
  gpointer old;

  if (place == 0)
    {
      g_ptr_array_add (list->entries, entry);
      set_place (list, list->entries->len - 1);
      return;
    }
  old = list->entries->pdata[place - 1];
  list->entries->pdata[place - 1] = entry;
  set_place (list, place - 1);
  free_entry (old);
}

/* -- the registry ---------------------------------------------------------- */

FitRegistry *
fit_registry_new (void)
{
  FitRegistry *registry = g_new0 (FitRegistry, 1);

  registry->predicates = list_new (predicate_entry_free);
  registry->priorities = list_new (priority_entry_free);
  registry->providers = list_new (provider_free);
  registry->order = g_ptr_array_new_with_free_func (g_free);
  registry->release = FIT_RELEASE_LEGACY;
  return registry;
}

void
fit_registry_set_release (FitRegistry *registry, FitRelease release)
{
  registry->release = release;
}

FitRelease
fit_registry_release (const FitRegistry *registry)
{
  return registry->release;
}

void
fit_registry_free (FitRegistry *registry)
{
  if (registry == NULL)
    return;
  list_clear (&registry->predicates);
  list_clear (&registry->priorities);
  list_clear (&registry->providers);
  g_ptr_array_unref (registry->order);
  g_free (registry);
}

FitRegistry *
fit_registry_copy (const FitRegistry *registry)
{
  FitRegistry *copy = fit_registry_new ();

  for (guint i = 0; i < registry->predicates.entries->len; i++)
    {
      const FitPredicateEntry *entry = registry->predicates.entries->pdata[i];
      FitPredicateEntry *added
          = predicate_entry_new (entry->name, entry->info, entry->argument);

      added->mandatory = entry->mandatory;
      put (&copy->predicates, added, predicate_entry_free);
    }
  for (guint i = 0; i < registry->priorities.entries->len; i++)
    {
      const FitPriorityEntry *entry = registry->priorities.entries->pdata[i];

      fit_registry_add_priority (copy, entry->name, entry->info, entry->weight,
                                 entry->label, entry->ratio, NULL);
    }
  for (guint i = 0; i < registry->providers.entries->len; i++)
    {
      const FitProvider *provider = registry->providers.entries->pdata[i];
      FitProvider *added = fit_registry_add_provider (copy, provider->name);

      for (guint k = 0; k < provider->predicates->len; k++)
        fit_provider_add_predicate (added, provider->predicates->pdata[k]);
      for (guint k = 0; k < provider->priorities->len; k++)
        fit_provider_add_priority (added, provider->priorities->pdata[k]);
    }
  for (guint i = 0; i < registry->order->len; i++)
    fit_registry_append_order (copy, registry->order->pdata[i]);
  copy->release = registry->release;
  return copy;
}

/* v1.16: ^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$ */
static gboolean
check_name (const char *name, GError **error)
{
  const gsize len = strlen (name);
  gboolean valid = len >= 2 && name[0] != '-' && name[len - 1] != '-';

  for (gsize i = 0; i < len && valid; i++)
    valid = g_ascii_isalnum (name[i]) || name[i] == '-';
  if (!valid)
    g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                 "Algorithm name %s does not match the name validation regexp "
                 "\"^[a-zA-Z0-9]([-a-zA-Z0-9]*[a-zA-Z0-9])$\".",
                 name);
  return valid;
}

gboolean
fit_registry_add_predicate (FitRegistry *registry, const char *name,
                            const FitPredicateInfo *info,
                            const FitLabelsArgument *argument, GError **error)
{
  const FitPredicateEntry *old = lookup (&registry->predicates, name);
  FitPredicateEntry *entry;

  if (!check_name (name, error))
    return FALSE;
  entry = predicate_entry_new (name, info, argument);
  entry->mandatory = old != NULL && old->mandatory;
  put (&registry->predicates, entry, predicate_entry_free);
  return TRUE;
}

void
fit_registry_set_mandatory (FitRegistry *registry, const char *name)
{
  FitPredicateEntry *entry = lookup (&registry->predicates, name);

  if (entry != NULL)
    entry->mandatory = TRUE;
}

void
fit_registry_remove_predicate (FitRegistry *registry, const char *name)
{
  const guint place = GPOINTER_TO_UINT (
      g_hash_table_lookup (registry->predicates.places, name));

  /* Later entries move up. */
  if (place != 0)
    {
      g_hash_table_remove (registry->predicates.places, name);
      g_ptr_array_remove_index (registry->predicates.entries, place - 1);
      for (guint i = place - 1; i < registry->predicates.entries->len; i++)
        set_place (&registry->predicates, i);
    }
  for (guint i = 0; i < registry->providers.entries->len; i++)
    {
      GPtrArray *strings
          = ((FitProvider *) registry->providers.entries->pdata[i])->predicates;
      guint position;

      if (g_ptr_array_find_with_equal_func (strings, name, g_str_equal,
                                            &position))
        g_ptr_array_remove_index (strings, position);
    }
}

static void
add_string (GPtrArray *strings, const char *text)
{
  if (!g_ptr_array_find_with_equal_func (strings, text, g_str_equal, NULL))
    g_ptr_array_add (strings, g_strdup (text));
}

void
fit_registry_append_order (FitRegistry *registry, const char *name)
{
  add_string (registry->order, name);
}

gboolean
fit_registry_add_priority (FitRegistry *registry, const char *name,
                           const FitPriorityInfo *info, gint64 weight,
                           const FitLabelArgument *label,
                           const FitCapacityRatioArgument *ratio,
                           GError **error)
{
  FitPriorityEntry *entry;
  FitLabelArgument *copy = NULL;

  if (!check_name (name, error))
    return FALSE;
  entry = g_new0 (FitPriorityEntry, 1);
  entry->name = g_strdup (name);
  entry->info = info;
  entry->weight = weight;
  if (label != NULL)
    {
      copy = g_new (FitLabelArgument, 1);
      copy->label = g_strdup (label->label);
      copy->presence = label->presence;
    }
  entry->label = copy;
  entry->ratio = ratio_copy (ratio);
  put (&registry->priorities, entry, priority_entry_free);
  return TRUE;
}

FitProvider *
fit_registry_add_provider (FitRegistry *registry, const char *name)
{
  FitProvider *provider = g_new0 (FitProvider, 1);

  provider->name = g_strdup (name);
  provider->predicates = g_ptr_array_new_with_free_func (g_free);
  provider->priorities = g_ptr_array_new_with_free_func (g_free);
  put (&registry->providers, provider, provider_free);
  return provider;
}

void
fit_registry_insert_predicate_key (FitRegistry *registry, const char *name)
{
  for (guint i = 0; i < registry->providers.entries->len; i++)
    fit_provider_add_predicate (registry->providers.entries->pdata[i], name);
}

void
fit_registry_insert_priority_key (FitRegistry *registry, const char *name)
{
  for (guint i = 0; i < registry->providers.entries->len; i++)
    fit_provider_add_priority (registry->providers.entries->pdata[i], name);
}

void
fit_provider_add_predicate (FitProvider *provider, const char *name)
{
  add_string (provider->predicates, name);
}

void
fit_provider_add_priority (FitProvider *provider, const char *name)
{
  add_string (provider->priorities, name);
}

const FitPredicateEntry *
fit_registry_predicate (const FitRegistry *registry, const char *name)
{
  return lookup (&registry->predicates, name);
}

const FitPriorityEntry *
fit_registry_priority (const FitRegistry *registry, const char *name)
{
  return lookup (&registry->priorities, name);
}

const FitProvider *
fit_registry_provider (const FitRegistry *registry, const char *name,
                       GError **error)
{
  const FitProvider *provider = lookup (&registry->providers, name);
  const char *similar;

  if (provider != NULL)
    return provider;
  g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
               "plugin \"%s\" has not been registered", name);
  similar = fit_registry_similar (registry->providers.entries, name);
  if (similar != NULL)
    fit_error_add_hint (error, "did you mean %s?", similar);
  return NULL;
}

const GPtrArray *
fit_registry_predicates (const FitRegistry *registry)
{
  return registry->predicates.entries;
}

const GPtrArray *
fit_registry_priorities (const FitRegistry *registry)
{
  return registry->priorities.entries;
}

const GPtrArray *
fit_registry_providers (const FitRegistry *registry)
{
  return registry->providers.entries;
}

const GPtrArray *
fit_registry_order (const FitRegistry *registry)
{
  return registry->order;
}

const char *
fit_registry_similar (const GPtrArray *entries, const char *name)
{
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; i < entries->len; i++)
    fit_similar_offer (&similar, *(char *const *) entries->pdata[i]);
  return similar.best;
}
