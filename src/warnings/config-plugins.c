/* config-plugins.c - warnings about arguments that nothing reads, and about
 * plugins that cannot tell nodes apart
 * SPDX-License-Identifier: Apache-2.0 */
#include "warnings/config-lint-private.h"

#include "base/similar.h"
#include "formats/value-edit.h"
#include "config/config-edit.h"
#include "warnings/packing.h"
#include "warnings/policy-lint.h"
#include "warnings/shares.h"
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

/* -- changes --------------------------------------------------------------- */

static FitProfileFile *
changed_profile (const Part *part, const FitConfigFix *fix)
{
  return &fix->file->profiles[part->index];
}

static FitArena *
arena_of (const Part *part)
{
  return part->lint->configuration->arena;
}

/* Sets what is at @path, such as "scoringStrategy.resources", or removes it
 * (@value is NULL). */
static FitValue
with_path (FitArena *arena, const FitValue *map, const char *path,
           const FitValue *value)
{
  const char *key = fit_arena_strndup (arena, path, strcspn (path, "."));
  const char *rest = path + strlen (key);
  FitValue inner;

  if (*rest == '\0')
    return fit_value_with (arena, map, key, value);
  inner = with_path (arena, fit_value_get (map, key), rest + 1, value);
  return fit_value_with (arena, map, key, &inner);
}

static void
change_args (const Part *part, const FitConfigFix *fix,
             const FitPluginConfigEntry *entry, const char *path,
             const FitValue *value)
{
  FitArena *arena = arena_of (part);
  FitValue *args = fit_arena_new0 (arena, FitValue, 1);

  *args = with_path (arena, entry->args, path, value);
  fit_profile_file_set_args (changed_profile (part, fix), entry->name, args,
                             arena);
}

static const FitValue *
value_at (const FitValue *map, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, ".", 0);

  for (guint i = 0; keys[i] != NULL; i++)
    map = fit_value_get (map, keys[i]);
  return map;
}

/* A list without the item @i, or with @item (nullable) in its place */
static FitValue
list_with (FitArena *arena, const FitValue *list, guint i, const FitValue *item)
{
  FitValue *items = fit_arena_newn (arena, FitValue, list->n);
  FitValue copy = *list;

  memcpy (items, list->items, sizeof *items * list->n);
  if (item != NULL)
    items[i] = *item;
  else
    memmove (items + i, items + i + 1, sizeof *items * (--copy.n - i));
  copy.items = items;
  return copy;
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
  FitConfigFix *fix;

  if (other != NULL
      && (fix = fit_config_fix_add (part->lint, warning, (gint) part->index,
                                    "write %s, if you meant it", other))
             != NULL)
    {
      fit_profile_file_drop_args (changed_profile (part, fix), i,
                                  arena_of (part));
      fit_profile_file_set_args (changed_profile (part, fix), other,
                                 entry->args, arena_of (part));
    }
  fit_lint_add_enabling_fix (
      part->lint, part->index, entry->name,
      fit_in_tree_plugin_points (entry->name,
                                 part->lint->configuration->target.release),
      warning);
  fix = fit_config_fix_add (part->lint, warning, (gint) part->index,
                            "remove the arguments");
  if (fix != NULL)
    fit_profile_file_drop_args (changed_profile (part, fix), i,
                                arena_of (part));
}

static void
warn_level (const Part *part, const FitPluginConfigEntry *entry, guint i,
            const FitRuleUse *packing)
{
  static const struct
  {
    const char *shape;
    const char *text;
  } shapes[] = {
    { "[{\"utilization\": 0, \"score\": 0}, {\"utilization\": 100, "
      "\"score\": 10}]",
      "write the shape [{utilization: 0, score: 0}, {utilization: 100, score: "
      "10}] to prefer full nodes" },
    { "[{\"utilization\": 0, \"score\": 10}, {\"utilization\": 100, "
      "\"score\": 0}]",
      "write the shape [{utilization: 0, score: 10}, {utilization: 100, score: "
      "0}] to prefer empty nodes" },
  };
  g_autofree char *field = g_strdup_printf (
      "%s%s", packing->field,
      *packing->field != '\0' ? ".requestedToCapacityRatio.shape" : "shape");
  FitWarning *warning = fit_warnings_add (
      part->warnings, FIT_WARN_PLUGIN_LEVEL_SHAPE, entry->place,
      config_path (part, i, field),
      "all points of the shape have the same score, so %s scores all nodes "
      "alike",
      entry->name);

  for (guint s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      const FitConfigFix *fix = fit_config_fix_add (
          part->lint, warning, (gint) part->index, "%s", shapes[s].text);

      if (fix != NULL)
        change_args (part, fix, entry, field,
                     fit_json_parse (arena_of (part), shapes[s].shape,
                                     strlen (shapes[s].shape), NULL, NULL,
                                     NULL));
    }
}

