/* node-volume-limits.c - NodeVolumeLimits at PreFilter and Filter; up to v1.16
 * predicate MaxCSIVolumeCountPred
 *
 * A node attaches no more volumes of one CSI driver than the driver allows.
 * Counts the different volumes of each driver that the pods of the node use
 * plus those that the new pod adds, all through claims.
 *
 * A driver's limit is the count in the node's CSINode, otherwise the
 * allocatable resource attachable-volumes-csi-DRIVER (a long driver name is cut
 * and hashed).  Without a limit anything fits.  Claims without a volume count
 * for the provisioner of their class.  Volumes of in-tree plugins count for the
 * driver that they are migrated to on the node.  Inline CSI volumes do not
 * count.  With the gate VolumeLimitScaling the node must have the drivers of the
 * new volumes.
 * Cost: volumes of the pods on the node, only for pods with CSI volumes and,
 * unless plugins are migrated, only when the node or a volume changed since the
 * last such pod.  Source: kube-scheduler v1.16 CSIMaxVolumeLimitChecker.
 * Tests: tests/rules/test-node-volume-limits*.c,
 * tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/volume-limits.h"

#include <string.h>

#include "base/intern.h"
#include "api/names.h"
#include "rules/csi-migration.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

/* -- the rule -------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_node_volume_limits;

/* clang-format off */
const FitRule fit_rule_node_volume_limits = {
  .name = "NodeVolumeLimits",
  .predicates = PREDICATES (&fit_max_csi_volume_count),
  .points = POINTS (
    { F, FIT_SPAN (18, 28) },
    { PF | F, FIT_SINCE (28) }),
  .filters = FILTERS ({ FROM (18), &filter_node_volume_limits }),
  .events = EVENTS (
    EVENT (CSI_NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (CSI_NODE, UPDATE, FIT_SINCE (33), ALWAYS, fit_hint_limit_raised),
    EVENT (POD, DELETE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_SINCE (31), ALWAYS, fit_hint_volumes_freed),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SPAN (30, 32), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (32), ALWAYS, fit_hint_own_claim),
    EVENT (VOLUME_ATTACHMENT, DELETE, FIT_SPAN (32, 33), ALWAYS, NULL),
    EVENT (VOLUME_ATTACHMENT, DELETE, FIT_SINCE (33), ALWAYS, fit_hint_volume_detached)),
  .by_default = TRUE,
  .notes = NOTES (
    { "claims of generic ephemeral volumes count", FIT_SINCE (23), .points = F },
    { "inline disks count for the CSI driver that they are migrated to", FIT_SINCE (25), .points = F },
    { "volumes that are attached to a node count even if no pod there uses them", FIT_SINCE (32), .points = F }),
  .sign = fit_sign_volumes,
};
/* clang-format on */

#define LIMIT_KEY_PREFIX FIT_RESOURCE_ATTACHABLE_VOLUMES_PREFIX "csi-"
/* Resource names are shorter than this.  A longer name becomes the first bytes
 * of the driver's name followed by a hash of it. */
#define LIMIT_KEY_SIZE 63
#define LIMIT_KEY_DRIVER_BYTES 23
#define LIMIT_KEY_HASH_BYTES 16

typedef struct
{
  FitFilterData common;
  FitAttachedMemo *memo; /* owned */
} Data;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, gpointer *out_data,
        GError **error)
{
  Data *data = g_new (Data, 1);

  fit_filter_data_init (&data->common, argument);
  data->memo = fit_attached_memo_new (args->cache);
  *out_data = data;
  return TRUE;
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  fit_attached_memo_free (data->memo);
  g_free (data);
}

/* Volumes with their drivers, and the names created for some of them. */
typedef struct
{
  GArray *volumes;    /* (nullable) owned: FitAttachedVolume */
  GPtrArray *handles; /* (nullable) owned: interned */
} Volumes;

