/* space-profiles.c - what can be tuned in the profiles of a configuration
 * SPDX-License-Identifier: Apache-2.0 */
#include "tune/space-private.h"

#include <string.h>

#include "base/error.h"
#include "config/profile-algorithm.h"

#define PROFILES "profiles"
#define PLUGINS "plugins"
#define PLUGIN_CONFIG "pluginConfig"
#define SCORE "score"
#define ENABLED "enabled"
#define DISABLED "disabled"
#define ARGS "args"
#define NAME "name"
#define WEIGHT "weight"
#define STRATEGY "scoringStrategy"
#define RATIO "requestedToCapacityRatio"
#define SHAPE "shape"
#define RESOURCES "resources"
#define HARD_WEIGHT "hardPodAffinityWeight"
#define MOST_SCORE 10

static const char *const strategies[]
    = { FIT_STRATEGY_LEAST, FIT_STRATEGY_MOST, FIT_STRATEGY_RATIO, NULL };
#define RATIO_STRATEGY 2

/* Where RequestedToCapacityRatio begins if the rules have no shape: as
 * LeastAllocated does. */
static const FitUtilizationPoint usual_points[]
    = { { 0, 10 }, { 50, 5 }, { 100, 0 } };

/* A profile of the document, and what the release makes of it. */
typedef struct
{
  FitTuneSpace *space;
  FitValue *document;
  const FitProfile *profile;
  gboolean alone;
  const char *index;
  gboolean disables; /* a default must be disabled to be enabled once more */
} Place;

/* -- the document ---------------------------------------------------------- */

static const FitValue *
at (const FitValue *value, const char *const *keys)
{
  for (; value != NULL && *keys != NULL; keys++)
    {
      const guint64 i = g_ascii_strtoull (*keys, NULL, 10);

      value = value->type == FIT_VALUE_LIST
                  ? (i < value->n ? &value->items[i] : NULL)
                  : fit_value_get (value, *keys);
    }
  return value;
}

static void
set (const Place *place, const char *const *keys, FitValue value)
{
  *place->document
      = fit_tune_set (place->space->arena, place->document, keys, &value);
}

/* Returns: the number of the entry @name in the list at @keys, which is added at
 * the end if there is none */
static guint
entry_of (const Place *place, const char *const *keys, const char *name)
{
  const FitValue *list = at (place->document, keys);
  const guint n = fit_value_n_items (list);
  FitValue item;

  for (guint i = 0; i < n; i++)
    if (g_strcmp0 (fit_value_get_string (&list->items[i], NAME), name) == 0)
      return i;
  item = fit_value_with_text (place->space->arena, NULL, NAME, name);
  set (place, keys, fit_value_with_item (place->space->arena, list, &item));
  return n;
}

/* Returns: for people; several profiles have rules of the same name */
static const char *
title (const Place *place, const char *plugin)
{
  return place->alone
             ? fit_arena_strdup (place->space->arena, plugin)
             : fit_arena_printf (place->space->arena, "%s of %s", plugin,
                                 place->profile->scheduler_name);
}

/* -- weights --------------------------------------------------------------- */

static void
add_weight (const Place *place, const char *name, gint32 weight)
{
  FitArena *arena = place->space->arena;
  const char *const enabled[]
      = { PROFILES, place->index, PLUGINS, SCORE, ENABLED, NULL };
  const char *const disabled[]
      = { PROFILES, place->index, PLUGINS, SCORE, DISABLED, NULL };
  const FitValue *list = at (place->document, enabled);
  const guint n = fit_value_n_items (list);
  const char *number;

  if (weight > FIT_TUNE_MOST_WEIGHT)
    {
      fit_tune_note_fixed (place->space, title (place, name), weight);
      return;
    }
  number = fit_tune_index (arena, entry_of (place, enabled, name));
  if (place->disables && g_ascii_strtoull (number, NULL, 10) == n)
    entry_of (place, disabled, name);
  set (place,
       (const char *const[]){ PROFILES, place->index, PLUGINS, SCORE, ENABLED,
                              number, WEIGHT, NULL },
       fit_tune_number (arena, weight));
  fit_tune_add_gene (place->space,
                     (FitTuneGene){ .name = title (place, name),
                                    .what = "weight",
                                    .least = 1,
                                    .most = FIT_TUNE_MOST_WEIGHT,
                                    .start = weight,
                                    .needs = -1 },
                     PROFILES, place->index, PLUGINS, SCORE, ENABLED, number,
                     WEIGHT, NULL);
}

/* -- arguments ------------------------------------------------------------- */

/* Returns: the number of the arguments of @plugin, which the document has then */
static const char *
args_of (const Place *place, const char *plugin)
{
  const char *const keys[] = { PROFILES, place->index, PLUGIN_CONFIG, NULL };

  return fit_tune_index (place->space->arena, entry_of (place, keys, plugin));
}

