/* value.c - access to a decoded tree
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value.h"

#include <string.h>

static const char *const type_texts[] = {
  [FIT_VALUE_NULL] = "null",       [FIT_VALUE_BOOL] = "a boolean",
  [FIT_VALUE_NUMBER] = "a number", [FIT_VALUE_STRING] = "a string",
  [FIT_VALUE_LIST] = "a list",     [FIT_VALUE_MAP] = "an object",
};
G_STATIC_ASSERT (G_N_ELEMENTS (type_texts) == FIT_VALUE_LAST);

const char *
fit_value_type_text (FitValueType type)
{
  return type_texts[type];
}

const char *
fit_value_type_name (FitValueType type)
{
  const char *article = strchr (type_texts[type], ' ');

  return article != NULL ? article + 1 : type_texts[type];
}

/* U+212A KELVIN SIGN and U+017F LATIN SMALL LETTER LONG S are the only letters
 * outside of ASCII whose simple folding lies in it. */
static gunichar
fold (gunichar c)
{
  if (c == 0x212A)
    return 'k';
  if (c == 0x017F)
    return 's';
  return c < 0x80 ? (gunichar) g_ascii_tolower ((char) c) : c;
}

gboolean
fit_names_equal (const char *key, const char *name)
{
  for (; *key != '\0' && *name != '\0'; key = g_utf8_next_char (key), name++)
    if (fold (g_utf8_get_char (key)) != (gunichar) g_ascii_tolower (*name))
      return FALSE;
  return *key == '\0' && *name == '\0';
}

const FitValue *
fit_value_get (const FitValue *map, const char *key)
{
  gsize len;

  if (map == NULL || map->type != FIT_VALUE_MAP)
    return NULL;
  len = strlen (key);
  for (guint32 i = map->n; i-- > 0;)
    {
      const FitMember *member = &map->members[i];

      if (member->key_len == len && memcmp (member->key, key, len) == 0)
        return &member->value;
    }
  return NULL;
}

const char *
fit_value_get_string (const FitValue *map, const char *key)
{
  const FitValue *value = fit_value_get (map, key);

  return value != NULL && value->type == FIT_VALUE_STRING ? value->text : NULL;
}
