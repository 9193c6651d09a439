/* profile-expand.c - expands lists to the plugins of each point
 *
 * A point has the plugins of its own list and, from v1beta3 on, the plugins of
 * multiPoint that extend it, unless they are disabled there.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-private.h"
#include "releases/behaviour.h"
#include "base/list-gap.h"

#include "rules/rule.h"

#include <string.h>

#define MAX_PLUGIN_SCORE 100

/* The order in which releases check the points, which determines the first
 * error. */
static const FitExtensionPoint order[] = {
  FIT_POINT_PRE_ENQUEUE,
  FIT_POINT_PRE_FILTER,
  FIT_POINT_FILTER,
  FIT_POINT_POST_FILTER,
  FIT_POINT_RESERVE,
  FIT_POINT_PRE_SCORE,
  FIT_POINT_SCORE,
  FIT_POINT_PRE_BIND,
  FIT_POINT_BIND,
  FIT_POINT_POST_BIND,
  FIT_POINT_PERMIT,
  FIT_POINT_UNRESERVE,
  FIT_POINT_QUEUE_SORT,
  FIT_POINT_PLACEMENT_GENERATE,
  FIT_POINT_PLACEMENT_SCORE,
  FIT_POINT_POD_GROUP_POST_FILTER,
};

static gboolean
is_legacy (const FitProfileDraft *draft)
{
  return !fit_release_has_profiles (draft->build->target->release);
}

/* -- errors ---------------------------------------------------------------- */

static gboolean G_GNUC_PRINTF (2, 3)
    fail (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_propagate_error (
      error, g_error_new_valist (FIT_ERROR, FIT_ERROR_POLICY, format, args));
  va_end (args);
  return FALSE;
}

/* For an unknown plugin of multiPoint the release names the point to which it
 * expands multiPoint first: PreFilter. */
static gboolean
fail_unknown (const FitProfileDraft *draft, FitExtensionPoint point,
              const char *name, GError **error)
{
  const FitExtensionPointInfo *info = fit_extension_point_info (
      point == FIT_POINT_MULTI ? FIT_POINT_PRE_FILTER : point);
  g_autofree char *hint = NULL;

  if (is_legacy (draft))
    fail (error, "%s plugin \"%s\" does not exist", info->legacy_kind, name);
  else
    fail (error, "%s \"%s\" does not exist", info->kind, name);
  hint = fit_profile_hint_at_plugin (draft->build, name);
  if (hint != NULL && g_str_has_prefix (hint, "in-tree"))
    fit_error_add_hint (error, "%s is %s", name, hint);
  else if (hint != NULL)
    fit_error_add_hint (error, "%s", hint);
  return FALSE;
}

/* -- one point ------------------------------------------------------------- */

static FitExtensionPoints
points_of (const FitProfileDraft *draft, const char *name)
{
  const FitRelease release = draft->build->target->release;
  const FitPluginRegistry *registry = draft->build->registry;
  FitExtensionPoints points = fit_in_tree_plugin_points (name, release);
  const FitPluginInfo *info
      = registry != NULL ? fit_plugin_registry_find (registry, name) : NULL;
  const FitUnknownPlugin *unknown = g_hash_table_lookup (draft->unknown, name);

  if (unknown != NULL)
    return unknown->points;
  return points == 0 && info != NULL ? fit_plugin_info_points (info, release)
                                     : points;
}

static gboolean
is_known (const FitProfileDraft *draft, const char *name)
{
  const FitPluginRegistry *registry = draft->build->registry;

  return g_hash_table_contains (draft->unknown, name)
         || fit_in_tree_plugin_points (name, draft->build->target->release) != 0
         || (registry != NULL
             && fit_plugin_registry_find (registry, name) != NULL);
}

/* Checks the plugins that a point enables itself: they must be known, extend
 * the point, and not be repeated. */
static gboolean
check_own (const FitProfileDraft *draft, FitExtensionPoint point,
           GError **error)
{
  const FitPluginSet *set = &draft->sets.sets[point];
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < set->n_enabled; i++)
    {
      const char *name = set->enabled[i].name;
      const FitExtensionPoints points = points_of (draft, name);

      if (!is_known (draft, name))
        return fail_unknown (draft, point, name, error);
      if (!fit_points_have (points, point))
        {
          const FitExtensionPointInfo *info = fit_extension_point_info (point);
          g_autoptr (GString) where = g_string_new (NULL);

          for (guint k = 0; k < FIT_POINT_LAST; k++)
            if (fit_points_have (points, k))
              g_string_append_printf (where, "%s%s", fit_list_gap (where, ", "),
                                      fit_extension_point_info (k)->name);
          fail (error, "plugin \"%s\" does not extend %s plugin", name,
                is_legacy (draft) ? info->legacy_kind : info->kind);
          if (where->len > 0)
            fit_error_add_hint (error, "it extends %s", where->str);
          return FALSE;
        }
      if (!g_hash_table_add (seen, (gpointer) name) && !is_legacy (draft))
        {
          fail (error, "plugin \"%s\" already registered as \"%s\"", name,
                fit_extension_point_info (point)->kind);
          if (draft->build->target->version <= FIT_CONFIG_V1BETA1)
            fit_error_add_hint (
                error, "disable a default plugin before enabling it again");
          return FALSE;
        }
    }
  return TRUE;
}

