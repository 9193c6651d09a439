/* points.c - the names of extension points
 * Tests: tests/rules/test-rule-history.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/points.h"

static const FitExtensionPointInfo points[FIT_POINT_SET_LAST] = {
  [FIT_POINT_PRE_ENQUEUE] = { "preEnqueue", "PreEnqueuePlugin", "preenqueue" },
  [FIT_POINT_QUEUE_SORT] = { "queueSort", "QueueSortPlugin", "queue sort" },
  [FIT_POINT_PRE_FILTER] = { "preFilter", "PreFilterPlugin", "prefilter" },
  [FIT_POINT_FILTER] = { "filter", "FilterPlugin", "filter" },
  [FIT_POINT_POST_FILTER] = { "postFilter", "PostFilterPlugin", "post-filter" },
  [FIT_POINT_PRE_SCORE] = { "preScore", "PreScorePlugin", "prescore" },
  [FIT_POINT_SCORE] = { "score", "ScorePlugin", "score" },
  [FIT_POINT_RESERVE] = { "reserve", "ReservePlugin", "reserve" },
  [FIT_POINT_PERMIT] = { "permit", "PermitPlugin", "permit" },
  [FIT_POINT_PRE_BIND] = { "preBind", "PreBindPlugin", "prebind" },
  [FIT_POINT_BIND] = { "bind", "BindPlugin", "bind" },
  [FIT_POINT_POST_BIND] = { "postBind", "PostBindPlugin", "postbind" },
  [FIT_POINT_UNRESERVE] = { "unreserve", "UnreservePlugin", "unreserve" },
  [FIT_POINT_PLACEMENT_GENERATE]
  = { "placementGenerate", "PlacementGeneratePlugin", "" },
  [FIT_POINT_PLACEMENT_SCORE]
  = { "placementScore", "PlacementScorePlugin", "" },
  [FIT_POINT_POD_GROUP_POST_FILTER]
  = { "podGroupPostFilter", "PodGroupPostFilterPlugin", "" },
  [FIT_POINT_MULTI] = { "multiPoint", "MultiPointPlugin", "" },
};

const FitExtensionPointInfo *
fit_extension_point_info (FitExtensionPoint point)
{
  return &points[point];
}
