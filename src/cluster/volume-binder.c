#include "cluster/volume-binder.h"

#include <string.h>

#include "base/intern.h"
#include "api/names.h"
#include "cluster/assume-cache.h"
#include "cluster/volume-match.h"

/* Provisioner of classes whose volumes are made by hand. */
#define NO_PROVISIONER "kubernetes.io/no-provisioner"

struct _FitVolumeBinder
{
  const FitListers *listers; /* borrowed */
  FitFeatureGates gates;
  const char *hostname_key; /* interned */
  FitAssumeCache *pvs;      /* owned */
  FitAssumeCache *pvcs;     /* owned */
};

/* A claim that is bound, and its volume. */
typedef struct
{
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv; /* (nullable) */
} BoundClaim;

/* A claim to be bound or provisioned where the pod goes. */
typedef struct
{
  const FitPersistentVolumeClaim *claim;
  const FitStorageClass *storage_class;
  FitVolumeMatch volumes;
} OpenClaim;

struct _FitPodClaims
{
  const char *error;       /* (nullable): for every node */
  const char *match_error; /* (nullable): where volumes are to be matched */
  guint n_bound;
  BoundClaim *bound;
  guint n_selected; /* claims to provision on a node that was chosen earlier */
  OpenClaim *selected;
  guint n_open; /* claims to match, smallest request first */
  OpenClaim *open;
};

/* -- volumes and claims as they will be ------------------------------------ */

static gconstpointer
listed_pv (const FitListers *listers, const char *namespace_, const char *name)
{
  return fit_listers_pv (listers, name);
}

static const FitObjectMeta *
pv_meta (gconstpointer pv)
{
  return &((const FitPersistentVolume *) pv)->meta;
}

static gpointer
pv_ref (gconstpointer pv)
{
  return fit_pv_ref (pv);
}

static void
pv_unref (gconstpointer pv)
{
  fit_pv_unref (pv);
}

static gconstpointer
listed_pvc (const FitListers *listers, const char *namespace_, const char *name)
{
  return fit_listers_pvc (listers, namespace_, name);
}

static const FitObjectMeta *
pvc_meta (gconstpointer pvc)
{
  return &((const FitPersistentVolumeClaim *) pvc)->meta;
}

static gpointer
pvc_ref (gconstpointer pvc)
{
  return fit_pvc_ref (pvc);
}

static void
pvc_unref (gconstpointer pvc)
{
  fit_pvc_unref (pvc);
}

static const FitAssumedKind pv_kind = { listed_pv, pv_meta, pv_ref, pv_unref };
static const FitAssumedKind pvc_kind
    = { listed_pvc, pvc_meta, pvc_ref, pvc_unref };

FitVolumeBinder *
fit_volume_binder_new (FitListers *listers, FitFeatureGates gates)
{
  FitVolumeBinder *binder = g_new0 (FitVolumeBinder, 1);

  binder->listers = listers;
  binder->gates = gates;
  binder->hostname_key = fit_intern (FIT_LABEL_HOSTNAME);
  binder->pvs = fit_assume_cache_new (&pv_kind, listers);
  binder->pvcs = fit_assume_cache_new (&pvc_kind, listers);
  return binder;
}

