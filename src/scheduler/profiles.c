/* profiles.c - creates the profiles of a scheduler, and finds the one of a
 * pod
 * SPDX-License-Identifier: Apache-2.0 */
#include "scheduler/scheduler-private.h"

#include "base/intern.h"

#include <string.h>

/* The time limit for binding volumes. */
#define LEGACY_VOLUME_TIMEOUT_NS (G_GINT64_CONSTANT (100) * 1000000000)
#define VOLUME_TIMEOUT_NS (G_GINT64_CONSTANT (600) * 1000000000)

/* -- the queue's part of it ------------------------------------------------ */

/* Fields that the rules do not evaluate keep pods out in every release. */
static const char *
pre_enqueue (const FitPod *pod, gpointer data)
{
  const FitProfileParts *profile = data;
  g_auto (FitStatus) status = { 0 };

  if (fit_modern_waits (&profile->modern, pod))
    return fit_rule_scheduling_gates.name;
  if (!profile->scheduler->behaviour.queue_events
      && (pod->spec->modern & profile->modern.unanswered) != 0
      && g_hash_table_contains (profile->scheduler->unanswered, pod->meta.uid))
    return FIT_UNANSWERED;
  if (!profile->scheduler->behaviour.queue_pre_enqueue)
    return NULL;
  if (g_hash_table_contains (profile->scheduler->preempting, pod->meta.uid))
    return fit_rule_default_preemption.name;
  status = fit_framework_pre_enqueue (profile->framework, pod);
  if (status.code == FIT_STATUS_ERROR)
    fit_scheduler_problem (
        profile->scheduler, pod,
        "Unexpected error running PreEnqueue plugin \"%s\" for pod %s/%s: %s",
        status.plugin, pod->meta.namespace_, pod->meta.name,
        fit_status_message (&status));
  return status.code != FIT_STATUS_SUCCESS ? status.plugin : NULL;
}

static FitQueueingHint
never_helps (gpointer plugin, const FitPod *pod, gconstpointer old_object,
             gconstpointer new_object)
{
  return FIT_QUEUEING_SKIP;
}

