/* names.h - syntax of Kubernetes names, labels and resource names
 *
 * Pure functions of a string; thread-safe.  Source: apimachinery v1.16
 * validation, pkg/apis/core/v1/helper.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

/* Labels and annotations that v1.16 reads. */
/* On the pod that stands for a static pod of a kubelet. */
#define FIT_ANNOTATION_MIRROR_POD "kubernetes.io/config.mirror"

/* OpenShift: the node selector of the pods of a Namespace. */
#define FIT_ANNOTATION_NODE_SELECTOR "openshift.io/node-selector"

/* On CSINodes. */
#define FIT_ANNOTATION_MIGRATED_PLUGINS \
  "storage.alpha.kubernetes.io/migrated-plugins"

/* On volumes, claims and storage classes. */
#define FIT_ANNOTATION_CLASS "volume.beta.kubernetes.io/storage-class"
#define FIT_ANNOTATION_RBD_HANDLE "rbd.csi.ceph.com/volume-handle"
#define FIT_ANNOTATION_BIND_COMPLETED "pv.kubernetes.io/bind-completed"
#define FIT_ANNOTATION_SELECTED_NODE "volume.kubernetes.io/selected-node"
#define FIT_ANNOTATION_DEFAULT_CLASS \
  "storageclass.kubernetes.io/is-default-class"
#define FIT_ANNOTATION_DEFAULT_CLASS_BETA \
  "storageclass.beta.kubernetes.io/is-default-class"

/* On a cordoned node. */
#define FIT_TAINT_UNSCHEDULABLE "node.kubernetes.io/unschedulable"

#define FIT_LABEL_HOSTNAME "kubernetes.io/hostname"
#define FIT_LABEL_ZONE "failure-domain.beta.kubernetes.io/zone"
#define FIT_LABEL_REGION "failure-domain.beta.kubernetes.io/region"
#define FIT_LABEL_INSTANCE_TYPE "beta.kubernetes.io/instance-type"
#define FIT_LABEL_ZONE_GA "topology.kubernetes.io/zone"
#define FIT_LABEL_REGION_GA "topology.kubernetes.io/region"
#define FIT_LABEL_INSTANCE_TYPE_GA "node.kubernetes.io/instance-type"

#define FIT_RESOURCE_CPU "cpu"
#define FIT_RESOURCE_MEMORY "memory"
#define FIT_RESOURCE_EPHEMERAL_STORAGE "ephemeral-storage"
#define FIT_RESOURCE_STORAGE "storage" /* of claims and volumes */
#define FIT_RESOURCE_PODS "pods"
#define FIT_RESOURCE_ATTACHABLE_VOLUMES_PREFIX "attachable-volumes-"
#define FIT_RESOURCE_HUGEPAGES_PREFIX "hugepages-"
#define FIT_RESOURCE_DEVICE_CLASS_PREFIX "deviceclass.resource.kubernetes.io/"

#define FIT_DEFAULT_SCHEDULER_NAME "default-scheduler"

/* fit_is_qualified_name: "name" or "prefix/name" (labels, resources) */
gboolean fit_is_qualified_name (const char *text);

/* fit_is_label_value: at most 63 bytes, empty or alphanumeric ends */
gboolean fit_is_label_value (const char *text);

/* fit_is_extended_resource_name: outside kubernetes.io, with a domain */
gboolean fit_is_extended_resource_name (const char *name);

/* fit_is_scalar_resource_name: extended, hugepages-, attachable-volumes-, or
 * containing kubernetes.io/ */
gboolean fit_is_scalar_resource_name (const char *name);
