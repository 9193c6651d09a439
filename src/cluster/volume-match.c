/* volume-match.c - finds the smallest existing volume that suits a claim, as
 * v1.16 does
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/volume-match.h"

#include <string.h>

#include "cluster/listers-private.h"

/* A volume that matches a claim on every node that its node affinity allows. */
struct _FitVolumeCandidate
{
  const FitPersistentVolume *pv;
  const char *host; /* (nullable): the one value of the host name label that
                       its affinity allows; interned */
  guint rank;       /* smallest capacity first, then order of input */
};

gboolean
fit_pv_names_claim (const FitPersistentVolume *pv,
                    const FitPersistentVolumeClaim *claim)
{
  return pv->has_claim_ref && strcmp (pv->claim_name, claim->meta.name) == 0
         && strcmp (pv->claim_namespace, claim->meta.namespace_) == 0
         && (!*pv->claim_uid || strcmp (pv->claim_uid, claim->meta.uid) == 0);
}

gboolean
fit_pv_reachable (const FitPersistentVolume *pv, const FitNode *node)
{
  return pv->required_nodes == NULL
         || fit_node_selector_matches (pv->required_nodes, node->meta.labels,
                                       NULL);
}

/* Conditions for every volume, even for one that names the claim. */
static gboolean
may_serve (const FitPersistentVolume *pv, const FitPersistentVolumeClaim *claim,
           FitFeatureGates gates)
{
  if (fit_gate_on (gates, FIT_GATE_STORAGE_OBJECT_IN_USE_PROTECTION)
      && fit_object_meta_deleting (&pv->meta))
    return FALSE;
  if (fit_gate_on (gates, FIT_GATE_BLOCK_VOLUME)
          ? pv->volume_mode != claim->volume_mode
          : pv->volume_mode == FIT_VOLUME_MODE_BLOCK
                || claim->volume_mode == FIT_VOLUME_MODE_BLOCK)
    return FALSE;
  return strcmp (pv->attributes_class, claim->attributes_class) == 0
         && fit_quantity_cmp (&pv->capacity, &claim->request) >= 0;
}

/* The only value of the host name label that @pv's affinity allows, if it is
 * written that way, as for local volumes. */
static const char *
host_of (const FitPersistentVolume *pv, const char *hostname_key)
{
  const FitNodeSelector *nodes = pv->required_nodes;
  const FitSelector *expressions;

  if (nodes == NULL || nodes->n != 1 || nodes->terms[0].expressions == NULL)
    return NULL;
  expressions = nodes->terms[0].expressions;
  for (guint i = 0; i < expressions->n; i++)
    {
      const FitRequirement *requirement = &expressions->requirements[i];

      if (requirement->key == hostname_key && requirement->op == FIT_OPERATOR_IN
          && requirement->n_values == 1)
        return requirement->values[0];
    }
  return NULL;
}

static gint
compare_capacity (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitVolumeCandidate *left = a, *right = b;

  return fit_quantity_cmp (&left->pv->capacity, &right->pv->capacity);
}

/* The order of hosts does not matter, but those without a host come first and
 * those of one host are together. */
static gint
compare_host (gconstpointer a, gconstpointer b, gpointer data)
{
  const FitVolumeCandidate *left = a, *right = b;

  if (left->host == right->host)
    return 0;
  return (guintptr) left->host < (guintptr) right->host ? -1 : 1;
}

static gint
compare_places (gconstpointer a, gconstpointer b, gpointer listers)
{
  const FitPersistentVolume *const *left = a, *const *right = b;
  const guint64 x
      = fit_listers_place (listers, FIT_KIND_PERSISTENT_VOLUME, &(*left)->meta),
      y = fit_listers_place (listers, FIT_KIND_PERSISTENT_VOLUME,
                             &(*right)->meta);

  return x < y ? -1 : x > y;
}

