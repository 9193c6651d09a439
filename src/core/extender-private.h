/* extender-private.h - the parts of an extender client (private to core/)
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "releases/behaviour.h"
#include "net/http.h"
#include "formats/value-json.h"
#include "core/extender.h"

struct _FitExtender
{
  const FitExtenderPolicy *policy; /* borrowed */
  char *name;                      /* owned: the URL prefix, as printed */
  FitExtenderOptions options;
  FitBehaviour behaviour; /* of the release in @options */
  FitHttpClient *client;  /* (nullable) owned; NULL: @no_client says why */
  GError *no_client;      /* (nullable) owned */
  guint timeout_ms;
  guint n_resources;
  const char **resources; /* owned: interned names of the managed resources */
};

/* -- requests: extender-request.c ------------------------------------------ */

/* fit_extender_body: the body of a filter or prioritize call.  Returns:
 * (transfer full) (nullable): NULL if the text of an object was not kept */
GString *fit_extender_body (const FitExtender *extender, const FitPod *pod,
                            const FitNodeInfo *const *nodes, guint n_nodes,
                            GError **error);

/* fit_extender_bind_body: Returns: (transfer full) */
GString *fit_extender_bind_body (const FitPod *pod, const char *node_name);

/* fit_extender_preempt_body: like fit_extender_body(); @candidates as in
 * fit_extender_preempt() */
GString *fit_extender_preempt_body (const FitExtender *extender,
                                    const FitPod *pod, const GArray *candidates,
                                    GError **error);

/**
 * fit_extender_send:
 * @once: (nullable): the request must not be sent a second time; set if its
 *   answer is lost
 *
 * Returns: (transfer full) (nullable): the body of the response, if its status
 *   is 200
 */
GBytes *fit_extender_send (const FitExtender *extender, const char *verb,
                           const GString *body, gboolean *once, GError **error);

/* fit_extender_fail_status: the extender answered a call to @verb with @status,
 * which is not 200.  Returns: FALSE */
gboolean fit_extender_fail_status (const FitExtender *extender,
                                   const char *verb, guint status,
                                   GError **error);

/* fit_extender_keep: the answer to filter is the nodes called @names.  Returns:
 * FALSE if the release does not take one of them */
gboolean fit_extender_keep (const FitExtenderQuestion *question,
                            const char *const *names, guint n_names,
                            gboolean as_objects,
                            FitExtenderSelection *selection, GError **error);

/* fit_extender_victims_on: Returns: (nullable): the node called @name in an
 * answer to preempt; NULL: there is none */
const FitNodeInfo *fit_extender_victims_on (const FitExtenderQuestion *question,
                                            const char *name, GError **error);

/* fit_extender_prioritize_body: like fit_extender_prioritize(), with a request
 * body that extenders of one kind share */
gboolean fit_extender_prioritize_body (const FitExtender *extender,
                                       const GString *body,
                                       const FitNodeInfo *const *nodes,
                                       guint n_nodes, gint64 *out_scores,
                                       GError **error);
