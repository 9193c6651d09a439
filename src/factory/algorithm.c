/* algorithm.c - builds the rules of a scheduler from a Policy or a provider and
 * a registry
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/algorithm.h"

#include "factory/extender-config.h"
#include "factory/name-hints.h"
#include "predicates/predicates.h"
#include "rules/rule.h"
#include "base/intern.h"
#include "base/sort.h"

#include <string.h>

#define CREATE_PREFIX "couldn't create scheduler from policy: "

/* The state while an algorithm is created. */
typedef struct
{
  FitRegistry *registry; /* private copy, to which the Policy may add */
  FitFactoryArgs args;
  FitAlgorithm *algorithm;
  gboolean files_elsewhere;
} Builder;

static void
predicate_free (gpointer data)
{
  FitPredicate *predicate = data;

  if (predicate->info->free_data != NULL)
    predicate->info->free_data (predicate->data);
  fit_intern_unref (predicate->name);
  g_free (predicate);
}

static void
priority_free (gpointer data)
{
  FitPriority *priority = data;

  if (priority->info->free_data != NULL)
    priority->info->free_data (priority->data);
  fit_intern_unref (priority->name);
  g_free (priority);
}

FitAlgorithm *
fit_algorithm_new (void)
{
  FitAlgorithm *algorithm = g_new0 (FitAlgorithm, 1);

  algorithm->predicates = g_ptr_array_new ();
  algorithm->ordered = g_ptr_array_new ();
  algorithm->priorities = g_ptr_array_new ();
  algorithm->extenders = g_ptr_array_new ();
  algorithm->ignored_resources
      = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  algorithm->max_score = FIT_MAX_PRIORITY;
  return algorithm;
}

FitAlgorithm *
fit_algorithm_new_owning (void)
{
  FitAlgorithm *algorithm = fit_algorithm_new ();

  g_ptr_array_set_free_func (algorithm->predicates, predicate_free);
  g_ptr_array_set_free_func (algorithm->priorities, priority_free);
  return algorithm;
}

void
fit_algorithm_free (FitAlgorithm *algorithm)
{
  if (algorithm == NULL)
    return;
  g_ptr_array_unref (algorithm->predicates);
  g_ptr_array_unref (algorithm->ordered);
  g_ptr_array_unref (algorithm->priorities);
  g_clear_pointer (&algorithm->prepared, g_ptr_array_unref);
  g_ptr_array_unref (algorithm->extenders);
  g_ptr_array_unref (algorithm->ignored_resources);
  fit_policy_free (algorithm->policy);
  g_free (algorithm);
}

/* -- instances ------------------------------------------------------------- */

/* Returns: (transfer full) (nullable) */
static FitPredicate *
make_predicate (const char *name, const FitPredicateInfo *info,
                gconstpointer argument, const FitFactoryArgs *args,
                GError **error)
{
  gpointer data = NULL;
  FitPredicate *predicate;

  if (info->create != NULL && !info->create (args, argument, &data, error))
    return NULL;
  predicate = g_new0 (FitPredicate, 1);
  predicate->name = fit_intern (name);
  predicate->info = info;
  predicate->data = data;
  predicate->gates = args->gates;
  predicate->cache = args->cache;
  return predicate;
}

gboolean
fit_algorithm_add_predicate (FitAlgorithm *algorithm,
                             const FitPredicateInfo *info,
                             gconstpointer argument, const FitFactoryArgs *args,
                             GError **error)
{
  FitPredicate *predicate
      = make_predicate (info->name, info, argument, args, error);

  if (predicate == NULL)
    return FALSE;
  g_ptr_array_add (algorithm->predicates, predicate);
  g_ptr_array_add (algorithm->ordered, predicate);
  algorithm->binds_volumes |= info == &fit_check_volume_binding;
  return TRUE;
}

/* @names without duplicates, in byte order. */
static GPtrArray *
sorted_names (const GPtrArray *names)
{
  GPtrArray *sorted = g_ptr_array_new ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < names->len; i++)
    if (g_hash_table_add (known, names->pdata[i]))
      g_ptr_array_add (sorted, names->pdata[i]);
  g_ptr_array_sort (sorted, fit_compare_texts);
  return sorted;
}

