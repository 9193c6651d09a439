/* ImageLocalityPriority: prefers nodes that have the pod's images already.
 *
 *   sum(node) = over the containers, where the node has the image:
 *               trunc (size * (nodes with the image / all nodes))
 *   score     = M * (clamp (sum) - LO) / (HI - LO)
 *
 * where LO = 23 MiB, HI = 1000 MiB, sum is clamped to LO..HI and M is the
 * resolution (10).  The factor keeps a node that alone has an image from
 * drawing all pods with it.  Size and number of nodes are as stale as v1.16
 * lets them be: see cluster/images.h.  Init containers do not count, an image
 * used by two containers counts twice.
 *
 * Cost per node: a look into an array; beforehand one floating point division
 * per node that has an image.
 */
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
};

#define LEAST_BYTES (G_GINT64_CONSTANT (23) * 1024 * 1024)
#define MOST_BYTES (G_GINT64_CONSTANT (1000) * 1024 * 1024)

/* The state is the sum by node index, NULL where no image is anywhere. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitImages *images = fit_cache_images (meta->cache);
  const FitPodSpec *spec = meta->pod->spec;
  const double all_nodes = (double) meta->total_num_nodes;
  gint64 *sums = NULL;

  for (guint i = 0; i < spec->n_images; i++)
    {
      gint64 size = 0;
      guint n = 0;
      const FitImageOnNode *on
          = fit_images_lookup (images, spec->images[i], &size, &n);

      if (on == NULL)
        continue;
      if (sums == NULL)
        sums = fit_arena_new0 (meta->arena, gint64,
                               fit_cache_n_slots (meta->cache));
      for (guint k = 0; k < n; k++)
        {
          const double spread = (double) on[k].num_nodes / all_nodes;
          gint64 *sum = &sums[on[k].node];

          *sum = fit_wrapping_add (*sum, fit_truncate ((double) size * spread));
        }
    }
  run->state = sums;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const gint64 *sums = run->state;
  const gint64 max = run->meta->max_score;

  for (guint i = 0; i < nodes->n; i++)
    {
      const gint64 sum = sums != NULL ? sums[nodes->nodes[i]->index] : 0;

      scores[i] = max * (CLAMP (sum, LEAST_BYTES, MOST_BYTES) - LEAST_BYTES)
                  / (MOST_BYTES - LEAST_BYTES);
    }
  return TRUE;
}
