/* volume-binder.c - decides for a pod and a node which volumes its claims would
 * be bound to
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster/volume-binder.h"

#include <string.h>

#include "base/intern.h"
#include "base/wrapping.h"
#include "api/names.h"
#include "api/texts.h"
#include "cluster/assume-cache.h"
#include "cluster/volume-decision.h"
#include "cluster/volume-match.h"

/* The provisioner of classes whose volumes are created by hand. */
#define NO_PROVISIONER "kubernetes.io/no-provisioner"

struct _FitVolumeBinder
{
  const FitListers *listers; /* borrowed */
  FitFeatureGates gates;
  const char *hostname_key; /* interned */
  FitAssumeCache *pvs;      /* owned */
  FitAssumeCache *pvcs;     /* owned */
  GHashTable *decisions;    /* owned: "NAMESPACE/NAME" of a pod -> owned
                               FitVolumeDecision */
};

/* A claim that is bound, and its volume. */
typedef struct
{
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv;     /* (nullable) */
  const FitMigratedVolume *migrated; /* (nullable) */
} BoundClaim;

/* A claim to bind or provision on the pod's node. */
typedef struct
{
  const FitPersistentVolumeClaim *claim;
  const FitStorageClass *storage_class;
  FitVolumeMatch volumes;
} OpenClaim;

struct _FitPodClaims
{
  const char *error;       /* (nullable): for every node */
  gboolean immediate;      /* the error is that of immediate claims */
  const char *match_error; /* (nullable): for nodes where volumes must be
                              matched */
  guint n_bound;
  BoundClaim *bound;
  guint n_selected; /* claims to provision on a node that was selected
                       earlier */
  OpenClaim *selected;
  guint n_open; /* claims to match, smallest request first */
  OpenClaim *open;
};

/* -- assumed volumes and claims -------------------------------------------- */

FitVolumeBinder *
fit_volume_binder_new (FitListers *listers, FitFeatureGates gates)
{
  FitVolumeBinder *binder = g_new0 (FitVolumeBinder, 1);

  binder->listers = listers;
  binder->gates = gates;
  binder->hostname_key = fit_intern (FIT_LABEL_HOSTNAME);
  binder->pvs = fit_assume_cache_new (&fit_assumed_pv, listers);
  binder->pvcs = fit_assume_cache_new (&fit_assumed_pvc, listers);
  binder->decisions
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                               (GDestroyNotify) fit_volume_decision_free);
  return binder;
}

void
fit_volume_binder_free (FitVolumeBinder *binder)
{
  if (binder == NULL)
    return;
  g_hash_table_unref (binder->decisions);
  fit_assume_cache_free (binder->pvs);
  fit_assume_cache_free (binder->pvcs);
  fit_intern_unref (binder->hostname_key);
  g_free (binder);
}

const FitPersistentVolume *
fit_volume_binder_pv (const FitVolumeBinder *binder, const char *name)
{
  return fit_assume_cache_get (binder->pvs, "", name);
}

const FitPersistentVolumeClaim *
fit_volume_binder_pvc (const FitVolumeBinder *binder, const char *namespace_,
                       const char *name)
{
  return fit_assume_cache_get (binder->pvcs, namespace_, name);
}

/* -- a pod's claims -------------------------------------------------------- */

static gint
compare_request (gconstpointer a, gconstpointer b, gpointer data)
{
  return fit_quantity_cmp (&((const OpenClaim *) a)->claim->request,
                           &((const OpenClaim *) b)->claim->request);
}

/* Classifies one claim.
 * Returns: FALSE if it must first be bound outside the scheduler, or with
 *   claims->error */
