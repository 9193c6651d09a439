/* profile-points.h - the extension points that a profile has lists for
 *
 * The points of all releases.  The fields of a version's files determine which
 * of them it has.
 */
#pragma once

#include "base/release.h"
#include "framework/plugin.h"

G_BEGIN_DECLS

/* In the order in which they are printed. */
typedef enum
{
  FIT_PROFILE_PRE_ENQUEUE,
  FIT_PROFILE_QUEUE_SORT,
  FIT_PROFILE_PRE_FILTER,
  FIT_PROFILE_FILTER,
  FIT_PROFILE_POST_FILTER, /* up to 1.17 informational, later preemption */
  FIT_PROFILE_PRE_SCORE,   /* named postFilter in v1alpha1 of 1.18 */
  FIT_PROFILE_SCORE,
  FIT_PROFILE_RESERVE,
  FIT_PROFILE_PERMIT,
  FIT_PROFILE_PRE_BIND,
  FIT_PROFILE_BIND,
  FIT_PROFILE_POST_BIND,
  FIT_PROFILE_UNRESERVE, /* up to 1.18 */
  FIT_PROFILE_POINT_LAST,

  /* Not a point: plugins enabled at all points that they extend. */
  FIT_PROFILE_MULTI_POINT = FIT_PROFILE_POINT_LAST,
  FIT_PROFILE_SET_LAST,
} FitProfilePoint;

/* A set of points, as bits 1 << FitProfilePoint. */
typedef guint32 FitProfilePoints;

typedef struct
{
  const char *name;        /* name in files: "preFilter" */
  const char *kind;        /* name in messages from 1.18 on:
                              "PreFilterPlugin" */
  const char *legacy_kind; /* name in messages of v1.16: "prefilter" */
} FitProfilePointInfo;

/* fit_profile_point_info: @point: may be FIT_PROFILE_MULTI_POINT */
const FitProfilePointInfo *fit_profile_point_info (FitProfilePoint point);

/* fit_profile_point_function: the function of a plugin that @release calls at
 * @point.
 * Returns: FALSE if the release does not have the point */
gboolean fit_profile_point_function (FitProfilePoint point, FitRelease release,
                                     FitExtensionPoint *out_function);

/* fit_profile_points_of_info: Returns: the points where the plugin @info of an
 * embedding program can be enabled in @release */
FitProfilePoints fit_profile_points_of_info (const FitPluginInfo *info,
                                             FitRelease release);

G_END_DECLS
