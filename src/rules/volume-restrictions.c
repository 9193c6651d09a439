/* volume-restrictions.c - VolumeRestrictions at PreFilter and Filter, up to
 * v1.16 predicate NoDiskConflict
 *
 * A disk that the pod names inline must not be in use by another pod on the
 * node (like NoDiskConflict of v1.16).  With the gate ReadWriteOncePod, claims
 * must exist, and one with this access mode must not be in use on any node: with
 * claims_in_use_are_final that is decided at PreFilter, otherwise at Filter.
 * Then the claims cannot be checked without PreFilter, which fails every pod.
 * What-if questions compare the names of claims only: a pod of any namespace
 * that is removed counts as a user that goes, with each of its volumes; a claim
 * in use counts once, however many pods use it.
 * Cost: the pod's disks and claims times the volumes of the pods on the node; a
 * look at all pods for a pod with such a claim.
 * Tests: tests/rules/test-volume-restrictions*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/unprepared-plugins.h"
#include "predicates/predicates.h"
#include "rules/rule-details.h"
#include "api/texts.h"
#include "predicates/change-counts.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rule -------------------------------------------------------------- */

/* clang-format off */
const FitRule fit_rule_volume_restrictions = {
  .name = "VolumeRestrictions",
  .predicates = PREDICATES (&fit_no_disk_conflict),
  .points = POINTS (
    { F, FIT_SPAN (18, 22) },
    { PF | F, FIT_SINCE (22) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_volume_restrictions }),
  .unprepared = UNPREPARED (
    { FIT_AT (PRE_FILTER), FROM (27), FIT_GATE_READ_WRITE_ONCE_POD, "cannot read \"PreFilterVolumeRestrictions\" from cycleState", .tracks_pods = TRUE }),
  .events = EVENTS (
    EVENT (POD, DELETE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_SINCE (31), ALWAYS, fit_hint_disk_freed),
    EVENT (NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (NODE, TAINT | LABEL, FIT_SINCE (32), NO_HINTS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (31), ALWAYS, fit_hint_named_claim)),
  .by_default = TRUE,
  .sign = fit_sign_volumes,
};
/* clang-format on */

typedef struct
{
  FitFilterData common;            /* first: see fit_filter_data() */
  const FitUnprepared *unprepared; /* (nullable): why no claim is checked */
} Data;

/* Claims of the pod that only one pod may use at a time. */
typedef struct
{
  gpointer disks; /* state of NoDiskConflict */
  gboolean has_disks;
  guint n;
  const char **claims; /* interned names, each once */
  guint n_in_use;      /* those of them that a pod uses */
  guint n_users;       /* pods that use them */
  const FitPod *user;  /* (nullable): the first of these */
  guint counter;       /* of users that were added or removed */
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  const FitProfilePluginArgs *given = argument;
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, given);
  data->unprepared = fit_unprepared_find (fit_filter_volume_restrictions.name,
                                          given->release, given->gates,
                                          FIT_AT (FILTER), given->points);
  *out_data = data;
  return TRUE;
}

/* Returns: (nullable) */
static const FitUnprepared *
unprepared (const FitPredicateRun *run)
{
  return ((const Data *) run->predicate->data)->unprepared;
}

static const FitPersistentVolumeClaim *
claim_of (const FitPredicateRun *run, const FitVolume *volume)
{
  return volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
             ? fit_listers_pvc (fit_cache_listers (run->predicate->cache),
                                run->meta->pod->meta.namespace_, volume->id)
             : NULL;
}

/* Does @volume have the name of a claim of @state? */
static gboolean
has_claim (const State *state, const FitVolume *volume)
{
  for (guint i = 0; i < state->n; i++)
    if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
        && volume->id == state->claims[i])
      return TRUE;
  return FALSE;
}

/* Returns: (nullable): a claim of the state that @pod uses, too */
static const char *
shared_claim (const FitPredicateRun *run, const FitPod *pod)
{
  if (pod->meta.namespace_ != run->meta->pod->meta.namespace_)
    return NULL;
  for (guint v = 0; v < pod->spec->n_volumes; v++)
    if (has_claim (run->state, &pod->spec->volumes[v]))
      return pod->spec->volumes[v].id;
  return NULL;
}

