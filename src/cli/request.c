/* request.c - turns a JSON object into a command line and its files
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/request.h"

#include <string.h>

#include "formats/value-json.h"

#define FILES "files"

FitOptionGroups
fit_request_groups (const FitVerb *verb)
{
  return verb->groups & ~FIT_GROUPS_NOT_ASKED;
}

gboolean
fit_request_takes (const FitVerb *verb, const FitOptionInfo *info)
{
  return (info->group & fit_request_groups (verb)) != 0 && !info->local;
}

char *
fit_request_operand (const FitVerb *verb)
{
  return verb->most_operands > 0 ? g_ascii_strdown (verb->operand, -1) : NULL;
}

typedef struct
{
  FitInputs *inputs;
  GPtrArray *args;     /* owned, of char */
  GPtrArray *operands; /* owned, of char */
} Reading;

/* -- values ---------------------------------------------------------------- */

static gboolean
fail_type (const char *field, const FitValue *value, const char *expected,
           GError **error)
{
  return fit_fail (error, FIT_ERROR_SCHEMA,
                   "question: %s: found %s, expected %s", field,
                   fit_value_type_text (value->type), expected);
}

/* Keeps @value as the file @name: a text as it is, anything else as JSON. */
static gboolean
keep_file (FitInputs *inputs, const char *name, const FitValue *value,
           GError **error)
{
  char *text = value->type == FIT_VALUE_STRING
                   ? g_strndup (value->text, value->n)
                   : fit_value_to_json (value, NULL, error);

  if (text == NULL)
    return fit_blame (error, "question: %s: ", name);
  fit_inputs_keep (inputs, name, text, strlen (text));
  return TRUE;
}

static gboolean
take_files (FitInputs *inputs, const FitValue *files, GError **error)
{
  if (files->type != FIT_VALUE_MAP)
    return fail_type (FILES, files, "an object with the files by name", error);
  for (guint32 i = 0; i < files->n; i++)
    {
      const FitMember *file = &files->members[i];
      const FitValueType type = file->value.type;

      if (type != FIT_VALUE_STRING && type != FIT_VALUE_MAP)
        {
          g_autofree char *field
              = g_strdup_printf (FILES "[\"%s\"]", file->key);

          return fail_type (field, &file->value, "a text or an object", error);
        }
      if (!keep_file (inputs, file->key, &file->value, error))
        return FALSE;
    }
  return TRUE;
}

/* -- options --------------------------------------------------------------- */

/* Returns: (transfer full) (nullable): what stands for @value on a command line;
 * an object becomes a file of the name @field */
static char *
word_of (const Reading *reading, const char *field, const FitValue *value,
         gboolean may_be_file, GError **error)
{
  switch (value->type)
    {
    case FIT_VALUE_STRING:
    case FIT_VALUE_NUMBER:
      return g_strndup (value->text, value->n);
    case FIT_VALUE_BOOL:
      return g_strdup (value->boolean ? "true" : "false");
    case FIT_VALUE_MAP:
      if (may_be_file)
        return keep_file (reading->inputs, field, value, error)
                   ? g_strdup (field)
                   : NULL;
      break;
    default:
      break;
    }
  fail_type (field, value,
             may_be_file ? "the name of a file, or an object in place of one"
                         : "a text, a number or a boolean",
             error);
  return NULL;
}

/* Adds @value, or each of its elements, to @out, after @before. */
static gboolean
add_words (const Reading *reading, const FitMember *member, const char *before,
           gboolean many, gboolean may_be_file, GPtrArray *out, GError **error)
{
  const FitValue *value = &member->value;
  const gboolean is_list = value->type == FIT_VALUE_LIST;

  if (is_list && !many)
    return fail_type (member->key, value, "one value", error);
  for (guint32 i = 0; i < (is_list ? value->n : 1); i++)
    {
      const FitValue *one = is_list ? &value->items[i] : value;
      g_autofree char *field = is_list
                                   ? g_strdup_printf ("%s[%u]", member->key, i)
                                   : g_strdup (member->key);
      g_autofree char *word = word_of (reading, field, one, may_be_file, error);

      if (word == NULL)
        return FALSE;
      g_ptr_array_add (out, g_strconcat (before, word, NULL));
    }
  return TRUE;
}

static gboolean
take_option (const Reading *reading, const FitVerb *verb,
             const FitMember *member, GError **error)
{
  const FitOptionInfo *info
      = fit_option_find (verb->groups, member->key, strlen (member->key));
  g_autofree char *before = g_strdup_printf ("--%s=", member->key);

  if (info != NULL && !fit_request_takes (verb, info))
    return fit_fail (error, FIT_ERROR_USAGE,
                     "question: %s: only for command lines", member->key);
  /* What is unknown is refused with a suggestion where options are parsed. */
  if (info == NULL)
    g_ptr_array_add (reading->args, g_steal_pointer (&before));
  if (info == NULL || member->value.type == FIT_VALUE_NULL)
    return TRUE;
  return add_words (
      reading, member, before,
      info->type == FIT_OPTION_STRINGS || info->type == FIT_OPTION_NAMED,
      fit_option_completion (info) == FIT_COMPLETE_FILES, reading->args, error);
}

gboolean
fit_request_read (const FitVerb *verb, const char *json, gsize len,
                  FitInputs *inputs, char ***out_args, GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  g_autoptr (GPtrArray) args = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) operands = g_ptr_array_new_with_free_func (g_free);
  const Reading reading = { inputs, args, operands };
  const FitValue *question
      = fit_json_parse (arena, json, len, NULL, NULL, error);
  g_autofree char *operand = NULL;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  if (question == NULL)
    return fit_blame (error, "question: ");
  operand = fit_request_operand (verb);
  if (question->type != FIT_VALUE_MAP)
    return fit_fail (error, FIT_ERROR_SCHEMA,
                     "question: found %s, expected an object",
                     fit_value_type_text (question->type));
  for (guint32 i = 0; i < question->n; i++)
    {
      const FitMember *member = &question->members[i];
      gboolean taken;

      if (!g_hash_table_add (seen, (gpointer) member->key))
        return fit_fail (error, FIT_ERROR_SCHEMA, "question: %s: there are two",
                         member->key);
      if (strcmp (member->key, FILES) == 0)
        taken = take_files (reading.inputs, &member->value, error);
      else if (g_strcmp0 (member->key, operand) == 0)
        taken = add_words (&reading, member, "", TRUE,
                           verb->operand_completion == FIT_COMPLETE_FILES,
                           reading.operands, error);
      else
        taken = take_option (&reading, verb, member, error);
      if (!taken)
        return FALSE;
    }
  g_ptr_array_add (args, g_strdup ("--"));
  while (operands->len > 0)
    g_ptr_array_add (args, g_ptr_array_steal_index (operands, 0));
  g_ptr_array_add (args, NULL);
  *out_args = (char **) g_ptr_array_steal (args, NULL);
  return TRUE;
}
