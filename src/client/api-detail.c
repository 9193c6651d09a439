/* api-detail.c - what a log may show of an exchange: headers and the beginnings
 * of bodies, without credentials
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-detail.h"

#include <string.h>

#define MASKED "<masked>"

/* This much more of a body is kept than is shown, to find a secret that goes
 * beyond that. */
#define LONGEST_SECRET ((gsize) 16 * 1024)

static void
clear (GString **text)
{
  if (*text != NULL)
    g_string_free (g_steal_pointer (text), TRUE);
}

void
fit_api_heard_clear (FitApiHeard *heard)
{
  clear (&heard->sent_headers);
  clear (&heard->heard_headers);
  clear (&heard->sent_body);
  clear (&heard->heard_body);
}

/* As in client-go, the kind of credential remains. */
static void
append_header (GString *out, const char *line)
{
  static const char *const secret[]
      = { "authorization", "proxy-authorization", "cookie", "set-cookie" };
  const gsize len = strcspn (line, ":");
  const char *value = line[len] == ':' ? line + len + 1 : "";

  value += strspn (value, " ");
  if (*value == '\0')
    return;
  for (guint i = 0; i < G_N_ELEMENTS (secret); i++)
    if (strlen (secret[i]) == len
        && g_ascii_strncasecmp (line, secret[i], len) == 0)
      {
        const gsize kind = i < 2 && strchr (value, ' ') != NULL
                               ? strcspn (value, " ") + 1
                               : 0;

        g_string_append_len (out, line, (gssize) len);
        g_string_append_printf (out, ": %.*s" MASKED "\n", (int) kind, value);
        return;
      }
  g_string_append_printf (out, "%s\n", line);
}

static void
keep (GString **text, const FitApiDetail *detail, const char *path,
      const char *bytes, gsize len)
{
  /* A TokenReview contains a token, and a ConfigMap may contain a Policy with
   * passwords. */
  const gboolean is_secret = strstr (path, "/tokenreviews") != NULL
                             || strstr (path, "/configmaps") != NULL
                             || strstr (path, "/secrets") != NULL;
  const char *shown = is_secret ? MASKED : bytes;
  const gsize most = detail->body_bytes + LONGEST_SECRET;

  if (*text == NULL)
    *text = g_string_new (NULL);
  else if (shown != bytes)
    return;
  if (shown != bytes)
    len = strlen (shown);
  if ((*text)->len < most)
    g_string_append_len (*text, shown, (gssize) MIN (len, most - (*text)->len));
}

void
fit_api_heard_begin (FitApiHeard *heard, const FitApiDetail *detail,
                     const struct curl_slist *headers, const char *path,
                     const char *body)
{
  fit_api_heard_clear (heard);
  if (detail->headers)
    {
      heard->sent_headers = g_string_new (NULL);
      heard->heard_headers = g_string_new (NULL);
      for (const struct curl_slist *line = headers; line != NULL;
           line = line->next)
        append_header (heard->sent_headers, line->data);
    }
  if (detail->body_bytes > 0 && body != NULL)
    keep (&heard->sent_body, detail, path, body, strlen (body));
}

/* A status line begins another answer: what came before was not the final
 * one. */
void
fit_api_heard_header (FitApiHeard *heard, const char *line)
{
  if (heard->heard_headers == NULL)
    return;
  if (g_str_has_prefix (line, "HTTP/"))
    g_string_truncate (heard->heard_headers, 0);
  else
    append_header (heard->heard_headers, line);
}

void
fit_api_heard_body (FitApiHeard *heard, const FitApiDetail *detail,
                    const char *path, const char *bytes, gsize len)
{
  if (detail->body_bytes > 0)
    keep (&heard->heard_body, detail, path, bytes, len);
}

void
fit_api_heard_hide (FitApiHeard *heard, const FitApiDetail *detail,
                    FitSecretSet *secrets)
{
  GString *const texts[] = { heard->sent_headers, heard->heard_headers,
                             heard->sent_body, heard->heard_body };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (texts[i] != NULL)
      {
        fit_secret_set_hide (secrets, texts[i]);
        if (i >= 2)
          g_string_truncate (texts[i], detail->body_bytes);
      }
}
