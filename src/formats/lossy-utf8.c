/* lossy-utf8.c - converts text of unknown encoding to UTF-8
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/lossy-utf8.h"

#define LONGEST_SEQUENCE 4

gsize
fit_lossy_utf8_append_char (GString *out, const char *text, gsize len)
{
  gunichar c = 0;

  if (*text != '\0')
    c = g_utf8_get_char_validated (text, (gssize) MIN (len, LONGEST_SEQUENCE));
  /* -1 and -2 mean "not UTF-8" and "incomplete" */
  if (c == 0 || c == (gunichar) -1 || c == (gunichar) -2)
    {
      g_string_append_unichar (out, FIT_REPLACEMENT_CHARACTER);
      return 1;
    }
  g_string_append_unichar (out, c);
  return (gsize) g_unichar_to_utf8 (c, NULL);
}

void
fit_lossy_utf8_append (GString *out, const char *text, gsize len)
{
  gsize used;

  for (gsize i = 0; i < len; i += used)
    used = fit_lossy_utf8_append_char (out, text + i, len - i);
}
