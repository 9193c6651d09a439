/* secret-set.h - secrets that a process shows to a server, and to no one else
 *
 * A server may repeat what it was sent, anywhere in its answers.  So texts are
 * searched for secrets where they leave the process, not where they come from.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Reference counted, thread-safe. */
typedef struct _FitSecretSet FitSecretSet;

/* fit_secret_set_new: Returns: (transfer full): an empty one */
FitSecretSet *fit_secret_set_new (void);
FitSecretSet *fit_secret_set_ref (FitSecretSet *set);

/* fit_secret_set_unref: @set: (nullable) */
void fit_secret_set_unref (FitSecretSet *set);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitSecretSet, fit_secret_set_unref)

/* fit_secret_set_add: keeps the last 16, since tokens rotate.  Ignores a
 * @secret of less than FIT_SECRET_LEAST_BYTES bytes: it would be found in
 * ordinary words. */
void fit_secret_set_add (FitSecretSet *set, const char *secret);

#define FIT_SECRET_LEAST_BYTES 6

/* fit_secret_set_hide: replaces every secret in @text by FIT_SECRET.  @set:
 * (nullable) */
void fit_secret_set_hide (FitSecretSet *set, GString *text);

/* fit_secret_set_hide_error: the same for the message of @error (nullable) */
void fit_secret_set_hide_error (FitSecretSet *set, GError *error);
