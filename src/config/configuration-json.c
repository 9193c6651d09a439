/* configuration-json.c - an effective profile as JSON */
#include "config/configuration.h"
#include "releases/behaviour.h"

#include "formats/value-json.h"
#include "config/args-table.h"
#include "config/file-table.h"

#include <string.h>

/* Values that fit in a line of this many bytes are not split. */
#define LINE_BYTES 130

/* -- text ------------------------------------------------------------------ */

static void append_flat (GString *out, const FitValue *value);

static void
append_flat_items (GString *out, const FitValue *value)
{
  for (guint i = 0; i < value->n; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      if (value->type == FIT_VALUE_MAP)
        {
          fit_json_append_string (out, value->members[i].key);
          g_string_append (out, ": ");
          append_flat (out, &value->members[i].value);
        }
      else
        append_flat (out, &value->items[i]);
    }
}

/* The recursion is limited by the tables and by the reader's limit on depth. */
static void
append_flat (GString *out, const FitValue *value)
{
  if (value->type == FIT_VALUE_STRING)
    fit_json_append_string (out, value->text);
  else if (value->type == FIT_VALUE_NUMBER)
    g_string_append (out, value->text);
  else if (value->type == FIT_VALUE_BOOL)
    g_string_append (out, value->boolean ? "true" : "false");
  else if (value->type == FIT_VALUE_NULL)
    g_string_append (out, "null");
  else
    {
      g_string_append_c (out, value->type == FIT_VALUE_MAP ? '{' : '[');
      append_flat_items (out, value);
      g_string_append_c (out, value->type == FIT_VALUE_MAP ? '}' : ']');
    }
}

/* Appends @value to a line that is @used bytes long and indented by @indent. */
static void
append_indented (GString *out, const FitValue *value, guint indent, gsize used)
{
  const gboolean map = value->type == FIT_VALUE_MAP;
  g_autoptr (GString) flat = g_string_new (NULL);

  append_flat (flat, value);
  if ((!map && value->type != FIT_VALUE_LIST) || value->n == 0
      || used + flat->len <= LINE_BYTES)
    {
      g_string_append_len (out, flat->str, (gssize) flat->len);
      return;
    }
  g_string_append_c (out, map ? '{' : '[');
  for (guint i = 0; i < value->n; i++)
    {
      const gsize start = out->len + 2;

      g_string_append_printf (out, "%s\n%*s", i > 0 ? "," : "",
                              (int) indent + 2, "");
      if (map)
        {
          fit_json_append_string (out, value->members[i].key);
          g_string_append (out, ": ");
        }
      append_indented (out, map ? &value->members[i].value : &value->items[i],
                       indent + 2, out->len - start);
    }
  g_string_append_printf (out, "\n%*s%c", (int) indent, "", map ? '}' : ']');
}

/* -- trees ----------------------------------------------------------------- */

/* A map under construction. */
typedef struct
{
  FitArena *arena;
  FitMember *members;
  guint n;
} Map;

static Map
map_new (FitArena *arena, guint size)
{
  return (Map){ .arena = arena,
                .members = fit_arena_new0 (arena, FitMember, size + 1) };
}

static void
map_add (Map *map, const char *key, FitValue value)
{
  FitMember *member = &map->members[map->n++];

  member->key = key;
  member->key_len = (guint32) strlen (key);
  member->value = value;
}

static FitValue
map_value (const Map *map)
{
  return (
      FitValue){ .type = FIT_VALUE_MAP, .n = map->n, .members = map->members };
}

static FitValue
text_value (FitArena *arena, FitValueType type, const char *text)
{
  const gsize len = strlen (text);

  return (FitValue){ .type = type,
                     .n = (guint32) len,
                     .text = fit_arena_strndup (arena, text, len) };
}

static FitValue
plugin_value (FitArena *arena, FitExtensionPoint point,
              const FitPluginEntry *plugin)
{
  Map map = map_new (arena, 2);
  char weight[16];

  map_add (&map, "name", text_value (arena, FIT_VALUE_STRING, plugin->name));
  g_snprintf (weight, sizeof weight, "%d", plugin->weight);
  if (point == FIT_POINT_SCORE)
    map_add (&map, "weight", text_value (arena, FIT_VALUE_NUMBER, weight));
  return map_value (&map);
}

