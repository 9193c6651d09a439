/* columns.h - facts about many nodes and pods without repetition
 *
 * A text that many have in common stands once in a dictionary, and neighbours
 * with the same fact are a range.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/json-build.h"

/* Texts, each once, numbered in the order in which they are first mentioned. */
typedef struct _FitDictionary FitDictionary;

FitDictionary *fit_dictionary_new (void);
void fit_dictionary_free (FitDictionary *dictionary);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitDictionary, fit_dictionary_free)

/* fit_dictionary_number: Returns: the number of @text, which is added if it is
 * new */
guint fit_dictionary_number (FitDictionary *dictionary, const char *text);

/* fit_dictionary_find: Returns: its number, or -1 */
gint fit_dictionary_find (const FitDictionary *dictionary, const char *text);

guint fit_dictionary_size (const FitDictionary *dictionary);

/* fit_dictionary_text: Returns: (transfer none): the text numbered @number */
const char *fit_dictionary_text (const FitDictionary *dictionary, guint number);

/* fit_dictionary_json: Returns: (transfer full): an array of its texts */
FitJson *fit_dictionary_json (const FitDictionary *dictionary);

/* fit_ranges_json: @numbers: of guint, ascending.  Returns: (transfer full):
 * [[FROM, TO], ...], both included */
FitJson *fit_ranges_json (const GArray *numbers);
