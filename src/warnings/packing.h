/* packing.h - plugins that score nodes by how full they are
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "config/configuration.h"
#include "rules/rule.h"

/* fit_profile_use: @plugin: of @profile.  Returns: FALSE if it does not score
 * by how full nodes are */
gboolean fit_profile_use (const FitProfile *profile, const char *plugin,
                          FitRuleUse *out);

/* fit_use_packs: does it prefer full nodes? */
gboolean fit_use_packs (const FitRuleUse *use);

/* fit_shape_reach: Returns: the greatest difference between two of its points */
gint64 fit_shape_reach (const FitArgShape *shape);
