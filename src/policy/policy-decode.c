/* policy-decode.c - from the tree of a document to a FitPolicy
 *
 * v1.16 uses two decoders: json-iterator for the document, and encoding/json
 * (which ignores letter case) for the elements of `extenders`.  Both follow
 * these rules:
 *
 * - A field is decoded on top of the existing value.  So a repeated list keeps
 *   the fields that its later elements do not mention.
 * - null clears a list, an object or base64 data, and leaves a number, a
 *   boolean and the fields of a list element unchanged.
 * - Types are strict, and numbers are integers without decimal point or
 *   exponent.
 *
 * They differ for a repeated string: null clears it in the first decoder but
 * not in the second.
 */
#include <stddef.h>
#include <string.h>

#include "base/similar.h"
#include "base/secrets.h"
#include "policy/policy-fields.h"
#include "policy/policy-hints.h"
#include "policy/policy-private.h"

typedef struct
{
  const FitPolicyForm *form;
  gboolean any_case;   /* in an element of extenders */
  GString *path;       /* of the value being decoded, "extenders[0].weight" */
  GPtrArray *ignored;  /* of FitIgnoredField */
  GPtrArray *repeated; /* of FitRepeatedField */
  GError **error;
} FitDecoder;

typedef gboolean (*FitDecodeFunc) (FitDecoder *decoder, const FitFieldRow *row,
                                   gpointer at, const FitValue *value);

static gboolean decode_members (FitDecoder *decoder, const FitFieldTable *table,
                                gpointer base, const FitValue *map);

/* Does the field, or one of its fields, contain private keys? */
static gboolean
is_secret (const FitFieldRow *row)
{
  if (row->type == FIT_FIELD_BASE64)
    return TRUE;
  for (guint i = 0; row->table != NULL && i < row->table->n_rows; i++)
    if (row->table->rows[i].type == FIT_FIELD_BASE64)
      return TRUE;
  return FALSE;
}

/* @wanted is the type of @row, or of its elements. */
static gboolean
fail (FitDecoder *decoder, const FitFieldRow *row, FitFieldType wanted,
      const FitValue *value, const char *expected)
{
  const FitValue hidden = fit_value_hide (value);

  fit_policy_set_error (decoder->error, decoder->form->source,
                        decoder->path->str, is_secret (row) ? &hidden : value,
                        expected);
  fit_policy_add_hint (decoder->error, row, wanted, value);
  return FALSE;
}

static gboolean
decode_string (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
               const FitValue *value)
{
  char **string = at;

  if (value->type == FIT_VALUE_NULL && decoder->any_case)
    return TRUE;
  if (value->type != FIT_VALUE_STRING && value->type != FIT_VALUE_NULL)
    return fail (decoder, row, FIT_FIELD_STRING, value, "a string");
  g_free (*string);
  *string = g_strdup (value->type == FIT_VALUE_STRING ? value->text : "");
  return TRUE;
}

static gboolean
decode_bool (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
             const FitValue *value)
{
  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  if (value->type != FIT_VALUE_BOOL)
    return fail (decoder, row, row->type, value, "true or false");
  *(gboolean *) at = value->boolean;
  return TRUE;
}

/* Only digits, with an optional minus; the tree has checked that it is a
 * number. */
static gboolean
is_integer_literal (const char *text)
{
  return strpbrk (text, ".eE") == NULL;
}

static gboolean
read_integer (FitDecoder *decoder, const FitFieldRow *row,
              const FitValue *value, gint64 *out)
{
  if (value->type != FIT_VALUE_NUMBER || !is_integer_literal (value->text))
    return fail (decoder, row, row->type, value, "an integer");
  if (!g_ascii_string_to_signed (value->text, 10, G_MININT64, G_MAXINT64, out,
                                 NULL))
    return fail (decoder, row, row->type, value, "an integer of 64 bits");
  return TRUE;
}

static gboolean
decode_int64 (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
              const FitValue *value)
{
  return value->type == FIT_VALUE_NULL
         || read_integer (decoder, row, value, at);
}