static void
volumes_clear (Volumes *volumes)
{
  g_clear_pointer (&volumes->volumes, g_array_unref);
  g_clear_pointer (&volumes->handles, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Volumes, volumes_clear)

static void
add (Volumes *volumes, const char *driver, gconstpointer id)
{
  if (*driver)
    fit_attached_volumes_add (volumes->volumes, id, driver);
}

/* Counts @claim for the driver that will provision its volume. */
static void
add_unbound (const FitPredicateRun *run, const FitCSINode *csi_node,
             const FitPersistentVolumeClaim *claim, Volumes *volumes)
{
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const FitStorageClass *storage_class
      = fit_listers_storage_class (listers, fit_pvc_class (claim));
  const FitMigratablePlugin *plugin;

  if (storage_class == NULL)
    return;
  plugin = fit_migratable_plugin_named (storage_class->provisioner);
  if (plugin == NULL)
    add (volumes, storage_class->provisioner, claim);
  else if (fit_migration_on (plugin, fit_filter_behaviour (run),
                             run->predicate->gates, csi_node))
    add (volumes, plugin->driver, claim);
}

static void
add_migrated (const FitPredicateRun *run, const FitCSINode *csi_node,
              const FitPersistentVolume *pv, Volumes *volumes)
{
  const FitMigratablePlugin *plugin
      = fit_migratable_plugin_of_type (pv->source.type);
  const char *handle;

  if (!fit_migration_on (plugin, fit_filter_behaviour (run),
                         run->predicate->gates, csi_node))
    return;
  handle = fit_migrated_handle (plugin, fit_filter_behaviour (run), pv);
  if (handle == NULL)
    return;
  if (volumes->handles == NULL)
    volumes->handles
        = g_ptr_array_new_with_free_func ((GDestroyNotify) fit_intern_unref);
  g_ptr_array_add (volumes->handles, (gpointer) handle);
  if (*handle)
    add (volumes, plugin->driver, handle);
}

static gboolean
add_pod (const FitPredicateRun *run, const FitCSINode *csi_node,
         const FitPod *pod, Volumes *volumes, GError **error)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;

      if (!fit_limits_by_claim (run, volume))
        {
          /* Counts an inline disk like a volume. */
          const FitPersistentVolume pv = { .source = *volume };

          if (fit_filter_behaviour (run)->limits_count_inline)
            add_migrated (run, csi_node, &pv, volumes);
          continue;
        }
      if (!fit_limits_find_claim (run, pod, volume, &claim, error))
        return FALSE;
      if (claim != NULL)
        {
          const FitListers *listers = fit_cache_listers (run->predicate->cache);
          const FitPersistentVolume *pv
              = *claim->volume_name
                    ? fit_listers_pv (listers, claim->volume_name)
                    : NULL;

          if (pv != NULL)
            {
              if (pv->source.type != FIT_VOLUME_CSI)
                add_migrated (run, csi_node, pv, volumes);
              else if (*pv->source.id)
                add (volumes, pv->source.aux, pv->source.id);
            }
          else
            add_unbound (run, csi_node, claim, volumes);
        }
    }
  return TRUE;
}

/* Do the same volumes count on all nodes? */
static gboolean
same_everywhere (const FitPredicateRun *run)
{
  return !fit_gate_on (run->predicate->gates, FIT_GATE_CSI_MIGRATION);
}

/* Does the pod have any volume that may count? */
static gboolean
concerns_pod (const FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  if (!fit_gate_on (run->predicate->gates, FIT_GATE_ATTACH_VOLUME_LIMIT))
    return FALSE;
  if (fit_pod_has_claims (run->meta->pod))
    return TRUE;
  for (guint i = 0; i < spec->n_volumes; i++)
    if (fit_filter_behaviour (run)->limits_count_inline
        && fit_migratable_plugin_of_type (spec->volumes[i].type) != NULL)
      return TRUE;
  return FALSE;
}

/* Does PreFilter check the claim of @volume? */
static gboolean
concerns (const FitFilterData *data, const FitVolume *volume)
{
  return fit_volume_is_claim (volume)
         || volume->type == FIT_VOLUME_GCE_PERSISTENT_DISK
         || volume->type == FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE
         || volume->type == FIT_VOLUME_AZURE_DISK
         || volume->type == FIT_VOLUME_CINDER
         || volume->type == FIT_VOLUME_PORTWORX
         || (volume->type == FIT_VOLUME_RBD
             && !data->behaviour.limits_forget_rbd);
}

static gboolean
concerns_any (const FitFilterData *data, const FitPod *pod)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    if (concerns (data, &pod->spec->volumes[i]))
      return TRUE;
  return FALSE;
}

/* Is it sure already that the pod adds no volume to any node? */
static gboolean
adds_nothing (const FitPredicateRun *run)
{
  g_auto (Volumes) volumes = { NULL, NULL };

  if (!concerns_pod (run))
    return TRUE;
  if (!same_everywhere (run))
    return FALSE;
  volumes.volumes = fit_attached_volumes_new ();
  return add_pod (run, NULL, run->meta->pod, &volumes, NULL)
         && volumes.volumes->len == 0;
}

