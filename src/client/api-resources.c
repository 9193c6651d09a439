/* api-resources.c - where an API server has the kinds that a scheduler reads
 *
 * Source: kube-scheduler v1.16 and v1.20, as observed, and the cluster role
 * system:kube-scheduler of later releases; policy/v1 and storage.k8s.io/v1
 * where later servers have nothing else.
 * SPDX-License-Identifier: Apache-2.0 */
#include "client/api-resources.h"

/* Pods that have ended are gone for a scheduler. */
#define NOT_ENDED \
  "fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed"

/* In the order of the releases. */
/* clang-format off */
static const FitApiResource resources[] = {
  { FIT_KIND_NODE, "/api/v1/nodes", "nodes",
    NULL, NULL, TRUE, FIT_ALWAYS },
  { FIT_KIND_POD, "/api/v1/pods", "pods",
    NOT_ENDED, NULL, TRUE, FIT_ALWAYS },
  { FIT_KIND_SERVICE, "/api/v1/services", "services",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_REPLICATION_CONTROLLER, "/api/v1/replicationcontrollers", "replicationcontrollers",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_REPLICA_SET, "/apis/apps/v1/replicasets", "replicasets",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_STATEFUL_SET, "/apis/apps/v1/statefulsets", "statefulsets",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_POD_DISRUPTION_BUDGET, "/apis/policy/v1/poddisruptionbudgets", "poddisruptionbudgets",
    NULL, "/apis/policy/v1beta1/poddisruptionbudgets", FALSE, FIT_ALWAYS },
  { FIT_KIND_PERSISTENT_VOLUME, "/api/v1/persistentvolumes", "persistentvolumes",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_PERSISTENT_VOLUME_CLAIM, "/api/v1/persistentvolumeclaims", "persistentvolumeclaims",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_STORAGE_CLASS, "/apis/storage.k8s.io/v1/storageclasses", "storageclasses",
    NULL, NULL, FALSE, FIT_ALWAYS },
  { FIT_KIND_CSI_NODE, "/apis/storage.k8s.io/v1/csinodes", "csinodes",
    NULL, "/apis/storage.k8s.io/v1beta1/csinodes", FALSE, FIT_ALWAYS },
  { FIT_KIND_CSI_DRIVER, "/apis/storage.k8s.io/v1/csidrivers", "csidrivers",
    NULL, "/apis/storage.k8s.io/v1beta1/csidrivers", FALSE, FIT_SINCE (21) },
  { FIT_KIND_CSI_STORAGE_CAPACITY, "/apis/storage.k8s.io/v1/csistoragecapacities", "csistoragecapacities",
    NULL, "/apis/storage.k8s.io/v1beta1/csistoragecapacities", FALSE, FIT_SINCE (21) },
  { FIT_KIND_NAMESPACE, "/api/v1/namespaces", "namespaces",
    NULL, NULL, FALSE, FIT_SINCE (22) },
  { FIT_KIND_VOLUME_ATTACHMENT, "/apis/storage.k8s.io/v1/volumeattachments", "volumeattachments",
    NULL, NULL, FALSE, FIT_SINCE (34) },
};
/* clang-format on */

const FitApiResource *
fit_api_resources (FitRelease release, guint *out_n)
{
  *out_n = 0;
  while (*out_n < G_N_ELEMENTS (resources)
         && fit_span_has (resources[*out_n].span, release))
    ++*out_n;
  return resources;
}

/* All stored objects have names.  Items without names do not make a list, and
 * there could be any number of them. */
gboolean
fit_api_resource_decode (const FitApiResource *resource, FitObjects *objects,
                         const FitValue *value, const char *api_version,
                         FitDecodeFlags flags, GError **error)
{
  const char *kind = fit_kind_name (resource->kind);
  const GPtrArray *decoded = objects->of[resource->kind];
  const guint n_before = decoded->len;
  const char *name
      = fit_value_get_string (fit_value_get (value, "metadata"), "name");

  if (!fit_objects_add_value (objects, value, kind, api_version, flags, error))
    return FALSE;
  if (decoded->len == n_before)
    return fit_fail (error, FIT_ERROR_REMOTE,
                     "found another kind or apiVersion, expected %s", kind);
  if (name != NULL && *name != '\0')
    return TRUE;
  return fit_fail (error, FIT_ERROR_REMOTE,
                   "metadata.name: found nothing, expected that of a %s", kind);
}