static FitValue
write_points (FitArena *arena, const FitArgShape *shape)
{
  FitValue list = { .type = FIT_VALUE_LIST };

  for (guint i = 0; i < shape->n; i++)
    {
      const FitValue utilization
          = fit_tune_number (arena, shape->points[i].utilization);
      const FitValue score = fit_tune_number (arena, shape->points[i].score);
      FitValue point
          = fit_value_with (arena, NULL, "utilization", &utilization);

      point = fit_value_with (arena, &point, "score", &score);
      list = fit_value_with_item (arena, &list, &point);
    }
  return list;
}

static FitValue
write_resources (FitArena *arena, const FitArgResources *resources)
{
  FitValue list = { .type = FIT_VALUE_LIST };

  for (guint i = 0; i < resources->n; i++)
    {
      const FitValue weight
          = fit_tune_number (arena, MAX (resources->items[i].weight, 1));
      FitValue item
          = fit_value_with_text (arena, NULL, NAME, resources->items[i].name);

      item = fit_value_with (arena, &item, WEIGHT, &weight);
      list = fit_value_with_item (arena, &list, &item);
    }
  return list;
}

/* @above: (nullable): where the list of resources stands in the arguments */
static void
add_resources (const Place *place, const char *plugin, const char *above,
               const FitArgResources *resources)
{
  FitArena *arena = place->space->arena;
  const char *args = args_of (place, plugin);

  for (guint i = 0; i < resources->n; i++)
    {
      const char *number = fit_tune_index (arena, i);
      const FitTuneGene gene
          = { .name = title (place, plugin),
              .what = fit_arena_printf (arena, "weight of %s",
                                        resources->items[i].name),
              .least = 1,
              .most = FIT_TUNE_MOST_WEIGHT,
              .start = (gint32) MAX (resources->items[i].weight, 1),
              .needs = -1 };

      if (above != NULL)
        fit_tune_add_gene (place->space, gene, PROFILES, place->index,
                           PLUGIN_CONFIG, args, ARGS, above, RESOURCES, number,
                           WEIGHT, NULL);
      else
        fit_tune_add_gene (place->space, gene, PROFILES, place->index,
                           PLUGIN_CONFIG, args, ARGS, RESOURCES, number, WEIGHT,
                           NULL);
    }
}

/* @needs: as in FitTuneGene */
static void
add_shape (const Place *place, const char *plugin, const FitArgShape *shape,
           gint needs)
{
  FitArena *arena = place->space->arena;
  const char *args = args_of (place, plugin);

  for (guint i = 0; i < shape->n; i++)
    {
      const char *number = fit_tune_index (arena, i);
      const FitTuneGene gene = { .name = title (place, plugin),
                                 .what = fit_arena_printf (
                                     arena, "score at %" G_GINT64_FORMAT " %%",
                                     shape->points[i].utilization),
                                 .most = MOST_SCORE,
                                 .start = (gint32) shape->points[i].score,
                                 .needs = needs,
                                 .needed = RATIO_STRATEGY };

      if (needs >= 0)
        fit_tune_add_gene (place->space, gene, PROFILES, place->index,
                           PLUGIN_CONFIG, args, ARGS, STRATEGY, RATIO, SHAPE,
                           number, SCORE, NULL);
      else
        fit_tune_add_gene (place->space, gene, PROFILES, place->index,
                           PLUGIN_CONFIG, args, ARGS, SHAPE, number, SCORE,
                           NULL);
    }
}

static void
add_strategy (const Place *place, const FitArgScoringStrategy *strategy)
{
  const FitArgShape usual = { G_N_ELEMENTS (usual_points), usual_points };
  const FitArgShape *shape
      = strategy->requested_to_capacity_ratio != NULL
                && strategy->requested_to_capacity_ratio->shape.n > 0
            ? &strategy->requested_to_capacity_ratio->shape
            : &usual;
  FitTuneSpace *space = place->space;
  const char *plugin = "NodeResourcesFit";
  const char *args = args_of (place, plugin);
  const char *const keys[]
      = { PROFILES, place->index, PLUGIN_CONFIG, args, ARGS, STRATEGY, NULL };
  const FitValue resources
      = write_resources (space->arena, &strategy->resources);
  const FitValue points = write_points (space->arena, shape);
  const FitValue ratio = fit_value_with (space->arena, NULL, SHAPE, &points);
  const guint type = space->genes->len;
  FitValue value
      = fit_value_with_text (space->arena, NULL, "type", strategy->type);
  gint32 start = 0;

  while (strategies[start] != NULL
         && strcmp (strategies[start], strategy->type))
    start++;
  value = fit_value_with (space->arena, &value, RESOURCES, &resources);
  value = fit_value_with (space->arena, &value, RATIO, &ratio);
  set (place, keys, value);
  fit_tune_add_gene (space,
                     (FitTuneGene){ .name = title (place, plugin),
                                    .what = STRATEGY ".type",
                                    .most = RATIO_STRATEGY,
                                    .start = start,
                                    .words = strategies,
                                    .needs = -1 },
                     PROFILES, place->index, PLUGIN_CONFIG, args, ARGS,
                     STRATEGY, "type", NULL);
  add_resources (place, plugin, STRATEGY, &strategy->resources);
  if (space->genes->len > type)
    add_shape (place, plugin, shape, (gint) type);
}

