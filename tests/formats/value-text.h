/* value-text.h - a tree as text, to compare it with what was expected
 *
 * The order of members and repeated keys are kept, so that
 * {"a":1,"a":[null]} reads so.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* value_append_text: writes @value to @out like JSON; text is not escaped */
static inline void
value_append_text (GString *out, const FitValue *value)
{
  switch (value->type)
    {
    case FIT_VALUE_NULL:
      g_string_append (out, "null");
      break;
    case FIT_VALUE_BOOL:
      g_string_append (out, value->boolean ? "true" : "false");
      break;
    case FIT_VALUE_NUMBER:
      g_string_append (out, value->text);
      break;
    case FIT_VALUE_STRING:
      g_string_append_printf (out, "\"%s\"", value->text);
      break;
    case FIT_VALUE_LIST:
      for (guint32 i = 0; i < value->n; i++)
        {
          g_string_append_c (out, i == 0 ? '[' : ',');
          value_append_text (out, &value->items[i]);
        }
      g_string_append (out, value->n == 0 ? "[]" : "]");
      break;
    default:
      for (guint32 i = 0; i < value->n; i++)
        {
          g_string_append_printf (out, "%c\"%s\":", i == 0 ? '{' : ',',
                                  value->members[i].key);
          value_append_text (out, &value->members[i].value);
        }
      g_string_append (out, value->n == 0 ? "{}" : "}");
    }
}

/* value_to_text: Returns: (transfer full) */
static inline char *
value_to_text (const FitValue *value)
{
  GString *out = g_string_new (NULL);

  value_append_text (out, value);
  return g_string_free (out, FALSE);
}