/* Points that only some releases have are shown if they are not empty. */
static gboolean
shows_point (const FitProfile *profile, FitExtensionPoint point)
{
  return profile->plugins[point].n > 0
         || (point != FIT_POINT_PRE_ENQUEUE && point != FIT_POINT_UNRESERVE);
}

static FitValue
plugins_value (FitArena *arena, const FitProfile *profile)
{
  Map map = map_new (arena, FIT_POINT_LAST);

  for (guint i = 0; i < FIT_POINT_LAST; i++)
    {
      const FitProfileList *list = &profile->plugins[i];
      FitValue *items = fit_arena_new0 (arena, FitValue, list->n + 1);

      for (guint j = 0; j < list->n; j++)
        items[j] = plugin_value (arena, i, &list->items[j]);
      if (shows_point (profile, i))
        map_add (
            &map, fit_extension_point_info (i)->name,
            (FitValue){ .type = FIT_VALUE_LIST, .n = list->n, .items = items });
    }
  return map_value (&map);
}

/* Before 1.20 arguments get their defaults when a plugin is created, so
 * arguments that are not in the file are not visible. */
static gboolean
shows_args (const FitConfigTarget *target, const FitProfileArgs *args)
{
  return fit_behaviour (target->release).config_shows_default_args
         || args->written != NULL;
}

static FitValue
plugin_config_value (FitConfigReader *writer, const FitConfigTarget *target,
                     const FitProfile *profile)
{
  Map map = map_new (writer->arena, profile->n_args);

  for (guint i = 0; i < profile->n_args; i++)
    {
      const FitProfileArgs *args = &profile->args[i];
      const FitArgsRow *row
          = fit_args_row (args->plugin, target->version, target->release);

      if (!shows_args (target, args))
        continue;
      if (args->args != NULL && row != NULL)
        map_add (&map, args->plugin,
                 *fit_config_write (writer, row->table, args->args));
      else if (args->written != NULL)
        map_add (&map, args->plugin, *args->written);
    }
  return map_value (&map);
}

/* 1.18 represents v1alpha1 in the form of v1alpha2. */
static FitValue
top_level_value (FitConfigReader *writer, const FitConfiguration *configuration)
{
  const FitConfigVersion version = writer->version;
  FitValue value;

  if (version == FIT_CONFIG_V1ALPHA1
      && fit_release_has_profiles (writer->release))
    writer->version = FIT_CONFIG_V1ALPHA2;
  value = *fit_config_write (writer, &fit_config_top_level_table,
                             configuration->file);
  writer->version = version;
  return value;
}

char *
fit_configuration_profile_json (const FitConfiguration *configuration,
                                guint index)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitConfigTarget *target = &configuration->target;
  const FitProfile *profile = &configuration->profiles[index];
  FitConfigReader writer = { .arena = arena,
                             .version = target->version,
                             .release = target->release };
  g_autofree char *version = g_strconcat (
      FIT_CONFIG_GROUP "/", fit_config_version_name (target->version), NULL);
  g_autofree char *release
      = g_strconcat ("v", fit_release_name (target->release), NULL);
  GString *out = g_string_new (NULL);
  Map map = map_new (arena, 6);
  FitValue root;

  map_add (&map, "apiVersion", text_value (arena, FIT_VALUE_STRING, version));
  map_add (&map, "kubernetes", text_value (arena, FIT_VALUE_STRING, release));
  map_add (&map, "schedulerName",
           text_value (arena, FIT_VALUE_STRING, profile->scheduler_name));
  map_add (&map, "plugins", plugins_value (arena, profile));
  map_add (&map, "pluginConfig",
           plugin_config_value (&writer, target, profile));
  map_add (&map, "config", top_level_value (&writer, configuration));
  root = map_value (&map);
  append_indented (out, &root, 0, 0);
  return g_string_free (out, FALSE);
}