/* The state is NULL, or what is wrong with the pod's claims. */
static void
prepare (FitPredicateRun *run)
{
  const Data *data = run->predicate->data;
  const FitPod *pod = run->meta->pod;

  fit_attached_memo_prepare (data->memo);
  run->state = (gpointer) fit_limits_missing_claim (run);
  run->skip = run->state == NULL && adds_nothing (run);
  if (!concerns_any (&data->common, pod))
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
}

/* v1.16 GetCSIAttachLimitKey */
static void
write_limit_key (const char *driver, char key[LIMIT_KEY_SIZE])
{
  g_autofree char *hash = NULL;

  if (strlen (LIMIT_KEY_PREFIX) + strlen (driver) < LIMIT_KEY_SIZE)
    {
      g_snprintf (key, LIMIT_KEY_SIZE, LIMIT_KEY_PREFIX "%s", driver);
      return;
    }
  hash = g_compute_checksum_for_string (G_CHECKSUM_SHA1, driver, -1);
  g_snprintf (key, LIMIT_KEY_SIZE, LIMIT_KEY_PREFIX "%.*s%.*s",
              LIMIT_KEY_DRIVER_BYTES, driver, LIMIT_KEY_HASH_BYTES, hash);
}

/* The number of scalar resources that may contain limits. */
static guint
n_limit_scalars (const FitPredicateRun *run, const FitNodeInfo *node)
{
  return fit_filter_behaviour (run)->limits_by_csi_node
             ? 0
             : node->traits->allocatable.n_scalars;
}

static gboolean
any_limit (const FitPredicateRun *run, const FitNodeInfo *node,
           const FitCSINode *csi_node)
{
  for (guint i = 0; i < n_limit_scalars (run, node); i++)
    if (g_str_has_prefix (node->traits->allocatable.scalars[i].name,
                          FIT_RESOURCE_ATTACHABLE_VOLUMES_PREFIX))
      return TRUE;
  for (guint i = 0; csi_node != NULL && i < csi_node->n_drivers; i++)
    if (csi_node->drivers[i].has_count)
      return TRUE;
  return FALSE;
}

/* If the CSINode lists a driver twice, the last count is used. */
static gboolean
find_limit (const FitPredicateRun *run, const FitNodeInfo *node,
            const FitCSINode *csi_node, const char *driver, gint64 *out_limit)
{
  char key[LIMIT_KEY_SIZE];

  for (guint i = csi_node != NULL ? csi_node->n_drivers : 0; i > 0; i--)
    if (csi_node->drivers[i - 1].has_count
        && strcmp (csi_node->drivers[i - 1].name, driver) == 0)
      {
        *out_limit = csi_node->drivers[i - 1].count;
        return TRUE;
      }
  write_limit_key (driver, key);
  for (guint i = 0; i < n_limit_scalars (run, node); i++)
    if (strcmp (node->traits->allocatable.scalars[i].name, key) == 0)
      {
        *out_limit = node->traits->allocatable.scalars[i].value;
        return TRUE;
      }
  return FALSE;
}

static guint
count_driver (const GArray *volumes, const char *driver)
{
  guint n = 0;

  for (guint i = 0; i < volumes->len; i++)
    n += strcmp (g_array_index (volumes, FitAttachedVolume, i).driver, driver)
         == 0;
  return n;
}

static void
remove_attached (GArray *volumes, const GArray *attached)
{
  guint n = 0;

  for (guint i = 0; i < volumes->len; i++)
    {
      const FitAttachedVolume volume
          = g_array_index (volumes, FitAttachedVolume, i);

      if (!fit_attached_volumes_contain (attached, &volume))
        g_array_index (volumes, FitAttachedVolume, n++) = volume;
    }
  g_array_set_size (volumes, n);
}

/* The volumes of CSI drivers that are attached to the node although no pod
 * there uses them.  They count for the driver that attached them.  A volume of
 * the new pod that is already attached counts twice: here, and as one that the
 * pod adds. */
static GArray *
find_loose (const FitPredicateRun *run, const char *node_name,
            const GArray *attached)
{
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const GPtrArray *attachments
      = fit_filter_behaviour (run)->limits_count_attached
            ? fit_listers_group (listers, FIT_KIND_VOLUME_ATTACHMENT, node_name)
            : NULL;
  GArray *loose = fit_attached_volumes_new ();

  for (guint i = 0; attachments != NULL && i < attachments->len; i++)
    {
      const FitVolumeAttachment *attachment = attachments->pdata[i];
      const FitPersistentVolume *pv
          = fit_listers_pv (listers, attachment->volume_name);

      if (pv != NULL && pv->source.type == FIT_VOLUME_CSI
          && *attachment->attacher)
        fit_attached_volumes_add (loose, pv->source.id, attachment->attacher);
    }
  fit_attached_volumes_unique (loose);
  remove_attached (loose, attached);
  return loose;
}

