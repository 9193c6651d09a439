/* openapi.c - describes questions by the options of their verbs, and all questions
 * and answers as OpenAPI 3.1
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include <string.h>

#include "cli/asked.h"
#include "cli/request.h"
#include "cli/schemas.h"

/* -- one question ---------------------------------------------------------- */

/* A file is a name or an object; several values are a list. */
static void
set_texts (FitJson *schema, gboolean file, gboolean many)
{
  FitJson *types = fit_json_array ();

  fit_json_add_text (types, "string");
  if (file)
    fit_json_add_text (types, "object");
  if (many)
    {
      FitJson *items = fit_json_object ();

      set_texts (items, file, FALSE);
      fit_json_add_text (types, "array");
      fit_json_set (schema, "items", items);
    }
  fit_json_set (schema, "type", types);
}

static void
set_words (FitJson *schema, const char *key, const char *const *words)
{
  FitJson *list = fit_json_array ();

  for (; *words != NULL; words++)
    fit_json_add_text (list, *words);
  fit_json_set (schema, key, list);
}

static FitJson *
option_schema (const FitOptionInfo *info)
{
  FitJson *schema = fit_json_object ();
  const gboolean file = fit_option_completion (info) == FIT_COMPLETE_FILES;

  switch (info->type)
    {
    case FIT_OPTION_FLAG:
      fit_json_set_text (schema, "type", "boolean");
      break;
    case FIT_OPTION_STRING:
      set_texts (schema, file, FALSE);
      break;
    case FIT_OPTION_STRINGS:
    case FIT_OPTION_NAMED:
      set_texts (schema, file, TRUE);
      break;
    case FIT_OPTION_INTEGER:
    case FIT_OPTION_NUMBER:
      fit_json_set_text (schema, "type",
                         info->type == FIT_OPTION_INTEGER ? "integer"
                                                          : "number");
      fit_json_set_integer (schema, "minimum", info->least);
      fit_json_set_integer (schema, "maximum", info->most);
      break;
    case FIT_OPTION_DURATION:
      fit_json_set_text (schema, "type", "string");
      break;
    case FIT_OPTION_CHOICE:
      set_words (schema, "enum", info->words);
      break;
    }
  if (info->words != NULL && info->type == FIT_OPTION_STRING)
    set_words (schema, "examples", info->words);
  if (info->otherwise != NULL && info->type == FIT_OPTION_CHOICE)
    fit_json_set_text (schema, "default", info->otherwise);
  fit_json_set_text (schema, "description", info->help);
  return schema;
}

FitJson *
fit_request_schema (const FitVerb *verb)
{
  FitJson *schema = fit_json_object (), *properties = fit_json_object (),
          *files = fit_json_object (), *file = fit_json_object ();
  g_autofree char *operand = fit_request_operand (verb);

  if (operand != NULL)
    {
      FitJson *operands = fit_json_object ();

      set_texts (operands, verb->operand_completion == FIT_COMPLETE_FILES,
                 TRUE);
      g_autofree char *about
          = g_strdup_printf ("%s of 'fitsched %s'", verb->operand, verb->name);

      fit_json_set_text (operands, "description", about);
      fit_json_set (properties, operand, operands);
    }
  FIT_EACH_OPTION (info, verb->groups)
    if (fit_request_takes (verb, info))
      fit_json_set (properties, info->name, option_schema (info));
  set_texts (file, TRUE, FALSE);
  fit_json_set_text (files, "type", "object");
  fit_json_set (files, "additionalProperties", file);
  fit_json_set_text (files, "description",
                     "the files that other members name: the text of each, or "
                     "an object in place of it");
  fit_json_set (properties, "files", files);
  fit_json_set_text (schema, "type", "object");
  fit_json_set_boolean (schema, "additionalProperties", FALSE);
  fit_json_set (schema, "properties", properties);
  return schema;
}

/* -- questions and answers ------------------------------------------------- */

/* What a schema of docs/schema calls its parts, and what they are called where
 * all schemas are in one document. */
#define PART "\"#/$defs/"
#define PART_OF_ALL "\"#/components/schemas/%s/$defs/"

#define ERROR_SCHEMA "error"

