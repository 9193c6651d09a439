/* free-resources.h - what is left in a cluster for pods that fit nowhere
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "report/table-text.h"
#include "cluster/cache.h"

typedef struct _FitFreeResources FitFreeResources;

FitFreeResources *fit_free_resources_new (void);
void fit_free_resources_free (FitFreeResources *resources);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitFreeResources, fit_free_resources_free)

/* fit_free_resources_request: adds what @pod requests */
void fit_free_resources_request (FitFreeResources *resources,
                                 const FitPod *pod);

/* fit_free_resources_count: adds what is free on the nodes of @cache that are
 * not cordoned */
void fit_free_resources_count (FitFreeResources *resources,
                               const FitCache *cache);

/* fit_free_resources_table: cpu, memory, and what else is requested: requested,
 * free in all, and most on one node.  Returns: (transfer full) */
FitTable *fit_free_resources_table (const FitFreeResources *resources);

/* fit_free_resources_cordoned: Returns: the number of nodes left out */
guint fit_free_resources_cordoned (const FitFreeResources *resources);
