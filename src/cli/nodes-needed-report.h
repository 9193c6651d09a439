/* nodes-needed-report.h - how many nodes to add, as a report (private to
 * simulate-nodes-needed)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/page-data.h"
#include "cli/pod-groups.h"
#include "simulate/nodes-needed.h"

typedef struct
{
  const FitNodesNeeded *needed; /* borrowed */
  const FitBound *bound;        /* (nullable) borrowed */
  const FitNewNodes *nodes;     /* borrowed */
  const FitPodGroups *left;     /* borrowed: pods that no number helps */
  gint64 n_refused;             /* pods that admission refuses */
  const char *refusal;          /* (nullable) borrowed: why the first of
                                       them */
  const GPtrArray *notes;       /* borrowed, of char */
} FitNodesNeededShown;

void fit_nodes_needed_show (FitSession *session,
                            const FitNodesNeededShown *shown,
                            const FitPageData *page, GError **error);
