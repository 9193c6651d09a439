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

#include "api/decode.h"
#include "base/secrets.h"
#include "base/similar.h"
#include "policy/policy-fields.h"
#include "policy/policy-hints.h"
#include "policy/policy-private.h"

typedef struct
{
  FitDecoder decoder; /* its path is that of the value being decoded; any_case:
                         in an element of extenders */
  const FitPolicyForm *form;
  GPtrArray *ignored;  /* of FitIgnoredField */
  GPtrArray *repeated; /* of FitRepeatedField */
  GError **error;
} Reader;

typedef gboolean (*ReadFunc) (Reader *reader, const FitPolicyRow *row,
                              gpointer at, const FitValue *value);

static gboolean decode_members (Reader *reader, const FitPolicyTable *table,
                                gpointer base, const FitValue *map);

/* Does the field, or one of its fields, contain private keys? */
static gboolean
is_secret (const FitPolicyRow *row)
{
  if (row->type == FIT_POLICY_BASE64)
    return TRUE;
  for (guint i = 0; row->table != NULL && i < row->table->n_rows; i++)
    if (row->table->rows[i].type == FIT_POLICY_BASE64)
      return TRUE;
  return FALSE;
}

/* Completes the error about @value.  @wanted is the type of @row, or of its
 * elements. */
static gboolean
explain (Reader *reader, const FitPolicyRow *row, FitPolicyType wanted,
         const FitValue *value)
{
  fit_policy_prefix_error (reader->error, reader->form->source, value);
  fit_policy_add_hint (reader->error, row, wanted, value);
  return FALSE;
}

static gboolean
fail (Reader *reader, const FitPolicyRow *row, FitPolicyType wanted,
      const FitValue *value, const char *expected)
{
  const FitValue hidden = fit_value_hide (value);

  fit_decode_mismatch (&reader->decoder, is_secret (row) ? &hidden : value,
                       expected, reader->error);
  return explain (reader, row, wanted, value);
}

static gboolean
decode_string (Reader *reader, const FitPolicyRow *row, gpointer at,
               const FitValue *value)
{
  char **string = at;

  if (value->type == FIT_VALUE_NULL && reader->decoder.any_case)
    return TRUE;
  if (value->type != FIT_VALUE_STRING && value->type != FIT_VALUE_NULL)
    return fail (reader, row, FIT_POLICY_STRING, value, "a string");
  g_free (*string);
  *string = g_strdup (value->type == FIT_VALUE_STRING ? value->text : "");
  return TRUE;
}

/* null leaves @at as it is. */
static gboolean
decode_as (Reader *reader, const FitPolicyRow *row, const FitType *type,
           gpointer at, const FitValue *value)
{
  return value->type == FIT_VALUE_NULL
         || fit_decode (&reader->decoder, type, value, at, reader->error)
         || explain (reader, row, row->type, value);
}

static gboolean
decode_scalar (Reader *reader, const FitPolicyRow *row, gpointer at,
               const FitValue *value)
{
  return decode_as (reader, row,
                    row->type == FIT_POLICY_BOOL ? &fit_type_bool
                                                 : &fit_type_int64,
                    at, value);
}

/* The internal form has 32 bits; v1 has 64, which the conversion truncates. */
static gboolean
decode_int32 (Reader *reader, const FitPolicyRow *row, gpointer at,
              const FitValue *value)
{
  gint64 wide = *(gint32 *) at;

  if (reader->form->internal)
    return decode_as (reader, row, &fit_type_int32, at, value);
  if (!decode_as (reader, row, &fit_type_int64, &wide, value))
    return FALSE;
  *(gint32 *) at = (gint32) (guint32) ((guint64) wide & G_MAXUINT32);
  return TRUE;
}

static gboolean
decode_base64 (Reader *reader, const FitPolicyRow *row, gpointer at,
               const FitValue *value)
{
  GBytes **data = at;
  GBytes *decoded = NULL;

  if (value->type == FIT_VALUE_STRING)
    decoded = fit_base64_decode (value->text);
  if (decoded == NULL && value->type != FIT_VALUE_NULL)
    return fail (reader, row, row->type, value, "a string in base64");
  g_clear_pointer (data, g_bytes_unref);
  *data = decoded;
  return TRUE;
}

static gboolean
decode_strings (Reader *reader, const FitPolicyRow *row, gpointer at,
                const FitValue *value)
{
  char ***strings = at;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  FitStep step = { .up = reader->decoder.path };

  if (value->type != FIT_VALUE_LIST && value->type != FIT_VALUE_NULL)
    return fail (reader, row, row->type, value, "a list of strings");
  reader->decoder.path = &step;
  for (guint i = 0; value->type == FIT_VALUE_LIST && i < value->n; i++)
    {
      g_autofree char *string = g_strdup ("");

      step.index = i;
      if (!decode_string (reader, row, &string, &value->items[i]))
        return FALSE;
      g_ptr_array_add (list, g_steal_pointer (&string));
    }
  reader->decoder.path = step.up;
  g_ptr_array_add (list, NULL);
  g_strfreev (*strings);
  *strings = (char **) g_ptr_array_free (g_steal_pointer (&list), FALSE);
  return TRUE;
}

