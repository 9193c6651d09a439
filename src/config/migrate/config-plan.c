/* config-plan.c - reads the profiles of a configuration into a plan, in the
 * form of 1.20
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/plan.h"

#include "base/each.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"
#include "config/configuration-private.h"
#include "rules/rule.h"

#include <string.h>

#define PREEMPTION fit_rule_default_preemption.name
#define LEAST fit_rule_node_resources_least_allocated.name
#define MOST fit_rule_node_resources_most_allocated.name

gboolean
fit_configuration_names_policy (const FitConfiguration *configuration)
{
  return configuration->target.version == FIT_CONFIG_V1ALPHA1
         && configuration->file->algorithm_source.policy != NULL;
}

gboolean
fit_plan_read_configuration (FitPlan *plan, const FitMigrationSource *source,
                             GError **error)
{
  const FitMigrationOptions *options = plan->options;
  FitFeatureGates gates = fit_feature_gates_of_release (plan->from_release);
  const FitConfigurationOptions how
      = { .release = plan->from_release,
          .gates = &gates,
          .registry = options->registry,
          .limits = options->limits,
          .unknown_plugins = options->unknown_plugins,
          .only_out_of_tree = options->only_out_of_tree };

  if (options->from_gates != NULL
      && !fit_feature_gates_parse (&gates, options->from_gates, error))
    return FALSE;
  plan->top = fit_configuration_read (source->bytes, source->len, source->name,
                                      &how, error);
  if (plan->top == NULL)
    return FALSE;
  plan->usual = fit_configuration_default (
      plan->top->target.version,
      &(FitConfigurationOptions){ .release = plan->from_release,
                                  .gates = &gates },
      NULL);
  return TRUE;
}

/* -- is it the default? ---------------------------------------------------- */

static gboolean
is_at (const FitProfileList *list, guint index, const char *name)
{
  return index < list->n && g_strcmp0 (list->items[index].name, name) == 0;
}

/* Has @plan the default list at @point, apart from out-of-tree plugins and from
 * the default @lacking (nullable)? */
static gboolean
is_default (const FitPlanProfile *plan, FitExtensionPoint point,
            const FitProfile *defaults, const char *lacking)
{
  const FitProfileList *list = &defaults->plugins[point];
  guint next = 0;

  for (guint i = 0; i < plan->lists[point]->len; i++)
    {
      const FitPluginEntry *entry = fit_plan_entry (plan, point, i);

      if (fit_plan_is_out_of_tree (plan, entry->name))
        continue;
      if (is_at (list, next, lacking))
        next++;
      if (!is_at (list, next, entry->name)
          || entry->weight != list->items[next].weight)
        return FALSE;
      next++;
    }
  return next + (is_at (list, next, lacking) ? 1 : 0) == list->n;
}

/* The default scores with MostAllocated instead of LeastAllocated, in any
 * order, since the order of scores does not matter. */
static gboolean
is_packing (const FitPlanProfile *plan, const FitProfile *defaults)
{
  const FitProfileList *list = &defaults->plugins[FIT_POINT_SCORE];

  if (list->n != plan->lists[FIT_POINT_SCORE]->len
      || fit_plan_weight (plan, MOST) != 1)
    return FALSE;
  for (guint i = 0; i < list->n; i++)
    if (strcmp (list->items[i].name, LEAST) != 0
        && fit_plan_weight (plan, list->items[i].name) != list->items[i].weight)
      return FALSE;
  return TRUE;
}

static gboolean
is_left_out (const FitPluginSet *set)
{
  return set->n_enabled == 0 && set->n_disabled == 0;
}

/* Is the whole profile the default, except for known variations? */
static void
compare_with_defaults (FitPlanProfile *plan, const FitProfile *defaults)
{
  gboolean lacks = FALSE;

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      if (is_default (plan, i, defaults, NULL)
          || ((i == FIT_POINT_QUEUE_SORT || i == FIT_POINT_BIND)
              && plan->lists[i]->len == 1
              && fit_plan_is_out_of_tree (plan,
                                          fit_plan_entry (plan, i, 0)->name)))
        continue;
      if (i == FIT_POINT_SCORE && is_packing (plan, defaults))
        plan->packs = TRUE;
      else if (plan->lists[i]->len + 1 == defaults->plugins[i].n
               && is_default (plan, i, defaults, PREEMPTION))
        lacks = TRUE;
      else
        return;
    }
  if (lacks && fit_plan_has_any (plan, PREEMPTION))
    return;
  plan->never_preempts = lacks;
  plan->defaults = FIT_PLAN_ALL_POINTS;
}

/* -- profiles -------------------------------------------------------------- */

/* If the source uses default arguments, so does the target, provided that the
 * lists are the defaults too. */
