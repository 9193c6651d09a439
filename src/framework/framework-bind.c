/* framework-bind.c - runs plugins for a pod whose node is chosen
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework-private.h"

#include "api/syntax.h"

/* -- Reserve --------------------------------------------------------------- */

/* From v1.19 on a Reserve plugin may have only Unreserve. */
static FitStatus
ask_reserve (const FitPluginInfo *info, const FitPluginCall *call,
             const FitSubject *subject)
{
  return info->reserve != NULL ? info->reserve (call, subject->node_name)
                               : (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

FitStatus
fit_framework_reserve (const FitFramework *framework,
                       const FitFrameworkCycle *cycle, const char *node_name)
{
  return fit_framework_ask_all (framework, cycle, FIT_POINT_RESERVE,
                                FIT_POINT_RESERVE, ask_reserve,
                                &(FitSubject){ .node_name = node_name });
}

void
fit_framework_unreserve (const FitFramework *framework,
                         const FitFrameworkCycle *cycle, const char *node_name)
{
  const gboolean undoes = framework->rules.behaviour.reserve_undoes;
  const GPtrArray *asked
      = framework->asked[undoes ? FIT_POINT_RESERVE : FIT_POINT_UNRESERVE];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[undoes ? asked->len - 1 - i : i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);

      if (plugin->info->unreserve != NULL)
        plugin->info->unreserve (&call, node_name);
    }
}

/* -- Permit ---------------------------------------------------------------- */

/* After a plugin that wants to wait, the next ones still run. */
FitStatus
fit_framework_permit (FitFramework *framework, const FitFrameworkCycle *cycle,
                      const char *node_name)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_PERMIT];
  g_autofree FitPermitWait *waits = g_new (FitPermitWait, asked->len);
  guint n = 0;
  g_autofree char *name = NULL;

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      gint64 wanted_ns = 0;
      g_auto (FitStatus) status
          = plugin->info->permit (&call, node_name, &wanted_ns);

      if (status.code == FIT_STATUS_WAIT)
        waits[n++]
            = (FitPermitWait){ plugin->info->name,
                               MIN (wanted_ns, FIT_PERMIT_MAX_TIMEOUT_NS) };
      else if (status.code != FIT_STATUS_SUCCESS)
        return fit_framework_failure (framework, FIT_POINT_PERMIT, plugin,
                                      cycle->pod, &status);
    }
  if (n == 0)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  fit_waiting_pods_add_waits (framework->handle.waiting, cycle->pod, n, waits,
                              *framework->clock);
  /* The status of a pod that has to wait. */
  if (!framework->rules.behaviour.permit_is_split)
    return (FitStatus){ .code = FIT_STATUS_WAIT };
  name = fit_quote (cycle->pod->meta.name);
  return fit_status (FIT_STATUS_WAIT,
                     "one or more plugins asked to wait and no plugin rejected "
                     "pod %s",
                     name);
}

/* -- binding --------------------------------------------------------------- */

static FitStatus
ask_pre_bind (const FitPluginInfo *info, const FitPluginCall *call,
              const FitSubject *subject)
{
  return info->pre_bind (call, subject->node_name);
}

FitStatus
fit_framework_pre_bind (const FitFramework *framework,
                        const FitFrameworkCycle *cycle, const char *node_name)
{
  return fit_framework_ask_all (framework, cycle, FIT_POINT_PRE_BIND,
                                FIT_POINT_PRE_BIND, ask_pre_bind,
                                &(FitSubject){ .node_name = node_name });
}

/* One plugin binds; the ones before it skip. */
FitStatus
fit_framework_bind (const FitFramework *framework,
                    const FitFrameworkCycle *cycle, const char *node_name)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_BIND];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      g_auto (FitStatus) status = plugin->info->bind (&call, node_name);

      if (status.code == FIT_STATUS_SKIP)
        continue;
      if (status.code == FIT_STATUS_SUCCESS)
        return (FitStatus){ .code = FIT_STATUS_SUCCESS };
      return fit_framework_failure (framework, FIT_POINT_BIND, plugin,
                                    cycle->pod, &status);
    }
  return (FitStatus){ .code = FIT_STATUS_SKIP };
}

void
fit_framework_post_bind (const FitFramework *framework,
                         const FitFrameworkCycle *cycle, const char *node_name)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_POST_BIND];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);

      plugin->info->post_bind (&call, node_name);
    }
}
