/* image-locality.c - ImageLocality at Score; up to v1.17 priority
 * ImageLocalityPriority
 *
 * Prefers nodes that already have the pod's images.
 *
 *   sum(node) = over the containers, where the node has the image:
 *               trunc (size * (nodes with the image / all nodes))
 *   score     = M * (clamp (sum) - LO) / (HI - LO)
 *
 * where LO = 23 MiB and HI = 1000 MiB, the latter times the number of
 * containers with images_per_container; sum is clamped to LO..HI, and M is the
 * maximum score.  With images_of_volumes_count, images that are mounted as
 * volumes are in the sum, too, but not in the limit.  The factor keeps a single node with an image from attracting
 * all pods.  With images_of_init_count, init containers count in both.  An
 * image used by two containers counts twice.
 *
 * The number of nodes with the image is that from when the node was last added
 * or updated, or with images_are_current the current one; the size may be
 * stale, too (see cluster/images.h).  For v1.16, a node that was removed while
 * it had pods is one of all nodes until they are gone.
 *
 * Cost per node: an array lookup; beforehand one floating point division per
 * node that has an image.  None in v1.16 if the images are too small to count
 * anywhere.
 * Tests: tests/rules/test-image-locality*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/cache.h"
#include "priorities/priorities.h"
#include "priorities/scoring.h"
#include "rules/rule-rows.h"

#define SCORE_SUMMARY "nodes that have the images of the pod's containers"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPriorityInfo score_image_locality;

static gboolean sign (const FitPod *pod, gconstpointer args,
                      GString *signature);

/* clang-format off */
const FitRule fit_rule_image_locality = {
  .name = "ImageLocality",
  .priorities = PRIORITIES (&fit_image_locality_priority),
  .points = POINTS ({ S, FIT_SINCE (18) }),
  .scores = SCORES ({ FROM (18), &score_image_locality }),
  .weights = WEIGHTS ({ "ImageLocalityPriority", FIT_ALWAYS, 1, 1, 1 }),
  .orders = ORDER (
    .unlike = ORDER_OF_TEN "a node with an image of 200 MB, which is one of two, had 0 like one without it",
    .cluster = ORDER_NODE ("n1", "", "", "{names: [\"i:latest\"], sizeBytes: 200000000}") ORDER_NODE ("n2", "", "", "")
      ORDER_POD ("new", "", "", "")),
  .notes = NOTES (
    { "the upper limit is 1000 MB for each container", FIT_SINCE (19) },
    { "the number of nodes with an image is up to date", FIT_SINCE (29) },
    { "images of init containers count towards the sum and the limit", FIT_SINCE (30) },
    { "images that are mounted as volumes count towards the sum", FIT_SINCE (36) }),
  .sign = sign,
};
/* clang-format on */

static gboolean
sign (const FitPod *pod, gconstpointer args, GString *signature)
{
  const FitPodSpec *spec = pod->spec;
  GPtrArray *parts = g_ptr_array_new ();

  for (guint i = 0; i < spec->n_images; i++)
    g_ptr_array_add (parts, (gpointer) spec->images[i]);
  for (guint i = 0; i < spec->n_init_images; i++)
    g_ptr_array_add (parts, (gpointer) spec->init_images[i]);
  fit_sign_sorted (parts, TRUE, signature);
  return TRUE;
}

/* Less than this does not count. */
#define LEAST_BYTES (G_GINT64_CONSTANT (23) * 1024 * 1024)

/* More than this, in all or per container, makes no difference. */
#define MOST_BYTES (G_GINT64_CONSTANT (1000) * 1024 * 1024)

/* Adds what @images count on each node to @sums (nullable).  Returns:
 * (nullable): the sums by node index */
static gint64 *
add_images (gint64 *sums, const FitPriorityRun *run, const char *const *images,
            guint n, guint n_nodes)
{
  const FitPriorityMetadata *meta = run->meta;
  const FitImages *known = fit_cache_images (meta->cache);
  const gboolean current = fit_score_behaviour (run)->images_are_current;

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
          const guint n_have = current ? n_on : on[k].num_nodes;
          const double spread = (double) n_have / (double) n_nodes;
          gint64 *sum = &sums[on[k].node];

          *sum = fit_wrapping_add (*sum, fit_truncate ((double) size * spread));
        }
    }
  return sums;
}

/* Returns: what is left of @left bytes when a node has all of @images, at most;
 * negative if that may be more */
