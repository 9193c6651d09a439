/* framework-private.h - the parts of a framework (private to framework/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/cycle-state-private.h"
#include "framework/framework.h"
#include "framework/framework-rules.h"

/* A configured plugin. */
typedef struct
{
  const FitPluginInfo *info; /* borrowed: static storage */
  gpointer data;             /* owned: freed by info->destroy */
  gint64 weight;             /* of its scores */
} FitPlugin;

struct _FitFramework
{
  FitFrameworkRules rules;
  FitPluginHandle handle;           /* its waiting pods are owned */
  GPtrArray *plugins;               /* owned, of FitPlugin, each once */
  GPtrArray *asked[FIT_POINT_LAST]; /* owned arrays of borrowed FitPlugin */
  const gint64 *clock;              /* borrowed */
};

/* fit_framework_find: @plugins: of FitPlugin.  Returns: (nullable): @name */
FitPlugin *fit_framework_find (const GPtrArray *plugins, const char *name);

/* fit_framework_failure: Returns: the status for the scheduler after @plugin
 * returned the failure @given, which is cleared */
FitStatus fit_framework_failure (const FitFramework *framework, guint topic,
                                 const FitPlugin *plugin, const FitPod *pod,
                                 FitStatus *given);

/* The arguments of a call; each point uses the members it needs. */
typedef struct
{
  const FitNodeInfo *node;
  const FitNodeList *feasible;
  const char *node_name;
  const FitPod *other;
} FitSubject;

typedef FitStatus (*FitAskFunc) (const FitPluginInfo *info,
                                 const FitPluginCall *call,
                                 const FitSubject *subject);

/* fit_framework_ask_all: calls the plugins of @point up to the first failure,
 * which is worded as @topic.  Skips the plugins that are to be skipped at
 * @point. */
FitStatus fit_framework_ask_all (const FitFramework *framework,
                                 const FitFrameworkCycle *cycle,
                                 FitExtensionPoint point, guint topic,
                                 FitAskFunc ask, const FitSubject *subject);

/* fit_framework_call: the arguments that @plugin gets at any point */
static inline FitPluginCall
fit_framework_call (const FitFramework *framework, const FitPlugin *plugin,
                    const FitFrameworkCycle *cycle)
{
  return (FitPluginCall){ .plugin = plugin->data,
                          .handle = &framework->handle,
                          .state = cycle->state,
                          .pod = cycle->pod,
                          .now_ns = *framework->clock };
}
