/* secrets.c - hides secrets in texts */
#include "base/secrets.h"

#include <string.h>

/* Names have at most this many characters without a dot or dash; keys have
 * more. */
#define LONG_BASE64 64

/* Finds the host in the text after the scheme.  A misplaced slash would end the
 * authority too early; then the apparent port is not a number. */
static const char *
find_host (const char *authority)
{
  const gsize len = strcspn (authority, "/?#");
  const char *at = g_strrstr_len (authority, (gssize) len, "@");
  const char *colon = memchr (authority, ':', len);
  const gsize digits = colon != NULL ? strspn (colon + 1, "0123456789") : 0;

  if (at == NULL && colon != NULL
      && (digits == 0 || colon + 1 + digits != authority + len))
    at = strrchr (authority, '@');
  return at;
}

char *
fit_url_hide (const char *url)
{
  const char *scheme = strstr (url, "://");
  const char *authority = scheme != NULL ? scheme + strlen ("://") : url;
  const char *at = find_host (authority);

  if (at == NULL)
    return g_strdup (url);
  return g_strdup_printf ("%.*s" FIT_SECRET "%s", (int) (authority - url), url,
                          at);
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
  return strstr (text, "://") != NULL ? fit_url_hide (text) : g_strdup (text);
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
