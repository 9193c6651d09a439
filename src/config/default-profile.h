/* default-profile.h - the plugins that a release enables by default
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/config-version.h"
#include "config/profile-file.h"
#include "releases/feature-gates.h"

/* The data that the defaults depend on. */
typedef struct
{
  FitConfigVersion version;
  FitRelease release;
  FitFeatureGates gates;
} FitConfigTarget;

/**
 * fit_default_plugins:
 * @arena: memory for the lists
 *
 * The enabled lists before they are merged with those of a file.  From v1beta3
 * on all plugins are in FIT_POINT_MULTI.
 */
FitPluginSets fit_default_plugins (const FitConfigTarget *target,
                                   FitArena *arena);

/**
 * fit_config_target_find:
 * @release, @version: 0: the newest that matches the other
 * @out_target: (out): includes the default gates of the release
 *
 * Fails with FIT_ERROR_USAGE if the release does not read the version.
 */
gboolean fit_config_target_find (FitRelease release, FitConfigVersion version,
                                 FitConfigTarget *out_target, GError **error);
