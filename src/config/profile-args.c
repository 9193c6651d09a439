/* profile-args.c - the arguments of the plugins of a profile
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/configuration-private.h"
#include "base/each.h"
#include "releases/behaviour.h"

#include "config/config-read.h"
#include "rules/rule.h"
#include "base/sort.h"

#include <string.h>

static const FitArgsRow *
row_of (const FitProfileDraft *draft, const char *plugin)
{
  const FitConfigTarget *target = draft->build->target;

  return fit_args_row (plugin, target->version, target->release);
}

/* The arguments so far, which begin as the defaults. */
static gpointer
args_of (FitProfileDraft *draft, const FitArgsRow *row)
{
  gpointer args = g_hash_table_lookup (draft->args, row->rule->name);

  if (args != NULL)
    return args;
  args = fit_arena_alloc0 (draft->build->arena, row->table->size);
  fit_config_fill (draft->build->reader, row->table, args);
  g_hash_table_insert (draft->args, (gpointer) row->rule->name, args);
  return args;
}

/* -- reading --------------------------------------------------------------- */

/* A member apiVersion or kind of arguments must be @expected, unless it is
 * missing, null or empty. */
static gboolean
check_member (FitConfigReader *reader, const FitValue *value, const char *name,
              const char *expected, GError **error)
{
  const FitValue *member = fit_value_get (value, name);
  const FitStep step = { .name = name, .up = reader->decoder.path };

  if (member == NULL || member->type == FIT_VALUE_NULL
      || (member->type == FIT_VALUE_STRING
          && (*member->text == '\0' || strcmp (member->text, expected) == 0)))
    return TRUE;
  reader->decoder.path = &step;
  fit_config_mismatch (reader, member, expected, error);
  reader->decoder.path = step.up;
  return FALSE;
}

static gboolean
read_typed (FitProfileDraft *draft, const FitArgsRow *row,
            const FitPluginConfigEntry *entry, GError **error)
{
  FitConfigReader *reader = draft->build->reader;
  const gboolean typed
      = fit_behaviour (draft->build->target->release).config_args_are_typed;
  gpointer args = args_of (draft, row);
  const FitValue *value = entry->args;

  if (value == NULL)
    return TRUE;
  if (value->type == FIT_VALUE_MAP)
    {
      g_autofree char *kind = g_strconcat (row->rule->name, "Args", NULL);
      const char *version = fit_config_api_version (reader->version);

      if (typed
          && (!check_member (reader, value, "apiVersion", version, error)
              || !check_member (reader, value, "kind", kind, error)))
        return FALSE;
      value = fit_config_without_type (reader, value);
    }
  reader->lenient = reader->ignore_case = !typed;
  return fit_config_read (reader, row->table, value, args, error);
}

/* Reads the entry at @index, with its path for messages. */
static gboolean
read_entry (FitProfileDraft *draft, guint index, GError **error)
{
  FitConfigReader *reader = draft->build->reader;
  const gboolean top = draft->build->target->version == FIT_CONFIG_V1ALPHA1;
  const FitPluginConfigEntry *entry = &draft->written->plugin_config[index];
  const FitArgsRow *row = row_of (draft, entry->name);
  const FitStep profiles = { .name = "profiles" };
  const FitStep profile = { .up = &profiles, .index = draft->index };
  const FitStep configs
      = { .up = top ? NULL : &profile, .name = "pluginConfig" };
  const FitStep config = { .up = &configs, .index = index };
  const FitStep step = { .up = &config, .name = "args" };
  gboolean done;

  if (row == NULL)
    return TRUE;
  reader->decoder.path = &step;
  done = read_typed (draft, row, entry, error);
  reader->decoder.path = NULL;
  return done;
}

gboolean
fit_profile_read_args (FitProfileDraft *draft, GError **error)
{
  const FitProfileFile *written = draft->written;
  const FitConfigTarget *target = draft->build->target;
  const gboolean typed = fit_behaviour (target->release).config_args_are_typed;
  const FitRule *affinity = fit_rule_with_setting (FIT_SETTING_HARD_WEIGHT);
  const FitArgsRow *row = row_of (draft, affinity->name);

  /* In v1alpha1 this later argument is a separate field. */
  if (target->version == FIT_CONFIG_V1ALPHA1 && row != NULL)
    *(gint32 *) fit_rule_setting (affinity, args_of (draft, row))
        = draft->build->file->hard_pod_affinity_symmetric_weight;
  for (guint i = 0; i < written->n_plugin_config; i++)
    {
      const FitPluginConfigEntry *entry = &written->plugin_config[i];

      g_hash_table_insert (draft->given, (gpointer) entry->name,
                           (gpointer) entry);
      if ((typed || fit_plugin_sets_name (&draft->sets, entry->name))
          && !read_entry (draft, i, error))
        return FALSE;
    }
  return TRUE;
}

/* -- checking -------------------------------------------------------------- */

static void
run_check (FitProfileDraft *draft, const FitArgsRow *row, const char *path,
           GPtrArray *problems)
{
  FitArgsCheck check
      = { .target = draft->build->target, .path = path, .problems = problems };
  gpointer args = args_of (draft, row);

  if (row->complete != NULL)
    row->complete (args, draft->build->target);
  if (row->check != NULL)
    row->check (&check, args);
}