static gboolean
decode_int32 (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
              const FitValue *value)
{
  gint64 wide;

  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  if (!read_integer (decoder, row, value, &wide))
    return FALSE;
  /* The internal form has 32 bits; v1 has 64, which the conversion
   * truncates. */
  if (decoder->form->internal && (wide < G_MININT32 || wide > G_MAXINT32))
    return fail (decoder, row, row->type, value, "an integer of 32 bits");
  *(gint32 *) at = (gint32) (guint32) ((guint64) wide & G_MAXUINT32);
  return TRUE;
}

/* Standard alphabet with padding; line breaks are skipped, as Go does. */
static GBytes *
decode_base64_text (const char *text)
{
  g_autoptr (GString) clean = g_string_new (NULL);
  gsize digits;
  gsize len;
  guchar *bytes;

  for (; *text != '\0'; text++)
    if (*text != '\r' && *text != '\n')
      g_string_append_c (clean, *text);
  digits = strspn (clean->str, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/");
  if (clean->len % 4 != 0 || clean->len - digits > 2
      || strspn (clean->str + digits, "=") != clean->len - digits)
    return NULL;
  bytes = g_base64_decode (clean->str, &len);
  return g_bytes_new_take (bytes, len);
}

static gboolean
decode_base64 (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
               const FitValue *value)
{
  GBytes **data = at;
  GBytes *decoded = NULL;

  if (value->type == FIT_VALUE_STRING)
    decoded = decode_base64_text (value->text);
  if (decoded == NULL && value->type != FIT_VALUE_NULL)
    return fail (decoder, row, row->type, value, "a string in base64");
  g_clear_pointer (data, g_bytes_unref);
  *data = decoded;
  return TRUE;
}

/* Appends "[index]" to the path.  Returns: the length to truncate it to
 * later */
static gsize
enter_element (const FitDecoder *decoder, guint index)
{
  gsize outer = decoder->path->len;

  g_string_append_printf (decoder->path, "[%u]", index);
  return outer;
}

static gboolean
decode_strings (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
                const FitValue *value)
{
  char ***strings = at;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);

  if (value->type != FIT_VALUE_LIST && value->type != FIT_VALUE_NULL)
    return fail (decoder, row, row->type, value, "a list of strings");
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    {
      gsize outer = enter_element (decoder, i);
      g_autofree char *string = g_strdup ("");

      if (!decode_string (decoder, row, &string, &value->items[i]))
        return FALSE;
      g_ptr_array_add (list, g_steal_pointer (&string));
      g_string_truncate (decoder->path, outer);
    }
  g_ptr_array_add (list, NULL);
  g_strfreev (*strings);
  *strings = (char **) g_ptr_array_free (g_steal_pointer (&list), FALSE);
  return TRUE;
}

static gboolean
decode_allocated (FitDecoder *decoder, const FitFieldRow *row, gpointer base,
                  const FitValue *value)
{
  gpointer object = fit_field_pointer (row, base);

  if (value->type != FIT_VALUE_MAP)
    return fail (decoder, row, row->type, value, "an object");
  if (object == NULL)
    {
      object = row->create ();
      fit_field_set_pointer (row, base, object);
    }
  return decode_members (decoder, row->table, object, value);
}

static gboolean
decode_object (FitDecoder *decoder, const FitFieldRow *row, gpointer base,
               const FitValue *value)
{
  guint *flags = (guint *) ((char *) base + row->offset);

  if (value->type != FIT_VALUE_MAP)
    return fail (decoder, row, row->type, value, "an object");
  *flags |= row->bit;
  return decode_members (decoder, row->table, base, value);
}

static gboolean
decode_element (FitDecoder *decoder, const FitFieldRow *row, gpointer element,
                const FitValue *value, guint index)
{
  gsize outer = enter_element (decoder, index);

  if (row->table->place >= 0)
    *(FitPolicyPlace *) ((char *) element + row->table->place)
        = (FitPolicyPlace){ value->line, value->column };
  if (value->type != FIT_VALUE_MAP && value->type != FIT_VALUE_NULL)
    return fail (decoder, row, FIT_FIELD_OBJECT, value, "an object");
  if (value->type == FIT_VALUE_MAP
      && !decode_members (decoder, row->table, element, value))
    return FALSE;
  g_string_truncate (decoder->path, outer);
  return TRUE;
}

