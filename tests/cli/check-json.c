/* check-json.c - does a JSON document follow a schema?
 *
 *   check-json SCHEMA <DOCUMENT
 *
 * Knows the part of JSON Schema that docs/schema uses: type, const, enum,
 * properties, required, additionalProperties, items, minimum and $ref
 * into $defs.  A schema that says anything else is refused, so that nothing
 * in it goes unchecked.
 * SPDX-License-Identifier: Apache-2.0 */
#include <json-c/json.h>
#include <stdio.h>
#include <string.h>

#include <glib.h>

/* Schemas are ours and a few levels deep. */
#define DEEPEST 40

typedef struct json_object Json;

typedef struct
{
  Json *root;    /* the schema */
  Json *current; /* the part of it that is applied */
  GString *path; /* where in the document */
  guint depth;
} Check;

static gboolean check (Check *state, Json *schema, Json *value);

static gboolean
fail (const Check *state, const char *what, const char *detail)
{
  printf ("%s: %s%s\n", state->path->str, what, detail);
  return FALSE;
}

static gboolean
has_type (Json *value, const char *name)
{
  enum json_type type = json_object_get_type (value);

  if (strcmp (name, "null") == 0)
    return type == json_type_null;
  if (strcmp (name, "string") == 0)
    return type == json_type_string;
  if (strcmp (name, "boolean") == 0)
    return type == json_type_boolean;
  if (strcmp (name, "integer") == 0)
    return type == json_type_int;
  if (strcmp (name, "number") == 0)
    return type == json_type_int || type == json_type_double;
  if (strcmp (name, "array") == 0)
    return type == json_type_array;
  return strcmp (name, "object") == 0 && type == json_type_object;
}

static gboolean
check_type (Check *state, Json *types, Json *value)
{
  if (json_object_is_type (types, json_type_string))
    return has_type (value, json_object_get_string (types))
           || fail (state, "is not of type ", json_object_get_string (types));
  for (gsize i = 0; i < json_object_array_length (types); i++)
    if (has_type (value, json_object_get_string (
                             json_object_array_get_idx (types, i))))
      return TRUE;
  return fail (state, "is of none of the types ",
               json_object_to_json_string (types));
}

static gboolean
check_enum (Check *state, Json *words, Json *value)
{
  for (gsize i = 0; i < json_object_array_length (words); i++)
    if (json_object_equal (json_object_array_get_idx (words, i), value))
      return TRUE;
  return fail (state, "is none of ", json_object_to_json_string (words));
}

static gboolean
check_const (Check *state, Json *word, Json *value)
{
  return json_object_equal (word, value)
         || fail (state, "is not ", json_object_to_json_string (word));
}

static gboolean
check_minimum (Check *state, Json *least, Json *value)
{
  return !json_object_is_type (value, json_type_int)
         || json_object_get_int64 (value) >= json_object_get_int64 (least)
         || fail (state, "is less than ", json_object_to_json_string (least));
}

static gboolean
check_items (Check *state, Json *schema, Json *value)
{
  gsize len = state->path->len;
  gboolean good = TRUE;

  if (!json_object_is_type (value, json_type_array))
    return TRUE;
  for (gsize i = 0; good && i < json_object_array_length (value); i++)
    {
      g_string_append_printf (state->path, "[%" G_GSIZE_FORMAT "]", i);
      good = check (state, schema, json_object_array_get_idx (value, i));
      g_string_truncate (state->path, len);
    }
  return good;
}

static gboolean
check_properties (Check *state, Json *properties, Json *value)
{
  gsize len = state->path->len;

  if (!json_object_is_type (value, json_type_object))
    return TRUE;
  json_object_object_foreach (value, key, member)
  {
    Json *schema;
    gboolean good;

    g_string_append_printf (state->path, ".%s", key);
    good = !json_object_object_get_ex (properties, key, &schema)
           || check (state, schema, member);
    g_string_truncate (state->path, len);
    if (!good)
      return FALSE;
  }
  return TRUE;
}

