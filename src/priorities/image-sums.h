/* image-sums.h - how much of a pod's images each node has already
 */
#pragma once

#include "priorities/priority.h"

G_BEGIN_DECLS

/* A node that alone has an image gets only a part of its size, lest it draw all
 * pods with it: how many nodes have the image? */
typedef enum
{
  FIT_IMAGE_COUNT_STALE, /* as it was when the node was set last */
  FIT_IMAGE_COUNT_CURRENT,
} FitImageCount;

/* Less than this is not worth mentioning. */
#define FIT_IMAGE_LEAST_BYTES (G_GINT64_CONSTANT (23) * 1024 * 1024)

/* More than this, or so much per container, makes no difference. */
#define FIT_IMAGE_MOST_BYTES (G_GINT64_CONSTANT (1000) * 1024 * 1024)

/* fit_image_sums_add: adds to the sums of all nodes, by node index, trunc (size
 * * nodes with the image / all nodes) for each of @images.  Returns: (nullable):
 * @sums, made where it was NULL and some node has one of @images; memory of the
 * cycle's arena */
gint64 *fit_image_sums_add (gint64 *sums, const FitPriorityMetadata *meta,
                            const char *const *images, guint n,
                            FitImageCount count);

/* fit_image_sums_map: M * (clamp (sum) - LEAST) / (@most - LEAST), where M is
 * the resolution; @sums: (nullable) */
void fit_image_sums_map (const gint64 *sums, gint64 most, gint64 resolution,
                         const FitNodeList *nodes, gint64 *scores);

G_END_DECLS
