/* discovery.h - which Kubernetes an API server is, and what it serves
 *
 * Asks for /version, for the groups below /apis, and for the resources of those
 * groups that matter.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "client/api-client.h"
#include "client/api-resources.h"
#include "client/retry-delay.h"
#include "releases/release.h"

/* What a server has said.  Whatever it did not tell may be there. */
typedef struct
{
  char *version;         /* (nullable) owned: "v1.34.9"; NULL: unknown */
  GHashTable *groups;    /* (nullable) owned: set of "/apis/policy/v1" */
  GHashTable *read;      /* owned: those of @groups whose resources are known */
  GHashTable *resources; /* owned: set of "/apis/policy/v1/podsecurities" */
} FitServed;

FitServed *fit_served_new (void);
void fit_served_free (FitServed *served);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (FitServed, fit_served_free)

/* fit_served_release: Returns: the known release that is nearest to that of the
 * server; 0: unknown */
FitRelease fit_served_release (const FitServed *served);

/* fit_served_has: @path: of a resource, as in FitApiResource */
gboolean fit_served_has (const FitServed *served, const char *path);

/* fit_served_choose: puts the path that is served in the place of
 * @resource->path, and the other one behind it.  Returns: FALSE: there is
 * neither */
gboolean fit_served_choose (const FitServed *served, FitApiResource *resource);

/* They run on the thread of the client. */
typedef struct
{
  /* @served: (transfer full) */
  void (*found) (FitServed *served, gpointer data);

  /* The server cannot be reached, or does not tell. */
  void (*trouble) (const char *text, gboolean unreachable, gpointer data);
  gpointer data; /* borrowed */
} FitDiscoverySink;

typedef struct _FitDiscovery FitDiscovery;

/* fit_discovery_new: @resources: (transfer none): what is looked for, as long
 * as it lives.  @client is borrowed and must be freed first. */
FitDiscovery *fit_discovery_new (FitApiClient *client,
                                 const FitApiResource *resources, guint n,
                                 const FitDiscoverySink *sink);
void fit_discovery_free (FitDiscovery *discovery);

/* fit_discovery_begin: waits for a server that cannot be reached */
void fit_discovery_begin (FitDiscovery *discovery);
