/* sealed.c - adds the checksum of a text, and checks it
 * SPDX-License-Identifier: Apache-2.0 */
#include "formats/sealed.h"

#include <string.h>

/* Returns: (transfer full): the last line of a file with @text, whose last line
 * end does not count */
static char *
seal_of (const char *text, gsize len)
{
  g_autofree char *sum = g_compute_checksum_for_data (
      G_CHECKSUM_SHA256, (const guchar *) text, len > 0 ? len - 1 : 0);

  return g_strdup_printf ("{\"sha256\":\"%s\"}\n", sum);
}

void
fit_seal (GString *text)
{
  g_autofree char *seal = seal_of (text->str, text->len);

  g_string_append (text, seal);
}

gboolean
fit_unseal (const char *text, gsize len, gsize *out_len, GError **error)
{
  const char *last
      = len > 1 ? memrchr (text, '\n', len - 1) : NULL; /* behind the text */
  const gsize before = last != NULL ? (gsize) (last + 1 - text) : 0;
  g_autofree char *seal = seal_of (text, before);

  *out_len = before;
  return (before > 0 && len - before == strlen (seal)
          && memcmp (text + before, seal, len - before) == 0)
         || fit_fail (error, FIT_ERROR_SCHEMA,
                      "it is damaged: it was cut, or changed by hand");
}
