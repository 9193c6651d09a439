/* scenario.h - a small cluster, a pod, and what a priority makes of them
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "priorities/priorities.h"
#include "tests/support/cluster.h"

typedef struct
{
  const FitPriorityInfo *info;
  const char *manifest;   /* pods without nodeName: the last is scheduled */
  gconstpointer argument; /* for info->create */
  const char *gates;      /* (nullable): "A=true" */
  const char *feasible;   /* (nullable): "n1 n2"; all nodes without it */
  const char *removed;    /* (nullable): "n1 n2": nodes that are removed before
                             the pod is scheduled */
  gint32 hard_weight;     /* hardPodAffinitySymmetricWeight */
  gint64 max_score;       /* 0 for that of v1.16 */
  const gint64 *volumes;  /* (nullable): allocatable and requested volumes,
                              node by node */
} Scenario;

/* scenario_score: Returns: (transfer full): the scores of the feasible nodes,
 * "3 0 10", or "error: ..." */
char *scenario_score (const Scenario *scenario);

/* scenario_assert: the scores are @expected */
void scenario_assert (const Scenario *scenario, const char *expected);