static gboolean
decode_allocated (Reader *reader, const FitPolicyRow *row, gpointer base,
                  const FitValue *value)
{
  gpointer object = fit_policy_row_pointer (row, base);

  if (value->type != FIT_VALUE_MAP)
    return fail (reader, row, row->type, value, "an object");
  if (object == NULL)
    {
      object = fit_policy_table_new (row->table);
      fit_policy_row_set_pointer (row, base, object);
    }
  return decode_members (reader, row->table, object, value);
}

static gboolean
decode_object (Reader *reader, const FitPolicyRow *row, gpointer base,
               const FitValue *value)
{
  guint *flags = (guint *) ((char *) base + row->offset);

  if (value->type != FIT_VALUE_MAP)
    return fail (reader, row, row->type, value, "an object");
  *flags |= row->bit;
  return decode_members (reader, row->table, base, value);
}

static gboolean
decode_element (Reader *reader, const FitPolicyRow *row, gpointer element,
                const FitValue *value, guint index)
{
  FitStep step = { .up = reader->decoder.path, .index = index };

  reader->decoder.path = &step;
  if (row->table->place >= 0)
    *(FitPlace *) ((char *) element + row->table->place)
        = (FitPlace){ value->line, value->column };
  if (value->type != FIT_VALUE_MAP && value->type != FIT_VALUE_NULL)
    return fail (reader, row, FIT_POLICY_OBJECT, value, "an object");
  if (value->type == FIT_VALUE_MAP
      && !decode_members (reader, row->table, element, value))
    return FALSE;
  reader->decoder.path = step.up;
  return TRUE;
}

static gboolean
decode_list (Reader *reader, const FitPolicyRow *row, gpointer at,
             const FitValue *value)
{
  GPtrArray **list = at;
  const gboolean outer_case = reader->decoder.any_case;

  if (value->type != FIT_VALUE_LIST)
    return fail (reader, row, row->type, value, "a list");
  if (*list == NULL)
    *list = g_ptr_array_new_with_free_func (row->table->free);
  if (row->any_case && !reader->form->internal)
    reader->decoder.any_case = TRUE;
  for (guint i = 0; i < value->n; i++)
    {
      if (i == (*list)->len)
        g_ptr_array_add (*list, fit_policy_table_new (row->table));
      if (!decode_element (reader, row, (*list)->pdata[i], &value->items[i], i))
        return FALSE;
    }
  g_ptr_array_set_size (*list, (gint) value->n);
  reader->decoder.any_case = outer_case;
  return TRUE;
}

static gboolean
decode_array (Reader *reader, const FitPolicyRow *row, gpointer at,
              const FitValue *value)
{
  GArray *array = *(GArray **) at;

  if (value->type != FIT_VALUE_LIST)
    return fail (reader, row, row->type, value, "a list");
  for (guint i = 0; i < value->n; i++)
    {
      gboolean is_new = i == array->len;
      gpointer element;

      if (is_new)
        g_array_set_size (array, i + 1);
      element = array->data + i * row->table->size;
      if (is_new)
        fit_policy_table_init (row->table, element);
      if (!decode_element (reader, row, element, &value->items[i], i))
        return FALSE;
    }
  g_array_set_size (array, value->n);
  return TRUE;
}

/* Does null clear this type?  See the top of the file. */
static gboolean
is_emptied_by_null (FitPolicyType type)
{
  return type == FIT_POLICY_OBJECT || type == FIT_POLICY_ALLOCATED
         || type == FIT_POLICY_LIST || type == FIT_POLICY_ARRAY;
}

static gboolean
decode_field (Reader *reader, const FitPolicyRow *row, gpointer base,
              const FitValue *value)
{
  static const ReadFunc funcs[FIT_POLICY_LAST] = {
    [FIT_POLICY_STRING] = decode_string,
    [FIT_POLICY_BOOL] = decode_scalar,
    [FIT_POLICY_INT64] = decode_scalar,
    [FIT_POLICY_DURATION] = decode_scalar,
    [FIT_POLICY_INT32] = decode_int32,
    [FIT_POLICY_BASE64] = decode_base64,
    [FIT_POLICY_STRINGS] = decode_strings,
    [FIT_POLICY_LIST] = decode_list,
    [FIT_POLICY_ARRAY] = decode_array,
  };

  if (value->type == FIT_VALUE_NULL && is_emptied_by_null (row->type))
    {
      fit_policy_row_clear (row, base);
      return TRUE;
    }
  if (row->type == FIT_POLICY_OBJECT)
    return decode_object (reader, row, base, value);
  if (row->type == FIT_POLICY_ALLOCATED)
    return decode_allocated (reader, row, base, value);
  return funcs[row->type](reader, row, (char *) base + row->offset, value);
}

