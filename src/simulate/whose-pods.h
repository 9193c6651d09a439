/* whose-pods.h - whose pods a set of rules schedules, and which of them wait
 *
 * A configuration says it in its profiles; a Policy or a provider schedules the
 * pods of one scheduler name.
 */
#pragma once

#include "config/configuration.h"

G_BEGIN_DECLS

/* fit_rules_take: is @pod, without a node, theirs to schedule?
 * @configuration: (nullable); @scheduler_name: without a configuration */
gboolean fit_rules_take (const FitConfiguration *configuration,
                         const char *scheduler_name, const FitPod *pod);

/* fit_rules_profile: Returns: (nullable): the profile for @pod, the first one
 * for pods of others; NULL without a configuration */
const FitProfile *fit_rules_profile (const FitConfiguration *configuration,
                                     const FitPod *pod);

/* fit_rules_hold_back: does @pod wait for its scheduling gates? */
gboolean fit_rules_hold_back (const FitConfiguration *configuration,
                              const FitPod *pod);

/* fit_rules_schedulers: Returns: (transfer full): whose pods they are for:
 * "a, b" */
char *fit_rules_schedulers (const FitConfiguration *configuration,
                            const char *scheduler_name);

G_END_DECLS
