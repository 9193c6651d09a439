/* profile-framework.h - the plugins of a profile that come from embedding
 * programs
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "framework/framework.h"

/**
 * fit_profile_framework_new:
 * @registry: (nullable): the plugins of the program
 * @cache: must outlive the framework
 *
 * Contains the plugins of the profile that are in @registry.  The in-tree
 * plugins, which fit_profile_algorithm_new() creates, run before them.
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY with the release's text
 *   if a plugin rejects its arguments or the lists are invalid
 */
FitFramework *fit_profile_framework_new (const FitConfiguration *configuration,
                                         guint index,
                                         const FitPluginRegistry *registry,
                                         FitCache *cache, GError **error);
