/* policy-hints.c - hints for fixing a Policy that cannot be read */
#include "policy/policy-hints.h"

#include <string.h>

#include "api/syntax.h"
#include "base/duration.h"
#include "base/secrets.h"
#include "policy/policy-private.h"

static gboolean
is_integer (const char *text)
{
  return g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, NULL,
                                   NULL);
}

static void
hint_integer (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  gint64 nanoseconds;

  if (value->type == FIT_VALUE_STRING && row->type == FIT_POLICY_DURATION
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
  else if (row->type == FIT_POLICY_DURATION)
    fit_error_add_hint (error, "write nanoseconds: 5000000000 is 5 seconds");
}

static void
hint_string (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  (void) row;
  if (value->type == FIT_VALUE_BOOL)
    fit_error_add_hint (error, "put the text in quotes; without them YAML "
                               "reads yes, no, on, off, y, n, true and false "
                               "as booleans");
  else if (value->type == FIT_VALUE_NUMBER)
    fit_error_add_hint (error, "put it in quotes");
}

static void
hint_bool (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  (void) row;
  if (value->type == FIT_VALUE_STRING
      && (g_ascii_strcasecmp (value->text, "true") == 0
          || g_ascii_strcasecmp (value->text, "false") == 0))
    fit_error_add_hint (error, "write it in lower case and without quotes");
}

static void
hint_base64 (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  (void) row;
  if (value->type == FIT_VALUE_STRING && strstr (value->text, "-----BEGIN"))
    fit_error_add_hint (
        error,
        "this is PEM text: encode it with \"base64 -w0 FILE\", or put the name "
        "of the file in certFile, keyFile or caFile");
}

static void
hint_strings (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  g_autofree char *shown = NULL;
  g_autofree char *quoted = NULL;

  (void) row;
  if (value->type != FIT_VALUE_STRING)
    return;
  shown = fit_secrets_hide (value->text);
  quoted = fit_quote (shown);
  fit_error_add_hint (error, "write a list: [%s]", quoted);
}

static void
hint_object (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  (void) value;
  if (row->example != NULL)
    fit_error_add_hint (error, "write for example %s", row->example);
}

static void
hint_list (GError **error, const FitPolicyRow *row, const FitValue *value)
{
  (void) value;
  if (row->example != NULL)
    fit_error_add_hint (error, "write for example [%s]", row->example);
}

void
fit_policy_add_hint (GError **error, const FitPolicyRow *row,
                     FitPolicyType wanted, const FitValue *value)
{
  static void (*const funcs[FIT_POLICY_LAST]) (GError **, const FitPolicyRow *,
                                               const FitValue *)
      = {
          [FIT_POLICY_STRING] = hint_string,
          [FIT_POLICY_BOOL] = hint_bool,
          [FIT_POLICY_INT64] = hint_integer,
          [FIT_POLICY_DURATION] = hint_integer,
          [FIT_POLICY_INT32] = hint_integer,
          [FIT_POLICY_BASE64] = hint_base64,
          [FIT_POLICY_STRINGS] = hint_strings,
          [FIT_POLICY_OBJECT] = hint_object,
          [FIT_POLICY_ALLOCATED] = hint_object,
          [FIT_POLICY_LIST] = hint_list,
          [FIT_POLICY_ARRAY] = hint_list,
        };

  funcs[wanted](error, row, value);
}

/* Searched for in this order in the parser's message. */
static const struct
{
  const char *message;
  const char *hint;
} syntax_hints[] = {
  { "invalid character '}' looking for beginning of object key string",
    "remove the comma before the '}'" },
  { "invalid character ']' looking for beginning of value",
    "remove the comma before the ']'" },
  { "invalid character '\\''", "JSON strings need double quotes" },
  { "invalid character '/'",
    "JSON has no comments; in YAML a comment begins with #" },
  { "invalid character '#'",
    "a file that begins with '{' is read as JSON, which has no comments" },
  { "looking for beginning of object key string",
    "a file that begins with '{' is read as JSON, where field names need "
    "double quotes" },
  { "after top-level value",
    "a policy file holds one JSON object: remove what follows it" },
  { "after object key:value pair", "a comma or '}' is missing before it" },
  { "after array element", "a comma or ']' is missing before it" },
  { "unexpected end of JSON input", "a bracket or a quote is not closed" },
  { "tab character", "indent YAML with spaces, not tabs" },
  { "cannot start any token", "indent YAML with spaces, not tabs" },
};

static gboolean
begins_with (const char *text, gsize len, const char *prefix)
{
  while (len > 0 && g_ascii_isspace (*text))
    {
      text++;
      len--;
    }
  return len >= strlen (prefix) && memcmp (text, prefix, strlen (prefix)) == 0;
}

void
fit_policy_add_syntax_hint (GError **error, const char *text, gsize len)
{
  if (error == NULL || *error == NULL)
    return;
  if (begins_with (text, len, "//") || begins_with (text, len, "/*"))
    {
      fit_error_add_hint (error, "JSON has no comments; in YAML a comment "
                                 "begins with #");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (syntax_hints); i++)
    if (strstr ((*error)->message, syntax_hints[i].message) != NULL)
      {
        fit_error_add_hint (error, "%s", syntax_hints[i].hint);
        return;
      }
}