/* Returns: how many pods on @node use a claim of the state; *@user: if none is
 * there yet, the first of them */
static guint
find_users (const FitPredicateRun *run, const FitNodeInfo *node,
            const FitPod **user)
{
  guint n = 0;

  for (guint p = 0; node->node != NULL && p < node->n_pods; p++)
    if (shared_claim (run, node->pods[p]) != NULL)
      {
        *user = *user != NULL ? *user : node->pods[p];
        n++;
      }
  return n;
}

/* Returns: (nullable): a claim of the pod that does not exist; those behind it are
 * not looked at */
static const char *
collect_claims (FitPredicateRun *run, State *state)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  if (!fit_gate_on (fit_filter_data (run)->gates, FIT_GATE_READ_WRITE_ONCE_POD))
    return NULL;
  state->claims
      = fit_arena_newn (run->meta->arena, const char *, spec->n_volumes);
  for (guint i = 0; i < spec->n_volumes; i++)
    {
      const FitVolume *volume = &spec->volumes[i];
      const FitPersistentVolumeClaim *claim = claim_of (run, volume);

      if (claim == NULL && volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM)
        return volume->id;
      if (claim != NULL
          && (claim->access_modes & FIT_ACCESS_READ_WRITE_ONCE_POD)
          && !has_claim (state, volume))
        state->claims[state->n++] = volume->id;
    }
  return NULL;
}

static gint32
count_change (const FitPredicateMetadata *meta, gconstpointer data,
              const FitMetadataChange *change)
{
  const FitPodSpec *spec = change->pod->spec;
  gint32 n = 0;

  for (guint i = 0; i < spec->n_volumes; i++)
    n += has_claim (((const FitPredicateRun *) data)->state, &spec->volumes[i]);
  return n;
}

/* Does a pod on @node use @claim? */
static gboolean
uses_claim (const FitPredicateRun *run, const FitNodeInfo *node,
            const char *claim)
{
  const State one = { .n = 1, .claims = &claim };
  FitPredicateRun asking = *run;
  const FitPod *user = NULL;

  asking.state = (gpointer) &one;
  return find_users (&asking, node, &user) > 0;
}

/* Counts what is in use on all nodes at one value, by pods that are added or
 * removed included. */
static void
count_users (const FitPredicateRun *run, State *state)
{
  const guint n = fit_cache_n_slots (run->meta->cache);
  FitPredicateRun *kept = fit_arena_newn (run->meta->arena, FitPredicateRun, 1);

  *kept = *run;
  state->counter
      = fit_change_counter_new (run->meta, count_change, kept,
                                fit_arena_new0 (run->meta->arena, guint32, n));
  for (guint i = 0; i < n; i++)
    state->n_users
        += find_users (run, fit_cache_node (run->meta->cache, i), &state->user);
  for (guint k = 0; k < state->n && state->n_users > 0; k++)
    {
      guint i = 0;

      while (i < n
             && !uses_claim (run, fit_cache_node (run->meta->cache, i),
                             state->claims[k]))
        i++;
      state->n_in_use += i < n;
    }
}

static void
prepare (FitPredicateRun *run)
{
  const gboolean final = fit_filter_behaviour (run)->claims_in_use_are_final;
  FitPredicateRun disks = *run;
  State *state = fit_arena_new0 (run->meta->arena, State, 1);
  const char *missing;

  fit_no_disk_conflict.prepare (&disks);
  state->disks = disks.state;
  state->has_disks = !disks.skip;
  run->state = state;
  missing = collect_claims (run, state);
  if (state->n > 0)
    count_users (run, state);
  if (final && state->n_users > 0)
    fit_filter_reject (run, FIT_REASON_CLAIM_IN_USE_ON_NODE, NULL);
  else if (missing != NULL)
    fit_filter_reject (run, FIT_REASON_CLAIM_NOT_FOUND, missing);
  else if (unprepared (run) == NULL && !state->has_disks
           && (final || state->n_users == 0))
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
}

/* Are there users, including pods added and removed in what-if questions? */
static gboolean
used_anywhere (const FitPredicateRun *run)
{
  const State *state = run->state;

  return (gint64) state->n_in_use
             + fit_change_count (run->meta, state->counter, 0)
         > 0;
}

