/* session-options.c - what the options of a session mean, and which exclude each other */
#include "cli/session-private.h"

#include "algorithmprovider/defaults.h"
#include "config/profile-algorithm.h"

gboolean
fit_session_gates (const FitInvocation *invocation, FitFeatureGates *out_gates,
                   GError **error)
{
  const FitOptions *options = &invocation->options;
  g_autofree char *text = options->feature_gates != NULL
                              ? g_strjoinv (",", options->feature_gates)
                              : NULL;
  FitRelease release;
  FitFeatureGates gates;

  if (!fit_legacy_release_parse (options->emulate_release, &release, error))
    {
      g_prefix_error (error, "option --emulate-release: ");
      return FALSE;
    }
  gates = fit_feature_gates_of_release (release);
  if (text != NULL && !fit_feature_gates_parse (&gates, text, error))
    return FALSE;
  *out_gates = gates;
  return TRUE;
}

FitRegistry *
fit_session_registry (const FitInvocation *invocation, FitFeatureGates gates)
{
  FitRegistry *registry = fit_registry_new_default (gates);

  if (invocation->extras.rules != NULL)
    invocation->extras.rules (registry, gates, invocation->extras.data);
  return registry;
}

FitPluginRegistry *
fit_session_plugins (const FitInvocation *invocation)
{
  FitPluginRegistry *registry = fit_plugin_registry_new ();

  if (invocation->extras.plugins != NULL)
    invocation->extras.plugins (registry, invocation->extras.data);
  return registry;
}

FitDecodeFlags
fit_session_decode_flags (const FitInvocation *invocation)
{
  const FitOptions *options = &invocation->options;

  return (options->as_is ? FIT_DECODE_AS_IS : 0)
         | (options->legacy_labels ? FIT_DECODE_LEGACY_LABELS : 0)
         | (options->workloads == FIT_WORKLOADS_AUTO ? FIT_DECODE_CONTROLLERS
                                                     : 0);
}

FitDecodeFlags
fit_session_cluster_flags (const FitSession *session)
{
  const gboolean shown = fit_extender_use_sends (&session->extenders)
                         || session->invocation->options.record != NULL;

  return fit_session_decode_flags (session->invocation)
         | (shown ? FIT_DECODE_KEEP_RAW : 0)
         | (session->rules.configuration != NULL
                    && session->invocation->options.arithmetic
                           == FIT_ARITHMETIC_TARGET
                ? fit_configuration_decode_flags (session->rules.configuration)
                : 0);
}

guint
fit_session_count_stdin (char **paths)
{
  guint n = 0;

  for (; paths != NULL && *paths != NULL; paths++)
    n += fit_source_is_stdin (*paths);
  return n;
}

gboolean
fit_session_check_stdin (guint n_stdin, GError **error)
{
  if (n_stdin <= 1)
    return TRUE;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_USAGE,
                       "standard input (-) can be read only once");
  return FALSE;
}

gboolean
fit_session_check_options (const FitInvocation *invocation, GError **error)
{
  const FitOptions *options = &invocation->options;

  if ((invocation->verb->groups & FIT_GROUP_CLUSTER) != 0
      && options->files == NULL && options->trace == NULL)
    {
      g_set_error_literal (
          error, FIT_ERROR, FIT_ERROR_USAGE,
          "no cluster: give -f FILE, or -f - for standard input");
      if ((invocation->verb->groups & FIT_GROUP_LIVE) != 0)
        fit_error_add_hint (error,
                            "--kubeconfig FILE or --context NAME reads a "
                            "live cluster");
      return FALSE;
    }
  if (options->namespace_ != NULL && options->trace != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_USAGE,
                           "--namespace and --trace exclude each other");
      return FALSE;
    }
  return fit_session_check_stdin (
      fit_session_count_stdin (options->files)
          + fit_session_count_stdin (options->pods)
          + fit_source_is_stdin (options->policy)
          + fit_source_is_stdin (options->config)
          + fit_source_is_stdin (options->trace)
          + fit_source_is_stdin (options->nodes_needed)
          + fit_source_is_stdin (options->extenders),
      error);
}
