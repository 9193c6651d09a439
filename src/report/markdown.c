/* markdown.c - escaping for Markdown, as GitHub and GitLab read it
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/markdown.h"

#include <string.h>

#include "base/plain-text.h"

/* An underscore within a word is not markup. */
static gboolean
is_markup (const char *text, gsize at)
{
  const char c = text[at];

  if (c == '_')
    return at == 0 || !g_ascii_isalnum (text[at - 1])
           || !g_ascii_isalnum (text[at + 1]);
  return c != '\0' && strchr ("\\`*[]<>|&~", c) != NULL;
}

void
fit_markdown_append (GString *out, const char *text)
{
  g_autofree char *plain = fit_plain_text (text);

  for (gsize i = 0; plain[i] != '\0'; i++)
    {
      if (is_markup (plain, i))
        g_string_append_c (out, '\\');
      g_string_append_c (out, plain[i]);
    }
}

void
fit_markdown_append_len (GString *out, const char *text, gsize len)
{
  g_autofree char *copy = g_strndup (text, len);

  fit_markdown_append (out, copy);
}

void
fit_markdown_printf (GString *out, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  fit_escaped_vprintf (out, fit_markdown_append_len, format, args);
  va_end (args);
}

/* The length of the longest run of backticks. */
static guint
longest_run (const char *text)
{
  guint longest = 0, run = 0;

  for (; *text != '\0'; text++)
    {
      run = *text == '`' ? run + 1 : 0;
      longest = MAX (longest, run);
    }
  return longest;
}

static void
append_fence (GString *out, guint n)
{
  while (n-- > 0)
    g_string_append_c (out, '`');
}

/* Code ends with as many backticks as it begins with; inside, only cell borders
 * must be escaped. */
void
fit_markdown_append_code (GString *out, const char *text)
{
  g_autofree char *plain = fit_plain_text (text);
  const guint fence = longest_run (plain) + 1;
  const char *pad = fence > 1 ? " " : "";

  append_fence (out, fence);
  g_string_append (out, pad);
  for (const char *c = plain; *c != '\0'; c++)
    {
      if (*c == '|')
        g_string_append_c (out, '\\');
      g_string_append_c (out, *c);
    }
  g_string_append (out, pad);
  append_fence (out, fence);
}