static gboolean
decode_list (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
             const FitValue *value)
{
  GPtrArray **list = at;
  gboolean outer_case = decoder->any_case;

  if (value->type != FIT_VALUE_LIST)
    return fail (decoder, row, row->type, value, "a list");
  if (*list == NULL)
    *list = g_ptr_array_new_with_free_func (row->destroy);
  if (row->any_case && !decoder->form->internal)
    decoder->any_case = TRUE;
  for (guint i = 0; i < value->n; i++)
    {
      if (i == (*list)->len)
        g_ptr_array_add (*list, row->create ());
      if (!decode_element (decoder, row, (*list)->pdata[i], &value->items[i],
                           i))
        return FALSE;
    }
  g_ptr_array_set_size (*list, (gint) value->n);
  decoder->any_case = outer_case;
  return TRUE;
}

/* Elements of a GArray are zeroed, but absent strings must be "". */
static void
init_element (const FitFieldTable *table, gpointer element)
{
  for (guint i = 0; i < table->n_rows; i++)
    fit_field_clear (&table->rows[i], element);
}

static gboolean
decode_array (FitDecoder *decoder, const FitFieldRow *row, gpointer at,
              const FitValue *value)
{
  GArray *array = *(GArray **) at;
  guint size = g_array_get_element_size (array);

  if (value->type != FIT_VALUE_LIST)
    return fail (decoder, row, row->type, value, "a list");
  for (guint i = 0; i < value->n; i++)
    {
      gboolean is_new = i == array->len;
      gpointer element;

      if (is_new)
        g_array_set_size (array, i + 1);
      element = array->data + (gsize) i * size;
      if (is_new)
        init_element (row->table, element);
      if (!decode_element (decoder, row, element, &value->items[i], i))
        return FALSE;
    }
  g_array_set_size (array, value->n);
  return TRUE;
}

/* Does null clear this type?  See the top of the file. */
static gboolean
is_emptied_by_null (FitFieldType type)
{
  return type == FIT_FIELD_OBJECT || type == FIT_FIELD_ALLOCATED
         || type == FIT_FIELD_LIST || type == FIT_FIELD_ARRAY;
}

static gboolean
decode_field (FitDecoder *decoder, const FitFieldRow *row, gpointer base,
              const FitValue *value)
{
  static const FitDecodeFunc funcs[FIT_FIELD_LAST] = {
    [FIT_FIELD_STRING] = decode_string,   [FIT_FIELD_BOOL] = decode_bool,
    [FIT_FIELD_INT64] = decode_int64,     [FIT_FIELD_DURATION] = decode_int64,
    [FIT_FIELD_INT32] = decode_int32,     [FIT_FIELD_BASE64] = decode_base64,
    [FIT_FIELD_STRINGS] = decode_strings, [FIT_FIELD_LIST] = decode_list,
    [FIT_FIELD_ARRAY] = decode_array,
  };

  if (value->type == FIT_VALUE_NULL && is_emptied_by_null (row->type))
    {
      fit_field_clear (row, base);
      return TRUE;
    }
  if (row->type == FIT_FIELD_OBJECT)
    return decode_object (decoder, row, base, value);
  if (row->type == FIT_FIELD_ALLOCATED)
    return decode_allocated (decoder, row, base, value);
  return funcs[row->type](decoder, row, (char *) base + row->offset, value);
}

static gboolean
is_named (const FitDecoder *decoder, const FitFieldRow *row, const char *key)
{
  const FitPolicyForm *form = decoder->form;
  const char *name = form->internal ? row->go_name : row->name;
  const gboolean any_case
      = decoder->any_case || fit_legacy_release_any_case (form->release);

  return any_case ? fit_names_equal (key, name) : g_str_equal (key, name);
}

