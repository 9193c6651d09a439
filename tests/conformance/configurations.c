/* configurations.c - files of configurations: which of them a release takes, and
 * the profiles that it makes of them
 *
 * `cases` are texts as kube-scheduler's --config gets them.  The verdict and the
 * profiles must be equal.  The words of a refusal may differ.
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include "config/configuration.h"

#include <string.h>

/* -- arguments ------------------------------------------------------------- */

static gboolean
is_empty (json_object *value)
{
  switch (json_object_get_type (value))
    {
    case json_type_null:
      return TRUE;
    case json_type_boolean:
      return !json_object_get_boolean (value);
    case json_type_int:
      return json_object_get_int64 (value) == 0;
    case json_type_string:
      return json_object_get_string_len (value) == 0;
    case json_type_array:
      return json_object_array_length (value) == 0;
    case json_type_object:
      return json_object_object_length (value) == 0;
    default:
      return FALSE;
    }
}

/* The release prints arguments with the names of Go and with what is empty,
 * fitsched with those of files and without.  Returns: a new reference: @value in
 * the form of files */
static json_object *
as_in_files (json_object *value)
{
  json_object *out;

  if (json_object_is_type (value, json_type_array))
    {
      out = json_object_new_array ();
      for (gsize i = 0; i < json_object_array_length (value); i++)
        json_object_array_add (
            out, as_in_files (json_object_array_get_idx (value, i)));
      return out;
    }
  if (!json_object_is_type (value, json_type_object))
    return json_object_get (value);
  out = json_object_new_object ();
  json_object_object_foreach (value, key, member)
  {
    g_autofree char *name = g_strdup (key);
    json_object *settled = as_in_files (member);

    *name = g_ascii_tolower (*name);
    if (is_empty (settled))
      json_object_put (settled);
    else
      json_object_object_add (out, name, settled);
  }
  return out;
}

/* Arguments by plugin, each in the form of files. */
static json_object *
settle_args (json_object *args)
{
  json_object *out = json_object_new_object ();

  json_object_object_foreach (args, plugin, value)
      json_object_object_add (out, plugin, as_in_files (value));
  return out;
}

static json_object *
args_of (const FitConfiguration *configuration, guint index)
{
  g_autofree char *text = fit_configuration_profile_json (configuration, index);
  json_object *profile = json_tokener_parse (text);
  json_object *out
      = settle_args (json_object_object_get (profile, "pluginConfig"));

  json_object_put (profile);
  return out;
}

/* -- profiles -------------------------------------------------------------- */

static json_object *
list_of (const FitProfileList *list)
{
  json_object *set = json_object_new_object ();
  json_object *enabled = NULL;

  if (list->n > 0)
    enabled = json_object_new_array ();
  for (guint i = 0; i < list->n; i++)
    {
      json_object *plugin = json_object_new_object ();

      json_object_object_add (plugin, "Name",
                              json_object_new_string (list->items[i].name));
      json_object_object_add (plugin, "Weight",
                              json_object_new_int (list->items[i].weight));
      json_object_array_add (enabled, plugin);
    }
  json_object_object_add (set, "Enabled", enabled);
  json_object_object_add (set, "Disabled", NULL);
  return set;
}

/* Does a release have the point?  Up to 1.18, Unreserve is not asked about. */
static gboolean
has_point (FitRelease release, FitExtensionPoint point)
{
  switch (point)
    {
    case FIT_POINT_UNRESERVE:
      return FALSE;
    case FIT_POINT_PLACEMENT_GENERATE:
    case FIT_POINT_PLACEMENT_SCORE:
      return release >= FIT_RELEASE (36, 0);
    case FIT_POINT_POD_GROUP_POST_FILTER:
      return release >= FIT_RELEASE (37, 0);
    default:
      return TRUE;
    }
}

static json_object *
plugins_of (const FitProfile *profile, FitRelease release)
{
  static const FitProfileList none = { 0 };
  json_object *plugins = json_object_new_object ();

  for (guint i = 0; i < FIT_POINT_SET_LAST; i++)
    {
      const FitProfileList *list
          = i < FIT_POINT_LAST ? &profile->plugins[i] : &none;
      g_autofree char *name = g_strdup (fit_extension_point_info (i)->name);

      *name = g_ascii_toupper (*name);
      if (has_point (release, i))
        json_object_object_add (plugins, name, list_of (list));
    }
  return plugins;
}

static json_object *
profiles_of (const FitConfiguration *configuration)
{
  json_object *profiles = json_object_new_object ();

  for (guint i = 0; i < configuration->n_profiles; i++)
    {
      const FitProfile *profile = &configuration->profiles[i];
      const gint32 percentage = profile->percentage_of_nodes_to_score;
      json_object *out = json_object_new_object ();

      json_object_object_add (out, "args", args_of (configuration, i));
      json_object_object_add (
          out, "percentage",
          percentage < 0 ? NULL : json_object_new_int (percentage));
      json_object_object_add (
          out, "plugins", plugins_of (profile, configuration->target.release));
      json_object_object_add (profiles, profile->scheduler_name, out);
    }
  return profiles;
}

/* -- cases ----------------------------------------------------------------- */

/* Brings the arguments that the case expects into the form of files. */
static void
settle_expected (const ConformanceCase *c)
{
  json_object *profiles = json_object_object_get (c->json, "profiles");

  if (profiles == NULL)
    return;
  json_object_object_foreach (profiles, name, profile)
  {
    json_object *args = json_object_object_get (profile, "args");

    json_object_object_add (json_object_object_get (profiles, name), "args",
                            settle_args (args));
  }
}

json_object *
conformance_configuration (const ConformanceCase *c)
{
  json_object *actual = NULL;
  const char *text
      = json_object_get_string (json_object_object_get (c->json, "text"));
  const char *words
      = json_object_get_string (json_object_object_get (c->json, "error"));
  FitConfigurationOptions options = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitConfiguration) configuration = NULL;
  g_autofree char *problem = NULL;

  settle_expected (c);
  if (fit_release_parse (c->release, &options.release, &error))
    configuration = fit_configuration_read (text, strlen (text), "file",
                                            &options, &error);
  json_object_deep_copy (c->json, &actual, NULL);
  json_object_object_add (actual, "ok",
                          json_object_new_boolean (configuration != NULL));
  json_object_object_add (actual, "profiles",
                          configuration != NULL ? profiles_of (configuration)
                                                : NULL);
  if (configuration == NULL && words == NULL)
    problem = g_strdup_printf ("refused: %s", error->message);
  else if (configuration != NULL && words != NULL)
    problem = g_strdup_printf ("taken, expected: %s", words);
  if (problem != NULL)
    conformance_refuse (c, problem);
  return actual;
}