/* The name of item @r of a list, which is one itself or has one. */
static const char *
item_name (const FitValue *list, guint r)
{
  const FitValue *item = &list->items[r];
  const char *name = item->type == FIT_VALUE_STRING
                         ? item->text
                         : fit_value_get_string (item, "name");

  return name != NULL ? name : "";
}

/* Returns: (nullable): a resource that pods request, with a similar name, which
 * @list does not have */
static const char *
find_meant (const FitConfigLint *lint, const char *name, const FitValue *list)
{
  const GPtrArray *pods = lint->objects->of[FIT_KIND_POD];
  const gboolean tries
      = lint->fixes != NULL && lint->fixes->len < FIT_MOST_CONFIG_FIXES;
  FitSimilar similar;

  fit_similar_init (&similar, name);
  for (guint i = 0; tries && i < pods->len; i++)
    {
      const FitResources *requests
          = &((const FitPod *) pods->pdata[i])->spec->requests;

      for (guint r = 0; r < requests->n_scalars; r++)
        fit_similar_offer (&similar, requests->scalars[r].name);
    }
  for (guint i = 0; similar.best != NULL && i < list->n; i++)
    if (strcmp (item_name (list, i), similar.best) == 0)
      return NULL;
  return similar.best;
}

/* @path: of a list of resources; @r: an item that no pod requests */
static void
warn_unrequested (const Part *part, const FitPluginConfigEntry *entry, guint i,
                  const char *path, guint r)
{
  const GPtrArray *pods = part->lint->objects->of[FIT_KIND_POD];
  const FitValue *list = value_at (entry->args, path);
  g_autofree char *field = g_strdup_printf ("%s[%u]", path, r);
  const char *name = item_name (list, r);
  const char *meant = find_meant (part->lint, name, list);
  FitWarning *warning = fit_warnings_add (
      part->warnings, FIT_WARN_PLUGIN_UNREQUESTED, entry->place,
      config_path (part, i, field), "0 of %u pods of the cluster request %s",
      pods->len, *name != '\0' ? name : "a resource without a name");
  FitArena *arena = arena_of (part);
  FitValue changed;
  FitConfigFix *fix;

  if (meant != NULL
      && (fix = fit_config_fix_add (part->lint, warning, (gint) part->index,
                                    "write %s, which pods request", meant))
             != NULL)
    {
      changed = fit_value_of_text (meant);
      if (list->items[r].type == FIT_VALUE_MAP)
        changed = fit_value_with (arena, &list->items[r], "name", &changed);
      changed = list_with (arena, list, r, &changed);
      change_args (part, fix, entry, path, &changed);
    }
  fix = fit_config_fix_add (part->lint, warning, (gint) part->index,
                            "remove %s", *name != '\0' ? name : "the entry");
  if (fix != NULL)
    {
      changed = list_with (arena, list, r, NULL);
      change_args (part, fix, entry, path, &changed);
    }
}

static void
lint_unrequested (const Part *part, const FitPluginConfigEntry *entry, guint i,
                  const FitRuleUse *packing)
{
  const FitObjects *objects = part->lint->objects;
  g_autofree char *path = g_strdup_printf ("%s%sresources", packing->field,
                                           *packing->field != '\0' ? "." : "");
  const FitValue *list = value_at (entry->args, path);

  if (objects == NULL || objects->of[FIT_KIND_POD]->len == 0 || list == NULL
      || list->type != FIT_VALUE_LIST)
    return;
  for (guint r = 0; r < packing->resources.n && r < list->n; r++)
    {
      const char *name = packing->resources.items[r].name;

      if (!fit_resource_counts_anyway (name)
          && !fit_anybody_requests (objects->of[FIT_KIND_POD], name))
        warn_unrequested (part, entry, i, path, r);
    }
}