/* @added and @attached must be sets. */
static gboolean
within_limits (const FitPredicateRun *run, const FitNodeInfo *node,
               const FitCSINode *csi_node, GArray *added,
               const GArray *attached)
{
  g_autoptr (GArray) loose = find_loose (run, node->name, attached);

  remove_attached (added, attached);
  for (guint i = 0; i < added->len; i++)
    {
      const char *driver = g_array_index (added, FitAttachedVolume, i).driver;
      gint64 limit;

      if (find_limit (run, node, csi_node, driver, &limit)
          && (gint64) count_driver (attached, driver)
                     + count_driver (loose, driver)
                     + count_driver (added, driver)
                 > limit)
        return FALSE;
    }
  return TRUE;
}

/* A driver without a CSIDriver object may be none of CSI.  Returns: (nullable):
 * the first driver of @volumes that the node lacks and has to have */
static const char *
find_missing_driver (const FitPredicateRun *run, const FitCSINode *csi_node,
                     const GArray *volumes)
{
  const gboolean asks = fit_filter_behaviour (run)->limits_ask_drivers;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);

  if (!fit_gate_on (run->predicate->gates, FIT_GATE_VOLUME_LIMIT_SCALING))
    return NULL;
  for (guint i = 0; i < volumes->len; i++)
    {
      const char *name = g_array_index (volumes, FitAttachedVolume, i).driver;
      const FitCSIDriver *driver = (const FitCSIDriver *) fit_listers_get (
          listers, FIT_KIND_CSI_DRIVER, "", name);
      guint j = 0;

      if (driver == NULL || (asks && !driver->prevents_if_missing))
        continue;
      while (csi_node != NULL && j < csi_node->n_drivers
             && strcmp (csi_node->drivers[j].name, name) != 0)
        j++;
      if (csi_node == NULL || j == csi_node->n_drivers)
        return name;
    }
  return NULL;
}

/* Fills the empty @attached with the set of volumes of the pods on @node. */
static gboolean
collect_attached (const FitPredicateRun *run, const FitNodeInfo *node,
                  const FitCSINode *csi_node, Volumes *attached, GError **error)
{
  const Data *data = run->predicate->data;
  FitAttachedMemo *memo = data->memo;

  if (same_everywhere (run))
    attached->volumes = fit_attached_memo_get (memo, node);
  if (attached->volumes != NULL)
    return TRUE;
  attached->volumes = fit_attached_volumes_new ();
  for (guint i = 0; i < node->n_pods; i++)
    if (!add_pod (run, csi_node, node->pods[i], attached, error))
      return FALSE;
  fit_attached_volumes_unique (attached->volumes);
  if (same_everywhere (run))
    fit_attached_memo_put (memo, node, attached->volumes);
  return TRUE;
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const FitFeatureGates gates = run->predicate->gates;
  const FitCSINode *csi_node;
  const char *missing;
  g_auto (Volumes) added = { NULL, NULL };
  g_auto (Volumes) attached = { NULL, NULL };

  if (run->state != NULL)
    return fit_limits_refuse (run, run->state, reasons, error);
  if (!concerns_pod (run))
    return FIT_ANSWER_YES;
  csi_node = fit_migration_csi_node (run->predicate->cache, gates, node->node);
  added.volumes = fit_attached_volumes_new ();
  if (!add_pod (run, csi_node, run->meta->pod, &added, error))
    return FIT_ANSWER_ERROR;
  missing = find_missing_driver (run, csi_node, added.volumes);
  if (missing != NULL)
    {
      fit_reasons_add_text (reasons, FIT_REASON_NO_DRIVER, missing);
      return FIT_ANSWER_NO;
    }
  if (added.volumes->len == 0 || !any_limit (run, node, csi_node))
    return FIT_ANSWER_YES;
  if (!collect_attached (run, node, csi_node, &attached, error))
    return FIT_ANSWER_ERROR;
  fit_attached_volumes_unique (added.volumes);
  if (within_limits (run, node, csi_node, added.volumes, attached.volumes))
    return FIT_ANSWER_YES;
  fit_reasons_add (reasons, FIT_REASON_MAX_VOLUME_COUNT);
  return FIT_ANSWER_NO;
}