/* The weights of the resources of a plugin, as far as it has any. */
static void
add_plain_resources (const Place *place, const char *plugin,
                     const FitArgResources *resources)
{
  const char *args = args_of (place, plugin);

  set (place,
       (const char *const[]){ PROFILES, place->index, PLUGIN_CONFIG, args, ARGS,
                              RESOURCES, NULL },
       write_resources (place->space->arena, resources));
  add_resources (place, plugin, NULL, resources);
}

static void
add_ratio (const Place *place, const FitCapacityRatioArgument *ratio)
{
  const char *plugin = "RequestedToCapacityRatio";
  const char *args = args_of (place, plugin);

  set (place,
       (const char *const[]){ PROFILES, place->index, PLUGIN_CONFIG, args, ARGS,
                              SHAPE, NULL },
       write_points (place->space->arena, &ratio->shape));
  add_plain_resources (place, plugin, &ratio->resources);
  add_shape (place, plugin, &ratio->shape, -1);
}

static void
add_hard_weight (const Place *place, const FitInterPodAffinityArgs *arguments)
{
  const char *plugin = "InterPodAffinity";
  const char *args = args_of (place, plugin);

  set (place,
       (const char *const[]){ PROFILES, place->index, PLUGIN_CONFIG, args, ARGS,
                              HARD_WEIGHT, NULL },
       fit_tune_number (place->space->arena,
                        arguments->hard_pod_affinity_weight));
  fit_tune_add_gene (
      place->space,
      (FitTuneGene){ .name = title (place, plugin),
                     .what = HARD_WEIGHT,
                     .most = FIT_TUNE_MOST_WEIGHT,
                     .start = arguments->hard_pod_affinity_weight,
                     .needs = -1 },
      PROFILES, place->index, PLUGIN_CONFIG, args, ARGS, HARD_WEIGHT, NULL);
}

/* -- all ------------------------------------------------------------------- */

static void
add_profile (const Place *place)
{
  const FitProfileList *scores = &place->profile->plugins[FIT_POINT_SCORE];
  const char *const keys[] = { PROFILES, place->index, "schedulerName", NULL };

  set (place, keys,
       fit_value_of_text (fit_arena_strdup (place->space->arena,
                                            place->profile->scheduler_name)));
  for (guint i = 0; i < scores->n; i++)
    add_weight (place,
                fit_arena_strdup (place->space->arena, scores->items[i].name),
                scores->items[i].weight);
  for (guint i = 0; i < scores->n; i++)
    {
      const char *plugin = scores->items[i].name;
      gconstpointer args = fit_profile_args_or_default (place->profile, plugin);

      if (strcmp (plugin, "NodeResourcesFit") == 0
          && ((const FitNodeResourcesFitArgs *) args)->scoring_strategy != NULL)
        add_strategy (
            place, ((const FitNodeResourcesFitArgs *) args)->scoring_strategy);
      else if (strcmp (plugin, "NodeResourcesLeastAllocated") == 0
               || strcmp (plugin, "NodeResourcesMostAllocated") == 0)
        add_plain_resources (place, plugin,
                             &((const FitNodeResourcesArgs *) args)->resources);
      else if (strcmp (plugin, "RequestedToCapacityRatio") == 0)
        add_ratio (place, args);
      else if (strcmp (plugin, "InterPodAffinity") == 0)
        add_hard_weight (place, args);
    }
}

FitTuneSpace *
fit_tune_space_new_profiles (const FitConfiguration *configuration,
                             const char *text, gsize len, GError **error)
{
  g_autoptr (FitTuneSpace) space = fit_tune_space_alloc (FALSE);
  const FitConfigVersion version = configuration->target.version;
  const FitValue *read = fit_tune_read (space->arena, text, len, error);
  const FitValue *profiles;
  FitValue *document;

  if (read == NULL)
    return NULL;
  if (version < FIT_CONFIG_V1ALPHA2)
    return fit_fail_null (error, FIT_ERROR_POLICY,
                          "the version %s of configurations has no profiles; "
                          "'fitsched migrate' makes a later one of it",
                          fit_config_version_name (version));
  document = fit_arena_new0 (space->arena, FitValue, 1);
  *document = *read;
  profiles = fit_value_get (document, PROFILES);
  if (profiles == NULL || profiles->type != FIT_VALUE_LIST
      || profiles->n != configuration->n_profiles)
    {
      FitValue list = { .type = FIT_VALUE_LIST };
      const FitValue none = { .type = FIT_VALUE_MAP };

      for (guint i = 0; i < configuration->n_profiles; i++)
        list = fit_value_with_item (space->arena, &list, &none);
      *document = fit_value_with (space->arena, document, PROFILES, &list);
    }
  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const Place place = { space,
                            document,
                            &configuration->profiles[i],
                            configuration->n_profiles == 1,
                            fit_tune_index (space->arena, i),
                            version <= FIT_CONFIG_V1BETA1 };

      add_profile (&place);
    }
  space->document = document;
  return g_steal_pointer (&space);
}