static void
lint_args (const Part *part)
{
  for (guint i = 0; i < part->written->n_plugin_config; i++)
    {
      const FitPluginConfigEntry *entry = &part->written->plugin_config[i];
      FitRuleUse packing;
      const FitProfileArgs *args;
      const FitRule *rule;
      const FitObjects *objects;
      const FitArgStrings *ignored;

      if (!is_enabled (part->profile, entry->name))
        {
          warn_unread (part, entry, i);
          continue;
        }
      /* What NodeResourcesFit is not to check. */
      args = fit_profile_find_args (part->profile, entry->name);
      rule = fit_rule_find (entry->name);
      objects = part->lint->objects;
      if (rule != NULL && rule->setting == FIT_SETTING_IGNORED && args != NULL
          && args->args != NULL && objects != NULL
          && objects->of[FIT_KIND_POD]->len != 0)
        {
          ignored = fit_rule_setting (rule, args->args);
          for (guint r = 0; r < ignored->n; r++)
            {
              const char *name = ignored->items[r];
              const FitValue *list
                  = fit_value_get (entry->args, "ignoredResources");

              /* Those of extenders come after those of the file. */
              if (list != NULL && r < list->n
                  && !fit_anybody_requests (objects->of[FIT_KIND_POD], name))
                warn_unrequested (part, entry, i, "ignoredResources", r);
            }
        }
      if (!fit_profile_use (part->profile, entry->name, &packing))
        continue;
      if (!fit_profile_has (part->profile, FIT_POINT_SCORE, entry->name))
        {
          if (fit_value_get (entry->args, "scoringStrategy") != NULL)
            {
              FitWarning *warning = fit_warnings_add (
                  part->warnings, FIT_WARN_STRATEGY_UNUSED, entry->place,
                  config_path (part, i, "scoringStrategy"),
                  "the profile does not enable %s at score, so it scores no nodes, by this "
                  "strategy or any other",
                  entry->name);
              FitConfigFix *fix;

              /* The arguments say how the plugin scores, and it does not. */
              fit_lint_add_enabling_fix (part->lint, part->index, entry->name,
                                         FIT_AT (SCORE), warning);
              fix = fit_config_fix_add (part->lint, warning, (gint) part->index,
                                        "remove the scoring strategy");
              if (fix != NULL)
                change_args (part, fix, entry, "scoringStrategy", NULL);
            }
          continue;
        }
      if (packing.shape != NULL && fit_shape_reach (packing.shape) == 0)
        warn_level (part, entry, i, &packing);
      if (entry->args != NULL)
        lint_unrequested (part, entry, i, &packing);
    }
}

/* -- weights --------------------------------------------------------------- */

static gint64
reach_of (const FitProfile *profile, const char *plugin)
{
  FitRuleUse packing;

  if (fit_profile_use (profile, plugin, &packing) && packing.shape != NULL)
    return fit_shape_reach (packing.shape) * (GREATEST_SCORE / 10);
  return GREATEST_SCORE;
}

FitPlace
fit_profile_score_place (const FitConfigFile *file, guint index,
                         const char *plugin, char **out_path)
{
  static const FitExtensionPoint points[]
      = { FIT_POINT_SCORE, FIT_POINT_MULTI };

  for (guint p = 0; p < G_N_ELEMENTS (points); p++)
    {
      const FitPluginSet *set = &file->profiles[index].plugins.sets[points[p]];

      for (guint i = 0; i < set->n_enabled; i++)
        if (strcmp (set->enabled[i].name, plugin) == 0)
          {
            *out_path = g_strdup_printf (
                "profiles[%u].plugins.%s.enabled[%u]", index,
                fit_extension_point_info (points[p])->name, i);
            return set->enabled[i].place;
          }
    }
  *out_path = g_strdup_printf ("profiles[%u].plugins.score", index);
  return (FitPlace){ 0 };
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
      if (!rule->dominates && share.reach > 0 && entry->weight > 0)
        g_array_append_val (shares, share);
    }
  /* The scores of extenders go up to 10, and from 1.18 on they are scaled to
   * 100. */
  return fit_shares_unheard (
      shares, fit_extenders_reach (configuration->extenders, GREATEST_SCORE),
      out);
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
