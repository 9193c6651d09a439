/* secrets.h - texts without what nobody else should read
 *
 * Internal to the library.  URLs of extenders may hold a user and a password,
 * tlsConfig may hold keys; messages, reports and recordings show neither.
 */
#pragma once

#include "base/value.h"

G_BEGIN_DECLS

/* What stands in place of a secret. */
#define FIT_SECRET "***"

/* fit_url_hide: Returns: (transfer full): @url with FIT_SECRET in place of a
 * user and a password: all that is before the @ of its host, in a broken URL
 * too */
char *fit_url_hide (const char *url);

/* fit_secrets_hide: for any value that is shown, since people put things in the
 * wrong place.  Returns: (transfer full): FIT_SECRET for PEM and for long
 * base64, a URL as fit_url_hide(), everything else as it is */
char *fit_secrets_hide (const char *text);

/* fit_value_hide: Returns: @value, for messages about a field that holds
 * secrets: only its type shows */
FitValue fit_value_hide (const FitValue *value);

G_END_DECLS
