/* cluster-columns.h - the nodes of a cluster, and what is requested of them, as
 * columns
 *
 * The member "cluster" of documents (docs/schema): what a map of the cluster
 * shows.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "cluster/cache.h"
#include "report/columns.h"

typedef struct _FitClusterColumns FitClusterColumns;

/* fit_cluster_columns_new: @objects: the cluster at the start; its nodes get
 * their numbers.  Returns: (transfer full) */
FitClusterColumns *fit_cluster_columns_new (const FitObjects *objects);
void fit_cluster_columns_free (FitClusterColumns *columns);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitClusterColumns, fit_cluster_columns_free)

/* fit_cluster_columns_nodes: Returns: (transfer none): the names of nodes by
 * number */
FitDictionary *fit_cluster_columns_nodes (FitClusterColumns *columns);

/* fit_cluster_columns_pods: Returns: (transfer none): of FitPod: those on nodes
 * at the start */
const GPtrArray *fit_cluster_columns_pods (const FitClusterColumns *columns);

/* fit_cluster_columns_request: what @pod requests of @resource, as the nodes of
 * @cache count it */
gint64 fit_cluster_columns_request (const FitCache *cache, const FitPod *pod,
                                    const char *resource);

/* fit_cluster_columns_json: @cache: the cluster at the end.  Returns: (transfer
 * full) */
FitJson *fit_cluster_columns_json (FitClusterColumns *columns,
                                   const FitCache *cache);

/* fit_cluster_columns_prepare: makes what only depends on the nodes and on the start
 * ahead, for all that is asked as long as the nodes are those of @cache */
void fit_cluster_columns_prepare (FitClusterColumns *columns,
                                  const FitCache *cache);

/* fit_cluster_columns_kinds: one node of each group in each zone that takes new
 * pods, as the last document tells them apart.  Returns: (transfer none)
 * (nullable): of FitNode; NULL if there was no document yet */
const GPtrArray *fit_cluster_columns_kinds (const FitClusterColumns *columns);
