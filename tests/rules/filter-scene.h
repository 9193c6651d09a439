/* filter-scene.h - a small cluster, a pod, and what plugins of a release say
 * about its nodes
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "rules/filter-phase.h"
#include "tests/support/cluster.h"

typedef struct
{
  const char *plugins;     /* at Filter: "NodeName NodePorts" */
  const char *pre_filters; /* (nullable) at PreFilter; NULL: all of them */
  const char *release;     /* "1.20.2" */
  const char *manifest;    /* pods without nodeName: the last is scheduled */
  gconstpointer args;      /* (nullable) of the one plugin that takes any */
  const char *gates;       /* (nullable) that are switched on, or off: "A !B" */
  const char *gone;        /* (nullable): a pod that is taken to have left */
  const char *comes;       /* (nullable): those that are taken to have come */
  gboolean why;            /* see filter_scene_why() */
} FilterScene;

/* Texts: FILTER_STRINGS ("a", "b"). */
#define FILTER_STRINGS(...)                                            \
  {                                                                    \
    sizeof (((const char *const[]){ __VA_ARGS__ })) / sizeof (char *), \
        (const char *const[])                                          \
    {                                                                  \
      __VA_ARGS__                                                      \
    }                                                                  \
  }

/* filter_scene_run: Returns: (transfer full): "node: fits" or "node: reason,
 * reason" for each node, one a line, with "!" before reasons that are
 * unresolvable and "?" before an error; "rejected by PLUGIN: !reason"; "error:
 * ..."; in front, "skips PLUGIN" for each */
char *filter_scene_run (const FilterScene *scene);

/* filter_scene_in: in another release, that is @expected */
void filter_scene_in (const FilterScene *scene, const char *release,
                      const char *expected);

/* filter_scene_why: the only plugin explains why it rejects nodes, or all of them
 * ("pod: ..."), with @expected (see detail_text_append()) */
void filter_scene_why (const FilterScene *scene, const char *release,
                       const char *expected);
