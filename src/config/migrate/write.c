/* write.c - makes the target's file from a plan, without what is the default
 * there
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "config/config-read.h"
#include "config/file-table.h"
#include "formats/value-edit.h"
#include "formats/value-yaml.h"

#include <string.h>

static FitConfigReader
writer_of (const FitPlan *plan)
{
  return (FitConfigReader){ .arena = plan->arena,
                            .version = plan->target.version,
                            .release = plan->target.release,
                            .source = "migration" };
}

/* -- top-level fields ------------------------------------------------------ */

/* Keeps an address that turns serving off; @address: (nullable). */
static const char *
settle_address (const char *address)
{
  return address != NULL && g_str_has_suffix (address, ":0") ? address : "";
}

/* Adjusts values that the target rejects in their current form. */
static void
settle_file (const FitPlan *plan, FitConfigFile *file)
{
  file->n_extenders = 0;
  if (plan->behaviour.config_locks_are_leases
      && file->leader_election.leader_elect)
    file->leader_election.resource_lock = "leases";
  if (!plan->behaviour.config_serves_nothing)
    return;
  file->healthz_bind_address = settle_address (file->healthz_bind_address);
  file->metrics_bind_address = settle_address (file->metrics_bind_address);
}

/* -- profiles, extenders --------------------------------------------------- */

static void
add_lists (FitPlan *plan, FitNewMap *map)
{
  FitConfigReader writer = writer_of (plan);
  FitProfileFile *profiles
      = fit_arena_new0 (plan->arena, FitProfileFile, plan->profiles->len + 1);
  const FitConfigFile file = {
    .n_profiles = plan->profiles->len,
    .profiles = profiles,
    .n_extenders = plan->n_extenders,
    .extenders = plan->extenders,
  };
  const FitValue *tree, *extenders;

  for (guint i = 0; i < plan->profiles->len; i++)
    {
      const FitPlanProfile *profile = plan->profiles->pdata[i];

      profiles[i].scheduler_name = profile->scheduler_name;
      profiles[i].percentage_of_nodes_to_score
          = profile->percentage_of_nodes_to_score;
      fit_write_plugins (profile, &profiles[i].plugins);
      fit_write_args (profile, &profiles[i]);
    }
  fit_write_one_queue_sort (plan, profiles);
  tree = fit_config_write (&writer, &fit_config_file_table, &file);
  extenders = fit_value_get (tree, "extenders");
  fit_new_map_add (map, "profiles", *fit_value_get (tree, "profiles"));
  if (extenders != NULL && extenders->n > 0)
    {
      FitArena *arena = plan->arena;
      FitValue *items = fit_arena_new0 (arena, FitValue, extenders->n + 1);

      /* Omit timeouts that are not set. */
      for (guint i = 0; i < extenders->n; i++)
        {
          const FitValue *extender = &extenders->items[i];
          const char *timeout = fit_value_get_string (extender, "httpTimeout");

          items[i] = g_strcmp0 (timeout, "0s") == 0
                         ? fit_value_with (arena, extender, "httpTimeout", NULL)
                         : *extender;
        }
      fit_new_map_add (map, "extenders",
                       (FitValue){ .type = FIT_VALUE_LIST,
                                   .n = extenders->n,
                                   .items = items });
    }
}

char *
fit_move_write (FitPlan *plan)
{
  FitArena *arena = plan->arena;
  FitNewMap map
      = { .members = fit_arena_new0 (arena, FitMember,
                                     fit_config_top_level_table.n_rows + 5) };
  FitValue root = { .type = FIT_VALUE_MAP };

  fit_new_map_add (
      &map, "apiVersion",
      fit_value_of_text (fit_config_api_version (plan->target.version)));
  fit_new_map_add (&map, "kind", fit_value_of_text (FIT_CONFIG_KIND));
  if (plan->top != NULL)
    {
      FitConfigReader writer = writer_of (plan);
      FitConfigReader old = writer;
      FitConfigFile file = *plan->top->file;
      FitConfigFile usual;
      const FitValue *written;
      const FitValue *usual_tree;
      const FitValue *target_tree;

      /* Add fields that the source sets and that are not the target's
       * defaults. */
      old.version = plan->top->target.version;
      old.release = plan->top->target.release;
      usual = *fit_config_file_default (&old);
      settle_file (plan, &file);
      settle_file (plan, &usual);
      usual_tree
          = fit_config_write (&writer, &fit_config_top_level_table, &usual);
      target_tree = fit_config_write (&writer, &fit_config_top_level_table,
                                      plan->defaults->file);
      written = fit_value_prune (
          plan->arena,
          fit_config_write (&writer, &fit_config_top_level_table, &file),
          usual_tree, target_tree);
      for (guint i = 0; i < written->n; i++)
        {
          const FitMember *member = &written->members[i];
          FitValue value = member->value;

          /* Nested maps, too, keep only what differs. */
          if (value.type == FIT_VALUE_MAP)
            value = *fit_value_prune (plan->arena, &value,
                                      fit_value_get (usual_tree, member->key),
                                      fit_value_get (target_tree, member->key));
          if (strcmp (member->key, "extenders") != 0)
            fit_new_map_add (&map, member->key, value);
        }
    }
  add_lists (plan, &map);
  root.n = map.n;
  root.members = map.members;
  return fit_value_to_yaml (&root);
}

/* -- reading it back ------------------------------------------------------- */

static gpointer
fail (GError **error, const FitPlanProfile *profile, const char *what,
      const char *detail)
{
  return fit_fail_null (error, FIT_ERROR_INTERNAL,
                        "the migrated configuration is not read as it was "
                        "meant: profile %s: %s %s",
                        profile->scheduler_name, what, detail);
}

FitConfiguration *
fit_move_read_back (FitPlan *plan, const char *yaml, GError **error)
{
  const FitConfigurationOptions options
      = { .release = plan->target.release,
          .gates = &plan->target.gates,
          .registry = plan->options->registry,
          .unknown_plugins = plan->options->unknown_plugins,
          .only_out_of_tree = plan->options->only_out_of_tree };
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autoptr (GError) problem = NULL;

  configuration = fit_configuration_read (yaml, strlen (yaml), "migration",
                                          &options, &problem);
  if (configuration == NULL)
    return fit_fail_null (error, FIT_ERROR_INTERNAL,
                          "the migrated configuration is refused: %s",
                          problem->message);
  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const FitPlanProfile *wanted = plan->profiles->pdata[i];
      const FitProfile *profile = &configuration->profiles[i];

      for (guint p = 0; p < FIT_POINT_LAST; p++)
        if (!fit_plan_is_list (wanted, p, &profile->plugins[p]))
          return fail (error, wanted, "plugins at",
                       fit_extension_point_info (p)->name);
      for (guint a = 0; a < profile->n_args; a++)
        {
          const char *plugin = profile->args[a].plugin;

          if (!fit_value_same (fit_args_tree (plan->arena, plugin,
                                              profile->args[a].args,
                                              &plan->target),
                               fit_write_wanted_args (wanted, plugin)))
            return fail (error, wanted, "arguments of", plugin);
        }
    }
  return g_steal_pointer (&configuration);
}
