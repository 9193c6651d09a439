/* config-lint-private.h - the parts of the lint of configurations (private to
 * them)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "warnings/config-lint.h"

/* fit_lint_lists: entries of lists of plugins that change nothing */
void fit_lint_lists (const FitConfigLint *lint, GPtrArray *warnings);

/* fit_lint_plugins: arguments and weights of plugins */
void fit_lint_plugins (const FitConfigLint *lint, GPtrArray *warnings);

/* fit_lint_extender_hosts: extenders whose host cannot be reached from where
 * the scheduler runs */
void fit_lint_extender_hosts (const FitConfigLint *lint, GPtrArray *warnings);

/* fit_lint_halves: plugins of which a profile runs only a half */
void fit_lint_halves (const FitConfigLint *lint, GPtrArray *warnings);

/* fit_lint_add_enabling_fix: to enable @plugin at all @points (nothing if there
 * are none): it is disabled no longer, or else enabled */
void fit_lint_add_enabling_fix (const FitConfigLint *lint, guint index,
                                const char *plugin, FitExtensionPoints points,
                                FitWarning *warning);

/* fit_lint_meant: Returns: (nullable): the plugin of the release whose name is
 * like @name, if it runs at @point, or at any point for FIT_POINT_MULTI; NULL if
 * some release has the plugin @name */
const char *fit_lint_meant (const FitConfigLint *lint,
                            const FitProfile *profile, FitExtensionPoint point,
                            const char *name);
