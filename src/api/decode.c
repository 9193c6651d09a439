/* decode.c - table-driven decoding of value trees into structs
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/decode.h"
#include "api/meta.h"
#include "base/intern.h"
#include "formats/quantity.h"
#include "net/secrets.h"
#include "api/syntax.h"
#include "api/times.h"

#include <string.h>

#define MAX_FIELDS 32
#define MAX_SHOWN 60 /* maximum bytes of a wrong value in a message */

/* -- errors ---------------------------------------------------------------- */

char *
fit_text_shorten (const char *text)
{
  const gsize len = strlen (text);
  gsize shown = MAX_SHOWN;

  if (len <= MAX_SHOWN)
    return g_strdup (text);
  /* Not within a character of several bytes. */
  while (shown > 0 && ((guchar) text[shown] & 0xc0) == 0x80)
    shown--;
  return g_strdup_printf ("%.*s...", (int) shown, text);
}

char *
fit_value_describe (const FitValue *value)
{
  g_autofree char *open = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *quoted = NULL;

  if (value->type == FIT_VALUE_BOOL)
    return g_strdup (value->boolean ? "boolean true" : "boolean false");
  if (value->type == FIT_VALUE_NUMBER)
    {
      shown = fit_text_shorten (value->text);
      return g_strconcat ("number ", shown, NULL);
    }
  if (value->type != FIT_VALUE_STRING)
    return g_strdup (fit_value_type_text (value->type));
  /* Hide secrets before shortening: a truncated secret is not recognised. */
  open = fit_secrets_hide (value->text);
  shown = fit_text_shorten (open);
  quoted = fit_quote (shown);
  return g_strconcat ("string ", quoted, NULL);
}

static gboolean
is_plain_name (const char *name)
{
  for (const char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum (*c) && *c != '-' && *c != '_')
      return FALSE;
  return *name != '\0';
}

char *
fit_decode_path (const FitDecoder *decoder)
{
  g_autoptr (GPtrArray) steps = g_ptr_array_new ();
  GString *out = g_string_new (NULL);

  for (const FitStep *step = decoder->path; step != NULL; step = step->up)
    g_ptr_array_add (steps, (gpointer) step);
  for (guint i = steps->len; i-- > 0;)
    {
      const FitStep *part = steps->pdata[i];
      g_autofree char *name = NULL;
      g_autofree char *quoted = NULL;

      if (part->name == NULL)
        {
          g_string_append_printf (out, "[%u]", part->index);
          continue;
        }
      name = fit_text_shorten (part->name);
      if (is_plain_name (name))
        {
          g_string_append_printf (out, out->len > 0 ? ".%s" : "%s", name);
          continue;
        }
      quoted = fit_quote (name);
      g_string_append_printf (out, "[%s]", quoted);
    }
  return g_string_free (out, FALSE);
}

gboolean
fit_decode_fail (FitDecoder *decoder, FitErrorCode code, GError **error,
                 const char *format, ...)
{
  g_autofree char *path = fit_decode_path (decoder);
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  return fit_fail (error, code, "%s%s%s", path, *path ? ": " : "", message);
}

gboolean
fit_decode_refuse (const char *path, const FitValue *value,
                   const char *expected, GError **error)
{
  g_autofree char *found
      = value != NULL ? fit_value_describe (value) : g_strdup ("nothing");

  return fit_fail (error, FIT_ERROR_SCHEMA, "%s%sfound %s, expected %s", path,
                   *path != '\0' ? ": " : "", found, expected);
}

gboolean
fit_decode_mismatch (FitDecoder *decoder, const FitValue *value,
                     const char *expected, GError **error)
{
  g_autofree char *path = fit_decode_path (decoder);

  return fit_decode_refuse (path, value, expected, error);
}

gboolean
fit_decode_expect (FitDecoder *decoder, const FitValue *value,
                   FitValueType type, GError **error)
{
  if (value == NULL || value->type == type)
    return TRUE;
  return fit_decode_mismatch (decoder, value, fit_value_type_text (type),
                              error);
}

gboolean
fit_decode_expect_map (FitDecoder *decoder, const FitValue *value,
                       GError **error)
{
  if (!fit_decode_expect (decoder, value, FIT_VALUE_MAP, error))
    return FALSE;
  if (value == NULL || value->n <= FIT_MAX_MAP_ENTRIES)
    return TRUE;
  return fit_decode_fail (decoder, FIT_ERROR_LIMIT, error,
                          "%u entries, at most %u are allowed", value->n,
                          FIT_MAX_MAP_ENTRIES);
}

/* -- tables ---------------------------------------------------------------- */

static const FitValue *
without_null (const FitValue *value)
{
  return value != NULL && value->type != FIT_VALUE_NULL ? value : NULL;
}

