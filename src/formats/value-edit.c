/* value-edit.c - changed copies of value trees
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-edit.h"

#include "formats/value-json.h"

#include <string.h>

FitValue
fit_value_of_text (const char *text)
{
  return (FitValue){ .type = FIT_VALUE_STRING,
                     .n = (guint32) strlen (text),
                     .text = text };
}

FitValue
fit_value_of_bool (gboolean boolean)
{
  return (FitValue){ .type = FIT_VALUE_BOOL, .boolean = boolean };
}

void
fit_new_map_add (FitNewMap *map, const char *key, FitValue value)
{
  map->members[map->n++] = (FitMember){ .key = key,
                                        .key_len = (guint32) strlen (key),
                                        .value = value };
}

FitValue
fit_value_with (FitArena *arena, const FitValue *map, const char *key,
                const FitValue *value)
{
  const guint32 n = map != NULL && map->type == FIT_VALUE_MAP ? map->n : 0;
  FitMember *members = fit_arena_newn (arena, FitMember, n + 1);
  const gsize len = strlen (key);
  gboolean placed = value == NULL;
  guint32 n_members = 0;

  for (guint32 i = 0; i < n; i++)
    {
      const gboolean same = map->members[i].key_len == len
                            && memcmp (map->members[i].key, key, len) == 0;

      if (same && placed)
        continue;
      members[n_members] = map->members[i];
      if (same)
        members[n_members].value = *value;
      n_members++;
      placed = placed || same;
    }
  if (!placed)
    members[n_members++]
        = (FitMember){ .key = key, .key_len = (guint32) len, .value = *value };
  return (
      FitValue){ .type = FIT_VALUE_MAP, .n = n_members, .members = members };
}

FitValue
fit_value_with_text (FitArena *arena, const FitValue *map, const char *key,
                     const char *text)
{
  const FitValue value = fit_value_of_text (text);

  return fit_value_with (arena, map, key, &value);
}

FitValue
fit_value_with_item (FitArena *arena, const FitValue *list,
                     const FitValue *item)
{
  const guint32 n = fit_value_n_items (list);
  FitValue *items = fit_arena_newn (arena, FitValue, n + 1);

  if (n > 0)
    memcpy (items, list->items, n * sizeof *items);
  items[n] = *item;
  return (FitValue){ .type = FIT_VALUE_LIST, .n = n + 1, .items = items };
}

gboolean
fit_value_same (const FitValue *one, const FitValue *other)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GString) other_text = g_string_new (NULL);

  if (one == NULL || other == NULL)
    return one == other;
  fit_value_append_json (text, one, G_MAXSIZE, NULL);
  fit_value_append_json (other_text, other, G_MAXSIZE, NULL);
  return g_string_equal (text, other_text);
}

const FitValue *
fit_value_prune (FitArena *arena, const FitValue *value,
                 const FitValue *defaults, const FitValue *others)
{
  FitValue *pruned = fit_arena_new0 (arena, FitValue, 1);
  FitMember *members = fit_arena_new0 (arena, FitMember, value->n + 1);

  pruned->type = FIT_VALUE_MAP;
  pruned->members = members;
  for (guint i = 0; i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      const FitValue *one = fit_value_get (defaults, member->key);
      const FitValue *other = fit_value_get (others, member->key);

      if (fit_value_same (&member->value, one)
          || fit_value_same (&member->value, other))
        continue;
      members[pruned->n++] = *member;
    }
  return pruned;
}
