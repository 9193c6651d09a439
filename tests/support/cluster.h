/* cluster.h - small clusters for tests, written as YAML
 *
 * Manifests are strings put together from the macros below, one object each;
 * arguments are the inside of YAML flow maps or lists.  Objects are taken as
 * they are written: nothing is completed.  What cannot be read fails the test.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "base/intern.h"
#include "cluster/cache.h"
#include "tests/support/manifest.h"

/* An interned string, for g_autoptr(). */
typedef const char Interned;
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Interned, fit_intern_unref)

#define NODE(name, labels, allocatable)                      \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: " name \
  ", labels: {" labels "}}, status: {allocatable: {" allocatable "}}}\n"

/* A node with more fields of its own. */
#define NODE_WITH(name, metadata, spec, status)                            \
  "---\n{apiVersion: v1, kind: Node, metadata: {name: " name ", " metadata \
  "}, spec: {" spec "}, status: {" status "}}\n"

#define POD(name, metadata, spec)                                          \
  "---\n{apiVersion: v1, kind: Pod, metadata: {name: " name ", uid: " name \
  ", " metadata "}, spec: {" spec "}}\n"

/* A pod with labels in the namespace "ns" that runs on @node. */
#define PLACED(name, node, labels) PLACED_WITH (name, node, labels, "")

#define PLACED_WITH(name, node, labels, spec) \
  POD (name, "namespace: ns, labels: {" labels "}", "nodeName: " node ", " spec)

/* The pod to be scheduled, in the namespace "ns": see Cluster.pending. */
#define PENDING(labels, spec) \
  POD ("pending", "namespace: ns, labels: {" labels "}", spec)

#define SERVICE(name, selector)                                                \
  "---\n{apiVersion: v1, kind: Service, metadata: {namespace: ns, name: " name \
  "}, spec: {selector: {" selector "}}}\n"

#define REPLICA_SET(name, selector)                                         \
  "---\n{apiVersion: apps/v1, kind: ReplicaSet, metadata: {namespace: ns, " \
  "name: " name "}, spec: {selector: {" selector "}}}\n"

/* Parts of a pod's spec. */
#define REQUESTS(amounts) \
  "containers: [{name: c, resources: {requests: {" amounts "}}}]"

#define REQUIRED "requiredDuringSchedulingIgnoredDuringExecution: "
#define PREFERRED "preferredDuringSchedulingIgnoredDuringExecution: "

/* One affinity term: pods with all of @labels share @key. */
#define TERM(key, labels) \
  "{topologyKey: " key ", labelSelector: {matchLabels: {" labels "}}}"

/* A term whose selector v1.16 refuses. */
#define INVALID_TERM(key)                                               \
  "{topologyKey: " key ", labelSelector: {matchExpressions: [{key: a, " \
  "operator: In, values: []}]}}"

#define POD_AFFINITY(terms) "podAffinity: {" REQUIRED "[" terms "]}"
#define POD_ANTI_AFFINITY(terms) "podAntiAffinity: {" REQUIRED "[" terms "]}"

#define REGION "failure-domain.beta.kubernetes.io/region: "
#define ZONE "failure-domain.beta.kubernetes.io/zone: "
#define HOST "kubernetes.io/hostname: "

/* node_from, pod_from: Returns: (transfer full): the only node, or pod, of
 * @manifest */
FitNode *node_from (const char *manifest);
FitPod *pod_from (const char *manifest);

/* gates_from: the defaults with the changes in @text (nullable), "A=true" */
FitFeatureGates gates_from (const char *text);

/* A cache and a pod that asks for a place in the cluster. */
typedef struct
{
  FitCache *cache;
  FitArena *arena;
  FitPod *pending; /* (nullable) the last pod without a nodeName, or the pod
                      named "pending" */
} Cluster;

/* cluster_init: fills it with what is in @manifest; @gates (nullable) as for
 * gates_from() */
void cluster_init (Cluster *cluster, const char *manifest, const char *gates);

/* cluster_fill: reads @manifest with @flags.  Pods with a nodeName, and all that
 * is no pod, go into the cache, kind by kind; the pod index has seen them. */
void cluster_fill (Cluster *cluster, const char *manifest,
                   FitDecodeFlags flags);
void cluster_clear (Cluster *cluster);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cluster, cluster_clear)

/* cluster_pod: Returns: (transfer none): the pod with @uid in the cache */
const FitPod *cluster_pod (const Cluster *cluster, const char *uid);

/* cluster_node: Returns: (transfer none): the node @name of the cache */
const FitNodeInfo *cluster_node (const Cluster *cluster, const char *name);

/* assert_error: @error says exactly @message; it is cleared */
void assert_error (GError **error, FitErrorCode code, const char *message);
