/* fields-read.c - strict decoding of value trees into structs
 *
 * Field names match exactly, unknown and repeated fields are errors, types are
 * strict, and null means absent.  Lenient decoding gives warnings for unknown
 * and repeated fields; the last one of repeated fields counts.
 */
#include "policy/fields.h"

#include "api/syntax.h"
#include "base/duration.h"
#include "base/secrets.h"
#include "base/similar.h"

#include <string.h>

#define MAX_FIELDS 40

static gboolean read_field (FitConfigReader *reader,
                            const FitConfigField *field, const FitValue *value,
                            gpointer base, GError **error);

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

gboolean
fit_config_mismatch (FitConfigReader *reader, const FitValue *value,
                     const char *expected, GError **error)
{
  fit_decode_mismatch (&reader->decoder, value, expected, error);
  return place (reader, value, error);
}

static gboolean
is_here (const FitConfigReader *reader, const FitConfigField *field)
{
  return fit_config_span_has (&field->span, reader->version, reader->release);
}

/* Adds a hint in which versions or releases the field @name exists, if in
 * any. */
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
        fit_error_add_hint (error, "%s has it from %s on", name,
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
      g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "",
                              table->rows[i].name);
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

static gboolean
refuse_unknown (FitConfigReader *reader, const FitConfigTable *table,
                const FitMember *member, GError **error)
{
  const FitValue at = { .line = member->line, .column = member->column };
  g_autofree char *key = fit_config_quote (member->key);
  g_autofree char *names = names_text (reader, table);
  GError *problem = NULL;

  fit_config_fail (reader, &at, &problem,
                   "found unknown field %s, expected %s%s", key,
                   strchr (names, ',') != NULL ? "one of " : "", names);
  hint_at_name (reader, table, member->key, &problem);
  return refuse (reader, problem, error);
}

static gboolean
refuse_repeated (FitConfigReader *reader, const FitMember *member,
                 GError **error)
{
  const FitValue at = { .line = member->line, .column = member->column };
  g_autofree char *key = fit_config_quote (member->key);
  GError *problem = NULL;

  fit_config_fail (reader, &at, &problem,
                   "found field %s again, expected it once", key);
  return refuse (reader, problem, error);
}

/* -- scalars --------------------------------------------------------------- */

static const FitType *const scalar_types[FIT_CONFIG_TYPE_LAST] = {
  [FIT_CONFIG_STRING] = &fit_type_text,
  [FIT_CONFIG_BOOL] = &fit_type_bool,
  [FIT_CONFIG_INT32] = &fit_type_int32,
  [FIT_CONFIG_INT64] = &fit_type_int64,
  [FIT_CONFIG_NANOSECONDS] = &fit_type_int64,
};