gboolean
fit_algorithm_add_priority (FitAlgorithm *algorithm,
                            const FitPriorityInfo *info, gint64 weight,
                            gconstpointer argument, const FitFactoryArgs *args,
                            GError **error)
{
  gpointer data = NULL;
  FitPriority *priority;

  if (info->create != NULL && !info->create (args, argument, &data, error))
    return FALSE;
  priority = g_new0 (FitPriority, 1);
  priority->name = fit_intern (info->name);
  priority->info = info;
  priority->weight = weight;
  priority->data = data;
  priority->gates = args->gates;
  priority->hard_pod_affinity_symmetric_weight
      = args->hard_pod_affinity_symmetric_weight;
  g_ptr_array_add (algorithm->priorities, priority);
  return TRUE;
}

static gboolean
instantiate_priorities (Builder *builder, const GPtrArray *keys, GError **error)
{
  g_autoptr (GPtrArray) sorted = sorted_names (keys);
  const GPtrArray *priorities = builder->algorithm->priorities;
  gint64 total = 0;

  for (guint i = 0; i < sorted->len; i++)
    {
      const FitPriorityEntry *entry
          = fit_registry_priority (builder->registry, sorted->pdata[i]);
      FitPriority *priority;

      if (entry == NULL)
        return fit_fail (
            error, FIT_ERROR_POLICY,
            "invalid priority name %s specified - no corresponding function found",
            (char *) sorted->pdata[i]);
      if (!fit_algorithm_add_priority (
              builder->algorithm, entry->info, entry->weight,
              entry->label != NULL ? (gconstpointer) entry->label
                                   : (gconstpointer) entry->ratio,
              &builder->args, error))
        return FALSE;
      priority = priorities->pdata[priorities->len - 1];
      fit_intern_unref (priority->name);
      priority->name = fit_intern (entry->name);
    }
  /* v1.16 rejects weights that could overflow the sum of all scores.  The
   * product may wrap, because validation has limited each weight. */
  for (guint i = 0; i < priorities->len; i++)
    {
      const FitPriority *priority = priorities->pdata[i];
      const gint64 highest
          = (gint64) ((guint64) priority->weight * FIT_MAX_PRIORITY);

      if (highest > G_MAXINT64 - total)
        return fit_fail (error, FIT_ERROR_POLICY,
                         "total priority of priority functions has overflown");
      total += highest;
    }
  return TRUE;
}

static gboolean
create_from_keys (Builder *builder, const GPtrArray *predicates,
                  const GPtrArray *priorities, GError **error)
{
  const gint32 weight = builder->algorithm->hard_pod_affinity_symmetric_weight;
  const GPtrArray *known;
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GPtrArray) sorted = NULL;
  const GPtrArray *order;
  FitAlgorithm *algorithm;

  if (weight < 1 || weight > 100)
    return fit_fail (error, FIT_ERROR_POLICY,
                     "invalid hardPodAffinitySymmetricWeight: %d, must be in "
                     "the range 1-100",
                     weight);
  builder->args.hard_pod_affinity_symmetric_weight = weight;
  known = fit_registry_predicates (builder->registry);
  names = g_ptr_array_new ();
  for (guint i = 0; i < predicates->len; i++)
    g_ptr_array_add (names, predicates->pdata[i]);
  for (guint i = 0; i < known->len; i++)
    {
      const FitPredicateEntry *entry = known->pdata[i];

      if (entry->mandatory)
        g_ptr_array_add (names, entry->name);
    }
  sorted = sorted_names (names);
  for (guint i = 0; i < sorted->len; i++)
    {
      const FitPredicateEntry *entry
          = fit_registry_predicate (builder->registry, sorted->pdata[i]);
      FitPredicate *predicate;

      if (entry == NULL)
        return fit_fail (
            error, FIT_ERROR_POLICY,
            "invalid predicate name \"%s\" specified - no corresponding function found",
            (char *) sorted->pdata[i]);
      predicate = make_predicate (entry->name, entry->info, entry->argument,
                                  &builder->args, error);
      if (predicate == NULL)
        return FALSE;
      g_ptr_array_add (builder->algorithm->predicates, predicate);
    }
  order = fit_registry_order (builder->registry);
  algorithm = builder->algorithm;
  for (guint o = 0; o < order->len; o++)
    for (guint i = 0; i < algorithm->predicates->len; i++)
      if (strcmp (((FitPredicate *) algorithm->predicates->pdata[i])->name,
                  order->pdata[o])
          == 0)
        g_ptr_array_add (algorithm->ordered, algorithm->predicates->pdata[i]);
  if (fit_legacy_release_runs_all (fit_registry_release (builder->registry)))
    {
      g_autoptr (GHashTable) placed = g_hash_table_new (NULL, NULL);

      /* Predicates without a place in the order come after all others: releases
       * that run them have no defined order for them. */
      for (guint i = 0; i < algorithm->ordered->len; i++)
        g_hash_table_add (placed, algorithm->ordered->pdata[i]);
      for (guint i = 0; i < algorithm->predicates->len; i++)
        if (g_hash_table_add (placed, algorithm->predicates->pdata[i]))
          g_ptr_array_add (algorithm->ordered, algorithm->predicates->pdata[i]);
      algorithm->always_check_all_predicates = TRUE;
    }
  for (guint i = 0; i < algorithm->ordered->len; i++)
    algorithm->binds_volumes
        |= ((const FitPredicate *) algorithm->ordered->pdata[i])->info
           == &fit_check_volume_binding;
  return instantiate_priorities (builder, priorities, error);
}

