/* extender-private.h - the parts of an extender client (private to core/)
 */
#pragma once

#include "base/http.h"
#include "base/value-json.h"
#include "core/extender.h"

G_BEGIN_DECLS

struct _FitExtender
{
  const FitExtenderPolicy *policy; /* borrowed */
  char *name;                      /* owned: the URL prefix, as it is shown */
  FitExtenderOptions options;
  FitHttpClient *client; /* (nullable) owned: NULL: @no_client says why */
  GError *no_client;     /* (nullable) owned */
  guint timeout_ms;
  guint n_resources;
  const char **resources; /* owned: interned names of what it manages */
};

/* --- requests: extender-request.c ---------------------------------------- */

/* fit_extender_body: what a filter or prioritize call asks.  Returns:
 * (transfer full) (nullable): NULL when the text of an object is missing */
GString *fit_extender_body (const FitExtender *extender, const FitPod *pod,
                            const FitNodeInfo *const *nodes, guint n_nodes,
                            GError **error);

/* fit_extender_bind_body: Returns: (transfer full) */
GString *fit_extender_bind_body (const FitPod *pod, const char *node_name);

/* fit_extender_preempt_body: as fit_extender_body(); @candidates as
 * fit_extender_preempt() */
GString *fit_extender_preempt_body (const FitExtender *extender,
                                    const FitPod *pod, const GArray *candidates,
                                    GError **error);

/**
 * fit_extender_send:
 * @repeatable: as in FitHttpRequest
 *
 * Returns: (transfer full) (nullable): the body of an answer with status 200
 */
GBytes *fit_extender_send (const FitExtender *extender, const char *verb,
                           const GString *body, gboolean repeatable,
                           GError **error);

/* fit_extender_prioritize_body: fit_extender_prioritize() with its body, which
 * extenders of one kind share */
gboolean fit_extender_prioritize_body (const FitExtender *extender,
                                       const GString *body,
                                       const FitNodeInfo *const *nodes,
                                       guint n_nodes, gint64 *out_scores,
                                       GError **error);

G_END_DECLS
