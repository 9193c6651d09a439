/* session.h - what simulate and explain start from: rules, cluster, threads
 */
#pragma once

#include "cli/verbs.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;
  FitRegistry *registry;
  FitObjects *objects;
  FitWorkerPool *pool;
} FitSession;

/* fit_session_gates: what --feature-gates says */
gboolean fit_session_gates (const FitInvocation *invocation,
                            FitFeatureGates *out_gates, GError **error);

/* fit_session_registry: v1.16's rules and those of the program.
 * Returns: (transfer full) */
FitRegistry *fit_session_registry (const FitInvocation *invocation,
                                   FitFeatureGates gates);

/* fit_session_decode_flags: what --as-is and --legacy-labels say */
FitDecodeFlags fit_session_decode_flags (const FitInvocation *invocation);

/* fit_session_describe_unknown, _labels: what in @objects will be ignored.
 * Returns: (transfer full) (nullable): NULL when there is nothing to say */
char *fit_session_describe_unknown (const FitObjects *objects);
char *fit_session_describe_labels (const FitObjects *objects);

/**
 * fit_session_open:
 * @session: (out): uninitialised
 *
 * Checks the options, reads the cluster and says on standard error what in it
 * was ignored.
 */
gboolean fit_session_open (FitSession *session, const FitInvocation *invocation,
                           GError **error);

void fit_session_close (FitSession *session);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FitSession, fit_session_close)

/* fit_session_simulate: reads the Policy, if any, and starts from the cluster
 * as it is in @session.  Returns: (transfer full) (nullable) */
FitSimulation *fit_session_simulate (const FitSession *session, GError **error);

/* fit_session_note_rules: says what @simulation does not do as v1.16 would */
void fit_session_note_rules (FitSimulation *simulation);

/* fit_session_find_pod: @name is [NAMESPACE/]NAME.  Returns: (transfer none):
 * FIT_ERROR_NOT_FOUND with a hint */
const FitPod *fit_session_find_pod (const FitSession *session, const char *name,
                                    GError **error);

/* fit_session_make_pending: replaces @pod in the cluster by a copy that is
 * neither assigned nor finished.  Returns: (transfer none): the copy */
const FitPod *fit_session_make_pending (FitSession *session, const FitPod *pod);

/* fit_session_restore: puts @pod back in the place of @copy */
void fit_session_restore (FitSession *session, const FitPod *copy,
                          const FitPod *pod);

G_END_DECLS
