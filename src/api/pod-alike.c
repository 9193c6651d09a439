/* pod-alike.c - compares what rules read of pods: specs, labels and owners are
 * interned
 * SPDX-License-Identifier: Apache-2.0 */
#include "api/pod-alike.h"

gboolean
fit_pod_alike (const FitPod *a, const FitPod *b)
{
  return a->spec == b->spec && a->meta.namespace_ == b->meta.namespace_
         && a->meta.controller == b->meta.controller
         && a->nominated_node_name == b->nominated_node_name
         && fit_labels_equal (a->meta.labels, b->meta.labels);
}

guint
fit_pod_alike_hash (const FitPod *pod)
{
  return g_direct_hash (pod->spec) ^ g_direct_hash (pod->meta.namespace_)
         ^ g_direct_hash (pod->meta.controller)
         ^ fit_labels_hash (pod->meta.labels);
}
