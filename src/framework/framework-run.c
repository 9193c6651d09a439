/* framework-run.c - asking the plugins of each point but Score
 *
 * Most points ask one plugin after the other until one does not agree, and
 * differ in what they ask about and in what they make of a rejection: that is
 * the table below.
 */
#include "framework/framework-private.h"

#include "api/syntax.h"

/* What is asked about; a point uses the member it needs. */
typedef union
{
  const FitNodeInfo *node;
  const FitNodeList *feasible;
  const char *node_name;
} Subject;

/* What becomes of an unschedulable status. */
typedef enum
{
  REJECTION_IS_ERROR,  /* as of any failure */
  REJECTION_EXPLAINED, /* keeps its code, says who rejected and where */
  REJECTION_AS_GIVEN,
} Rejection;

typedef struct
{
  const char *word; /* for the point in messages */
  Rejection rejection;
  FitStatus (*ask) (const FitPluginInfo *info, const FitPluginCall *call,
                    Subject subject); /* (nullable): has a loop of its own */
} Point;

static FitStatus
ask_pre_filter (const FitPluginInfo *info, const FitPluginCall *call,
                Subject subject)
{
  return info->pre_filter (call);
}

static FitStatus
ask_filter (const FitPluginInfo *info, const FitPluginCall *call,
            Subject subject)
{
  return info->filter (call, subject.node);
}

static FitStatus
ask_post_filter (const FitPluginInfo *info, const FitPluginCall *call,
                 Subject subject)
{
  return info->post_filter (call, subject.feasible);
}

static FitStatus
ask_reserve (const FitPluginInfo *info, const FitPluginCall *call,
             Subject subject)
{
  return info->reserve (call, subject.node_name);
}

static FitStatus
ask_pre_bind (const FitPluginInfo *info, const FitPluginCall *call,
              Subject subject)
{
  return info->pre_bind (call, subject.node_name);
}

static const Point points[FIT_POINT_LAST] = {
  [FIT_POINT_PRE_FILTER] = { "prefilter", REJECTION_EXPLAINED, ask_pre_filter },
  [FIT_POINT_FILTER] = { "filter", REJECTION_AS_GIVEN, ask_filter },
  [FIT_POINT_POST_FILTER]
  = { "postfilter", REJECTION_IS_ERROR, ask_post_filter },
  [FIT_POINT_RESERVE] = { "reserve", REJECTION_IS_ERROR, ask_reserve },
  [FIT_POINT_PERMIT] = { "permit", REJECTION_EXPLAINED, NULL },
  [FIT_POINT_PRE_BIND] = { "prebind", REJECTION_EXPLAINED, ask_pre_bind },
};

/* Returns: what the scheduler is told when @plugin gave @given, a failure, which
 * is cleared */
static FitStatus
failure (const Point *point, const FitPlugin *plugin, const FitPod *pod,
         FitStatus *given)
{
  g_auto (FitStatus) status = *given;
  const gboolean rejected = fit_status_unschedulable (&status);
  g_autofree char *plugin_name = NULL, *pod_name = NULL;

  *given = (FitStatus){ .code = FIT_STATUS_SUCCESS };
  if (rejected && point->rejection == REJECTION_AS_GIVEN)
    {
      FitStatus as_given = status;

      status.message = NULL;
      return as_given;
    }
  plugin_name = fit_quote (plugin->info->name);
  if (rejected && point->rejection == REJECTION_EXPLAINED)
    return fit_status (status.code, "rejected by %s at %s: %s", plugin_name,
                       point->word, fit_status_message (&status));
  pod_name = fit_quote (pod->meta.name);
  return fit_status (
      FIT_STATUS_ERROR, "error while running %s %s plugin for pod %s: %s",
      plugin_name, point->word, pod_name, fit_status_message (&status));
}

