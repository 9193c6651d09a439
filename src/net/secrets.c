/* secrets.c - hides secrets in texts
 * SPDX-License-Identifier: Apache-2.0 */
#include "net/secrets.h"

#include <string.h>

/* Names have at most this many characters without a dot or dash; keys have
 * more. */
#define LONG_BASE64 64

/* Hides what is between @start, a place in @text, and the last @ after it, or
 * what stands for one. */
static char *
hide_from (const char *text, const char *start)
{
  const char *at = strrchr (start, '@');
  const char *escaped = g_strrstr (start, "%40");

  if (escaped != NULL && (at == NULL || escaped > at))
    at = escaped;
  if (at == NULL)
    return g_strdup (text);
  return g_strdup_printf ("%.*s" FIT_SECRET "%s", (int) (start - text), text,
                          at);
}

/* A password may have any character that should have been escaped, so its end
 * is not where a URL's host would begin by the rules.  An @ elsewhere in a URL is
 * rare, and does not need to be shown. */
char *
fit_url_hide (const char *url)
{
  const char *scheme = strstr (url, ":/");

  return hide_from (url, scheme != NULL ? scheme + 1 + strspn (scheme + 1, "/")
                                        : url);
}

/* libcurl says "Unsupported proxy syntax in 'joe:password@host:port'". */
char *
fit_said_hide (const char *said)
{
  const char *quote = strpbrk (said, "'\"");

  if (strstr (said, ":/") != NULL || quote == NULL)
    return fit_url_hide (said);
  return hide_from (said, quote + 1);
}

char *
fit_secrets_hide (const char *text)
{
  const gsize n_base64
      = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "abcdefghijklmnopqrstuvwxyz0123456789+/=\r\n ");

  if (strstr (text, "-----BEGIN") != NULL
      || (n_base64 >= LONG_BASE64 && text[n_base64] == '\0'))
    return g_strdup (FIT_SECRET);
  return strstr (text, ":/") != NULL ? fit_url_hide (text) : g_strdup (text);
}

FitValue
fit_value_hide (const FitValue *value)
{
  FitValue hidden = *value;

  if (value->type != FIT_VALUE_STRING && value->type != FIT_VALUE_NUMBER)
    return hidden;
  hidden.text = FIT_SECRET;
  hidden.n = strlen (FIT_SECRET);
  return hidden;
}
