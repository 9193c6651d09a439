/* invocation.c - the gates, rules and flags that the options of any verb ask
 * for
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/invocation.h"

#include "algorithmprovider/defaults.h"
#include "releases/legacy-release.h"

gboolean
fit_invocation_gates (const FitInvocation *invocation,
                      FitFeatureGates *out_gates, GError **error)
{
  const FitOptions *options = &invocation->options;
  g_autofree char *text = options->feature_gates != NULL
                              ? g_strjoinv (",", options->feature_gates)
                              : NULL;
  FitRelease release;
  FitFeatureGates gates;

  if (!fit_legacy_release_parse (options->emulate_release, &release, error))
    return fit_blame (error, "option --emulate-release: ");
  gates = fit_feature_gates_of_release (release);
  if (text != NULL && !fit_feature_gates_parse (&gates, text, error))
    return FALSE;
  *out_gates = gates;
  return TRUE;
}

FitRegistry *
fit_invocation_registry (const FitInvocation *invocation, FitFeatureGates gates)
{
  FitRegistry *registry = fit_registry_new_default (gates);

  if (invocation->extras.rules != NULL)
    invocation->extras.rules (registry, gates, invocation->extras.data);
  return registry;
}

FitPluginRegistry *
fit_invocation_plugins (const FitInvocation *invocation)
{
  FitPluginRegistry *registry = fit_plugin_registry_new ();

  if (invocation->extras.plugins != NULL)
    invocation->extras.plugins (registry, invocation->extras.data);
  return registry;
}

FitDecodeFlags
fit_invocation_decode_flags (const FitInvocation *invocation)
{
  const FitOptions *options = &invocation->options;

  return (options->as_is ? FIT_DECODE_AS_IS : 0)
         | (options->legacy_labels ? FIT_DECODE_LEGACY_LABELS : 0)
         | (options->workloads == FIT_WORKLOADS_AUTO ? FIT_DECODE_CONTROLLERS
                                                     : 0);
}

guint
fit_invocation_count_stdin (char **paths)
{
  guint n = 0;

  for (; paths != NULL && *paths != NULL; paths++)
    n += fit_source_is_stdin (*paths);
  return n;
}

gboolean
fit_invocation_check_stdin (guint n_stdin, GError **error)
{
  if (n_stdin <= 1)
    return TRUE;
  return fit_fail (error, FIT_ERROR_USAGE,
                   "standard input (-) can be read only once");
}
