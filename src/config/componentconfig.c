/* componentconfig.c - the configuration in effect, as kube-scheduler shows it
 * at /configz
 *
 * Up to 1.21 kube-scheduler keeps the lists and arguments of the file, and
 * merges them with its defaults when it makes a profile.  From 1.22 on it
 * merges as it reads.  From 1.36 on it shows what a file would have.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/componentconfig.h"

#include "base/each.h"
#include "releases/behaviour.h"
#include "net/secrets.h"
#include "formats/value-edit.h"
#include "formats/value-json.h"
#include "config/file-table.h"
#include "config/config-read.h"
#include "config/configuration-private.h"
#include "rules/rule.h"
#include "base/sort.h"

#include <string.h>

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

/* At log level 2, the profiles are shown as they run. */
#define COMPLETE_FROM FIT_RELEASE (20, 0)

/* The timeout of an extender that does not set one. */
#define EXTENDER_TIMEOUT (5 * NS_PER_SECOND)

/* What is being shown. */
typedef struct
{
  const FitConfigTarget *target;
  FitArgStrings ignored; /* resources that extenders handle alone */
  FitArena *arena;
  FitConfigReader rules;  /* to read arguments */
  FitConfigReader writer; /* to write structs in memory */
} Showing;

/* Maps name their type before @fields.  @kind: (nullable): NULL: only its
 * version */
static const FitValue *
with_type (const Showing *showing, const char *kind, const FitValue *fields)
{
  FitValue *map = fit_arena_new0 (showing->arena, FitValue, 1);
  FitNewMap typed
      = { fit_arena_new0 (showing->arena, FitMember, fields->n + 2), 0 };

  if (kind != NULL)
    fit_new_map_add (&typed, "kind", fit_value_of_text (kind));
  fit_new_map_add (
      &typed, "apiVersion",
      fit_value_of_text (fit_config_api_version (showing->target->version)));
  memcpy (&typed.members[typed.n], fields->members,
          fields->n * sizeof *fields->members);
  *map = *fields;
  map->members = typed.members;
  map->n = typed.n + fields->n;
  return map;
}

/* -- arguments ------------------------------------------------------------- */

static const FitValue *
write_args (Showing *showing, const FitArgsRow *row, gconstpointer args)
{
  const FitValue *fields
      = fit_config_write (&showing->writer, row->table, args);

  return showing->writer.as_file ? with_type (
             showing,
             fit_arena_printf (showing->arena, "%sArgs", row->rule->name),
             fields)
                                 : fields;
}

/* @written: (nullable) as in the file, which has been read before */
static const FitValue *
show_args (Showing *showing, const char *plugin, const FitValue *written)
{
  const FitConfigTarget *target = showing->target;
  const FitArgsRow *row
      = fit_args_row (plugin, target->version, target->release);
  gpointer args;

  if (row == NULL || !fit_behaviour (target->release).config_args_are_typed)
    return written;
  args = fit_arena_alloc0 (showing->arena, row->table->size);
  fit_config_fill (&showing->rules, row->table, args);
  if (written != NULL && written->type == FIT_VALUE_MAP
      && !fit_config_read (&showing->rules, row->table,
                           fit_config_without_type (&showing->rules, written),
                           args, NULL))
    return written;
  if (row->complete != NULL)
    row->complete (args, target);
  if (fit_behaviour (target->release).config_merges_defaults
      && showing->ignored.n > 0 && row->rule->setting == FIT_SETTING_IGNORED)
    *(FitArgStrings *) fit_rule_setting (row->rule, args) = showing->ignored;
  return write_args (showing, row, args);
}

/* @entries: of FitPluginConfigEntry */
static void
add_entry (GArray *entries, const char *plugin, const FitValue *args)
{
  const FitPluginConfigEntry entry = { .name = plugin, .args = args };

  g_array_append_val (entries, entry);
}

static gboolean
has_entry (const GArray *entries, const char *plugin)
{
  for (guint i = 0; i < entries->len; i++)
    if (strcmp (g_array_index (entries, FitPluginConfigEntry, i).name, plugin)
        == 0)
      return TRUE;
  return FALSE;
}

/* -- profiles -------------------------------------------------------------- */

static FitPluginSets
merged_plugins (const Showing *showing, const FitPluginSets *written)
{
  const FitConfigTarget *target = showing->target;
  const gboolean merges
      = written->place.line > 0
        && !fit_behaviour (target->release).config_merges_defaults;
  const FitPluginSets defaults = fit_default_plugins (target, showing->arena);
  FitPluginSets merged
      = fit_merge_plugins (target, &defaults, written, showing->arena);

  merged.place.line = 1;
  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    {
      FitPluginSet *set = &merged.sets[i];

      set->place.line = 1;
      if (set->n_enabled == 0 && !merges)
        set->enabled = NULL;
      if (target->version < FIT_CONFIG_V1BETA3)
        set->n_disabled = 0;
      if (set->n_disabled == 0)
        set->disabled = NULL;
    }
  return merged;
}

/* @profile: as in the file; is changed to what kube-scheduler shows.  @made:
 * (nullable): the effective profile, to show it as it runs */
