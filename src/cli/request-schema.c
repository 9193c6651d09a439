/* request-schema.c - describes the questions about a verb by its options
 * SPDX-License-Identifier: Apache-2.0 */

#include "cli/request.h"

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
  guint n;
  const FitOptionInfo *infos = fit_option_infos (&n);

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
  for (guint i = 0; i < n; i++)
    if (fit_request_takes (verb, &infos[i]))
      fit_json_set (properties, infos[i].name, option_schema (&infos[i]));
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