/* The lists of a point during the expansion of multiPoint. */
typedef struct
{
  GPtrArray *overriding; /* names of multiPoint that the point enables too */
  GPtrArray *expanded;   /* names of multiPoint that it does not */
} Expansion;

static gboolean
has_name (const GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (strcmp (names->pdata[i], name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
expand_point (const FitProfileDraft *draft, FitExtensionPoint point,
              Expansion *expansion, GError **error)
{
  const FitPluginSet *set = &draft->sets.sets[point];
  const FitPluginSet *multi = &draft->sets.sets[FIT_POINT_MULTI];

  if (fit_plugin_set_disables (set, "*"))
    return TRUE;
  for (guint i = 0; i < multi->n_enabled; i++)
    {
      const char *name = multi->enabled[i].name;

      if (!fit_points_have (points_of (draft, name), point)
          || fit_plugin_set_disables (set, name))
        continue;
      if (fit_plugin_set_has (set, name))
        {
          g_ptr_array_add (expansion->overriding, (gpointer) name);
          continue;
        }
      if (has_name (expansion->expanded, name))
        return fail (error, "plugin \"%s\" already registered as \"%s\"", name,
                     fit_extension_point_info (point)->kind);
      g_ptr_array_add (expansion->expanded, (gpointer) name);
    }
  return TRUE;
}

/* A list of a profile under construction. */
typedef struct
{
  const FitProfileDraft *draft;
  FitExtensionPoint point;
  FitPluginEntry *items;
  guint n;
} Writing;

/* Up to 1.22 a plugin has one weight, from the last of these lists that names
 * it.  Later its entry for the point counts, otherwise that for multiPoint. */
static gint32
weight_of (const FitProfileDraft *draft, FitExtensionPoint point,
           const char *name)
{
  static const FitExtensionPoint old_order[]
      = { FIT_POINT_QUEUE_SORT, FIT_POINT_PERMIT, FIT_POINT_UNRESERVE,
          FIT_POINT_POST_BIND,  FIT_POINT_BIND,   FIT_POINT_PRE_BIND,
          FIT_POINT_SCORE };
  const FitExtensionPoint new_order[] = { point, FIT_POINT_MULTI };
  static const FitExtensionPoint legacy_order[]
      = { FIT_POINT_UNRESERVE, FIT_POINT_POST_BIND, FIT_POINT_BIND,
          FIT_POINT_PRE_BIND,  FIT_POINT_PERMIT,    FIT_POINT_RESERVE,
          FIT_POINT_SCORE };
  const FitRelease release = draft->build->target->release;
  const gboolean is_new = fit_behaviour (release).config_lists_in_new_order;
  const FitExtensionPoint *lists = is_new              ? new_order
                                   : is_legacy (draft) ? legacy_order
                                                       : old_order;
  const guint n = is_new ? G_N_ELEMENTS (new_order) : G_N_ELEMENTS (old_order);

  G_STATIC_ASSERT (G_N_ELEMENTS (old_order) == G_N_ELEMENTS (legacy_order));
  for (guint i = 0; i < n; i++)
    {
      const FitPluginSet *set = &draft->sets.sets[lists[i]];

      for (guint j = set->n_enabled; j-- > 0;)
        if (strcmp (set->enabled[j].name, name) == 0)
          return set->enabled[j].weight != 0 ? set->enabled[j].weight : 1;
    }
  return 1;
}

static void
write_name (Writing *writing, const char *name)
{
  FitPluginEntry *plugin = &writing->items[writing->n++];

  plugin->name = name;
  if (fit_points_have (FIT_POINTS_WITH_WEIGHTS, writing->point))
    plugin->weight = weight_of (writing->draft, writing->point, name);
}

/* Writes the plugins that the point itself enables: those that are in
 * multiPoint too (@overriding), the others (@others), or both. */
static void
write_own (Writing *writing, const Expansion *expansion, gboolean overriding,
           gboolean others)
{
  const FitPluginSet *set = &writing->draft->sets.sets[writing->point];

  for (guint i = 0; i < set->n_enabled; i++)
    if (has_name (expansion->overriding, set->enabled[i].name) ? overriding
                                                               : others)
      write_name (writing, set->enabled[i].name);
}

static void
write_expanded (Writing *writing, const Expansion *expansion)
{
  for (guint i = 0; i < expansion->expanded->len; i++)
    write_name (writing, expansion->expanded->pdata[i]);
}

static gboolean
build_point (FitProfileDraft *draft, FitExtensionPoint point, GError **error)
{
  g_autoptr (GPtrArray) overriding = g_ptr_array_new ();
  g_autoptr (GPtrArray) expanded = g_ptr_array_new ();
  Expansion expansion = { overriding, expanded };
  Writing writing = { .draft = draft, .point = point };
  FitProfileList *list = &draft->profile->plugins[point];

  if (!expand_point (draft, point, &expansion, error))
    return FALSE;
  writing.items
      = fit_arena_new0 (draft->build->arena, FitPluginEntry,
                        draft->sets.sets[point].n_enabled + expanded->len + 1);
  if (fit_behaviour (draft->build->target->release).config_multi_point_first)
    {
      write_own (&writing, &expansion, TRUE, FALSE);
      write_expanded (&writing, &expansion);
      write_own (&writing, &expansion, FALSE, TRUE);
    }
  else
    {
      write_own (&writing, &expansion, TRUE, TRUE);
      write_expanded (&writing, &expansion);
    }
  list->n = writing.n;
  list->items = writing.items;
  return TRUE;
}

/* Sums are computed in 64 bits that wrap, as the release computes them: after a
 * negative weight any other overflows. */
static gboolean
check_weights (const FitProfileDraft *draft, FitExtensionPoint point,
               GError **error)
{
  const FitExtensionPoint lists[] = { point, FIT_POINT_MULTI };
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 total = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    {
      const FitPluginSet *set = &draft->sets.sets[lists[i]];

      for (guint j = 0; j < set->n_enabled; j++)
        {
          const FitPluginEntry *entry = &set->enabled[j];
          const gint64 score = (gint64) MAX_PLUGIN_SCORE
                               * (entry->weight != 0 ? entry->weight : 1);
          gint64 room;

          if (!fit_points_have (points_of (draft, entry->name), point)
              || !g_hash_table_add (seen, (gpointer) entry->name))
            continue;
          __builtin_sub_overflow (G_MAXINT64, total, &room);
          if (score > room)
            return fail (error, "total score of Score plugins could overflow");
          total += score;
        }
    }
  return TRUE;
}

/* -- all points ------------------------------------------------------------ */

/* Adds @name at @point to replace the plugins left out there. */
static void
stand_in (FitProfileDraft *draft, FitExtensionPoint point, const char *name)
{
  const FitExtensionPoints lost = 1u << point | 1u << (guint) FIT_POINT_MULTI;
  FitProfileList *list = &draft->profile->plugins[point];
  FitPluginEntry *item;

  if (list->n > 0 || (draft->unknown_points & lost) == 0
      || draft->build->unknown_plugins != FIT_UNKNOWN_PLUGINS_SKIP)
    return;
  item = fit_arena_new0 (draft->build->arena, FitPluginEntry, 1);
  item->name = name;
  *list = (FitProfileList){ 1, item };
}

static gboolean
check_counts (const FitProfileDraft *draft, GError **error)
{
  const FitProfileList *lists = draft->profile->plugins;

  if (lists[FIT_POINT_QUEUE_SORT].n > 1)
    return fail (error, "only one queue sort plugin can be enabled");
  if (is_legacy (draft))
    return TRUE;
  /* Unknown plugins may extend any point. */
  if (draft->profile->multi_point.n > 0)
    return TRUE;
  if (lists[FIT_POINT_QUEUE_SORT].n == 0)
    return fail (error, "no queue sort plugin is enabled");

  if (lists[FIT_POINT_BIND].n == 0)
    return fail (error, "at least one bind plugin is needed");
  if (lists[FIT_POINT_PLACEMENT_GENERATE].n > 1)
    return fail (error, "at most one placement generate plugin is allowed");
  return TRUE;
}

gboolean
fit_profile_expand (FitProfileDraft *draft, GError **error)
{
  const FitPluginSet *multi = &draft->sets.sets[FIT_POINT_MULTI];
  FitProfileList *list = &draft->profile->multi_point;
  FitPluginEntry *items;

  fit_profile_settle_unknown (draft);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (!check_own (draft, order[i], error))
      return FALSE;
  for (guint i = 0; i < multi->n_enabled; i++)
    if (!is_known (draft, multi->enabled[i].name))
      return fail_unknown (draft, FIT_POINT_MULTI, multi->enabled[i].name,
                           error);
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (!build_point (draft, order[i], error))
      return FALSE;
  /* Nothing is known of the points of the unknown plugins that multiPoint
   * enables: they are listed under multiPoint itself. */
  list->items = items = fit_arena_new0 (draft->build->arena, FitPluginEntry,
                                        multi->n_enabled + 1);
  for (guint i = 0; i < multi->n_enabled; i++)
    if (g_hash_table_contains (draft->unknown, multi->enabled[i].name))
      items[list->n++] = (FitPluginEntry){ multi->enabled[i].name,
                                           multi->enabled[i].weight };
  if (!is_legacy (draft))
    {
      stand_in (draft, FIT_POINT_QUEUE_SORT, fit_rule_priority_sort.name);
      stand_in (draft, FIT_POINT_BIND, fit_rule_default_binder.name);
    }
  /* Up to then weights are added up in random order, so it is random whether a
   * negative one is refused.  They are accepted here. */
  return check_counts (draft, error)
         && (!fit_behaviour (draft->build->target->release).weights_are_of_score
             || (check_weights (draft, FIT_POINT_SCORE, error)
                 && check_weights (draft, FIT_POINT_PLACEMENT_SCORE, error)));
}
