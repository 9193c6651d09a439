/* lint-plugins.c - warnings about arguments that nothing reads, and about
 * plugins that cannot tell nodes apart */
#include "config/config-lint-private.h"

#include "config/packing.h"
#include "factory/policy-lint.h"
#include "factory/shares.h"
#include "rules/rule.h"

#include <string.h>

#define GREATEST_SCORE 100

typedef struct
{
  const FitConfigLint *lint;
  GPtrArray *warnings;
  const FitProfile *profile;
  const FitProfileFile *written;
  guint index; /* of the profile */
} Part;

static char *
config_path (const Part *part, guint i, const char *field)
{
  return g_strdup_printf ("profiles[%u].pluginConfig[%u]%s%s", part->index, i,
                          *field != '\0' ? ".args." : "", field);
}

/* -- arguments ------------------------------------------------------------- */

/* Plugins of other programs may extend any point. */
static gboolean
is_enabled (const FitProfile *profile, const char *plugin)
{
  for (guint i = 0; i < profile->multi_point.n; i++)
    if (strcmp (profile->multi_point.items[i].name, plugin) == 0)
      return TRUE;
  return fit_profile_has_any (profile, plugin);
}

static void
warn_unread (const Part *part, const FitPluginConfigEntry *entry, guint i)
{
  const char *other = fit_lint_meant (part->lint, part->profile,
                                      FIT_POINT_MULTI, entry->name);
  FitWarning *warning = fit_warnings_add (
      part->warnings, FIT_WARN_UNREAD_ARGS, entry->place,
      config_path (part, i, ""),
      "the profile does not enable %s, so nothing reads these arguments",
      entry->name);

  if (other != NULL)
    fit_warning_set_fix (warning,
                         "Did you mean %s? Otherwise enable %s, or "
                         "remove its arguments.",
                         other, entry->name);
}

/* The arguments say how the plugin scores, and it does not. */
static void
warn_unused_strategy (const Part *part, const FitPluginConfigEntry *entry,
                      guint i)
{
  fit_warnings_add (part->warnings, FIT_WARN_STRATEGY_UNUSED, entry->place,
                    config_path (part, i, "scoringStrategy"),
                    "the profile does not enable %s at score, so it scores no "
                    "nodes, by this strategy or any other",
                    entry->name);
}

static void
warn_level (const Part *part, const FitPluginConfigEntry *entry, guint i,
            const FitPacking *packing)
{
  g_autofree char *field = g_strdup_printf (
      "%s%s", packing->field,
      *packing->field != '\0' ? ".requestedToCapacityRatio.shape" : "shape");

  fit_warnings_add (part->warnings, FIT_WARN_PLUGIN_LEVEL_SHAPE, entry->place,
                    config_path (part, i, field),
                    "all points of the shape have the same score, so %s scores "
                    "all nodes alike",
                    entry->name);
}

static void
lint_unrequested (const Part *part, const FitPluginConfigEntry *entry, guint i,
                  const FitPacking *packing)
{
  const FitObjects *objects = part->lint->objects;

  if (objects == NULL || objects->of[FIT_KIND_POD]->len == 0)
    return;
  for (guint r = 0; r < packing->resources.n; r++)
    {
      const char *name = packing->resources.items[r].name;
      g_autofree char *field
          = g_strdup_printf ("%s%sresources[%u]", packing->field,
                             *packing->field != '\0' ? "." : "", r);

      if (!fit_resource_counts_anyway (name)
          && !fit_anybody_requests (objects->of[FIT_KIND_POD], name))
        fit_warnings_add (part->warnings, FIT_WARN_PLUGIN_UNREQUESTED,
                          entry->place, config_path (part, i, field),
                          "0 of %u pods of the cluster request %s",
                          objects->of[FIT_KIND_POD]->len, name);
    }
}

/* What NodeResourcesFit is not to check. */
static void
lint_ignored (const Part *part, const FitPluginConfigEntry *entry, guint i)
{
  const FitProfileArgs *args
      = fit_profile_find_args (part->profile, entry->name);
  const FitObjects *objects = part->lint->objects;
  const FitNodeResourcesFitArgs *fit;

  if (fit_rule_find (entry->name) != &fit_rule_node_resources_fit
      || args == NULL || args->args == NULL || objects == NULL
      || objects->of[FIT_KIND_POD]->len == 0)
    return;
  fit = args->args;
  for (guint r = 0; r < fit->ignored_resources.n; r++)
    {
      const char *name = fit->ignored_resources.items[r];
      g_autofree char *field = g_strdup_printf ("ignoredResources[%u]", r);
      const FitValue *list = fit_value_get (entry->args, "ignoredResources");

      /* Those of extenders come after those of the file. */
      if (list != NULL && r < list->n
          && !fit_anybody_requests (objects->of[FIT_KIND_POD], name))
        fit_warnings_add (part->warnings, FIT_WARN_PLUGIN_UNREQUESTED,
                          entry->place, config_path (part, i, field),
                          "0 of %u pods of the cluster request %s",
                          objects->of[FIT_KIND_POD]->len, name);
    }
}

