/* fields-write.c - encoding of structs as value trees
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/fields.h"

#include "formats/duration.h"
#include "net/secrets.h"

#include <string.h>

gboolean
fit_config_is_empty (const FitConfigField *field, gconstpointer base)
{
  const char *at = (const char *) base + field->offset;
  const char *text;

  switch (field->type)
    {
    case FIT_CONFIG_STRING:
    case FIT_CONFIG_BASE64:
      text = fit_config_pointer (at);
      return text == NULL || *text == '\0';
    case FIT_CONFIG_BOOL:
      return !*(const gboolean *) at;
    case FIT_CONFIG_INT32:
    case FIT_CONFIG_LOW_INT32:
      return *(const gint32 *) at == 0;
    case FIT_CONFIG_WIDE_INT32:
    case FIT_CONFIG_INT64:
    case FIT_CONFIG_DURATION:
    case FIT_CONFIG_NANOSECONDS:
      return *(const gint64 *) at == 0;
    case FIT_CONFIG_NUMBER:
      return *(const gdouble *) at == 0.0;
    case FIT_CONFIG_STRINGS:
    case FIT_CONFIG_LIST:
      return *(const guint *) ((const char *) base + field->count) == 0;
    case FIT_CONFIG_MAYBE_INT32:
    case FIT_CONFIG_POINTER:
    case FIT_CONFIG_POINTERS:
    case FIT_CONFIG_RAW:
      return fit_config_pointer (at) == NULL;
    case FIT_CONFIG_PART:
      return (*(const guint *) at & field->bit) == 0;
    case FIT_CONFIG_OBJECT:
    case FIT_CONFIG_TYPE_LAST:
    default:
      return FALSE;
    }
}

/* Was @field of @base not in the file, so that Go has nil for it?  For base64
 * it has nil for an empty value, too. */
static gboolean
is_nil (const FitConfigField *field, gconstpointer base)
{
  const char *at = (const char *) base + field->offset;

  switch (field->type)
    {
    case FIT_CONFIG_STRING:
    case FIT_CONFIG_MAYBE_INT32:
    case FIT_CONFIG_STRINGS:
    case FIT_CONFIG_LIST:
    case FIT_CONFIG_POINTER:
    case FIT_CONFIG_RAW:
      return fit_config_pointer (at) == NULL;
    case FIT_CONFIG_BASE64:
      return fit_config_is_empty (field, base);
    case FIT_CONFIG_OBJECT:
      return field->table->place != FIT_NO_PLACE
             && ((const FitPlace *) (at + field->table->place))->line == 0;
    default:
      return FALSE;
    }
}

static FitValue
text_value (FitConfigReader *reader, FitValueType type, const char *text)
{
  const gsize len = strlen (text);

  return (FitValue){ .type = type,
                     .n = (guint32) len,
                     .text = fit_arena_strndup (reader->arena, text, len) };
}

static FitValue
integer_value (FitConfigReader *reader, gint64 number)
{
  char text[32];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, number);
  return text_value (reader, FIT_VALUE_NUMBER, text);
}

/* 17 digits distinguish any two numbers; uses fewer if that is enough. */
static FitValue
number_value (FitConfigReader *reader, gdouble number)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.15g", number);
  if (g_ascii_strtod (text, NULL) != number)
    g_ascii_dtostr (text, sizeof text, number);
  return text_value (reader, FIT_VALUE_NUMBER, text);
}