void
fit_volume_binder_free (FitVolumeBinder *binder)
{
  if (!binder)
    return;
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

static const char *arena_printf (FitArena *arena, const char *format, ...)
    G_GNUC_PRINTF (2, 3);

static const char *
arena_printf (FitArena *arena, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  return fit_arena_strndup (arena, text, strlen (text));
}

static gint
compare_request (gconstpointer a, gconstpointer b, gpointer data)
{
  return fit_quantity_cmp (&((const OpenClaim *) a)->claim->request,
                           &((const OpenClaim *) b)->claim->request);
}

/* Sorts the claims to match (the sort is stable) and looks for their volumes. */
static void
prepare_open_claims (const FitVolumeBinder *binder, FitPodClaims *claims,
                     FitArena *arena)
{
  const FitVolumeMatcher matcher
      = { binder->listers, binder->pvs, binder->gates, binder->hostname_key };

  g_qsort_with_data (claims->open, (gint) claims->n_open, sizeof *claims->open,
                     compare_request, NULL);
  for (guint i = 0; i < claims->n_open && !claims->match_error; i++)
    {
      const FitPersistentVolumeClaim *claim = claims->open[i].claim;

      if (claim->selector && claim->selector->error)
        claims->match_error = arena_printf (
            arena,
            "error creating internal label selector for claim: %s/%s: %s",
            claim->meta.namespace_, claim->meta.name, claim->selector->error);
      else
        fit_volume_match_init (&claims->open[i].volumes, &matcher, claim,
                               arena);
    }
}

/* Puts one claim where it belongs.
 * Returns: FALSE when somebody else has to bind it first, and with
 *   claims->error */
static gboolean
classify (const FitVolumeBinder *binder, FitPodClaims *claims,
          const FitPersistentVolumeClaim *claim, FitArena *arena)
{
  const char *class_name = fit_pvc_class (claim);
  OpenClaim open = { .claim = claim };

  if (*claim->volume_name && claim->bind_completed)
    {
      claims->bound[claims->n_bound++]
          = (BoundClaim){ claim,
                          fit_volume_binder_pv (binder, claim->volume_name) };
      return TRUE;
    }
  if (*class_name)
    open.storage_class
        = fit_listers_storage_class (binder->listers, class_name);
  if (!open.storage_class)
    return FALSE;
  if (open.storage_class->binding_mode == FIT_BINDING_MODE_ABSENT)
    claims->error = arena_printf (
        arena, "VolumeBindingMode not set for StorageClass \"%s\"", class_name);
  if (open.storage_class->binding_mode
          != FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER
      || *claim->volume_name)
    return FALSE;
  if (claim->selected_node)
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
  const char *namespace_ = pod->meta.namespace_;
  gboolean immediate = FALSE;

  claims->bound = fit_arena_newn (arena, BoundClaim, n);
  claims->selected = fit_arena_newn (arena, OpenClaim, n);
  claims->open = fit_arena_newn (arena, OpenClaim, n);
  for (guint i = 0; i < n && !claims->error; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;

      if (volume->type != FIT_VOLUME_PERSISTENT_VOLUME_CLAIM)
        continue;
      claim = fit_volume_binder_pvc (binder, namespace_, volume->id);
      if (!claim)
        claims->error
            = arena_printf (arena,
                            "error getting PVC \"%s/%s\": could not find "
                            "v1.PersistentVolumeClaim \"%s/%s\"",
                            namespace_, volume->id, namespace_, volume->id);
      else if (!classify (binder, claims, claim, arena))
        immediate = TRUE;
    }
  if (!claims->error && immediate)
    claims->error = "pod has unbound immediate PersistentVolumeClaims";
  if (!claims->error)
    prepare_open_claims (binder, claims, arena);
  return claims;
}

/* -- the search on one node ------------------------------------------------ */

static gboolean
check_bound (const FitPodClaims *claims, const FitNode *node, gboolean *out_ok,
             GError **error)
{
  for (guint i = 0; i < claims->n_bound; i++)
    {
      const BoundClaim *bound = &claims->bound[i];

      if (!bound->pv)
        {
          g_set_error (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                       "could not find v1.PersistentVolume \"%s\"",
                       bound->claim->volume_name);
          return FALSE;
        }
      if (!fit_pv_reachable (bound->pv, node))
        {
          *out_ok = FALSE;
          return TRUE;
        }
    }
  *out_ok = TRUE;
  return TRUE;
}

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

/* @chosen gets the volume for each claim to match, NULL where one has to be
 * provisioned.  Returns: FALSE when v1.16 reports claims->match_error */
static gboolean
match_claims (const FitVolumeBinder *binder, const FitPodClaims *claims,
              const FitNode *node, const FitPersistentVolume **chosen,
              gboolean *out_ok)
{
  const char *host = fit_labels_get (node->meta.labels, binder->hostname_key);

  *out_ok = FALSE;
  for (guint i = 0; i < claims->n_selected; i++)
    if (strcmp (claims->selected[i].claim->selected_node, node->name) != 0)
      return TRUE;
  if (claims->match_error)
    return FALSE;
  for (guint i = 0; i < claims->n_open; i++)
    chosen[i] = fit_volume_match_choose (&claims->open[i].volumes, host, node,
                                         chosen, i);
  for (guint i = 0; i < claims->n_selected; i++)
    if (!can_provision (claims->selected[i].storage_class, node))
      return TRUE;
  for (guint i = 0; i < claims->n_open; i++)
    if (!chosen[i] && !can_provision (claims->open[i].storage_class, node))
      return TRUE;
  *out_ok = TRUE;
  return TRUE;
}

static gboolean
find (const FitVolumeBinder *binder, const FitPodClaims *claims,
      const FitNode *node, const FitPersistentVolume **chosen,
      gboolean *out_bound_ok, gboolean *out_unbound_ok, GError **error)
{
  gboolean bound_ok, unbound_ok;
  const char *failure = claims->error;

  if (!failure)
    {
      if (!check_bound (claims, node, &bound_ok, error))
        return FALSE;
      if (!match_claims (binder, claims, node, chosen, &unbound_ok))
        failure = claims->match_error;
    }
  if (failure)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, failure);
      return FALSE;
    }
  *out_bound_ok = bound_ok;
  *out_unbound_ok = unbound_ok;
  return TRUE;
}

