/* names.c - syntax of names, and messages about invalid ones
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/names.h"
#include "api/syntax.h"

#include <string.h>

#define MAX_NAME 63
#define MAX_SUBDOMAIN 253
#define REQUESTS_PREFIX "requests."

#define NAME_MESSAGE                                                          \
  "must consist of alphanumeric characters, '-', '_' or '.', and must start " \
  "and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  "   \
  "or '123-abc', regex used for validation is "                               \
  "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define SUBDOMAIN_MESSAGE                                                     \
  "a DNS-1123 subdomain must consist of lower case alphanumeric characters, " \
  "'-' or '.', and must start and end with an alphanumeric character (e.g. "  \
  "'example.com', regex used for validation is "                              \
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
#define LABEL_VALUE_MESSAGE                                                   \
  "a valid label must be an empty string or consist of alphanumeric "         \
  "characters, '-', '_' or '.', and must start and end with an alphanumeric " \
  "character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for "   \
  "validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

/* ([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9] */
static gboolean
has_name_pattern (const char *text, gsize len)
{
  if (len == 0 || !g_ascii_isalnum (text[0])
      || !g_ascii_isalnum (text[len - 1]))
    return FALSE;
  for (gsize i = 1; i + 1 < len; i++)
    if (!g_ascii_isalnum (text[i]) && strchr ("-_.", text[i]) == NULL)
      return FALSE;
  return TRUE;
}

/* Labels of [a-z0-9]([-a-z0-9]*[a-z0-9])? joined by dots. */
static gboolean
has_subdomain_pattern (const char *text, gsize len)
{
  char before = '.';

  for (gsize i = 0; i < len; i++)
    {
      char c = text[i];
      gboolean last = i + 1 == len || text[i + 1] == '.';

      if (c == '.' && before == '.')
        return FALSE;
      if (c != '.' && !g_ascii_islower (c) && !g_ascii_isdigit (c)
          && (c != '-' || before == '.' || last))
        return FALSE;
      before = c;
    }
  return before != '.';
}

static gboolean
is_name_part (const char *text, gsize len)
{
  return len <= MAX_NAME && has_name_pattern (text, len);
}

gboolean
fit_is_qualified_name (const char *text)
{
  const char *slash = strchr (text, '/');
  gsize len;

  if (slash == NULL)
    return is_name_part (text, strlen (text));
  len = (gsize) (slash - text);
  if (len > MAX_SUBDOMAIN || !has_subdomain_pattern (text, len))
    return FALSE;
  return is_name_part (slash + 1, strlen (slash + 1));
}

gboolean
fit_is_label_value (const char *text)
{
  return *text == '\0' || is_name_part (text, strlen (text));
}

static gboolean
is_prefixed_native (const char *name)
{
  return strstr (name, "kubernetes.io/") != NULL;
}

/* For quotas "requests." + name must be a qualified name.  A prefix is a
 * subdomain if and only if "requests." + prefix is. */
gboolean
fit_is_extended_resource_name (const char *name)
{
  const char *slash = strchr (name, '/');

  if (slash == NULL || is_prefixed_native (name)
      || g_str_has_prefix (name, REQUESTS_PREFIX))
    return FALSE;
  return (gsize) (slash - name) + strlen (REQUESTS_PREFIX) <= MAX_SUBDOMAIN
         && fit_is_qualified_name (name);
}

gboolean
fit_is_scalar_resource_name (const char *name)
{
  return g_str_has_prefix (name, FIT_RESOURCE_HUGEPAGES_PREFIX)
         || g_str_has_prefix (name, FIT_RESOURCE_ATTACHABLE_VOLUMES_PREFIX)
         || is_prefixed_native (name) || fit_is_extended_resource_name (name);
}

/* -- messages -------------------------------------------------------------- */

static void
add_problem (GPtrArray *problems, const char *prefix, const char *problem)
{
  g_ptr_array_add (problems, g_strconcat (prefix, problem, NULL));
}

void
fit_qualified_name_problems (const char *text, GPtrArray *problems)
{
  const char *slash = strchr (text, '/');
  const char *name = slash != NULL ? slash + 1 : text;
  gsize len = strlen (name);

  if (strchr (name, '/') != NULL)
    {
      add_problem (problems, "a qualified name ",
                   NAME_MESSAGE " with an optional DNS subdomain prefix and "
                                "'/' (e.g. 'example.com/MyName')");
      return;
    }
  if (slash == text)
    add_problem (problems, "prefix part ", "must be non-empty");
  else if (slash != NULL)
    {
      if (slash - text > MAX_SUBDOMAIN)
        add_problem (problems, "prefix part ",
                     "must be no more than 253 characters");
      if (!has_subdomain_pattern (text, (gsize) (slash - text)))
        add_problem (problems, "prefix part ", SUBDOMAIN_MESSAGE);
    }
  if (len == 0)
    add_problem (problems, "name part ", "must be non-empty");
  else if (len > MAX_NAME)
    add_problem (problems, "name part ", "must be no more than 63 characters");
  if (!has_name_pattern (name, len))
    add_problem (problems, "name part ", NAME_MESSAGE);
}

void
fit_label_value_problems (const char *text, GPtrArray *problems)
{
  gsize len = strlen (text);

  if (len > MAX_NAME)
    add_problem (problems, "", "must be no more than 63 characters");
  if (len > 0 && !has_name_pattern (text, len))
    add_problem (problems, "", LABEL_VALUE_MESSAGE);
}

char *
fit_quote (const char *text)
{
  GString *out = g_string_new ("\"");

  while (*text != '\0')
    {
      gunichar c = g_utf8_get_char_validated (text, -1);
      static const char escapes[] = "\a\b\f\n\r\t\v\"\\";
      static const char letters[] = "abfnrtv\"\\";
      const char *escape;

      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append_printf (out, "\\x%02x", (guint8) *text++);
          continue;
        }
      escape = c > 0 && c < 0x80 ? strchr (escapes, (int) c) : NULL;
      if (escape != NULL)
        {
          g_string_append_c (out, '\\');
          g_string_append_c (out, letters[escape - escapes]);
        }
      else if (g_unichar_isprint (c) && (c < 0x80 || !g_unichar_isspace (c))
               && g_unichar_type (c) != G_UNICODE_PRIVATE_USE)
        g_string_append_unichar (out, c);
      else if (c < 0x80)
        g_string_append_printf (out, "\\x%02x", c);
      else if (c < 0x10000)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_printf (out, "\\U%08x", c);
      text = g_utf8_next_char (text);
    }
  g_string_append_c (out, '"');
  return g_string_free (out, FALSE);
}

gboolean
fit_parse_int64 (const char *text, gsize len, gint64 *out)
{
  gboolean negative = len > 0 && text[0] == '-';
  gsize i = len > 0 && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  gint64 number = 0;

  if (i == len)
    return FALSE;
  for (; i < len; i++)
    {
      gint64 digit = text[i] - '0';

      if (!g_ascii_isdigit (text[i])
          || __builtin_mul_overflow (number, 10, &number)
          || __builtin_add_overflow (number, negative ? -digit : digit,
                                     &number))
        return FALSE;
    }
  *out = number;
  return TRUE;
}