gboolean
fit_decode_list (FitDecoder *decoder, const FitField *field,
                 const FitValue *value, gpointer out, GError **error)
{
  guint *count = G_STRUCT_MEMBER_P (out, field->count);
  char **array = G_STRUCT_MEMBER_P (out, field->offset);
  FitStep step = { .up = decoder->path };
  gboolean done = TRUE;

  if (value == NULL)
    return TRUE;
  if (!fit_decode_expect (decoder, value, FIT_VALUE_LIST, error))
    return FALSE;
  if (field->shape == FIT_FIELD_SCRATCH_LIST)
    *array = fit_arena_alloc0 (decoder->scratch, value->n * field->type->size);
  else
    *array = g_malloc0_n (value->n, field->type->size);
  /* Before the elements: after a failure the owner clears the whole array. */
  *count = value->n;
  decoder->path = &step;
  for (guint i = 0; done && i < value->n; i++)
    {
      step.index = i;
      done = fit_decode (decoder, field->type, without_null (&value->items[i]),
                         *array + i * field->type->size, error);
    }
  decoder->path = step.up;
  return done;
}

/* Of repeated keys the last one counts, as everywhere. */
static gboolean
decode_map (FitDecoder *decoder, const FitField *field, const FitValue *value,
            gpointer out, GError **error)
{
  g_autoptr (GHashTable) places = NULL;
  guint *count = G_STRUCT_MEMBER_P (out, field->count);
  char *array, *next;
  FitStep step = { .up = decoder->path };
  gboolean done = TRUE;

  if (value == NULL)
    return TRUE;
  if (!fit_decode_expect (decoder, value, FIT_VALUE_MAP, error))
    return FALSE;
  array = next
      = fit_arena_alloc0 (decoder->scratch, value->n * field->type->size);
  places = g_hash_table_new (g_str_hash, g_str_equal);
  decoder->path = &step;
  for (guint i = 0; done && i < value->n; i++)
    {
      const FitMember *member = &value->members[i];
      char *at = g_hash_table_lookup (places, member->key);

      if (at == NULL)
        {
          at = next;
          next += field->type->size;
          g_hash_table_insert (places, (gpointer) member->key, at);
        }
      memset (at, 0, field->type->size);
      *(const char **) (gpointer) at = step.name = member->key;
      done = fit_decode (decoder, field->type, without_null (&member->value),
                         at, error);
    }
  decoder->path = step.up;
  *(char **) G_STRUCT_MEMBER_P (out, field->offset) = array;
  *count = g_hash_table_size (places);
  return done;
}

/* Points each of @found to the value of the field in the same row. */
static void
find_fields (const FitType *type, const FitValue *map, const FitValue **found)
{
  for (guint i = 0; i < map->n; i++)
    {
      const FitMember *member = &map->members[i];

      for (guint f = 0; f < type->n_fields; f++)
        if (type->fields[f].len == member->key_len
            && memcmp (type->fields[f].name, member->key, member->key_len) == 0)
          {
            found[f] = &member->value;
            break;
          }
    }
}

static gboolean
decode_field (FitDecoder *decoder, const FitField *field, const FitValue *value,
              gpointer out, GError **error)
{
  const gpointer at = G_STRUCT_MEMBER_P (out, field->offset);

  switch (field->shape)
    {
    case FIT_FIELD_ONE_SEEN:
      G_STRUCT_MEMBER (gboolean, out, field->count) = value != NULL;
      return fit_decode (decoder, field->type, value, at, error);
    case FIT_FIELD_EVERY:
      return fit_decode_each (decoder, value, field->type->decode, at, error);
    case FIT_FIELD_LIST:
    case FIT_FIELD_SCRATCH_LIST:
      return fit_decode_list (decoder, field, value, out, error);
    case FIT_FIELD_SCRATCH_MAP:
      return decode_map (decoder, field, value, out, error);
    case FIT_FIELD_MARK:
      if (value != NULL
          && ((value->type != FIT_VALUE_LIST && value->type != FIT_VALUE_MAP)
              || value->n > 0))
        *(guint *) at |= field->count;
      return TRUE;
    case FIT_FIELD_NOT_READ:
      return TRUE;
    default:
      return fit_decode (decoder, field->type, value, at, error);
    }
}

/* Decodes fields in the order of their table, not of the document, so a row can
 * rely on those above it. */
