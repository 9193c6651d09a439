/* plain-text.c - making control characters visible
 * SPDX-License-Identifier: Apache-2.0 */
#include "base/plain-text.h"

#include <string.h>

/* Bytes that never occur in UTF-8: they mark the start and end of a %s
 * value. */
#define BEGIN "\xfe"
#define END "\xff"

typedef struct
{
  gunichar first;
  gunichar last;
} Range;

/* Characters beyond C0 that break lines, change direction, or are invisible. */
static const Range ranges[] = {
  { 0x7f, 0x9f },     /* DEL, C1 */
  { 0x61c, 0x61c },   /* direction mark */
  { 0x200b, 0x200f }, /* zero width; direction marks */
  { 0x2028, 0x202e }, /* line separators; embedding, override */
  { 0x2060, 0x2069 }, /* zero width; isolates */
  { 0xfeff, 0xfeff }, /* byte order mark */
};

gboolean
fit_plain_is_hidden (gunichar c)
{
  if (c < 0x7f)
    return c < ' ';
  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    if (c >= ranges[i].first && c <= ranges[i].last)
      return TRUE;
  return FALSE;
}

static void
append_control (GString *out, guchar c)
{
  static const char *const names[]
      = { ['\t'] = "\\t", ['\n'] = "\\n", ['\r'] = "\\r" };

  if (c < G_N_ELEMENTS (names) && names[c] != NULL)
    g_string_append (out, names[c]);
  else
    g_string_append_printf (out, "\\x%02x", c);
}

void
fit_plain_append (GString *out, const char *text, gsize len)
{
  for (gsize i = 0; i < len;)
    {
      const guchar byte = (guchar) text[i];
      gunichar c;
      gsize n;

      if (byte < 0x80)
        {
          i++;
          if (byte < ' ' || byte == 0x7f)
            append_control (out, byte);
          else
            g_string_append_c (out, (char) byte);
          continue;
        }
      c = g_utf8_get_char_validated (text + i, (gssize) (len - i));
      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          append_control (out, byte);
          i++;
          continue;
        }
      n = (gsize) g_utf8_skip[byte];
      if (fit_plain_is_hidden (c))
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_len (out, text + i, (gssize) n);
      i += n;
    }
}

char *
fit_plain_text (const char *text)
{
  GString *out = g_string_new (NULL);

  fit_plain_append (out, text, strlen (text));
  return g_string_free (out, FALSE);
}

char *
fit_plain_cut (const char *text, guint width)
{
  g_autofree char *plain = fit_plain_text (text);

  if (g_utf8_strlen (plain, -1) <= (glong) width)
    return g_steal_pointer (&plain);
  *g_utf8_offset_to_pointer (plain, (glong) width) = '\0';
  return g_strconcat (plain, "...", NULL);
}

/* @format with these marks around each %s. */
static char *
mark_strings (const char *format)
{
  GString *out = g_string_new (NULL);

  while (*format != '\0')
    {
      gsize n = 1;

      if (*format == '%')
        n += strspn (format + 1, "-+ #0123456789.*lhzjt") + 1;
      if (*format == '%' && format[n - 1] == 's')
        {
          g_string_append (out, BEGIN);
          g_string_append_len (out, format, (gssize) n);
          g_string_append (out, END);
        }
      else
        g_string_append_len (out, format, (gssize) n);
      format += n;
    }
  return g_string_free (out, FALSE);
}

void
fit_escaped_vprintf (GString *out, FitEscape append, const char *format,
                     va_list args)
{
  g_autofree char *marked = mark_strings (format);
  g_autofree char *text = g_strdup_vprintf (marked, args);

  for (const char *rest = text, *begin, *end; rest != NULL; rest = end)
    {
      begin = strstr (rest, BEGIN);
      end = begin != NULL ? strstr (begin, END) : NULL;
      if (end == NULL)
        {
          g_string_append (out, rest);
          break;
        }
      g_string_append_len (out, rest, begin - rest);
      append (out, begin + 1, (gsize) (end - begin - 1));
      end++;
    }
}

void
fit_plain_printf (GString *out, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fit_escaped_vprintf (out, fit_plain_append, format, args);
  va_end (args);
}
