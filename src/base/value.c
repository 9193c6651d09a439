/* value.c - access to a decoded tree */
#include "base/value.h"

#include <string.h>

static const char *const type_names[] = {
  [FIT_VALUE_NULL] = "null",     [FIT_VALUE_BOOL] = "boolean",
  [FIT_VALUE_NUMBER] = "number", [FIT_VALUE_STRING] = "string",
  [FIT_VALUE_LIST] = "list",     [FIT_VALUE_MAP] = "object",
};
G_STATIC_ASSERT (G_N_ELEMENTS (type_names) == FIT_VALUE_LAST);

const char *
fit_value_type_name (FitValueType type)
{
  return (guint) type < FIT_VALUE_LAST ? type_names[type] : "unknown";
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

const FitValue *
fit_value_get_any_case (const FitValue *map, const char *key)
{
  if (map == NULL || map->type != FIT_VALUE_MAP)
    return NULL;
  for (guint32 i = map->n; i-- > 0;)
    if (g_ascii_strcasecmp (map->members[i].key, key) == 0)
      return map->members[i].value.type != FIT_VALUE_NULL
                 ? &map->members[i].value
                 : NULL;
  return NULL;
}

const char *
fit_value_get_string (const FitValue *map, const char *key)
{
  const FitValue *value = fit_value_get (map, key);

  return value != NULL && value->type == FIT_VALUE_STRING ? value->text : NULL;
}
