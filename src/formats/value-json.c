/* value-json.c - tells JSON from YAML, and writes value trees as JSON
 *
 * Nesting needs no stack: open containers are frames in a list.
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/value-json.h"

#include "base/plain-text.h"

gboolean
fit_is_json (const char *text, gsize len)
{
  const char *end = text + len;
  gunichar c = 0;

  /* For text that is not UTF-8, c is no character. */
  while (text < end)
    {
      c = g_utf8_get_char_validated (text, end - text);
      if (!g_unichar_isspace (c) && c != '\v' && c != 0x85)
        break;
      text = g_utf8_next_char (text);
    }
  return text < end && c == '{';
}

/* Values that fit in a line of this many bytes are not split. */
#define LINE_BYTES 130

/* A container that is being written. */
typedef struct
{
  const FitValue *value;
  guint32 next; /* the next element or member to write */
} Frame;

/* The character after the backslash; 0: there is none, use \u00XX. */
static const char short_escapes[256] = {
  ['"'] = '"',  ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f',
  ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't',
};

/* The bytes that stand for themselves and need no further look: most. */
static const gboolean is_plain[256]
    = { [' ' ... '!'] = TRUE, ['#' ... '['] = TRUE, [']' ... '~'] = TRUE };

/* Terminal control characters are escaped too; the value is the same. */
void
fit_json_append_string (GString *out, const char *text)
{
  const char *plain = text, *next;

  g_string_append_c (out, '"');
  for (;; text = next)
    {
      gunichar c;

      while (is_plain[(guchar) *text])
        text++;
      if (*text == '\0')
        break;
      c = g_utf8_get_char (text);
      next = g_utf8_next_char (text);
      if (c != '"' && c != '\\' && !fit_plain_is_hidden (c))
        continue;
      g_string_append_len (out, plain, text - plain);
      plain = next;
      /* C must fit in 16 bits. */
      if (c < G_N_ELEMENTS (short_escapes) && short_escapes[c] != '\0')
        {
          g_string_append_c (out, '\\');
          g_string_append_c (out, short_escapes[c]);
        }
      else
        g_string_append_printf (out, "\\u%04x", c);
    }
  g_string_append_len (out, plain, text - plain);
  g_string_append_c (out, '"');
}

void
fit_json_append_member (GString *out, const char *name, const char *text)
{
  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  fit_json_append_string (out, name);
  g_string_append_c (out, ':');
  fit_json_append_string (out, text);
}

void
fit_json_append_printf (GString *out, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  for (const char *c = format; *c != '\0'; c++)
    if (*c != '%')
      g_string_append_c (out, *c == '\'' ? '"' : *c);
    else if (*++c == 's')
      fit_json_append_string (out, va_arg (args, const char *));
    else
      g_string_append_printf (out, "%u", va_arg (args, guint));
  va_end (args);
}

/* Writes a scalar, or the opening bracket of a container, which is added to
 * @frames. */
static void
begin_value (GString *out, GArray *frames, const FitValue *value)
{
  const gboolean is_map = value->type == FIT_VALUE_MAP;
  const Frame frame = { value, 0 };

  if (!is_map && value->type != FIT_VALUE_LIST)
    {
      if (value->type == FIT_VALUE_STRING)
        fit_json_append_string (out, value->text);
      else if (value->type == FIT_VALUE_NUMBER)
        g_string_append (out, value->text);
      else if (value->type == FIT_VALUE_BOOL)
        g_string_append (out, value->boolean ? "true" : "false");
      else
        g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, is_map ? '{' : '[');
  g_array_append_val (frames, frame);
}

/* @spaced: with a blank after each comma and colon.  Returns: FALSE, with @out
 * untouched, if that takes more than @max_bytes */
static gboolean
append_tree (GString *out, const FitValue *value, gboolean spaced,
             gsize max_bytes)
{
  g_autoptr (GArray) frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  const gssize gap = spaced ? 2 : 1;
  const gsize start = out->len;

  begin_value (out, frames, value);
  while (frames->len > 0 && out->len - start <= max_bytes)
    {
      Frame *top = &g_array_index (frames, Frame, frames->len - 1);
      const guint32 i = top->next++;

      if (i == top->value->n)
        {
          g_string_append_c (out,
                             top->value->type == FIT_VALUE_MAP ? '}' : ']');
          g_array_set_size (frames, frames->len - 1);
          continue;
        }
      if (i > 0)
        g_string_append_len (out, ", ", gap);
      if (top->value->type == FIT_VALUE_MAP)
        {
          const FitMember *member = &top->value->members[i];

          fit_json_append_string (out, member->key);
          g_string_append_len (out, ": ", gap);
          begin_value (out, frames, &member->value);
        }
      else
        begin_value (out, frames, &top->value->items[i]);
    }
  if (out->len - start <= max_bytes)
    return TRUE;
  g_string_truncate (out, start);
  return FALSE;
}

gboolean
fit_value_append_json (GString *out, const FitValue *value, gsize max_bytes,
                       GError **error)
{
  return append_tree (out, value, FALSE, max_bytes)
         || fit_fail (error, FIT_ERROR_LIMIT,
                      "the object takes more than %" G_GSIZE_FORMAT
                      " bytes as JSON",
                      max_bytes);
}

/* Appends @value to a line that is @used bytes long and indented by @indent.
 * The recursion is limited by the depth of what is shown for reading. */
static void
append_lines (GString *out, const FitValue *value, guint indent, gsize used)
{
  const gboolean map = value->type == FIT_VALUE_MAP;
  const gboolean splits
      = (map || value->type == FIT_VALUE_LIST) && value->n > 0;

  if (append_tree (out, value, TRUE,
                   !splits             ? G_MAXSIZE
                   : used < LINE_BYTES ? LINE_BYTES - used
                                       : 0))
    return;
  g_string_append_c (out, map ? '{' : '[');
  for (guint i = 0; i < value->n; i++)
    {
      const gsize start = out->len + 2;

      g_string_append_printf (out, "%s\n%*s", i > 0 ? "," : "",
                              (int) indent + 2, "");
      if (map)
        {
          fit_json_append_string (out, value->members[i].key);
          g_string_append (out, ": ");
        }
      append_lines (out, map ? &value->members[i].value : &value->items[i],
                    indent + 2, out->len - start);
    }
  g_string_append_printf (out, "\n%*s%c", (int) indent, "", map ? '}' : ']');
}

void
fit_value_append_json_lines (GString *out, const FitValue *value)
{
  append_lines (out, value, 0, 0);
}

char *
fit_value_to_json (const FitValue *value, const FitLimits *limits,
                   GError **error)
{
  GString *out = g_string_new (NULL);

  if (limits == NULL)
    limits = fit_limits_default ();
  if (fit_value_append_json (out, value, limits->object_bytes, error))
    return g_string_free (out, FALSE);
  g_string_free (out, TRUE);
  return NULL;
}
