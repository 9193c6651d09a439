/* legacy-rules.h - a configuration that selects v1.16's rules
 *
 * Configurations of v1.16 itself, and those that name a Policy, run no
 * profiles.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "framework/plugin-lists.h"

/* fit_configuration_runs_legacy_rules: does it run no profiles? */
gboolean
fit_configuration_runs_legacy_rules (const FitConfiguration *configuration);

/* The releases in which --policy-config-file counts beside --config.  Before
 * them the file alone counts; later ones read no Policy. */
#define FIT_POLICY_BESIDE_SINCE FIT_RELEASE (20, 0)
#define FIT_POLICY_BESIDE_BEFORE FIT_RELEASE (23, 0)

/* fit_configuration_check_beside_policy: may a Policy replace the profile of
 * @configuration, which names none itself?  @name: of its file, for messages */
gboolean
fit_configuration_check_beside_policy (const FitConfiguration *configuration,
                                       const char *name, GError **error);

/* The contents of such a configuration.  Strings are borrowed from it. */
typedef struct
{
  const FitPolicySource *policy; /* (nullable): the place of its Policy */
  const char *provider;          /* (nullable): without a Policy */
  const char *scheduler_name;
  gint32 hard_pod_affinity_symmetric_weight;
  gint32 percentage_of_nodes_to_score;
  gboolean disable_preemption;
  FitPluginLists *plugin_lists; /* (nullable) owned: v1.16 has only plugins of
                                   embedding programs; later releases ignore
                                   them if there is a Policy */
} FitLegacyRules;

void fit_legacy_rules_init (FitLegacyRules *out,
                            const FitConfiguration *configuration);
