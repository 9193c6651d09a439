/* policy-lint.h - warnings where a Policy probably does not do what its author
 * thinks
 *
 * Warnings are about a Policy that loads; otherwise
 * fit_algorithm_new_from_policy() returns an error.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "factory/registry.h"
#include "warnings/warnings.h"
#include "policy/policy.h"

/**
 * fit_policy_lint:
 * @policy: read by the rules of the release of @registry
 * @objects: (nullable): the cluster; some warnings depend on both
 *
 * Returns: (transfer full): of FitWarning, sorted by place in the file; those
 *   about the whole file come first
 */
GPtrArray *fit_policy_lint (const FitPolicy *policy,
                            const FitRegistry *registry,
                            const FitObjects *objects);

/* fit_extenders_lint: adds the warnings about @extenders, of FitExtenderPolicy,
 * to @warnings.  @timeout_fix: (nullable): what to write for httpTimeout; NULL:
 * a number of nanoseconds */
void fit_extenders_lint (const GPtrArray *extenders, const char *timeout_fix,
                         GPtrArray *warnings);

/* fit_anybody_requests: does one of @pods request @resource? */
gboolean fit_anybody_requests (const GPtrArray *pods, const char *resource);

/* fit_resource_counts_anyway: do scores assume an amount of @name for containers
 * that do not request it? */
gboolean fit_resource_counts_anyway (const char *name);
