/* fields-read.c - decoding of value trees into structs
 *
 * Types are strict.  Of a configuration, field names match exactly, unknown and
 * repeated fields are errors, and null means absent.  Lenient decoding gives
 * warnings for unknown and repeated fields; the last one of repeated fields
 * counts.
 *
 * A Policy is read as v1.16 does, with json-iterator for the document, and
 * encoding/json (which ignores letter case) for the elements of `extenders`:
 *
 * - Unknown and repeated fields are only noted.  From 1.18 on unknown ones
 *   outside of `extenders` are errors.
 * - A field is decoded on top of the existing value.  So a repeated list keeps
 *   the fields that its later elements do not mention.
 * - null clears a list, an object or base64 data, and leaves a number, a
 *   boolean and the fields of a list element unchanged.  It clears a string in
 *   the first decoder but not in the second.
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/fields.h"

#include "formats/duration.h"
#include "net/secrets.h"

#include <string.h>

#define MAX_FIELDS 40

/* -- scalars --------------------------------------------------------------- */

static const FitType *const scalar_types[FIT_CONFIG_TYPE_LAST] = {
  [FIT_CONFIG_BOOL] = &fit_type_bool,
  [FIT_CONFIG_INT32] = &fit_type_int32,
  [FIT_CONFIG_LOW_INT32] = &fit_type_int32,
  [FIT_CONFIG_INT64] = &fit_type_int64,
  [FIT_CONFIG_NANOSECONDS] = &fit_type_int64,
};

static gboolean
read_scalar (FitConfigReader *reader, const FitConfigField *field,
             const FitValue *value, gpointer at, GError **error)
{
  return fit_decode (&reader->decoder, scalar_types[field->type], value, at,
                     error)
         || fit_config_place_mismatch (reader, value, error);
}

static gboolean
read_low_int32 (FitConfigReader *reader, const FitConfigField *field,
                const FitValue *value, gpointer at, GError **error)
{
  const gboolean narrow
      = reader->internal || fit_release_has_profiles (reader->release);
  gint64 wide = 0;

  if (!fit_decode (&reader->decoder, narrow ? &fit_type_int32 : &fit_type_int64,
                   value, narrow ? at : &wide, error))
    return fit_config_place_mismatch (reader, value, error);
  if (!narrow)
    *(gint32 *) at = (gint32) (guint32) ((guint64) wide & G_MAXUINT32);
  return TRUE;
}

static gboolean
read_wide_int32 (FitConfigReader *reader, const FitConfigField *field,
                 const FitValue *value, gpointer at, GError **error)
{
  gint32 number = 0;

  if (!fit_decode (&reader->decoder, &fit_type_int32, value, &number, error))
    return fit_config_place_mismatch (reader, value, error);
  *(gint64 *) at = number;
  return TRUE;
}

static gboolean
read_string (FitConfigReader *reader, const FitConfigField *field,
             const FitValue *value, gpointer at, GError **error)
{
  if (value->type != FIT_VALUE_STRING)
    return fit_config_mismatch (reader, value, "a string", error);
  *(const char **) at = value->text;
  return TRUE;
}

static gboolean
read_duration (FitConfigReader *reader, const FitConfigField *field,
               const FitValue *value, gpointer at, GError **error)
{
  if (value->type == FIT_VALUE_STRING && fit_duration_parse (value->text, at))
    return TRUE;
  fit_config_mismatch (reader, value, "a duration like \"100ms\" or \"1m30s\"",
                       error);
  if (value->type == FIT_VALUE_NUMBER)
    fit_error_add_hint (error,
                        "a number has no unit: write it with one, in quotes");
  return FALSE;
}

static gboolean
read_maybe_int32 (FitConfigReader *reader, const FitConfigField *field,
                  const FitValue *value, gpointer at, GError **error)
{
  gint32 *number = fit_arena_new0 (reader->arena, gint32, 1);

  if (!fit_decode (&reader->decoder, &fit_type_int32, value, number, error))
    return fit_config_place_mismatch (reader, value, error);
  *(const gint32 **) at = number;
  return TRUE;
}

static gboolean
read_number (FitConfigReader *reader, const FitConfigField *field,
             const FitValue *value, gpointer at, GError **error)
{
  if (value->type != FIT_VALUE_NUMBER)
    return fit_config_mismatch (reader, value, "a number", error);
  *(gdouble *) at = g_ascii_strtod (value->text, NULL);
  return TRUE;
}

