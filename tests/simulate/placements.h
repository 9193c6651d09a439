/* placements.h - the same random cluster scheduled in several ways
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/support/random-objects.h"
#include "tests/support/simulated.h"

/* A way to schedule. */
typedef struct
{
  const char *policy; /* text of a Policy; else the provider */
  const char *provider;
  const char *gates;
  gint32 percentage;
  FitTieBreak tie_break;
} Way;

/* placements: Returns: (transfer full): the lines of simulation_run() */
char *placements (const char *manifest, const Way *way);
