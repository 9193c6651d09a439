/* request-template.c - the URL of a request without its names and values
 *
 * Source: client-go rest/request.go finalURLTemplate().
 * SPDX-License-Identifier: Apache-2.0 */
#include "daemon/request-template.h"

#include <string.h>

#define NAMESPACE "%7Bnamespace%7D"
#define NAME "%7Bname%7D"
#define VALUE "%7Bvalue%7D"
#define PREFIX "/%7Bprefix%7D"

char *
fit_request_template (const char *server, const char *path)
{
  const gsize len = strcspn (path, "?");
  g_autofree char *bare = g_strndup (path, len);
  g_auto (GStrv) segments = g_strsplit (bare, "/", 0);
  const guint n = g_strv_length (segments);
  GString *url = g_string_new_len (
      server, (gssize) strlen (server) - g_str_has_suffix (server, "/"));
  guint first = 0;
  gboolean namespaced;

  /* "/api/v1" and "/apis/GROUP/VERSION" */
  if (n > 1 && strcmp (segments[1], "api") == 0)
    first = 3;
  else if (n > 1 && strcmp (segments[1], "apis") == 0)
    first = 4;
  if (first == 0 || n < first)
    {
      g_string_append (url, PREFIX);
      return g_string_free (url, FALSE);
    }
  namespaced = n - first > 2 && strcmp (segments[first], "namespaces") == 0;
  for (guint i = 1; i < n; i++)
    {
      const char *shown = segments[i];

      if (namespaced && i == first + 1)
        shown = NAMESPACE;
      else if (i == first + (namespaced ? 3 : 1))
        shown = NAME;
      g_string_append_printf (url, "/%s", shown);
    }
  if (path[len] == '?')
    {
      g_auto (GStrv) all = g_strsplit (path + len + 1, "&", 0);

      /* "limit=500&watch=true"; only a timeout keeps its value. */
      for (guint i = 0; all[i] != NULL; i++)
        {
          g_string_append_c (url, i == 0 ? '?' : '&');
          if (g_str_has_prefix (all[i], "timeout="))
            g_string_append (url, all[i]);
          else
            g_string_append_printf (url, "%.*s=%s", (int) strcspn (all[i], "="),
                                    all[i], VALUE);
        }
    }
  return g_string_free (url, FALSE);
}
