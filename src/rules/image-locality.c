/* ImageLocality: prefers nodes that already have the pod's images.
 *
 *   sum(node) = over the containers, where the node has the image:
 *               trunc (size * (nodes with the image / all nodes))
 *   score     = M * (clamp (sum) - LO) / (HI - LO)
 *
 * where LO = 23 MiB and HI = 1000 MiB, the latter times the number of
 * containers by the rule IMAGES_PER_CONTAINER; sum is clamped to LO..HI, and M
 * is the maximum score (100).  By the rule IMAGES_INIT, init containers count
 * in both.  The number of nodes with the image is that from when the node was
 * last added or updated, or by the rule IMAGES_CURRENT the current one.
 *
 * Cost per node: an array lookup; beforehand one floating point division per
 * node that has an image.
 */
#include "priorities/image-sums.h"
#include "priorities/priorities.h"
#include "rules/rule-rows.h"

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_image_locality = {
  .name = "ImageLocality",
  .priorities = PRIORITIES (&fit_image_locality_priority),
  .points = POINTS ({ S, FIT_SINCE (18) }),
  .scores = SCORES ({ FROM (18), &fit_score_image_locality }),
};
/* clang-format on */

/* The state is the sum by node index; NULL if no node has any image. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitBehaviour *behaviour = run->priority->data;
  const FitPodSpec *spec = run->meta->pod->spec;
  const FitImageCount count = behaviour->images_are_current
                                  ? FIT_IMAGE_COUNT_CURRENT
                                  : FIT_IMAGE_COUNT_STALE;
  const guint n_nodes = fit_cache_n_nodes (run->meta->cache);
  gint64 *sums = fit_image_sums_add (NULL, run->meta, spec->images,
                                     spec->n_images, count, n_nodes);

  if (behaviour->images_of_init_count)
    sums = fit_image_sums_add (sums, run->meta, spec->init_images,
                               spec->n_init_images, count, n_nodes);
  run->state = sums;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitBehaviour *behaviour = run->priority->data;
  const FitPodSpec *spec = run->meta->pod->spec;
  gint64 n = 1;

  if (behaviour->images_per_container)
    n = spec->n_images;
  if (behaviour->images_of_init_count)
    n += spec->n_init_images;
  fit_image_sums_map (run->state, FIT_IMAGE_MOST_BYTES * n,
                      run->meta->max_score, nodes, scores);
  return TRUE;
}

const FitPriorityInfo fit_score_image_locality = {
  .name = "ImageLocality",
  .summary = "nodes that have the images of the pod's containers",
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = fit_score_behaviour_create,
  .free_data = g_free,
};
