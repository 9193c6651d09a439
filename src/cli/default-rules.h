/* default-rules.h - the rules of a cluster for which nobody names any
 *
 * Most clusters have no file with rules: the default configuration of their
 * release decides, and before 1.18 the provider DefaultProvider.  Without
 * --release that is the release of the newest kubelet: a kubelet is never newer
 * than the control plane, and often older.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/invocation.h"

typedef struct
{
  FitInvocation invocation; /* as if these rules had been named */
  char *config;             /* (nullable) owned */
  char *release;            /* (nullable) owned */
  char *note;               /* (nullable) owned: which rules, and why */
} FitDefaultRules;

/**
 * fit_default_rules_init:
 * @defaults: (out): must be cleared even after a failure
 * @invocation: of a verb that reads a cluster; borrowed by the result
 *
 * Returns: (transfer none) (nullable): @invocation if it names rules, otherwise
 *   the one in @defaults
 */
const FitInvocation *fit_default_rules_init (FitDefaultRules *defaults,
                                             const FitInvocation *invocation,
                                             GError **error);
void fit_default_rules_clear (FitDefaultRules *defaults);
