/* session-private.h - the steps by which a session opens
 */
#pragma once

#include "cli/session.h"

G_BEGIN_DECLS

/* fit_session_check_options: a cluster is named, and standard input once */
gboolean fit_session_check_options (const FitOptions *options, GError **error);

/* fit_session_read_cluster: fills the objects, workloads and templates of
 * @session */
gboolean fit_session_read_cluster (FitSession *session, GError **error);

/* fit_session_make_all_pending: the pods from number @inout_first on are pending,
 * and take the place of pods of the same name before them */
void fit_session_make_all_pending (GPtrArray *pods, guint *inout_first);

/* Notes on standard error; what the session beside has said is not said again:
 * what is odd; what became pods; claims that pods, those of workloads too, do not
 * find; who else has pods to schedule. */
void fit_session_note_objects (const FitSession *session);
void fit_session_note_workloads (const FitSession *session);
void fit_session_note_claims (const FitSession *session);
void fit_session_note_other_schedulers (const FitSession *session);

G_END_DECLS