static FitAnswer
check_claims (const FitPredicateRun *run, FitReasons *reasons)
{
  const FitBehaviour *behaviour = fit_filter_behaviour (run);

  if (behaviour->claims_in_use_are_final || !used_anywhere (run))
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, behaviour->claims_in_use_unnamed
                                ? FIT_REASON_CLAIM_IN_USE
                                : FIT_REASON_CLAIM_IN_USE_BY_NAME);
  return FIT_ANSWER_NO;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;
  FitPredicateRun disks = *run;

  disks.state = state->disks;
  if (state->has_disks
      && fit_no_disk_conflict.check (&disks, node, reasons, error)
             == FIT_ANSWER_NO)
    return FIT_ANSWER_NO;
  if (unprepared (run) != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE,
                           unprepared (run)->message);
      return FIT_ANSWER_ERROR;
    }
  return state->n > 0 ? check_claims (run, reasons) : FIT_ANSWER_YES;
}

/* -- explaining ------------------------------------------------------------ */

static void
explain_claim (const FitPredicateRun *run, const FitPod *user, guint n_users,
               FitDetail *detail)
{
  const char *claim = shared_claim (run, user);
  g_autofree char *name = fit_pod_full_name (user);

  fit_detail_say (detail, "%s on %s uses claim %s", name, user->node_name,
                  claim);
  fit_detail_say_common (detail, "%s on %s uses claim %s", name,
                         user->node_name, claim);
  fit_detail_add_fact (detail, "claim", claim);
  fit_detail_add_fact (detail, "pod", name);
  if (n_users > 1)
    {
      fit_detail_advise (detail, "use another claim");
      return;
    }
  fit_detail_advise (detail, "delete %s, or use another claim", name);
  fit_detail_add_change (detail,
                         &(FitChange){ .type = FIT_CHANGE_EVICT, .pod = user });
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const State *state = run->state;
  FitPredicateRun disks = *run;

  disks.state = state->disks;
  if (reason->code == FIT_REASON_CLAIM_NOT_FOUND)
    fit_detail_add_fact (detail, "claim", reason->text);
  else if (reason->code == FIT_REASON_DISK_CONFLICT)
    fit_explain_disks (&disks, node, reason, detail);
  else if (state->user != NULL)
    explain_claim (run, state->user, state->n_users, detail);
}

/* -- events ---------------------------------------------------------------- */

static gboolean
names_claim (const FitPodSpec *spec, const char *name)
{
  for (guint i = 0; i < spec->n_volumes; i++)
    if (spec->volumes[i].type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
        && strcmp (spec->volumes[i].id, name) == 0)
      return TRUE;
  return FALSE;
}

FitQueueingHint
fit_hint_disk_freed (gpointer plugin, const FitPod *pod,
                     gconstpointer old_object, gconstpointer new_object)
{
  const FitPod *gone = old_object;
  const FitPodSpec *freed = gone->spec;

  if (gone->meta.namespace_ != pod->meta.namespace_)
    return FIT_QUEUEING_SKIP;
  if (fit_pods_share_disk (pod, gone))
    return FIT_QUEUEING_AFTER_BACKOFF;
  for (guint i = 0; i < freed->n_volumes; i++)
    if (freed->volumes[i].type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
        && names_claim (pod->spec, freed->volumes[i].id))
      return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

FitQueueingHint
fit_hint_named_claim (gpointer plugin, const FitPod *pod,
                      gconstpointer old_object, gconstpointer new_object)
{
  const FitPersistentVolumeClaim *claim = new_object;

  return fit_hint_if (claim->meta.namespace_ == pod->meta.namespace_
                      && names_claim (pod->spec, claim->meta.name));
}

static const FitReasonCode gives[]
    = { FIT_REASON_DISK_CONFLICT,        FIT_REASON_CLAIM_IN_USE,
        FIT_REASON_CLAIM_IN_USE_BY_NAME, FIT_REASON_CLAIM_IN_USE_ON_NODE,
        FIT_REASON_CLAIM_NOT_FOUND,      0 };

const FitPredicateInfo fit_filter_volume_restrictions = {
  .name = "VolumeRestrictions",
  .summary = "no other pod uses a disk or claim that is for one pod only",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = g_free,
};

/* -- claims alone, beside the rules of v1.16 ------------------------------- */

static gboolean
claims_create (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  const FitRelease newest = fit_release_newest ();
  const FitProfilePluginArgs given
      = { .release = newest, .gates = fit_feature_gates_of_release (newest) };
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, &given);
  *out_data = data;
  return TRUE;
}

