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
  .points = POINTS ({ 18, 0, S }),
  .scores = SCORES ({ FROM (18), &fit_score_image_locality }),
  .score_rules = FLAGS (
    { FIT_SCORE_IMAGES_PER_CONTAINER, FROM (19), ON },
    { FIT_SCORE_IMAGES_CURRENT, FROM (29), ON },
    { FIT_SCORE_IMAGES_INIT, FROM (30), ON }),
};
/* clang-format on */

/* The data is the rules. */
static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;

  *out_data = GUINT_TO_POINTER (
      fit_score_rules (&fit_rule_image_locality, given->release));
  return TRUE;
}

static guint
rules_of (const FitPriorityRun *run)
{
  return GPOINTER_TO_UINT (run->priority->data);
}

/* The state is the sum by node index; NULL if no node has any image. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const FitImageCount count = rules_of (run) & FIT_SCORE_IMAGES_CURRENT
                                  ? FIT_IMAGE_COUNT_CURRENT
                                  : FIT_IMAGE_COUNT_STALE;
  const guint n_nodes = fit_cache_n_nodes (run->meta->cache);
  gint64 *sums = fit_image_sums_add (NULL, run->meta, spec->images,
                                     spec->n_images, count, n_nodes);

  if (rules_of (run) & FIT_SCORE_IMAGES_INIT)
    sums = fit_image_sums_add (sums, run->meta, spec->init_images,
                               spec->n_init_images, count, n_nodes);
  run->state = sums;
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  gint64 n = 1;

  if (rules_of (run) & FIT_SCORE_IMAGES_PER_CONTAINER)
    n = spec->n_images;
  if (rules_of (run) & FIT_SCORE_IMAGES_INIT)
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
  .create = create,
};
