/* value-yaml.c - writes value trees as YAML
 *
 * A string must stay a string for every reader, so only unambiguous words are
 * written without quotes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-yaml.h"

#include "formats/value-json.h"

#include <string.h>

/* Words that YAML 1.1 or 1.2 read as a boolean or null. */
static const char *const words[]
    = { "true", "false", "yes", "no", "on", "off", "null", "y", "n" };

/* Does it begin with a letter and contain nothing special to YAML? */
static gboolean
is_plain (const char *text)
{
  if (!g_ascii_isalpha (*text))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strcasecmp (text, words[i]) == 0)
      return FALSE;
  return strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                       "abcdefghijklmnopqrstuvwxyz0123456789-_./")
         == strlen (text);
}

static void
append_string (GString *out, const char *text)
{
  if (is_plain (text))
    g_string_append (out, text);
  else
    fit_json_append_string (out, text);
}

static gboolean
is_block (const FitValue *value)
{
  return (value->type == FIT_VALUE_MAP || value->type == FIT_VALUE_LIST)
         && value->n > 0;
}

static void
append_scalar (GString *out, const FitValue *value)
{
  switch (value->type)
    {
    case FIT_VALUE_BOOL:
      g_string_append (out, value->boolean ? "true" : "false");
      break;
    case FIT_VALUE_NUMBER:
      g_string_append (out, value->text);
      break;
    case FIT_VALUE_STRING:
      append_string (out, value->text);
      break;
    case FIT_VALUE_LIST:
      g_string_append (out, "[]");
      break;
    case FIT_VALUE_MAP:
      g_string_append (out, "{}");
      break;
    case FIT_VALUE_NULL:
    case FIT_VALUE_LAST:
    default:
      g_string_append (out, "null");
      break;
    }
}

static void append_block (GString *out, const FitValue *value, guint indent,
                          gboolean inlined);

/* Appends the value after "KEY:". */
static void
append_member (GString *out, const FitValue *value, guint indent)
{
  if (!is_block (value))
    {
      g_string_append_c (out, ' ');
      append_scalar (out, value);
      g_string_append_c (out, '\n');
      return;
    }
  g_string_append_c (out, '\n');
  append_block (out, value, value->type == FIT_VALUE_MAP ? indent + 2 : indent,
                FALSE);
}

/* @inlined: the first line continues the current line.  The recursion is
 * limited by the tables and by the reader's limit on depth. */
static void
append_block (GString *out, const FitValue *value, guint indent,
              gboolean inlined)
{
  for (guint i = 0; i < value->n; i++)
    {
      const FitValue *item = value->type == FIT_VALUE_MAP
                                 ? &value->members[i].value
                                 : &value->items[i];

      if (i > 0 || !inlined)
        g_string_append_printf (out, "%*s", (int) indent, "");
      if (value->type == FIT_VALUE_MAP)
        {
          append_string (out, value->members[i].key);
          g_string_append_c (out, ':');
          append_member (out, item, indent);
          continue;
        }
      g_string_append (out, "- ");
      if (is_block (item))
        append_block (out, item, indent + 2, TRUE);
      else
        {
          append_scalar (out, item);
          g_string_append_c (out, '\n');
        }
    }
}

void
fit_value_append_yaml (GString *out, const FitValue *value)
{
  if (is_block (value))
    append_block (out, value, 0, FALSE);
  else
    {
      append_scalar (out, value);
      g_string_append_c (out, '\n');
    }
}

char *
fit_value_to_yaml (const FitValue *value)
{
  GString *out = g_string_new (NULL);

  fit_value_append_yaml (out, value);
  return g_string_free (out, FALSE);
}
