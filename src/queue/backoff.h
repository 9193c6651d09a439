/* backoff.h - how long pods that failed have to wait
 *
 * One record per pod, by "NAMESPACE/NAME": how often it has failed and since
 * when it waits.  A pod waits 1 s after its first failure, then 2, 4, 8 and
 * at last 10 s; its record is dropped 20 s after it was last written, so that
 * a pod that has rested longer begins anew.
 * Times never go back from one call to the next.
 * Source: kube-scheduler v1.16 internal/queue.PodBackoffMap.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define FIT_BACKOFF_INITIAL_NS G_GINT64_CONSTANT (1000000000)
#define FIT_BACKOFF_MAX_NS G_GINT64_CONSTANT (10000000000)

/* When a backoff that nobody knows ended: before any time there is. */
#define FIT_BACKOFF_NONE G_MININT64

typedef struct _FitBackoff FitBackoff;

FitBackoff *fit_backoff_new (void);
void fit_backoff_free (FitBackoff *backoff);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitBackoff, fit_backoff_free)

/* fit_backoff_step: a pod has failed.  Drops old records first.  A backoff
 * that still runs, or ends now, goes on as it is. */
void fit_backoff_step (FitBackoff *backoff, const char *key, gint64 now_ns);

/* fit_backoff_until: Returns: when the backoff ends or ended;
 * FIT_BACKOFF_NONE when there is no record */
gint64 fit_backoff_until (const FitBackoff *backoff, const char *key);

/* fit_backoff_forget: drops the record, if there is one */
void fit_backoff_forget (FitBackoff *backoff, const char *key);

/* fit_backoff_size: Returns: how many records there are */
guint fit_backoff_size (const FitBackoff *backoff);

G_END_DECLS
