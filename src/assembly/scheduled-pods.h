/* scheduled-pods.h - which pods a set of rules schedules, and which of them are
 * gated
 *
 * A configuration has profiles for several schedulerNames.  A Policy or a
 * provider schedules the pods of one.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "rules/modern-objects.h"

/* fit_rules_take: do these rules schedule @pod, which has no node?
 * @configuration: (nullable); @scheduler_name: without a configuration */
gboolean fit_rules_take (const FitConfiguration *configuration,
                         const char *scheduler_name, const FitPod *pod);

/* fit_rules_profile: Returns: (nullable): the profile for @pod; the first one
 * for pods of other schedulers; NULL without a configuration */
const FitProfile *fit_rules_profile (const FitConfiguration *configuration,
                                     const FitPod *pod);

/* fit_rules_modern_use: which pods of @profile get no answer.
 * @configuration: (nullable), and with it @profile: v1.16's functions decide */
FitModernUse fit_rules_modern_use (const FitConfiguration *configuration,
                                   const FitProfile *profile,
                                   FitModernObjects mode);

/* fit_rules_hold_back: do scheduling gates hold @pod back? */
gboolean fit_rules_hold_back (const FitConfiguration *configuration,
                              FitModernObjects mode, const FitPod *pod);

/* fit_rules_schedulers: Returns: (transfer full): the schedulerNames of the
 * rules: "a, b" */
char *fit_rules_schedulers (const FitConfiguration *configuration,
                            const char *scheduler_name);
