/* yaml-scalar.c - the value of a YAML 1.1 scalar
 *
 * Words are looked up in a table.  Text that begins with a digit, sign or point
 * may be a number: an integer in Go's syntax (0x1F, 0b11, 0o17, 017) with
 * underscores anywhere, or a decimal float.  A number that fits neither 64 bits
 * nor a double is a string, and so are timestamps.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/yaml-scalar.h"

#include "formats/lossy-utf8.h"

#include <math.h>
#include <string.h>

#define TAG(name) "tag:yaml.org,2002:" name

/* "false", "+.inf" */
#define LONGEST_WORD 5

/* How words and numbers may begin. */
#define FIRST_LETTERS "yYtToOnNfF~.+-0123456789"

/* Digits needed to distinguish any double, or any float, from its
 * neighbours. */
#define DOUBLE_DIGITS 17
#define FLOAT_DIGITS 9

/* Go writes doubles at or above the first, and below the second, with an
 * exponent. */
#define LARGEST_PLAIN 1e21
#define SMALLEST_PLAIN 1e-6

typedef struct
{
  const char *text;
  FitValueType type;
  gboolean boolean;
  double number;
} Word;

static const Word words[] = {
  { "y", FIT_VALUE_BOOL, TRUE, 0 },
  { "Y", FIT_VALUE_BOOL, TRUE, 0 },
  { "yes", FIT_VALUE_BOOL, TRUE, 0 },
  { "Yes", FIT_VALUE_BOOL, TRUE, 0 },
  { "YES", FIT_VALUE_BOOL, TRUE, 0 },
  { "true", FIT_VALUE_BOOL, TRUE, 0 },
  { "True", FIT_VALUE_BOOL, TRUE, 0 },
  { "TRUE", FIT_VALUE_BOOL, TRUE, 0 },
  { "on", FIT_VALUE_BOOL, TRUE, 0 },
  { "On", FIT_VALUE_BOOL, TRUE, 0 },
  { "ON", FIT_VALUE_BOOL, TRUE, 0 },
  { "n", FIT_VALUE_BOOL, FALSE, 0 },
  { "N", FIT_VALUE_BOOL, FALSE, 0 },
  { "no", FIT_VALUE_BOOL, FALSE, 0 },
  { "No", FIT_VALUE_BOOL, FALSE, 0 },
  { "NO", FIT_VALUE_BOOL, FALSE, 0 },
  { "false", FIT_VALUE_BOOL, FALSE, 0 },
  { "False", FIT_VALUE_BOOL, FALSE, 0 },
  { "FALSE", FIT_VALUE_BOOL, FALSE, 0 },
  { "off", FIT_VALUE_BOOL, FALSE, 0 },
  { "Off", FIT_VALUE_BOOL, FALSE, 0 },
  { "OFF", FIT_VALUE_BOOL, FALSE, 0 },
  { "", FIT_VALUE_NULL, FALSE, 0 },
  { "~", FIT_VALUE_NULL, FALSE, 0 },
  { "null", FIT_VALUE_NULL, FALSE, 0 },
  { "Null", FIT_VALUE_NULL, FALSE, 0 },
  { "NULL", FIT_VALUE_NULL, FALSE, 0 },
  { ".nan", FIT_VALUE_NUMBER, 0, NAN },
  { ".NaN", FIT_VALUE_NUMBER, 0, NAN },
  { ".NAN", FIT_VALUE_NUMBER, 0, NAN },
  { ".inf", FIT_VALUE_NUMBER, 0, HUGE_VAL },
  { ".Inf", FIT_VALUE_NUMBER, 0, HUGE_VAL },
  { ".INF", FIT_VALUE_NUMBER, 0, HUGE_VAL },
  { "+.inf", FIT_VALUE_NUMBER, 0, HUGE_VAL },
  { "+.Inf", FIT_VALUE_NUMBER, 0, HUGE_VAL },
  { "+.INF", FIT_VALUE_NUMBER, 0, HUGE_VAL },
  { "-.inf", FIT_VALUE_NUMBER, 0, -HUGE_VAL },
  { "-.Inf", FIT_VALUE_NUMBER, 0, -HUGE_VAL },
  { "-.INF", FIT_VALUE_NUMBER, 0, -HUGE_VAL },
};