static gboolean
read_base64 (FitConfigReader *reader, const FitConfigField *field,
             const FitValue *value, gpointer at, GError **error)
{
  const FitValue hidden = fit_value_hide (value);
  g_autoptr (GBytes) bytes = value->type == FIT_VALUE_STRING
                                 ? fit_base64_decode (value->text)
                                 : NULL;

  g_autofree char *text = NULL;
  gconstpointer data;
  gsize len;

  if (bytes == NULL)
    {
      fit_decode_mismatch (&reader->decoder, &hidden, "a string in base64",
                           error);
      return fit_config_place_mismatch (reader, value, error);
    }
  data = g_bytes_get_data (bytes, &len);
  text = g_base64_encode (data, len);
  *(const char **) at = fit_arena_strndup (reader->arena, text, strlen (text));
  return TRUE;
}

static gboolean
read_raw (FitConfigReader *reader, const FitConfigField *field,
          const FitValue *value, gpointer at, GError **error)
{
  *(const FitValue **) at = value;
  return TRUE;
}

/* -- containers ------------------------------------------------------------ */

static void
note_place (const FitConfigTable *table, const FitValue *value, gpointer out)
{
  if (table->place != FIT_NO_PLACE)
    *(FitPlace *) G_STRUCT_MEMBER_P (out, table->place)
        = (FitPlace){ value->line, value->column };
}

static gboolean
read_object (FitConfigReader *reader, const FitConfigField *field,
             const FitValue *value, gpointer at, GError **error)
{
  note_place (field->table, value, at);
  return fit_config_read (reader, field->table, value, at, error);
}

static gboolean
read_part (FitConfigReader *reader, const FitConfigField *field,
           const FitValue *value, gpointer at, GError **error)
{
  *(guint *) at |= field->bit;
  return fit_config_read (reader, field->table, value,
                          (char *) at - field->offset, error);
}

static gboolean
read_pointer (FitConfigReader *reader, const FitConfigField *field,
              const FitValue *value, gpointer at, GError **error)
{
  gpointer object = reader->policy != NULL ? fit_config_pointer (at) : NULL;

  if (object == NULL)
    {
      object = fit_arena_alloc0 (reader->arena, field->table->size);
      fit_config_fill (reader, field->table, object);
    }
  if (!fit_config_read (reader, field->table, value, object, error))
    return FALSE;
  memcpy (at, &object, sizeof object);
  return TRUE;
}

/* Makes room for @n elements of the list @field.  In a Policy, structs that are
 * there already keep their values.  Returns: the array that holds them, or
 * pointers to them */
static gpointer
grow_list (FitConfigReader *reader, const FitConfigField *field, gpointer base,
           guint n)
{
  static const char *const empty = "";
  gpointer at = G_STRUCT_MEMBER_P (base, field->offset);
  GPtrArray *list
      = field->type == FIT_CONFIG_POINTERS ? fit_config_pointer (at) : NULL;
  const gboolean strings = field->type == FIT_CONFIG_STRINGS;
  const gsize size = strings ? sizeof empty : field->table->size;
  guint *count = G_STRUCT_MEMBER_P (base, field->count);
  guint kept = 0;
  char *items;

  if (field->type == FIT_CONFIG_POINTERS)
    {
      if (list == NULL)
        list = g_ptr_array_new ();
      memcpy (at, &list, sizeof list);
      kept = list->len;
      g_ptr_array_set_size (list, (gint) n);
      for (guint i = kept; i < n; i++)
        {
          list->pdata[i] = fit_arena_alloc0 (reader->arena, size);
          fit_config_fill (reader, field->table, list->pdata[i]);
        }
      return list->pdata;
    }
  items = fit_arena_alloc0 (reader->arena, (n + 1) * size);
  if (reader->policy != NULL && !strings)
    kept = MIN (*count, n);
  if (kept > 0)
    memcpy (items, fit_config_pointer (at), kept * size);
  for (guint i = kept; i < n; i++)
    if (strings)
      memcpy (items + i * size, &empty, size);
    else
      fit_config_fill (reader, field->table, items + i * size);
  memcpy (at, &items, sizeof items);
  *count = n;
  return items;
}

