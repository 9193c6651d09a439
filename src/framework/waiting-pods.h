/* waiting-pods.h - pods that a Permit plugin holds back
 *
 * A pod waits, assumed on its node, until somebody allows or rejects it or its
 * time is over.  Where v1.16 blocks a thread per pod, this is a state machine:
 * who has been decided about is taken out by the scheduler, with the status of
 * its wait.  A signal is never lost: the pod waits from the moment it is here.
 * The first signal counts.
 *
 * In v1.16 one plugin that allows a pod releases it.  From v1.18 on every plugin
 * that asked to wait has a time of its own and has to allow the pod.
 *
 * Plugins find, allow and reject, at points that run on one thread; adding and
 * taking is the scheduler's.
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 waiting_pods_map.go,
 * RunPermitPlugins, v1.28 framework/runtime/waiting_pods_map.go.
 */
#pragma once

#include "api/pod.h"
#include "base/release.h"
#include "framework/status.h"

G_BEGIN_DECLS

/* No pod waits for longer. */
#define FIT_PERMIT_MAX_TIMEOUT_NS (G_GINT64_CONSTANT (900) * 1000000000)

typedef struct _FitWaitingPods FitWaitingPods;
typedef struct _FitWaitingPod FitWaitingPod;

/* fit_waiting_pods_new: of v1.16 */
FitWaitingPods *fit_waiting_pods_new (void);
FitWaitingPods *fit_waiting_pods_new_of (FitRelease release);
void fit_waiting_pods_free (FitWaitingPods *waiting);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWaitingPods, fit_waiting_pods_free)

/**
 * fit_waiting_pods_add:
 * @timeout_ns: 0 and less is over at once
 *
 * @pod waits from @now_ns on.  One of the same UID that waits already is
 * replaced: nobody can find it any more, and its wait ends when its own time is
 * over.  As in v1.16, the end of either makes the UID unknown.
 */
void fit_waiting_pods_add (FitWaitingPods *waiting, const FitPod *pod,
                           gint64 timeout_ns, gint64 now_ns);

/* How long a plugin wants a pod to wait. */
typedef struct
{
  const char *plugin; /* borrowed: static storage */
  gint64 timeout_ns;
} FitPermitWait;

/* fit_waiting_pods_add_waits: the same for the times of @n plugins, of which the
 * shortest ends the wait; among equals the first */
void fit_waiting_pods_add_waits (FitWaitingPods *waiting, const FitPod *pod,
                                 guint n, const FitPermitWait *waits,
                                 gint64 now_ns);

/* fit_waiting_pods_get: Returns: (transfer none) (nullable): by UID, if it
 * still waits */
FitWaitingPod *fit_waiting_pods_get (FitWaitingPods *waiting, const char *uid);

/* fit_waiting_pods_each: calls @func for each that waits, in the order in which
 * they came; it may allow and reject, not add */
typedef void (*FitWaitingPodFunc) (FitWaitingPod *pod, gpointer data);
void fit_waiting_pods_each (FitWaitingPods *waiting, FitWaitingPodFunc func,
                            gpointer data);

/* fit_waiting_pod_pod: Returns: (transfer none): as assumed */
const FitPod *fit_waiting_pod_pod (const FitWaitingPod *waiting);

/* fit_waiting_pod_pending: has @plugin asked to wait, and not allowed the pod
 * yet? */
gboolean fit_waiting_pod_pending (const FitWaitingPod *waiting,
                                  const char *plugin);

/* fit_waiting_pod_allow: whoever has asked to wait.  Returns: FALSE when somebody
 * was first */
gboolean fit_waiting_pod_allow (FitWaitingPod *waiting);

/* fit_waiting_pod_allow_plugin: ends the time of @plugin; the pod goes on when
 * it was the last one, in v1.16 whichever it was.  Harmless where it is not
 * pending.  Returns: TRUE when the pod goes on by this */
gboolean fit_waiting_pod_allow_plugin (FitWaitingPod *waiting,
                                       const char *plugin);

/* fit_waiting_pod_reject: @message is copied.  Returns: FALSE when somebody was
 * first */
gboolean fit_waiting_pod_reject (FitWaitingPod *waiting, const char *message);

/* fit_waiting_pod_reject_by: the same; @plugin (static storage) is known to have
 * done it */
gboolean fit_waiting_pod_reject_by (FitWaitingPod *waiting, const char *plugin,
                                    const char *message);

/* fit_waiting_pods_next_deadline: Returns: when the next one's time is over;
 * G_MININT64 when somebody was allowed or rejected and is to be taken out,
 * G_MAXINT64 when nobody is here */
gint64 fit_waiting_pods_next_deadline (const FitWaitingPods *waiting);

/**
 * fit_waiting_pods_take_decided:
 * @out_status: (out): success; unschedulable `rejected while waiting at permit:
 *   MESSAGE`, or `pod "NAME" rejected due to timeout after waiting DURATION at
 *   permit`, DURATION as Go prints it; later releases in their own words, with
 *   the plugin that has rejected it or was out of time
 *
 * Takes out one pod whose wait has ended by @now_ns (a time that ends exactly
 * now is over), those with a signal first, each group in the order of the
 * event.
 *
 * Returns: (transfer full) (nullable): NULL when there is none
 */
FitPod *fit_waiting_pods_take_decided (FitWaitingPods *waiting, gint64 now_ns,
                                       FitStatus *out_status);

G_END_DECLS
