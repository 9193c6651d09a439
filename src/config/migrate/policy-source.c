/* policy-source.c - reads a Policy as the source release does, with its strictness and its messages */
#include "config/migrate/policy-source.h"

#include "base/value-json.h"
#include "base/config-version.h"
#include "config/config-read.h"
#include "config/yaml-keys.h"

#include <string.h>

/* The legacy release whose rules later ones follow where they are not
 * strict. */
static FitRelease
legacy_of (FitRelease release)
{
  return CLAMP (release, FIT_RELEASE_OLDEST, FIT_RELEASE_LEGACY);
}

static const FitValue *
parse (FitArena *arena, const FitPolicyText *text, GError **error)
{
  return fit_config_is_json (text->bytes, text->len)
             ? fit_json_parse (arena, text->bytes, text->len, NULL,
                               text->limits, error)
             : fit_yaml_parse (arena, text->bytes, text->len, text->limits,
                               error);
}

/* -- strict reading -------------------------------------------------------- */

static gboolean G_GNUC_PRINTF (3, 4)
    fail (const FitPolicyText *text, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEMA, "invalid policy: %s: %s",
               text->name, message);
  return FALSE;
}

/* Fields apiVersion and kind are found ignoring letter case, and then
 * rejected. */
static gboolean
check_type_case (const FitPolicyText *text, const FitValue *root,
                 GError **error)
{
  static const char *const names[] = { "apiVersion", "kind" };

  for (guint i = 0; root->type == FIT_VALUE_MAP && i < root->n; i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        const FitMember *member = &root->members[i];

        if (g_ascii_strcasecmp (member->key, names[j]) == 0
            && strcmp (member->key, names[j]) != 0)
          return fail (text, error,
                       "line %u, column %u: found unknown field %s, expected "
                       "%s",
                       member->line, member->column, member->key, names[j]);
      }
  return TRUE;
}

static gboolean
is_int32 (const FitValue *value)
{
  gint64 number;

  return value == NULL || value->type != FIT_VALUE_NUMBER
         || g_ascii_string_to_signed (value->text, 10, G_MININT32, G_MAXINT32,
                                      &number, NULL);
}

static gboolean
check_int32 (const FitPolicyText *text, const FitValue *map, const char *name,
             GError **error)
{
  const FitValue *value = fit_value_get (map, name);

  return is_int32 (value)
         || fail (text, error,
                  "line %u, column %u: %s: found number %s, expected an "
                  "integer of 32 bits",
                  value->line, value->column, name, value->text);
}

/* Checks numbers that used to have 64 bits and are no longer truncated. */
static gboolean
check_ranges (const FitPolicyText *text, const FitValue *root, GError **error)
{
  const FitValue *priorities = fit_value_get (root, "priorities");

  if (!check_int32 (text, root, "hardPodAffinitySymmetricWeight", error))
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
        if (!check_int32 (text, &shape->items[j], "utilization", error)
            || !check_int32 (text, &shape->items[j], "score", error))
          return FALSE;
    }
  return TRUE;
}

/* Unknown fields outside of extenders are errors. */
static gboolean
check_ignored (const FitPolicyText *text, const FitPolicy *policy,
               GError **error)
{
  for (guint i = 0; i < policy->ignored_fields->len; i++)
    {
      const FitIgnoredField *field = policy->ignored_fields->pdata[i];

      if (g_ascii_strncasecmp (field->path, "extenders[", 10) == 0)
        continue;
      fail (text, error, "line %u, column %u: found unknown field %s",
            field->place.line, field->place.column, field->path);
      if (policy->internal_form)
        fit_error_add_hint (error, "the file has no apiVersion: write "
                                   "\"apiVersion\": \"v1\"");
      else if (field->meant != NULL)
        fit_error_add_hint (error, "did you mean %s?", field->meant);
      return FALSE;
    }
  return TRUE;
}

/* The same document with the plain version "v1". */
static char *
without_group (FitArena *arena, const FitValue *root, GError **error)
{
  FitValue copy = *root;
  FitMember *members = fit_arena_newn (arena, FitMember, root->n);

  for (guint i = 0; i < root->n; i++)
    {
      members[i] = root->members[i];
      if (strcmp (members[i].key, "apiVersion") == 0)
        {
          members[i].value.text = "v1";
          members[i].value.n = 2;
        }
    }
  copy.members = members;
  return fit_value_to_json (&copy, NULL, error);
}

static FitPolicy *
read_strictly (const FitPolicyText *text, const FitValue *root, FitArena *arena,
               GError **error)
{
  const char *version = fit_value_get_string (root, "apiVersion");
  g_autofree char *plain = NULL;
  g_autoptr (FitPolicy) policy = NULL;

  if (!check_type_case (text, root, error))
    return NULL;
  if (g_strcmp0 (version, FIT_CONFIG_GROUP "/v1") == 0
      && (plain = without_group (arena, root, error)) == NULL)
    return NULL;
  policy = fit_policy_parse (plain != NULL ? plain : text->bytes,
                             plain != NULL ? strlen (plain) : text->len,
                             text->name, text->limits, error);
  if (policy == NULL
      || !fit_yaml_check_keys (text->bytes, text->len, text->name, error)
      || !check_ignored (text, policy, error)
      || !check_ranges (text, root, error))
    return NULL;
  return g_steal_pointer (&policy);
}

/* -- reading --------------------------------------------------------------- */

FitPolicy *
fit_policy_text_read (const FitPolicyText *text, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *root = parse (arena, text, NULL);

  /* Invalid documents get the errors of the legacy decoder. */
  if (root == NULL || !fit_release_has_profiles (text->release))
    return fit_policy_parse_as (text->bytes, text->len, text->name,
                                legacy_of (text->release), text->limits, error);
  return read_strictly (text, root, arena, error);
}
