/* json-build.h - builds JSON objects for output, member by member
 *
 * Members keep the order in which they are set first.  NULL is JSON's null.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

typedef struct json_object FitJson;

/* fit_json_object, fit_json_array: Returns: (transfer full): an empty one.
 * fit_json_integer: Returns: (transfer full) */
FitJson *fit_json_object (void);
FitJson *fit_json_array (void);
FitJson *fit_json_integer (gint64 value);
FitJson *fit_json_ref (FitJson *json);
void fit_json_free (FitJson *json);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitJson, fit_json_free)

/* fit_json_set: @value: (nullable) (transfer full) */
void fit_json_set (FitJson *object, const char *key, FitJson *value);

/* fit_json_set_text: @text: (nullable); what is not UTF-8 in it is replaced */
void fit_json_set_text (FitJson *object, const char *key, const char *text);
void fit_json_set_integer (FitJson *object, const char *key, gint64 value);
/* fit_json_set_number: an integer if @known, else null */
void fit_json_set_number (FitJson *object, const char *key, gboolean known,
                          gint64 value);

void fit_json_set_boolean (FitJson *object, const char *key, gboolean value);

/* fit_json_set_texts: @texts: (nullable): of char */
void fit_json_set_texts (FitJson *object, const char *key,
                         const GPtrArray *texts);

/* fit_json_set_members: sets the members of @members (transfer none) */
void fit_json_set_members (FitJson *object, const FitJson *members);

/* fit_json_from_text: @text: (nullable): JSON.  Returns: (transfer full)
 * (nullable): its value */
FitJson *fit_json_from_text (const char *text);

/* fit_json_append: Returns: (transfer none): a new object at the end of
 * @array */
FitJson *fit_json_append (FitJson *array);

/* fit_json_add: @value: (nullable) (transfer full): at the end of @array.
 * fit_json_add_text, fit_json_add_integer: as the functions that set members */
void fit_json_add (FitJson *array, FitJson *value);
void fit_json_add_text (FitJson *array, const char *text);
void fit_json_add_integer (FitJson *array, gint64 value);

/* fit_json_column: Returns: (transfer full): an array of @n integers, which takes
 * less memory and time than one that is built of them; nothing can be added */
FitJson *fit_json_column (const gint64 *values, guint n);

/* -- reading --------------------------------------------------------------- */

/* fit_json_get, fit_json_at: a member, an element.  @object, @array: (nullable).
 * Returns: (transfer none) (nullable): NULL if there is none; the elements of a
 * column have only fit_json_integer_at() */
FitJson *fit_json_get (const FitJson *object, const char *key);
FitJson *fit_json_at (const FitJson *array, guint i);

/* fit_json_length: @array: (nullable).  Returns: the number of its elements */
guint fit_json_length (const FitJson *array);

/* fit_json_integer_at: @array: (nullable).  Returns: 0 if there is no such
 * element */
gint64 fit_json_integer_at (const FitJson *array, guint i);

/* fit_json_text: @string: (nullable).  Returns: (transfer none) (nullable) */
const char *fit_json_text (const FitJson *string);

/* -- printing -------------------------------------------------------------- */

/* fit_json_append_compact: appends @json (nullable) without blanks.
 * fit_json_append_indented: with each value in a line of its own, as it stands
 * @depth containers deep in a document */
void fit_json_append_compact (const FitJson *json, GString *out);
void fit_json_append_indented (const FitJson *json, guint depth, GString *out);

/* fit_json_keep_arrays: keeps what fit_json_append_compact() appends for the arrays
 * of @object, and of the objects in it; they must not change any more */
void fit_json_keep_arrays (FitJson *object);

/* fit_yaml_append: appends @json as a YAML document; quotes strings that YAML
 * might read as something else */
void fit_yaml_append (FitJson *json, GString *out);

/* fit_yaml_append_text: appends what the text of a JSON document says as YAML */
void fit_yaml_append_text (const char *json, gsize len, GString *out);

/* -- documents ------------------------------------------------------------- */

#define FIT_API_VERSION "fitsched/v1"

/* fit_document_new: Returns: (transfer full): an object with apiVersion and
 * kind */
FitJson *fit_document_new (const char *kind);

/* fit_document_append: indented, with a line end */
void fit_document_append (const FitJson *document, GString *out);
