/* hint-volumes.h - volumes and claims for tests of hints
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/rules/hint-scene.h"

#define CLAIM(name)                                                           \
  "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " name \
  ", namespace: ns}, spec: {}}\n"
#define USES(claim) \
  "volumes: [{name: v, persistentVolumeClaim: {claimName: " claim "}}]"
#define CLASS(mode)                                           \
  "---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, " \
  "metadata: {name: sc}, provisioner: p, volumeBindingMode: " mode "}\n"
#define TWO_VOLUMES(first, second) \
  PENDING ("", "volumes: [{name: v, " first "}, {name: w, " second "}]")
#define OF_CLAIM(name) "persistentVolumeClaim: {claimName: " name "}"
#define DISK(name) "gcePersistentDisk: {pdName: " name "}"
#define GONE(volumes) PLACED_WITH ("a", "n1", "", "volumes: [" volumes "]")
#define RBD(pool, monitors) \
  "rbd: {image: i, pool: " pool ", monitors: [" monitors "]}"
