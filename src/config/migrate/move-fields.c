/* move-fields.c - names the fields that the source sets, and that came only
 * after the target's release
 *
 * move-points.c says what becomes of the plugins in lists.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/move.h"

#include "config/args-table.h"
#include "config/config-read.h"
#include "config/file-table.h"
#include "formats/value-edit.h"
#include "releases/behaviour.h"
#include "rules/rule.h"

#include <string.h>

/* Fields of which other notes tell. */
static const char *const told[]
    = { "plugins", "pluginConfig", "scoringStrategy", NULL };

/* Returns: (nullable): the field @name of @table as @target knows it */
static const FitConfigField *
find_field (const FitConfigTable *table, const char *name,
            const FitConfigTarget *target)
{
  for (guint i = 0; i < table->n_rows; i++)
    if (strcmp (table->rows[i].name, name) == 0
        && fit_config_span_has (&table->rows[i].span, target->version,
                                target->release))
      return &table->rows[i];
  return NULL;
}

static void
note_lost (FitPlan *plan, const char *path, FitRelease since,
           const char *message)
{
  FIT_PLAN_NOTE_WHOLE (plan, .kind = FIT_MIGRATION_LOST,
                       .path = fit_arena_strdup (plan->arena, path),
                       .since = since, .message = message);
}

static void note_map (FitPlan *plan, const FitConfigTable *table,
                      const FitValue *map, const FitValue *usual,
                      const char *path);

/* @map: of @table, as the source writes it; @usual: (nullable): the defaults of
 * the source.  Tables end, and so does the recursion. */
static void
note_map (FitPlan *plan, const FitConfigTable *table, const FitValue *map,
          const FitValue *usual, const char *path)
{
  for (guint i = 0; i < map->n; i++)
    {
      const char *name = map->members[i].key;
      const FitValue *value = &map->members[i].value;
      const FitConfigField *field
          = find_field (table, name, &plan->from->target);
      g_autofree char *below
          = g_strdup_printf ("%s%s%s", path, *path != '\0' ? "." : "", name);

      if (field == NULL || g_strv_contains (told, name)
          || (usual != NULL
              && fit_value_same (fit_value_get (usual, name), value)))
        continue;
      if (find_field (table, name, &plan->target) != NULL)
        {
          if (field->table != NULL)
            {
              if (value->type == FIT_VALUE_MAP)
                note_map (plan, field->table, value, NULL, below);
              for (guint k = 0; value->type == FIT_VALUE_LIST && k < value->n;
                   k++)
                {
                  g_autofree char *item = g_strdup_printf ("%s[%u]", below, k);

                  note_map (plan, field->table, &value->items[k], NULL, item);
                }
            }
        }
      else if (field->span.releases.since > plan->target.release)
        note_lost (plan, below, field->span.releases.since,
                   "the target does not have the field");
    }
}

/* -- arguments ------------------------------------------------------------- */

static void
note_args (FitPlan *plan, const FitProfileArgs *args, const char *path)
{
  const FitConfigTarget *from = &plan->from->target;
  const FitConfigTarget *target = &plan->target;
  const FitArgsRow *row
      = fit_args_row (args->plugin, from->version, from->release);
  const FitValue *tree, *usual;

  if (fit_in_tree_plugin_points (args->plugin, target->release) == 0)
    return;
  if (row == NULL && args->written != NULL
      && fit_in_tree_plugin_points (args->plugin, from->release) != 0)
    FIT_PLAN_NOTE_WHOLE (plan, .kind = FIT_MIGRATION_DROPPED,
                         .path = fit_arena_strdup (plan->arena, path),
                         .name = args->plugin,
                         .message = "the release that the file is read as does "
                                    "not read these arguments");
  if (row == NULL || args->args == NULL)
    return;
  tree = fit_args_tree (plan->arena, args->plugin, args->args, from);
  usual = fit_args_tree (plan->arena, args->plugin,
                         fit_args_default (plan->arena, args->plugin, from),
                         from);
  if (fit_args_row (args->plugin, target->version, target->release) != NULL)
    note_map (plan, row->table, tree, usual, path);
  else if (row->span.releases.since > target->release
           && !fit_value_same (tree, usual))
    note_lost (plan, path, row->span.releases.since,
               "the plugin takes no arguments in the target");
}

void
fit_move_note_fields (FitPlan *plan)
{
  FitConfigReader writer = { .arena = plan->arena,
                             .version = plan->from->target.version,
                             .release = plan->from->target.release,
                             .source = "migration" };
  const FitConfigFile *usual = fit_config_file_default (&writer);

  note_map (
      plan, &fit_config_file_table,
      fit_config_write (&writer, &fit_config_file_table, plan->from->file),
      fit_config_write (&writer, &fit_config_file_table, usual), "");
  for (guint p = 0; p < plan->from->n_profiles; p++)
    {
      const FitProfile *profile = &plan->from->profiles[p];
      const FitProfileFile *file = &plan->from->file->profiles[p];

      for (guint i = 0; i < profile->n_args; i++)
        {
          const char *plugin = profile->args[i].plugin;
          g_autofree char *path = NULL;
          guint entry = 0;

          /* There is one entry for each plugin. */
          while (entry < file->n_plugin_config
                 && strcmp (file->plugin_config[entry].name, plugin) != 0)
            entry++;
          path = g_strdup_printf ("profiles[%u].pluginConfig[%u].args", p,
                                  entry);
          if (entry < file->n_plugin_config)
            note_args (plan, &profile->args[i], path);
          if (strcmp (plugin, fit_rule_dynamic_resources.name) == 0)
            {
              const char *binder = fit_rule_dynamic_resources.name;
              FitPlanProfile *one = plan->profiles->pdata[p];
              const FitProfileArgs *written
                  = fit_profile_find_args (&plan->from->profiles[p], binder);
              const FitDynamicResourcesArgs *default_args
                  = fit_args_default (plan->arena, binder, &plan->target);
              const FitDynamicResourcesArgs *source
                  = fit_args_default (plan->arena, binder, &plan->from->target);
              const FitDynamicResourcesArgs *had
                  = written != NULL ? written->args : NULL;
              FitDynamicResourcesArgs *args;

              /* bindingTimeout is an error where the gates of the target are
               * off, and has another default where they are on. */
              if (fit_plan_args (one, binder) == NULL || default_args == NULL)
                continue;
              args = fit_plan_need_args (one, binder);
              if (default_args->binding_timeout_ns != 0
                  && args->binding_timeout_ns != 0)
                continue;
              args->binding_timeout_ns = default_args->binding_timeout_ns;
              if (had != NULL && source != NULL && args->binding_timeout_ns == 0
                  && had->binding_timeout_ns != source->binding_timeout_ns
                  && fit_behaviour (plan->target.release)
                         .config_has_binding_timeout)
                {
                  g_autofree char *field
                      = g_strconcat (path, ".bindingTimeout", NULL);

                  note_lost (
                      plan, field, 0,
                      "the gates DRADeviceBindingConditions and "
                      "DRAResourceClaimDeviceStatus are not both on in the target");
                }
            }
        }
    }
}
