/* secrets.h - hides secrets in texts
 *
 * Internal to the library.  URLs of extenders may contain user and password,
 * and tlsConfig may contain keys.  Messages, reports and recordings must not
 * show them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/value.h"

/* Replaces a secret. */
#define FIT_SECRET "***"

/* fit_url_hide: every message that quotes a URL uses it.  Returns: (transfer
 * full): @url with FIT_SECRET instead of user and password, that is everything
 * from its scheme to its last @; works for invalid URLs too */
char *fit_url_hide (const char *url);

/* fit_said_hide: Returns: (transfer full): what a library said, which may quote
 * a URL, without user and password */
char *fit_said_hide (const char *said);

/* fit_secrets_hide: for any value that is printed, since secrets may be in the
 * wrong place.  Returns: (transfer full): FIT_SECRET for PEM and long base64; a
 * URL as from fit_url_hide(); everything else unchanged */
char *fit_secrets_hide (const char *text);

/* fit_value_hide: Returns: a value of the same type as @value without its
 * content, for messages about a field with secrets */
FitValue fit_value_hide (const FitValue *value);
