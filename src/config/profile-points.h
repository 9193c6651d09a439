/* profile-points.h - the extension points that a profile has lists for
 *
 * The points of all releases.  The fields of a version's files determine which
 * of them it has.
 */
#pragma once

#include "base/release.h"
#include "framework/plugin.h"
#include "rules/points.h"

G_BEGIN_DECLS

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
