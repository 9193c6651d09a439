/* plugin-settings.h - converts arguments to the form that plugins use
 */
#pragma once

#include "config/configuration.h"
#include "config/release-gates.h"
#include "rules/plugin-args.h"
#include "rules/profile-gates.h"

G_BEGIN_DECLS

/**
 * fit_plugin_settings_init:
 * @args: (nullable): the arguments of @plugin; NULL if it takes none.  They
 *   must live as long as the settings
 */
void fit_plugin_settings_init (FitPluginSettings *settings, const char *plugin,
                               const FitProfileArgs *args);
void fit_plugin_settings_clear (FitPluginSettings *settings);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitPluginSettings, fit_plugin_settings_clear)

/* fit_profile_gates_from_release: the part of @gates that plugins need */
FitProfileGates fit_profile_gates_from_release (const FitReleaseGates *gates);

G_END_DECLS
