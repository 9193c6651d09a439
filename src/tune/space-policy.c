/* space-policy.c - what can be tuned in a Policy, or in a provider, which is
 * written out as one
 * SPDX-License-Identifier: Apache-2.0 */
#include "tune/space-private.h"

#include "base/each.h"
#include "base/error.h"

#define PRIORITIES "priorities"
#define ARGUMENT "argument"
#define RATIO "requestedToCapacityRatioArguments"
#define SHAPE "shape"
#define RESOURCES "resources"
#define HARD_WEIGHT "hardPodAffinitySymmetricWeight"
#define AFFINITY "InterPodAffinityPriority"
#define MOST_SCORE 10

/* -- a provider as a Policy ------------------------------------------------ */

static FitValue
named (FitArena *arena, const char *name)
{
  return fit_value_with_text (arena, NULL, "name", name);
}

static FitValue
list_priorities (FitArena *arena, const FitRegistry *registry,
                 const FitProvider *provider)
{
  FitValue list = { .type = FIT_VALUE_LIST };

  FIT_EACH (const char, name, provider->priorities)
    {
      const FitValue weight = fit_tune_number (
          arena, fit_registry_priority (registry, name)->weight);
      FitValue item = named (arena, name);

      item = fit_value_with (arena, &item, "weight", &weight);
      list = fit_value_with_item (arena, &list, &item);
    }
  return list;
}

/* A Policy that names no predicates has those of the DefaultProvider. */
static FitValue
write_provider (FitTuneSpace *space, const FitRegistry *registry,
                const FitProvider *provider)
{
  const FitProvider *usual
      = fit_registry_provider (registry, FIT_DEFAULT_PROVIDER, NULL);
  gboolean same
      = usual != NULL && usual->predicates->len == provider->predicates->len;
  FitValue policy, list = { .type = FIT_VALUE_LIST };

  policy = fit_value_with_text (space->arena, NULL, "kind", "Policy");
  policy = fit_value_with_text (space->arena, &policy, "apiVersion", "v1");
  for (guint i = 0; i < provider->predicates->len; i++)
    {
      const FitValue item
          = named (space->arena, provider->predicates->pdata[i]);

      same = same
             && g_str_equal (provider->predicates->pdata[i],
                             usual->predicates->pdata[i]);
      list = fit_value_with_item (space->arena, &list, &item);
    }
  if (!same)
    policy = fit_value_with (space->arena, &policy, "predicates", &list);
  list = list_priorities (space->arena, registry, provider);
  return fit_value_with (space->arena, &policy, PRIORITIES, &list);
}

/* -- genes ----------------------------------------------------------------- */

static void
add_ratio (FitTuneSpace *space, const char *name, guint index,
           const FitCapacityRatioArgument *ratio)
{
  FitArena *arena = space->arena;
  const char *at = fit_tune_index (arena, index);

  for (guint i = 0; i < ratio->shape.n; i++)
    fit_tune_add_gene (
        space,
        (FitTuneGene){
            .name = name,
            .what = fit_arena_printf (arena, "score at %" G_GINT64_FORMAT " %%",
                                      ratio->shape.points[i].utilization),
            .most = MOST_SCORE,
            .start = (gint32) ratio->shape.points[i].score,
            .needs = -1 },
        PRIORITIES, at, ARGUMENT, RATIO, SHAPE, fit_tune_index (arena, i),
        "score", NULL);
  for (guint i = 0; i < ratio->resources.n; i++)
    fit_tune_add_gene (
        space,
        (FitTuneGene){
            .name = name,
            .what = fit_arena_printf (arena, "weight of %s",
                                      ratio->resources.items[i].name),
            .least = 1,
            .most = FIT_TUNE_MOST_WEIGHT,
            .start = (gint32) MAX (ratio->resources.items[i].weight, 1),
            .needs = -1 },
        PRIORITIES, at, ARGUMENT, RATIO, RESOURCES, fit_tune_index (arena, i),
        "weight", NULL);
}

static void
add_weight (FitTuneSpace *space, const char *name, gint64 weight, guint index)
{
  if (weight > FIT_TUNE_MOST_WEIGHT)
    {
      fit_tune_note_fixed (space, name, weight);
      return;
    }
  fit_tune_add_gene (space,
                     (FitTuneGene){ .name = name,
                                    .what = "weight",
                                    .least = 1,
                                    .most = FIT_TUNE_MOST_WEIGHT,
                                    .start = (gint32) weight,
                                    .needs = -1 },
                     PRIORITIES, fit_tune_index (space->arena, index), "weight",
                     NULL);
}

FitTuneSpace *
fit_tune_space_new_policy (const FitPolicy *policy, const char *text, gsize len,
                           const FitRegistry *registry, const char *provider,
                           gint32 hard_weight, GError **error)
{
  g_autoptr (FitTuneSpace) space = fit_tune_space_alloc (TRUE);
  const gboolean listed = policy != NULL && policy->priorities != NULL;
  const FitProvider *source = fit_registry_provider (
      registry, policy == NULL ? provider : FIT_DEFAULT_PROVIDER, error);
  gboolean affinity = FALSE;
  const FitValue *list;
  FitValue *document;

  if (source == NULL)
    return NULL;
  document = fit_arena_new0 (space->arena, FitValue, 1);
  if (policy == NULL)
    *document = write_provider (space, registry, source);
  else
    {
      const FitValue *read = fit_tune_read (space->arena, text, len, error);

      if (read == NULL)
        return NULL;
      *document = *read;
    }
  if (policy != NULL && !listed)
    {
      const FitValue usual = list_priorities (space->arena, registry, source);

      *document = fit_value_with (space->arena, document, PRIORITIES, &usual);
    }
  space->document = document;
  list = fit_value_get (document, PRIORITIES);
  if (list == NULL || list->type != FIT_VALUE_LIST
      || (listed && list->n != policy->priorities->len))
    return fit_fail_null (error, FIT_ERROR_SCHEMA,
                          "%s: the list \"priorities\" must have exactly this "
                          "name to be tuned",
                          policy->source);
  for (guint i = 0; i < list->n; i++)
    {
      const FitPriorityPolicy *entry
          = listed ? policy->priorities->pdata[i] : NULL;
      const char *name = fit_arena_strdup (
          space->arena,
          entry != NULL ? entry->name : source->priorities->pdata[i]);

      affinity |= g_str_equal (name, AFFINITY);
      add_weight (space, name,
                  entry != NULL
                      ? entry->weight
                      : fit_registry_priority (registry, name)->weight,
                  i);
      if (entry != NULL
          && (entry->members
              & FIT_PRIORITY_ARGUMENT_REQUESTED_TO_CAPACITY_RATIO)
                 != 0)
        add_ratio (space, name, i, &entry->ratio);
    }
  if (policy != NULL && policy->hard_pod_affinity_symmetric_weight > 0)
    hard_weight = policy->hard_pod_affinity_symmetric_weight;
  if (affinity)
    fit_tune_add_gene (space,
                       (FitTuneGene){ .name = AFFINITY,
                                      .what = HARD_WEIGHT,
                                      .least = 1,
                                      .most = FIT_TUNE_MOST_WEIGHT,
                                      .start = hard_weight,
                                      .needs = -1 },
                       HARD_WEIGHT, NULL);
  return g_steal_pointer (&space);
}
