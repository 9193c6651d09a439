/* api-resources.h - where an API server has the kinds that a scheduler reads
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/objects.h"
#include "releases/release.h"

typedef struct
{
  FitKind kind;
  const char *path;    /* "/api/v1/pods" */
  const char *plural;  /* "pods", for messages */
  const char *query;   /* (nullable) of lists and watches: a field selector */
  const char *instead; /* (nullable): another path, where the first is not
                          served */
  gboolean needed; /* without it nothing can be decided: a refusal is not taken
                      for an empty list */
  FitSpan span;    /* of releases whose scheduler reads it */
} FitApiResource;

/* fit_api_resources: Returns: (transfer none): those that a scheduler of
 * @release lists and watches */
const FitApiResource *fit_api_resources (FitRelease release, guint *out_n);

/* fit_api_resource_decode: adds the item @value of a list to @objects, in which
 * it must be an object of the kind of @resource; FIT_ERROR_REMOTE if it is
 * another.
 * @api_version: (nullable): of the list */
gboolean fit_api_resource_decode (const FitApiResource *resource,
                                  FitObjects *objects, const FitValue *value,
                                  const char *api_version, FitDecodeFlags flags,
                                  GError **error);
