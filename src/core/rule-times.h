/* rule-times.h - how long each plugin of a profile takes
 *
 * An attempt runs its plugins on many nodes at once, and reading the clock
 * takes about as long as checking a node.  So an attempt measures nothing; its
 * plugins run once more to be measured.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "core/generic-scheduler.h"

typedef struct
{
  gint64 (*now_ns) (gpointer data); /* a clock that never goes back */

  /* @plugin took @ns at @point, "PreFilter", "Filter", "PreScore" or "Score" */
  void (*took) (const char *plugin, const char *point, FitStatusCode status,
                gint64 ns, gpointer data);
  gpointer data; /* borrowed */
} FitStopwatch;

/**
 * fit_generic_scheduler_time_rules:
 * @scheduler: at FIT_STAGE_DECIDED of an attempt
 *
 * Runs the in-tree plugins of the profile again, in their order and one at a
 * time: Filter and Score on the chosen node only, or Filter on the first node
 * that was checked if none fits.  What the attempt did not run is left out, and
 * so are points where fitsched has nothing to compute.  Changes neither the
 * attempt nor what later ones decide.  Does nothing without a profile.
 */
void fit_generic_scheduler_time_rules (const FitGenericScheduler *scheduler,
                                       const FitStopwatch *watch);
