/* config-plan.h - the profiles of a configuration as a plan (private)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/migrate/plan.h"

/* fit_plan_read_configuration: reads it as the plan's source release does, into
 * @top */
gboolean fit_plan_read_configuration (FitPlan *plan,
                                      const FitMigrationSource *source,
                                      GError **error);

/* fit_plan_from_configuration: adds the profiles and extenders of @top.  A
 * v1alpha1 configuration with a Policy has no profile: see
 * fit_configuration_names_policy(). */
void fit_plan_from_configuration (FitPlan *plan);

/* fit_configuration_names_policy: does its algorithmSource name a Policy? */
gboolean fit_configuration_names_policy (const FitConfiguration *configuration);

/* fit_plan_add_file: adds the other fields of a v1alpha1 configuration to the
 * profile from its Policy or provider */
void fit_plan_add_file (FitPlan *plan);

/* fit_plan_note_file: adds notes about top-level fields that the target does
 * not have, or has with a different default */
void fit_plan_note_file (FitPlan *plan);