static gboolean
classify (const FitVolumeBinder *binder, FitPodClaims *claims,
          const FitPersistentVolumeClaim *claim, FitArena *arena)
{
  const char *class_name = fit_pvc_class (claim);
  OpenClaim open = { .claim = claim };

  if (fit_pvc_fully_bound (claim))
    {
      claims->bound[claims->n_bound++] = (BoundClaim){
        claim, fit_volume_binder_pv (binder, claim->volume_name), NULL
      };
      return TRUE;
    }
  if (*class_name)
    open.storage_class
        = fit_listers_storage_class (binder->listers, class_name);
  if (open.storage_class == NULL)
    return FALSE;
  if (open.storage_class->binding_mode == FIT_BINDING_MODE_ABSENT)
    claims->error = fit_arena_printf (
        arena, "VolumeBindingMode not set for StorageClass \"%s\"", class_name);
  if (open.storage_class->binding_mode
          != FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER
      || *claim->volume_name)
    return FALSE;
  if (claim->selected_node != NULL)
    claims->selected[claims->n_selected++] = open;
  else
    claims->open[claims->n_open++] = open;
  return TRUE;
}

FitPodClaims *
fit_volume_binder_prepare (const FitVolumeBinder *binder, const FitPod *pod,
                           FitArena *arena)
{
  FitPodClaims *claims = fit_arena_new0 (arena, FitPodClaims, 1);
  const guint n = pod->spec->n_volumes;
  gboolean immediate = FALSE;

  claims->bound = fit_arena_newn (arena, BoundClaim, n);
  claims->selected = fit_arena_newn (arena, OpenClaim, n);
  claims->open = fit_arena_newn (arena, OpenClaim, n);
  for (guint i = 0; i < n && claims->error == NULL; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;
      const char *namespace_;
      const FitPersistentVolumeClaim *found;
      g_autofree char *foreign = NULL;

      if (!fit_volume_is_claim (volume))
        continue;
      namespace_ = pod->meta.namespace_;
      found = fit_volume_binder_pvc (binder, namespace_, volume->id);
      if (found == NULL)
        claims->error
            = fit_arena_printf (arena,
                                "error getting PVC \"%s/%s\": could not find "
                                "v1.PersistentVolumeClaim \"%s/%s\"",
                                namespace_, volume->id, namespace_, volume->id);
      else if (volume->type == FIT_VOLUME_EPHEMERAL_CLAIM)
        foreign = fit_pvc_foreign (found, pod);
      if (foreign != NULL)
        claims->error = fit_arena_printf (arena, "%s", foreign);
      claim = claims->error != NULL ? NULL : found;
      if (claim != NULL && !classify (binder, claims, claim, arena))
        immediate = TRUE;
    }
  claims->immediate = claims->error == NULL && immediate;
  if (claims->immediate)
    claims->error = "pod has unbound immediate PersistentVolumeClaims";
  if (claims->error == NULL)
    {
      const FitVolumeMatcher matcher = { binder->listers, binder->pvs,
                                         binder->gates, binder->hostname_key };

      /* Sorts the claims to match (the sort is stable) and finds their
       * volumes. */
      g_qsort_with_data (claims->open, (gint) claims->n_open,
                         sizeof *claims->open, compare_request, NULL);
      for (guint j = 0; j < claims->n_open && claims->match_error == NULL; j++)
        {
          const FitPersistentVolumeClaim *claim = claims->open[j].claim;

          if (*claim->attributes_class
              && !fit_gate_on (binder->gates, FIT_GATE_VOLUME_ATTRIBUTES_CLASS))
            claims->match_error = fit_arena_printf (
                arena,
                "unsupported volumeAttributesClassName is set on claim %s/%s when "
                "the feature-gate VolumeAttributesClass is disabled",
                claim->meta.namespace_, claim->meta.name);
          else if (claim->selector != NULL && claim->selector->error != NULL)
            claims->match_error = fit_arena_printf (
                arena,
                "error creating internal label selector for claim: %s/%s: %s",
                claim->meta.namespace_, claim->meta.name,
                claim->selector->error);
          else
            fit_volume_match_init (&claims->open[j].volumes, &matcher, claim,
                                   arena);
        }
    }
  return claims;
}

