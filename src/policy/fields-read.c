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
 */
#include "policy/fields.h"

#include "api/syntax.h"
#include "base/duration.h"
#include "base/list-gap.h"
#include "base/secrets.h"
#include "base/similar.h"

#include <string.h>

#define MAX_FIELDS 40

/* -- errors ---------------------------------------------------------------- */

char *
fit_config_quote (const char *text)
{
  g_autofree char *open = fit_secrets_hide (text);
  g_autofree char *shown = fit_text_shorten (open);

  return fit_quote (shown);
}

/* Puts the place of @value before a message that begins with the path. */
static gboolean
place (FitConfigReader *reader, const FitValue *value, GError **error)
{
  g_prefix_error (error, "%s: line %u, column %u: ", reader->source,
                  value->line, value->column);
  return FALSE;
}

gboolean
fit_config_fail (FitConfigReader *reader, const FitValue *value, GError **error,
                 const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  fit_decode_fail (&reader->decoder, FIT_ERROR_SCHEMA, error, "%s", message);
  return place (reader, value, error);
}

/* The same, with a hint that says how to write the value. */
static gboolean
place_mismatch (FitConfigReader *reader, const FitValue *value, GError **error)
{
  place (reader, value, error);
  fit_config_add_hint (reader, value, error);
  return FALSE;
}

gboolean
fit_config_mismatch (FitConfigReader *reader, const FitValue *value,
                     const char *expected, GError **error)
{
  fit_decode_mismatch (&reader->decoder, value, expected, error);
  return place_mismatch (reader, value, error);
}

static gboolean
is_here (const FitConfigReader *reader, const FitConfigField *field)
{
  return fit_config_span_has (&field->span, reader->version, reader->release);
}

static const char *
name_of (const FitConfigReader *reader, const FitConfigField *field)
{
  return reader->internal && field->go_name != NULL ? field->go_name
                                                    : field->name;
}

static gboolean
is_named (const FitConfigReader *reader, const FitConfigField *field,
          const char *key)
{
  const char *name = name_of (reader, field);

  return reader->ignore_case || reader->decoder.any_case
             ? fit_names_equal (key, name)
             : strcmp (key, name) == 0;
}

/* Adds a hint that says in which versions or releases the field @name exists,
 * if there are any. */
static gboolean
hint_at_span (const FitConfigReader *reader, const FitConfigTable *table,
              const char *name, GError **error)
{
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitConfigField *field = &table->rows[i];
      const FitConfigSpan *span = &field->span;

      if (strcmp (field->name, name) != 0)
        continue;
      if (span->since > reader->version)
        fit_error_add_hint (error, "%s came with %s", name,
                            fit_config_version_name (span->since));
      else if (span->until != 0 && span->until < reader->version)
        fit_error_add_hint (error, "%s had its last version in %s", name,
                            fit_config_version_name (span->until));
      else if (span->releases.since > reader->release)
        fit_error_add_hint (error, "%s came with 1.%d", name,
                            span->releases.since / 100);
      else
        fit_error_add_hint (error, "%s went after 1.%d", name,
                            span->releases.before / 100 - 1);
      return TRUE;
    }
  return FALSE;
}

static void
hint_at_name (const FitConfigReader *reader, const FitConfigTable *table,
              const char *name, GError **error)
{
  FitSimilar similar;

  if (hint_at_span (reader, table, name, error))
    return;
  fit_similar_init (&similar, name);
  for (guint i = 0; i < table->n_rows; i++)
    if (is_here (reader, &table->rows[i]))
      fit_similar_offer (&similar, table->rows[i].name);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean \"%s\"?", similar.best);
}

/* Returns: (transfer full): the names that @table has for this version and
 * release, for messages */
static char *
names_text (const FitConfigReader *reader, const FitConfigTable *table)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < table->n_rows; i++)
    if (is_here (reader, &table->rows[i]))
      g_string_append_printf (out, "%s%s", fit_list_gap (out, ", "),
                              name_of (reader, &table->rows[i]));
  return g_string_free (out, FALSE);
}

/* Sets @error, or adds a warning if decoding is lenient. */
static gboolean
refuse (FitConfigReader *reader, GError *taken, GError **error)
{
  g_autoptr (GError) problem = taken;

  if (!reader->lenient)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  if (reader->warnings != NULL)
    g_ptr_array_add (reader->warnings, g_strdup (problem->message));
  return TRUE;
}

/* Returns: (transfer none): the path of @member of the current object */
static const char *
path_of (FitConfigReader *reader, const FitMember *member)
{
  const FitStep step = { .up = reader->decoder.path, .name = member->key };
  const FitDecoder here = { .path = &step };
  g_autofree char *path = fit_decode_path (&here);

  return fit_arena_strndup (reader->arena, path, strlen (path));
}

/* Does the release only ignore unknown fields here? */
static gboolean
ignores_unknown (const FitConfigReader *reader)
{
  return reader->policy != NULL
         && (reader->decoder.any_case
             || !fit_release_has_profiles (reader->release));
}

/* Returns: (nullable): which of apiVersion and kind is meant by @key.  A Policy
 * has them too, and so do extenders in old files. */
static const char *
type_meta (const FitConfigReader *reader, const char *key)
{
  if (reader->decoder.path != NULL && !reader->decoder.any_case)
    return NULL;
  return fit_names_equal (key, "apiVersion") ? "apiVersion"
         : fit_names_equal (key, "kind")     ? "kind"
                                             : NULL;
}

