/* points.h - the extension points at which rules can be enabled */
#pragma once

#include <glib.h>

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

G_END_DECLS
