/* explain-page.h - what 'fitsched explain' prints, for the page /debug/explain
 * of 'fitsched run'
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "cli/session.h"
#include "daemon/daemon.h"

/**
 * fit_explain_page:
 * @session: the rules that run; only one thread at a time may ask
 *
 * Explains a pod with a simulation of its own, so the decisions of the running
 * scheduler do not depend on who asks.  Appends the result to @out.
 *
 * Returns: FALSE with FIT_ERROR_NOT_FOUND and others
 */
gboolean fit_explain_page (FitSession *session,
                           const FitExplainQuestion *question, GString *out,
                           GError **error);