/* -- the search on one node ------------------------------------------------ */

static gboolean
can_provision (const FitStorageClass *storage_class, const FitNode *node)
{
  if (!*storage_class->provisioner
      || strcmp (storage_class->provisioner, NO_PROVISIONER) == 0)
    return FALSE;
  for (guint i = 0; i < storage_class->n_topologies; i++)
    if (fit_selector_matches (storage_class->topologies[i], node->meta.labels))
      return TRUE;
  return storage_class->n_topologies == 0;
}

gboolean
fit_pod_claims_immediate (const FitPodClaims *claims)
{
  return claims->immediate;
}

const char *
fit_pod_claims_error (const FitPodClaims *claims)
{
  return claims->error;
}

const FitPersistentVolume *const *
fit_pod_claims_volumes (const FitPodClaims *claims, FitArena *arena,
                        guint *out_n)
{
  const FitPersistentVolume **volumes
      = fit_arena_newn (arena, const FitPersistentVolume *, claims->n_bound);

  for (guint i = 0; i < claims->n_bound; i++)
    volumes[i] = claims->bound[i].pv;
  *out_n = claims->n_bound;
  return volumes;
}

void
fit_pod_claims_migrate (FitPodClaims *claims, guint i,
                        const FitMigratedVolume *volume)
{
  claims->bound[i].migrated = volume;
}

/* @out_room: (out) (optional) (nullable): the storage that is enough; NULL if
 * none is needed */
static gboolean
enough_storage (const FitVolumeBinder *binder, const OpenClaim *open,
                const FitNode *node, const FitCSIStorageCapacity **out_room)
{
  const FitCSIDriver *driver
      = fit_listers_get (binder->listers, FIT_KIND_CSI_DRIVER, "",
                         open->storage_class->provisioner);
  const GPtrArray *capacities
      = fit_listers_group (binder->listers, FIT_KIND_CSI_STORAGE_CAPACITY,
                           open->storage_class->meta.name);

  if (out_room != NULL)
    *out_room = NULL;
  if (driver == NULL || !driver->storage_capacity
      || fit_quantity_sign (&open->claim->request) == 0)
    return TRUE;
  for (guint i = 0; capacities != NULL && i < capacities->len; i++)
    {
      const FitCSIStorageCapacity *capacity = capacities->pdata[i];

      const FitQuantity *limit = capacity->has_maximum    ? &capacity->maximum
                                 : capacity->has_capacity ? &capacity->capacity
                                                          : NULL;

      /* If the capacity has a maximumVolumeSize, that counts. */
      if (limit != NULL
          && fit_quantity_value (limit)
                 >= fit_quantity_value (&open->claim->request)
          && fit_selector_matches (capacity->topology, node->meta.labels))
        {
          if (out_room != NULL)
            *out_room = capacity;
          return TRUE;
        }
    }
  return FALSE;
}

static guint
find_provision (const FitVolumeBinder *binder, const OpenClaim *open,
                const FitNode *node, gboolean capacity)
{
  if (!can_provision (open->storage_class, node))
    return FIT_VOLUMES_BIND_CONFLICT;
  return capacity && !enough_storage (binder, open, node, NULL)
             ? FIT_VOLUMES_NO_SPACE
             : 0;
}

/* Sets @chosen to the volume for each open claim, NULL if there is none.  A
 * volume serves one claim only. */
static void
choose_volumes (const FitVolumeBinder *binder, const FitPodClaims *claims,
                const FitNode *node, const FitPersistentVolume **chosen)
{
  const char *host = fit_labels_get (node->meta.labels, binder->hostname_key);
  g_autoptr (GHashTable) taken
      = claims->n_open > 1 ? g_hash_table_new (NULL, NULL) : NULL;

  for (guint i = 0; i < claims->n_open; i++)
    {
      chosen[i] = fit_volume_match_choose (&claims->open[i].volumes, host, node,
                                           taken);
      if (taken != NULL && chosen[i] != NULL)
        g_hash_table_add (taken, (gpointer) chosen[i]);
    }
}

