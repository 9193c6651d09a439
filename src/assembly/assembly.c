/* assembly.c - makes algorithms, extenders and plugins from the options of a
 * simulation
 * SPDX-License-Identifier: Apache-2.0 */
#include "assembly/assembly.h"

#include "formats/duration.h"

#include "base/intern.h"
#include "config/profile-algorithm.h"
#include "config/profile-framework.h"
#include "core/extenders.h"
#include "predicates/predicates.h"
#include "rules/plugin-events.h"
#include "rules/rule.h"
#include "assembly/adapter.h"
#include "assembly/legacy-profile.h"
#include "assembly/scheduled-pods.h"

#include <string.h>

static void
make_extenders (FitAssembly *rules, const GPtrArray *policies,
                const FitSimulationOptions *options)
{
  const FitExtenderOptions extender_options = {
    .pod_json = fit_pod_raw,
    .node_json = fit_node_raw,
    .max_reply_bytes = options->max_extender_reply_bytes,
    .release = options->configuration != NULL
                   ? options->configuration->target.release
                   : FIT_RELEASE_LEGACY,
    .calls = options->extender_calls,
    .observer = options->extender_observer,
  };

  if (options->ask_extenders && policies->len > 0)
    rules->extenders = fit_extenders_new (policies, &extender_options);
}

/* @framework: (nullable) (transfer full): NULL with @error */
static gboolean
take_framework (FitAssembly *rules, FitFramework *framework, GError **error)
{
  if (framework != NULL)
    g_ptr_array_add (rules->frameworks, framework);
  else
    g_prefix_error (error, "error initializing the scheduling framework: ");
  return framework != NULL;
}

/* -- a Policy or a provider ------------------------------------------------ */

static gboolean
make_legacy_profile (FitAssembly *rules, FitSimulationOptions *options,
                     GError **error)
{
  FitSchedulerProfile *profile = rules->profiles;
  FitAlgorithm *algorithm;
  FitAlgorithmOptions algorithm_options;

  rules->scheduler_name = fit_intern (options->scheduler_name);
  algorithm_options = (FitAlgorithmOptions){
    .cache = rules->cache,
    .hard_pod_affinity_symmetric_weight
    = options->hard_pod_affinity_symmetric_weight,
    .always_check_all_predicates = options->always_check_all_predicates,
    .files_elsewhere = options->files_elsewhere,
  };
  if (options->policy != NULL)
    algorithm = fit_algorithm_new_from_policy (
        options->registry, g_steal_pointer (&options->policy),
        &algorithm_options, error);
  else
    algorithm = fit_algorithm_new_from_provider (
        options->registry,
        options->provider != NULL ? options->provider : FIT_DEFAULT_PROVIDER,
        &algorithm_options, error);
  if (algorithm == NULL)
    return FALSE;
  g_ptr_array_add (rules->algorithms, algorithm);
  if (options->modern != FIT_MODERN_STRICT_LEGACY
      && !fit_algorithm_add_predicate (
          algorithm, &fit_read_write_once_pod, NULL,
          &(FitFactoryArgs){ .cache = rules->cache, .gates = options->gates },
          error))
    return FALSE;
  make_extenders (rules, algorithm->extenders, options);
  if (options->plugin_lists != NULL
      && !take_framework (rules,
                          fit_framework_new (options->plugins,
                                             options->plugin_lists,
                                             rules->cache, error),
                          error))
    return FALSE;
  if (options->adapt)
    {
      algorithm = fit_adapter_algorithm_new (algorithm);
      g_ptr_array_add (rules->algorithms, algorithm);
    }
  *profile = (FitSchedulerProfile){
    .scheduler_name = rules->scheduler_name,
    .algorithm = algorithm,
    .framework
    = options->plugin_lists != NULL ? rules->frameworks->pdata[0] : NULL,
    .scheduling = options->scheduling,
  };
  profile->scheduling.modern = fit_modern_use (options->modern);
  profile->scheduling.framework = profile->framework;
  return TRUE;
}

/* -- a configuration ------------------------------------------------------- */

/* Does DefaultBinder come before all other Bind plugins? */
static gboolean
binds_first (const FitProfile *profile)
{
  const FitProfileList *list = &profile->plugins[FIT_POINT_BIND];

  return list->n > 0
         && strcmp (list->items[0].name, fit_rule_default_binder.name) == 0;
}

