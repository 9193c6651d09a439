/* points.h - the extension points of all releases
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* In the order in which they are printed. */
typedef enum
{
  FIT_POINT_PRE_ENQUEUE, /* from v1.26 on */
  FIT_POINT_QUEUE_SORT,
  FIT_POINT_PRE_FILTER,
  FIT_POINT_FILTER,
  FIT_POINT_POST_FILTER, /* up to 1.17 informational, from 1.19 on preemption */
  FIT_POINT_PRE_SCORE,   /* from v1.18 on; named postFilter in its v1alpha1 */
  FIT_POINT_SCORE,
  FIT_POINT_RESERVE,
  FIT_POINT_PERMIT,
  FIT_POINT_PRE_BIND,
  FIT_POINT_BIND,
  FIT_POINT_POST_BIND,
  FIT_POINT_UNRESERVE, /* up to v1.18; later part of Reserve */
  /* About pod groups, from v1.36 on; fitsched runs no plugin there. */
  FIT_POINT_PLACEMENT_GENERATE,
  FIT_POINT_PLACEMENT_SCORE,
  FIT_POINT_POD_GROUP_POST_FILTER, /* from v1.37 on */
  FIT_POINT_LAST,

  /* Not a point: plugins enabled at all points that they extend. */
  FIT_POINT_MULTI = FIT_POINT_LAST,
  FIT_POINT_SET_LAST,
} FitExtensionPoint;

/* A set of points. */
typedef guint32 FitExtensionPoints;

#define FIT_AT(point) (1u << FIT_POINT_##point)

/* The points whose plugins have weights. */
#define FIT_POINTS_WITH_WEIGHTS (FIT_AT (SCORE) | FIT_AT (PLACEMENT_SCORE))

/* The points that only some releases have. */
#define FIT_POINTS_OF_SOME                                                 \
  (FIT_AT (PRE_ENQUEUE) | FIT_AT (UNRESERVE) | FIT_AT (PLACEMENT_GENERATE) \
   | FIT_AT (PLACEMENT_SCORE) | FIT_AT (POD_GROUP_POST_FILTER))

static inline gboolean
fit_points_have (FitExtensionPoints points, FitExtensionPoint point)
{
  return (points >> point & 1u) != 0;
}

typedef struct
{
  const char *name;        /* in files: "preFilter" */
  const char *kind;        /* in messages from 1.18 on: "PreFilterPlugin" */
  const char *legacy_kind; /* in messages of v1.16: "prefilter" */
} FitExtensionPointInfo;

/* fit_extension_point_info: @point: may be FIT_POINT_MULTI */
const FitExtensionPointInfo *fit_extension_point_info (FitExtensionPoint point);

G_END_DECLS
