/* credential.h - what a client shows to an API server to authenticate
 *
 * Immutable and counted: a request keeps the one that it began with.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/error.h"
#include "net/secret-set.h"

typedef struct
{
  gint refs;         /* atomic */
  char *header;      /* (nullable) owned: "Authorization: Bearer TOKEN" */
  char *password;    /* (nullable) owned: what is encoded in @header */
  GBytes *cert;      /* (nullable) owned: PEM, set together with @key */
  GBytes *key;       /* (nullable) owned */
  gint64 expires_ns; /* since 1970; G_MAXINT64: never */
} FitCredential;

/* fit_credential_new: Returns: (transfer full): one that shows nothing and
 * never expires */
FitCredential *fit_credential_new (void);

/* fit_credential_copy: Returns: (transfer full): one that shows the same, and
 * may be changed */
FitCredential *fit_credential_copy (const FitCredential *credential);
FitCredential *fit_credential_ref (const FitCredential *credential);
void fit_credential_unref (FitCredential *credential);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitCredential, fit_credential_unref)

/* fit_credential_set_token: FALSE if @token cannot be in a header: no text, or
 * one with blanks or line ends */
gboolean fit_credential_set_token (FitCredential *credential,
                                   const char *token);

/* fit_credential_set_password: basic authentication.  @password: (nullable) */
void fit_credential_set_password (FitCredential *credential,
                                  const char *username, const char *password);

/* fit_credential_note_secrets: adds to @secrets what must be shown to the
 * server alone */
void fit_credential_note_secrets (const FitCredential *credential,
                                  FitSecretSet *secrets);
