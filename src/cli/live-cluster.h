/* live-cluster.h - the cluster of --kubeconfig and --context
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "formats/source.h"
#include "cli/options.h"
#include "client/api-config.h"

/* Among the paths of -f, the cluster of --kubeconfig or --context as it is
 * when it is opened for the first time. */
#define FIT_LIVE_CLUSTER "(live cluster)"

/* fit_find_server: the API server that the options name; without them, that of
 * the kubeconfig, or of the pod that this process runs in.
 * Returns: (transfer full) (nullable) */
FitApiConfig *fit_find_server (const FitOptions *options, GError **error);

/* fit_live_cluster_choose: puts FIT_LIVE_CLUSTER before the files of -f if an
 * option names a server, or @always */
void fit_live_cluster_choose (FitOptions *options, gboolean always);

/**
 * fit_live_cluster_read:
 * @out_namespace: (inout): owned: set to the namespace of the context
 *
 * Returns: (transfer full) (nullable): a snapshot, named like the server
 */
FitSource *fit_live_cluster_read (const FitOptions *options,
                                  char **out_namespace, GError **error);
