/* framework-private.h - the parts of a framework (private to framework/)
 */
#pragma once

#include "framework/framework.h"

G_BEGIN_DECLS

/* A plugin that was made. */
typedef struct
{
  const FitPluginInfo *info; /* borrowed: static storage */
  gpointer data;             /* owned: freed by info->destroy */
  gint64 weight;             /* of its scores */
} FitPlugin;

struct _FitFramework
{
  FitPluginHandle handle;           /* its waiting pods are owned */
  GPtrArray *plugins;               /* owned, of FitPlugin: each once */
  GPtrArray *asked[FIT_POINT_LAST]; /* owned arrays of borrowed FitPlugin */
  gint64 now_ns;
};

/* fit_framework_call: what @plugin is given at any point */
static inline FitPluginCall
fit_framework_call (const FitFramework *framework, const FitPlugin *plugin,
                    const FitFrameworkCycle *cycle)
{
  return (FitPluginCall){ .plugin = plugin->data,
                          .handle = &framework->handle,
                          .state = cycle->state,
                          .pod = cycle->pod,
                          .now_ns = framework->now_ns };
}

G_END_DECLS
