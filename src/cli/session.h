/* session.h - what simulate and explain start from: rules, cluster, threads
 *
 * The Policy is read before the cluster, since objects are kept as they were
 * written only where an extender is shown them.
 */
#pragma once

#include "cli/verbs.h"
#include "simulate/simulation.h"

G_BEGIN_DECLS

typedef struct
{
  const FitInvocation *invocation; /* borrowed */
  FitFeatureGates gates;
  FitPolicy *policy; /* (nullable) owned: read, and not taken yet */
  guint n_extenders; /* of the Policy */
  FitRegistry *registry;
  FitObjects *objects;
  GPtrArray *templates; /* owned, of FitPod: pods of --pods to be copied */
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

/* fit_session_cluster_flags: the same for a cluster and its trace: extenders
 * and recordings show objects as they were written */
FitDecodeFlags fit_session_cluster_flags (const FitSession *session);

/* fit_session_describe_unknown: kinds that are not read ("apiVersion/kind" ->
 * count); fit_session_describe_labels: labels that v1.16 does not read.
 * Returns: (transfer full) (nullable): NULL when there is nothing to say */
char *fit_session_describe_unknown (GHashTable *unknown);
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

/* fit_session_rules: fills @out_rules, whose policy is then the caller's to
 * pass on.  May be called again: the Policy is read again then. */
gboolean fit_session_rules (FitSession *session,
                            FitSimulationOptions *out_rules, GError **error);

/* fit_session_simulate: starts from @objects, the cluster of @session or one
 * like it.  Returns: (transfer full) (nullable) */
FitSimulation *fit_session_simulate (FitSession *session,
                                     const FitObjects *objects, GError **error);

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