static gboolean
is_named (const Reader *reader, const FitPolicyRow *row, const char *key)
{
  const FitPolicyForm *form = reader->form;
  const char *name = form->internal ? row->go_name : row->name;
  const gboolean any_case
      = reader->decoder.any_case || fit_legacy_release_any_case (form->release);

  return any_case ? fit_names_equal (key, name) : g_str_equal (key, name);
}

/* A field that the release does not know is treated like any unknown field. */
static const FitPolicyRow *
find_row (const Reader *reader, const FitPolicyTable *table, const char *key)
{
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitPolicyRow *row = &table->rows[i];

      if (fit_span_has (row->span, reader->form->release)
          && is_named (reader, row, key))
        return row;
    }
  return NULL;
}

/* Ignored without a warning: the version of the document, and the one that old
 * files give to extenders. */
static gboolean
is_type_meta (const Reader *reader, const char *key)
{
  return (reader->decoder.path->up == NULL || reader->decoder.any_case)
         && (fit_names_equal (key, "apiVersion")
             || fit_names_equal (key, "kind"));
}

static void
note_ignored (const Reader *reader, const FitPolicyTable *table,
              const FitMember *member)
{
  FitIgnoredField *field;
  FitSimilar similar;

  if (is_type_meta (reader, member->key))
    return;
  field = g_new0 (FitIgnoredField, 1);
  field->path = fit_decode_path (&reader->decoder);
  field->place = (FitPlace){ member->value.line, member->value.column };
  fit_similar_init (&similar, member->key);
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitPolicyRow *row = &table->rows[i];

      const gboolean known = fit_span_has (row->span, reader->form->release);

      if (!known && is_named (reader, row, member->key))
        field->since = row->span.since;
      else if (known)
        fit_similar_offer (&similar,
                           reader->form->internal ? row->go_name : row->name);
    }
  if (field->since == 0)
    field->meant = similar.best;
  g_ptr_array_add (reader->ignored, field);
}

/* Records the place of the field; null counts as absent. */
static void
note_written (const FitPolicyRow *row, gpointer base, const FitValue *value)
{
  if (row->written != 0)
    *(FitPlace *) ((char *) base + row->written)
        = value->type == FIT_VALUE_NULL
              ? (FitPlace){ 0 }
              : (FitPlace){ value->line, value->column };
}

/* No table has more than 64 rows. */
static guint64
row_bit (const FitPolicyTable *table, const FitPolicyRow *row)
{
  return G_GUINT64_CONSTANT (1) << (row - table->rows);
}

static void
note_repeated (const Reader *reader, const FitPolicyRow *row,
               const FitMember *member)
{
  FitRepeatedField *field = g_new (FitRepeatedField, 1);

  *field = (FitRepeatedField){
    .path = fit_decode_path (&reader->decoder),
    .merged = !member->repeated && is_emptied_by_null (row->type),
    .place = { member->value.line, member->value.column },
  };
  g_ptr_array_add (reader->repeated, field);
}

static gboolean
decode_members (Reader *reader, const FitPolicyTable *table, gpointer base,
                const FitValue *map)
{
  g_autoptr (GPtrArray) members = fit_policy_members (map, reader->form);
  guint64 seen = 0; /* a bit for each row */
  FitStep step = { .up = reader->decoder.path };

  reader->decoder.path = &step;
  for (guint i = 0; i < members->len; i++)
    {
      const FitMember *member = members->pdata[i];
      const FitPolicyRow *row = find_row (reader, table, member->key);

      step.name = member->key;
      if (row == NULL)
        {
          note_ignored (reader, table, member);
          continue; /* v1.16 ignores unknown fields */
        }
      if (member->repeated || (seen & row_bit (table, row)) != 0)
        note_repeated (reader, row, member);
      seen |= row_bit (table, row);
      if (!decode_field (reader, row, base, &member->value))
        return FALSE;
      note_written (row, base, &member->value);
    }
  reader->decoder.path = step.up;
  return TRUE;
}

gboolean
fit_policy_decode (FitPolicy *policy, const FitValue *map,
                   const FitPolicyForm *form, GError **error)
{
  Reader reader = { .form = form,
                    .ignored = policy->ignored_fields,
                    .repeated = policy->repeated_fields,
                    .error = error };

  return decode_members (&reader, &fit_policy_fields, policy, map);
}
