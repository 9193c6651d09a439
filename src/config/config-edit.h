/* config-edit.h - changed copies of a configuration file, to try out what a
 * change does
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"

/* fit_config_file_copy: Returns: (transfer none): a copy in @arena whose
 * profiles can be changed; everything else is shared with @file */
FitConfigFile *fit_config_file_copy (const FitConfigFile *file,
                                     FitArena *arena);

/* fit_config_file_one_profile: Returns: (transfer none): such a copy with the
 * profile @index only */
FitConfigFile *fit_config_file_one_profile (const FitConfigFile *file,
                                            guint index, FitArena *arena);

/* fit_plugin_set_drop: takes entry @i out of the list @enabled or disabled */
void fit_plugin_set_drop (FitPluginSet *set, gboolean enabled, guint i,
                          FitArena *arena);

/* fit_plugin_set_drop_all: takes all entries of @plugin out of it */
void fit_plugin_set_drop_all (FitPluginSet *set, gboolean enabled,
                              const char *plugin, FitArena *arena);

/* fit_plugin_set_enable, fit_plugin_set_disable: adds an entry at the end */
void fit_plugin_set_enable (FitPluginSet *set, const char *name, gint32 weight,
                            FitArena *arena);
void fit_plugin_set_disable (FitPluginSet *set, const char *name,
                             FitArena *arena);

/* fit_plugin_set_silence: disables @plugin, whatever the lists have of it */
void fit_plugin_set_silence (FitPluginSet *set, const char *plugin,
                             FitArena *arena);

/* fit_profile_file_set_args: sets the arguments of @plugin */
void fit_profile_file_set_args (FitProfileFile *profile, const char *plugin,
                                const FitValue *args, FitArena *arena);

/* fit_profile_file_drop_args: removes entry @i of pluginConfig */
void fit_profile_file_drop_args (FitProfileFile *profile, guint i,
                                 FitArena *arena);

/* fit_config_file_drop_profile: removes the profile @i, which is not the only
 * one */
void fit_config_file_drop_profile (FitConfigFile *file, guint i,
                                   FitArena *arena);

/* fit_config_file_set_url: gives the extender @i another urlPrefix (borrowed) */
void fit_config_file_set_url (FitConfigFile *file, guint i, const char *url,
                              FitArena *arena);

/* fit_configurations_alike: do both schedule alike?  The order of plugins
 * counts only where it may decide. */
gboolean fit_configurations_alike (const FitConfiguration *one,
                                   const FitConfiguration *other);
