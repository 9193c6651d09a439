/* filter-volume-zone.c - VolumeZone at PreFilter and Filter
 *
 * The volumes behind the pod's claims must be in the node's zone and region.
 * These come from labels with the older or the newer names; a volume's label
 * may list several values, separated by "__".  A node with none of the labels
 * fits.  By the rule TRANSLATES, a node's label with the newer name also counts
 * as the older one.
 *
 * A missing claim, volume or class is an error on nodes with labels; by the
 * rule PROBLEM_REJECTS a rejection; by the rule PRE_FILTER a rejection on all
 * nodes.
 * Cost: the pod's claims.
 */
#include "base/intern.h"
#include "api/names.h"
#include "predicates/rule-details.h"
#include "predicates/volume-zone.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rule ------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_volume_zone = {
  .name = "VolumeZone",
  .predicates = NAMES ("NoVolumeZoneConflict"),
  .points = POINTS (
    { 18, 26, F },
    { 27, 0, PF | F }),
  .filters = FILTERS ({ FROM (18), &fit_filter_volume_zone }),
  .events = EVENTS (
    EVENT (STORAGE_CLASS, ADD, START, FROM (31), ALWAYS, NULL),
    EVENT (STORAGE_CLASS, ADD, FROM (31), ON, ALWAYS, fit_hint_class_waits),
    EVENT (NODE, ADD | LABEL, START, ON, ALWAYS, NULL),
    EVENT (NODE, TAINT, FROM (30), FROM (32), ALWAYS, NULL),
    EVENT (NODE, TAINT, FROM (32), ON, NO_HINTS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, START, FROM (31), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_named_claim),
    EVENT (PERSISTENT_VOLUME, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_zones_changed)),
};
/* clang-format on */

static const struct
{
  const char *key;
  const char *newer; /* (nullable): the newer name on nodes */
} zone_labels[] = {
  { FIT_LABEL_ZONE, FIT_LABEL_ZONE_GA },
  { FIT_LABEL_REGION, FIT_LABEL_REGION_GA },
  { FIT_LABEL_ZONE_GA, NULL },
  { FIT_LABEL_REGION_GA, NULL },
};

#define N_LABELS G_N_ELEMENTS (zone_labels)

typedef struct
{
  FitFilterData common;
  const char *keys[N_LABELS];  /* interned, references held */
  const char *newer[N_LABELS]; /* (nullable) the same */
} Data;

/* The requirements in the order of the pod's volumes, up to the first that
 * cannot be evaluated. */
typedef struct
{
  guint n;
  FitZoneDemand *demands;
  const char *problem; /* (nullable): for a node that meets all requirements */
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, argument);
  for (guint i = 0; i < N_LABELS; i++)
    {
      data->keys[i] = fit_intern (zone_labels[i].key);
      if (zone_labels[i].newer)
        data->newer[i] = fit_intern (zone_labels[i].newer);
    }
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  for (guint i = 0; i < N_LABELS; i++)
    {
      fit_intern_unref (data->keys[i]);
      fit_intern_unref (data->newer[i]);
    }
  g_free (data);
}

/* -- requirements for nodes ------------------------------------------------ */

/* The error for a claim without a volume.
 * Returns: (transfer full) (nullable): NULL if it may stay unbound */
static char *
unbound_problem (const FitPredicateRun *run,
                 const FitPersistentVolumeClaim *claim)
{
  const char *class_name = fit_pvc_class (claim);
  const FitStorageClass *storage_class = fit_listers_storage_class (
      fit_cache_listers (run->predicate->cache), class_name);

  if (!*class_name)
    return g_strdup (
        "PersistentVolumeClaim had no pv name and storageClass name");
  if (!storage_class && fit_filter_rule (run, FIT_FILTER_ZONE_PROBLEM_REJECTS))
    return g_strdup_printf ("storageclass.storage.k8s.io \"%s\" not found",
                            class_name);
  if (!storage_class)
    return g_strdup_printf (
        "StorageClass \"%s\" claimed by PersistentVolumeClaim \"%s\" not found",
        class_name, claim->meta.name);
  if (storage_class->binding_mode == FIT_BINDING_MODE_ABSENT)
    return g_strdup_printf ("VolumeBindingMode not set for StorageClass \"%s\"",
                            class_name);
  return storage_class->binding_mode == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER
             ? NULL
             : g_strdup ("PersistentVolume had no name");
}

