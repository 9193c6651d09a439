/* framework-run.c - runs plugins for a pod that has no node yet, except scores
 *
 * Most points run one plugin after the other until one does not succeed.  They
 * differ in the arguments and in what they do with the status.
 * SPDX-License-Identifier: Apache-2.0 */
#include "framework/framework-private.h"

#include <string.h>

/* -- any point ------------------------------------------------------------- */

FitStatus
fit_framework_failure (const FitFramework *framework, guint topic,
                       const FitPlugin *plugin, const FitPod *pod,
                       FitStatus *given)
{
  return fit_framework_word_status (&framework->rules, topic,
                                    plugin->info->name, pod, given);
}

FitStatus
fit_framework_word (const FitFramework *framework, FitExtensionPoint point,
                    const char *plugin, const FitPod *pod, FitStatus *given)
{
  return fit_framework_word_status (&framework->rules, point, plugin, pod,
                                    given);
}

/* Runs all plugins in @asked, except those to skip at @skipped_at, up to the
 * first failure. */
static FitStatus
ask_each (const FitFramework *framework, const FitFrameworkCycle *cycle,
          const GPtrArray *asked, FitExtensionPoint skipped_at, guint topic,
          FitAskFunc ask, const FitSubject *subject)
{
  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      g_auto (FitStatus) status = { 0 };

      if (fit_cycle_state_skips (cycle->state, skipped_at, plugin))
        continue;
      status = ask (plugin->info, &call, subject);
      if (status.code != FIT_STATUS_SUCCESS)
        return fit_framework_failure (framework, topic, plugin, cycle->pod,
                                      &status);
    }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

FitStatus
fit_framework_ask_all (const FitFramework *framework,
                       const FitFrameworkCycle *cycle, FitExtensionPoint point,
                       guint topic, FitAskFunc ask, const FitSubject *subject)
{
  return ask_each (framework, cycle, framework->asked[point], point, topic, ask,
                   subject);
}

/* -- the queue ------------------------------------------------------------- */

gboolean
fit_framework_less (const FitFramework *framework, const FitQueuedPod *a,
                    const FitQueuedPod *b)
{
  const FitPlugin *plugin = framework->asked[FIT_POINT_QUEUE_SORT]->pdata[0];

  return plugin->info->less (plugin->data, a, b);
}

FitStatus
fit_framework_pre_enqueue (const FitFramework *framework, const FitPod *pod)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_PRE_ENQUEUE];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      FitStatus status = plugin->info->pre_enqueue (plugin->data, pod);

      if (status.code == FIT_STATUS_SUCCESS)
        continue;
      status.plugin = plugin->info->name;
      return status;
    }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* -- PreFilter ------------------------------------------------------------- */

/* Returns: success also if the plugin is to be skipped from now on */
static FitStatus
pre_filter_one (const FitFramework *framework, const FitFrameworkCycle *cycle,
                const FitPlugin *plugin, GPtrArray **out_names)
{
  const FitBehaviour *behaviour = &framework->rules.behaviour;
  const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
  const FitPluginInfo *info = plugin->info;
  g_auto (FitStatus) status = { 0 };

  if (info->pre_filter_nodes == NULL
      || (info->pre_filter != NULL && !behaviour->pre_filter_narrows))
    status = info->pre_filter (&call);
  else
    {
      g_autoptr (GPtrArray) names = NULL;

      status = info->pre_filter_nodes (&call, &names);
      if (behaviour->pre_filter_narrows)
        *out_names = g_steal_pointer (&names);
    }
  if (status.code == FIT_STATUS_SUCCESS)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  if (status.code == FIT_STATUS_SKIP && behaviour->pre_filter_skips)
    {
      fit_cycle_state_skip (cycle->state, FIT_POINT_FILTER, plugin);
      return (FitStatus){ .code = FIT_STATUS_SUCCESS };
    }
  return fit_framework_failure (framework, FIT_POINT_PRE_FILTER, plugin,
                                cycle->pod, &status);
}

