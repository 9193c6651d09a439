/* secrets.c - hides secrets in texts */
#include "net/secrets.h"

#include <string.h>

/* Names have at most this many characters without a dot or dash; keys have
 * more. */
#define LONG_BASE64 64

/* Returns: (nullable): the last @ of @text, or what stands for one */
static const char *
last_at (const char *text)
{
  const char *at = strrchr (text, '@');
  const char *escaped = g_strrstr (text, "%40");

  return escaped != NULL && (at == NULL || escaped > at) ? escaped : at;
}

/* Hides what is between @start, a place in @text, and the last @ after it. */
static char *
hide_from (const char *text, const char *start)
{
  const char *at = last_at (start);

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

static gboolean
is_long_base64 (const char *text)
{
  const gsize len
      = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "abcdefghijklmnopqrstuvwxyz0123456789+/=\r\n ");

  return len >= LONG_BASE64 && text[len] == '\0';
}

char *
fit_secrets_hide (const char *text)
{
  if (strstr (text, "-----BEGIN") != NULL || is_long_base64 (text))
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
