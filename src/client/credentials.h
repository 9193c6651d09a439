/* credentials.h - who a client is, now: a token, a password, a certificate, or
 * what a plugin says
 */
#pragma once

#include "client/api-config.h"

G_BEGIN_DECLS

/* Belongs to one client. */
typedef struct
{
  FitCredential *fixed; /* owned: or the last token of the file */
  char *token_file;     /* (nullable) owned */
  FitExecPlugin *exec;  /* (nullable) owned reference */
} FitCredentials;

/* fit_credentials_init: FIT_ERROR_IO and FIT_ERROR_SCHEMA for a file of tokens,
 * FIT_ERROR_NOT_FOUND for a plugin that is not there */
gboolean fit_credentials_init (FitCredentials *credentials,
                               const FitApiConfig *config, GError **error);
void fit_credentials_clear (FitCredentials *credentials);

/* fit_credentials_now: for a request that is sent now.  It does not wait.
 * Returns: (transfer full) (nullable): NULL where the plugin has to run first */
FitCredential *fit_credentials_now (FitCredentials *credentials);

G_END_DECLS