void
fit_framework_pre_filter_nodes (const FitFramework *framework,
                                const FitFrameworkCycle *cycle, FitArena *arena,
                                FitPreFilterResult *result)
{
  const FitBehaviour *behaviour = &framework->rules.behaviour;
  const GPtrArray *asked = framework->asked[FIT_POINT_PRE_FILTER];

  fit_cycle_state_skip_none (cycle->state, FIT_POINT_FILTER);
  for (guint i = 0; i < asked->len && !result->ended; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      g_autoptr (GPtrArray) names = NULL;
      g_auto (FitStatus) status
          = pre_filter_one (framework, cycle, plugin, &names);
      const char *message = fit_status_message (&status);

      if (fit_status_unschedulable (&status))
        {
          FitReasons *reasons = fit_arena_newn (arena, FitReasons, 1);

          fit_reasons_init (reasons, arena);
          fit_reasons_add_text (
              reasons, FIT_REASON_LOOKUP,
              fit_arena_strndup (arena, message, strlen (message)));
          fit_pre_filter_reject (result, behaviour, status.plugin, reasons,
                                 status.code == FIT_STATUS_UNSCHEDULABLE);
        }
      else if (status.code != FIT_STATUS_SUCCESS)
        fit_pre_filter_fail (result, arena, message);
      else if (names != NULL)
        {
          const char **copies
              = fit_arena_newn (arena, const char *, names->len);

          for (guint n = 0; n < names->len; n++)
            copies[n] = fit_arena_strndup (arena, names->pdata[n],
                                           strlen (names->pdata[n]));
          fit_pre_filter_narrow (result, behaviour, arena, plugin->info->name,
                                 &(FitNodeNames){ names->len, copies });
        }
    }
}

FitStatus
fit_framework_pre_filter (const FitFramework *framework,
                          const FitFrameworkCycle *cycle)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_PRE_FILTER];

  fit_cycle_state_skip_none (cycle->state, FIT_POINT_FILTER);
  for (guint i = 0; i < asked->len; i++)
    {
      g_autoptr (GPtrArray) names = NULL;
      FitStatus status
          = pre_filter_one (framework, cycle, asked->pdata[i], &names);

      if (status.code != FIT_STATUS_SUCCESS)
        return status;
    }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* A plugin without this function succeeds. */
