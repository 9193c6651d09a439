/* columns.c - dictionaries, ranges and columns of numbers, as JSON
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
      FitJson *range = fit_json_array ();

      for (next = i + 1;
           next < numbers->len
           && g_array_index (numbers, guint, next) == from + (next - i);)
        next++;
      fit_json_add_integer (range, from);
      fit_json_add_integer (range, from + (next - i) - 1);
      fit_json_add (array, range);
    }
  return array;
}

/* Most columns have few values: those that were written last are shared. */
#define N_SHARED 64

FitJson *
fit_column_json (const gint64 *values, guint n)
{
  FitJson *array = fit_json_array ();
  FitJson *shared[N_SHARED] = { NULL };
  gint64 value_of[N_SHARED];

  for (guint i = 0; i < n; i++)
    {
      const guint at = (guint) ((guint64) values[i] % N_SHARED);

      if (shared[at] == NULL || value_of[at] != values[i])
        {
          shared[at] = fit_json_integer (values[i]);
          value_of[at] = values[i];
          fit_json_add (array, shared[at]);
        }
      else
        fit_json_add (array, fit_json_ref (shared[at]));
    }
  return array;
}
