/* page.c - fills the frame of the page with its style, its script and the
 * answers
 * SPDX-License-Identifier: Apache-2.0 */
#include "report/page.h"

#include <string.h>

#include "base/plain-text.h"

/* Made by the build from the files in src/report/page. */
extern const char fit_page_html[], fit_page_css[], fit_page_js[];

/* A place in the frame, and what belongs there. */
typedef struct
{
  const char *mark;
  void (*append) (GString *out, gconstpointer data);
  gconstpointer data;
} Place;

static void
append_text (GString *out, gconstpointer text)
{
  g_string_append (out, text);
}

static void
append_escaped (GString *out, gconstpointer text)
{
  g_autofree char *plain = fit_plain_text (text);
  g_autofree char *escaped = g_markup_escape_text (plain, -1);

  g_string_append (out, escaped);
}

/* A source that allows exactly this text to be a style or a script. */
static void
append_hash (GString *out, gconstpointer text)
{
  const gsize len = strlen (text);
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize size = sizeof digest;
  g_autofree char *encoded = NULL;

  g_checksum_update (checksum, text, (gssize) len);
  g_checksum_get_digest (checksum, digest, &size);
  encoded = g_base64_encode (digest, size);
  g_string_append_printf (out, "'sha256-%s'", encoded);
}

/* In JSON '<' stands only in strings; escaped, it can end no script. */
static void
append_answers (GString *out, gconstpointer data)
{
  const GPtrArray *answers = data;

  g_string_append_c (out, '[');
  for (guint i = 0; i < answers->len; i++)
    {
      const char *rest = answers->pdata[i];

      g_string_append (out, i > 0 ? ",\n" : "");
      for (gsize n; *rest != '\0'; rest += n)
        {
          n = strcspn (rest, "<");
          g_string_append_len (out, rest, (gssize) n);
          if (rest[n] != '<')
            continue;
          g_string_append (out, "\\u003c");
          n++;
        }
    }
  g_string_append_c (out, ']');
}

void
fit_page_append (const char *title, const GPtrArray *answers, GString *out)
{
  const Place places[] = {
    { "@TITLE@", append_escaped, title },
    { "@STYLE_HASH@", append_hash, fit_page_css },
    { "@SCRIPT_HASH@", append_hash, fit_page_js },
    { "@STYLE@", append_text, fit_page_css },
    { "@SCRIPT@", append_text, fit_page_js },
    { "@ANSWERS@", append_answers, answers },
  };
  const char *rest = fit_page_html;

  while (*rest != '\0')
    {
      const gsize n = strcspn (rest, "@");
      guint i = 0;

      g_string_append_len (out, rest, (gssize) n);
      rest += n;
      while (i < G_N_ELEMENTS (places)
             && !g_str_has_prefix (rest, places[i].mark))
        i++;
      if (i < G_N_ELEMENTS (places))
        {
          places[i].append (out, places[i].data);
          rest += strlen (places[i].mark);
        }
      else if (*rest != '\0')
        g_string_append_c (out, *rest++);
    }
}
