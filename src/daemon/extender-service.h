/* extender-service.h - Policies that answer a kube-scheduler, beside a real
 * cluster
 *
 * Watches the cluster as a scheduler does, and serves for each Policy
 *
 *   POST /NAME/filter, /NAME/prioritize, /NAME/preempt
 *   POST /NAME/prioritize/PRIORITY   the scores of one priority, exact
 *
 * and /healthz, /livez, /readyz and /metrics.  A single Policy answers without
 * /NAME, too.  Before the whole cluster has been read every answer is an error.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "client/api-client.h"
#include "factory/registry.h"
#include "policy/policy.h"
#include "serving/server.h"

typedef struct
{
  const char *name;  /* of its paths */
  const char *file;  /* for messages */
  FitPolicy *policy; /* (transfer full) */
} FitServedPolicy;

typedef struct
{
  const FitApiConfig *api;     /* borrowed during the call */
  const FitRegistry *registry; /* borrowed during the call */
  FitFeatureGates gates;
  gint32 hard_pod_affinity_symmetric_weight; /* of Policies that have none */
  FitDecodeFlags flags;

  FitServedPolicy *policies; /* at least one */
  guint n_policies;

  const char *address;
  guint port;              /* 0: any that is free */
  const FitServerTLS *tls; /* (nullable): NULL: plain HTTP */
  FitLiveFiles *client_ca; /* (nullable) borrowed, loaded: PEM; with TLS: only
                              those with a certificate of these authorities may
                              ask */

  /* From any thread: a message for the user. */
  void (*note) (const char *text, gpointer data);

  /* (nullable): a request to the API server has ended.  From another thread. */
  FitApiObserver requested;
  FitApiDetail detail; /* for it */

  gpointer data; /* borrowed */
} FitExtenderServiceOptions;

typedef struct _FitExtenderService FitExtenderService;

/* fit_extender_service_new: listens from now on.  Returns: (transfer full)
 * (nullable): FIT_ERROR_POLICY "FILE: ..." for a Policy; FIT_ERROR_IO for the
 * address; the error of a file that @options->api names */
FitExtenderService *
fit_extender_service_new (const FitExtenderServiceOptions *options,
                          GError **error);
void fit_extender_service_free (FitExtenderService *service);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitExtenderService, fit_extender_service_free)

guint fit_extender_service_port (const FitExtenderService *service);

/* fit_extender_service_run: runs until fit_extender_service_stop(), which may
 * be called from any thread */
void fit_extender_service_run (FitExtenderService *service);
void fit_extender_service_stop (FitExtenderService *service);
