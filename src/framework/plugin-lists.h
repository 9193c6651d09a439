/* plugin-lists.h - which plugins a configuration asks where, in order
 *
 * What the Plugins and PluginConfig of a configuration say.  Nothing is checked
 * before a framework is made of it: see fit_framework_new().
 */
#pragma once

#include "framework/plugin.h"

G_BEGIN_DECLS

/* One entry of a list of enabled plugins. */
typedef struct
{
  char *name;    /* owned */
  gint64 weight; /* of Score; 0 counts as 1 */
} FitEnabledPlugin;

/* Arguments of one plugin. */
typedef struct
{
  char *name;           /* owned */
  const FitValue *args; /* borrowed: valid until the framework is made */
} FitPluginArgs;

/**
 * FitPluginLists:
 *
 * As in v1.16 a plugin has one weight, that of the last list (in the order of
 * FitExtensionPoint) that names it: one that is enabled for Score with weight 5
 * and, without a weight, for Reserve, has weight 1.
 */
typedef struct
{
  GArray *enabled[FIT_POINT_LAST]; /* owned, of FitEnabledPlugin */
  GArray *args;                    /* owned, of FitPluginArgs; the last entry
                                      of a name counts */
} FitPluginLists;

FitPluginLists *fit_plugin_lists_new (void);
void fit_plugin_lists_free (FitPluginLists *lists);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitPluginLists, fit_plugin_lists_free)

/* fit_plugin_lists_enable: appends.  A plugin that is in a list twice is asked
 * twice, but for Score: v1.16 keeps scores by name. */
void fit_plugin_lists_enable (FitPluginLists *lists, FitExtensionPoint point,
                              const char *name, gint64 weight);

/* fit_plugin_lists_enable_all: at every point for which @info has a function */
void fit_plugin_lists_enable_all (FitPluginLists *lists,
                                  const FitPluginInfo *info, gint64 weight);

void fit_plugin_lists_set_args (FitPluginLists *lists, const char *name,
                                const FitValue *args);

G_END_DECLS
