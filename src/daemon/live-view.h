/* live-view.h - what an API server has, as far as reflectors have seen it, and
 * a scheduler that learns of it
 *
 * The scheduler hears nothing before every kind has been listed: then it gets
 * all there is, nodes and volumes before the pods that use them.  Not
 * thread-safe.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-resources.h"
#include "scheduler/scheduler.h"
#include "scheduler/live-objects.h"

typedef struct
{
  FitLiveObjects *live;    /* owned */
  FitScheduler *scheduler; /* borrowed */
  FitRelease release;      /* whose kinds are listed: set it before */
  gint synced;             /* atomic: all of them were, once */
  gboolean listed[FIT_KIND_LAST];

  /* (nullable): it has fields that v1.16 does not know */
  void (*object_appears) (FitKind kind, gconstpointer object, gpointer data);

  /* (nullable): before the scheduler hears of it; @in_order: from a watch */
  void (*pod_changes) (const FitPod *old_pod, const FitPod *new_pod,
                       gboolean in_order, gpointer data);

  /* (nullable): the pod has a node now, or is gone */
  void (*pod_left) (const FitPod *pod, gpointer data);
  gpointer data; /* borrowed */
} FitLiveView;

void fit_live_view_init (FitLiveView *view);
void fit_live_view_clear (FitLiveView *view);

/* fit_live_view_set_scheduler: before the first list; a later one learns at
 * once what there is */
void fit_live_view_set_scheduler (FitLiveView *view, FitScheduler *scheduler,
                                  gint64 now_ns);

/* fit_live_view_listed: @objects: all there are of @kind; others were deleted
 * unseen */
void fit_live_view_listed (FitLiveView *view, FitKind kind,
                           const GPtrArray *objects, gint64 now_ns);

/* fit_live_view_expect_lists: lists so far do not count any more.
 * fit_live_view_is_complete: have all kinds been listed since? */
void fit_live_view_expect_lists (FitLiveView *view);
gboolean fit_live_view_is_complete (const FitLiveView *view);

/* fit_live_view_changed: one is new or has changed; @gone: it is gone */
void fit_live_view_changed (FitLiveView *view, FitKind kind,
                            gconstpointer object, gboolean gone, gint64 now_ns);