static gboolean
is_left_to_defaults (const FitPlanProfile *profile, const char *plugin,
                     gconstpointer args)
{
  FitPlan *plan = profile->plan;
  const FitConfigTarget *target = &plan->from->target;
  gpointer usual = fit_args_default (plan->arena, plugin, target);

  return profile->defaults == FIT_PLAN_ALL_POINTS
         && fit_value_same (fit_args_tree (plan->arena, plugin, args, target),
                            fit_args_tree (plan->arena, plugin, usual, target));
}

/* Keeps the arguments of a plugin that the source's release does not have. */
static void
keep_written (FitPlanProfile *profile, const FitProfileArgs *args)
{
  if (args->written != NULL)
    g_hash_table_insert (profile->written_args, (gpointer) args->plugin,
                         (gpointer) args->written);
}

/* The plugins of profile @index that neither the source's release nor the
 * target has. */
static void
find_out_of_tree (FitPlanProfile *profile, guint index)
{
  const FitConfiguration *from = profile->plan->top;

  FIT_EACH (const FitUnknownPlugin, plugin, from->unknown)
    if (plugin->profile == index
        && fit_in_tree_plugin_points (plugin->name,
                                      profile->plan->target.release)
               == 0)
      g_hash_table_add (profile->out_of_tree, (gpointer) plugin->name);
}

/* Adds notes about them: kept with their arguments, or left out.  @path: of
 * their lists */
static void
note_out_of_tree (FitPlanProfile *profile, guint index, const char *path)
{
  FitArena *arena = profile->plan->arena;
  const FitConfiguration *from = profile->plan->top;
  const gboolean kept = from->unknown_plugins == FIT_UNKNOWN_PLUGINS_KEEP;

  FIT_EACH (const FitUnknownPlugin, plugin, from->unknown)
    {
      const FitValue *args
          = g_hash_table_lookup (profile->written_args, plugin->name);
      g_autofree char *json
          = args != NULL ? fit_value_to_json (args, NULL, NULL) : NULL;
      const char *message = fit_arena_printf (
          arena, "%s%s%s",
          kept ? "kept, with its arguments as they are written: the scheduler "
                 "has to be built with it"
               : "left out: placements may differ",
          plugin->hint != NULL ? "; " : "",
          plugin->hint != NULL ? plugin->hint : "");

      if (plugin->profile == index
          && (!kept || fit_plan_is_out_of_tree (profile, plugin->name)))
        FIT_PLAN_NOTE (profile, .kind = FIT_MIGRATION_OUT_OF_TREE, .path = path,
                       .name = plugin->name, .plugin = plugin->name,
                       .points = plugin->points,
                       .args = fit_arena_strdup (arena, json),
                       .message = message);
    }
}

/* Converts fields that became arguments, and preemption, which became a
 * plugin. */
static void
add_former_fields (FitPlanProfile *profile)
{
  const FitConfiguration *top = profile->plan->top;
  const FitConfigFile *file = top->file;

  if (top->target.version > FIT_CONFIG_V1ALPHA2)
    return;
  profile->never_preempts = file->disable_preemption;
  if (!file->disable_preemption)
    fit_plan_append (profile, FIT_POINT_POST_FILTER, PREEMPTION, 0);
  *(gint64 *) fit_plan_need_setting (profile, FIT_SETTING_BIND_TIMEOUT)
      = file->bind_timeout_seconds;
}

void
fit_plan_from_configuration (FitPlan *plan)
{
  plan->from = plan->top;
  plan->n_extenders = plan->from->file->n_extenders;
  plan->extenders = plan->from->file->extenders;
  for (guint i = 0; i < plan->from->n_profiles; i++)
    {
      const FitProfile *defaults = &plan->usual->profiles[0];
      const FitProfile *written = &plan->from->profiles[i];
      const FitProfileFile *file = &plan->from->file->profiles[i];
      FitPlanProfile *profile
          = fit_plan_add_profile (plan, written->scheduler_name);
      const char *path
          = fit_arena_printf (plan->arena, "profiles[%u].plugins", i);
      static const FitExtensionPoints sides[]
          = { FIT_PLAN_FILTER_POINTS, FIT_PLAN_SCORE_POINTS };
      FitExtensionPoints points;
      const FitConfigTarget *target;

      profile->written = written;
      profile->multi_point = written->multi_point;
      for (guint k = 0; k < profile->multi_point.n; k++)
        g_hash_table_add (profile->in_multi_point,
                          (gpointer) profile->multi_point.items[k].name);
      profile->percentage_of_nodes_to_score
          = file->percentage_of_nodes_to_score;
      find_out_of_tree (profile, i);
      for (guint k = 0; k < FIT_POINT_LAST; k++)
        fit_plan_append_list (profile, k, written->plugins[k].items,
                              written->plugins[k].n);
      /* The points where an omitted list means the defaults: if the file has
       * no lists for filters, or none for scores, including their related
       * points. */
      points = 0;
      for (guint k = 0; k < G_N_ELEMENTS (sides); k++)
        {
          gboolean all = is_left_out (&file->plugins.sets[FIT_POINT_MULTI]);

          for (guint j = 0; j < FIT_POINT_LAST; j++)
            if (fit_points_have (sides[k], j))
              all = all && is_left_out (&file->plugins.sets[j])
                    && is_default (profile, j, defaults, NULL);
          points |= all ? sides[k] : 0;
        }
      profile->defaults = points;
      profile->written_multi_point = &file->plugins.sets[FIT_POINT_MULTI];
      profile->brief = profile->defaults != 0
                       || (plan->from->target.version >= FIT_CONFIG_V1BETA3
                           && profile->multi_point.n == 0
                           && !fit_plugin_set_disables (
                               profile->written_multi_point, "*"));
      compare_with_defaults (profile, defaults);
      target = &profile->plan->from->target;
      for (guint m = 0; m < written->n_args; m++)
        {
          const FitProfileArgs *args = &written->args[m];
          const FitArgsRow *row
              = fit_args_row (args->plugin, target->version, target->release);

          if (row != NULL
              && !is_left_to_defaults (profile, args->plugin, args->args))
            {
              gpointer copy
                  = fit_arena_alloc0 (profile->plan->arena, row->table->size);

              memcpy (copy, args->args, row->table->size);
              g_hash_table_insert (profile->args, (gpointer) args->plugin,
                                   copy);
            }
          if (fit_in_tree_plugin_points (args->plugin, target->release) == 0)
            keep_written (profile, args);
        }
      add_former_fields (profile);
      fit_plan_note_lists (profile, path);
      note_out_of_tree (profile, i, path);
    }
}

