/* config-plan.h - the profiles of a configuration as a plan (private) */
#pragma once

#include "config/migrate/plan.h"

G_BEGIN_DECLS

/**
 * fit_plan_from_configuration:
 * @configuration: must last as long as the plan
 *
 * Adds its profiles and extenders.  A v1alpha1 that names a Policy has no
 * profile of its own: see fit_configuration_names_policy().
 */
void fit_plan_from_configuration (FitPlan *plan,
                                  const FitConfiguration *configuration);

/* fit_configuration_names_policy: does its algorithmSource? */
gboolean fit_configuration_names_policy (const FitConfiguration *configuration);

/* fit_plan_add_file: what a v1alpha1 says beside its Policy or provider, to
 * the profile that came of that */
void fit_plan_add_file (FitPlan *plan, FitPlanProfile *profile,
                        const FitConfiguration *configuration);

/* fit_plan_note_file: notes about top-level fields that the target does not
 * have, or has with another default */
void fit_plan_note_file (FitPlan *plan, const FitConfigTarget *target);

G_END_DECLS
