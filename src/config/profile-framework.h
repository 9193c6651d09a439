/* profile-framework.h - the plugins of a profile that programs bring along
 */
#pragma once

#include "config/configuration.h"
#include "framework/framework.h"

G_BEGIN_DECLS

/**
 * fit_profile_framework_new:
 * @registry: (nullable): the plugins of the program
 * @cache: must outlive the framework
 *
 * Holds those plugins of the profile that are in @registry; the in-tree ones,
 * which fit_profile_algorithm_new() makes, are asked before them.
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY, in the words of the
 *   release, when a plugin refuses its arguments or the lists do not do
 */
FitFramework *fit_profile_framework_new (const FitConfiguration *configuration,
                                         guint index,
                                         const FitPluginRegistry *registry,
                                         FitCache *cache, GError **error);

G_END_DECLS