void
fit_plan_add_file (FitPlan *plan)
{
  FitPlanProfile *profile = plan->profiles->pdata[0];
  const gint32 hard = plan->top->file->hard_pod_affinity_symmetric_weight;

  if (!fit_release_has_profiles (plan->top->target.release))
    {
      const FitProfile *written = &profile->plan->top->profiles[0];

      /* v1.16 runs plugins of programs in addition to predicates and
       * priorities. */
      find_out_of_tree (profile, 0);
      for (guint i = 0; i < FIT_POINT_LAST; i++)
        {
          const FitProfileList *list = &written->plugins[i];

          /* postFilter of v1.16 corresponds to preScore. */
          fit_plan_append_list (
              profile, i == FIT_POINT_POST_FILTER ? FIT_POINT_PRE_SCORE : i,
              list->items, list->n);
          if (list->n > 0)
            profile->defaults = 0;
        }
      for (guint i = 0; i < written->n_args; i++)
        keep_written (profile, &written->args[i]);
      note_out_of_tree (profile, 0, "plugins");
    }
  /* A Policy has its own value. */
  if (plan->from_provider && hard != 1)
    *(gint32 *) fit_plan_need_setting (profile, FIT_SETTING_HARD_WEIGHT) = hard;
  add_former_fields (profile);
}

/* -- top-level fields ------------------------------------------------------ */

static void
note_address (FitPlan *plan, const char *path, const char *address,
              const char *usual)
{
  const gboolean gone = plan->target.version >= FIT_CONFIG_V1BETA3;
  const gboolean nothing
      = address != NULL
        && (*address == '\0' || g_str_has_suffix (address, ":0"));

  if (!plan->behaviour.config_serves_nothing || address == NULL
      || strcmp (address, usual) == 0 || (nothing && !gone))
    return;
  FIT_PLAN_NOTE_WHOLE (
      plan, .kind = nothing ? FIT_MIGRATION_DROPPED : FIT_MIGRATION_LOST,
      .path = path, .name = address, .since = FIT_RELEASE (23, 0),
      .message = nothing ? "the field is gone, and it had nothing to serve"
                         : "insecure serving is gone: use --bind-address and "
                           "--secure-port");
}

void
fit_plan_note_file (FitPlan *plan)
{
  const FitConfigFile *file = plan->top->file;
  const FitConfigFile *usual = plan->usual->file;

  note_address (plan, "healthzBindAddress", file->healthz_bind_address,
                usual->healthz_bind_address);
  note_address (plan, "metricsBindAddress", file->metrics_bind_address,
                usual->metrics_bind_address);
  if (plan->behaviour.config_locks_are_leases
      && file->leader_election.leader_elect
      && strcmp (file->leader_election.resource_lock, "leases") != 0)
    FIT_PLAN_NOTE_WHOLE (
        plan, .kind = FIT_MIGRATION_CHANGED,
        .path = "leaderElection.resourceLock",
        .name = file->leader_election.resource_lock,
        .since = FIT_RELEASE (27, 0),
        .message = "the target supports only leases: switch to endpointsleases "
                   "first, so that two schedulers never lead at the same time");
  if (file->disable_preemption && plan->target.version > FIT_CONFIG_V1ALPHA2)
    FIT_PLAN_NOTE_WHOLE (plan, .kind = FIT_MIGRATION_CHANGED,
                         .path = "disablePreemption", .plugin = PREEMPTION,
                         .points = FIT_AT (POST_FILTER),
                         .since = FIT_RELEASE (19, 0),
                         .message = "DefaultPreemption is not enabled");
}
