/* sketch.h - a cluster as a list of choices (private to find/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "find/traits.h"

#define FIT_SKETCH_NODES 5
#define FIT_SKETCH_PODS 16

/* A node, a pod, or what else is in the cluster. */
typedef struct
{
  gint8 node; /* of a pod: number of the node on which it runs; -1: pending */
  guint8 choices[FIT_MOST_TRAITS]; /* by trait: which of its texts */
} FitSketched;

/* Names follow from the places in the lists. */
typedef struct
{
  guint n_nodes;
  guint n_pods;
  FitSketched nodes[FIT_SKETCH_NODES];
  FitSketched pods[FIT_SKETCH_PODS];
  FitSketched rest;
} FitSketch;

/* fit_sketch_fill: makes the cluster @number of @seed */
void fit_sketch_fill (FitSketch *sketch, const GArray *traits, guint32 seed,
                      guint64 number);

/* fit_sketch_write: sets @out to the cluster as one JSON document, a List */
void fit_sketch_write (const FitSketch *sketch, const GArray *traits,
                       const char *scheduler_name, GString *out);

/* fit_sketch_yaml: Returns: (transfer full): the cluster as YAML documents */
char *fit_sketch_yaml (const FitSketch *sketch, const GArray *traits,
                       const char *scheduler_name);

/* FitSketchTest: is what is sought in the cluster?  Returns: FALSE on an error,
 * too */
typedef gboolean (*FitSketchTest) (const FitSketch *sketch, gpointer data);

/* fit_sketch_shrink: takes away what the test does not need: pods, nodes, traits,
 * and what is not as simple as it could be */
void fit_sketch_shrink (FitSketch *sketch, const GArray *traits,
                        FitSketchTest test, gpointer data);

/* fit_sketch_size: how much a reader has to look at: of two clusters with
 * different numbers of nodes and pods, the one with fewer is the smaller */
guint fit_sketch_size (const FitSketch *sketch, const GArray *traits);
