/* profile-points.c - the table of extension points: their names and the functions of plugins behind them */
#include "config/profile-points.h"

static const FitProfilePointInfo points[FIT_PROFILE_SET_LAST] = {
  [FIT_PROFILE_PRE_ENQUEUE] = { "preEnqueue", "PreEnqueuePlugin", "" },
  [FIT_PROFILE_QUEUE_SORT] = { "queueSort", "QueueSortPlugin", "queue sort" },
  [FIT_PROFILE_PRE_FILTER] = { "preFilter", "PreFilterPlugin", "prefilter" },
  [FIT_PROFILE_FILTER] = { "filter", "FilterPlugin", "filter" },
  [FIT_PROFILE_POST_FILTER]
  = { "postFilter", "PostFilterPlugin", "post-filter" },
  [FIT_PROFILE_PRE_SCORE] = { "preScore", "PreScorePlugin", "" },
  [FIT_PROFILE_SCORE] = { "score", "ScorePlugin", "score" },
  [FIT_PROFILE_RESERVE] = { "reserve", "ReservePlugin", "reserve" },
  [FIT_PROFILE_PERMIT] = { "permit", "PermitPlugin", "permit" },
  [FIT_PROFILE_PRE_BIND] = { "preBind", "PreBindPlugin", "prebind" },
  [FIT_PROFILE_BIND] = { "bind", "BindPlugin", "bind" },
  [FIT_PROFILE_POST_BIND] = { "postBind", "PostBindPlugin", "postbind" },
  [FIT_PROFILE_UNRESERVE] = { "unreserve", "UnreservePlugin", "unreserve" },
  [FIT_PROFILE_MULTI_POINT] = { "multiPoint", "MultiPointPlugin", "" },
};

/* Which function of a plugin is called at which point. */
static const struct
{
  FitExtensionPoint function;
  FitProfilePoint point;
  FitSpan span;
} functions[] = {
  { FIT_POINT_PRE_ENQUEUE, FIT_PROFILE_PRE_ENQUEUE, FIT_SINCE (26) },
  { FIT_POINT_QUEUE_SORT, FIT_PROFILE_QUEUE_SORT, FIT_ALWAYS },
  { FIT_POINT_PRE_FILTER, FIT_PROFILE_PRE_FILTER, FIT_ALWAYS },
  { FIT_POINT_FILTER, FIT_PROFILE_FILTER, FIT_ALWAYS },
  { FIT_POINT_POST_FILTER, FIT_PROFILE_POST_FILTER, FIT_BEFORE (18) },
  { FIT_POINT_MAKE_ROOM, FIT_PROFILE_POST_FILTER, FIT_SINCE (19) },
  { FIT_POINT_PRE_SCORE, FIT_PROFILE_PRE_SCORE, FIT_SINCE (18) },
  { FIT_POINT_SCORE, FIT_PROFILE_SCORE, FIT_ALWAYS },
  { FIT_POINT_RESERVE, FIT_PROFILE_RESERVE, FIT_ALWAYS },
  { FIT_POINT_PERMIT, FIT_PROFILE_PERMIT, FIT_ALWAYS },
  { FIT_POINT_PRE_BIND, FIT_PROFILE_PRE_BIND, FIT_ALWAYS },
  { FIT_POINT_BIND, FIT_PROFILE_BIND, FIT_ALWAYS },
  { FIT_POINT_POST_BIND, FIT_PROFILE_POST_BIND, FIT_ALWAYS },
  { FIT_POINT_UNRESERVE, FIT_PROFILE_UNRESERVE, FIT_BEFORE (19) },
  { FIT_POINT_UNRESERVE, FIT_PROFILE_RESERVE, FIT_SINCE (19) },
};

const FitProfilePointInfo *
fit_profile_point_info (FitProfilePoint point)
{
  return &points[point];
}

gboolean
fit_profile_point_function (FitProfilePoint point, FitRelease release,
                            FitExtensionPoint *out_function)
{
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (functions[i].point == point
        && fit_span_has (functions[i].span, release))
      {
        *out_function = functions[i].function;
        return TRUE;
      }
  return FALSE;
}

FitProfilePoints
fit_profile_points_of_info (const FitPluginInfo *info, FitRelease release)
{
  FitProfilePoints found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    if (fit_span_has (functions[i].span, release)
        && fit_plugin_info_extends (info, functions[i].function))
      found |= 1u << functions[i].point;
  return found;
}
