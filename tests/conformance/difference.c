/* difference.c - says where two JSON values differ first
 * SPDX-License-Identifier: Apache-2.0 */
#include "conformance.h"

#include <string.h>

static char *
describe (const char *path, json_object *expected, json_object *actual)
{
  return g_strdup_printf (
      "%s: expected %.600s, got %.600s", *path ? path : ".",
      json_object_to_json_string_ext (expected, JSON_C_TO_STRING_PLAIN),
      json_object_to_json_string_ext (actual, JSON_C_TO_STRING_PLAIN));
}

static char *
list_difference (json_object *expected, json_object *actual, const char *path)
{
  const gsize n = json_object_array_length (expected),
              m = json_object_array_length (actual);

  for (gsize i = 0; i < MIN (n, m); i++)
    {
      g_autofree char *sub = g_strdup_printf ("%s[%zu]", path, i);
      char *found
          = first_difference (json_object_array_get_idx (expected, i),
                              json_object_array_get_idx (actual, i), sub);

      if (found)
        return found;
    }
  return n == m ? NULL : describe (path, expected, actual);
}

static char *
object_difference (json_object *expected, json_object *actual, const char *path)
{
  json_object_object_foreach (expected, key, value)
  {
    g_autofree char *sub = g_strdup_printf ("%s.%s", path, key);
    json_object *other = NULL;
    char *found;

    if (!json_object_object_get_ex (actual, key, &other))
      return g_strdup_printf (
          "%s: missing, expected %.600s", sub,
          json_object_to_json_string_ext (value, JSON_C_TO_STRING_PLAIN));
    found = first_difference (value, other, sub);
    if (found)
      return found;
  }
  json_object_object_foreach (actual, extra, surplus) if (
      !json_object_object_get_ex (
          expected, extra,
          NULL)) return g_strdup_printf ("%s.%s: not expected, got %.600s",
                                         path, extra,
                                         json_object_to_json_string_ext (
                                             surplus, JSON_C_TO_STRING_PLAIN));
  return NULL;
}

char *
first_difference (json_object *expected, json_object *actual, const char *path)
{
  const json_type type = json_object_get_type (expected);

  if (type != json_object_get_type (actual))
    return describe (path, expected, actual);
  if (type == json_type_array)
    return list_difference (expected, actual, path);
  if (type == json_type_object)
    return object_difference (expected, actual, path);
  return json_object_equal (expected, actual)
             ? NULL
             : describe (path, expected, actual);
}
