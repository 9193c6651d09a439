/* fields-errors.c - what is wrong with a document: values that do not fit their
 * fields, unknown and repeated fields
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/fields.h"

#include "api/syntax.h"
#include "base/list-gap.h"
#include "net/secrets.h"
#include "base/similar.h"

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
  return fit_blame (error, "%s: line %u, column %u: ", reader->source,
                    value->line, value->column);
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

/* Puts the place of @value before the message, too, and adds a hint that says
 * how to write the value. */
gboolean
fit_config_place_mismatch (FitConfigReader *reader, const FitValue *value,
                           GError **error)
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
  return fit_config_place_mismatch (reader, value, error);
}

void
fit_config_problem (GPtrArray *problems, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  g_ptr_array_add (problems, g_strdup_vprintf (format, args));
  va_end (args);
}

/* -- unknown fields -------------------------------------------------------- */

/* The field ended; it may go on with other letter case. */
static void
hint_at_end (const FitConfigReader *reader, const FitConfigTable *table,
             const FitConfigField *field, GError **error)
{
  const char *until = fit_config_version_name (field->span.until);

  for (guint i = 0; i < table->n_rows; i++)
    if (fit_config_is_here (reader, &table->rows[i])
        && g_ascii_strcasecmp (table->rows[i].name, field->name) == 0)
      {
        fit_error_add_hint (error, "write %s: up to %s it was %s",
                            table->rows[i].name, until, field->name);
        return;
      }
  fit_error_add_hint (error, "%s had its last version in %s", field->name,
                      until);
}

/* What a configuration with a field of a later release comes to. */
#define TO_OLDER                                                    \
  "; an older kube-scheduler refuses the whole file with a strict " \
  "decoding error, and does not start"

/* Adds a hint that says in which versions or releases the field @name exists,
 * or if there are none, which name is like it. */
static void
hint_at_name (const FitConfigReader *reader, const FitConfigTable *table,
              const char *name, GError **error)
{
  FitSimilar similar;

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
        hint_at_end (reader, table, field, error);
      else if (span->releases.since > reader->release)
        fit_error_add_hint (
            error, "%s came with 1.%d%s", name, span->releases.since / 100,
            (reader->policy == NULL && !reader->lenient) ? TO_OLDER : "");
      else
        fit_error_add_hint (error, "%s went after 1.%d", name,
                            span->releases.before / 100 - 1);
      return;
    }
  fit_similar_init (&similar, name);
  for (guint i = 0; i < table->n_rows; i++)
    if (fit_config_is_here (reader, &table->rows[i]))
      fit_similar_offer (&similar, table->rows[i].name);
  if (similar.best != NULL)
    fit_error_add_hint (error, "did you mean \"%s\"?", similar.best);
}

gboolean
fit_config_refuse (FitConfigReader *reader, GError *taken, GError **error)
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

gboolean
fit_config_refuse_unknown (FitConfigReader *reader, const FitConfigTable *table,
                           const FitMember *member, GError **error)
{
  const FitValue at = { .line = member->line, .column = member->column };
  /* A Policy has apiVersion and kind, too, and so do extenders in old files. */
  const gboolean may_be_meta
      = reader->policy != NULL
        && (reader->decoder.path == NULL || reader->decoder.any_case);
  const char *meta = !may_be_meta ? NULL
                     : fit_names_equal (member->key, "apiVersion")
                         ? "apiVersion"
                     : fit_names_equal (member->key, "kind") ? "kind"
                                                             : NULL;
  g_autofree char *key = NULL;
  g_autoptr (GString) names = g_string_new (meta);
  GError *problem = NULL;

  if (meta != NULL
      && (ignores_unknown (reader) || strcmp (meta, member->key) == 0))
    return TRUE;
  if (ignores_unknown (reader))
    {
      FitIgnoredField *note
          = fit_arena_new0 (reader->arena, FitIgnoredField, 1);
      FitSimilar similar;

      note->path = path_of (reader, member);
      note->place = (FitPlace){ member->value.line, member->value.column };
      fit_similar_init (&similar, member->key);
      for (guint i = 0; i < table->n_rows; i++)
        {
          const FitConfigField *field = &table->rows[i];

          if (fit_config_is_here (reader, field))
            fit_similar_offer (&similar, fit_config_name_of (reader, field));
          else if (fit_config_is_named (reader, field, member->key))
            note->since = field->span.releases.since;
        }
      if (note->since == 0)
        note->meant = similar.best;
      g_ptr_array_add (reader->policy->ignored_fields, note);
      return TRUE;
    }
  key = fit_config_quote (member->key);
  for (guint i = 0; meta == NULL && i < table->n_rows; i++)
    if (fit_config_is_here (reader, &table->rows[i]))
      g_string_append_printf (names, "%s%s", fit_list_gap (names, ", "),
                              fit_config_name_of (reader, &table->rows[i]));
  fit_config_fail (
      reader, &at, &problem, "found unknown field %s, expected %s%s", key,
      strchr (names->str, ',') != NULL ? "one of " : "", names->str);
  if (reader->internal)
    fit_error_add_hint (&problem, "the file has no apiVersion: write "
                                  "\"apiVersion\": \"v1\"");
  else if (meta == NULL)
    hint_at_name (reader, table, member->key, &problem);
  return fit_config_refuse (reader, problem, error);
}

/* -- repeated fields ------------------------------------------------------- */

/* @field: (nullable): only for a Policy */
gboolean
fit_config_refuse_repeated (FitConfigReader *reader,
                            const FitConfigField *field,
                            const FitMember *member, GError **error)
{
  const FitValue at = { .line = member->line, .column = member->column };
  g_autofree char *key = fit_config_quote (member->key);
  GError *problem = NULL;

  if (reader->policy != NULL)
    {
      FitRepeatedField *note
          = fit_arena_new0 (reader->arena, FitRepeatedField, 1);

      /* The later value of a field that has fields of its own is read on top of
       * the earlier one, and null clears it. */
      *note = (FitRepeatedField){
        .path = path_of (reader, member),
        .merged = !member->repeated && field->table != NULL,
        .place = { member->value.line, member->value.column },
      };
      g_ptr_array_add (reader->policy->repeated_fields, note);
      return TRUE;
    }
  fit_config_fail (reader, &at, &problem,
                   "found field %s again, expected it once", key);
  return fit_config_refuse (reader, problem, error);
}
