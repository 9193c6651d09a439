/* named-policy.h - the Policy that a v1alpha1 configuration names
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/rules-file.h"
#include "config/config-file.h"

/**
 * fit_named_policy_read:
 * @named: algorithmSource.policy
 * @config: the file of the configuration, or "-"
 *
 * Reads the Policy of --policy.  Without --policy, reads the named file, or
 * finds the named ConfigMap in @config or in the manifests of -f and --pods.
 * Errors: FIT_ERROR_NOT_FOUND, with what is missing and how to supply it; those
 * of fit_rules_file_read().
 */
gboolean fit_named_policy_read (const FitPolicySource *named,
                                const char *config,
                                const FitInvocation *invocation,
                                FitRulesFile *out_file, GError **error);