static void
claims_prepare (FitPredicateRun *run)
{
  State *state = fit_arena_new0 (run->meta->arena, State, 1);

  run->state = state;
  (void) collect_claims (run, state);
  run->skip = state->n == 0;
  if (!run->skip)
    count_users (run, state);
}

static FitAnswer
claims_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  return check_claims (run, reasons);
}

static const FitReasonCode claims_give[]
    = { FIT_REASON_CLAIM_IN_USE_BY_NAME, FIT_REASON_CLAIM_IN_USE, 0 };

const FitPredicateInfo fit_read_write_once_pod = {
  .name = "ReadWriteOncePod",
  .summary = "no other pod uses a claim that is for one pod only",
  .cost = FIT_COST_VOLUMES,
  .reasons = claims_give,
  .check = claims_check,
  .prepare = claims_prepare,
  .explain = explain,
  .create = claims_create,
  .free_data = g_free,
};

/* -- v1.16: NoDiskConflict ------------------------------------------------- */

/* Predicate NoDiskConflict
 *
 * A disk that a pod names inline must not be in use by another pod of the node.
 * Pods may share a disk if all mount it read-only, but never an EBS volume.
 * GCE disks, EBS volumes and iSCSI targets are the same if their names are
 * equal.  RBD images are the same if pool and image are equal and the pods have
 * a monitor in common.  Volumes behind claims do not count, nor do two volumes
 * of the same pod.
 * Cost: the volumes of the pods on the node, times the logarithm of the pod's
 * disks.  Source: kube-scheduler v1.16 NoDiskConflict.
 */

static const FitReasonCode former_gives[] = { FIT_REASON_DISK_CONFLICT, 0 };

static const struct
{
  gboolean conflicts; /* it is a disk that can be in use */
  gboolean shares;    /* several readers may share it */
} disks[FIT_VOLUME_LAST] = {
  [FIT_VOLUME_GCE_PERSISTENT_DISK] = { TRUE, TRUE },
  [FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE] = { TRUE, FALSE },
  [FIT_VOLUME_ISCSI] = { TRUE, TRUE },
  [FIT_VOLUME_RBD] = { TRUE, TRUE },
};

/* The pod's disks, those with one name together. */
typedef struct
{
  guint n;
  const FitVolume *disks[];
} FormerState;

static gint
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  const guintptr left = (guintptr) (*(const FitVolume *const *) a)->id;
  const guintptr right = (guintptr) (*(const FitVolume *const *) b)->id;

  return (left > right) - (left < right);
}

static void
former_prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  FormerState *state = fit_arena_alloc (
      run->meta->arena,
      sizeof *state + spec->n_volumes * sizeof state->disks[0]);

  state->n = 0;
  for (guint i = 0; i < spec->n_volumes; i++)
    if (disks[spec->volumes[i].type].conflicts)
      state->disks[state->n++] = &spec->volumes[i];
  g_qsort_with_data (state->disks, (gint) state->n, sizeof state->disks[0],
                     compare_names, NULL);
  run->state = state;
  run->skip = state->n == 0;
}

static gboolean
common_monitor (const FitVolume *a, const FitVolume *b)
{
  if (a->monitors == NULL || b->monitors == NULL)
    return FALSE;
  for (guint i = 0; a->monitors[i] != NULL; i++)
    if (g_strv_contains ((const char *const *) b->monitors, a->monitors[i]))
      return TRUE;
  return FALSE;
}

static gboolean
conflict (const FitVolume *wanted, const FitVolume *used)
{
  if (wanted->type != used->type || wanted->id != used->id)
    return FALSE;
  if (disks[wanted->type].shares && wanted->read_only && used->read_only)
    return FALSE;
  return wanted->type != FIT_VOLUME_RBD
         || (wanted->aux == used->aux && common_monitor (wanted, used));
}