static guint
find_open (const FitVolumeBinder *binder, const FitPodClaims *claims,
           const FitNode *node, const FitPersistentVolume **chosen,
           gboolean capacity)
{
  guint problem = 0;

  choose_volumes (binder, claims, node, chosen);
  for (guint i = 0; i < claims->n_selected && !problem; i++)
    problem = find_provision (binder, &claims->selected[i], node, capacity);
  for (guint i = 0; i < claims->n_open && !problem; i++)
    if (chosen[i] == NULL)
      problem = find_provision (binder, &claims->open[i], node, capacity);
  return problem;
}

/* Sets @chosen to the volume for each open claim, NULL if one must be
 * provisioned. */
static gboolean
find (const FitVolumeBinder *binder, const FitPodClaims *claims,
      const FitNode *node, guint flags, const FitPersistentVolume **chosen,
      guint *out_problems, GError **error)
{
  if (claims->error != NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", claims->error);
  /* The first volume with a problem decides. */
  *out_problems = 0;
  for (guint i = 0; i < claims->n_bound && *out_problems == 0; i++)
    {
      const BoundClaim *bound = &claims->bound[i];
      const FitMigratedVolume *migrated
          = fit_migrated_volume_for (bound->migrated, binder->listers, node);

      if (migrated != NULL && migrated->problem != NULL)
        return fit_fail (error, FIT_ERROR_SCHEDULE,
                         "could not translate pv: %s", migrated->problem);
      if (bound->pv == NULL && (flags & FIT_BINDER_NEEDS_VOLUMES))
        return fit_fail (error, FIT_ERROR_SCHEDULE,
                         "could not find v1.PersistentVolume \"%s\"",
                         bound->claim->volume_name);
      if (bound->pv == NULL)
        *out_problems = FIT_VOLUMES_MISSING;
      else if (migrated != NULL
                   ? !fit_migrated_volume_reachable (migrated, node)
                   : !fit_pv_reachable (bound->pv, node))
        *out_problems = FIT_VOLUMES_NODE_CONFLICT;
    }
  /* Claims whose node was selected earlier come first. */
  for (guint i = 0; i < claims->n_selected; i++)
    if (strcmp (claims->selected[i].claim->selected_node, node->name) != 0)
      {
        *out_problems |= FIT_VOLUMES_BIND_CONFLICT;
        return TRUE;
      }
  if (claims->match_error != NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE, "%s", claims->match_error);
  *out_problems |= find_open (binder, claims, node, chosen,
                              (flags & FIT_BINDER_CAPACITY) != 0);
  return TRUE;
}

gboolean
fit_volume_binder_find (const FitVolumeBinder *binder,
                        const FitPodClaims *claims, const FitNode *node,
                        guint flags, guint *out_problems, GError **error)
{
  const FitPersistentVolume *few[8];
  g_autofree const FitPersistentVolume **many = NULL;

  if (claims->n_open > G_N_ELEMENTS (few))
    many = g_new (const FitPersistentVolume *, claims->n_open);
  return find (binder, claims, node, flags, many != NULL ? many : few,
               out_problems, error);
}

/* -- the storage that claims would take ------------------------------------ */

static FitClassStorage *
storage_of_class (GArray *storage, const char *class_name)
{
  FitClassStorage fresh = { .class_name = class_name };

  for (guint i = 0; i < storage->len; i++)
    if (strcmp (g_array_index (storage, FitClassStorage, i).class_name,
                class_name)
        == 0)
      return &g_array_index (storage, FitClassStorage, i);
  g_array_append_val (storage, fresh);
  return &g_array_index (storage, FitClassStorage, storage->len - 1);
}

/* Claims of one class share the capacity, of which the last one found
 * counts. */
static void
add_provisioned_storage (const FitVolumeBinder *binder, GArray *storage,
                         const OpenClaim *open, const FitNode *node)
{
  const FitCSIStorageCapacity *room;
  FitClassStorage *of_class;

  if (!enough_storage (binder, open, node, &room) || room == NULL)
    return;
  of_class = storage_of_class (storage, open->claim->storage_class);
  of_class->requested = fit_wrapping_add (
      of_class->requested, fit_quantity_value (&open->claim->request));
  of_class->capacity
      = room->has_capacity ? fit_quantity_value (&room->capacity) : 0;
}

gboolean
fit_volume_binder_storage (const FitVolumeBinder *binder,
                           const FitPodClaims *claims, const FitNode *node,
                           gboolean provisions, GArray *storage)
{
  g_autofree const FitPersistentVolume **chosen
      = g_new (const FitPersistentVolume *, claims->n_open);
  gboolean binds = FALSE;

  if (claims->match_error != NULL)
    return FALSE;
  choose_volumes (binder, claims, node, chosen);
  for (guint i = 0; i < claims->n_open; i++)
    {
      const FitPersistentVolume *pv = chosen[i];
      FitClassStorage *of_class;

      binds |= pv != NULL;
      if (pv == NULL || storage == NULL)
        continue;
      of_class = storage_of_class (storage, pv->storage_class);
      of_class->requested = fit_wrapping_add (
          of_class->requested,
          fit_quantity_value (&claims->open[i].claim->request));
      of_class->capacity = fit_wrapping_add (
          of_class->capacity, fit_quantity_value (&pv->capacity));
    }
  if (binds || !provisions || storage == NULL)
    return binds;
  for (guint i = 0; i < claims->n_selected; i++)
    add_provisioned_storage (binder, storage, &claims->selected[i], node);
  for (guint i = 0; i < claims->n_open; i++)
    add_provisioned_storage (binder, storage, &claims->open[i], node);
  return FALSE;
}

/* -- finding the claim ----------------------------------------------------- */

static gboolean
bound_obstacle (const FitVolumeBinder *binder, const FitPodClaims *claims,
                const FitNode *node, FitVolumeObstacle *out_obstacle)
{
  for (guint i = 0; i < claims->n_bound; i++)
    {
      const BoundClaim *bound = &claims->bound[i];
      const FitMigratedVolume *migrated
          = fit_migrated_volume_for (bound->migrated, binder->listers, node);

      if (bound->pv != NULL
          && (migrated != NULL ? fit_migrated_volume_reachable (migrated, node)
                               : fit_pv_reachable (bound->pv, node)))
        continue;
      *out_obstacle = (FitVolumeObstacle){
        .type
        = bound->pv != NULL ? FIT_OBSTACLE_UNREACHABLE : FIT_OBSTACLE_MISSING,
        .claim = bound->claim,
        .pv = bound->pv,
      };
      return TRUE;
    }
  return FALSE;
}

/* Why no volume can be provisioned for @open on @node. */
static gboolean
provision_obstacle (const FitVolumeBinder *binder, const OpenClaim *open,
                    const FitNode *node, FitVolumeObstacle *out_obstacle)
{
  const char *provisioner = open->storage_class->provisioner;

  *out_obstacle = (FitVolumeObstacle){
    .type = FIT_OBSTACLE_NO_SPACE,
    .claim = open->claim,
    .storage_class = open->storage_class,
    .n_volumes = open->volumes.n_prebound + open->volumes.n_candidates,
  };
  if (!*provisioner || strcmp (provisioner, NO_PROVISIONER) == 0)
    out_obstacle->type = FIT_OBSTACLE_NO_PROVISIONER;
  else if (!can_provision (open->storage_class, node))
    out_obstacle->type = FIT_OBSTACLE_TOPOLOGY;
  else
    return !enough_storage (binder, open, node, NULL);
  return TRUE;
}

static gboolean
open_obstacle (const FitVolumeBinder *binder, const FitPodClaims *claims,
               const FitNode *node, FitVolumeObstacle *out_obstacle)
{
  g_autofree const FitPersistentVolume **chosen
      = g_new (const FitPersistentVolume *, claims->n_open);

  for (guint i = 0; i < claims->n_selected; i++)
    if (strcmp (claims->selected[i].claim->selected_node, node->name) != 0)
      {
        *out_obstacle = (FitVolumeObstacle){
          .type = FIT_OBSTACLE_CHOSEN,
          .claim = claims->selected[i].claim,
          .storage_class = claims->selected[i].storage_class,
        };
        return TRUE;
      }
  choose_volumes (binder, claims, node, chosen);
  for (guint i = 0; i < claims->n_selected; i++)
    if (provision_obstacle (binder, &claims->selected[i], node, out_obstacle))
      return TRUE;
  for (guint i = 0; i < claims->n_open; i++)
    if (chosen[i] == NULL
        && provision_obstacle (binder, &claims->open[i], node, out_obstacle))
      return TRUE;
  return FALSE;
}

gboolean
fit_volume_binder_obstacle (const FitVolumeBinder *binder,
                            const FitPodClaims *claims, const FitNode *node,
                            FitVolumeProblems problem,
                            FitVolumeObstacle *out_obstacle)
{
  if (claims->error != NULL || claims->match_error != NULL)
    return FALSE;
  return problem == FIT_VOLUMES_NODE_CONFLICT || problem == FIT_VOLUMES_MISSING
             ? bound_obstacle (binder, claims, node, out_obstacle)
             : open_obstacle (binder, claims, node, out_obstacle);
}

/* -- assuming volumes and claims ------------------------------------------- */

/* Claims that were selected for this node earlier need no change, nor does a
 * volume that already names its claim by UID. */
static FitVolumeDecision *
decide_claims (FitVolumeBinder *binder, const FitPod *pod, const FitNode *node,
               const FitPodClaims *claims,
               const FitPersistentVolume *const *chosen)
{
  FitVolumeDecision *decision = fit_volume_decision_new (pod);

  for (guint i = 0; i < claims->n_open; i++)
    if (chosen[i] != NULL)
      {
        const FitPersistentVolume *pv = chosen[i];
        const FitPersistentVolumeClaim *claim = claims->open[i].claim;
        const gboolean taken = fit_pv_names_claim (pv, claim)
                               && strcmp (pv->claim_uid, claim->meta.uid) == 0;
        g_autoptr (FitPersistentVolume) kept
            = taken ? fit_pv_ref (pv) : fit_pv_with_claim_ref (pv, claim);

        fit_volume_decision_add_volume (
            decision, kept, fit_listers_pv (binder->listers, kept->meta.name));
        if (!taken)
          fit_assume_cache_assume (binder->pvs, g_steal_pointer (&kept));
      }
  for (guint i = 0; i < claims->n_selected; i++)
    {
      const FitObjectMeta *meta = &claims->selected[i].claim->meta;

      fit_volume_decision_add_claim (
          decision, claims->selected[i].claim,
          fit_listers_pvc (binder->listers, meta->namespace_, meta->name));
    }
  for (guint i = 0; i < claims->n_open; i++)
    if (chosen[i] == NULL)
      {
        const FitPersistentVolumeClaim *claim = claims->open[i].claim;
        g_autoptr (FitPersistentVolumeClaim) selected
            = fit_pvc_with_selected_node (claim, node->name);

        fit_volume_decision_add_claim (decision, selected, claim);
        fit_assume_cache_assume (binder->pvcs, g_steal_pointer (&selected));
      }
  return decision;
}

gboolean
fit_volume_binder_assume (FitVolumeBinder *binder, const FitPod *pod,
                          const FitNode *node, gboolean *out_all_bound,
                          GError **error)
{
  g_autoptr (FitArena) arena = NULL;
  const FitPodClaims *claims;
  const FitPersistentVolume **chosen;
  guint problems;

  if (!fit_pod_has_claims (pod))
    {
      *out_all_bound = TRUE;
      return TRUE;
    }
  arena = fit_arena_new ();
  claims = fit_volume_binder_prepare (binder, pod, arena);
  chosen = fit_arena_newn (arena, const FitPersistentVolume *, claims->n_open);
  if (!find (binder, claims, node, FIT_BINDER_NEEDS_VOLUMES, chosen, &problems,
             error))
    return FALSE;
  *out_all_bound = claims->n_open + claims->n_selected == 0;
  if (*out_all_bound)
    return TRUE;
  g_hash_table_replace (binder->decisions, fit_pod_full_name (pod),
                        (problems & FIT_VOLUMES_BIND_CONFLICT) == 0
                            ? decide_claims (binder, pod, node, claims, chosen)
                            : fit_volume_decision_new (pod));
  return TRUE;
}

/* -- writing the decision -------------------------------------------------- */

/* Returns: (nullable): the decision for @pod itself, not for another pod with
 * its name */
static FitVolumeDecision *
find_decision (const FitVolumeBinder *binder, const FitPod *pod)
{
  g_autofree char *key = fit_pod_full_name (pod);
  FitVolumeDecision *decision = g_hash_table_lookup (binder->decisions, key);

  return decision != NULL && strcmp (decision->pod_uid, pod->meta.uid) == 0
             ? decision
             : NULL;
}

gboolean
fit_volume_binder_writes (const FitVolumeBinder *binder, const FitPod *pod,
                          GPtrArray **out_volumes, GPtrArray **out_claims,
                          GError **error)
{
  const FitVolumeDecision *decision = find_decision (binder, pod);

  if (decision == NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE,
                     "failed to get cached bindings for pod \"%s/%s\"",
                     pod->meta.namespace_, pod->meta.name);
  *out_volumes = decision->volumes;
  *out_claims = decision->claims;
  return TRUE;
}

void
fit_volume_binder_write_failed (FitVolumeBinder *binder, const FitPod *pod,
                                guint n_written)
{
  const FitVolumeDecision *decision = find_decision (binder, pod);
  guint place = 0;

  if (decision == NULL)
    return;
  for (guint i = 0; i < decision->volumes->len; i++)
    if (place++ >= n_written)
      fit_assume_cache_restore (binder->pvs, decision->volumes->pdata[i]);
  for (guint i = 0; i < decision->claims->len; i++)
    if (place++ >= n_written)
      fit_assume_cache_restore (binder->pvcs, decision->claims->pdata[i]);
}

gboolean
fit_volume_binder_check (const FitVolumeBinder *binder, const FitPod *pod,
                         const FitNode *node, gboolean *out_bound,
                         GError **error)
{
  const FitVolumeDecision *decision = find_decision (binder, pod);

  if (node == NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE,
                     "failed to get node \"%s\": node \"%s\" not found",
                     pod->node_name, pod->node_name);
  if (decision == NULL)
    return fit_fail (error, FIT_ERROR_SCHEDULE,
                     "pod \"%s/%s\" does not exist any more",
                     pod->meta.namespace_, pod->meta.name);
  return fit_volume_decision_check (decision, binder->listers, node, out_bound,
                                    error);
}

void
fit_volume_binder_drop (FitVolumeBinder *binder, const FitPod *pod)
{
  g_autofree char *key = fit_pod_full_name (pod);

  g_hash_table_remove (binder->decisions, key);
}

void
fit_volume_binder_revert (FitVolumeBinder *binder, const FitPod *pod)
{
  fit_volume_binder_write_failed (binder, pod, 0);
  fit_volume_binder_drop (binder, pod);
}