/* -- Writing doubles ------------------------------------------------------- */

/* Writes @number as d.dddde±xx with as few digits as needed to distinguish it
 * from other doubles (or floats, if it is one). */
static void
print_shortest (double number, gboolean is_float32, char *out)
{
  gint most = is_float32 ? FLOAT_DIGITS : DOUBLE_DIGITS;
  char format[8];

  for (gint digits = 1; digits <= most; digits++)
    {
      double back;

      g_snprintf (format, sizeof format, "%%.%de", digits - 1);
      g_ascii_formatd (out, FIT_YAML_NUMBER_SIZE, format, number);
      back = g_ascii_strtod (out, NULL);
      if (is_float32 ? (float) back == (float) number : back == number)
        return;
    }
}

/* Rewrites d.dddde±xx without an exponent. */
static void
expand_exponent (char *number)
{
  GString *out = g_string_sized_new (FIT_YAML_NUMBER_SIZE);
  const char *digit = number;
  gint64 exponent = g_ascii_strtoll (strchr (number, 'e') + 1, NULL, 10);

  if (*digit == '-')
    g_string_append_c (out, *digit++);
  if (exponent < 0)
    g_string_append (out, "0.");
  for (gint64 i = -1; i > exponent; i--)
    g_string_append_c (out, '0');
  for (gint64 place = exponent; place >= 0 || *digit != 'e'; place--)
    {
      if (place == -1 && exponent >= 0)
        g_string_append_c (out, '.');
      g_string_append_c (out, *digit != 'e' ? *digit : '0');
      if (*digit != 'e')
        digit++;
      if (*digit == '.')
        digit++;
    }
  g_strlcpy (number, out->str, FIT_YAML_NUMBER_SIZE);
  g_string_free (out, TRUE);
}

/* Writes a finite double as Go's encoding/json does. */
static void
print_json_number (double number, char *out)
{
  double size = fabs (number);
  char *exponent;

  print_shortest (number, FALSE, out);
  if (size == 0 || (size >= SMALLEST_PLAIN && size < LARGEST_PLAIN))
    {
      expand_exponent (out);
      return;
    }
  exponent = strchr (out, 'e');
  if (exponent[1] == '-' && exponent[2] == '0')
    memmove (exponent + 2, exponent + 3, strlen (exponent + 3) + 1);
}

/* -- Reading numbers ------------------------------------------------------- */

static void
set_float (FitYamlScalar *out, double number)
{
  out->type = FIT_VALUE_NUMBER;
  out->is_float = TRUE;
  out->is_uint64 = FALSE;
  out->number = number;
  if (isfinite (number))
    print_json_number (number, out->literal);
}

/* Reads all of @text as digits of @base. */
static gboolean
parse_digits (const char *text, guint base, guint64 *out)
{
  guint64 sum = 0;

  for (const char *c = text; *c != '\0'; c++)
    {
      gint digit = g_ascii_xdigit_value (*c);

      if (digit < 0 || (guint) digit >= base
          || !g_uint64_checked_mul (&sum, sum, base)
          || !g_uint64_checked_add (&sum, sum, (guint64) digit))
        return FALSE;
    }
  *out = sum;
  return TRUE;
}

/* Removes the prefix of a Go integer literal.  Returns: its base */
static guint
take_base (const char **text)
{
  const char *prefix = *text;

  if (prefix[0] != '0')
    return 10;
  *text += 1;
  if (prefix[1] == '\0' || prefix[2] == '\0')
    return 8;
  *text += 1;
  switch (prefix[1])
    {
    case 'b':
    case 'B':
      return 2;
    case 'o':
    case 'O':
      return 8;
    case 'x':
    case 'X':
      return 16;
    default:
      *text -= 1;
      return 8;
    }
}

