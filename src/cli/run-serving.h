/* run-serving.h - what the flags about ports, certificates and rights mean
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/run-log.h"
#include "cli/run-settings.h"
#include "daemon/daemon.h"

typedef struct
{
  FitServing serving; /* for the daemon; borrows the rest */

  /* private */
  char *addresses[2];           /* (nullable) owned */
  FitServerTLS tls;             /* owned */
  FitLiveFiles *client_ca;      /* (nullable) owned reference */
  FitLiveFiles *proxy_ca;       /* (nullable) owned reference */
  char **names[5];              /* (nullable) owned: of --requestheader-* */
  FitApiConfig *authentication; /* (nullable) owned */
  FitApiConfig *authorization;  /* (nullable) owned */
  char **open_paths;            /* (nullable) owned */
  char *configuration;          /* (nullable) owned */
  char **flags;                 /* (nullable) owned */
} FitRunServing;

/**
 * fit_run_serving_init:
 * @out: (out): must be cleared even after a failure
 * @settings, @api: borrowed
 * @log: borrowed: gets a note when a file changes or can no longer be used
 *
 * Errors: FIT_ERROR_USAGE for flags; FIT_ERROR_IO, FIT_ERROR_PARSE for files
 */
gboolean fit_run_serving_init (FitRunServing *out,
                               const FitRunSettings *settings,
                               const FitApiConfig *api, FitRunLog *log,
                               GError **error);
void fit_run_serving_clear (FitRunServing *serving);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRunServing, fit_run_serving_clear)

/* -- for other servers ----------------------------------------------------- */

/**
 * fit_run_serving_split:
 * @text: "ADDRESS:PORT" or "[ADDRESS]:PORT"
 * @field: for messages
 * @out_address: (out) (transfer full): owned by the caller even after a failure
 * @out: (out): borrows @out_address
 */
gboolean fit_run_serving_split (const char *text, const char *field,
                                char **out_address, FitListener *out,
                                GError **error);

/* fit_run_serving_load_tls: the certificate of --tls-cert-file, or one that
 * signs itself; @out: (out) */
gboolean fit_run_serving_load_tls (FitServerTLS *out, const FitRunOptions *run,
                                   GError **error);

/* fit_run_serving_load_authorities: @file: (nullable); @out: (out) (transfer
 * full): its certificates, PEM; NULL without a file */
gboolean fit_run_serving_load_authorities (const char *file, FitLiveFiles **out,
                                           GError **error);

/* fit_run_serving_tell: from now on notes in @log when @files (nullable) change
 * or can no longer be used */
void fit_run_serving_tell (FitLiveFiles *files, FitRunLog *log);
