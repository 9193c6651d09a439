/* cmd-simulate.h - the modes of 'fitsched simulate'
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"

/* fit_simulate_trace: --trace: prints decisions as they are made */
FitExit fit_simulate_trace (FitSession *session, GError **error);

/* fit_simulate_until_full: --until-full */
FitExit fit_simulate_until_full (FitSession *session, GError **error);

/* fit_simulate_nodes_needed: --nodes-needed */
FitExit fit_simulate_nodes_needed (FitSession *session, GError **error);

/* fit_simulate_compress: --compress */
FitExit fit_simulate_compress (FitSession *session, GError **error);

/* fit_simulate_moves: --moves */
FitExit fit_simulate_moves (FitSession *session, GError **error);

/* fit_simulate_rollout: --rollout */
FitExit fit_simulate_rollout (FitSession *session, GError **error);

/* fit_simulate_sweep: --sweep */
FitExit fit_simulate_sweep (const FitInvocation *invocation, GError **error);
