/* json-build.c - JSON objects on top of json-c
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/json-build.h"

#include "formats/value-edit.h"
#include "formats/value-yaml.h"

#include <json-c/json.h>
#include <string.h>

FitJson *
fit_json_object (void)
{
  return json_object_new_object ();
}

FitJson *
fit_json_array (void)
{
  return json_object_new_array ();
}

FitJson *
fit_json_integer (gint64 value)
{
  return json_object_new_int64 (value);
}

FitJson *
fit_json_ref (FitJson *json)
{
  return json_object_get (json);
}

void
fit_json_free (FitJson *json)
{
  json_object_put (json);
}

void
fit_json_set (FitJson *object, const char *key, FitJson *value)
{
  json_object_object_add (object, key, value);
}

/* Returns: (transfer full): a string, in UTF-8 whatever it was */
static FitJson *
new_text (const char *text)
{
  g_autofree char *valid = NULL;

  if (g_utf8_validate (text, -1, NULL))
    return json_object_new_string (text);
  valid = g_utf8_make_valid (text, -1);
  return json_object_new_string (valid);
}

void
fit_json_set_text (FitJson *object, const char *key, const char *text)
{
  fit_json_set (object, key, text != NULL ? new_text (text) : NULL);
}

void
fit_json_set_integer (FitJson *object, const char *key, gint64 value)
{
  fit_json_set (object, key, fit_json_integer (value));
}

void
fit_json_set_number (FitJson *object, const char *key, gboolean known,
                     gint64 value)
{
  fit_json_set (object, key, known ? fit_json_integer (value) : NULL);
}

void
fit_json_set_boolean (FitJson *object, const char *key, gboolean value)
{
  fit_json_set (object, key, json_object_new_boolean (value));
}

void
fit_json_set_texts (FitJson *object, const char *key, const GPtrArray *texts)
{
  FitJson *array = texts != NULL ? fit_json_array () : NULL;

  for (guint i = 0; texts != NULL && i < texts->len; i++)
    json_object_array_add (array, new_text (texts->pdata[i]));
  fit_json_set (object, key, array);
}

FitJson *
fit_json_from_text (const char *text)
{
  return text != NULL ? json_tokener_parse (text) : NULL;
}

void
fit_json_add (FitJson *array, FitJson *value)
{
  json_object_array_add (array, value);
}

void
fit_json_add_text (FitJson *array, const char *text)
{
  fit_json_add (array, new_text (text));
}

void
fit_json_add_integer (FitJson *array, gint64 value)
{
  fit_json_add (array, fit_json_integer (value));
}

FitJson *
fit_json_append (FitJson *array)
{
  FitJson *object = fit_json_object ();

  json_object_array_add (array, object);
  return object;
}

/* -- reading --------------------------------------------------------------- */

FitJson *
fit_json_get (const FitJson *object, const char *key)
{
  FitJson *value = NULL;

  json_object_object_get_ex (object, key, &value);
  return value;
}

guint
fit_json_length (const FitJson *array)
{
  return array != NULL ? (guint) json_object_array_length (array) : 0;
}

FitJson *
fit_json_at (const FitJson *array, guint i)
{
  return json_object_array_get_idx (array, i);
}

gint64
fit_json_integer_at (const FitJson *array, guint i)
{
  return i < fit_json_length (array)
             ? json_object_get_int64 (json_object_array_get_idx (array, i))
             : 0;
}

const char *
fit_json_text (const FitJson *string)
{
  return json_object_get_string ((FitJson *) string);
}

/* -- YAML ------------------------------------------------------------------ */

/* The value tree of @json, whose texts it borrows.  The recursion is that of
 * json-c when it prints. */
static FitValue
value_of (FitArena *arena, FitJson *json)
{
  FitValue value = { .type = FIT_VALUE_NULL };

  switch (json_object_get_type (json))
    {
    case json_type_boolean:
      value.type = FIT_VALUE_BOOL;
      value.boolean = json_object_get_boolean (json);
      break;
    case json_type_string:
      value.type = FIT_VALUE_STRING;
      value.text = json_object_get_string (json);
      break;
    case json_type_int:
    case json_type_double:
      value.type = FIT_VALUE_NUMBER;
      value.text
          = json_object_to_json_string_ext (json, JSON_C_TO_STRING_PLAIN);
      break;
    case json_type_array:
      {
        const guint32 n = (guint32) json_object_array_length (json);
        FitValue *items = fit_arena_newn (arena, FitValue, n + 1);

        for (guint32 i = 0; i < n; i++)
          items[i] = value_of (arena, json_object_array_get_idx (json, i));
        return (FitValue){ .type = FIT_VALUE_LIST, .n = n, .items = items };
      }
    case json_type_object:
      {
        FitMember *members = fit_arena_newn (
            arena, FitMember, (guint) json_object_object_length (json) + 1);
        FitNewMap map = { .members = members };

        json_object_object_foreach (json, key, member)
            fit_new_map_add (&map, key, value_of (arena, member));
        return (
            FitValue){ .type = FIT_VALUE_MAP, .n = map.n, .members = members };
      }
    case json_type_null:
    default:
      break;
    }
  if (value.text != NULL)
    value.n = (guint32) strlen (value.text);
  return value;
}

void
fit_yaml_append (FitJson *json, GString *out)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue value = value_of (arena, json);

  fit_value_append_yaml (out, &value);
}

/* No limits but a depth slightly above that of input: the text is our own. */
void
fit_yaml_append_text (const char *json, gsize len, GString *out)
{
  FitLimits limits = *fit_limits_default ();
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitValue *value;

  limits.object_bytes = limits.string_bytes = G_MAXSIZE;
  limits.depth += 20;
  value = fit_json_parse (arena, json, len, NULL, &limits, NULL);
  if (value != NULL)
    fit_value_append_yaml (out, value);
  else /* JSON is YAML too */
    g_string_append_len (out, json, (gssize) len);
}

FitJson *
fit_document_new (const char *kind)
{
  FitJson *document = fit_json_object ();

  fit_json_set_text (document, "apiVersion", FIT_API_VERSION);
  fit_json_set_text (document, "kind", kind);
  return document;
}

void
fit_document_append (FitJson *document, GString *out)
{
  g_string_append (out, json_object_to_json_string_ext (
                            document, JSON_C_TO_STRING_PRETTY
                                          | JSON_C_TO_STRING_SPACED
                                          | JSON_C_TO_STRING_NOSLASHESCAPE));
  g_string_append_c (out, '\n');
}
