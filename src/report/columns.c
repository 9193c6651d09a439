/* columns.c - dictionaries and ranges of numbers, as JSON
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/columns.h"

struct _FitDictionary
{
  GPtrArray *texts;      /* owned, of owned char */
  GHashTable *number_of; /* owned: text -> number */
};

FitDictionary *
fit_dictionary_new (void)
{
  FitDictionary *dictionary = g_new (FitDictionary, 1);

  dictionary->texts = g_ptr_array_new_with_free_func (g_free);
  dictionary->number_of = g_hash_table_new (g_str_hash, g_str_equal);
  return dictionary;
}

void
fit_dictionary_free (FitDictionary *dictionary)
{
  g_hash_table_unref (dictionary->number_of);
  g_ptr_array_unref (dictionary->texts);
  g_free (dictionary);
}

gint
fit_dictionary_find (const FitDictionary *dictionary, const char *text)
{
  gpointer number;

  return g_hash_table_lookup_extended (dictionary->number_of, text, NULL,
                                       &number)
             ? GPOINTER_TO_INT (number)
             : -1;
}

guint
fit_dictionary_number (FitDictionary *dictionary, const char *text)
{
  const gint found = fit_dictionary_find (dictionary, text);
  const guint number = dictionary->texts->len;
  char *copy;

  if (found >= 0)
    return (guint) found;
  copy = g_strdup (text);
  g_ptr_array_add (dictionary->texts, copy);
  g_hash_table_insert (dictionary->number_of, copy, GUINT_TO_POINTER (number));
  return number;
}

guint
fit_dictionary_size (const FitDictionary *dictionary)
{
  return dictionary->texts->len;
}

const char *
fit_dictionary_text (const FitDictionary *dictionary, guint number)
{
  return dictionary->texts->pdata[number];
}

FitJson *
fit_dictionary_json (const FitDictionary *dictionary)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0; i < dictionary->texts->len; i++)
    fit_json_add_text (array, dictionary->texts->pdata[i]);
  return array;
}

FitJson *
fit_ranges_json (const GArray *numbers)
{
  FitJson *array = fit_json_array ();

  for (guint i = 0, next; i < numbers->len; i = next)
    {
      const guint from = g_array_index (numbers, guint, i);

      for (next = i + 1;
           next < numbers->len
           && g_array_index (numbers, guint, next) == from + (next - i);)
        next++;
      fit_json_add (
          array,
          fit_json_column ((const gint64[]){ from, from + (next - i) - 1 }, 2));
    }
  return array;
}