/* -- entries of a Policy --------------------------------------------------- */

static gboolean
fail_argument_count (const char *what, const char *title, guint members,
                     const char *name, GError **error)
{
  return fit_fail (error, FIT_ERROR_POLICY,
                   "Exactly 1 %s argument is required, numArgs: %d, %s: %s",
                   what, __builtin_popcount (members), title, name);
}

static gboolean
register_predicate (Builder *builder, const FitPredicatePolicy *entry,
                    GError **error)
{
  const FitPolicyLabels labels = fit_policy_labels (entry, FALSE);
  const FitLabelsArgument argument = { labels.items, labels.presence };
  const FitRule *rule = fit_rule_of_argument (FALSE, entry->members);

  if (!entry->has_argument)
    {
      if (fit_registry_predicate (builder->registry, entry->name) != NULL)
        return TRUE;
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "Invalid configuration: Predicate type not found for %s",
                   entry->name);
      fit_add_name_hint (error, FIT_NAME_PREDICATE, builder->registry,
                         entry->name);
      return FALSE;
    }
  if (rule == NULL)
    return fail_argument_count ("predicate", "Predicate", entry->members,
                                entry->name, error);
  return fit_registry_add_predicate (builder->registry, entry->name,
                                     rule->predicates[0], &argument, error);
}

static gboolean
register_priority (Builder *builder, const FitPriorityPolicy *entry,
                   GError **error)
{
  const FitPolicyLabels labels = fit_policy_labels (entry, TRUE);
  const FitRule *rule = fit_rule_of_argument (TRUE, entry->members);
  const FitLabelArgument label
      = { labels.n > 0 ? labels.items[0] : NULL, labels.presence };

  if (!entry->has_argument)
    {
      const FitPriorityEntry *known
          = fit_registry_priority (builder->registry, entry->name);

      if (known != NULL)
        return fit_registry_add_priority (builder->registry, entry->name,
                                          known->info, entry->weight,
                                          known->label, known->ratio, error);
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "Invalid configuration: Priority type not found for %s",
                   entry->name);
      fit_add_name_hint (error, FIT_NAME_PRIORITY, builder->registry,
                         entry->name);
      return FALSE;
    }
  if (rule == NULL)
    return fail_argument_count ("priority", "Priority", entry->members,
                                entry->name, error);
  return fit_registry_add_priority (
      builder->registry, entry->name, rule->priorities[0], entry->weight,
      labels.n > 0 ? &label : NULL, labels.n > 0 ? NULL : &entry->ratio, error);
}

/* -- extenders ------------------------------------------------------------- */

static gboolean
add_extenders (FitAlgorithm *algorithm, gboolean files_elsewhere,
               GError **error)
{
  const GPtrArray *configured = algorithm->policy->extenders;

  for (guint i = 0; i < configured->len; i++)
    {
      const FitExtenderPolicy *extender = configured->pdata[i];

      if (!fit_extender_check_tls (extender, files_elsewhere, error))
        return FALSE;
      for (guint k = 0; k < extender->n_managed_resources; k++)
        if (extender->managed_resources[k].ignored_by_scheduler)
          g_ptr_array_add (
              algorithm->ignored_resources,
              (gpointer) fit_intern (extender->managed_resources[k].name));
    }
  for (guint ignorable = 0; ignorable <= 1; ignorable++)
    for (guint i = 0; i < configured->len; i++)
      if (!!((FitExtenderPolicy *) configured->pdata[i])->ignorable
          == ignorable)
        g_ptr_array_add (algorithm->extenders, configured->pdata[i]);
  return TRUE;
}

