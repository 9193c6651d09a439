/* stage.h - a framework whose plugins do as a script says
 *
 * The plugins A, B and C have all functions, Picky has Filter only, Rough has
 * Score without NormalizeScore, Bare has PostBind and no data, Left and Right
 * leave some nodes at PreFilter, Undo has Unreserve only.  What each was asked,
 * but for scores, is noted in a log.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "framework/framework.h"

#include "tests/support/cluster.h"

typedef struct
{
  Cluster cluster; /* its pending pod is the one of the cycle */
  FitPluginRegistry *registry;
  FitPluginLists *lists;
  FitFramework *framework; /* (nullable) */
  FitRelease release;      /* 0: v1.16 */
  guint in_tree;           /* of FitFrameworkOptions */
  FitCycleState *state;
  GString *log; /* a line for each question: "A prefilter" */
} Stage;

/**
 * stage_init:
 * @script: YAML: lists by the names of extension points, of names of plugins or
 *   of {name: A, weight: 5}; and args by name:
 *
 *     {prefilter: [A, B], args: {A: {prefilter: {code: Error, message: m}}}}
 *
 *   Arguments of the plugins, all optional: `create`: the error of create();
 *   by point: code and message (and `timeout`, in nanoseconds, of permit);
 *   `score`, `fail`: by node: a score (5), a message; `normalize`: code and
 *   message; `divide`: by what normalising divides; `nodes`: what Left and Right
 *   leave; `room`: the node that A, B and C make room on.
 *
 * There are the nodes n0 to n199.
 */
void stage_init (Stage *stage, const char *script);
void stage_clear (Stage *stage);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Stage, stage_clear)

/* stage_read: enables what @script says in addition */
void stage_read (Stage *stage, const char *script);

/* stage_try: makes the framework.  Returns: FALSE with @error */
gboolean stage_try (Stage *stage, GError **error);

/* stage_open: the same, of a script; the test fails when it cannot be made */
void stage_open (Stage *stage, const char *script);

/* stage_open_as: the same in a release ("1.28"), whose own plugins sort the queue
 * and bind */
void stage_open_as (Stage *stage, const char *release, const char *script);

/* stage_cycle: the pod in its attempt */
FitFrameworkCycle stage_cycle (const Stage *stage);

/* stage_nodes: the first @n nodes.  Returns: of the arena of the cluster */
FitNodeList stage_nodes (const Stage *stage, guint n);

/* stage_ask: the plugins of @point about the pod: the nodes n0 and n1, one node n0,
 * or the node "n1" that it is to go to */
FitStatus stage_ask (Stage *stage, FitExtensionPoint point);

/* assert_status: as "CODE: MESSAGE", or "CODE" where there is none; clears
 * @status */
void assert_status (FitStatus *status, const char *expected);

/* assert_log: what was noted since the last call */
void assert_log (Stage *stage, const char *expected);
