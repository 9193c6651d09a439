/* ImageLocalityPriority: prefers nodes that already have the pod's images.
 *
 *   sum(node) = over the containers, where the node has the image:
 *               trunc (size * (nodes with the image / all nodes))
 *   score     = M * (clamp (sum) - LO) / (HI - LO)
 *
 * where LO = 23 MiB, HI = 1000 MiB, sum is clamped to LO..HI and M is the
 * maximum score (10).  The factor keeps a single node with an image from
 * attracting all pods.  A node that was removed while it had pods is one of all
 * nodes until they are gone.  Size and number of nodes may be stale, as in
 * v1.16: see cluster/images.h.  Init containers do not count.  An image used by
 * two containers counts twice.
 *
 * Cost per node: an array lookup; beforehand one floating point division per
 * node that has an image.  None if the images are too small to count anywhere.
 */
#include "priorities/image-sums.h"
#include "cluster/cache.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"

static gboolean prepare (FitPriorityRun *run, const FitNodeList *feasible,
                         GError **error);
static gboolean map (const FitPriorityRun *run, const FitNodeList *nodes,
                     gint64 *scores, GError **error);

const FitPriorityInfo fit_image_locality_priority = {
  .name = "ImageLocalityPriority",
  .summary = "nodes that have the images of the pod's containers",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .constant_early = TRUE,
};

gint64 *
fit_image_sums_add (gint64 *sums, const FitPriorityMetadata *meta,
                    const char *const *images, guint n, FitImageCount count,
                    guint n_nodes)
{
  const FitImages *known = fit_cache_images (meta->cache);

  for (guint i = 0; i < n; i++)
    {
      gint64 size = 0;
      guint n_on = 0;
      const FitImageOnNode *on
          = fit_images_lookup (known, images[i], &size, &n_on);

      if (on == NULL)
        continue;
      if (sums == NULL)
        sums = fit_arena_new0 (meta->arena, gint64,
                               fit_cache_n_slots (meta->cache));
      for (guint k = 0; k < n_on; k++)
        {
          const guint n_have
              = count == FIT_IMAGE_COUNT_CURRENT ? n_on : on[k].num_nodes;
          const double spread = (double) n_have / (double) n_nodes;
          gint64 *sum = &sums[on[k].node];

          *sum = fit_wrapping_add (*sum, fit_truncate ((double) size * spread));
        }
    }
  return sums;
}

void
fit_image_sums_map (const gint64 *sums, gint64 most, gint64 resolution,
                    const FitNodeList *nodes, gint64 *scores)
{
  for (guint i = 0; i < nodes->n; i++)
    {
      const gint64 sum = sums != NULL ? sums[nodes->nodes[i]->index] : 0;

      scores[i]
          = resolution
            * (CLAMP (sum, FIT_IMAGE_LEAST_BYTES, most) - FIT_IMAGE_LEAST_BYTES)
            / (most - FIT_IMAGE_LEAST_BYTES);
    }
}

/* Can no node have enough of the images to count? */
static gboolean
too_small (const FitPriorityMetadata *meta, const FitPodSpec *spec,
           guint n_nodes)
{
  const FitImages *known = fit_cache_images (meta->cache);
  gint64 left = FIT_IMAGE_LEAST_BYTES;

  for (guint i = 0; i < spec->n_images && left >= 0; i++)
    {
      const gint64 most
          = fit_images_most_bytes (known, spec->images[i], n_nodes);

      left = most < 0 || most > left ? -1 : left - most;
    }
  return left >= 0;
}

/* The state is the sum by node index; NULL if no node has any image, or not
 * enough of them. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const guint n_nodes = fit_cache_n_snapshot_nodes (run->meta->cache);

  run->constant = n_nodes > 0 && too_small (run->meta, spec, n_nodes);
  if (run->constant || run->early)
    return TRUE;
  run->state
      = fit_image_sums_add (NULL, run->meta, spec->images, spec->n_images,
                            FIT_IMAGE_COUNT_STALE, n_nodes);
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  fit_image_sums_map (run->state, FIT_IMAGE_MOST_BYTES, run->meta->max_score,
                      nodes, scores);
  return TRUE;
}