/* Returns: (transfer full) (nullable): why the claim cannot be evaluated */
static char *
add_claim (const FitPredicateRun *run, State *state, const FitVolume *volume)
{
  const Data *data = run->predicate->data;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const FitPersistentVolumeClaim *claim;
  const FitPersistentVolume *pv;

  if (!*volume->id)
    return g_strdup ("PersistentVolumeClaim had no name");
  claim
      = fit_listers_pvc (listers, run->meta->pod->meta.namespace_, volume->id);
  if (!claim)
    return g_strdup_printf ("persistentvolumeclaim \"%s\" not found",
                            volume->id);
  if (!*claim->volume_name)
    return unbound_problem (run, claim);
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
  for (guint i = 0; i < spec->n_volumes && !state->problem; i++)
    {
      const FitVolume *volume = &spec->volumes[i];
      g_autofree char *problem = NULL;

      if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM)
        problem = add_claim (run, state, volume);
      if (problem)
        state->problem = fit_arena_strndup (arena, problem, strlen (problem));
    }
  run->state = state;
  if (state->problem && fit_filter_rule (run, FIT_FILTER_ZONE_PRE_FILTER))
    fit_filter_reject (run, FIT_REASON_LOOKUP, state->problem);
  if (state->n == 0 && !state->problem)
    fit_filter_skip (run, FIT_FILTER_FIRST_SKIP);
}

/* -- nodes ----------------------------------------------------------------- */

/* Returns: FALSE if the node has none of the labels */
static gboolean
read_values (const FitPredicateRun *run, const FitLabels *labels,
             const char *values[N_LABELS])
{
  const Data *data = run->predicate->data;
  gboolean labelled = FALSE;

  for (guint i = 0; i < N_LABELS; i++)
    {
      values[i] = fit_labels_get (labels, data->keys[i]);
      labelled |= values[i] != NULL;
      if (!values[i] && data->newer[i]
          && fit_filter_rule (run, FIT_FILTER_ZONE_TRANSLATES))
        values[i] = fit_labels_get (labels, data->newer[i]);
    }
  return labelled;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;
  const char *values[N_LABELS];

  if (!read_values (run, node->node->meta.labels, values))
    return FIT_ANSWER_YES;
  if (!fit_zone_demands_met (state->demands, state->n, values))
    {
      fit_reasons_add (reasons, FIT_REASON_VOLUME_ZONE_CONFLICT);
      return FIT_ANSWER_NO;
    }
  if (!state->problem)
    return FIT_ANSWER_YES;
  if (fit_filter_rule (run, FIT_FILTER_ZONE_PROBLEM_REJECTS))
    {
      fit_reasons_add_text (reasons, FIT_REASON_LOOKUP, state->problem);
      return FIT_ANSWER_NO;
    }
  g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, state->problem);
  return FIT_ANSWER_ERROR;
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const Data *data = run->predicate->data;
  const char *values[N_LABELS];

  if (!node || reason->code != FIT_REASON_VOLUME_ZONE_CONFLICT)
    return;
  read_values (run, node->node->meta.labels, values);
  fit_explain_zones (run, data->keys, N_LABELS, values, node, detail);
}

/* -- events ---------------------------------------------------------------- */

FitQueueingHint
fit_hint_class_waits (gpointer plugin, const FitPod *pod,
                      gconstpointer old_object, gconstpointer new_object)
{
  const FitStorageClass *storage_class = new_object;

  return fit_hint_if (storage_class->binding_mode
                      == FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER);
}

static gboolean
lists (const FitZoneDemand *demand, const char *zone)
{
  for (guint i = 0; i < demand->n; i++)
    if (strcmp (demand->values[i], zone) == 0)
      return TRUE;
  return FALSE;
}

/* Does @a list every zone of @b? */
static gboolean
covers (const FitZoneDemand *a, const FitZoneDemand *b)
{
  for (guint i = 0; i < b->n; i++)
    if (!lists (a, b->values[i]))
      return FALSE;
  return TRUE;
}

static gboolean
same_demands (const FitZoneDemand *a, guint n_a, const FitZoneDemand *b,
              guint n_b)
{
  for (guint i = 0; i < n_a && n_a == n_b; i++)
    if (a[i].label != b[i].label || !covers (&a[i], &b[i])
        || !covers (&b[i], &a[i]))
      return FALSE;
  return n_a == n_b;
}

FitQueueingHint
fit_hint_zones_changed (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const Data *data = ((const FitPredicate *) plugin)->data;
  g_autoptr (FitArena) arena = fit_arena_new ();
  FitZoneDemand before[N_LABELS], now[N_LABELS];
  guint n_before, n_now;

  if (old_object == NULL)
    return FIT_QUEUEING_AFTER_BACKOFF;
  n_before = fit_zone_demands_of_volume (old_object, data->keys, N_LABELS,
                                         arena, before);
  n_now = fit_zone_demands_of_volume (new_object, data->keys, N_LABELS, arena,
                                      now);
  return fit_hint_if (!same_demands (before, n_before, now, n_now));
}

static const FitReasonCode gives[]
    = { FIT_REASON_VOLUME_ZONE_CONFLICT, FIT_REASON_LOOKUP, 0 };

const FitPredicateInfo fit_filter_volume_zone = {
  .name = "VolumeZone",
  .summary = "the volumes of the pod's claims are in the node's zone",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};
