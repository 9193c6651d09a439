/* cluster-trust.h - whose client certificates a server believes, as the cluster
 * says
 *
 * The API server publishes its own authorities for clients and proxies in the
 * ConfigMap kube-system/extension-apiserver-authentication.  It is read again
 * and again: what it says counts some seconds later.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "serving/access.h"

/* All borrowed for as long as it is followed. */
typedef struct
{
  FitApiClient *client;
  FitAccess *access; /* told about each change */
  /* What they say goes before the ConfigMap: about clients with a client_ca,
   * about proxies with a proxy_ca. */
  const FitTrustSettings *settings;
  guint interval_ms;        /* 0: FIT_CLUSTER_TRUST_MS */
  gboolean say_unreachable; /* an API server that does not answer is worth a
                                 note */

  /* (nullable) why it cannot be read; once, until it can.  Runs on the thread
   * of @client. */
  void (*note) (const char *text, gpointer data);
  gpointer data;
} FitClusterTrustOptions;

#define FIT_CLUSTER_TRUST_MS 10000

typedef struct _FitClusterTrust FitClusterTrust;

/* fit_cluster_trust_new: begins to follow it.  Returns: (transfer full) */
FitClusterTrust *fit_cluster_trust_new (const FitClusterTrustOptions *options);

/* fit_cluster_trust_free: after its client */
void fit_cluster_trust_free (FitClusterTrust *trust);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitClusterTrust, fit_cluster_trust_free)

/* fit_cluster_trust_wait: until the first attempt to read it is over.  Not on
 * the thread of the client.  Returns: FALSE with FIT_ERROR_REMOTE without an
 * answer, FIT_ERROR_NOT_FOUND, FIT_ERROR_IO for a refusal, or
 * FIT_ERROR_SCHEMA */
gboolean fit_cluster_trust_wait (FitClusterTrust *trust, GError **error);