static FitValue
strings_value (FitConfigReader *reader, const char *const *strings, guint n)
{
  FitValue *items = fit_arena_new0 (reader->arena, FitValue, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    items[i] = text_value (reader, FIT_VALUE_STRING, strings[i]);
  return (FitValue){ .type = FIT_VALUE_LIST, .n = n, .items = items };
}

/* The structs of a list stand side by side, or each behind a pointer. */
static FitValue
list_value (FitConfigReader *reader, const FitConfigField *field,
            gconstpointer base)
{
  const FitConfigTable *table = field->table;
  gconstpointer list = fit_config_pointer ((const char *) base + field->offset);
  const GPtrArray *apart = field->type == FIT_CONFIG_POINTERS ? list : NULL;
  const guint n = apart != NULL
                      ? apart->len
                      : *(const guint *) ((const char *) base + field->count);
  FitValue *items = fit_arena_new0 (reader->arena, FitValue, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    items[i] = *fit_config_write (
        reader, table,
        apart != NULL
            ? apart->pdata[i]
            : (gconstpointer) ((const char *) list + i * table->size));
  return (FitValue){ .type = FIT_VALUE_LIST, .n = n, .items = items };
}

static FitValue
field_value (FitConfigReader *reader, const FitConfigField *field,
             gconstpointer base)
{
  const char *at = (const char *) base + field->offset;
  const char *count = (const char *) base + field->count;
  g_autofree char *duration = NULL;
  const char *text;

  if ((field->flags & FIT_CONFIG_SECRET) != 0 && reader->internal)
    return text_value (reader, FIT_VALUE_STRING, FIT_SECRET);
  switch (field->type)
    {
    case FIT_CONFIG_BOOL:
      return (FitValue){ .type = FIT_VALUE_BOOL,
                         .boolean = *(const gboolean *) at };
    case FIT_CONFIG_INT32:
    case FIT_CONFIG_LOW_INT32:
      return integer_value (reader, *(const gint32 *) at);
    case FIT_CONFIG_MAYBE_INT32:
      return integer_value (reader, *(const gint32 *) fit_config_pointer (at));
    case FIT_CONFIG_WIDE_INT32:
    case FIT_CONFIG_INT64:
    case FIT_CONFIG_NANOSECONDS:
      return integer_value (reader, *(const gint64 *) at);
    case FIT_CONFIG_NUMBER:
      return number_value (reader, *(const gdouble *) at);
    case FIT_CONFIG_DURATION:
      duration = fit_duration_text (*(const gint64 *) at);
      return text_value (reader, FIT_VALUE_STRING, duration);
    case FIT_CONFIG_STRINGS:
      return strings_value (reader, fit_config_pointer (at),
                            *(const guint *) count);
    case FIT_CONFIG_LIST:
    case FIT_CONFIG_POINTERS:
      return list_value (reader, field, base);
    case FIT_CONFIG_PART:
      return *fit_config_write (reader, field->table, base);
    case FIT_CONFIG_OBJECT:
      return *fit_config_write (reader, field->table, at);
    case FIT_CONFIG_POINTER:
      return *fit_config_write (reader, field->table, fit_config_pointer (at));
    case FIT_CONFIG_RAW:
      return *(const FitValue *) fit_config_pointer (at);
    case FIT_CONFIG_STRING:
    case FIT_CONFIG_BASE64:
    case FIT_CONFIG_TYPE_LAST:
    default:
      text = fit_config_pointer (at);
      return text_value (reader, FIT_VALUE_STRING, text != NULL ? text : "");
    }
}

/* In the order of the members in memory. */
static int
compare_rows (gconstpointer a, gconstpointer b)
{
  const FitConfigField *one = a;
  const FitConfigField *other = b;

  if (one->order != other->order)
    return one->order < other->order ? -1 : 1;
  return one->offset < other->offset ? -1 : one->offset > other->offset;
}

/* The rows of @table as Go writes the struct in memory. */
static const FitConfigField *
internal_rows (const FitConfigReader *reader, const FitConfigTable *table)
{
  FitConfigField *rows
      = fit_arena_newn (reader->arena, FitConfigField, table->n_rows);

  for (guint i = 0; i < table->n_rows; i++)
    {
      rows[i] = table->rows[i];
      rows[i].name = fit_config_name_of (reader, &rows[i]);
      if (rows[i].memory.since != 0 || rows[i].memory.before != 0)
        rows[i].span = (FitConfigSpan){ .releases = rows[i].memory };
    }
  qsort (rows, table->n_rows, sizeof *rows, compare_rows);
  return rows;
}

static gboolean
is_null (const FitConfigReader *reader, const FitConfigField *field,
         gconstpointer base)
{
  return reader->internal ? is_nil (field, base)
                          : (field->flags & FIT_CONFIG_WRITE_NULL) != 0
                                && fit_config_is_empty (field, base);
}

/* Is nothing written for @field of @base, which @reader's release has? */
static gboolean
is_left_out (const FitConfigReader *reader, const FitConfigField *field,
             gconstpointer base)
{
  const gboolean empty = fit_config_is_empty (field, base);

  if (!reader->internal)
    return empty
           && (field->flags & (FIT_CONFIG_WRITE_EMPTY | FIT_CONFIG_WRITE_NULL))
                  == 0;
  return reader->as_file
         && (is_nil (field, base)
             || (empty
                 && (reader->omit || (field->flags & FIT_CONFIG_OMIT) != 0
                     || field->type == FIT_CONFIG_STRINGS
                     || field->type == FIT_CONFIG_LIST)));
}

const FitValue *
fit_config_write (FitConfigReader *reader, const FitConfigTable *table,
                  gconstpointer base)
{
  FitConfigReader writer = *reader;
  FitValue *map = fit_arena_new0 (reader->arena, FitValue, 1);
  FitMember *members = fit_arena_new0 (reader->arena, FitMember, table->n_rows);
  const FitConfigField *rows
      = reader->internal ? internal_rows (reader, table) : table->rows;

  map->type = FIT_VALUE_MAP;
  map->members = members;
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitConfigField *field = &rows[i];
      FitMember *member = &members[map->n];

      if (!fit_config_span_has (&field->span, reader->version, reader->release)
          || is_left_out (reader, field, base))
        continue;
      writer.internal
          = reader->internal && (field->flags & FIT_CONFIG_API) == 0;
      writer.omit = reader->omit || (field->flags & FIT_CONFIG_OMIT) != 0;
      member->key = field->name;
      member->key_len = (guint32) strlen (field->name);
      if (!is_null (reader, field, base))
        member->value = field_value (&writer, field, base);
      if (reader->internal || field->type != FIT_CONFIG_OBJECT
          || member->value.n > 0)
        map->n++;
    }
  return map;
}
