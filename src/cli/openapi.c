/* openapi.c - describes questions and answers as OpenAPI 3.1
 * SPDX-License-Identifier: Apache-2.0 */
#include "config.h"

#include "cli/openapi.h"

#include <string.h>

#include "cli/asked.h"
#include "cli/request.h"
#include "cli/schemas.h"

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
  guint n;
  const FitAskedVerb *verbs = fit_asked_verbs (&n);

  for (guint i = 0; i < n; i++)
    if (g_strv_contains (verbs[i].schemas, schema))
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
  guint n;
  const FitAskedVerb *verbs = fit_asked_verbs (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *path = g_strconcat ("/v1/", verbs[i].verb, NULL);
      const FitAskedVerb *asked = &verbs[i];
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