/* It is false, or what each other member has to be. */
static gboolean
check_additional (Check *state, Json *word, Json *value)
{
  Json *properties = json_object_object_get (state->current, "properties");
  const gboolean any = json_object_is_type (word, json_type_object);

  if (!json_object_is_type (value, json_type_object))
    return TRUE;
  for (struct lh_entry *entry = json_object_get_object (value)->head;
       entry != NULL; entry = entry->next)
    {
      const char *key = lh_entry_k (entry);

      if (json_object_object_get_ex (properties, key, NULL))
        continue;
      if (!any)
        return fail (state, "is not in the schema: ", key);
      if (!check (state, word, lh_entry_v (entry)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_required (Check *state, Json *names, Json *value)
{
  if (!json_object_is_type (value, json_type_object))
    return TRUE;
  for (gsize i = 0; i < json_object_array_length (names); i++)
    {
      const char *name
          = json_object_get_string (json_object_array_get_idx (names, i));

      if (!json_object_object_get_ex (value, name, NULL))
        return fail (state, "lacks ", name);
    }
  return TRUE;
}

static gboolean
check_ref (Check *state, Json *ref, Json *value)
{
  const char *text = json_object_get_string (ref);
  Json *defs, *schema;

  if (g_str_has_prefix (text, "#/$defs/")
      && json_object_object_get_ex (state->root, "$defs", &defs)
      && json_object_object_get_ex (defs, text + strlen ("#/$defs/"), &schema))
    return check (state, schema, value);
  return fail (state, "the schema has no ", text);
}

/* Words that say nothing about a document. */
static gboolean
check_nothing (Check *state, Json *word, Json *value)
{
  return TRUE;
}

static const struct
{
  const char *word;
  gboolean (*check) (Check *state, Json *word, Json *value);
} words[] = {
  { "$schema", check_nothing },
  { "$id", check_nothing },
  { "$defs", check_nothing },
  { "title", check_nothing },
  { "description", check_nothing },
  { "additionalProperties", check_additional },
  { "$ref", check_ref },
  { "type", check_type },
  { "const", check_const },
  { "enum", check_enum },
  { "minimum", check_minimum },
  { "items", check_items },
  { "properties", check_properties },
  { "required", check_required },
};

static gboolean
check_word (Check *state, const char *word, Json *argument, Json *value)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (words[i].word, word) == 0)
      return words[i].check (state, argument, value);
  return fail (state, "the schema says something unknown: ", word);
}

static gboolean
check (Check *state, Json *schema, Json *value)
{
  gboolean good = ++state->depth < DEEPEST;
  Json *outer = state->current;

  state->current = schema;
  json_object_object_foreach (schema, word, argument)
  {
    good = good && check_word (state, word, argument, value);
  }
  state->current = outer;
  state->depth--;
  return good;
}

static Json *
read_document (FILE *file)
{
  struct json_tokener *tokener = json_tokener_new ();
  GString *text = g_string_new (NULL);
  char buffer[4096];
  gsize n;
  Json *value;

  while ((n = fread (buffer, 1, sizeof buffer, file)) > 0)
    g_string_append_len (text, buffer, (gssize) n);
  json_tokener_set_flags (tokener, JSON_TOKENER_STRICT);
  value = json_tokener_parse_ex (tokener, text->str, (int) text->len);
  json_tokener_free (tokener);
  g_string_free (text, TRUE);
  return value;
}

int
main (int argc, char **argv)
{
  Json *schema = argc == 2 ? json_object_from_file (argv[1]) : NULL;
  Json *document = read_document (stdin);
  Check state = { .root = schema, .path = g_string_new ("document") };
  gboolean good = FALSE;

  if (schema == NULL)
    printf ("cannot read the schema\n");
  else if (document == NULL)
    printf ("standard input is no JSON document\n");
  else
    good = check (&state, schema, document);
  g_string_free (state.path, TRUE);
  json_object_put (document);
  json_object_put (schema);
  return good ? 0 : 1;
}