static gboolean
volume_conflicts (const FitVolume *used, const FormerState *state)
{
  guint first = 0;

  for (guint end = state->n; first < end;)
    {
      const guint middle = first + (end - first) / 2;

      if (compare_names (&state->disks[middle], &used, NULL) < 0)
        first = middle + 1;
      else
        end = middle;
    }
  for (guint i = first; i < state->n && state->disks[i]->id == used->id; i++)
    if (conflict (state->disks[i], used))
      return TRUE;
  return FALSE;
}

static gboolean
pod_uses (const FitPod *pod, const FormerState *state)
{
  const FitPodSpec *spec = pod->spec;

  for (guint v = 0; v < spec->n_volumes; v++)
    if (volume_conflicts (&spec->volumes[v], state))
      return TRUE;
  return FALSE;
}

gboolean
fit_pods_share_disk (const FitPod *a, const FitPod *b)
{
  for (guint i = 0; i < a->spec->n_volumes; i++)
    for (guint k = 0; k < b->spec->n_volumes; k++)
      if (disks[a->spec->volumes[i].type].conflicts
          && conflict (&a->spec->volumes[i], &b->spec->volumes[k]))
        return TRUE;
  return FALSE;
}

static FitAnswer
former_check (const FitPredicateRun *run, const FitNodeInfo *node,
              FitReasons *reasons, GError **error)
{
  const FormerState *state = run->state;

  for (guint i = 0; state->n > 0 && i < node->n_pods; i++)
    if (pod_uses (node->pods[i], state))
      {
        fit_reasons_add (reasons, FIT_REASON_DISK_CONFLICT);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}

/* -- explaining ------------------------------------------------------------ */

static const char *const type_names[FIT_VOLUME_LAST] = {
  [FIT_VOLUME_GCE_PERSISTENT_DISK] = "gcePersistentDisk",
  [FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE] = "awsElasticBlockStore",
  [FIT_VOLUME_ISCSI] = "iscsi",
  [FIT_VOLUME_RBD] = "rbd",
};

/* Returns: (nullable): the disk of the incoming pod that @pod uses */
static const FitVolume *
find_disk (const FitPod *pod, const FormerState *state)
{
  for (guint i = 0; i < state->n; i++)
    for (guint v = 0; v < pod->spec->n_volumes; v++)
      if (conflict (state->disks[i], &pod->spec->volumes[v]))
        return state->disks[i];
  return NULL;
}

void
fit_explain_disks (const FitPredicateRun *run, const FitNodeInfo *node,
                   const FitReason *reason, FitDetail *detail)
{
  const FitPod *user = NULL;
  const FitVolume *disk = NULL;
  g_autofree char *name = NULL;
  guint n = 0;

  for (guint i = 0; i < node->n_pods; i++)
    if (pod_uses (node->pods[i], run->state))
      {
        n++;
        if (user == NULL)
          user = node->pods[i];
      }
  if (user == NULL)
    return;
  disk = find_disk (user, run->state);
  name = fit_pod_full_name (user);
  fit_detail_say (detail, "%s uses %s %s", name, type_names[disk->type],
                  disk->id);
  fit_detail_say_common (detail, "%s %s is in use", type_names[disk->type],
                         disk->id);
  fit_detail_advise (detail, "move %s off %s", name, node->name);
  fit_detail_add_fact (detail, "pod", name);
  fit_detail_add_fact (detail, "volumeType", type_names[disk->type]);
  fit_detail_add_fact (detail, "volume", disk->id);
  if (n == 1)
    fit_detail_add_change (
        detail, &(FitChange){ .type = FIT_CHANGE_EVICT, .pod = user });
}

const FitPredicateInfo fit_no_disk_conflict = {
  .name = "NoDiskConflict",
  .summary = "no pod on the node uses a disk that the pod names inline",
  .cost = FIT_COST_VOLUMES,
  .reasons = former_gives,
  .check = former_check,
  .ignores_plain_pods = TRUE,
  .prepare = former_prepare,
  .explain = fit_explain_disks,
};
