#include "simulate/rules.h"

#include "core/extenders.h"

static FitAlgorithm *
make_algorithm (FitCache *cache, FitSimulationOptions *options, GError **error)
{
  const FitAlgorithmOptions algorithm_options = {
    .cache = cache,
    .hard_pod_affinity_symmetric_weight
    = options->hard_pod_affinity_symmetric_weight,
    .always_check_all_predicates = options->always_check_all_predicates,
  };

  if (options->policy)
    return fit_algorithm_new_from_policy (options->registry,
                                          g_steal_pointer (&options->policy),
                                          &algorithm_options, error);
  return fit_algorithm_new_from_provider (
      options->registry,
      options->provider ? options->provider : FIT_DEFAULT_PROVIDER,
      &algorithm_options, error);
}

/* Extenders that are not to be asked are not made: their certificates may be on
 * another machine. */
static gboolean
make_extenders (FitSimulationRules *rules, const FitSimulationOptions *options,
                GError **error)
{
  const FitExtenderOptions extender_options = {
    .pod_json = fit_pod_raw,
    .node_json = fit_node_raw,
    .max_reply_bytes = options->max_extender_reply_bytes,
  };

  if (!options->ask_extenders || rules->algorithm->extenders->len == 0)
    return TRUE;
  rules->extenders = fit_extenders_new (rules->algorithm->extenders,
                                        &extender_options, error);
  return rules->extenders != NULL;
}

static gboolean
make_framework (FitSimulationRules *rules, const FitSimulationOptions *options,
                GError **error)
{
  if (options->plugin_lists == NULL)
    return TRUE;
  rules->framework = fit_framework_new (options->plugins, options->plugin_lists,
                                        rules->cache, error);
  if (rules->framework == NULL)
    g_prefix_error (error, "error initializing the scheduling framework: ");
  return rules->framework != NULL;
}

gboolean
fit_simulation_rules_init (FitSimulationRules *out,
                           FitSimulationOptions *options, GError **error)
{
  *out = (FitSimulationRules){ .cache = fit_cache_new (options->gates) };
  out->algorithm = make_algorithm (out->cache, options, error);
  return out->algorithm != NULL && make_extenders (out, options, error)
         && make_framework (out, options, error);
}

void
fit_simulation_rules_clear (FitSimulationRules *rules)
{
  g_clear_pointer (&rules->framework, fit_framework_free);
  g_clear_pointer (&rules->extenders, g_ptr_array_unref);
  g_clear_pointer (&rules->algorithm, fit_algorithm_free);
  g_clear_pointer (&rules->cache, fit_cache_free);
}

FitSchedulerOptions
fit_simulation_rules_scheduling (const FitSimulationRules *rules,
                                 const FitSchedulerOptions *options)
{
  FitSchedulerOptions scheduling = *options;

  scheduling.extenders = rules->extenders;
  scheduling.framework = rules->framework;
  return scheduling;
}

/* Pods without a creation time are taken to be the newest. */
static gint64
creation_order (const FitPod *pod)
{
  return pod->meta.creation_time_ns == FIT_TIME_NONE
             ? G_MAXINT64
             : pod->meta.creation_time_ns;
}

gint
fit_simulation_queue_order (gconstpointer a, gconstpointer b)
{
  const FitPod *x = *(const FitPod *const *) a, *y = *(const FitPod *const *) b;

  if (x->spec->priority != y->spec->priority)
    return x->spec->priority > y->spec->priority ? -1 : 1;
  if (creation_order (x) != creation_order (y))
    return creation_order (x) < creation_order (y) ? -1 : 1;
  return 0; /* GLib's sort is stable: the order of input */
}
