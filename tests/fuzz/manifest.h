/* manifest.h - what is done with manifests that could be read
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "workloads/workloads.h"

/* Few pods, so that a number in a manifest makes no run slow. */
#define MAX_PODS 64

/* use_objects: makes pods of workloads, and completes all of them */
static inline void
use_objects (FitObjects *objects, FitDecodeFlags flags)
{
  const FitWorkloadsOptions options = {
    .flags = flags,
    .release = FIT_RELEASE (34, 0),
    .first_given = objects->controllers->len / 2,
    .max_pods = MAX_PODS,
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (FitWorkloads) workloads
      = fit_workloads_make (objects, &options, &error);

  g_assert_true ((workloads != NULL) == (error == NULL));
  fit_objects_complete (objects, NULL);
}
