/* policy-as-plugins.h - a Policy or a provider as 1.18 to 1.22 run it
 *
 * These releases convert it to a profile of their plugins, and decide by that.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/invocation.h"
#include "config/migrate/migration.h"

/* fit_policy_release_parse: a release that reads a Policy: 1.8 to 1.22, as
 * fit_migration_release_parse() has them.
 * Fails with FIT_ERROR_USAGE */
gboolean fit_policy_release_parse (const char *text, FitRelease *out_release,
                                   GError **error);

/* fit_policy_release_run_as: the release whose rules stand for those of @release: up to
 * 1.17 v1.16's, with what @release makes of the file.  Returns: (transfer
 * none) */
const char *fit_policy_release_run_as (FitRelease release);

/* fit_policy_release_has_rules: are the rules of @release here, or do others
 * stand for them? */
gboolean fit_policy_release_has_rules (FitRelease release);

/* fit_policy_release_note: notes that the rules of @release, which the user has
 * named, are not here: those of fit_policy_release_run_as() stand for them */
void fit_policy_release_note (FitRelease release);

/**
 * fit_policy_as_plugins:
 * @invocation: its options give the feature gates and the name of the scheduler
 * @source: a Policy or a provider
 * @release: with profiles
 *
 * Returns: (transfer full) (nullable): a configuration of @release that decides
 * as @release does by @source
 */
FitMigration *fit_policy_as_plugins (const FitInvocation *invocation,
                                     const FitMigrationSource *source,
                                     FitRelease release,
                                     const FitPluginRegistry *plugins,
                                     GError **error);
