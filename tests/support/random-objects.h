/* random-objects.h - nodes, pods and clusters made by chance, from a seed
 *
 * Objects are JSON texts.  The same seed gives the same objects on every
 * machine.  Values come from small sets, so that rules meet each other often.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"

typedef enum
{
  RANDOM_PLAIN = 0,
  RANDOM_TERMS = 1 << 0,   /* pods: inter-pod affinity and anti-affinity */
  RANDOM_INVALID = 1 << 1, /* pods: some of the terms have a selector that
                              v1.16 refuses */
  RANDOM_SERIALS = 1 << 2, /* pods: most have a label that hardly another pod
                              has */
  RANDOM_RULES = 1 << 3,   /* pods: priorities, ports, tolerations... */
  RANDOM_SPREAD = 1 << 4,  /* pods: topology spread constraints */
  RANDOM_TROUBLE = 1 << 5, /* nodes: taints, some take no pods */
} RandomFlags;

/* random_node: Returns: (transfer full): a Node named @name with some of the
 * labels zone, rack, disk and kubernetes.io/hostname */
char *random_node (GRand *random, const char *name, RandomFlags flags);

/* random_pod: Returns: (transfer full): a Pod named @name, its UID the same,
 * in the namespace "a" or "b"; @node (nullable) is where it runs */
char *random_pod (GRand *random, const char *name, const char *node,
                  RandomFlags flags);

/* Texts of objects, kind by kind. */
typedef struct
{
  GPtrArray *nodes; /* owned arrays of owned strings */
  GPtrArray *services;
  GPtrArray *pods; /* those that run first, then those that are pending */
} RandomCluster;

/* random_cluster_init: @running and @pending: how many pods there are */
void random_cluster_init (RandomCluster *cluster, guint32 seed, guint nodes,
                          guint running, guint pending);
void random_cluster_clear (RandomCluster *cluster);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (RandomCluster, random_cluster_clear)

/* random_cluster_list: Returns: (transfer full): all as one List.  Each kind
 * keeps its order; how kinds are mixed depends on @shuffle, 0 leaves them one
 * behind the other. */
char *random_cluster_list (const RandomCluster *cluster, guint32 shuffle);

/* random_runs: Returns: @runs, a quarter of them under a sanitizer, or ten times
 * as many for a thorough test (FIT_TEST_LONG=1 in the environment) */
guint random_runs (guint runs);

/* random_seed: Returns: the seed of run number @run: counted up from 1, or
 * from FIT_TEST_SEED in the environment; it is printed */
guint32 random_seed (guint run);