/* -- the ways to an algorithm ---------------------------------------------- */

static gboolean
prefix_create (gboolean ok, GError **error)
{
  if (!ok)
    g_prefix_error (error, CREATE_PREFIX);
  return ok;
}

static gboolean
build_from_policy (Builder *builder, GError **error)
{
  g_autoptr (GPtrArray) predicates = g_ptr_array_new ();
  g_autoptr (GPtrArray) priorities = g_ptr_array_new ();
  FitAlgorithm *algorithm = builder->algorithm;
  const FitPolicy *policy = algorithm->policy;
  const FitProvider *defaults = NULL;
  gboolean ok;

  if (!prefix_create (fit_policy_validate (policy, error), error))
    return FALSE;
  if (policy->predicates == NULL || policy->priorities == NULL)
    defaults = fit_registry_provider (builder->registry, FIT_DEFAULT_PROVIDER,
                                      error);
  if (defaults == NULL
      && !(policy->predicates != NULL && policy->priorities != NULL))
    return prefix_create (FALSE, error);
  for (guint i = 0; policy->predicates != NULL && i < policy->predicates->len;
       i++)
    {
      const FitPredicatePolicy *entry = policy->predicates->pdata[i];

      if (!register_predicate (builder, entry, error))
        return FALSE;
      g_ptr_array_add (predicates, (gpointer) entry->name);
    }
  for (guint i = 0; policy->priorities != NULL && i < policy->priorities->len;
       i++)
    {
      const FitPriorityPolicy *entry = policy->priorities->pdata[i];

      if (!register_priority (builder, entry, error))
        return FALSE;
      g_ptr_array_add (priorities, (gpointer) entry->name);
    }
  if (!prefix_create (
          add_extenders (algorithm, builder->files_elsewhere, error), error))
    return FALSE;
  if (policy->hard_pod_affinity_symmetric_weight != 0)
    algorithm->hard_pod_affinity_symmetric_weight
        = policy->hard_pod_affinity_symmetric_weight;
  algorithm->always_check_all_predicates |= policy->always_check_all_predicates;
  /* An invalid shape makes v1.16 exit, so its message has no prefix. */
  ok = create_from_keys (
      builder, policy->predicates != NULL ? predicates : defaults->predicates,
      policy->priorities != NULL ? priorities : defaults->priorities, error);
  if (!ok && error != NULL
      && g_str_has_prefix ((*error)->message,
                           "invalid RequestedToCapacityRatio"))
    return FALSE;
  return prefix_create (ok, error);
}

static Builder
builder_new (const FitRegistry *registry, const FitAlgorithmOptions *options)
{
  FitAlgorithm *algorithm = fit_algorithm_new_owning ();

  algorithm->hard_pod_affinity_symmetric_weight
      = options->hard_pod_affinity_symmetric_weight;
  algorithm->always_check_all_predicates = options->always_check_all_predicates;
  return (Builder){
    .registry = fit_registry_copy (registry),
    .args
    = { .cache = options->cache, .gates = fit_cache_gates (options->cache) },
    .algorithm = algorithm,
    .files_elsewhere = options->files_elsewhere,
  };
}

static FitAlgorithm *
builder_finish (Builder *builder, gboolean ok)
{
  fit_registry_free (builder->registry);
  if (!ok)
    g_clear_pointer (&builder->algorithm, fit_algorithm_free);
  return builder->algorithm;
}

FitAlgorithm *
fit_algorithm_new_from_policy (const FitRegistry *registry, FitPolicy *policy,
                               const FitAlgorithmOptions *options,
                               GError **error)
{
  Builder builder = builder_new (registry, options);

  builder.algorithm->policy = policy;
  return builder_finish (&builder, build_from_policy (&builder, error));
}

FitAlgorithm *
fit_algorithm_new_from_provider (const FitRegistry *registry, const char *name,
                                 const FitAlgorithmOptions *options,
                                 GError **error)
{
  Builder builder = builder_new (registry, options);
  const FitProvider *provider
      = fit_registry_provider (builder.registry, name, error);
  gboolean ok = provider != NULL
                && create_from_keys (&builder, provider->predicates,
                                     provider->priorities, error);

  if (!ok)
    g_prefix_error (error,
                    "couldn't create scheduler using provider \"%s\": ", name);
  return builder_finish (&builder, ok);
}
