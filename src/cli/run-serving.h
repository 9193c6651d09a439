/* run-serving.h - what the flags about ports, certificates and rights mean
 */
#pragma once

#include "cli/run-settings.h"
#include "daemon/pages.h"

G_BEGIN_DECLS

typedef struct
{
  FitServing serving; /* for the daemon; borrows the rest */

  /* private */
  char *addresses[2];           /* (nullable) owned */
  FitServerTLS tls;             /* owned */
  GBytes *client_ca;            /* (nullable) owned */
  GBytes *proxy_ca;             /* (nullable) owned */
  char **names[5];              /* (nullable) owned: of --requestheader-* */
  FitApiConfig *authentication; /* (nullable) owned */
  FitApiConfig *authorization;  /* (nullable) owned */
  char **open_paths;            /* (nullable) owned */
  char *configuration;          /* (nullable) owned */
} FitRunServing;

/**
 * fit_run_serving_init:
 * @out: (out): must be cleared even after a failure
 * @settings, @api: borrowed
 *
 * Errors: FIT_ERROR_USAGE for flags; FIT_ERROR_IO, FIT_ERROR_PARSE for files
 */
gboolean fit_run_serving_init (FitRunServing *out,
                               const FitRunSettings *settings,
                               const FitApiConfig *api, GError **error);
void fit_run_serving_clear (FitRunServing *serving);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRunServing, fit_run_serving_clear)

G_END_DECLS
