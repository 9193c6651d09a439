/* resources.h - where an API server has the kinds that a scheduler reads
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

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
} FitApiResource;

/* fit_api_resources: Returns: (transfer none): those that are listed and
 * watched */
const FitApiResource *fit_api_resources (guint *out_n);

G_END_DECLS