void
fit_profile_check_args (FitProfileDraft *draft, GPtrArray *problems)
{
  const FitProfileFile *written = draft->written;
  const FitRelease release = draft->build->target->release;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) names = NULL;
  guint index = written->n_plugin_config;

  if (!fit_behaviour (release).config_merges_defaults)
    return;
  for (guint i = 0; i < written->n_plugin_config; i++)
    {
      const char *name = written->plugin_config[i].name;
      const FitArgsRow *row = row_of (draft, name);
      g_autofree char *path
          = g_strdup_printf ("profiles[%u].pluginConfig[%u]", draft->index, i);

      if (!g_hash_table_add (seen, (gpointer) name))
        fit_config_problem (problems, "%s: Duplicate value: \"%s\"", path,
                            name);
      else if (row != NULL && !row->when_made)
        {
          g_autofree char *args = g_strconcat (path, ".args", NULL);

          run_check (draft, row, args, problems);
        }
    }
  /* Enabled plugins without an entry get one with the defaults, after the
   * others and sorted.  The defaults of RequestedToCapacityRatio are not
   * valid. */
  names = fit_in_tree_plugin_names (release);
  for (guint i = 0; i < names->len; i++)
    {
      const FitArgsRow *row = row_of (draft, names->pdata[i]);
      g_autofree char *path = g_strdup_printf (
          "profiles[%u].pluginConfig[%u].args", draft->index, index);

      if (row == NULL || g_hash_table_contains (draft->given, names->pdata[i])
          || !fit_plugin_sets_name (&draft->sets, names->pdata[i]))
        continue;
      index++;
      if (!row->when_made)
        run_check (draft, row, path, problems);
    }
}

/* -- making ---------------------------------------------------------------- */

/* The checks of a plugin when it is created. */
static gboolean
check_made (FitProfileDraft *draft, const FitArgsRow *row, GError **error)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  const gboolean checked
      = fit_behaviour (draft->build->target->release).config_merges_defaults
        && !row->when_made;

  run_check (draft, row, "", problems);
  if (checked || fit_config_raise (problems, error))
    return TRUE;
  return fit_blame (
      error, "%sinitializing plugin \"%s\": ",
      fit_behaviour (draft->build->target->release).plugin_errors_are_short
          ? ""
          : "error ",
      row->rule->name);
}

/* A plugin that multiPoint enables is made even if it is off at each of its
 * points.  Returns: (transfer container): the plugins of all points, sorted,
 * without duplicates */
static GPtrArray *
enabled_names (const FitProfileDraft *draft)
{
  const FitProfile *profile = draft->profile;
  const FitPluginSet *multi = &draft->sets.sets[FIT_POINT_MULTI];
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    for (guint j = 0; j < profile->plugins[i].n; j++)
      {
        const char *name = profile->plugins[i].items[j].name;

        if (g_hash_table_add (seen, (gpointer) name))
          g_ptr_array_add (names, (gpointer) name);
      }
  for (guint i = 0; i < multi->n_enabled; i++)
    if (g_hash_table_add (seen, (gpointer) multi->enabled[i].name))
      g_ptr_array_add (names, (gpointer) multi->enabled[i].name);
  g_ptr_array_sort (names, fit_compare_texts);
  return names;
}

gboolean
fit_profile_make_args (FitProfileDraft *draft, GError **error)
{
  const FitProfileFile *written = draft->written;
  g_autoptr (GPtrArray) names = enabled_names (draft);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  FitProfileArgs *list
      = fit_arena_new0 (draft->build->arena, FitProfileArgs, names->len + 1);

  for (guint i = 0; fit_release_has_profiles (draft->build->target->release)
                    && i < written->n_plugin_config;
       i++)
    if (!g_hash_table_add (seen, (gpointer) written->plugin_config[i].name))
      return fit_fail (error, FIT_ERROR_POLICY, "repeated config for plugin %s",
                       written->plugin_config[i].name);
  draft->profile->args = list;
  FIT_EACH (const char, name, names)
    {
      const FitArgsRow *row = row_of (draft, name);
      const FitPluginConfigEntry *entry
          = g_hash_table_lookup (draft->given, name);

      if (row != NULL && !check_made (draft, row, error))
        return FALSE;
      if (row == NULL && entry == NULL)
        continue;
      list[draft->profile->n_args++] = (FitProfileArgs){
        .plugin = name,
        .args = row != NULL ? g_hash_table_lookup (draft->args, name) : NULL,
        .written = entry != NULL ? entry->args : NULL,
      };
    }
  return TRUE;
}

gboolean
fit_profile_ignore_resources (FitProfileDraft *draft,
                              const FitArgStrings *ignored, GError **error)
{
  const FitRule *rule = fit_rule_with_setting (FIT_SETTING_IGNORED);
  const char *const plugin = rule->name;
  const FitArgsRow *row = row_of (draft, plugin);
  const gboolean given = g_hash_table_contains (draft->given, plugin);

  if (ignored->n == 0 || row == NULL)
    return TRUE;
  if (!fit_behaviour (draft->build->target->release).config_merges_defaults
      && given)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "repeated config for plugin %s", plugin);
      fit_error_add_hint (error, "an extender with ignoredByScheduler "
                                 "configures it already");
      return FALSE;
    }
  if (fit_behaviour (draft->build->target->release).config_merges_defaults
      && !given && !fit_plugin_sets_name (&draft->sets, plugin))
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_POLICY,
                   "can't find NodeResourcesFitArgs in plugin config");
      fit_error_add_hint (error,
                          "an extender has ignoredByScheduler: add {name: %s, "
                          "args: {}} to pluginConfig",
                          plugin);
      return FALSE;
    }
  *(FitArgStrings *) fit_rule_setting (rule, args_of (draft, row)) = *ignored;
  return TRUE;
}
