/* score-scene.h - a small cluster, a pod, and how a plugin of a release scores
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rules/profile-plugin.h"
#include "tests/support/cluster.h"

typedef struct
{
  const char *plugin;
  const char *release;  /* "1.20.2" */
  const char *manifest; /* pods without nodeName: the last is scheduled */
  gconstpointer args;   /* (nullable): of the plugin's type */
  const char *gate;     /* (nullable): one that is switched */
  gboolean gate_off;    /* off rather than on */
  gboolean score_only;  /* not enabled at PreScore */
  guint filter_points;  /* where else it is enabled: PRE_FILTER, FILTER */
  const char *feasible; /* (nullable): "n1 n2"; all nodes without it */
  const char *removed;  /* (nullable): a node that is gone when it is asked */
} ScoreScene;

/* Amounts: FIT_WEIGHTS ({ "cpu", 1 }, { "memory", 1 }). */
#define FIT_WEIGHTS(...)                                    \
  {                                                         \
    sizeof (((const FitWeightedResource[]){ __VA_ARGS__ })) \
        / sizeof (FitWeightedResource),                     \
        (const FitWeightedResource[])                       \
    {                                                       \
      __VA_ARGS__                                           \
    }                                                       \
  }

/* Points: FIT_SHAPE ({ 0, 0 }, { 100, 10 }). */
#define FIT_SHAPE(...)                                      \
  {                                                         \
    sizeof (((const FitUtilizationPoint[]){ __VA_ARGS__ })) \
        / sizeof (FitUtilizationPoint),                     \
        (const FitUtilizationPoint[])                       \
    {                                                       \
      __VA_ARGS__                                           \
    }                                                       \
  }

/* Texts: FIT_STRINGS ("a", "b"). */
#define FIT_STRINGS(...)                                               \
  {                                                                    \
    sizeof (((const char *const[]){ __VA_ARGS__ })) / sizeof (char *), \
        (const char *const[])                                          \
    {                                                                  \
      __VA_ARGS__                                                      \
    }                                                                  \
  }

/* score_scene_run: Returns: (transfer full): the scores of the feasible nodes,
 * "8 4 > 100 50" before and after normalising, "8 4" without; "skipped" or
 * "error: ..." */
char *score_scene_run (const ScoreScene *scene);

/* score_scene_assert: that is @expected */
void score_scene_assert (const ScoreScene *scene, const char *expected);

/* score_scene_in: the same in another release */
void score_scene_in (const ScoreScene *scene, const char *release,
                     const char *expected);
