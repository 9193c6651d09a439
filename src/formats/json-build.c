/* json-build.c - JSON objects on top of json-c
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/json-build.h"

#include "formats/value-edit.h"
#include "formats/value-json.h"
#include "formats/value-yaml.h"

#include <json-c/json.h>
#include <string.h>

/* What json-c keeps for an array of ours. */
typedef struct
{
  gint64 *values; /* (nullable) owned: of a column, whose array is empty */
  guint n;
  GString *text; /* (nullable) owned: fit_json_keep_arrays() */
} Extra;

static void
free_extra (FitJson *json, gpointer data)
{
  Extra *extra = data;

  g_free (extra->values);
  if (extra->text != NULL)
    g_string_free (extra->text, TRUE);
  g_free (extra);
}

/* Returns: (nullable); other values have data of json-c's own */
static Extra *
extra_of (const FitJson *json)
{
  return json_object_is_type (json, json_type_array)
             ? json_object_get_userdata ((FitJson *) json)
             : NULL;
}

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

void
fit_json_set_members (FitJson *object, const FitJson *members)
{
  json_object_object_foreach (members, key, value)
      fit_json_set (object, key, fit_json_ref (value));
}

FitJson *
fit_json_from_text (const char *text)
{
  return text != NULL ? json_tokener_parse (text) : NULL;
}

FitJson *
fit_json_column (const gint64 *values, guint n)
{
  FitJson *array = json_object_new_array_ext (1);
  Extra *extra = g_new (Extra, 1);

  *extra = (Extra){ .values = g_memdup2 (values, n * sizeof *values), .n = n };
  json_object_set_userdata (array, extra, free_extra);
  return array;
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
  const Extra *extra = extra_of (array);

  if (array == NULL)
    return 0;
  return extra != NULL && extra->values != NULL
             ? extra->n
             : (guint) json_object_array_length (array);
}

FitJson *
fit_json_at (const FitJson *array, guint i)
{
  return json_object_array_get_idx (array, i);
}

gint64
fit_json_integer_at (const FitJson *array, guint i)
{
  const Extra *extra = extra_of (array);

  if (i >= fit_json_length (array))
    return 0;
  return extra != NULL && extra->values != NULL
             ? extra->values[i]
             : json_object_get_int64 (json_object_array_get_idx (array, i));
}

const char *
fit_json_text (const FitJson *string)
{
  return json_object_get_string ((FitJson *) string);
}

/* -- printing --------------------------------------------------------------
 *
 * In the form of json-c 0.16, whose own functions need several times as long and
 * do not know columns.  What terminals do not show is escaped. */

/* In place of a depth: without blanks and lines. */
#define COMPACT G_MAXUINT

/* As g_string_append_len(), which takes longer than what is copied here. */
static inline void
put (GString *out, const char *text, gsize n)
{
  if (out->allocated_len - out->len > n)
    {
      memcpy (out->str + out->len, text, n);
      out->len += n;
      out->str[out->len] = '\0';
    }
  else
    g_string_append_len (out, text, (gssize) n);
}

static void
append_integer (GString *out, gint64 value)
{
  guint64 rest = value < 0 ? -(guint64) value : (guint64) value;
  char digits[20], *first = digits + sizeof digits;

  do
    *--first = (char) ('0' + rest % 10);
  while ((rest /= 10) > 0);
  if (value < 0)
    *--first = '-';
  put (out, first, (gsize) (digits + sizeof digits - first));
}

/* Ends what stands before a value, or before the end of a container, @depth
 * containers deep. */
static void
begin_line (GString *out, guint depth)
{
  static const char blanks[] = "                                ";
  gsize n = 2 * (gsize) depth;

  if (depth == COMPACT)
    return;
  g_string_append_c (out, '\n');
  for (; n >= sizeof blanks; n -= sizeof blanks - 1)
    put (out, blanks, sizeof blanks - 1);
  put (out, blanks, n);
}

/* The recursion is that of json-c when it frees. */
static void
append (GString *out, const FitJson *json, guint depth)
{
  const guint inside = depth == COMPACT ? COMPACT : depth + 1;
  gsize gap = 0;
  const Extra *extra;

  switch (json_object_get_type (json))
    {
    case json_type_object:
      g_string_append_c (out, '{');
      json_object_object_foreach (json, key, value)
      {
        put (out, ",", gap);
        gap = 1;
        begin_line (out, inside);
        fit_json_append_string (out, key);
        put (out, ": ", depth == COMPACT ? 1 : 2);
        append (out, value, inside);
      }
      begin_line (out, depth);
      g_string_append_c (out, '}');
      break;
    case json_type_array:
      extra = extra_of (json);
      if (depth == COMPACT && extra != NULL && extra->text != NULL)
        {
          put (out, extra->text->str, extra->text->len);
          break;
        }
      g_string_append_c (out, '[');
      for (guint i = 0, n = fit_json_length (json); i < n; i++)
        {
          put (out, ",", gap);
          gap = 1;
          begin_line (out, inside);
          if (extra != NULL && extra->values != NULL)
            append_integer (out, extra->values[i]);
          else
            append (out, json_object_array_get_idx (json, i), inside);
        }
      begin_line (out, depth);
      g_string_append_c (out, ']');
      break;
    case json_type_string:
      fit_json_append_string (out, json_object_get_string ((FitJson *) json));
      break;
    case json_type_int:
      append_integer (out, json_object_get_int64 (json));
      break;
    case json_type_boolean:
      g_string_append (out, json_object_get_boolean (json) ? "true" : "false");
      break;
    case json_type_null:
      g_string_append (out, "null");
      break;
    case json_type_double: /* as in the text that it was read from */
    default:
      g_string_append (out, json_object_to_json_string ((FitJson *) json));
      break;
    }
}

void
fit_json_append_compact (const FitJson *json, GString *out)
{
  append (out, json, COMPACT);
}

void
fit_json_append_indented (const FitJson *json, guint depth, GString *out)
{
  append (out, json, depth);
}

void
fit_json_keep_arrays (FitJson *object)
{
  json_object_object_foreach (object, key, value)
  {
    Extra *extra = extra_of (value);
    GString *text;

    (void) key;
    if (json_object_is_type (value, json_type_object))
      fit_json_keep_arrays (value);
    if (!json_object_is_type (value, json_type_array))
      continue;
    text = g_string_new (NULL);
    append (text, value, COMPACT);
    if (extra == NULL)
      {
        extra = g_new0 (Extra, 1);
        json_object_set_userdata (value, extra, free_extra);
      }
    extra->text = text;
  }
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
        const Extra *extra = extra_of (json);
        const guint32 n = fit_json_length (json);
        FitValue *items = fit_arena_newn (arena, FitValue, n + 1);

        for (guint32 i = 0; i < n; i++)
          if (extra != NULL && extra->values != NULL)
            {
              g_autoptr (FitJson) integer = fit_json_integer (extra->values[i]);

              items[i] = value_of (arena, integer);
              items[i].text = fit_arena_strdup (arena, items[i].text);
            }
          else
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
fit_document_append (const FitJson *document, GString *out)
{
  fit_json_append_indented (document, 0, out);
  g_string_append_c (out, '\n');
}