static void
show_profile (Showing *showing, const FitConfigFile *file,
              FitProfileFile *profile, const FitProfile *made)
{
  const FitConfigTarget *target = showing->target;
  const gboolean merges
      = fit_behaviour (target->release).config_merges_defaults;
  g_autoptr (GArray) entries
      = g_array_new (FALSE, FALSE, sizeof (FitPluginConfigEntry));

  if (made != NULL || merges)
    profile->plugins = merged_plugins (showing, &profile->plugins);
  for (guint i = 0; made != NULL && i < made->n_args; i++)
    {
      const FitProfileArgs *args = &made->args[i];
      const FitArgsRow *row
          = fit_args_row (args->plugin, target->version, target->release);

      add_entry (entries, args->plugin,
                 args->args != NULL ? write_args (showing, row, args->args)
                                    : args->written);
    }
  if (made == NULL)
    {
      const FitInterPodAffinityArgs affinity
          = { .hard_pod_affinity_weight
              = file->hard_pod_affinity_symmetric_weight };
      const FitArgsRow *row
          = fit_args_row (fit_rule_with_setting (FIT_SETTING_HARD_WEIGHT)->name,
                          target->version, target->release);

      for (guint i = 0; i < profile->n_plugin_config; i++)
        {
          const FitPluginConfigEntry *entry = &profile->plugin_config[i];

          add_entry (entries, entry->name,
                     show_args (showing, entry->name, entry->args));
        }
      /* v1alpha1 has a field for this argument. */
      if (target->version == FIT_CONFIG_V1ALPHA1 && row != NULL)
        add_entry (entries, row->rule->name,
                   fit_config_write (&showing->rules, row->table, &affinity));
      if (merges)
        {
          const FitConfigTarget *reader = showing->target;
          g_autoptr (GPtrArray) names = g_ptr_array_new ();

          /* The plugins of all lists get arguments. */
          for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
            for (guint j = 0; j < profile->plugins.sets[i].n_enabled; j++)
              g_ptr_array_add (
                  names, (gpointer) profile->plugins.sets[i].enabled[j].name);
          g_ptr_array_sort (names, fit_compare_texts);
          FIT_EACH (const char, name, names)
            if (fit_args_row (name, reader->version, reader->release) != NULL
                && !has_entry (entries, name))
              add_entry (entries, name, show_args (showing, name, NULL));
        }
    }
  profile->n_plugin_config = entries->len;
  if (entries->len == 0)
    return;
  profile->plugin_config
      = fit_arena_new0 (showing->arena, FitPluginConfigEntry, entries->len);
  memcpy (profile->plugin_config, entries->data,
          entries->len * sizeof (FitPluginConfigEntry));
}

/* -- the whole ------------------------------------------------------------- */

/* A copy of @value without anything that could be a secret. */
static FitValue
without_secrets (const FitValue *value, FitArena *arena)
{
  FitValue copy = *value;

  if (value->type == FIT_VALUE_STRING)
    {
      g_autofree char *shown = fit_secrets_hide (value->text);

      copy.n = (guint32) strlen (shown);
      copy.text = fit_arena_strndup (arena, shown, copy.n);
    }
  else if (value->type == FIT_VALUE_LIST)
    {
      FitValue *items = fit_arena_new0 (arena, FitValue, value->n + 1);

      for (guint i = 0; i < value->n; i++)
        items[i] = without_secrets (&value->items[i], arena);
      copy.items = items;
    }
  else if (value->type == FIT_VALUE_MAP)
    {
      FitMember *members = fit_arena_new0 (arena, FitMember, value->n + 1);

      for (guint i = 0; i < value->n; i++)
        {
          members[i] = value->members[i];
          members[i].value = without_secrets (&value->members[i].value, arena);
        }
      copy.members = members;
    }
  return copy;
}

char *
fit_componentconfig_json (const FitConfigTarget *target,
                          const FitConfigFile *file,
                          const FitConfiguration *configuration,
                          gboolean complete)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  Showing showing = {
    .target = target,
    .ignored
    = fit_config_ignored_resources (file->extenders, file->n_extenders, arena),
    .arena = arena,
    .rules
    = { .arena = arena, .version = target->version, .release = target->release }
  };
  const FitBehaviour behaviour = fit_behaviour (target->release);
  FitConfigFile shown = *file;
  FitAlgorithmSource *source = &shown.algorithm_source;
  const FitValue *written;
  FitValue document;

  showing.writer = showing.rules;
  showing.writer.internal = TRUE;
  showing.writer.as_file = behaviour.config_is_shown_as_file;
  if (source->policy == NULL && source->provider == NULL)
    source->provider = "DefaultProvider";
  complete &= target->release >= COMPLETE_FROM && source->policy == NULL;
  if (configuration != NULL)
    shown.profiles
        = fit_arena_new0 (arena, FitProfileFile, file->n_profiles + 1);
  for (guint i = 0; configuration != NULL && i < file->n_profiles; i++)
    {
      shown.profiles[i] = file->profiles[i];
      show_profile (&showing, &shown, &shown.profiles[i],
                    complete ? &configuration->profiles[i] : NULL);
    }
  if (file->extenders != NULL)
    shown.extenders
        = fit_arena_new0 (arena, FitExtenderPolicy, file->n_extenders + 1);
  for (guint i = 0; i < file->n_extenders; i++)
    {
      shown.extenders[i] = file->extenders[i];
      if (shown.extenders[i].http_timeout_ns == 0)
        shown.extenders[i].http_timeout_ns = EXTENDER_TIMEOUT;
    }
  /* Structs in memory are the same for every version. */
  showing.writer.version = FIT_CONFIG_VERSION_LAST - 1;
  written = fit_config_write (&showing.writer, &fit_config_file_table, &shown);
  if (behaviour.config_merges_defaults)
    written = with_type (
        &showing, behaviour.config_is_shown_as_file ? FIT_CONFIG_KIND : NULL,
        written);
  document = without_secrets (written, arena);
  return fit_value_to_json (&document, NULL, NULL);
}