static gboolean
read_list (FitConfigReader *reader, const FitConfigField *field,
           const FitValue *value, gpointer at, GError **error)
{
  const gboolean any_case = reader->decoder.any_case;
  const gboolean strings = field->type == FIT_CONFIG_STRINGS;
  const gsize size = strings ? sizeof (const char *) : field->table->size;
  FitStep step = { .up = reader->decoder.path };
  gboolean done = TRUE;
  char *items;

  if (value->type != FIT_VALUE_LIST)
    return fit_config_mismatch (
        reader, value, strings ? "a list of strings" : "a list", error);
  items = grow_list (reader, field, (char *) at - field->offset, value->n);
  reader->decoder.path = &step;
  if ((field->flags & FIT_CONFIG_ANY_CASE) != 0 && !reader->internal)
    reader->decoder.any_case = TRUE;
  for (guint i = 0; done && i < value->n; i++)
    {
      const FitValue *item = &value->items[i];
      const gpointer out = field->type == FIT_CONFIG_POINTERS
                               ? ((gpointer *) (gpointer) items)[i]
                               : items + i * size;

      step.index = i;
      if (!strings)
        note_place (field->table, item, out);
      /* null leaves an element as it is. */
      if (item->type != FIT_VALUE_NULL)
        done = strings
                   ? read_string (reader, field, item, out, error)
                   : fit_config_read (reader, field->table, item, out, error);
    }
  reader->decoder.path = step.up;
  reader->decoder.any_case = any_case;
  return done;
}

/* -- fields ---------------------------------------------------------------- */

typedef gboolean (*ReadFunc) (FitConfigReader *reader,
                              const FitConfigField *field,
                              const FitValue *value, gpointer at,
                              GError **error);

static const ReadFunc read_funcs[FIT_CONFIG_TYPE_LAST] = {
  [FIT_CONFIG_STRING] = read_string,
  [FIT_CONFIG_BOOL] = read_scalar,
  [FIT_CONFIG_INT32] = read_scalar,
  [FIT_CONFIG_LOW_INT32] = read_low_int32,
  [FIT_CONFIG_WIDE_INT32] = read_wide_int32,
  [FIT_CONFIG_INT64] = read_scalar,
  [FIT_CONFIG_MAYBE_INT32] = read_maybe_int32,
  [FIT_CONFIG_NUMBER] = read_number,
  [FIT_CONFIG_DURATION] = read_duration,
  [FIT_CONFIG_NANOSECONDS] = read_scalar,
  [FIT_CONFIG_BASE64] = read_base64,
  [FIT_CONFIG_STRINGS] = read_list,
  [FIT_CONFIG_OBJECT] = read_object,
  [FIT_CONFIG_PART] = read_part,
  [FIT_CONFIG_POINTER] = read_pointer,
  [FIT_CONFIG_LIST] = read_list,
  [FIT_CONFIG_POINTERS] = read_list,
  [FIT_CONFIG_RAW] = read_raw,
};

static gboolean
read_value (FitConfigReader *reader, const FitConfigField *field,
            const FitValue *value, gpointer base, GError **error)
{
  return read_funcs[field->type](
      reader, field, value, G_STRUCT_MEMBER_P (base, field->offset), error);
}

/* Sets the default of @field, which is valid by construction. */
static void
fall_back (FitConfigReader *reader, const FitConfigField *field, gpointer base)
{
  const FitValue *value
      = fit_json_parse (reader->arena, field->fallback,
                        strlen (field->fallback), NULL, NULL, NULL);
  gboolean done
      = value != NULL && read_value (reader, field, value, base, NULL);

  g_assert (done);
}

/* Gives @field the value of an absent one. */
static void
clear_field (FitConfigReader *reader, const FitConfigField *field,
             gpointer base)
{
  gpointer at = G_STRUCT_MEMBER_P (base, field->offset);

  if (field->type == FIT_CONFIG_PART)
    {
      *(guint *) at &= ~field->bit;
      for (guint i = 0; i < field->table->n_rows; i++)
        clear_field (reader, &field->table->rows[i], base);
    }
  else if (field->type == FIT_CONFIG_POINTERS)
    g_clear_pointer ((GPtrArray **) at, g_ptr_array_unref);
  else if (scalar_types[field->type] != NULL)
    memset (at, 0, scalar_types[field->type]->size);
  else
    memset (at, 0, sizeof (gpointer));
  if (field->type == FIT_CONFIG_LIST)
    *(guint *) G_STRUCT_MEMBER_P (base, field->count) = 0;
  if (field->fallback != NULL)
    fall_back (reader, field, base);
}

