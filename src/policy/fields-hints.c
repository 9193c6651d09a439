/* fields-hints.c - how to write a value that does not fit its field
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy/fields.h"

#include <string.h>

#include "api/syntax.h"
#include "formats/duration.h"
#include "net/secrets.h"

static gboolean
is_integer (const char *text)
{
  return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, NULL,
                                   NULL);
}

static void
hint_integer (GError **error, const FitConfigField *field,
              const FitValue *value)
{
  gint64 nanoseconds;

  if (value->type == FIT_VALUE_STRING && field->type == FIT_CONFIG_NANOSECONDS
      && fit_duration_parse (value->text, &nanoseconds))
    fit_error_add_hint (error, "write nanoseconds: %" G_GINT64_FORMAT,
                        nanoseconds);
  else if (value->type == FIT_VALUE_STRING && is_integer (value->text))
    fit_error_add_hint (error, "write the number without quotes: %s",
                        value->text);
  else if (value->type == FIT_VALUE_NUMBER && !is_integer (value->text)
           && strpbrk (value->text, ".eE") != NULL)
    fit_error_add_hint (
        error, "write a whole number, without a decimal point or an exponent");
  else if (field->type == FIT_CONFIG_NANOSECONDS)
    fit_error_add_hint (error, "write nanoseconds: 5000000000 is 5 seconds");
}

static void
hint_string (GError **error, const FitConfigField *field, const FitValue *value)
{
  if (value->type == FIT_VALUE_BOOL)
    fit_error_add_hint (error, "put the text in quotes; without them YAML "
                               "reads yes, no, on, off, y, n, true and false "
                               "as booleans");
  else if (value->type == FIT_VALUE_NUMBER)
    fit_error_add_hint (error, "put it in quotes");
}

static void
hint_bool (GError **error, const FitConfigField *field, const FitValue *value)
{
  if (value->type == FIT_VALUE_STRING
      && (g_ascii_strcasecmp (value->text, "true") == 0
          || g_ascii_strcasecmp (value->text, "false") == 0))
    fit_error_add_hint (error, "write it in lower case and without quotes");
}

static void
hint_base64 (GError **error, const FitConfigField *field, const FitValue *value)
{
  if (value->type == FIT_VALUE_STRING
      && strstr (value->text, "-----BEGIN") != NULL)
    fit_error_add_hint (
        error,
        "this is PEM text: encode it with \"base64 -w0 FILE\", or put the name "
        "of the file in certFile, keyFile or caFile");
}

static void
hint_strings (GError **error, const FitConfigField *field,
              const FitValue *value)
{
  g_autofree char *shown = NULL;
  g_autofree char *quoted = NULL;

  if (value->type != FIT_VALUE_STRING)
    return;
  shown = fit_secrets_hide (value->text);
  quoted = fit_quote (shown);
  fit_error_add_hint (error, "write a list: [%s]", quoted);
}

static void
hint_object (GError **error, const FitConfigField *field, const FitValue *value)
{
  if (field->example != NULL)
    fit_error_add_hint (error, "write for example %s", field->example);
}

static void
hint_list (GError **error, const FitConfigField *field, const FitValue *value)
{
  if (field->example != NULL)
    fit_error_add_hint (error, "write for example [%s]", field->example);
}

typedef void (*HintFunc) (GError **error, const FitConfigField *field,
                          const FitValue *value);

void
fit_config_add_hint (const FitConfigReader *reader, const FitValue *value,
                     GError **error)
{
  static const HintFunc funcs[FIT_CONFIG_TYPE_LAST] = {
    [FIT_CONFIG_STRING] = hint_string,
    [FIT_CONFIG_BOOL] = hint_bool,
    [FIT_CONFIG_INT32] = hint_integer,
    [FIT_CONFIG_LOW_INT32] = hint_integer,
    [FIT_CONFIG_WIDE_INT32] = hint_integer,
    [FIT_CONFIG_INT64] = hint_integer,
    [FIT_CONFIG_MAYBE_INT32] = hint_integer,
    [FIT_CONFIG_NANOSECONDS] = hint_integer,
    [FIT_CONFIG_BASE64] = hint_base64,
    [FIT_CONFIG_STRINGS] = hint_strings,
    [FIT_CONFIG_OBJECT] = hint_object,
    [FIT_CONFIG_PART] = hint_object,
    [FIT_CONFIG_POINTER] = hint_object,
    [FIT_CONFIG_LIST] = hint_list,
    [FIT_CONFIG_POINTERS] = hint_list,
  };
  const FitConfigField *field = reader->field;
  const FitStep *step = reader->decoder.path;
  HintFunc hint = field != NULL ? funcs[field->type] : NULL;

  if (hint != NULL && step != NULL && step->name == NULL) /* an element */
    hint = hint == hint_strings ? hint_string : hint_object;
  if (hint != NULL)
    hint (error, field, value);
}
