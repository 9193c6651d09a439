/* config-check.c - validation of top-level fields
 *
 * The order of the checks is that of the problems in the release's message.
 *
 * Source: pkg/scheduler/apis/config/validation, component-base validation.
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/config-read.h"
#include "releases/behaviour.h"
#include "config/configuration-private.h"

#include "formats/duration.h"

#include <string.h>

gboolean
fit_config_raise (const GPtrArray *problems, GError **error)
{
  g_autoptr (GPtrArray) distinct = g_ptr_array_new ();
  g_autofree char *text = NULL;

  if (problems->len == 0)
    return TRUE;
  for (guint i = 0; i < problems->len; i++)
    if (!g_ptr_array_find_with_equal_func (distinct, problems->pdata[i],
                                           g_str_equal, NULL))
      g_ptr_array_add (distinct, problems->pdata[i]);
  g_ptr_array_add (distinct, NULL);
  text = g_strjoinv (", ", (char **) distinct->pdata);
  return fit_fail (error, FIT_ERROR_POLICY, distinct->len > 2 ? "[%s]" : "%s",
                   text);
}

static void
check_lease_time (GPtrArray *problems, const char *field, gint64 ns)
{
  g_autofree char *text = fit_duration_text (ns);

  if (ns <= 0)
    fit_config_problem (problems,
                        "leaderElection.%s: Invalid value: \"%s\": must be "
                        "greater than zero",
                        field, text);
}

static void
check_percentage (GPtrArray *problems, const char *field, gint32 percentage)
{
  if (percentage < 0 || percentage > 100)
    fit_config_problem (problems,
                        "%s: Invalid value: %d: not in valid range [0-100]",
                        field, percentage);
}

void
fit_config_check_head (const FitConfigTarget *target, const FitConfigFile *file,
                       GPtrArray *problems)
{
  const FitLeaderElection *election = &file->leader_election;
  g_autofree char *lease = fit_duration_text (election->lease_duration_ns);

  if (file->client_connection.burst < 0)
    fit_config_problem (problems,
                        "clientConnection.burst: Invalid value: %d: must be "
                        "non-negative",
                        file->client_connection.burst);
  if (election->leader_elect)
    {
      check_lease_time (problems, "leaseDuration", election->lease_duration_ns);
      check_lease_time (problems, "renewDeadline", election->renew_deadline_ns);
      check_lease_time (problems, "retryPeriod", election->retry_period_ns);
      if (election->lease_duration_ns <= election->renew_deadline_ns)
        fit_config_problem (
            problems,
            "leaderElection.leaseDuration: Invalid value: \"%s\": "
            "LeaseDuration must be greater than RenewDeadline",
            lease);
      if (fit_behaviour (target->release).config_locks_are_leases
          && strcmp (election->resource_lock, "leases") != 0)
        fit_config_problem (problems,
                            "leaderElection.resourceLock: Invalid value: "
                            "\"%s\": resourceLock value must be \"leases\"",
                            election->resource_lock);
    }
  if (target->version >= FIT_CONFIG_V1BETA1
      && fit_behaviour (target->release).config_has_parallelism
      && file->parallelism <= 0)
    fit_config_problem (problems,
                        "parallelism: Invalid value: %d: should be an integer "
                        "value greater than zero",
                        file->parallelism);
}

void
fit_config_check_profile (const FitProfileFile *profile, guint index,
                          GPtrArray *problems)
{
  g_autofree char *field
      = g_strdup_printf ("profiles[%u].percentageOfNodesToScore", index);

  if (profile->scheduler_name == NULL || *profile->scheduler_name == '\0')
    fit_config_problem (problems, "profiles[%u].schedulerName: Required value",
                        index);
  if (profile->percentage_of_nodes_to_score != NULL)
    check_percentage (problems, field, *profile->percentage_of_nodes_to_score);
}

void
fit_config_check_tail (const FitConfigTarget *target, const FitConfigFile *file,
                       GPtrArray *problems)
{
  const gint32 weight = file->hard_pod_affinity_symmetric_weight;

  if (target->version <= FIT_CONFIG_V1BETA2)
    {
      fit_config_check_address (target, "healthzBindAddress",
                                file->healthz_bind_address, problems);
      fit_config_check_address (target, "metricsBindAddress",
                                file->metrics_bind_address, problems);
    }
  if (target->version == FIT_CONFIG_V1ALPHA1 && (weight < 0 || weight > 100))
    fit_config_problem (problems,
                        "hardPodAffinitySymmetricWeight: Invalid value: %d: "
                        "not in valid range [0-100]",
                        weight);
  if (target->version <= FIT_CONFIG_V1ALPHA2 && file->bind_timeout_seconds < 0)
    fit_config_problem (problems,
                        "bindTimeoutSeconds: Invalid value: %" G_GINT64_FORMAT
                        ": must not be negative",
                        file->bind_timeout_seconds);
  check_percentage (problems, "percentageOfNodesToScore",
                    file->percentage_of_nodes_to_score);
  if (fit_behaviour (target->release).config_has_backoff)
    {
      if (file->pod_initial_backoff_seconds <= 0)
        fit_config_problem (problems,
                            "podInitialBackoffSeconds: Invalid value: "
                            "%" G_GINT64_FORMAT ": must be greater than 0",
                            file->pod_initial_backoff_seconds);
      if (file->pod_max_backoff_seconds < file->pod_initial_backoff_seconds)
        fit_config_problem (problems,
                            "podMaxBackoffSeconds: Invalid value: "
                            "%" G_GINT64_FORMAT ": must be greater than or "
                            "equal to PodInitialBackoffSeconds",
                            file->pod_max_backoff_seconds);
    }
  fit_config_check_extenders (file, target->release, problems);
}
