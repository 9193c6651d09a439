/* volume-binding.c - VolumeBinding at PreFilter and Filter; up to v1.17
 * predicate CheckVolumeBinding, in 1.8 NoVolumeNodeConflict
 *
 * PreFilter rejects a pod if one of its claims does not exist, is being
 * deleted, has lost its volume, waits for immediate binding, or has the name of
 * a generic ephemeral volume's claim without belonging to the pod.
 *
 * A node fits if it can reach the volumes of bound claims, and if the other
 * claims find volumes to bind or enough storage to provision them
 * (cluster/volume-binder.h; capacity is checked with the gate
 * CSIStorageCapacity).  A volume of an in-tree plugin is checked by the labels
 * of the CSI driver, if the plugin is migrated to it on the node.  With
 * hosts_narrow, bound volumes that are tied to host names restrict the nodes.
 * Cost: the pod's claims, and the volumes that match the unbound ones.
 * Tests: tests/rules/test-volume-binding*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/volume-binding.h"
#include "base/intern.h"
#include "api/names.h"
#include "rules/csi-topology.h"
#include "cluster/cache.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>

#define FILTER_SUMMARY \
  "the pod's claims are bound, or can be bound, to volumes that the node can use"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_volume_binding;

/* clang-format off */
const FitRule fit_rule_volume_binding = {
  .name = "VolumeBinding",
  .predicates = PREDICATES (&fit_check_volume_binding, &fit_no_volume_node_conflict),
  .points = POINTS (
    { F, FIT_SPAN (18, 19) },
    { PF | F | R | PB, FIT_SPAN (19, 21) },
    { PF | F | S | R | PB, FIT_SPAN (21, 30) },
    { PF | F | PS | S | R | PB, FIT_SINCE (30) }),
  .filters = FILTERS ({ FROM (18), &filter_volume_binding }),
  .scores = SCORES ({ FROM (21), &fit_score_volume_binding }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (20), NO_GATE, "not found" }),
  .halves = HALVES (
    { FIT_POINT_FILTER, FIT_POINT_RESERVE,
      "it chooses volumes for unbound claims, and binds none of them: their pods wait on the node" },
    { FIT_POINT_RESERVE, FIT_POINT_FILTER,
      "it has no choice of volumes to bind: pods with unbound claims wait on the node" },
    { FIT_POINT_RESERVE, FIT_POINT_PRE_BIND,
      "it sets volumes for unbound claims aside, and never binds them: their pods wait on the node" }),
  .events = EVENTS (
    EVENT (STORAGE_CLASS, ADD | UPDATE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (STORAGE_CLASS, ADD | UPDATE, FIT_SINCE (31), ALWAYS, fit_hint_class_changed),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FIT_SINCE (31), ALWAYS, fit_hint_own_claim),
    EVENT (PERSISTENT_VOLUME, ADD | UPDATE, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (NODE, ADD | UPDATE, FIT_BEFORE (23), ALWAYS, NULL),
    EVENT (NODE, ADD | LABEL, FIT_SINCE (23), ALWAYS, NULL),
    EVENT (NODE, TAINT, FIT_SPAN (30, 32), ALWAYS, NULL),
    EVENT (NODE, TAINT, FIT_SINCE (32), NO_HINTS, NULL),
    EVENT (CSI_NODE, ADD | UPDATE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (CSI_NODE, ADD | UPDATE, FIT_SINCE (31), ALWAYS, fit_hint_migration_changed),
    EVENT (CSI_DRIVER, ADD | UPDATE, FIT_BEFORE (32), ALWAYS, NULL),
    EVENT (CSI_DRIVER, UPDATE, FIT_SINCE (32), ALWAYS, fit_hint_capacity_not_published),
    EVENT (CSI_STORAGE_CAPACITY, ADD | UPDATE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (CSI_STORAGE_CAPACITY, ADD | UPDATE, FIT_SINCE (31), ALWAYS, fit_hint_capacity_raised)),
  .weights = WEIGHTS ({ NULL, FIT_SINCE (21), 0, 1 }),
  .left_out = LEFT_OUT (FIT_AT (SCORE), .gate = FIT_GATE_STORAGE_CAPACITY_SCORING),
  .by_default = TRUE,
  .without = S,
  .setting = SETTING (BIND_TIMEOUT, FitVolumeBindingArgs, bind_timeout_seconds),
  .sign = fit_sign_volumes,
};
/* clang-format on */

typedef struct
{
  FitFilterData common;
  const char *hostname_key; /* interned, one reference held */
  FitCSITopology *topology; /* owned */
  FitFeatureGates gates;    /* of migration */
} FilterData;

static gboolean
filter_create (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  FilterData *data = g_new (FilterData, 1);

  fit_filter_data_init (&data->common, argument);
  data->hostname_key = fit_intern (FIT_LABEL_HOSTNAME);
  data->topology = fit_csi_topology_new (&data->common.behaviour);
  data->gates = args->gates;
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  FilterData *data = pointer;

  fit_intern_unref (data->hostname_key);
  fit_csi_topology_free (data->topology);
  g_free (data);
}

/* -- hosts that volumes are tied to ---------------------------------------- */

/* The hosts of all terms together.  Terms that name none do not count, although
 * the volume may match other nodes by them.
 * Returns: (nullable) (transfer full): of interned names; NULL if there is
 * none */
static GPtrArray *
hosts_of (const FitPersistentVolume *pv, const char *key)
{
  g_autoptr (GPtrArray) names = NULL;

  if (pv == NULL || pv->required_nodes == NULL)
    return NULL;
  names = g_ptr_array_new ();
  for (guint i = 0; i < pv->required_nodes->n; i++)
    {
      const FitSelector *expressions = pv->required_nodes->terms[i].expressions;
      const FitRequirement *first = NULL;

      for (guint k = 0;
           expressions != NULL && k < expressions->n && first == NULL; k++)
        if (expressions->requirements[k].key == key
            && expressions->requirements[k].op == FIT_OPERATOR_IN)
          first = &expressions->requirements[k];
      for (guint v = 0; first != NULL && v < first->n_values; v++)
        {
          const char *name = first->values[v];
          gboolean everywhere = TRUE;

          for (guint k = 0; k < expressions->n; k++)
            if (expressions->requirements[k].key == key
                && expressions->requirements[k].op == FIT_OPERATOR_IN)
              everywhere &= fit_intern_listed (
                  expressions->requirements[k].values,
                  expressions->requirements[k].n_values, name);
          if (everywhere
              && !fit_intern_listed ((const char *const *) names->pdata,
                                     names->len, name))
            g_ptr_array_add (names, (gpointer) name);
        }
    }
  return names->len > 0 ? g_steal_pointer (&names) : NULL;
}

static void
name_nodes (FitPredicateRun *run, const FitPodClaims *claims)
{
  const FilterData *data = run->predicate->data;
  FitArena *arena = run->meta->arena;
  g_autoptr (GPtrArray) names = NULL;
  guint n;
  const FitPersistentVolume *const *volumes
      = fit_pod_claims_volumes (claims, arena, &n);
  FitNodeNames *only;
  const char **copy;

  for (guint i = 0; i < n; i++)
    {
      GPtrArray *hosts = hosts_of (volumes[i], data->hostname_key);

      if (names == NULL)
        names = hosts;
      else if (hosts != NULL)
        {
          guint kept = 0;

          for (guint k = 0; k < names->len; k++)
            if (fit_intern_listed ((const char *const *) hosts->pdata,
                                   hosts->len, names->pdata[k]))
              names->pdata[kept++] = names->pdata[k];
          g_ptr_array_set_size (names, (gint) kept);
          g_ptr_array_unref (hosts);
        }
    }
  if (names == NULL)
    return;
  only = fit_arena_newn (arena, FitNodeNames, 1);
  copy = fit_arena_newn (arena, const char *, names->len);
  for (guint i = 0; i < names->len; i++)
    copy[i] = names->pdata[i];
  *only = (FitNodeNames){ names->len, copy };
  run->only = only;
}

/* -- PreFilter ------------------------------------------------------------- */

/* Returns: FALSE if the claim does not exist, is being deleted, belongs to
 * another pod, or has lost its volume */
static gboolean
check_claim (FitPredicateRun *run, const FitVolume *volume)
{
  const FitPod *pod = run->meta->pod;
  const FitPersistentVolumeClaim *claim
      = fit_volume_binder_pvc (fit_cache_volume_binder (run->predicate->cache),
                               pod->meta.namespace_, volume->id);
  const gboolean made = volume->type == FIT_VOLUME_EPHEMERAL_CLAIM;
  const gboolean reworded = fit_filter_behaviour (run)->claims_are_told_apart;
  g_autofree char *foreign
      = claim != NULL && made ? fit_pvc_foreign (claim, pod) : NULL;

  if (claim == NULL)
    fit_filter_reject (run,
                       made && reworded ? FIT_REASON_CLAIM_AWAITED
                                        : FIT_REASON_CLAIM_NOT_FOUND,
                       volume->id);
  else if (claim->lost && reworded)
    {
      g_autofree char *reason = g_strdup_printf (
          "persistentvolumeclaim \"%s\" bound to non-existent persistentvolume "
          "\"%s\"",
          claim->meta.name, claim->volume_name);

      fit_filter_reject (run, FIT_REASON_LOOKUP, reason);
    }
  else if (fit_object_meta_deleting (&claim->meta))
    fit_filter_reject (run, FIT_REASON_CLAIM_DELETED, volume->id);
  else if (foreign != NULL && reworded)
    fit_filter_reject (run, FIT_REASON_LOOKUP, foreign);
  else if (foreign != NULL)
    fit_filter_reject (run, FIT_REASON_CLAIM_FOREIGN, volume->id);
  else
    return TRUE;
  return FALSE;
}

static gboolean
check_claims (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < spec->n_volumes; i++)
    if (fit_volume_is_claim (&spec->volumes[i])
        && !check_claim (run, &spec->volumes[i]))
      return FALSE;
  return TRUE;
}

/* The state is the FitPodClaims; NULL for a pod without claims. */
static void
filter_prepare (FitPredicateRun *run)
{
  FitPodClaims *claims;
  const FilterData *data;
  FitArena *arena;
  guint n;
  const FitPersistentVolume *const *volumes;

  run->state = NULL;
  if (!fit_pod_has_claims (run->meta->pod))
    {
      fit_filter_skip (run, fit_filter_behaviour (run)->filter_first_skip);
      return;
    }
  claims = fit_volume_binder_prepare (
      fit_cache_volume_binder (run->predicate->cache), run->meta->pod,
      run->meta->arena);
  /* Handles volumes that are migrated to CSI drivers on some nodes. */
  data = run->predicate->data;
  arena = run->meta->arena;
  volumes = fit_pod_claims_volumes (claims, arena, &n);
  for (guint i = 0; i < n; i++)
    {
      const FitMigratablePlugin *plugin
          = volumes[i] != NULL
                ? fit_migratable_plugin_of_type (volumes[i]->source.type)
                : NULL;

      if (plugin != NULL && fit_migration_gate_on (plugin, data->gates))
        fit_pod_claims_migrate (claims, i,
                                fit_csi_topology_volume (data->topology, plugin,
                                                         volumes[i], arena));
    }
  run->state = claims;
  if (!check_claims (run))
    return;
  if (fit_pod_claims_immediate (claims))
    fit_filter_reject (run, FIT_REASON_CLAIM_UNBOUND, NULL);
  else if (fit_pod_claims_error (claims) != NULL)
    run->error = fit_pod_claims_error (claims);
  else if (fit_filter_behaviour (run)->hosts_narrow)
    name_nodes (run, claims);
}

/* -- Filter ---------------------------------------------------------------- */

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const guint flags = fit_gate_on (fit_filter_data (run)->gates,
                                   FIT_GATE_CSI_STORAGE_CAPACITY)
                          ? FIT_BINDER_CAPACITY
                          : 0;
  guint problems;

  if (run->state == NULL)
    return FIT_ANSWER_YES;
  if (!fit_volume_binder_find (fit_cache_volume_binder (run->predicate->cache),
                               run->state, node->node, flags, &problems, error))
    return FIT_ANSWER_ERROR;
  if (problems & FIT_VOLUMES_NODE_CONFLICT)
    fit_reasons_add (reasons, fit_filter_behaviour (run)->volume_node_affinity
                                  ? FIT_REASON_VOLUME_NODE_AFFINITY
                                  : FIT_REASON_VOLUME_NODE_CONFLICT);
  if (problems & FIT_VOLUMES_BIND_CONFLICT)
    fit_reasons_add (reasons, FIT_REASON_VOLUME_BIND_CONFLICT);
  if (problems & FIT_VOLUMES_NO_SPACE)
    fit_reasons_add (reasons, FIT_REASON_STORAGE_SPACE);
  if (problems & FIT_VOLUMES_MISSING)
    fit_reasons_add (reasons, fit_filter_behaviour (run)->volume_unavailable
                                  ? FIT_REASON_VOLUME_UNAVAILABLE
                                  : FIT_REASON_VOLUME_MISSING);
  return problems ? FIT_ANSWER_NO : FIT_ANSWER_YES;
}

