/* legacy-rules.h - a configuration that stands for v1.16's rules
 *
 * Those of v1.16 itself, and those that name a Policy, run no profiles.
 */
#pragma once

#include "config/configuration.h"
#include "framework/plugin-lists.h"

G_BEGIN_DECLS

/* fit_configuration_runs_legacy_rules: it runs no profiles */
gboolean
fit_configuration_runs_legacy_rules (const FitConfiguration *configuration);

/* What such a configuration says.  Strings are borrowed from it. */
typedef struct
{
  const FitPolicySource *policy; /* (nullable): where its Policy is */
  const char *provider;          /* (nullable): without a Policy */
  const char *scheduler_name;
  gint32 hard_pod_affinity_symmetric_weight;
  gint32 percentage_of_nodes_to_score;
  gboolean disable_preemption;
  FitPluginLists *plugin_lists; /* (nullable) owned: v1.16 has plugins of
                                   programs only; later releases leave them out
                                   beside a Policy */
} FitLegacyRules;

void fit_legacy_rules_init (FitLegacyRules *out,
                            const FitConfiguration *configuration);

G_END_DECLS
