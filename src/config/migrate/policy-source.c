/* policy-source.c - reads a Policy as the source release does, with its strictness and its messages */
#include "config/migrate/policy-plan.h"

#include "base/value-edit.h"
#include "base/value-json.h"
#include "base/config-version.h"
#include "config/config-read.h"
#include "config/yaml-keys.h"

#include <string.h>

/* -- strict reading -------------------------------------------------------- */

#define AT "invalid policy: %s: line %u, column %u: "

/* Fields apiVersion and kind are found ignoring letter case, and then
 * rejected. */
static gboolean
check_type_case (const FitMigrationSource *source, const FitValue *root,
                 GError **error)
{
  static const char *const names[] = { "apiVersion", "kind" };

  for (guint i = 0; root->type == FIT_VALUE_MAP && i < root->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        const FitMember *member = &root->members[i];

        if (g_ascii_strcasecmp (member->key, names[j]) == 0
            && strcmp (member->key, names[j]) != 0)
          return fit_fail (error, FIT_ERROR_SCHEMA,
                           AT "found unknown field %s, expected %s",
                           source->name, member->line, member->column,
                           member->key, names[j]);
      }
  return TRUE;
}

static gboolean
check_int32 (const FitMigrationSource *source, const FitValue *map,
             const char *name, GError **error)
{
  const FitValue *value = fit_value_get (map, name);
  gint64 number;

  return value == NULL || value->type != FIT_VALUE_NUMBER
         || g_ascii_string_to_signed (value->text, 10, G_MININT32, G_MAXINT32,
                                      &number, NULL)
         || fit_fail (error, FIT_ERROR_SCHEMA,
                      AT "%s: found number %s, expected an integer of 32 bits",
                      source->name, value->line, value->column, name,
                      value->text);
}

/* Checks numbers that used to have 64 bits and are no longer truncated. */
static gboolean
check_ranges (const FitMigrationSource *source, const FitValue *root,
              GError **error)
{
  const FitValue *priorities = fit_value_get (root, "priorities");

  if (!check_int32 (source, root, "hardPodAffinitySymmetricWeight", error))
    return FALSE;
  if (priorities == NULL || priorities->type != FIT_VALUE_LIST)
    return TRUE;
  for (guint i = 0; i < priorities->n; i++)
    {
      const FitValue *argument
          = fit_value_get (&priorities->items[i], "argument");
      const FitValue *shape = fit_value_get (
          fit_value_get (argument, "requestedToCapacityRatioArguments"),
          "shape");

      for (guint j = 0;
           shape != NULL && shape->type == FIT_VALUE_LIST && j < shape->n; j++)
        if (!check_int32 (source, &shape->items[j], "utilization", error)
            || !check_int32 (source, &shape->items[j], "score", error))
          return FALSE;
    }
  return TRUE;
}

/* Unknown fields outside of extenders are errors. */
static gboolean
check_ignored (const FitMigrationSource *source, const FitPolicy *policy,
               GError **error)
{
  for (guint i = 0; i < policy->ignored_fields->len; i++)
    {
      const FitIgnoredField *field = policy->ignored_fields->pdata[i];

      if (g_ascii_strncasecmp (field->path, "extenders[", 10) == 0)
        continue;
      g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA,
                   AT "found unknown field %s", source->name, field->place.line,
                   field->place.column, field->path);
      if (policy->internal_form)
        fit_error_add_hint (error, "the file has no apiVersion: write "
                                   "\"apiVersion\": \"v1\"");
      else if (field->meant != NULL)
        fit_error_add_hint (error, "did you mean %s?", field->meant);
      return FALSE;
    }
  return TRUE;
}

static FitPolicy *
read_strictly (const FitMigrationSource *source, const FitValue *root,
               FitArena *arena, const FitLimits *limits, GError **error)
{
  const char *version = fit_value_get_string (root, "apiVersion");
  g_autofree char *plain = NULL;
  g_autoptr (FitPolicy) policy = NULL;

  if (!check_type_case (source, root, error))
    return NULL;
  if (g_strcmp0 (version, FIT_CONFIG_GROUP "/v1") == 0)
    {
      const FitValue copy
          = fit_value_with_text (arena, root, "apiVersion", "v1");

      plain = fit_value_to_json (&copy, NULL, error);
      if (plain == NULL)
        return NULL;
    }
  policy = fit_policy_parse (plain != NULL ? plain : source->bytes,
                             plain != NULL ? strlen (plain) : source->len,
                             source->name, limits, error);
  if (policy == NULL
      || !fit_yaml_check_keys (source->bytes, source->len, source->name, error)
      || !check_ignored (source, policy, error)
      || !check_ranges (source, root, error))
    return NULL;
  return g_steal_pointer (&policy);
}

/* -- reading --------------------------------------------------------------- */

FitPolicy *
fit_policy_read_as (const FitMigrationSource *source, FitRelease release,
                    const FitLimits *limits, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root
      = fit_config_is_json (source->bytes, source->len)
            ? fit_json_parse (arena, source->bytes, source->len, NULL, limits,
                              NULL)
            : fit_yaml_parse (arena, source->bytes, source->len, limits, NULL);

  /* Invalid documents get the errors of the legacy decoder, as do those of
   * releases that are not strict. */
  if (root == NULL || !fit_release_has_profiles (release))
    return fit_policy_parse_as (
        source->bytes, source->len, source->name,
        CLAMP (release, FIT_RELEASE_OLDEST, FIT_RELEASE_LEGACY), limits, error);
  return read_strictly (source, root, arena, limits, error);
}
