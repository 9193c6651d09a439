/* scheduled-pods.h - which pods a set of rules schedules, and which of them are
 * gated
 *
 * A configuration has profiles for several schedulerNames.  A Policy or a
 * provider schedules the pods of one.
 */
#pragma once

#include "config/configuration.h"

/* fit_rules_take: do these rules schedule @pod, which has no node?
 * @configuration: (nullable); @scheduler_name: without a configuration */
gboolean fit_rules_take (const FitConfiguration *configuration,
                         const char *scheduler_name, const FitPod *pod);

/* fit_rules_profile: Returns: (nullable): the profile for @pod; the first one
 * for pods of other schedulers; NULL without a configuration */
const FitProfile *fit_rules_profile (const FitConfiguration *configuration,
                                     const FitPod *pod);

/* fit_rules_hold_back: do scheduling gates hold @pod back? */
gboolean fit_rules_hold_back (const FitConfiguration *configuration,
                              const FitPod *pod);

/* fit_rules_schedulers: Returns: (transfer full): the schedulerNames of the
 * rules: "a, b" */
char *fit_rules_schedulers (const FitConfiguration *configuration,
                            const char *scheduler_name);