/* -- explaining ------------------------------------------------------------ */

/* Lists the claims that must be bound first.  Returns: (transfer full) */
static char *
unbound_claims (const FitPredicateRun *run, guint *out_n)
{
  const FitPod *pod = run->meta->pod;
  const FitVolumeBinder *binder
      = fit_cache_volume_binder (run->predicate->cache);
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  GString *out = g_string_new (NULL);

  *out_n = 0;
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim
          = fit_volume_is_claim (volume) ? fit_volume_binder_pvc (
                binder, pod->meta.namespace_, volume->id)
                                         : NULL;
      const FitStorageClass *storage_class
          = claim != NULL
                ? fit_listers_storage_class (listers, fit_pvc_class (claim))
                : NULL;

      if (claim != NULL && !fit_pvc_fully_bound (claim)
          && (storage_class == NULL
              || storage_class->binding_mode
                     != FIT_BINDING_MODE_WAIT_FOR_FIRST_CONSUMER
              || *claim->volume_name))
        g_string_append_printf (out, "%s%s", (*out_n)++ > 0 ? ", " : "",
                                claim->meta.name);
    }
  return g_string_free (out, FALSE);
}

static void
explain_pod (const FitPredicateRun *run, const FitReason *reason,
             FitDetail *detail)
{
  g_autofree char *claims = NULL;
  guint n;

  if (reason->code != FIT_REASON_CLAIM_UNBOUND)
    {
      if (reason->code != FIT_REASON_LOOKUP)
        fit_detail_add_fact (detail, "claim", reason->text);
      return;
    }
  claims = unbound_claims (run, &n);
  fit_detail_say (detail, "%s", claims);
  fit_detail_advise (detail,
                     "wait until %s %s bound, or use a class that waits "
                     "for the first consumer",
                     claims, n == 1 ? "is" : "are");
  fit_detail_add_fact (detail, "claim", claims);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  FitVolumeProblems problem = FIT_VOLUMES_BIND_CONFLICT;

  if (node == NULL)
    {
      explain_pod (run, reason, detail);
      return;
    }
  if (reason->code == FIT_REASON_VOLUME_NODE_CONFLICT
      || reason->code == FIT_REASON_VOLUME_NODE_AFFINITY)
    problem = FIT_VOLUMES_NODE_CONFLICT;
  else if (reason->code == FIT_REASON_VOLUME_MISSING
           || reason->code == FIT_REASON_VOLUME_UNAVAILABLE)
    problem = FIT_VOLUMES_MISSING;
  fit_explain_claims (run, run->state, problem, node, detail);
}

