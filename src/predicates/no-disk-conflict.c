/* no-disk-conflict.c - predicate NoDiskConflict
 *
 * A disk that a pod names inline must not be in use by another pod of the node.
 * Pods may share a disk if all mount it read-only, but never an EBS volume.
 * GCE disks, EBS volumes and iSCSI targets are the same if their names are
 * equal.  RBD images are the same if pool and image are equal and the pods have
 * a monitor in common.  Volumes behind claims do not count, nor do two volumes
 * of the same pod.
 * Cost: the pod's disks times the volumes of the pods on the node.  Source:
 * kube-scheduler v1.16 NoDiskConflict.
 */
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "api/texts.h"

static FitAnswer check (const FitPredicateRun *run, const FitNodeInfo *node,
                        FitReasons *reasons, GError **error);
static void prepare (FitPredicateRun *run);

static const FitReasonCode gives[] = { FIT_REASON_DISK_CONFLICT, 0 };

const FitPredicateInfo fit_no_disk_conflict = {
  .name = "NoDiskConflict",
  .summary = "no pod on the node uses a disk that the pod names inline",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = check,
  .prepare = prepare,
  .explain = fit_explain_disks,
};

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

/* The pod's disks. */
typedef struct
{
  guint n;
  const FitVolume *disks[];
} State;

static void
prepare (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;
  State *state = fit_arena_alloc (
      run->meta->arena,
      sizeof *state + spec->n_volumes * sizeof state->disks[0]);

  state->n = 0;
  for (guint i = 0; i < spec->n_volumes; i++)
    if (disks[spec->volumes[i].type].conflicts)
      state->disks[state->n++] = &spec->volumes[i];
  run->state = state;
  run->skip = state->n == 0;
}

static gboolean
common_monitor (const FitVolume *a, const FitVolume *b)
{
  if (!a->monitors || !b->monitors)
    return FALSE;
  for (guint i = 0; a->monitors[i]; i++)
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
pod_uses (const FitPod *pod, const State *state)
{
  const FitPodSpec *spec = pod->spec;

  for (guint v = 0; v < spec->n_volumes; v++)
    for (guint i = 0; i < state->n; i++)
      if (conflict (state->disks[i], &spec->volumes[v]))
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
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;

  for (guint i = 0; state->n > 0 && i < node->n_pods; i++)
    if (pod_uses (node->pods[i], state))
      {
        fit_reasons_add (reasons, FIT_REASON_DISK_CONFLICT);
        return FIT_ANSWER_NO;
      }
  return FIT_ANSWER_YES;
}

/* --- explaining ----------------------------------------------------------- */

static const char *const type_names[FIT_VOLUME_LAST] = {
  [FIT_VOLUME_GCE_PERSISTENT_DISK] = "gcePersistentDisk",
  [FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE] = "awsElasticBlockStore",
  [FIT_VOLUME_ISCSI] = "iscsi",
  [FIT_VOLUME_RBD] = "rbd",
};

/* Returns: (nullable): the disk of the incoming pod that @pod uses */
static const FitVolume *
find_disk (const FitPod *pod, const State *state)
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
        if (!user)
          user = node->pods[i];
      }
  if (!user)
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
