/* node-use.h - the requests of the pods on each node
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/cache.h"
#include "report/report.h"

/* fit_node_use_table: one row per node, in input order, with pods, cpu and
 * memory: requested, allocatable, percent.  Returns: (transfer full) */
FitTable *fit_node_use_table (const FitCache *cache);

/* fit_node_use_report: adds @nodes, one of @report, or their number if there are
 * many */
void fit_node_use_report (FitReport *report, const FitTable *nodes);
