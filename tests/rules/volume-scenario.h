/* volume-scenario.h - what a predicate about volumes says of a small cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "tests/cluster/storage-objects.h"

#include "predicates/metadata.h"
#include "predicates/predicates.h"

/* The pod to be scheduled. */
#define PENDING(volumes) POD ("pending", "", volumes)

typedef struct
{
  FitCache *cache;
  FitObjects *objects;
  FitArena *arena;
  FitPredicate predicate; /* zeros until one is used */
} VolumeScene;

/* volume_scene_init: a cluster of the objects in @manifest; @gates as on the
 * command line */
void volume_scene_init (VolumeScene *scene, const char *gates,
                        const char *manifest);
void volume_scene_clear (VolumeScene *scene);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (VolumeScene, volume_scene_clear)

/* volume_scene_use: makes a predicate of @info, to be asked from now on */
void volume_scene_use (VolumeScene *scene, const FitPredicateInfo *info);

/**
 * volume_scene_ask:
 * @instead: (nullable): a clone of a node, looked at in place of it
 *
 * Asks for the pod "pending" on every node.  A predicate that promised to fit
 * everywhere must do so when asked all the same.
 *
 * Returns: (transfer full): the answers in order of the nodes, joined with
 *   "; ": "yes", the names of the reasons joined with "+", or "error: TEXT"
 */
char *volume_scene_ask (VolumeScene *scene, const FitNodeInfo *instead);

/* assert_volume_answers: the same in one step; the objects end with NULL */
void assert_volume_answers (const FitPredicateInfo *info, const char *gates,
                            const char *expected, ...) G_GNUC_NULL_TERMINATED;