static void
lint_args (const Part *part)
{
  for (guint i = 0; i < part->written->n_plugin_config; i++)
    {
      const FitPluginConfigEntry *entry = &part->written->plugin_config[i];
      FitPacking packing;

      if (!is_enabled (part->profile, entry->name))
        {
          warn_unread (part, entry, i);
          continue;
        }
      lint_ignored (part, entry, i);
      if (!fit_profile_packing (part->profile, entry->name, &packing))
        continue;
      if (!fit_profile_has (part->profile, FIT_POINT_SCORE, entry->name))
        {
          if (fit_value_get (entry->args, "scoringStrategy") != NULL)
            warn_unused_strategy (part, entry, i);
          continue;
        }
      if (packing.shape != NULL && fit_shape_reach (packing.shape) == 0)
        warn_level (part, entry, i, &packing);
      if (entry->args != NULL)
        lint_unrequested (part, entry, i, &packing);
    }
}

/* -- weights --------------------------------------------------------------- */

/* What an extender can add: its scores go up to 10, and from 1.18 on they are
 * scaled to 100. */
static gint64
reach_of_extenders (const GPtrArray *extenders)
{
  gint64 sum = 0;

  for (guint i = 0; i < extenders->len; i++)
    {
      const FitExtenderPolicy *extender = extenders->pdata[i];

      if (*extender->prioritize_verb == '\0' || extender->weight <= 0)
        continue;
      sum = extender->weight < G_MAXINT64 / GREATEST_SCORE
                ? fit_sum (sum, extender->weight * GREATEST_SCORE)
                : G_MAXINT64;
    }
  return sum;
}

static gint64
reach_of (const FitProfile *profile, const char *plugin)
{
  FitPacking packing;

  if (fit_profile_packing (profile, plugin, &packing) && packing.shape != NULL)
    return fit_shape_reach (packing.shape) * (GREATEST_SCORE / 10);
  return GREATEST_SCORE;
}

/* Where the weight of a plugin is written.  Returns: (nullable) */
static const FitPluginEntry *
find_written (const FitProfileFile *written, const char *plugin,
              FitExtensionPoint *out_point, guint *out_index)
{
  static const FitExtensionPoint points[]
      = { FIT_POINT_SCORE, FIT_POINT_MULTI };

  for (guint p = 0; p < G_N_ELEMENTS (points); p++)
    {
      const FitPluginSet *set = &written->plugins.sets[points[p]];

      for (guint i = 0; i < set->n_enabled; i++)
        {
          if (strcmp (set->enabled[i].name, plugin) != 0)
            continue;
          *out_point = points[p];
          *out_index = i;
          return &set->enabled[i];
        }
    }
  return NULL;
}

FitPlace
fit_profile_score_place (const FitConfigFile *file, guint index,
                         const char *plugin, char **out_path)
{
  FitExtensionPoint point = FIT_POINT_SCORE;
  guint i = 0;
  const FitPluginEntry *entry
      = find_written (&file->profiles[index], plugin, &point, &i);

  *out_path
      = entry != NULL
            ? g_strdup_printf ("profiles[%u].plugins.%s.enabled[%u]", index,
                               fit_extension_point_info (point)->name, i)
            : g_strdup_printf ("profiles[%u].plugins.score", index);
  return entry != NULL ? entry->place : (FitPlace){ 0 };
}

gboolean
fit_profile_unheard (const FitConfiguration *configuration, guint index,
                     FitUnheard *out)
{
  const FitProfile *profile = &configuration->profiles[index];
  const FitProfileList *list = &profile->plugins[FIT_POINT_SCORE];
  g_autoptr (GArray) shares = g_array_new (FALSE, TRUE, sizeof (FitShare));

  if (profile->multi_point.n > 0)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    {
      const FitPluginEntry *entry = &list->items[i];
      const FitRule *rule = fit_rule_find (entry->name);
      const FitShare share = {
        .name = entry->name,
        .entry = entry,
        .index = i,
        .reach = reach_of (profile, entry->name) * entry->weight,
        .step = entry->weight,
      };

      if (rule == NULL)
        return FALSE;
      /* It is meant to dominate. */
      if (rule != &fit_rule_node_prefer_avoid_pods && share.reach > 0
          && entry->weight > 0)
        g_array_append_val (shares, share);
    }
  return fit_shares_unheard (
      shares, reach_of_extenders (configuration->extenders), out);
}

/* -- all ------------------------------------------------------------------- */

void
fit_lint_plugins (const FitConfigLint *lint, GPtrArray *warnings)
{
  const FitConfiguration *configuration = lint->configuration;

  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const Part part = { lint, warnings, &configuration->profiles[i],
                          &configuration->file->profiles[i], i };

      lint_args (&part);
    }
}
