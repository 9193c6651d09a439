/* request-template.c - the URL of a request without its names and values
 *
 * Source: client-go rest/request.go finalURLTemplate().
 */
#include "daemon/request-template.h"

#include <string.h>

#define NAMESPACE "%7Bnamespace%7D"
#define NAME "%7Bname%7D"
#define VALUE "%7Bvalue%7D"
#define PREFIX "/%7Bprefix%7D"

/* What stands in place of the segment @i of those below the version. */
static const char *
shown_segment (char *const *below, guint n, guint i)
{
  const gboolean namespaced = n > 2 && strcmp (below[0], "namespaces") == 0;

  if (namespaced && i == 1)
    return NAMESPACE;
  return i == (namespaced ? 3 : 1) ? NAME : below[i];
}

/* "limit=500&watch=true"; only a timeout keeps its value. */
static void
append_query (GString *url, const char *query)
{
  g_auto (GStrv) all = g_strsplit (query, "&", 0);

  for (guint i = 0; all[i] != NULL; i++)
    {
      const gsize len = strcspn (all[i], "=");

      g_string_append_c (url, i == 0 ? '?' : '&');
      if (g_str_has_prefix (all[i], "timeout="))
        g_string_append (url, all[i]);
      else
        g_string_append_printf (url, "%.*s=%s", (int) len, all[i], VALUE);
    }
}

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
  for (guint i = 1; i < n; i++)
    g_string_append_printf (
        url, "/%s",
        i < first ? segments[i]
                  : shown_segment (segments + first, n - first, i - first));
  if (path[len] == '?')
    append_query (url, path + len + 1);
  return g_string_free (url, FALSE);
}
