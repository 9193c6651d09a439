/* server-policy.h - a Policy in a ConfigMap of the cluster
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"

/* The only key that kube-scheduler reads. */
#define FIT_POLICY_KEY "policy.cfg"

typedef struct _FitServerPolicy FitServerPolicy;

/* fit_server_policy_new: @api: borrowed during the call.  Returns: (transfer
 * full) (nullable): NULL if files of @api cannot be read */
FitServerPolicy *fit_server_policy_new (const FitApiConfig *api,
                                        const char *namespace_,
                                        const char *name, GError **error);
void fit_server_policy_free (FitServerPolicy *policy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitServerPolicy, fit_server_policy_free)

/* fit_server_policy_observe: tells @observer of its requests; before the
 * first */
void fit_server_policy_observe (FitServerPolicy *policy,
                                FitApiObserver observer, gpointer data,
                                const FitApiDetail *detail);

/* fit_server_policy_name: "ConfigMap NAMESPACE/NAME, key policy.cfg" */
const char *fit_server_policy_name (const FitServerPolicy *policy);

/**
 * fit_server_policy_read:
 *
 * Waits for the answer of the API server.
 *
 * Errors: FIT_ERROR_REMOTE: there is no answer, and the next attempt may get
 * one.  FIT_ERROR_INCOMPLETE: fit_server_policy_cancel().  FIT_ERROR_NOT_FOUND,
 * FIT_ERROR_IO, FIT_ERROR_SCHEMA: there is no such ConfigMap, it may not be
 * read, or it has no Policy.
 *
 * Returns: (transfer full) (nullable): the text
 */
char *fit_server_policy_read (FitServerPolicy *policy, GError **error);

/* fit_server_policy_sleep: waits for @ms.  Returns: FALSE after
 * fit_server_policy_cancel() */
gboolean fit_server_policy_sleep (FitServerPolicy *policy, guint ms);

/* fit_server_policy_cancel: ends whatever waits at once, and every later call.
 * From any thread. */
void fit_server_policy_cancel (FitServerPolicy *policy);