/* -- explaining ------------------------------------------------------------ */

static gint
compare_drivers (gconstpointer a, gconstpointer b)
{
  const FitAttachedVolume *left = a, *right = b;

  return g_strcmp0 (left->driver, right->driver);
}

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const FitCSINode *csi_node = fit_migration_csi_node (
      run->predicate->cache, run->predicate->gates, node->node);
  g_auto (Volumes) added = { fit_attached_volumes_new (), NULL };
  g_auto (Volumes) attached = { NULL, NULL };
  g_autoptr (GArray) loose = NULL;

  if (reason->code != FIT_REASON_MAX_VOLUME_COUNT
      || !add_pod (run, csi_node, run->meta->pod, &added, NULL)
      || !collect_attached (run, node, csi_node, &attached, NULL))
    return;
  fit_attached_volumes_unique (added.volumes);
  loose = find_loose (run, node->name, attached.volumes);
  remove_attached (added.volumes, attached.volumes);
  /* If several drivers are over their limit, report the first by name. */
  g_array_sort (added.volumes, compare_drivers);
  for (guint i = 0; i < added.volumes->len; i++)
    {
      const char *driver
          = g_array_index (added.volumes, FitAttachedVolume, i).driver;
      const gint64 there = (gint64) count_driver (attached.volumes, driver)
                           + count_driver (loose, driver);
      const gint64 new = count_driver (added.volumes, driver);
      gint64 limit;

      if (!find_limit (run, node, csi_node, driver, &limit)
          || there + new <= limit)
        continue;
      fit_limits_explain (driver, there, new, limit, detail);
      return;
    }
}

/* -- events ---------------------------------------------------------------- */

FitQueueingHint
fit_hint_volumes_freed (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const FitFilterData *data = ((const FitPredicate *) plugin)->data;
  const FitPod *gone = old_object;

  if (!fit_hint_was_placed (plugin, gone))
    return FIT_QUEUEING_SKIP;
  return fit_hint_if (concerns_any (data, gone));
}

FitQueueingHint
fit_hint_volume_detached (gpointer plugin, const FitPod *pod,
                          gconstpointer old_object, gconstpointer new_object)
{
  const FitFilterData *data = ((const FitPredicate *) plugin)->data;
  const FitVolumeAttachment *gone = old_object;

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitMigratablePlugin *migrated
          = fit_migratable_plugin_of_type (volume->type);

      if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
          || (migrated != NULL && concerns (data, volume)
              && strcmp (migrated->driver, gone->attacher) == 0))
        return FIT_QUEUEING_AFTER_BACKOFF;
    }
  return FIT_QUEUEING_SKIP;
}

/* A driver without a limit has the limit 0. */
static gint64
limit_of (const FitCSINode *csi_node, const char *driver)
{
  gint64 limit = 0;

  for (guint i = 0; i < csi_node->n_drivers; i++)
    if (csi_node->drivers[i].name == driver)
      limit = csi_node->drivers[i].has_count ? csi_node->drivers[i].count : 0;
  return limit;
}

FitQueueingHint
fit_hint_limit_raised (gpointer plugin, const FitPod *pod,
                       gconstpointer old_object, gconstpointer new_object)
{
  const FitCSINode *now = new_object;

  for (guint i = 0; i < now->n_drivers; i++)
    if (now->drivers[i].has_count
        && now->drivers[i].count > limit_of (old_object, now->drivers[i].name))
      return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

/* -- instances ------------------------------------------------------------- */

static const FitReasonCode reasons[]
    = { FIT_REASON_MAX_VOLUME_COUNT, FIT_REASON_LOOKUP, FIT_REASON_NO_DRIVER,
        0 };

static const FitPredicateInfo filter_node_volume_limits = {
  .name = "NodeVolumeLimits",
  .summary = "the node may attach the pod's CSI volumes",
  .cost = FIT_COST_VOLUMES,
  .reasons = reasons,
  .check = check,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};

const FitPredicateInfo fit_max_csi_volume_count = {
  .name = "MaxCSIVolumeCountPred",
  .summary = "the CSI drivers on the node may attach the pod's volumes",
  .cost = FIT_COST_VOLUMES,
  .reasons = fit_former_limits_reasons,
  .check = check,
  .ignores_plain_pods = TRUE,
  .prepare = prepare,
  .explain = explain,
  .create = create,
  .free_data = free_data,
};