/* The filter of @plugin.  Returns: (nullable) */
static FitPredicate *
find_filter (const FitProfileAlgorithm *made, const char *plugin)
{
  for (guint i = 0; i < made->filters->plugins->len; i++)
    {
      FitPredicate *filter = made->filters->plugins->pdata[i];

      if (strcmp (filter->name, plugin) == 0)
        return filter;
    }
  return NULL;
}

/* The framework is only for plugins of embedding programs. */
static gboolean
make_profile (FitAssembly *rules, guint index,
              const FitSimulationOptions *options, GError **error)
{
  const FitConfiguration *configuration = options->configuration;
  FitProfileAlgorithm *made
      = fit_profile_algorithm_new (configuration, index, rules->cache, error);
  FitSchedulerProfile *profile = &rules->profiles[index];
  GArray *registrations;
  FitFeatureGates gates;
  g_autoptr (GArray) events = NULL;

  if (made == NULL)
    return FALSE;
  g_ptr_array_add (rules->configured, made);
  /* The events that the release's own plugins register for, if they can
   * reject pods of the profile. */
  gates = configuration->target.gates;
  events = fit_plugin_events (
      made->release, gates,
      fit_gate_on (gates, FIT_GATE_SCHEDULER_QUEUEING_HINTS));
  registrations = g_array_new (FALSE, FALSE, sizeof (FitQueueRegistration));
  for (guint i = 0; i < events->len; i++)
    {
      const FitPluginEvent *event = &g_array_index (events, FitPluginEvent, i);
      FitPredicate *filter = find_filter (made, event->plugin);
      const FitQueueRegistration registration
          = { event->plugin, event->registration, filter };

      if (filter != NULL
          || strcmp (event->plugin, fit_rule_scheduling_gates.name) == 0)
        g_array_append_val (registrations, registration);
    }
  g_ptr_array_add (rules->registrations, registrations);
  if (!take_framework (rules,
                       fit_profile_framework_new (configuration, index,
                                                  options->plugins,
                                                  rules->cache, error),
                       error))
    return FALSE;
  *profile = (FitSchedulerProfile){
    .scheduler_name = made->profile->scheduler_name,
    .algorithm = made->algorithm,
    .framework = rules->frameworks->pdata[index],
    .scheduling = options->scheduling,
    .disable_preemption = !made->preempts,
    .binds_first = binds_first (made->profile),
    .volume_timeout_ns = made->volume_timeout_ns,
    .n_registrations = registrations->len,
    .registrations
    = (const FitQueueRegistration *) (gpointer) registrations->data,
  };
  profile->scheduling.percentage_of_nodes_to_score
      = made->percentage_of_nodes_to_score;
  profile->scheduling.framework = profile->framework;
  profile->scheduling.modern
      = fit_rules_modern_use (configuration, made->profile, options->modern);
  profile->scheduling.filters = made->filters;
  profile->scheduling.preemption = &made->candidates;
  profile->scheduling.post_filters = made->post_filters;
  /* What plugins of programs read of a pod is not known. */
  if (!fit_framework_takes_part (profile->framework))
    profile->scheduling.signers = made->signers;
  return TRUE;
}

static gboolean
make_profiles (FitAssembly *rules, const FitSimulationOptions *options,
               GError **error)
{
  const FitProfileAlgorithm *first;

  rules->configured = g_ptr_array_new_with_free_func (
      (GDestroyNotify) fit_profile_algorithm_free);
  rules->registrations
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 0; i < rules->n_profiles; i++)
    if (!make_profile (rules, i, options, error))
      return FALSE;
  first = rules->configured->pdata[0];
  make_extenders (rules, first->algorithm->extenders, options);
  return TRUE;
}

/* Creates the profiles with v1.16's functions instead of their plugins. */
static gboolean
make_legacy_profiles (FitAssembly *rules, const FitSimulationOptions *options,
                      GError **error)
{
  const FitConfiguration *configuration = options->configuration;

  for (guint i = 0; i < rules->n_profiles; i++)
    {
      FitSchedulerProfile *profile = &rules->profiles[i];
      FitAlgorithm *legacy = fit_legacy_profile_algorithm (configuration, i,
                                                           rules->cache, error);

      if (legacy == NULL)
        return FALSE;
      g_ptr_array_add (rules->algorithms, legacy);
      *profile = (FitSchedulerProfile){
        .scheduler_name = configuration->profiles[i].scheduler_name,
        .algorithm = fit_adapter_algorithm_new (legacy),
        .scheduling = options->scheduling,
      };
      profile->scheduling.modern = fit_modern_use (options->modern);
      g_ptr_array_add (rules->algorithms, (gpointer) profile->algorithm);
    }
  make_extenders (rules, rules->profiles[0].algorithm->extenders, options);
  return TRUE;
}

