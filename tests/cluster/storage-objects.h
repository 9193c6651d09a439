/* storage-objects.h - volumes, claims and classes for tests
 *
 * Manifests are strings of YAML put together from the macros below, one object
 * each; arguments are the inside of YAML flow maps or lists.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cluster/listers.h"
#include "tests/support/manifest.h"

#define OBJECT(version, kind, metadata, rest)                           \
  "---\n{apiVersion: " version ", kind: " kind ", metadata: {" metadata \
  "}, " rest "}\n"

#define NODE(name, labels, allocatable)                         \
  OBJECT ("v1", "Node", "name: " name ", labels: {" labels "}", \
          "status: {allocatable: {" allocatable "}}")

/* A pod in the namespace "ns" with @volumes. */
#define POD(name, node, volumes)                                    \
  OBJECT ("v1", "Pod", "namespace: ns, name: " name ", uid: " name, \
          "spec: {nodeName: \"" node "\", volumes: [" volumes "]}")

#define CLAIM(name) "{name: v, persistentVolumeClaim: {claimName: " name "}}"

#define PV_WITH(name, metadata, spec, phase)                     \
  OBJECT ("v1", "PersistentVolume", "name: " name ", " metadata, \
          "spec: {" spec "}, status: {phase: " phase "}")

/* A volume that nobody has yet. */
#define PV(name, spec) PV_WITH (name, "", spec, "Available")

#define PVC_WITH(name, metadata, spec)                                   \
  OBJECT ("v1", "PersistentVolumeClaim",                                 \
          "namespace: ns, name: " name ", uid: " name "-uid, " metadata, \
          "spec: {" spec "}")

#define PVC(name, spec) PVC_WITH (name, "", spec)

#define BOUND_PVC(name, pv)                                                \
  PVC_WITH (name, "annotations: {pv.kubernetes.io/bind-completed: 'yes'}", \
            "volumeName: " pv)

#define CLASS_WITH(name, rest) \
  OBJECT ("storage.k8s.io/v1", "StorageClass", "name: " name, rest)

#define CLASS(name, provisioner, mode) \
  CLASS_WITH (name, "provisioner: " provisioner ", volumeBindingMode: " mode)

/* A class whose claims wait for their first consumer. */
#define LATE_CLASS(name, provisioner) \
  CLASS (name, provisioner, "WaitForFirstConsumer")

#define CSI_NODE(name, metadata, drivers)                                   \
  OBJECT ("storage.k8s.io/v1beta1", "CSINode", "name: " name ", " metadata, \
          "spec: {drivers: [" drivers "]}")

#define CAPACITY(size) "capacity: {storage: " size "}"
#define REQUEST(size) "resources: {requests: {storage: " size "}}"
#define OF_CLASS(name) "storageClassName: " name

/* Node affinity of a volume: nodes whose label @key is in @values. */
#define ONLY_WHERE(key, values)                                                  \
  "nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: " key \
  ", operator: In, values: [" values "]}]}]}}"

#define HOSTNAME "kubernetes.io/hostname"
#define ZONE "failure-domain.beta.kubernetes.io/zone"
#define REGION "failure-domain.beta.kubernetes.io/region"

/* join_objects: Returns: (transfer full): the strings in @objects, up to NULL,
 * in one manifest */
char *join_objects (va_list objects);

/* append_numbered: appends @object with @number in place of every '#' */
void append_numbered (GString *manifest, const char *object, guint number);

/* list_objects: hands what listers list to @listers */
void list_objects (FitListers *listers, const FitObjects *objects);

/* list_manifest: both in one */
void list_manifest (FitListers *listers, const char *manifest);