gboolean
fit_volume_binder_find (const FitVolumeBinder *binder,
                        const FitPodClaims *claims, const FitNode *node,
                        gboolean *out_bound_ok, gboolean *out_unbound_ok,
                        GError **error)
{
  const FitPersistentVolume *few[8];
  g_autofree const FitPersistentVolume **many = NULL;

  if (claims->n_open > G_N_ELEMENTS (few))
    many = g_new (const FitPersistentVolume *, claims->n_open);
  return find (binder, claims, node, many ? many : few, out_bound_ok,
               out_unbound_ok, error);
}

/* -- taking what was found ------------------------------------------------- */

static void
assume_pv (FitVolumeBinder *binder, const FitPersistentVolume *pv,
           const FitPersistentVolumeClaim *claim, const FitPod *pod)
{
  /* A volume that names this very claim needs no change. */
  if (fit_pv_names_claim (pv, claim)
      && strcmp (pv->claim_uid, claim->meta.uid) == 0)
    return;
  fit_assume_cache_assume (binder->pvs, fit_pv_with_claim_ref (pv, claim), pod);
}

gboolean
fit_volume_binder_assume (FitVolumeBinder *binder, const FitPod *pod,
                          const FitNode *node, gboolean *out_all_bound,
                          GError **error)
{
  g_autoptr (FitArena) arena = fit_arena_new ();
  const FitPodClaims *claims = fit_volume_binder_prepare (binder, pod, arena);
  const FitPersistentVolume **chosen
      = fit_arena_newn (arena, const FitPersistentVolume *, claims->n_open);
  gboolean bound_ok, unbound_ok;

  if (!find (binder, claims, node, chosen, &bound_ok, &unbound_ok, error))
    return FALSE;
  for (guint i = 0; unbound_ok && i < claims->n_open; i++)
    if (chosen[i])
      assume_pv (binder, chosen[i], claims->open[i].claim, pod);
    else
      fit_assume_cache_assume (
          binder->pvcs,
          fit_pvc_with_selected_node (claims->open[i].claim, node->name), pod);
  /* Claims that were selected for this node earlier are as they should be. */
  *out_all_bound = claims->n_open + claims->n_selected == 0;
  return TRUE;
}

void
fit_volume_binder_revert (FitVolumeBinder *binder, const FitPod *pod)
{
  fit_assume_cache_revert (binder->pvs, pod);
  fit_assume_cache_revert (binder->pvcs, pod);
}
