/* no-volume-zone-conflict.c - predicate NoVolumeZoneConflict
 *
 * The volumes behind the pod's claims must be in the node's zone and region,
 * according to labels.  A label of a volume may list several zones, separated
 * by "__".
 *
 * Only the labels failure-domain.beta.kubernetes.io/zone and /region count.  A
 * node with neither fits, without checking any claim.  A node with only one
 * fails for a volume that has the other.  A list with an empty member is
 * ignored.  An unbound claim is skipped if it waits for its first consumer;
 * otherwise it is an error.
 * Cost: the pod's claims.  Source: kube-scheduler v1.16 VolumeZoneChecker.
 */
#include "base/intern.h"
#include "api/names.h"
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "predicates/volume-zone.h"
#include "predicates/volumes.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);
static void explain (const FitPredicateRun *run, const FitNodeInfo *node,
                     const FitReason *reason, FitDetail *detail);
static gboolean create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error);
static void free_data (gpointer data);

static const FitReasonCode gives[] = { FIT_REASON_VOLUME_ZONE_CONFLICT, 0 };

const FitPredicateInfo fit_no_volume_zone_conflict = {
  .name = "NoVolumeZoneConflict",
  .summary = "the volumes of the pod's claims are in the node's zone",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};

static const char *const zone_labels[] = { FIT_LABEL_ZONE, FIT_LABEL_REGION };

#define N_LABELS G_N_ELEMENTS (zone_labels)

typedef struct
{
  const char *keys[N_LABELS]; /* interned */
} Data;

/* The requirements in the order of the pod's volumes, up to the first that
 * cannot be evaluated. */
typedef struct
{
  guint n;
  FitZoneDemand *demands;
  const char *error; /* (nullable): for a node that meets all requirements */
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  Data *data = g_new (Data, 1);

  for (guint i = 0; i < N_LABELS; i++)
    data->keys[i] = fit_intern (zone_labels[i]);
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < N_LABELS; i++)
    fit_intern_unref (data->keys[i]);
  g_free (data);
}

/* v1.16's error for a claim without a volume.
 * Returns: (transfer full) (nullable): NULL if it may stay unbound */
static char *
unbound_error (const FitListers *listers, const FitPersistentVolumeClaim *claim)
{
  const char *class_name = fit_pvc_class (claim);
  const FitStorageClass *storage_class
      = *class_name ? fit_listers_storage_class (listers, class_name) : NULL;

  if (storage_class && storage_class->binding_mode == FIT_BINDING_MODE_ABSENT)
    return g_strdup_printf ("VolumeBindingMode not set for StorageClass \"%s\"",
                            class_name);
  if (storage_class
      && storage_class->binding_mode
             == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER)
    return NULL;
  return g_strdup_printf ("PersistentVolumeClaim was not found: \"%s\"",
                          claim->meta.name);
}

/* Returns: (transfer full) (nullable): why the claim cannot be evaluated */
static char *
add_claim (const FitPredicateRun *run, State *state, const FitVolume *volume)
{
  const Data *data = run->predicate->data;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const char *namespace_ = run->meta->pod->meta.namespace_;
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv;
  g_autoptr (GError) unnamed = NULL;

  if (!fit_claim_has_name (volume, &unnamed))
    return g_strdup (unnamed->message);
  claim = fit_listers_pvc (listers, namespace_, volume->id);
  if (!claim)
    return g_strdup_printf ("persistentvolumeclaim \"%s\" not found",
                            volume->id);
  if (!*claim->volume_name)
    return unbound_error (listers, claim);
  pv = fit_listers_pv (listers, claim->volume_name);
  if (!pv)
    return g_strdup_printf ("persistentvolume \"%s\" not found",
                            claim->volume_name);
  state->n += fit_zone_demands_of_volume (
      pv, data->keys, N_LABELS, run->meta->arena, &state->demands[state->n]);
  return NULL;
}

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  FitArena *arena = run->meta->arena;
  State *state = fit_arena_new0 (arena, State, 1);

  state->demands
      = fit_arena_newn (arena, FitZoneDemand, N_LABELS * spec->n_volumes);
  for (guint i = 0; i < spec->n_volumes && !state->error; i++)
    {
      const FitVolume *volume = &spec->volumes[i];
      g_autofree char *problem = NULL;

      if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM)
        problem = add_claim (run, state, volume);
      if (problem)
        state->error = fit_arena_strndup (arena, problem, strlen (problem));
    }
  run->state = state;
  run->skip = state->n == 0 && !state->error;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const Data *data = run->predicate->data;
  const State *state = run->state;
  const char *values[N_LABELS];
  gboolean labelled = FALSE;

  for (guint i = 0; i < N_LABELS; i++)
    {
      values[i] = fit_labels_get (node->node->meta.labels, data->keys[i]);
      labelled |= values[i] != NULL;
    }
  if (!labelled)
    return FIT_ANSWER_YES;
  if (!fit_zone_demands_met (state->demands, state->n, values))
    {
      fit_reasons_add (reasons, FIT_REASON_VOLUME_ZONE_CONFLICT);
      return FIT_ANSWER_NO;
    }
  if (!state->error)
    return FIT_ANSWER_YES;
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, state->error);
  return FIT_ANSWER_ERROR;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const Data *data = run->predicate->data;
  const char *values[N_LABELS];

  for (guint i = 0; i < N_LABELS; i++)
    values[i] = fit_labels_get (node->node->meta.labels, data->keys[i]);
  fit_explain_zones (run, data->keys, N_LABELS, values, node, detail);
}