static FitStatus
ask_add_pod (const FitPluginInfo *info, const FitPluginCall *call,
             const FitSubject *subject)
{
  return info->add_pod != NULL
             ? info->add_pod (call, subject->other, subject->node)
             : (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

static FitStatus
ask_remove_pod (const FitPluginInfo *info, const FitPluginCall *call,
                const FitSubject *subject)
{
  return info->remove_pod != NULL
             ? info->remove_pod (call, subject->other, subject->node)
             : (FitStatus){ .code = FIT_STATUS_SUCCESS };
}

/* A plugin whose filter is skipped is skipped here too. */
static FitStatus
change_pods (const FitFramework *framework, const FitFrameworkCycle *cycle,
             guint topic, FitAskFunc ask, const FitSubject *subject)
{
  if (!framework->rules.behaviour.lists_are_strict)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  return ask_each (framework, cycle, framework->asked[FIT_POINT_PRE_FILTER],
                   FIT_POINT_FILTER, topic, ask, subject);
}

FitStatus
fit_framework_add_pod (const FitFramework *framework,
                       const FitFrameworkCycle *cycle, const FitPod *other,
                       const FitNodeInfo *node)
{
  return change_pods (framework, cycle, FIT_TEXT_ADD_POD, ask_add_pod,
                      &(FitSubject){ .other = other, .node = node });
}

FitStatus
fit_framework_remove_pod (const FitFramework *framework,
                          const FitFrameworkCycle *cycle, const FitPod *other,
                          const FitNodeInfo *node)
{
  return change_pods (framework, cycle, FIT_TEXT_REMOVE_POD, ask_remove_pod,
                      &(FitSubject){ .other = other, .node = node });
}

/* -- Filter ---------------------------------------------------------------- */

static FitStatus
ask_filter (const FitPluginInfo *info, const FitPluginCall *call,
            const FitSubject *subject)
{
  return info->filter (call, subject->node);
}

FitStatus
fit_framework_filter (const FitFramework *framework,
                      const FitFrameworkCycle *cycle, const FitNodeInfo *node)
{
  if (framework->rules.behaviour.filters_all)
    {
      const GPtrArray *asked = framework->asked[FIT_POINT_FILTER];
      g_auto (FitStatus) merged = { 0 };

      /* Runs all plugins, whatever they return; only an error ends it. */
      for (guint i = 0; i < asked->len; i++)
        {
          const FitPlugin *plugin = asked->pdata[i];
          const FitPluginCall call
              = fit_framework_call (framework, plugin, cycle);
          g_auto (FitStatus) status = { 0 }, worded = { 0 };

          status = plugin->info->filter (&call, node);
          if (status.code == FIT_STATUS_SUCCESS)
            continue;
          worded = fit_framework_failure (framework, FIT_POINT_FILTER, plugin,
                                          cycle->pod, &status);
          if (worded.code == FIT_STATUS_ERROR)
            return fit_status_steal (&worded);
          fit_status_merge (&merged, &worded);
        }
      return fit_status_steal (&merged);
    }
  return fit_framework_ask_all (framework, cycle, FIT_POINT_FILTER,
                                FIT_POINT_FILTER, ask_filter,
                                &(FitSubject){ .node = node });
}

/* -- after filtering ------------------------------------------------------- */

static FitStatus
ask_post_filter (const FitPluginInfo *info, const FitPluginCall *call,
                 const FitSubject *subject)
{
  return info->post_filter (call, subject->feasible);
}

FitStatus
fit_framework_post_filter (const FitFramework *framework,
                           const FitFrameworkCycle *cycle,
                           const FitNodeList *feasible)
{
  if (framework->rules.behaviour.post_filter_makes_room)
    return (FitStatus){ .code = FIT_STATUS_SUCCESS };
  return fit_framework_ask_all (framework, cycle, FIT_POINT_POST_FILTER,
                                FIT_POINT_POST_FILTER, ask_post_filter,
                                &(FitSubject){ .feasible = feasible });
}

void
fit_nomination_clear (FitNomination *nomination)
{
  g_free (nomination->node_name);
  *nomination = (FitNomination){ .decides = FALSE };
}

/* A nomination counts if the plugin succeeds.  Later each one that decides counts
 * until another plugin decides. */
static void
take_nomination (const FitFramework *framework, FitStatusCode code,
                 FitNomination *said, FitNomination *nomination)
{
  const gboolean kept = framework->rules.behaviour.nomination_decides
                            ? said->decides
                            : code == FIT_STATUS_SUCCESS;

  if (!kept)
    return;
  fit_nomination_clear (nomination);
  *nomination = *said;
  *said = (FitNomination){ .decides = FALSE };
}

void
fit_framework_add_names (const FitFramework *framework, FitExtensionPoint point,
                         GPtrArray *names)
{
  for (guint i = 0; i < framework->asked[point]->len; i++)
    {
      const FitPlugin *plugin = framework->asked[point]->pdata[i];

      g_ptr_array_add (names, (gpointer) plugin->info->name);
    }
}

/* Only what the plugin at the end of the sequence decided counts then. */
FitStatus
fit_framework_make_room (const FitFramework *framework,
                         const FitFrameworkCycle *cycle,
                         const FitPostFilters *all, guint n,
                         const FitNodeRejection *rejections,
                         FitNomination *out_nomination)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_POST_FILTER];
  const guint n_plugins = all != NULL ? all->names->len : asked->len;
  g_auto (FitStatus) merged = { .code = FIT_STATUS_UNSCHEDULABLE };
  g_auto (FitNomination) nomination = { 0 };
  gboolean end = FALSE;

  for (guint i = 0; i < n_plugins && !end; i++)
    {
      const char *name = all != NULL ? all->names->pdata[i] : NULL;
      const FitPlugin *plugin
          = all != NULL ? fit_framework_find (asked, name) : asked->pdata[i];
      g_auto (FitNomination) said = { 0 };
      g_auto (FitStatus) status = { 0 };

      if (plugin == NULL)
        status = all->ask (name, &said, all->data);
      else
        {
          const FitPluginCall call
              = fit_framework_call (framework, plugin, cycle);

          status = plugin->info->make_room (&call, n, rejections, &said);
          if (status.code != FIT_STATUS_SUCCESS)
            status = fit_framework_failure (framework, FIT_POINT_POST_FILTER,
                                            plugin, cycle->pod, &status);
        }
      /* Does this status end the sequence? */
      end = status.code == FIT_STATUS_UNSCHEDULABLE_AND_UNRESOLVABLE
                ? framework->rules.behaviour.post_filter_may_end
                : status.code != FIT_STATUS_UNSCHEDULABLE;
      if (end)
        {
          fit_status_clear (&merged);
          fit_nomination_clear (&nomination);
        }
      if (status.code != FIT_STATUS_ERROR)
        take_nomination (framework, status.code, &said, &nomination);
      if (status.code != FIT_STATUS_SUCCESS)
        fit_status_merge (&merged, &status);
    }
  *out_nomination = nomination;
  nomination = (FitNomination){ .decides = FALSE };
  return fit_status_steal (&merged);
}

/* -- PreScore -------------------------------------------------------------- */

FitStatus
fit_framework_pre_score (const FitFramework *framework,
                         const FitFrameworkCycle *cycle,
                         const FitNodeList *feasible)
{
  const GPtrArray *asked = framework->asked[FIT_POINT_PRE_SCORE];

  for (guint i = 0; i < asked->len; i++)
    {
      const FitPlugin *plugin = asked->pdata[i];
      const FitPluginCall call = fit_framework_call (framework, plugin, cycle);
      g_auto (FitStatus) status = plugin->info->pre_score (&call, feasible);

      if (status.code == FIT_STATUS_SKIP
          && framework->rules.behaviour.pre_score_skips)
        fit_cycle_state_skip (cycle->state, FIT_POINT_SCORE, plugin);
      else if (status.code != FIT_STATUS_SUCCESS)
        return fit_framework_failure (framework, FIT_POINT_PRE_SCORE, plugin,
                                      cycle->pod, &status);
    }
  return (FitStatus){ .code = FIT_STATUS_SUCCESS };
}