static gboolean
note_ignored (FitConfigReader *reader, const FitConfigTable *table,
              const FitMember *member)
{
  FitIgnoredField *note = fit_arena_new0 (reader->arena, FitIgnoredField, 1);
  FitSimilar similar;

  note->path = path_of (reader, member);
  note->place = (FitPlace){ member->value.line, member->value.column };
  fit_similar_init (&similar, member->key);
  for (guint i = 0; i < table->n_rows; i++)
    {
      const FitConfigField *field = &table->rows[i];

      if (is_here (reader, field))
        fit_similar_offer (&similar, name_of (reader, field));
      else if (is_named (reader, field, member->key))
        note->since = field->span.releases.since;
    }
  if (note->since == 0)
    note->meant = similar.best;
  g_ptr_array_add (reader->policy->ignored_fields, note);
  return TRUE;
}

static gboolean
refuse_unknown (FitConfigReader *reader, const FitConfigTable *table,
                const FitMember *member, GError **error)
{
  const FitValue at = { .line = member->line, .column = member->column };
  const char *meta
      = reader->policy != NULL ? type_meta (reader, member->key) : NULL;
  g_autofree char *key = fit_config_quote (member->key);
  g_autofree char *names = names_text (reader, table);
  GError *problem = NULL;

  if (meta != NULL
      && (ignores_unknown (reader) || strcmp (meta, member->key) == 0))
    return TRUE;
  if (ignores_unknown (reader))
    return note_ignored (reader, table, member);
  if (meta != NULL)
    fit_config_fail (reader, &at, &problem,
                     "found unknown field %s, expected %s", key, meta);
  else
    fit_config_fail (reader, &at, &problem,
                     "found unknown field %s, expected %s%s", key,
                     strchr (names, ',') != NULL ? "one of " : "", names);
  if (reader->internal)
    fit_error_add_hint (&problem, "the file has no apiVersion: write "
                                  "\"apiVersion\": \"v1\"");
  else if (meta == NULL)
    hint_at_name (reader, table, member->key, &problem);
  return refuse (reader, problem, error);
}

/* Does it have fields of its own?  Of a Policy, the later value of such a field
 * is read on top of the earlier one, and null clears it. */
static gboolean
is_composite (const FitConfigField *field)
{
  return field->table != NULL;
}

static gboolean
note_repeated (FitConfigReader *reader, const FitConfigField *field,
               const FitMember *member)
{
  FitRepeatedField *note = fit_arena_new0 (reader->arena, FitRepeatedField, 1);

  *note = (FitRepeatedField){
    .path = path_of (reader, member),
    .merged = !member->repeated && is_composite (field),
    .place = { member->value.line, member->value.column },
  };
  g_ptr_array_add (reader->policy->repeated_fields, note);
  return TRUE;
}

/* @field: (nullable): only for a Policy */
static gboolean
refuse_repeated (FitConfigReader *reader, const FitConfigField *field,
                 const FitMember *member, GError **error)
{
  const FitValue at = { .line = member->line, .column = member->column };
  g_autofree char *key = fit_config_quote (member->key);
  GError *problem = NULL;

  if (reader->policy != NULL)
    return note_repeated (reader, field, member);
  fit_config_fail (reader, &at, &problem,
                   "found field %s again, expected it once", key);
  return refuse (reader, problem, error);
}

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
         || place_mismatch (reader, value, error);
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
    return place_mismatch (reader, value, error);
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
    return place_mismatch (reader, value, error);
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
    return place_mismatch (reader, value, error);
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
      return place_mismatch (reader, value, error);
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

/* Reads one element of a list; null leaves it as it is. */
static gboolean
read_element (FitConfigReader *reader, const FitConfigField *field,
              const FitValue *value, gpointer out, GError **error)
{
  if (field->type != FIT_CONFIG_STRINGS)
    note_place (field->table, value, out);
  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  return field->type == FIT_CONFIG_STRINGS
             ? read_string (reader, field, value, out, error)
             : fit_config_read (reader, field->table, value, out, error);
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
      step.index = i;
      done = read_element (reader, field, &value->items[i],
                           field->type == FIT_CONFIG_POINTERS
                               ? ((gpointer *) (gpointer) items)[i]
                               : items + i * size,
                           error);
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

static void
read_null (FitConfigReader *reader, const FitConfigField *field, gpointer base)
{
  if (reader->policy != NULL
      && (is_composite (field) || field->type == FIT_CONFIG_BASE64
          || field->type == FIT_CONFIG_STRINGS
          || (field->type == FIT_CONFIG_STRING && !reader->decoder.any_case)))
    clear_field (reader, field, base);
}

static gboolean
read_field (FitConfigReader *reader, const FitConfigField *field,
            const FitValue *value, gpointer base, GError **error)
{
  const gboolean absent = value->type == FIT_VALUE_NULL;

  if (absent)
    read_null (reader, field, base);
  else if (!read_value (reader, field, value, base, error))
    return FALSE;
  if (field->written != 0)
    *(FitPlace *) G_STRUCT_MEMBER_P (base, field->written)
        = absent ? (FitPlace){ 0 } : (FitPlace){ value->line, value->column };
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
      if (reader->policy == NULL && !is_here (reader, field))
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
    if (is_here (reader, &table->rows[i])
        && is_named (reader, &table->rows[i], key))
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
                     ? refuse_repeated (reader, NULL, member, error)
                     : refuse_unknown (reader, table, member, error);
          continue;
        }
      if ((seen[row] || (member->repeated && reader->policy != NULL))
          && !refuse_repeated (reader, field, member, error))
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

void
fit_config_problem (GPtrArray *problems, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (problems, g_strdup_vprintf (format, args));
  va_end (args);
}