/* Asks all plugins of @which; the first failure ends it. */
static FitStatus
ask_all (const FitFramework *framework, const FitFrameworkCycle *cycle,
         FitExtensionPoint which, Subject subject)
{
  const Point *point = &points[which];
  const GPtrArray *asked = framework->asked[which];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      g_auto (FitStatus) status = point->ask (plugin->info, &call, subject);

      if (status.code != FIT_STATUS_SUCCESS)
        return failure (point, plugin, cycle->pod, &status);
    }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

gboolean
fit_framework_less (const FitFramework *framework, const FitQueuedPod *a,
                    const FitQueuedPod *b)
{
  const FitPlugin *plugin = framework->asked[FIT_POINT_QUEUE_SORT]->pdata[0];

  return plugin->info->less (plugin->data, a, b);
}

FitStatus
fit_framework_pre_filter (const FitFramework *framework,
                          const FitFrameworkCycle *cycle)
{
  return ask_all (framework, cycle, FIT_POINT_PRE_FILTER,
                  (Subject){ .node = NULL });
}

FitStatus
fit_framework_filter (const FitFramework *framework,
                      const FitFrameworkCycle *cycle, const FitNodeInfo *node)
{
  return ask_all (framework, cycle, FIT_POINT_FILTER,
                  (Subject){ .node = node });
}

FitStatus
fit_framework_post_filter (const FitFramework *framework,
                           const FitFrameworkCycle *cycle,
                           const FitNodeList *feasible)
{
  return ask_all (framework, cycle, FIT_POINT_POST_FILTER,
                  (Subject){ .feasible = feasible });
}

FitStatus
fit_framework_reserve (const FitFramework *framework,
                       const FitFrameworkCycle *cycle, const char *node_name)
{
  return ask_all (framework, cycle, FIT_POINT_RESERVE,
                  (Subject){ .node_name = node_name });
}

/* A plugin that wants to wait does not keep the next ones from being asked. */
FitStatus
fit_framework_permit (FitFramework *framework, const FitFrameworkCycle *cycle,
                      const char *node_name)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_PERMIT];
  gint64 timeout_ns = FIT_PERMIT_MAX_TIMEOUT_NS;
  gboolean waits = FALSE;

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      gint64 wanted_ns = 0;
      g_auto (FitStatus) status
          = plugin->info->permit (&call, node_name, &wanted_ns);

      if (status.code == FIT_STATUS_WAIT)
        {
          waits = TRUE;
          timeout_ns = MIN (timeout_ns, wanted_ns);
        }
      else if (status.code != FIT_STATUS_SUCCESS)
        return failure (&points[FIT_POINT_PERMIT], plugin, cycle->pod, &status);
    }
  if (!waits)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  fit_waiting_pods_add (framework->handle.waiting, cycle->pod, timeout_ns,
                        framework->now_ns);
  return (FitStatus){ .code = FIT_STATUS_WAIT };
}

FitStatus
fit_framework_pre_bind (const FitFramework *framework,
                        const FitFrameworkCycle *cycle, const char *node_name)
{
  return ask_all (framework, cycle, FIT_POINT_PRE_BIND,
                  (Subject){ .node_name = node_name });
}

/* One plugin binds; those before it skip. */
FitStatus
fit_framework_bind (const FitFramework *framework,
                    const FitFrameworkCycle *cycle, const char *node_name)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_BIND];
  const FitObjectMeta *meta = &cycle->pod->meta;

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      g_auto (FitStatus) status = plugin->info->bind (&call, node_name);
      g_autofree char *name = NULL;

      if (status.code == FIT_STATUS_SKIP)
        continue;
      if (status.code == FIT_STATUS_SUCCESS)
        return (FitStatus){ .code = FIT_STATUS_SUCCESS };
      name = fit_quote (plugin->info->name);
      return fit_status (
          FIT_STATUS_ERROR, "bind plugin %s failed to bind pod \"%s/%s\": %s",
          name, meta->namespace_, meta->name, fit_status_message (&status));
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

void
fit_framework_unreserve (const FitFramework *framework,
                         const FitFrameworkCycle *cycle, const char *node_name)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_UNRESERVE];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);

      plugin->info->unreserve (&call, node_name);
    }
}
