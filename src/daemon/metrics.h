/* metrics.h - what kube-scheduler counts and measures
 *
 * Names, labels and buckets are those of the emulated release; beside those of
 * v1.16 there are also those of later releases, except where a name has other
 * labels there.
 *
 * The functions of the scheduler's thread cost about a microsecond.  The page
 * may be read on any thread, and blocks no other thread.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "scheduler/scheduler.h"
#include "serving/metric-set.h"

typedef struct _FitMetrics FitMetrics;

/* fit_metrics_new: @release: 0: FIT_RELEASE_LEGACY; @now_ns: (nullable): a
 * clock that never goes back, in place of the system's */
FitMetrics *fit_metrics_new (FitRelease release, gint64 (*now_ns) (void));
void fit_metrics_free (FitMetrics *metrics);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitMetrics, fit_metrics_free)

/* fit_metrics_observe_stages: puts an observer into @scheduling */
void fit_metrics_observe_stages (FitMetrics *metrics,
                                 FitSchedulerOptions *scheduling);

/* fit_metrics_time_plugins: measures the plugins of one in @every attempts from
 * now on, beginning with the first */
void fit_metrics_time_plugins (FitMetrics *metrics, guint every);

/* fit_metrics_observe_client: counts and measures requests of @client, which
 * ends before @metrics */
void fit_metrics_observe_client (FitMetrics *metrics, FitApiClient *client);

/* An attempt.  @scheduler: whose numbers are shown from now on */
void fit_metrics_attempt_begins (FitMetrics *metrics);
void fit_metrics_attempt_ends (FitMetrics *metrics, FitScheduler *scheduler,
                               const FitCache *cache);

/* fit_metrics_decided: @preempts: would a pod that does not fit evict
 * others? */
void fit_metrics_decided (FitMetrics *metrics, FitScheduler *scheduler,
                          const FitDecision *decision, gboolean preempts);

/* fit_metrics_task_begins, fit_metrics_task_ends: of binding and the like */
void fit_metrics_task_begins (FitMetrics *metrics, const FitTask *task);
void fit_metrics_task_ends (FitMetrics *metrics, const FitTask *task,
                            gboolean well);

/* fit_metrics_pod_left: @pod waits for no node any more: it was deleted, or has
 * one */
void fit_metrics_pod_left (FitMetrics *metrics, const FitPod *pod);

/* fit_metrics_compared: @result: fit_shadow_result_name() */
void fit_metrics_compared (FitMetrics *metrics, const char *result);

/* fit_metrics_modern: a pod has @field; @result: fit_modern_result_name() */
void fit_metrics_modern (FitMetrics *metrics, const char *field,
                         const char *result);

/* fit_metrics_set_leader: from any thread.  Without leader election nothing is
 * shown.  @name: of the lock */
void fit_metrics_set_leader (FitMetrics *metrics, const char *name,
                             gboolean leads);

/* fit_metrics_write: appends the page.  From any thread */
void fit_metrics_write (FitMetrics *metrics, GString *page);

/* fit_metrics_reset: what DELETE /metrics does: v1.16 resets its summaries,
 * later releases everything.  From any thread */
void fit_metrics_reset (FitMetrics *metrics);