static gboolean
parse_integer (FitYamlScalar *out, const char *text)
{
  gboolean has_sign = *text == '-' || *text == '+';
  gboolean negative = *text == '-';
  guint64 magnitude;
  guint base;
  guint64 limit;

  text += has_sign;
  base = take_base (&text);
  if (!has_sign && base == 2 && text[-1] == 'b'
      && (*text == '-' || *text == '+'))
    {
      /* The library also tries the text after "0b" as a signed number. */
      has_sign = TRUE;
      negative = *text++ == '-';
    }
  if (*text == '\0' && base != 8)
    return FALSE;
  if (!parse_digits (text, base, &magnitude))
    return FALSE;
  limit = (guint64) G_MAXINT64 + (negative ? 1 : 0);
  if (magnitude > limit && has_sign)
    return FALSE;
  negative = negative && magnitude > 0;
  out->type = FIT_VALUE_NUMBER;
  out->is_uint64 = magnitude > limit;
  out->number = negative ? -(double) magnitude : (double) magnitude;
  g_snprintf (out->literal, sizeof out->literal, "%s%" G_GUINT64_FORMAT,
              negative ? "-" : "", magnitude);
  return TRUE;
}

/* Removes all bytes in @set from @text. */
static void
remove_chars (GString *text, const char *set)
{
  gsize kept = 0;

  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\0' || strchr (set, text->str[i]) == NULL)
      text->str[kept++] = text->str[i];
  g_string_truncate (text, kept);
}

static const char *
skip_digits (const char *text)
{
  while (g_ascii_isdigit (*text))
    text++;
  return text;
}

/* Is @text a decimal float: digits with at most one point, and maybe an
 * exponent? */
static gboolean
is_float_syntax (const char *text)
{
  const char *digits;

  if (*text == '-' || *text == '+')
    text++;
  digits = text;
  text = skip_digits (text);
  if (*text == '.')
    {
      if (text == digits && !g_ascii_isdigit (text[1]))
        return FALSE;
      text = skip_digits (text + 1);
    }
  else if (text == digits)
    return FALSE;
  if (*text == 'e' || *text == 'E')
    {
      text++;
      if (*text == '-' || *text == '+')
        text++;
      if (!g_ascii_isdigit (*text))
        return FALSE;
      text = skip_digits (text);
    }
  return *text == '\0';
}

/* Is every underscore between two digits? */
static gboolean
underscores_separate_digits (const char *text)
{
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '_'
        && (c == text || !g_ascii_isdigit (c[-1]) || !g_ascii_isdigit (c[1])))
      return FALSE;
  return TRUE;
}

static void
parse_number (FitYamlScalar *out, const char *text, gsize len)
{
  g_autoptr (GString) digits = NULL;

  if (g_ascii_isalpha (*text) || *text == '~')
    return;
  digits = g_string_new_len (text, (gssize) len);
  if (*text == '.' && !underscores_separate_digits (digits->str))
    return;
  remove_chars (digits, "_");
  if (*text == '.' || !parse_integer (out, digits->str))
    {
      double number;

      if (is_float_syntax (digits->str))
        {
          number = g_ascii_strtod (digits->str, NULL);
          if (isfinite (number))
            set_float (out, number);
        }
    }
}

/* -- Types ----------------------------------------------------------------- */

static gboolean
find_word (FitYamlScalar *out, const char *text, gsize len)
{
  for (gsize i = 0; i < G_N_ELEMENTS (words) && len <= LONGEST_WORD; i++)
    {
      const Word *word = &words[i];

      if (len > 0 && word->text[0] != *text)
        continue;
      if (strncmp (word->text, text, len) != 0 || word->text[len] != '\0')
        continue;
      out->type = word->type;
      out->boolean = word->boolean;
      if (word->type == FIT_VALUE_NUMBER)
        set_float (out, word->number);
      return TRUE;
    }
  return FALSE;
}

/* Determines the type of an untagged value, which is a string so far, from its
 * text. */
static void
resolve_plain (FitYamlScalar *out, const char *text, gsize len)
{
  if ((len == 0 || strchr (FIRST_LETTERS, *text) != NULL)
      && memchr (text, '\0', len) == NULL && !find_word (out, text, len))
    parse_number (out, text, len);
}

static const char *
short_tag (const FitYamlScalar *scalar)
{
  switch (scalar->type)
    {
    case FIT_VALUE_NULL:
      return "!!null";
    case FIT_VALUE_BOOL:
      return "!!bool";
    case FIT_VALUE_NUMBER:
      return scalar->is_float ? "!!float" : "!!int";
    default:
      return "!!str";
    }
}