static gboolean
decode_fields (FitDecoder *decoder, const FitType *type, const FitValue *value,
               gpointer out, GError **error)
{
  const FitValue *found[MAX_FIELDS];
  FitStep step = { .up = decoder->path };
  gboolean done = TRUE;

  if (!fit_decode_expect (decoder, value, FIT_VALUE_MAP, error))
    return FALSE;
  if (value == NULL && type->required)
    return fit_decode_mismatch (decoder, NULL, "an object", error);
  g_assert (type->n_fields <= MAX_FIELDS);
  memset (found, 0, type->n_fields * sizeof *found);
  for (guint i = 0; decoder->look != NULL && i < type->n_fields; i++)
    decoder->look (value, type->fields[i].name, decoder->look_data);
  if (value != NULL && decoder->any_case)
    {
      for (guint i = 0; i < value->n; i++)
        for (guint f = 0; f < type->n_fields; f++)
          if (fit_names_equal (value->members[i].key, type->fields[f].name))
            found[f] = &value->members[i].value;
    }
  else if (value != NULL)
    find_fields (type, value, found);
  decoder->path = &step;
  for (guint i = 0; done && i < type->n_fields; i++)
    {
      const FitField *field = &type->fields[i];
      const FitValue *member = without_null (found[i]);

      step.name = field->name;
      done = decode_field (decoder, field, member, out, error);
    }
  decoder->path = step.up;
  return done;
}

gboolean
fit_decode (FitDecoder *decoder, const FitType *type, const FitValue *value,
            gpointer out, GError **error)
{
  if (type->decode != NULL)
    return type->decode (decoder, value, out, error);
  if (type->words != NULL)
    {
      const FitWord *word = type->words;
      const char *text = NULL;

      if (!fit_decode (decoder, &fit_type_text, value, &text, error))
        return FALSE;
      while (word->text != NULL && strcmp (word->text, text) != 0)
        word++;
      *(gint *) out = word->value;
      return TRUE;
    }
  return decode_fields (decoder, type, value, out, error);
}

gboolean
fit_decode_each (FitDecoder *decoder, const FitValue *value, FitDecodeFunc func,
                 gpointer data, GError **error)
{
  FitStep step = { .up = decoder->path };
  gboolean done = TRUE;

  if (!fit_decode_expect (decoder, value, FIT_VALUE_LIST, error))
    return FALSE;
  decoder->path = &step;
  for (guint i = 0; done && value != NULL && i < value->n; i++)
    {
      step.index = i;
      done = func (decoder, without_null (&value->items[i]), data, error);
    }
  decoder->path = step.up;
  return done;
}

const FitValue *
fit_decode_get (const FitDecoder *decoder, const FitValue *map, const char *key)
{
  if (decoder->look != NULL)
    decoder->look (map, key, decoder->look_data);
  return fit_value_get (map, key);
}

gboolean
fit_decode_member (FitDecoder *decoder, const FitMember *member,
                   const FitType *type, gpointer out, GError **error)
{
  FitStep step = { .up = decoder->path, .name = member->key };
  gboolean done;

  decoder->path = &step;
  done = fit_decode (decoder, type, without_null (&member->value), out, error);
  decoder->path = step.up;
  return done;
}

/* -- walking the tables ---------------------------------------------------- */

const FitType *
fit_type_described (const FitType *type)
{
  while (type->inner != NULL)
    type = type->inner;
  return type;
}

const FitField *
fit_type_find (const FitType *type, const char *name, guint len)
{
  for (; type != NULL; type = type->also)
    {
      type = fit_type_described (type);
      for (guint i = 0; i < type->n_fields; i++)
        if (type->fields[i].len == len
            && memcmp (type->fields[i].name, name, len) == 0)
          return &type->fields[i];
    }
  return NULL;
}

FitTexts
fit_field_texts (const FitField *field)
{
  const FitType *type = field->type;

  if (field->texts != FIT_TEXTS_UNSAID)
    return field->texts;
  if (field->names != FIT_NAME_NONE)
    return FIT_TEXTS_NAMES;
  while (type->texts == FIT_TEXTS_UNSAID && type->inner != NULL)
    type = type->inner;
  if (type->texts != FIT_TEXTS_UNSAID)
    return type->texts;
  if (type->words != NULL)
    return FIT_TEXTS_KEPT;
  return type->fields != NULL ? FIT_TEXTS_FIELDS : FIT_TEXTS_UNSAID;
}

/* -- scalars --------------------------------------------------------------- */

static gboolean
decode_bool (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  if (value != NULL && value->type != FIT_VALUE_BOOL)
    return fit_decode_mismatch (decoder, value, "true or false", error);
  *(gboolean *) out = value != NULL && value->boolean;
  return TRUE;
}

static gboolean
decode_int64 (FitDecoder *decoder, const FitValue *value, gpointer out,
              GError **error)
{
  if (value == NULL)
    return TRUE;
  if (value->type == FIT_VALUE_NUMBER
      && fit_parse_int64 (value->text, value->n, out))
    return TRUE;
  return fit_decode_mismatch (decoder, value,
                              value->type != FIT_VALUE_NUMBER
                                      || strpbrk (value->text, ".eE") != NULL
                                  ? "an integer"
                                  : "an integer of 64 bits",
                              error);
}

