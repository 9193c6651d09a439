/* credentials.h - the current credentials of a client: a token, a password, a
 * certificate, or the answer of a plugin
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <pthread.h>

#include "client/api-config.h"

/* Belongs to one client, and to its thread. */
typedef struct
{
  FitCredential *fixed; /* owned: as configured, or what the files had last */
  FitLiveFiles *token;  /* (nullable) owned reference */
  guint token_version;  /* that @fixed has */
  FitLiveFiles
      *pair; /* (nullable) owned reference: a certificate and its key */
  guint pair_version;  /* the same */
  FitExecPlugin *exec; /* (nullable) owned reference */

  FitCredential *rejected; /* (nullable) owned: of the last 401 */
  gboolean runs;           /* the plugin */
  pthread_t thread;        /* that waits for its end */
  FitCredential *replaced; /* (nullable) owned: what the plugin is to replace */
  gint cancelled;          /* atomic */
  void (*ended) (gpointer data);
  gpointer data; /* borrowed, for it */

  pthread_mutex_t lock; /* of the next two */
  gboolean has_ended;
  GError *problem; /* (nullable) owned */
} FitCredentials;

/* fit_credentials_init: @ended: the plugin has ended, on another thread: call
 * fit_credentials_end_run().  The errors of fit_live_files_load(),
 * FIT_ERROR_NOT_FOUND for a plugin that does not exist */
gboolean fit_credentials_init (FitCredentials *credentials,
                               const FitApiConfig *config,
                               void (*ended) (gpointer data), gpointer data,
                               GError **error);
void fit_credentials_clear (FitCredentials *credentials);

/* fit_credentials_token_files, fit_credentials_pair_files: Returns: (transfer
 * full) (nullable): what clients by @config read again and again; NULL where it
 * names no files */
FitLiveFiles *fit_credentials_token_files (const FitApiConfig *config);
FitLiveFiles *fit_credentials_pair_files (const FitApiConfig *config);

/* fit_credentials_now: for a request that is sent now.  It does not wait.
 * Returns: (transfer full) (nullable): NULL where the plugin has to run
 * first */
FitCredential *fit_credentials_now (FitCredentials *credentials);

/* fit_credentials_find: the same, and starts the plugin where it has to run.
 * Returns: (transfer full) (nullable): NULL while it @runs, or could not
 * start */
FitCredential *fit_credentials_find (FitCredentials *credentials);

/* fit_credentials_end_run: takes the result if the plugin has ended.  Returns:
 * (transfer full) (nullable): why there is none */
GError *fit_credentials_end_run (FitCredentials *credentials);

/* fit_credentials_reject: the server did not accept @rejected.  Returns: FALSE
 * if there will never be others */
gboolean fit_credentials_reject (FitCredentials *credentials,
                                 FitCredential *rejected);

/* fit_credentials_stop: ends the plugin */
void fit_credentials_stop (FitCredentials *credentials);