static gint64
room_left (const FitPriorityRun *run, const char *const *images, guint n,
           guint n_nodes, gint64 left)
{
  const FitImages *known = fit_cache_images (run->meta->cache);
  const gboolean current = fit_score_behaviour (run)->images_are_current;

  for (guint i = 0; i < n && left >= 0; i++)
    {
      gint64 size = 0, most;
      guint n_on = 0;

      if (fit_images_lookup (known, images[i], &size, &n_on) == NULL)
        continue;
      most = current ? fit_truncate ((double) size
                                     * ((double) n_on / (double) n_nodes))
                     : fit_images_most_bytes (known, images[i], n_nodes);
      left = most < 0 || most > left ? -1 : left - most;
    }
  return left;
}

/* The images that are mounted as volumes, in memory of the arena. */
static guint
list_volume_images (const FitPriorityRun *run, const char ***out_images)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  guint n = 0;

  *out_images = NULL;
  if (!fit_score_behaviour (run)->images_of_volumes_count)
    return 0;
  for (guint i = 0; i < spec->n_volumes; i++)
    {
      const FitVolume *volume = &spec->volumes[i];

      if (volume->type != FIT_VOLUME_OTHER || volume->id[0] == '\0')
        continue;
      if (*out_images == NULL)
        *out_images
            = fit_arena_newn (run->meta->arena, const char *, spec->n_volumes);
      (*out_images)[n++] = volume->id;
    }
  return n;
}

/* The state is the sum by node index; NULL if no node can have enough to
 * count. */
static gboolean
prepare (FitPriorityRun *run, const FitNodeList *feasible, GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const guint n_nodes = fit_cache_n_nodes (run->meta->cache);
  const guint n_init = fit_score_behaviour (run)->images_of_init_count
                           ? spec->n_init_images
                           : 0;
  const char **mounted;
  const guint n_mounted = list_volume_images (run, &mounted);
  gint64 left
      = room_left (run, spec->images, spec->n_images, n_nodes, LEAST_BYTES);

  left = room_left (run, spec->init_images, n_init, n_nodes, left);
  left = room_left (run, mounted, n_mounted, n_nodes, left);
  run->constant = left >= 0 || run->meta->bare_nodes;
  if (run->constant || run->early)
    return TRUE;
  run->state = add_images (NULL, run, spec->images, spec->n_images, n_nodes);
  run->state = add_images (run->state, run, spec->init_images, n_init, n_nodes);
  run->state = add_images (run->state, run, mounted, n_mounted, n_nodes);
  return TRUE;
}

static gboolean
map (const FitPriorityRun *run, const FitNodeList *nodes, gint64 *scores,
     GError **error)
{
  const FitBehaviour *behaviour = fit_score_behaviour (run);
  const FitPodSpec *spec = run->meta->pod->spec;
  const gint64 n_counted
      = (behaviour->images_per_container ? spec->n_images : 1)
        + (gint64) (behaviour->images_of_init_count ? spec->n_init_images : 0);
  const gint64 most = MOST_BYTES * n_counted;
  const gint64 *sums = run->state;

  for (guint i = 0; i < nodes->n; i++)
    {
      const gint64 sum = sums != NULL ? sums[nodes->nodes[i]->index] : 0;

      scores[i] = run->meta->max_score
                  * (CLAMP (sum, LEAST_BYTES, most) - LEAST_BYTES)
                  / (most - LEAST_BYTES);
    }
  return TRUE;
}

static const FitPriorityInfo score_image_locality = {
  .name = "ImageLocality",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .prepare = prepare,
  .create = fit_score_behaviour_create,
  .free_data = g_free,
  .constant_early = TRUE,
};

/* -- v1.16: ImageLocalityPriority ------------------------------------------ */

/* The state is the same. */
static gboolean
former_prepare (FitPriorityRun *run, const FitNodeList *feasible,
                GError **error)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  const guint n_nodes = fit_cache_n_snapshot_nodes (run->meta->cache);

  run->constant
      = n_nodes > 0
        && room_left (run, spec->images, spec->n_images, n_nodes, LEAST_BYTES)
               >= 0;
  if (!run->constant && !run->early)
    run->state = add_images (NULL, run, spec->images, spec->n_images, n_nodes);
  return TRUE;
}

const FitPriorityInfo fit_image_locality_priority = {
  .name = "ImageLocalityPriority",
  .summary = SCORE_SUMMARY,
  .weight = 1,
  .map = map,
  .prepare = former_prepare,
  .constant_early = TRUE,
};