static gboolean
decode_int32 (FitDecoder *decoder, const FitValue *value, gpointer out,
              GError **error)
{
  gint64 number = 0;

  if (!decode_int64 (decoder, value, &number, error))
    return FALSE;
  if (number < G_MININT32 || number > G_MAXINT32)
    return fit_decode_mismatch (decoder, value, "an integer of 32 bits", error);
  if (value != NULL)
    *(gint32 *) out = (gint32) number;
  return TRUE;
}

GBytes *
fit_base64_decode (const char *text)
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
decode_text (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  if (!fit_decode_expect (decoder, value, FIT_VALUE_STRING, error))
    {
      /* In YAML a word like yes or a version like 1.10 is not a string. */
      if (!decoder->any_case
          && (value->type == FIT_VALUE_NUMBER || value->type == FIT_VALUE_BOOL))
        fit_error_add_hint (error, "put it in quotes");
      return FALSE;
    }
  *(const char **) out = value != NULL ? value->text : "";
  return TRUE;
}

static gboolean
decode_string (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  const char *text = NULL;

  if (!decode_text (decoder, value, &text, error))
    return FALSE;
  *(char **) out = g_strdup (text);
  return TRUE;
}

static gboolean
decode_interned (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  const char *text = NULL;

  if (!decode_text (decoder, value, &text, error))
    return FALSE;
  *(const char **) out = fit_intern (text);
  return TRUE;
}

static gboolean
append_string (FitDecoder *decoder, const FitValue *value, gpointer out,
               GError **error)
{
  const char *text = NULL;

  if (!decode_text (decoder, value, &text, error))
    return FALSE;
  g_ptr_array_add (out, g_strdup (text));
  return TRUE;
}

static gboolean
decode_strv (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  g_autoptr (GPtrArray) strings = NULL;

  if (value == NULL)
    return TRUE;
  strings = g_ptr_array_new_with_free_func (g_free);
  if (!fit_decode_each (decoder, value, append_string, strings, error))
    return FALSE;
  g_ptr_array_add (strings, NULL);
  *(char ***) out
      = (char **) g_ptr_array_free (g_steal_pointer (&strings), FALSE);
  return TRUE;
}

static gboolean
decode_quantity (FitDecoder *decoder, const FitValue *value, gpointer out,
                 GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *quoted = NULL;
  const char *text;
  gsize len;

  if (value == NULL)
    return TRUE;
  if (value->type != FIT_VALUE_STRING && value->type != FIT_VALUE_NUMBER)
    return fit_decode_mismatch (decoder, value, "a quantity", error);
  text = value->text;
  for (len = value->n; len > 0 && g_ascii_isspace (*text); len--)
    text++;
  while (len > 0 && g_ascii_isspace (text[len - 1]))
    len--;
  if (fit_quantity_parse (text, len, out, &cause))
    return TRUE;
  shown = fit_text_shorten (value->text);
  quoted = fit_quote (shown);
  return fit_decode_fail (decoder, FIT_ERROR_SCHEMA, error,
                          "invalid quantity %s: %s", quoted, cause->message);
}

static gboolean
decode_time (FitDecoder *decoder, const FitValue *value, gpointer out,
             GError **error)
{
  *(gint64 *) out = FIT_TIME_NONE;
  if (value == NULL)
    return TRUE;
  if (value->type == FIT_VALUE_STRING && fit_time_parse (value->text, out))
    return TRUE;
  return fit_decode_mismatch (
      decoder, value, "an RFC 3339 time like 2019-10-15T09:00:00Z", error);
}

static gboolean
keep_value (FitDecoder *decoder, const FitValue *value, gpointer out,
            GError **error)
{
  *(const FitValue **) out = value;
  return TRUE;
}

const FitType fit_type_bool
    = FIT_TYPE_FUNC (gboolean, decode_bool, .texts = FIT_TEXTS_KEPT);
const FitType fit_type_int32
    = FIT_TYPE_FUNC (gint32, decode_int32, .texts = FIT_TEXTS_KEPT);
const FitType fit_type_int64
    = FIT_TYPE_FUNC (gint64, decode_int64, .texts = FIT_TEXTS_KEPT);
const FitType fit_type_text = FIT_TYPE_FUNC (const char *, decode_text);
const FitType fit_type_string = FIT_TYPE_FUNC (char *, decode_string);
const FitType fit_type_strv = FIT_TYPE_FUNC (char **, decode_strv);
const FitType fit_type_interned = FIT_TYPE_FUNC (const char *, decode_interned);
const FitType fit_type_quantity
    = FIT_TYPE_FUNC (FitQuantity, decode_quantity, .texts = FIT_TEXTS_KEPT);
const FitType fit_type_time
    = FIT_TYPE_FUNC (gint64, decode_time, .texts = FIT_TEXTS_KEPT);
const FitType fit_type_value = FIT_TYPE_FUNC (const FitValue *, keep_value);
