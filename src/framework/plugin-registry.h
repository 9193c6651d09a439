/* plugin-registry.h - which plugins exist
 *
 * A value, like FitRegistry.  v1.16's own registry is empty: all plugins come
 * from programs that link the library.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/plugin.h"

G_BEGIN_DECLS

typedef struct _FitPluginRegistry FitPluginRegistry;

FitPluginRegistry *fit_plugin_registry_new (void);
void fit_plugin_registry_free (FitPluginRegistry *registry);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPluginRegistry, fit_plugin_registry_free)

/* fit_plugin_registry_add: @info: static storage.  Returns: FALSE with
 * FIT_ERROR_POLICY "a plugin named NAME already exists" */
gboolean fit_plugin_registry_add (FitPluginRegistry *registry,
                                  const FitPluginInfo *info, GError **error);

/* fit_plugin_registry_remove: Returns: FALSE with FIT_ERROR_NOT_FOUND "no
 * plugin named NAME exists" */
gboolean fit_plugin_registry_remove (FitPluginRegistry *registry,
                                     const char *name, GError **error);

/* fit_plugin_registry_merge: adds all of @other, or nothing if one exists
 * already; the error is that of fit_plugin_registry_add() */
gboolean fit_plugin_registry_merge (FitPluginRegistry *registry,
                                    const FitPluginRegistry *other,
                                    GError **error);

/* fit_plugin_registry_find: Returns: (transfer none) (nullable) */
const FitPluginInfo *
fit_plugin_registry_find (const FitPluginRegistry *registry, const char *name);

/* fit_plugin_registry_all: Returns: (transfer none): array of FitPluginInfo in
 * order of registration */
const GPtrArray *fit_plugin_registry_all (const FitPluginRegistry *registry);

G_END_DECLS
