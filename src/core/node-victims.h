/* node-victims.h - the pods to evict from one node
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/node-info.h"

typedef struct
{
  const FitNodeInfo *node; /* borrowed from the cache */
  guint n_victims;
  const FitPod **victims;  /* owned array of owned references, by descending
                             importance; up to 1.31 those that violate a
                             PodDisruptionBudget come first */
  gint64 n_pdb_violations; /* an extender may answer any number */
} FitNodeVictims;

/* The error of a candidate without victims, with the name of the node. */
#define FIT_PREEMPTION_NO_VICTIM \
  "expected at least one victim pod on node \"%s\""