static gboolean
read_scalar (FitConfigReader *reader, const FitConfigField *field,
             const FitValue *value, gpointer at, GError **error)
{
  gint64 ns;

  if (fit_decode (&reader->decoder, scalar_types[field->type], value, at,
                  error))
    return TRUE;
  if (field->type == FIT_CONFIG_NANOSECONDS && value->type == FIT_VALUE_STRING
      && fit_duration_parse (value->text, &ns))
    fit_error_add_hint (error, "write nanoseconds: %" G_GINT64_FORMAT, ns);
  return place (reader, value, error);
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
    return place (reader, value, error);
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

  if (bytes == NULL)
    return fit_config_mismatch (reader, &hidden, "a string in base64", error);
  *(const char **) at = value->text;
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
  if (table->place >= 0)
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
read_pointer (FitConfigReader *reader, const FitConfigField *field,
              const FitValue *value, gpointer at, GError **error)
{
  gpointer object = fit_arena_alloc0 (reader->arena, field->table->size);

  fit_config_fill (reader, field->table, object);
  if (!fit_config_read (reader, field->table, value, object, error))
    return FALSE;
  *(gpointer *) at = object;
  return TRUE;
}

/* Reads one element of a list; null reads as an empty element. */
static gboolean
read_element (FitConfigReader *reader, const FitConfigTable *table,
              const FitValue *value, gpointer out, GError **error)
{
  fit_config_fill (reader, table, out);
  note_place (table, value, out);
  return value->type == FIT_VALUE_NULL
         || fit_config_read (reader, table, value, out, error);
}

static gboolean
read_string_element (FitConfigReader *reader, const FitValue *value,
                     const char **out, GError **error)
{
  *out = "";
  return value->type == FIT_VALUE_NULL
         || fit_decode (&reader->decoder, &fit_type_text, value, out, error)
         || place (reader, value, error);
}

static gboolean
read_list (FitConfigReader *reader, const FitConfigField *field,
           const FitValue *value, gpointer base, GError **error)
{
  const gboolean strings = field->type == FIT_CONFIG_STRINGS;
  const gsize size = strings ? sizeof (const char *) : field->table->size;
  FitStep step = { .up = reader->decoder.path };
  gboolean done = TRUE;
  char *items;

  if (value->type != FIT_VALUE_LIST)
    return fit_config_mismatch (reader, value, "a list", error);
  items = fit_arena_alloc0 (reader->arena, MAX (value->n, 1) * size);
  reader->decoder.path = &step;
  for (guint i = 0; done && i < value->n; i++)
    {
      gpointer at = items + i * size;

      step.index = i;
      done = strings ? read_string_element (reader, &value->items[i], at, error)
                     : read_element (reader, field->table, &value->items[i], at,
                                     error);
    }
  reader->decoder.path = step.up;
  if (!done)
    return FALSE;
  memcpy (G_STRUCT_MEMBER_P (base, field->offset), &items, sizeof items);
  *(guint *) G_STRUCT_MEMBER_P (base, field->count) = value->n;
  return TRUE;
}

/* -- fields ---------------------------------------------------------------- */

typedef gboolean (*ReadFunc) (FitConfigReader *reader,
                              const FitConfigField *field,
                              const FitValue *value, gpointer at,
                              GError **error);

static const ReadFunc read_funcs[FIT_CONFIG_TYPE_LAST] = {
  [FIT_CONFIG_STRING] = read_scalar,
  [FIT_CONFIG_BOOL] = read_scalar,
  [FIT_CONFIG_INT32] = read_scalar,
  [FIT_CONFIG_INT64] = read_scalar,
  [FIT_CONFIG_NUMBER] = read_number,
  [FIT_CONFIG_DURATION] = read_duration,
  [FIT_CONFIG_NANOSECONDS] = read_scalar,
  [FIT_CONFIG_BASE64] = read_base64,
  [FIT_CONFIG_OBJECT] = read_object,
  [FIT_CONFIG_POINTER] = read_pointer,
  [FIT_CONFIG_RAW] = read_raw,
  [FIT_CONFIG_MAYBE_INT32] = read_maybe_int32,
};

static gboolean
read_value (FitConfigReader *reader, const FitConfigField *field,
            const FitValue *value, gpointer base, GError **error)
{
  if (field->type == FIT_CONFIG_LIST || field->type == FIT_CONFIG_STRINGS)
    return read_list (reader, field, value, base, error);
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

static gboolean
read_field (FitConfigReader *reader, const FitConfigField *field,
            const FitValue *value, gpointer base, GError **error)
{
  if (value->type == FIT_VALUE_NULL)
    return TRUE;
  if (!read_value (reader, field, value, base, error))
    return FALSE;
  if ((field->flags & FIT_CONFIG_EMPTY_IS_ABSENT) != 0
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

      if (!is_here (reader, field))
        continue;
      if (field->fallback != NULL)
        fall_back (reader, field, out);
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
        && (reader->ignore_case
                ? g_ascii_strcasecmp (table->rows[i].name, key) == 0
                : strcmp (table->rows[i].name, key) == 0))
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
          done = refuse_unknown (reader, table, member, error);
          continue;
        }
      if (seen[row] && !refuse_repeated (reader, member, error))
        return FALSE;
      seen[row] = TRUE;
      step.name = field->name;
      reader->decoder.path = &step;
      done = read_field (reader, field, &member->value, out, error);
      reader->decoder.path = step.up;
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
