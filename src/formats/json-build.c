/* json-build.c - JSON objects on top of json-c */
#include "formats/json-build.h"

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
  fit_json_set (object, key, json_object_new_int64 (value));
}

void
fit_json_set_number (FitJson *object, const char *key, gboolean known,
                     gint64 value)
{
  fit_json_set (object, key, known ? json_object_new_int64 (value) : NULL);
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
  fit_json_add (array, json_object_new_int64 (value));
}

FitJson *
fit_json_append (FitJson *array)
{
  FitJson *object = fit_json_object ();

  json_object_array_add (array, object);
  return object;
}

void
fit_yaml_append (const FitJson *json, GString *out)
{
  const char *text = json_object_to_json_string_ext (
      (FitJson *) json,
      JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE);

  fit_yaml_append_text (text, strlen (text), out);
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
