/* filter-volumes.h - volumes, claims and classes for tests of filters
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/rules/filter-scene.h"

#define CLAIM_OF(name, metadata, spec)                            \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: " \
  "{namespace: ns, name: " name ", " metadata "}, spec: {" spec "}}\n"
#define BOUND "annotations: {pv.kubernetes.io/bind-completed: 'yes'}"
#define VOLUME(name, metadata, spec)                                     \
  "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: " name \
  ", " metadata "}, spec: {" spec "}}\n"
#define CLASS(name, mode)                                                  \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: "    \
  "{name: " name "}, provisioner: p.example.com, volumeBindingMode: " mode \
  "}\n"
#define CSI_NODE(name, metadata, drivers)                                      \
  "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: " name \
  ", " metadata "}, spec: {drivers: [" drivers "]}}\n"
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}]"
#define ONE NODE ("a", "", "")
#define DISK "volumes: [{name: v, awsElasticBlockStore: {volumeID: d}}]"
#define TOO_MANY "node(s) exceed max volume count"
#define MADE_CLAIM(owner)                                                     \
  CLAIM_OF ("pending-v",                                                      \
            BOUND                                                             \
            ", ownerReferences: [{apiVersion: v1, kind: Pod, name: pending, " \
            "uid: " owner ", controller: true}]",                             \
            "volumeName: d")                                                  \
  VOLUME ("d", "", "awsElasticBlockStore: {volumeID: d}")
#define EPHEMERAL \
  PENDING ("", "volumes: [{name: v, ephemeral: {volumeClaimTemplate: {}}}]")
#define FOREIGN \
  "PVC ns/pending-v was not created for pod ns/pending (pod is not owner)"