static gboolean
registers (const FitProfileParts *profile, const char *plugin, guint action)
{
  for (guint i = 0; i < profile->registrations->len; i++)
    {
      const FitQueueRegistration *it
          = &g_array_index (profile->registrations, FitQueueRegistration, i);

      if (it->registration.event.resource == FIT_CLUSTER_NODE
          && (it->registration.event.actions & action) != 0
          && strcmp (it->plugin, plugin) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Each event of @entry may help the pods that its plugin rejects. */
static void
add_registration (FitProfileParts *profile, const FitQueueRegistration *entry)
{
  g_hash_table_add (profile->listeners, (gpointer) entry->plugin);
  g_array_append_val (profile->registrations, *entry);
}

/* The events that may help a pod that was tried with @profile: those that the
 * caller and the plugins ask for, and those that the release adds. */
static void
register_events (FitScheduler *scheduler, FitProfileParts *parts,
                 const FitSchedulerProfile *profile)
{
  g_autoptr (GArray) all = fit_framework_plugin_events (parts->framework);
  /* Any event may help a pod whose nodes were left out by extenders. */
  const FitQueueRegistration of_extenders = {
    .plugin = FIT_EXTENDER_PLUGIN,
    .registration.event
    = { .resource = FIT_CLUSTER_ANYTHING, .actions = FIT_ACTION_ALL },
  };
  /* The end of a victim concerns a pod that DefaultPreemption keeps out.
   * Whether that helps is for the plugins to say that rejected the pod. */
  const FitQueueRegistration of_preemption = {
    .plugin = fit_rule_default_preemption.name,
    .registration
    = { .event = { .resource = FIT_CLUSTER_POD, .actions = FIT_ACTION_DELETE },
        .hint = never_helps },
  };

  for (guint i = 0; i < profile->n_registrations; i++)
    add_registration (parts, &profile->registrations[i]);
  for (guint i = 0; i < all->len; i++)
    {
      const FitPluginEvents *of = &g_array_index (all, FitPluginEvents, i);

      g_hash_table_add (parts->listeners, (gpointer) of->plugin);
      for (guint e = 0; e < of->n_events; e++)
        add_registration (parts, &(FitQueueRegistration){
                                     of->plugin, of->events[e], of->data });
    }
  if (scheduler->extenders != NULL)
    add_registration (parts, &of_extenders);
  if (scheduler->behaviour.evicts_later && !parts->disable_preemption)
    add_registration (parts, &of_preemption);
  if (scheduler->behaviour.adds_taint_events)
    {
      GHashTableIter names;
      gpointer plugin;

      /* If a new node still has taints when it is checked, its event moves
       * no pods.  So a plugin that registers for new nodes also hears of
       * changes of taints: each of them may help. */
      g_hash_table_iter_init (&names, parts->listeners);
      while (g_hash_table_iter_next (&names, &plugin, NULL))
        if (registers (parts, plugin, FIT_ACTION_ADD)
            && !registers (parts, plugin, FIT_ACTION_UPDATE_NODE_TAINT))
          {
            const FitQueueRegistration entry = {
              .plugin = plugin,
              .registration.event = { .resource = FIT_CLUSTER_NODE,
                                      .actions = FIT_ACTION_UPDATE_NODE_TAINT },
            };

            g_array_append_val (parts->registrations, entry);
          }
    }
}

/* -- making ---------------------------------------------------------------- */

/* A framework without plugins, for extension points where only the release's
 * own plugins would run. */
static FitFramework *
no_plugins (const FitScheduler *scheduler)
{
  return fit_framework_new_of (
      &(FitFrameworkOptions){ .release = scheduler->release,
                              .cache = scheduler->cache,
                              .in_tree = 1u << FIT_POINT_QUEUE_SORT
                                         | 1u << FIT_POINT_BIND },
      NULL);
}

static void
make_profile (FitScheduler *scheduler, FitProfileParts *parts,
              const FitSchedulerProfile *profile)
{
  FitSchedulerOptions options = profile->scheduling;

  *parts = (FitProfileParts){
    .scheduler = scheduler,
    .name = fit_intern (profile->scheduler_name),
    .framework = profile->framework,
    .disable_preemption = profile->disable_preemption,
    .binds_volumes = profile->algorithm->binds_volumes,
    .reserve_fails = profile->algorithm->reserve_fails,
    .modern = profile->scheduling.modern,
    .binds_first = profile->binds_first,
    .volume_timeout_ns = profile->volume_timeout_ns,
    .registrations = g_array_new (FALSE, FALSE, sizeof (FitQueueRegistration)),
    .listeners = g_hash_table_new (g_str_hash, g_str_equal),
  };
  if (parts->volume_timeout_ns == 0)
    parts->volume_timeout_ns = scheduler->behaviour.assumes_first
                                   ? VOLUME_TIMEOUT_NS
                                   : LEGACY_VOLUME_TIMEOUT_NS;
  if (parts->framework == NULL)
    parts->framework = parts->no_plugins = no_plugins (scheduler);
  parts->post_filters = options.post_filters;
  if (parts->post_filters == NULL)
    {
      /* Without a profile, preemption comes before the plugins of
             * programs. */
      GPtrArray *names = g_ptr_array_new ();

      if (!profile->disable_preemption)
        g_ptr_array_add (names, (gpointer) fit_rule_default_preemption.name);
      fit_framework_add_names (parts->framework, FIT_POINT_POST_FILTER, names);
      parts->post_filters = parts->own_post_filters = names;
    }
  fit_framework_set_pods (parts->framework,
                          fit_scheduler_pod_source (scheduler));
  fit_framework_set_clock (parts->framework, &scheduler->now_ns);
  options.framework = profile->framework;
  options.extenders = scheduler->extenders;
  parts->algorithm = fit_generic_scheduler_new (scheduler->cache,
                                                profile->algorithm, &options);
  register_events (scheduler, parts, profile);
}

void
fit_scheduler_make_profiles (FitScheduler *scheduler,
                             const FitSchedulerSetup *setup)
{
  const FitSchedulerProfile legacy = {
    .scheduler_name = setup->scheduler_name,
    .algorithm = setup->algorithm,
    .framework = setup->framework,
    .scheduling = setup->scheduling,
    .disable_preemption = setup->disable_preemption,
  };

  scheduler->n_profiles = MAX (setup->n_profiles, 1);
  scheduler->profiles = g_new0 (FitProfileParts, scheduler->n_profiles);
  scheduler->queue_profiles = g_new0 (FitQueueProfile, scheduler->n_profiles);
  scheduler->permitting = g_ptr_array_new ();
  for (guint i = 0; i < scheduler->n_profiles; i++)
    {
      FitProfileParts *parts = &scheduler->profiles[i];

      make_profile (scheduler, parts,
                    setup->n_profiles == 0 ? &legacy : &setup->profiles[i]);
      if (fit_framework_has (parts->framework, FIT_POINT_PERMIT))
        g_ptr_array_add (scheduler->permitting,
                         fit_framework_waiting (parts->framework));
      scheduler->queue_profiles[i] = (FitQueueProfile){
        .scheduler_name = parts->name,
        .pre_enqueue = pre_enqueue,
        .asks_always = TRUE,
        .data = parts,
        .n_registrations = parts->registrations->len,
        .registrations
        = (const FitQueueRegistration *) (gpointer) parts->registrations->data,
      };
    }
}

void
fit_scheduler_clear_profiles (FitScheduler *scheduler)
{
  for (guint i = 0; i < scheduler->n_profiles; i++)
    {
      FitProfileParts *parts = &scheduler->profiles[i];

      fit_framework_set_pods (parts->framework, (FitPodSource){ NULL, NULL });
      fit_framework_set_clock (parts->framework, NULL);
      fit_generic_scheduler_free (parts->algorithm);
      fit_framework_free (parts->no_plugins);
      fit_intern_unref (parts->name);
      g_clear_pointer (&parts->own_post_filters, g_ptr_array_unref);
      g_array_unref (parts->registrations);
      g_hash_table_unref (parts->listeners);
    }
  g_ptr_array_unref (scheduler->permitting);
  g_free (scheduler->profiles);
  g_free (scheduler->queue_profiles);
}

/* -- finding --------------------------------------------------------------- */

FitProfileParts *
fit_scheduler_profile_of (const FitScheduler *scheduler, const FitPod *pod)
{
  for (guint i = 0; i < scheduler->n_profiles; i++)
    if (scheduler->profiles[i].name == pod->spec->scheduler_name)
      return &scheduler->profiles[i];
  return NULL;
}

gboolean
fit_profile_listens (const FitProfileParts *profile, const char *plugin)
{
  return g_hash_table_contains (profile->listeners, plugin);
}

FitWaitingPod *
fit_scheduler_find_waiting (const FitScheduler *scheduler, const char *uid)
{
  FitWaitingPod *found = NULL;

  for (guint i = 0; i < scheduler->permitting->len && found == NULL; i++)
    found = fit_waiting_pods_get (scheduler->permitting->pdata[i], uid);
  return found;
}

gboolean
fit_scheduler_awaits (const FitScheduler *scheduler, const FitPod *pod)
{
  return *pod->node_name == '\0'
         && fit_scheduler_profile_of (scheduler, pod) != NULL;
}
