/* backoff.h - how long a failed pod waits before it is retried
 *
 * There is one record per pod, keyed by "NAMESPACE/NAME": the number of
 * failures and the time of the last one.  A pod waits 1 s after its first
 * failure, then 2, 4, 8 and finally 10 s.  A record is dropped 20 s after it
 * was last written, so a pod that fails again later starts over.  Time never
 * goes backwards from one call to the next.
 * Source: kube-scheduler v1.16 internal/queue.PodBackoffMap.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <glib.h>

#define FIT_BACKOFF_INITIAL_NS G_GINT64_CONSTANT (1000000000)
#define FIT_BACKOFF_MAX_NS G_GINT64_CONSTANT (10000000000)

/* The end of the backoff of a pod without a record: earlier than any real
 * time. */
#define FIT_BACKOFF_NONE G_MININT64

typedef struct _FitBackoff FitBackoff;

FitBackoff *fit_backoff_new (void);
void fit_backoff_free (FitBackoff *backoff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitBackoff, fit_backoff_free)

/* fit_backoff_step: records a failure of the pod.  Drops expired records first.
 * A backoff that is still running, or ends right now, is left unchanged. */
void fit_backoff_step (FitBackoff *backoff, const char *key, gint64 now_ns);

/* fit_backoff_until: Returns: when the backoff ends or ended; FIT_BACKOFF_NONE
 * if there is no record */
gint64 fit_backoff_until (const FitBackoff *backoff, const char *key);

/* fit_backoff_forget: drops the pod's record, if it has one */
void fit_backoff_forget (FitBackoff *backoff, const char *key);
