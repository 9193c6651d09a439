/* binder-scene.h - a volume binder over a small cluster, for tests
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/cluster/storage-objects.h"

#include "cluster/volume-binder.h"

#define RWO "accessModes: [ReadWriteOnce]"
#define LATE LATE_CLASS ("late", "example.com/disks")
#define STATIC LATE_CLASS ("static", "kubernetes.io/no-provisioner")
#define SELECTED(node) \
  "annotations: {volume.kubernetes.io/selected-node: " node "}"
/* A volume of the class "static". */
#define DISK(name, size, rest) \
  PV (name, CAPACITY (size) ", " OF_CLASS ("static") ", " RWO ", " rest)
/* A claim of the class "static". */
#define WISH(name, size) \
  PVC (name, REQUEST (size) ", " OF_CLASS ("static") ", " RWO)
#define CLAIM_REF(name, uid) \
  "claimRef: {namespace: ns, name: " name ", uid: '" uid "'}"

/* Nodes and pods of a manifest before a binder over its other objects. */
typedef struct
{
  FitListers *listers;
  FitVolumeBinder *binder;
  FitObjects *objects;
  FitArena *arena;
} Scene;

/* scene_init: @gates as on the command line; the objects end with NULL */
void scene_init (Scene *scene, const char *gates, ...) G_GNUC_NULL_TERMINATED;
void scene_clear (Scene *scene);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Scene, scene_clear)

/* node_named, pod_named: the test fails when there is none */
const FitNode *node_named (const Scene *scene, const char *name);
const FitPod *pod_named (const Scene *scene, const char *name);

/* assert_answer: what the binder says of @pod on @node: "yes", what is not all
 * right ("bound", "unbound", "bound unbound"), or the error */
void assert_answer (const Scene *scene, const char *pod, const char *node,
                    const char *expected);

/* assert_verdict: the same for a pod with @claims on a node without labels,
 * when there are these objects */
void assert_verdict (const char *claims, const char *expected,
                     ...) G_GNUC_NULL_TERMINATED;

/* assume: must not fail.  Returns: nothing had to be assumed */
gboolean assume (Scene *scene, const char *pod, const char *node);

/* assert_holder: @claim ("" for none) has @pv */
void assert_holder (const Scene *scene, const char *pv, const char *claim);

/* assert_selected: @claim is to be provisioned on @node (nullable) */
void assert_selected (const Scene *scene, const char *claim, const char *node);