static gboolean
read_field (FitConfigReader *reader, const FitConfigField *field,
            const FitValue *value, gpointer base, GError **error)
{
  const gboolean absent = value->type == FIT_VALUE_NULL;

  if (absent && reader->policy != NULL
      && (field->table != NULL || field->type == FIT_CONFIG_BASE64
          || field->type == FIT_CONFIG_STRINGS
          || (field->type == FIT_CONFIG_STRING && !reader->decoder.any_case)))
    clear_field (reader, field, base);
  else if (!absent && !read_value (reader, field, value, base, error))
    return FALSE;
  if (field->written != 0)
    *(FitPlace *) G_STRUCT_MEMBER_P (base, field->written)
        = absent ? (FitPlace){ 0 } : (FitPlace){ value->line, value->column };
  if (field->key != 0)
    *(const char **) G_STRUCT_MEMBER_P (base, field->key)
        = reader->decoder.path->name;
  if (!absent && (field->flags & FIT_CONFIG_EMPTY_IS_ABSENT) != 0
      && fit_config_is_empty (field, base))
    fall_back (reader, field, base);
  return TRUE;
}

void
fit_config_fill (FitConfigReader *reader, const FitConfigTable *table,
                 gpointer out)
{
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitConfigField *field = &table->rows[i];

      /* A Policy also has the members that its release does not know. */
      if (reader->policy == NULL && !fit_config_is_here (reader, field))
        continue;
      if (field->fallback != NULL)
        fall_back (reader, field, out);
      else if (field->type == FIT_CONFIG_PART)
        fit_config_fill (reader, field->table, out);
      else if (field->type == FIT_CONFIG_OBJECT)
        fit_config_fill (reader, field->table,
                         G_STRUCT_MEMBER_P (out, field->offset));
    }
}

static const FitConfigField *
find_field (const FitConfigReader *reader, const FitConfigTable *table,
            const char *key)
{
  for (guint i = 0; i < table->n_rows; i++)
    if (fit_config_is_here (reader, &table->rows[i])
        && fit_config_is_named (reader, &table->rows[i], key))
      return &table->rows[i];
  return NULL;
}

/* Does it contain private keys? */
static gboolean
is_secret (const FitConfigTable *table)
{
  for (guint i = 0; i < table->n_rows; i++)
    if (table->rows[i].type == FIT_CONFIG_BASE64)
      return TRUE;
  return FALSE;
}

gboolean
fit_config_read (FitConfigReader *reader, const FitConfigTable *table,
                 const FitValue *value, gpointer out, GError **error)
{
  const FitConfigField *outer = reader->field;
  const FitValue hidden = fit_value_hide (value);
  FitStep step = { .up = reader->decoder.path };
  gboolean seen[MAX_FIELDS] = { FALSE };
  gboolean done = TRUE;

  g_assert (table->n_rows <= MAX_FIELDS);
  if (value->type != FIT_VALUE_MAP)
    return fit_config_mismatch (reader, is_secret (table) ? &hidden : value,
                                "an object", error);
  for (guint i = 0; done && i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      const FitConfigField *field = find_field (reader, table, member->key);
      const gsize row = field != NULL ? (gsize) (field - table->rows) : 0;

      if (field == NULL)
        {
          /* Of apiVersion and kind, the first one was read before. */
          done = member->repeated && reader->policy == NULL
                     ? fit_config_refuse_repeated (reader, NULL, member, error)
                     : fit_config_refuse_unknown (reader, table, member, error);
          continue;
        }
      if ((seen[row] || (member->repeated && reader->policy != NULL))
          && !fit_config_refuse_repeated (reader, field, member, error))
        return FALSE;
      seen[row] = TRUE;
      step.name = member->key;
      reader->decoder.path = &step;
      reader->field = field;
      done = read_field (reader, field, &member->value, out, error);
      reader->decoder.path = step.up;
      reader->field = outer;
    }
  return done;
}
