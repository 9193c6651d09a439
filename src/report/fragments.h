/* fragments.h - how much of what is free nobody can use
 *
 * What is free on a node is stranded as far as cpu or memory beside it is used
 * up: a node with half of its cpu and none of its memory free strands half of its
 * cpu.  So the part of a resource that can be used is, of what the node has, the
 * smaller share of cpu and memory that is free.  On a node that is cordoned, not
 * ready, or has no place for one more pod, all is stranded.  Taints do not
 * count, because pods may tolerate them.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "report/report.h"

/**
 * fit_fragments_report:
 * @cluster: the member "cluster" of a document
 * @states: "before" and the like, columns of its resources; ends with NULL
 *
 * Adds a table for cpu, memory and each resource that pods ask for, by zone and group, and sets the
 * member "fragmentation" of the data.
 */
void fit_fragments_report (FitJson *cluster, const char *const *states,
                           FitReport *report);
