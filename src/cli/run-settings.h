/* run-settings.h - what is in effect for 'fitsched run': defaults, then the
 * file of --config, then flags
 *
 * kube-scheduler keeps its settings in a KubeSchedulerConfiguration, whether
 * they come from a file or from flags; so does this.  To add a flag:
 *
 * 1. a field in run-options.h and a row in option-table.c;
 * 2. if a KubeSchedulerConfiguration has a field for it, a row in the table of
 *    run-settings.c; then only settings->file counts.  Otherwise read
 *    settings->invocation.options.run;
 * 3. checks that need several settings in fit_run_settings_init(): exit status 2
 *    for flags, 3 for files.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/chosen-rules.h"
#include "client/api-config.h"

/* Strings are borrowed from the options, the configuration and the arena. */
typedef struct
{
  FitInvocation invocation; /* a copy, whose --policy, --provider, --config and
                               --release say what all flags together mean */
  FitRelease release;       /* whose behaviour: of requests, metrics, ... */
  FitConfigVersion version; /* of the configuration of that release */
  FitConfiguration *configuration;  /* (nullable) owned: that of --config */
  FitConfigFile file;               /* in effect */
  const char *config_map;           /* (nullable): the ConfigMap of the cluster
                                       that holds the Policy */
  const char *config_map_namespace; /* (nullable) */

  /* private */
  FitRulesFile text;          /* owned: of --config */
  FitPluginRegistry *plugins; /* owned */
  FitArena *arena;            /* owned */
} FitRunSettings;

/**
 * fit_run_settings_init:
 * @settings: (out): must be cleared even after a failure
 * @invocation: borrowed
 *
 * Notes on standard error which flags are ignored.
 */
gboolean fit_run_settings_init (FitRunSettings *settings,
                                const FitInvocation *invocation,
                                GError **error);
void fit_run_settings_clear (FitRunSettings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitRunSettings, fit_run_settings_clear)

/* fit_run_settings_server: where the API server is.  Returns: (transfer full)
 * (nullable) */
FitApiConfig *fit_run_settings_server (const FitRunSettings *settings,
                                       GError **error);

/* fit_run_settings_yaml: the configuration in effect, in the version of the
 * release.  Returns: (transfer full) (nullable) */
char *fit_run_settings_yaml (const FitRunSettings *settings, GError **error);