gboolean
fit_yaml_scalar_resolve (FitYamlScalar *out, const char *tag, gboolean plain,
                         const char *text, gsize len, GError **error)
{
  static const struct
  {
    const char *tag;
    const char *short_form;
  } checked[] = {
    { TAG ("null"), "!!null" },
    { TAG ("bool"), "!!bool" },
    { TAG ("int"), "!!int" },
    { TAG ("float"), "!!float" },
  };

  *out = (FitYamlScalar){ .type = FIT_VALUE_STRING };
  if (tag == NULL)
    {
      if (plain)
        resolve_plain (out, text, len);
      return TRUE;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (checked); i++)
    if (strcmp (tag, checked[i].tag) == 0)
      {
        const char *found;

        resolve_plain (out, text, len);
        /* Checks whether the value matches its tag. */
        found = short_tag (out);
        if (strcmp (found, checked[i].short_form) == 0)
          return TRUE;
        if (strcmp (checked[i].short_form, "!!float") == 0
            && out->type == FIT_VALUE_NUMBER && !out->is_uint64)
          {
            set_float (out, out->number);
            return TRUE;
          }
        return fit_fail (error, FIT_ERROR_PARSE,
                         "cannot decode %s `%s` as a %s", found, text,
                         checked[i].short_form);
      }
  out->is_binary = strcmp (tag, TAG ("binary")) == 0;
  return TRUE;
}

/* Writes a float as a map key: as a 32-bit float, with an exponent if it is
 * below 1e-4 or has more than six digits before the point. */
static void
print_float_key (double number, char *out)
{
  double narrowed = (double) (float) number;
  const char *special = NULL;
  gint64 exponent;

  if (isnan (narrowed))
    special = ".nan";
  else if (isinf (narrowed))
    special = narrowed > 0 ? ".inf" : "-.inf";
  if (special != NULL)
    {
      g_strlcpy (out, special, FIT_YAML_NUMBER_SIZE);
      return;
    }
  print_shortest (narrowed, TRUE, out);
  exponent = g_ascii_strtoll (strchr (out, 'e') + 1, NULL, 10);
  if (exponent >= -4 && exponent < 6)
    expand_exponent (out);
}

gboolean
fit_yaml_scalar_key (const FitYamlScalar *scalar, char *out, GError **error)
{
  if (scalar->type == FIT_VALUE_NULL || scalar->is_uint64)
    return fit_fail (error, FIT_ERROR_PARSE, "unsupported map key of type %s",
                     scalar->is_uint64 ? "uint64" : "null");
  if (scalar->type == FIT_VALUE_BOOL)
    g_strlcpy (out, scalar->boolean ? "true" : "false", FIT_YAML_NUMBER_SIZE);
  else if (scalar->is_float)
    print_float_key (scalar->number, out);
  else
    g_strlcpy (out, scalar->literal, FIT_YAML_NUMBER_SIZE);
  return TRUE;
}

/* Is @text, which has no line breaks, base64 in full groups of four? */
static gboolean
is_base64 (const char *text, gsize len)
{
  gsize padding = 0;

  while (padding < 2 && padding < len && text[len - 1 - padding] == '=')
    padding++;
  for (gsize i = 0; i < len - padding; i++)
    if (!g_ascii_isalnum (text[i]) && text[i] != '+' && text[i] != '/')
      return FALSE;
  return len % 4 == 0;
}

gboolean
fit_yaml_binary_decode (const char *text, gsize len, GString *out,
                        GError **error)
{
  g_autoptr (GString) packed = g_string_new_len (text, (gssize) len);
  g_autofree guchar *bytes = NULL;
  gsize n_bytes;

  remove_chars (packed, "\r\n");
  if (!is_base64 (packed->str, packed->len))
    return fit_fail (error, FIT_ERROR_PARSE,
                     "!!binary value contains invalid base64 data");
  bytes = g_base64_decode (packed->str, &n_bytes);
  fit_lossy_utf8_append (out, (const char *) bytes, n_bytes);
  return TRUE;
}
