/* exercise-private.h - scenes and how they are written (private to simulate/)
 *
 * Texts are pieces of YAML in flow style, without the outer brackets; "@"
 * stands for the name of the scene.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "simulate/exercise.h"

/* All but @suffix: (nullable): NULL: nothing, or what is usual. */
typedef struct
{
  const char *suffix;  /* NULL ends a list */
  const char *labels;  /* each as "KEY": "VALUE", with quotes */
  const char *without; /* a label that other nodes have, but not this one */
  const char *annotations;
  const char *spec;
  const char *allocatable;
  const char *conditions;
  const char *images;
  const char *features; /* that it declares */
} FitSceneNode;

typedef struct
{
  const char *suffix; /* NULL ends a list */
  const char *node;   /* suffix of the node on which it runs; NULL: pending */
  const char *selector;
  const char *requests; /* "" for none */
  const char *container;
  const char *spec;
  const char *metadata;
} FitScenePod;

typedef struct
{
  const char *name;
  const char *rules; /* (nullable): which ones it exercises, with blanks around
                        each; NULL: it is chosen in another way */
  const FitSceneNode *nodes; /* NULL: a and b, which are alike */
  const FitScenePod *pods;
  const char *objects; /* (nullable): further documents, "@" as above */
} FitScene;

/* Pods of a scene that are of one kind, and of one service. */
#define FIT_SCENE_ALIKE .metadata = "labels: {app: \"@\"}"
#define FIT_SCENE_SERVICE                                    \
  "apiVersion: v1\nkind: Service\nmetadata: {name: \"@\"}\n" \
  "spec: {selector: {app: \"@\"}}\n"

/* What a scene is written to, and what all nodes of the exercise have. */
typedef struct
{
  GString *out;
  const char *prefix;
  const char *scheduler_name;
  GPtrArray *labels;     /* of char: "KEY": "VALUE" */
  GHashTable *forbidden; /* of char: keys that nodes must not have */
} FitSceneWriter;

/* fit_scene_write: @number: 0, or what makes the name unique */
void fit_scene_write (const FitSceneWriter *writer, const FitScene *scene,
                      guint number);

/* fit_scene_table: Returns: (transfer none): scenes that need no arguments;
 * ended by one without a name */
const FitScene *fit_scene_table (void);

/* fit_scene_label: Returns: (transfer full) (nullable): "KEY": "VALUE"; NULL
 * where no object can have such a label */
char *fit_scene_label (const char *key, const char *value);

/* A resource, and how much of it is used up on a node. */
typedef struct
{
  const char *name;
  guint percent[2]; /* on the nodes a and b, with the pod that waits */
} FitSceneUse;

/* fit_scene_write_use: two nodes that are filled to different degrees; at most
 * FIT_SCENE_MAX_USES of @uses count */
void fit_scene_write_use (const FitSceneWriter *writer, const char *name,
                          guint number, const FitSceneUse *uses, guint n);
#define FIT_SCENE_MAX_USES 16