/* A field that the release does not know is treated like any unknown field. */
static const FitFieldRow *
find_row (const FitDecoder *decoder, const FitFieldTable *table,
          const char *key)
{
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitFieldRow *row = &table->rows[i];

      if (row->since <= decoder->form->release && is_named (decoder, row, key))
        return row;
    }
  return NULL;
}

/* Ignored without a warning: the version of the document, and the one that old
 * files give to extenders. */
static gboolean
is_type_meta (const FitDecoder *decoder, const char *key)
{
  return (decoder->path->len == 0 || decoder->any_case)
         && (fit_names_equal (key, "apiVersion")
             || fit_names_equal (key, "kind"));
}

static void
note_ignored (const FitDecoder *decoder, const FitFieldTable *table,
              const FitMember *member)
{
  FitIgnoredField *field;
  FitSimilar similar;

  if (is_type_meta (decoder, member->key))
    return;
  field = g_new0 (FitIgnoredField, 1);
  field->path = fit_policy_member_path (decoder->path->str, member->key);
  field->place = (FitPolicyPlace){ member->value.line, member->value.column };
  fit_similar_init (&similar, member->key);
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitFieldRow *row = &table->rows[i];

      if (row->since > decoder->form->release
          && is_named (decoder, row, member->key))
        field->since = row->since;
      else if (row->since <= decoder->form->release)
        fit_similar_offer (&similar,
                           decoder->form->internal ? row->go_name : row->name);
    }
  if (field->since == 0)
    field->meant = similar.best;
  g_ptr_array_add (decoder->ignored, field);
}

/* Records the place of the field; null counts as absent. */
static void
note_written (const FitFieldRow *row, gpointer base, const FitValue *value)
{
  if (row->written != 0)
    *(FitPolicyPlace *) ((char *) base + row->written)
        = value->type == FIT_VALUE_NULL
              ? (FitPolicyPlace){ 0 }
              : (FitPolicyPlace){ value->line, value->column };
}

/* No table has more than 64 rows. */
static guint64
row_bit (const FitFieldTable *table, const FitFieldRow *row)
{
  return G_GUINT64_CONSTANT (1) << (row - table->rows);
}

/* The decoder's path must be that of the field. */
static void
note_repeated (const FitDecoder *decoder, const FitFieldRow *row,
               const FitMember *member)
{
  FitRepeatedField *field = g_new (FitRepeatedField, 1);

  *field = (FitRepeatedField){
    .path = g_strdup (decoder->path->str),
    .merged = !member->repeated && is_emptied_by_null (row->type),
    .place = { member->value.line, member->value.column },
  };
  g_ptr_array_add (decoder->repeated, field);
}

static gboolean
decode_members (FitDecoder *decoder, const FitFieldTable *table, gpointer base,
                const FitValue *map)
{
  g_autoptr (GPtrArray) members = fit_policy_members (map, decoder->form);
  guint64 seen = 0; /* a bit for each row */

  for (guint i = 0; i < members->len; i++)
    {
      const FitMember *member = members->pdata[i];
      const FitFieldRow *row = find_row (decoder, table, member->key);
      gsize outer = decoder->path->len;

      if (row == NULL)
        {
          note_ignored (decoder, table, member);
          continue; /* v1.16 ignores unknown fields */
        }
      g_string_append_printf (decoder->path, "%s%s", outer > 0 ? "." : "",
                              member->key);
      if (member->repeated || (seen & row_bit (table, row)) != 0)
        note_repeated (decoder, row, member);
      seen |= row_bit (table, row);
      if (!decode_field (decoder, row, base, &member->value))
        return FALSE;
      note_written (row, base, &member->value);
      g_string_truncate (decoder->path, outer);
    }
  return TRUE;
}

gboolean
fit_policy_decode (FitPolicy *policy, const FitValue *map,
                   const FitPolicyForm *form, GError **error)
{
  g_autoptr (GString) path = g_string_new (NULL);
  FitDecoder decoder = { .form = form,
                         .path = path,
                         .ignored = policy->ignored_fields,
                         .repeated = policy->repeated_fields,
                         .error = error };

  return decode_members (&decoder, &fit_policy_fields, policy, map);
}
