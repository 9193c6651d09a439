/* images.h - which nodes hold which container images
 *
 * The size of an image is the one reported by the first node.  Each node stores
 * how many nodes had the image when it was last added or updated, so these
 * counts may be stale.  Both are as in v1.16.
 * SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include "api/node.h"

typedef struct _FitImages FitImages;

/* One image on one node. */
typedef struct
{
  guint32 node;      /* node index */
  guint32 num_nodes; /* number of nodes with the image when this node was last
                        set */
} FitImageOnNode;

FitImages *fit_images_new (void);
void fit_images_free (FitImages *images);

/* fit_images_set_node: node number @index reports the images of @node;
 * NULL withdraws them */
void fit_images_set_node (FitImages *images, guint index, const FitNode *node);

/* fit_images_most_bytes: Returns: no node counts more bytes of the image @name
 * (interned normalised) than this, if there are @n_nodes: size * num_nodes /
 * @n_nodes; -1 if that is not known, since the size is negative */
gint64 fit_images_most_bytes (const FitImages *images, const char *name,
                              guint n_nodes);

/**
 * fit_images_lookup:
 * @name: interned normalised name
 * @out_size: (out): bytes
 * @out_n: (out): elements of the result
 *
 * Returns: (transfer none) (nullable): the nodes with the image
 */
const FitImageOnNode *fit_images_lookup (const FitImages *images,
                                         const char *name, gint64 *out_size,
                                         guint *out_n);