static FitJson *
reference (const char *schema)
{
  FitJson *object = fit_json_object ();
  g_autofree char *path = g_strconcat ("#/components/schemas/", schema, NULL);

  fit_json_set_text (object, "$ref", path);
  return object;
}

/* What is sent as JSON.  @schema, @example: (transfer full), the latter
 * (nullable) */
static FitJson *
content_of (FitJson *schema, FitJson *example)
{
  FitJson *content = fit_json_object (), *json = fit_json_object ();

  fit_json_set (json, "schema", schema);
  if (example != NULL)
    fit_json_set (json, "example", example);
  fit_json_set (content, "application/json", json);
  return content;
}

/* @schema: (transfer full) */
static FitJson *
response (const char *description, FitJson *schema)
{
  FitJson *object = fit_json_object ();

  fit_json_set_text (object, "description", description);
  fit_json_set (object, "content", content_of (schema, NULL));
  return object;
}

static FitJson *
answer_schema (const FitAskedVerb *asked)
{
  FitJson *object, *list;

  if (asked->schemas[1] == NULL)
    return reference (asked->schemas[0]);
  object = fit_json_object ();
  list = fit_json_array ();
  for (const char *const *name = asked->schemas; *name != NULL; name++)
    fit_json_add (list, reference (*name));
  fit_json_set (object, "anyOf", list);
  return object;
}

static gboolean
is_used (const char *schema)
{
  for (const FitAskedVerb *asked = fit_asked_verbs; asked->verb != NULL;
       asked++)
    if (g_strv_contains (asked->schemas, schema))
      return TRUE;
  return strcmp (schema, ERROR_SCHEMA) == 0;
}

static FitJson *
components (void)
{
  FitJson *object = fit_json_object (), *schemas = fit_json_object ();

  for (const FitSchema *schema = fit_schemas; schema->name != NULL; schema++)
    {
      g_autoptr (GString) text = g_string_new (schema->text);
      g_autofree char *part = g_strdup_printf (PART_OF_ALL, schema->name);

      g_string_replace (text, PART, part, 0);
      if (is_used (schema->name))
        fit_json_set (schemas, schema->name, fit_json_from_text (text->str));
    }
  fit_json_set (object, "schemas", schemas);
  return object;
}

void
fit_openapi_append (GString *out)
{
  g_autoptr (FitJson) document = fit_json_object ();
  FitJson *info = fit_json_object (), *paths = fit_json_object ();

  for (const FitAskedVerb *asked = fit_asked_verbs; asked->verb != NULL;
       asked++)
    {
      g_autofree char *path = g_strconcat ("/v1/", asked->verb, NULL);
      static const struct
      {
        const char *status;
        const char *description;
      } failures[] = {
        { "400", "the question makes no sense" },
        { "413", "the question is too long" },
        { "422", "the question names something that cannot be used" },
        { "503", "too many questions, or a limit of time or memory" },
      };
      const FitVerb *verb = fit_verb_find (asked->verb, NULL);
      FitJson *item = fit_json_object (), *post = fit_json_object (),
              *body = fit_json_object (), *responses = fit_json_object ();

      fit_json_set_boolean (body, "required", TRUE);
      fit_json_set (body, "content",
                    content_of (fit_request_schema (verb),
                                fit_json_from_text (asked->example)));
      fit_json_set (responses, "200",
                    response ("the answer", answer_schema (asked)));
      for (guint k = 0; k < G_N_ELEMENTS (failures); k++)
        fit_json_set (
            responses, failures[k].status,
            response (failures[k].description, reference (ERROR_SCHEMA)));
      fit_json_set_text (post, "operationId", verb->name);
      fit_json_set_text (post, "summary", verb->summary);
      fit_json_set_text (post, "description", verb->description);
      fit_json_set (post, "requestBody", body);
      fit_json_set (post, "responses", responses);
      fit_json_set (item, "post", post);
      fit_json_set (paths, path, item);
    }
  fit_json_set_text (info, "title", "fitsched serve");
  fit_json_set_text (info, "version", PACKAGE_VERSION);
  fit_json_set_text (document, "openapi", "3.1.0");
  fit_json_set (document, "info", info);
  fit_json_set (document, "paths", paths);
  fit_json_set (document, "components", components ());
  fit_document_append (document, out);
}
