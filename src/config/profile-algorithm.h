/* profile-algorithm.h - turns a profile into an algorithm
 *
 * Contains the in-tree plugins of a profile, for its release.  Those at
 * PreFilter and Filter are the predicates of an algorithm, those at PreScore
 * and Score its priorities.  Plugins of programs that link the library are in a
 * FitFramework instead.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "factory/algorithm.h"
#include "rules/filter-phase.h"

/* Read-only. */
typedef struct
{
  FitRelease release;
  const FitProfile *profile; /* borrowed from the configuration */
  FitAlgorithm *algorithm;   /* owned */
  FitFilterProfile *filters; /* owned */
  GPtrArray *scores;         /* owned, of FitPriority */
  GPtrArray *pre_scores; /* owned, of FitPriority: at PreScore, not at Score */
  gboolean preempts;     /* DefaultPreemption is enabled */
  FitDefaultPreemptionArgs candidates; /* if @preempts */
  GPtrArray *post_filters; /* owned, of char (borrowed): the PostFilter plugins,
                              in order */
  GArray
      *signers; /* (nullable) owned, of FitSigner: the rules by which pods are
                      alike; NULL: no list is kept */
  gint64 volume_timeout_ns; /* bindTimeoutSeconds, from VolumeBinding if it is
                               enabled */
  gint32 percentage_of_nodes_to_score;
} FitProfileAlgorithm;

/**
 * fit_profile_algorithm_new:
 * @configuration: must outlive the result
 * @index: of the profile
 * @cache: the same; made with fit_configuration_cache()
 *
 * Returns: (transfer full) (nullable): FIT_ERROR_POLICY if a plugin rejects its
 *   arguments
 */
FitProfileAlgorithm *
fit_profile_algorithm_new (const FitConfiguration *configuration, guint index,
                           FitCache *cache, GError **error);
void fit_profile_algorithm_free (FitProfileAlgorithm *algorithm);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitProfileAlgorithm, fit_profile_algorithm_free)

/* fit_configuration_list_extenders: appends the extenders to @extenders
 * (borrowed, of FitExtenderPolicy) in calling order: ignorable ones last */
void fit_configuration_list_extenders (const FitConfiguration *configuration,
                                       GPtrArray *extenders);

/* fit_configuration_cache: Returns: (transfer full): an empty cache with the
 * settings that the release's plugins need */
FitCache *fit_configuration_cache (const FitConfiguration *configuration);

/* fit_configuration_decode_flags: how to decode objects for it */
FitDecodeFlags
fit_configuration_decode_flags (const FitConfiguration *configuration);

/* fit_profile_args_or_default: Returns: (transfer none): the arguments that
 * @plugin runs with in @profile, of the plugin's type */
gconstpointer fit_profile_args_or_default (const FitProfile *profile,
                                           const char *plugin);
