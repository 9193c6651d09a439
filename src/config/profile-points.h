/* profile-points.h - the extension points that a profile has lists for
 *
 * Not the points of one release, but those of all: which of them a version
 * knows is said by the fields of its files.
 */
#pragma once

#include "base/release.h"
#include "framework/plugin.h"

G_BEGIN_DECLS

/* In the order in which they are shown. */
typedef enum
{
  FIT_PROFILE_PRE_ENQUEUE,
  FIT_PROFILE_QUEUE_SORT,
  FIT_PROFILE_PRE_FILTER,
  FIT_PROFILE_FILTER,
  FIT_PROFILE_POST_FILTER, /* up to 1.17 informational, later preemption */
  FIT_PROFILE_PRE_SCORE,   /* called postFilter by v1alpha1 in 1.18 */
  FIT_PROFILE_SCORE,
  FIT_PROFILE_RESERVE,
  FIT_PROFILE_PERMIT,
  FIT_PROFILE_PRE_BIND,
  FIT_PROFILE_BIND,
  FIT_PROFILE_POST_BIND,
  FIT_PROFILE_UNRESERVE, /* up to 1.18 */
  FIT_PROFILE_POINT_LAST,

  /* Not a point: plugins for all the points that they extend. */
  FIT_PROFILE_MULTI_POINT = FIT_PROFILE_POINT_LAST,
  FIT_PROFILE_SET_LAST,
} FitProfilePoint;

/* A set of points, as bits 1 << FitProfilePoint. */
typedef guint32 FitProfilePoints;

typedef struct
{
  const char *name;        /* in files: "preFilter" */
  const char *kind;        /* in messages from 1.18 on: "PreFilterPlugin" */
  const char *legacy_kind; /* in messages of v1.16: "prefilter" */
} FitProfilePointInfo;

/* fit_profile_point_info: @point: FIT_PROFILE_MULTI_POINT too */
const FitProfilePointInfo *fit_profile_point_info (FitProfilePoint point);

/* fit_profile_point_function: which function of a plugin @release asks at @point.
 * Returns: FALSE when it does not have the point */
gboolean fit_profile_point_function (FitProfilePoint point, FitRelease release,
                                     FitExtensionPoint *out_function);

/* fit_profile_points_of_info: where the plugin @info of a program that links
 * the library can be enabled in @release */
FitProfilePoints fit_profile_points_of_info (const FitPluginInfo *info,
                                             FitRelease release);

G_END_DECLS
