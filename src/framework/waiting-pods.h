/* waiting-pods.h - pods that a Permit plugin holds back
 *
 * A waiting pod is assumed on its node until a plugin allows or rejects it, or
 * until its timeout.  v1.16 blocks one thread per pod; this is a state machine.
 * The scheduler takes out each pod that is decided, with the status of its
 * wait.  No signal is lost: the pod waits from the moment it is added.  If
 * there are several signals, the first one counts.
 *
 * In v1.16 one plugin that allows a pod releases it.  From v1.18 on each plugin
 * that asked to wait has its own timeout and must allow the pod.
 *
 * Plugins find, allow and reject pods, at points that run on one thread.  Only
 * the scheduler adds and takes pods.
 *
 * Source: kube-scheduler v1.16 framework/v1alpha1 waiting_pods_map.go,
 * RunPermitPlugins, v1.28 framework/runtime/waiting_pods_map.go.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/pod.h"
#include "releases/release.h"
#include "framework/status.h"

G_BEGIN_DECLS

/* The maximum time to wait. */
#define FIT_PERMIT_MAX_TIMEOUT_NS (G_GINT64_CONSTANT (900) * 1000000000)

typedef struct _FitWaitingPods FitWaitingPods;
typedef struct _FitWaitingPod FitWaitingPod;

/* fit_waiting_pods_new: for v1.16 */
FitWaitingPods *fit_waiting_pods_new (void);
FitWaitingPods *fit_waiting_pods_new_of (FitRelease release);
void fit_waiting_pods_free (FitWaitingPods *waiting);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitWaitingPods, fit_waiting_pods_free)

/**
 * fit_waiting_pods_add:
 * @timeout_ns: at 0 and below the wait ends at once
 *
 * @pod waits from @now_ns on.  It replaces a waiting pod with the same UID:
 *   that pod can no longer be found, and its wait ends at its own timeout.  As
 *   in v1.16, the end of either wait makes the UID unknown.
 */
void fit_waiting_pods_add (FitWaitingPods *waiting, const FitPod *pod,
                           gint64 timeout_ns, gint64 now_ns);

/* How long a plugin asks a pod to wait. */
typedef struct
{
  const char *plugin; /* borrowed: static storage */
  gint64 timeout_ns;
} FitPermitWait;

/* fit_waiting_pods_add_waits: the same with the timeouts of @n plugins; the
 * shortest ends the wait, and if several are equal, the first */
void fit_waiting_pods_add_waits (FitWaitingPods *waiting, const FitPod *pod,
                                 guint n, const FitPermitWait *waits,
                                 gint64 now_ns);

/* fit_waiting_pods_get: Returns: (transfer none) (nullable): the pod with this
 * UID, if it is still waiting */
FitWaitingPod *fit_waiting_pods_get (FitWaitingPods *waiting, const char *uid);

/* fit_waiting_pods_each: calls @func for each waiting pod, in order of arrival;
 * @func may allow and reject, but not add */
typedef void (*FitWaitingPodFunc) (FitWaitingPod *pod, gpointer data);
void fit_waiting_pods_each (FitWaitingPods *waiting, FitWaitingPodFunc func,
                            gpointer data);

/* fit_waiting_pod_pod: Returns: (transfer none): the assumed pod */
const FitPod *fit_waiting_pod_pod (const FitWaitingPod *waiting);

/* fit_waiting_pod_pending: has @plugin asked to wait, and not yet allowed the
 * pod? */
gboolean fit_waiting_pod_pending (const FitWaitingPod *waiting,
                                  const char *plugin);

/* fit_waiting_pod_allow: allows the pod for all plugins.  Returns: FALSE if it
 * was already decided */
gboolean fit_waiting_pod_allow (FitWaitingPod *waiting);

/* fit_waiting_pod_allow_plugin: ends the wait for @plugin.  The pod continues
 * if this was the last plugin, in v1.16 in any case.  Does nothing if @plugin
 * is not pending.  Returns: TRUE if this releases the pod */
gboolean fit_waiting_pod_allow_plugin (FitWaitingPod *waiting,
                                       const char *plugin);

/* fit_waiting_pod_reject: @message is copied.  Returns: FALSE if the pod was
 * already decided */
gboolean fit_waiting_pod_reject (FitWaitingPod *waiting, const char *message);

/* fit_waiting_pod_reject_by: the same, and records @plugin (static storage) as
 * the one that rejected it */
gboolean fit_waiting_pod_reject_by (FitWaitingPod *waiting, const char *plugin,
                                    const char *message);

/* fit_waiting_pods_next_deadline: Returns: the next timeout; G_MININT64 if a
 * pod was allowed or rejected and must be taken out, G_MAXINT64 if there are no
 * waiting pods */
gint64 fit_waiting_pods_next_deadline (const FitWaitingPods *waiting);

/**
 * fit_waiting_pods_take_decided:
 * @out_status: (out): success; unschedulable `rejected while waiting at permit:
 *   MESSAGE`, or `pod "NAME" rejected due to timeout after waiting DURATION at
 *   permit`, DURATION as Go prints it; later releases use their own texts and
 *   name the plugin that rejected the pod or timed out
 *
 * Takes out one pod whose wait has ended by @now_ns (a timeout at exactly
 * @now_ns has passed).  Pods with a signal come first, each group in the order
 * of the event.
 *
 * Returns: (transfer full) (nullable): NULL if there is none
 */
FitPod *fit_waiting_pods_take_decided (FitWaitingPods *waiting, gint64 now_ns,
                                       FitStatus *out_status);

G_END_DECLS