/* -- both ------------------------------------------------------------------ */

static FitCache *
make_cache (const FitSimulationOptions *options)
{
  if (options->configuration == NULL)
    return fit_cache_new (options->gates);
  return options->adapt
             ? fit_cache_new (fit_legacy_profile_gates (options->configuration))
             : fit_configuration_cache (options->configuration);
}

gboolean
fit_assembly_init (FitAssembly *out, FitSimulationOptions *options,
                   GError **error)
{
  const FitConfiguration *configuration = options->configuration;

  *out = (FitAssembly){
    .cache = make_cache (options),
    .algorithms = g_ptr_array_new (),
    .frameworks
    = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_framework_free),
    .turns = g_new0 (FitTurns, 1),
    .n_profiles = configuration != NULL ? configuration->n_profiles : 1,
  };
  out->profiles = g_new0 (FitSchedulerProfile, out->n_profiles);
  if (!(configuration == NULL ? make_legacy_profile (out, options, error)
        : options->adapt      ? make_legacy_profiles (out, options, error)
                              : make_profiles (out, options, error)))
    return FALSE;
  for (guint i = 0; i < out->n_profiles; i++)
    {
      out->profiles[i].scheduling.extenders = out->extenders;
      out->profiles[i].scheduling.turns = out->turns;
    }
  return TRUE;
}

void
fit_assembly_clear (FitAssembly *rules)
{
  g_clear_pointer (&rules->profiles, g_free);
  g_clear_pointer (&rules->turns, g_free);
  g_clear_pointer (&rules->frameworks, g_ptr_array_unref);
  g_clear_pointer (&rules->registrations, g_ptr_array_unref);
  g_clear_pointer (&rules->extenders, g_ptr_array_unref);
  g_clear_pointer (&rules->configured, g_ptr_array_unref);
  /* Algorithms that were created from others are freed first. */
  for (guint i = rules->algorithms->len; i-- > 0;)
    fit_algorithm_free (rules->algorithms->pdata[i]);
  g_clear_pointer (&rules->algorithms, g_ptr_array_unref);
  fit_intern_unref (rules->scheduler_name);
  rules->scheduler_name = NULL;
  g_clear_pointer (&rules->cache, fit_cache_free);
}

const FitSchedulerProfile *
fit_assembly_profile (const FitAssembly *rules, const char *scheduler_name)
{
  for (guint i = 0; i < rules->n_profiles; i++)
    if (strcmp (rules->profiles[i].scheduler_name, scheduler_name) == 0)
      return &rules->profiles[i];
  return NULL;
}

/* Pods without a creation time count as the newest. */
static gint64
creation_order (const FitPod *pod)
{
  return pod->meta.creation_time_ns == FIT_TIME_NONE
             ? G_MAXINT64
             : pod->meta.creation_time_ns;
}

gint
fit_assembly_queue_order (gconstpointer a, gconstpointer b)
{
  const FitPod *x = *(const FitPod *const *) a, *y = *(const FitPod *const *) b;

  if (x->spec->priority != y->spec->priority)
    return x->spec->priority > y->spec->priority ? -1 : 1;
  if (creation_order (x) != creation_order (y))
    return creation_order (x) < creation_order (y) ? -1 : 1;
  return 0; /* GLib's sort is stable: keep the input order */
}

void
fit_assembly_set_up (const FitAssembly *rules,
                     const FitConfiguration *configuration,
                     FitSchedulerSetup *setup)
{
  setup->cache = rules->cache;
  setup->algorithm = rules->profiles[0].algorithm;
  setup->framework = rules->profiles[0].framework;
  setup->extenders = rules->extenders;
  setup->scheduler_name = rules->profiles[0].scheduler_name;
  setup->scheduling.modern = rules->profiles[0].scheduling.modern;
  if (configuration == NULL)
    return;
  setup->release = configuration->target.release;
  setup->n_profiles = rules->n_profiles;
  setup->profiles = rules->profiles;
  setup->gates = &configuration->target.gates;
  setup->marks_victims
      = fit_gate_on (*setup->gates, FIT_GATE_POD_DISRUPTION_CONDITIONS);
  setup->queue.initial_backoff_ns = fit_duration_of_seconds (
      configuration->file->pod_initial_backoff_seconds);
  setup->queue.max_backoff_ns
      = fit_duration_of_seconds (configuration->file->pod_max_backoff_seconds);
}
