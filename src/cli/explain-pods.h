/* explain-pods.h - which pods 'fitsched explain' is about
 */
#pragma once

#include "cli/session.h"

G_BEGIN_DECLS

/* fit_explain_check: FIT_ERROR_USAGE where POD and options do not go together */
gboolean fit_explain_check (const FitInvocation *invocation, GError **error);

/**
 * fit_explain_find_pods:
 * @pods: of FitPod, borrowed: gets what the operands, -n, -A and --all-pending
 *   stand for, each pod once
 *
 * Returns: FALSE with FIT_ERROR_NOT_FOUND and a hint
 */
gboolean fit_explain_find_pods (const FitSession *session, GPtrArray *pods,
                                GError **error);

G_END_DECLS
