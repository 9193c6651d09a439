/* image-sums.h - how much of a pod's images each node already has
 */
#pragma once

#include "priorities/priority.h"

G_BEGIN_DECLS

/* The size of an image counts in proportion to the nodes that have it, so that
 * a single node with the image does not attract all pods.  Which number of
 * nodes to use? */
typedef enum
{
  FIT_IMAGE_COUNT_STALE, /* the number when the node was last set */
  FIT_IMAGE_COUNT_CURRENT,
} FitImageCount;

/* Less than this does not count. */
#define FIT_IMAGE_LEAST_BYTES (G_GINT64_CONSTANT (23) * 1024 * 1024)

/* More than this, in all or per container, makes no difference. */
#define FIT_IMAGE_MOST_BYTES (G_GINT64_CONSTANT (1000) * 1024 * 1024)

/* fit_image_sums_add: adds trunc (size * nodes with the image / @n_nodes) to the
 * sums of all nodes, by node index, for each of @images.  Returns: (nullable):
 * @sums; if it was NULL and some node has one of @images, new ones in memory of
 * the cycle's arena */
gint64 *fit_image_sums_add (gint64 *sums, const FitPriorityMetadata *meta,
                            const char *const *images, guint n,
                            FitImageCount count, guint n_nodes);

/* fit_image_sums_map: M * (clamp (sum) - LEAST) / (@most - LEAST), where M is
 * @resolution; @sums: (nullable) */
void fit_image_sums_map (const gint64 *sums, gint64 most, gint64 resolution,
                         const FitNodeList *nodes, gint64 *scores);

G_END_DECLS