/* Adds those of @pvs (nullable) that suit @claim. */
static void
collect (FitVolumeMatch *match, const FitVolumeMatcher *matcher,
         const FitPersistentVolumeClaim *claim, const GPtrArray *pvs)
{
  for (guint i = 0; pvs != NULL && i < pvs->len; i++)
    {
      const FitPersistentVolume *pv
          = fit_assume_cache_latest (matcher->pvs, pvs->pdata[i]);

      if (!may_serve (pv, claim, matcher->gates)
          || strcmp (pv->storage_class, fit_pvc_class (claim)) != 0)
        continue;
      if (fit_pv_names_claim (pv, claim))
        match->prebound[match->n_prebound++] = pv;
      else if (pv->available && !pv->has_claim_ref
               && (claim->selector == NULL
                   || fit_selector_matches (claim->selector, pv->meta.labels))
               && strcmp (fit_pv_class (pv), fit_pvc_class (claim)) == 0
               && (claim->access_modes & ~pv->access_modes) == 0)
        match->candidates[match->n_candidates++] = (FitVolumeCandidate){
          .pv = pv, .host = host_of (pv, matcher->hostname_key)
        };
    }
}

/* A volume that another claim has is neither, so only those without a claim and
 * those of this claim are looked at.  One without a claim may have been assumed
 * for this one. */
void
fit_volume_match_init (FitVolumeMatch *match, const FitVolumeMatcher *matcher,
                       const FitPersistentVolumeClaim *claim, FitArena *arena)
{
  const GPtrArray *own
      = fit_listers_claimed (matcher->listers, claim->meta.namespace_,
                             claim->meta.name),
      *unclaimed
      = fit_listers_unclaimed (matcher->listers, fit_pvc_class (claim));
  const guint n_own = own != NULL ? own->len : 0;
  const guint n = n_own + (unclaimed != NULL ? unclaimed->len : 0);

  *match = (FitVolumeMatch){ 0 };
  if (n == 0)
    return;
  match->prebound = fit_arena_newn (arena, const FitPersistentVolume *, n);
  match->candidates = fit_arena_newn (arena, FitVolumeCandidate, n);
  collect (match, matcher, claim, own);
  collect (match, matcher, claim, unclaimed);
  if (match->n_prebound > 1)
    g_qsort_with_data (match->prebound, (gint) match->n_prebound,
                       sizeof *match->prebound, compare_places,
                       (gpointer) matcher->listers);
  /* Both sorts are stable. */
  g_qsort_with_data (match->candidates, (gint) match->n_candidates,
                     sizeof *match->candidates, compare_capacity, NULL);
  for (guint i = 0; i < match->n_candidates; i++)
    match->candidates[i].rank = i;
  g_qsort_with_data (match->candidates, (gint) match->n_candidates,
                     sizeof *match->candidates, compare_host, NULL);
}

static gboolean
is_taken (const FitPersistentVolume *pv, GHashTable *taken)
{
  return taken != NULL && g_hash_table_contains (taken, pv);
}

/* Returns: the first candidate tied to @host (NULL: to no host) */
static guint
first_of_host (const FitVolumeMatch *match, const char *host)
{
  guint low = 0, high = match->n_candidates;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if ((guintptr) match->candidates[middle].host < (guintptr) host)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static const FitVolumeCandidate *
best_of_host (const FitVolumeMatch *match, const char *host,
              const FitNode *node, GHashTable *taken)
{
  for (guint i = first_of_host (match, host);
       i < match->n_candidates && match->candidates[i].host == host; i++)
    {
      const FitPersistentVolume *pv = match->candidates[i].pv;

      if (!is_taken (pv, taken) && fit_pv_reachable (pv, node))
        return &match->candidates[i];
    }
  return NULL;
}

/* The first volume that names the claim decides, whether it is reachable or
 * not.  Otherwise take the smallest volume that can be used on the node. */
const FitPersistentVolume *
fit_volume_match_choose (const FitVolumeMatch *match, const char *host,
                         const FitNode *node, GHashTable *taken)
{
  const FitVolumeCandidate *best, *tied = NULL;

  for (guint i = 0; i < match->n_prebound; i++)
    if (!is_taken (match->prebound[i], taken))
      return fit_pv_reachable (match->prebound[i], node) ? match->prebound[i]
                                                         : NULL;
  best = best_of_host (match, NULL, node, taken);
  if (host != NULL)
    tied = best_of_host (match, host, node, taken);
  if (tied != NULL && (best == NULL || tied->rank < best->rank))
    best = tied;
  return best != NULL ? best->pv : NULL;
}
