/* node-reports.h - what nodes say of themselves again and again
 */
#pragma once

#include "api/objects.h"

G_BEGIN_DECLS

/* fit_nodes_with_images: A node counts on how many nodes an image is when it sends its
 * status.  In a cluster that lives, each has done so since it has known the others.
 * Returns: (transfer container): those of @nodes, of FitNode, for which that matters,
 * in their order: they are to be set once more */
GPtrArray *fit_nodes_with_images (const GPtrArray *nodes);

G_END_DECLS
