/* session-private.h - the steps of opening a session
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"

/* fit_session_read_cluster: fills the objects, workloads and templates of
 * @session */
gboolean fit_session_read_cluster (FitSession *session, GError **error);

/* fit_session_take_ahead: takes over the session that is open already, if
 * @invocation has one that would be the same.  Returns: FALSE if not; @session is
 * untouched then */
gboolean fit_session_take_ahead (FitSession *session,
                                 const FitInvocation *invocation);

/* fit_session_workloads_options: how pods of workloads are made */
FitWorkloadsOptions fit_session_workloads_options (const FitSession *session);

/* fit_session_admits: new pods go through admission, which reads those of
 * --pods with FIT_DECODE_KEEP_RAW */
gboolean fit_session_admits (const FitSession *session);

/* Which pods are new, by index. */
typedef struct
{
  guint given;       /* the first of --pods */
  guint made;        /* the first made from workloads */
  guint first_claim; /* the first claim made for these */
} FitNewPods;

/* fit_session_open_admission: collects the LimitRanges and ResourceQuotas, and
 * sets the defaults of the pods of --pods */
gboolean fit_session_open_admission (FitSession *session,
                                     const FitNewPods *new_pods,
                                     GError **error);

/* fit_session_admit: removes new pods that are refused.  Call it when pods are
 * complete. */
void fit_session_admit (FitSession *session, const FitNewPods *new_pods);

/* fit_session_note_other_node_selector: notes that the node selector of these
 * rules does not count, because the other session has the pods of other rules */
void fit_session_note_other_node_selector (const FitSession *session);

/* fit_session_set_node_selectors: gives new pods the node selectors of their
 * namespaces, as OpenShift does.  Call it while all pods are there. */
void fit_session_set_node_selectors (FitSession *session,
                                     const FitNewPods *new_pods);

/* fit_session_comes_with_node: is it the pending pod of a DaemonSet of the cluster
 * for a node that a what-if adds? */
gboolean fit_session_comes_with_node (const FitSession *session,
                                      const FitPod *pod);

/* fit_session_settle_daemons: puts these pods on their nodes, if the rules allow
 * it, and notes those that do not fit; they stay pending.  Call it when new pods
 * have been admitted. */
gboolean fit_session_settle_daemons (FitSession *session, GError **error);

/* fit_session_adopt: lets the rules try pods of schedulers that they are not,
 * unless these schedulers are at work in the cluster, and notes it.  Call it
 * when pods are complete, and not shared yet.  Fails with FIT_ERROR_USAGE if
 * there is nothing else to try and no profile is chosen. */
gboolean fit_session_adopt (FitSession *session, const FitNewPods *new_pods,
                            GError **error);

/* fit_session_adopts_as: would @session adopt the same pods of @other's cluster
 * as @other has? */
gboolean fit_session_adopts_as (const FitSession *session,
                                const FitSession *other);

/* Prints notes on standard error: oddities; workloads that became pods; missing
 * claims of pods, including those of workloads; what is made of fields that
 * v1.16 does not know; other schedulers with pending pods.  Notes that the other
 * session has printed are not repeated. */
void fit_session_note_objects (const FitSession *session);
void fit_session_note_workloads (const FitSession *session);
void fit_session_note_claims (const FitSession *session);
void fit_session_note_modern (const FitSession *session);
void fit_session_note_other_schedulers (const FitSession *session);