/* -- events ---------------------------------------------------------------- */

FitQueueingHint
fit_hint_own_claim (gpointer plugin, const FitPod *pod,
                    gconstpointer old_object, gconstpointer new_object)
{
  const FitPersistentVolumeClaim *claim = new_object;
  const FitPodSpec *spec = pod->spec;

  if (claim->meta.namespace_ != pod->meta.namespace_)
    return FIT_QUEUEING_SKIP;
  for (guint i = 0; i < spec->n_volumes; i++)
    if (fit_volume_is_claim (&spec->volumes[i])
        && strcmp (spec->volumes[i].id, claim->meta.name) == 0)
      return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

FitQueueingHint
fit_hint_class_changed (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitStorageClass *before = old_object, *now = new_object;

  if (before == NULL || before->n_topologies != now->n_topologies)
    return FIT_QUEUEING_AFTER_BACKOFF;
  for (guint i = 0; i < now->n_topologies; i++)
    if (!fit_selector_equal (before->topologies[i], now->topologies[i]))
      return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

static gboolean
same_names (char **a, char **b)
{
  static char *const none[] = { NULL };

  return g_strv_equal ((const char *const *) (a != NULL ? a : none),
                       (const char *const *) (b != NULL ? b : none));
}

FitQueueingHint
fit_hint_migration_changed (gpointer plugin, const FitPod *pod,
                            gconstpointer old_object, gconstpointer new_object)
{
  const FitCSINode *before = old_object, *now = new_object;

  return fit_hint_if (
      before == NULL
      || !same_names (before->migrated_plugins, now->migrated_plugins));
}

/* Returns: (nullable): the size of the largest volume; NULL if it is not
 * known */
static const FitQuantity *
largest (const FitCSIStorageCapacity *capacity)
{
  if (capacity->has_maximum)
    return &capacity->maximum;
  return capacity->has_capacity ? &capacity->capacity : NULL;
}

FitQueueingHint
fit_hint_capacity_raised (gpointer plugin, const FitPod *pod,
                          gconstpointer old_object, gconstpointer new_object)
{
  const FitQuantity *before = old_object != NULL ? largest (old_object) : NULL,
                    *now = largest (new_object);

  if (old_object == NULL)
    return FIT_QUEUEING_AFTER_BACKOFF;
  return fit_hint_if (
      now != NULL
      && (before == NULL
          || fit_quantity_value (now) > fit_quantity_value (before)));
}

FitQueueingHint
fit_hint_capacity_not_published (gpointer plugin, const FitPod *pod,
                                 gconstpointer old_object,
                                 gconstpointer new_object)
{
  const FitCSIDriver *before = old_object, *now = new_object;

  if (!before->storage_capacity || now->storage_capacity)
    return FIT_QUEUEING_SKIP;
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (pod->spec->volumes[i].type == FIT_VOLUME_INLINE_CSI
        && strcmp (pod->spec->volumes[i].aux, now->meta.name) == 0)
      return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

static const FitReasonCode gives[] = { FIT_REASON_VOLUME_NODE_CONFLICT,
                                       FIT_REASON_VOLUME_NODE_AFFINITY,
                                       FIT_REASON_VOLUME_BIND_CONFLICT,
                                       FIT_REASON_STORAGE_SPACE,
                                       FIT_REASON_VOLUME_MISSING,
                                       FIT_REASON_VOLUME_UNAVAILABLE,
                                       FIT_REASON_CLAIM_NOT_FOUND,
                                       FIT_REASON_CLAIM_DELETED,
                                       FIT_REASON_CLAIM_UNBOUND,
                                       FIT_REASON_CLAIM_AWAITED,
                                       FIT_REASON_CLAIM_FOREIGN,
                                       FIT_REASON_LOOKUP,
                                       0 };

static const FitPredicateInfo filter_volume_binding = {
  .name = "VolumeBinding",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = filter_prepare,
  .explain = explain,
  .create = filter_create,
  .free_data = free_data,
};

/* -- v1.16: CheckVolumeBinding --------------------------------------------- */

/* Unbound claims with immediate binding are an error until they are bound.
 * Both reasons may be given, the one about bound volumes first.
 *
 * NoVolumeNodeConflict of 1.8 is the same for bound volumes, and both fail if a
 * claim is not bound.  Without their gates, both accept every node, and no
 * volumes are bound.
 */

/* The state is the FitPodClaims; NULL for a pod without claims. */
static void
former_prepare (FitPredicateRun *run)
{
  run->state = NULL;
  run->skip = !fit_pod_has_claims (run->meta->pod);
  if (!run->skip)
    run->state = fit_volume_binder_prepare (
        fit_cache_volume_binder (run->predicate->cache), run->meta->pod,
        run->meta->arena);
}

static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  guint problems;

  if (run->state == NULL)
    return FIT_ANSWER_YES;
  if (!fit_volume_binder_find (fit_cache_volume_binder (run->predicate->cache),
                               run->state, node->node, FIT_BINDER_NEEDS_VOLUMES,
                               &problems, error))
    return FIT_ANSWER_ERROR;
  if (problems & FIT_VOLUMES_NODE_CONFLICT)
    fit_reasons_add (reasons, FIT_REASON_VOLUME_NODE_CONFLICT);
  if (problems & FIT_VOLUMES_BIND_CONFLICT)
    fit_reasons_add (reasons, FIT_REASON_VOLUME_BIND_CONFLICT);
  return problems ? FIT_ANSWER_NO : FIT_ANSWER_YES;
}

static void
prepare_nothing (FitPredicateRun *run)
{
  run->skip = TRUE;
}

static FitAnswer
check_nothing (const FitPredicateRun *run, const FitNodeInfo *node,
               FitReasons *reasons, GError **error)
{
  return FIT_ANSWER_YES;
}

static const FitReasonCode former_gives[]
    = { FIT_REASON_VOLUME_NODE_CONFLICT, FIT_REASON_VOLUME_BIND_CONFLICT, 0 };
static const FitReasonCode no_reasons[] = { 0 };

const FitPredicateInfo fit_check_volume_binding = {
  .name = "CheckVolumeBinding",
  .summary = FILTER_SUMMARY,
  .cost = FIT_COST_VOLUMES,
  .reasons = former_gives,
  .check = former_check,
  .ignores_plain_pods = TRUE,
  .prepare = former_prepare,
  .explain = explain,
};

const FitPredicateInfo fit_no_volume_node_conflict = {
  .name = "NoVolumeNodeConflict",
  .summary = "the pod's claims are bound to volumes the node can use",
  .successor = "VolumeBinding replaces it",
  .cost = FIT_COST_VOLUMES,
  .reasons = former_gives,
  .check = former_check,
  .prepare = former_prepare,
};

const FitPredicateInfo fit_no_volume_node_conflict_off = {
  .name = "NoVolumeNodeConflict",
  .summary = "nothing without the gate PersistentLocalVolumes",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = check_nothing,
  .prepare = prepare_nothing,
};

const FitPredicateInfo fit_check_volume_binding_off = {
  .name = "CheckVolumeBinding",
  .summary = "nothing without the gate VolumeScheduling",
  .cost = FIT_COST_CONSTANT,
  .reasons = no_reasons,
  .check = check_nothing,
  .prepare = prepare_nothing,
};
