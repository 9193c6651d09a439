/* plugin-lists.h - which plugins a configuration enables at which points, in
 * order
 *
 * The content of Plugins and PluginConfig of a configuration.  It is not
 * validated until a framework is created: see fit_framework_new().
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/plugin.h"

/* One entry of a list of enabled plugins. */
typedef struct
{
  char *name;    /* owned */
  gint64 weight; /* for Score; 0 counts as 1 */
} FitEnabledPlugin;

/* Arguments of one plugin. */
typedef struct
{
  char *name;           /* owned */
  const FitValue *args; /* borrowed: must last until the framework is created */
} FitPluginArgs;

/**
 * FitPluginLists:
 *
 * As in v1.16 a plugin has a single weight, from the last list (in the order of
 * FitExtensionPoint) that names it.  A plugin enabled for Score with weight 5
 * and for Reserve without a weight has weight 1.
 */
typedef struct
{
  GArray *enabled[FIT_POINT_LAST]; /* owned, of FitEnabledPlugin */
  GArray *args;                    /* owned, of FitPluginArgs; if a name occurs
                                      twice, the last entry counts */
} FitPluginLists;

FitPluginLists *fit_plugin_lists_new (void);
void fit_plugin_lists_free (FitPluginLists *lists);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPluginLists, fit_plugin_lists_free)

/* fit_plugin_lists_enable: appends a plugin.  A plugin that is in a list twice
 * runs twice, except for Score, where v1.16 stores scores by name. */
void fit_plugin_lists_enable (FitPluginLists *lists, FitExtensionPoint point,
                              const char *name, gint64 weight);

void fit_plugin_lists_set_args (FitPluginLists *lists, const char *name,
                                const FitValue *args);
