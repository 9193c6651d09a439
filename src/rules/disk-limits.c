/* disk-limits.c - EBSLimits, GCEPDLimits, AzureDiskLimits and CinderLimits at
 * PreFilter and Filter; up to v1.16 predicates MaxEBSVolumeCount,
 * MaxGCEPDVolumeCount, MaxAzureDiskVolumeCount and MaxCinderVolumeCount
 *
 * A node attaches only a limited number of disks of one kind.  Counts the
 * different disks that the pods of the node and the new pod use, inline or
 * through claims.
 *
 * The limit is the node's allocatable resource attachable-volumes-KIND, even if
 * that is 0 (gate AttachVolumeLimit); otherwise the environment variable
 * KUBE_MAX_PD_VOLS, if it is a positive number; otherwise a constant, which for
 * EBS depends on the instance type.  A claim without a volume counts if its
 * class (by spec.storageClassName, never by annotation) belongs to the kind.  A
 * claim that does not exist does not count; with limits_need_claims the pod's
 * must exist.  A node that is already over its limit fails even if the pod adds
 * no new disk.  Nodes where the plugin is migrated to a CSI driver are left to
 * node-volume-limits.c.
 * Cost: volumes of the pods on the node, only for pods that use such disks and
 * only when the node or a volume changed since the last such pod.  Source:
 * kube-scheduler v1.16 MaxPDVolumeCountChecker.
 * Tests: tests/rules/test-disk-limits*.c, tests/rules/test-explanations*.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/volume-limits.h"

#include <string.h>

#include "base/intern.h"
#include "api/names.h"
#include "rules/csi-migration.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

/* -- the rules ------------------------------------------------------------- */

/* The formulas, defined below. */
static const FitPredicateInfo filter_azure_disk_limits;
static const FitPredicateInfo filter_cinder_limits;
static const FitPredicateInfo filter_ebs_limits;
static const FitPredicateInfo filter_gce_pd_limits;

/* clang-format off */
#define ARE_CSI                                    \
  "volumes of this kind are CSI volumes by then: " \
  "NodeVolumeLimits counts them against the limit in the CSINode"

#define DISK_LIMITS(identifier, plugin, predicate, filter, default_)       \
  const FitRule fit_rule_##identifier = {                                  \
    .name = plugin,                                                        \
    .predicates = PREDICATES (&predicate),                                 \
    .points = POINTS (                                                     \
      { F, FIT_SPAN (18, 28) },                                            \
      { PF | F, FIT_SPAN (28, 32) }),                                      \
    .filters = FILTERS ({ FROM (18), &filter }),                           \
    .events = EVENTS (                                                     \
      EVENT (NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),                         \
      EVENT (POD, DELETE, FIT_ALWAYS, ALWAYS, NULL),                       \
      EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (30), ALWAYS, NULL)), \
    .left_out = LEFT_OUT (.span = FIT_SINCE (31)),                         \
    .removed = REMOVED (V1, FIT_SINCE (31)),                               \
    .end = END ({ .releases = FIT_SINCE (31) },                            \
                &fit_rule_node_volume_limits, .message = ARE_CSI),         \
    .by_default = default_,                                                \
  }

/* The default lists leave these plugins out one release before they are
 * removed. */
DISK_LIMITS (ebs_limits, "EBSLimits", fit_max_ebs_volume_count, filter_ebs_limits, TRUE);
DISK_LIMITS (gce_pd_limits, "GCEPDLimits", fit_max_gce_pd_volume_count, filter_gce_pd_limits, TRUE);
DISK_LIMITS (azure_disk_limits, "AzureDiskLimits", fit_max_azure_disk_volume_count, filter_azure_disk_limits, TRUE);
DISK_LIMITS (cinder_limits, "CinderLimits", fit_max_cinder_volume_count, filter_cinder_limits, FALSE);
/* clang-format on */

#define LIMIT_VARIABLE "KUBE_MAX_PD_VOLS"

typedef struct
{
  FitVolumeType type;
  const char *limit_key; /* in allocatable */
  gint64 limit;
  gint64 nitro_limit; /* for EC2 Nitro instances; 0: the same limit */
} DiskKind;

static const DiskKind kinds[] = {
  { FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, "attachable-volumes-aws-ebs", 39, 25 },
  { FIT_VOLUME_GCE_PERSISTENT_DISK, "attachable-volumes-gce-pd", 16, 0 },
  { FIT_VOLUME_AZURE_DISK, "attachable-volumes-azure-disk", 16, 0 },
  { FIT_VOLUME_CINDER, "attachable-volumes-cinder", 256, 0 },
};

typedef struct
{
  FitFilterData common;
  const DiskKind *kind;
  const FitMigratablePlugin *plugin; /* the plugin for this kind */
  const char *limit_key;             /* interned */
  const char *instance_type_key;     /* interned */
  const char *ga_type_key;           /* interned */
  gint64 limit_variable;             /* 0 if not set */
  FitAttachedMemo *memo;             /* owned */
} Data;

/* The pod's disks. */
typedef struct
{
  const char *missing; /* (nullable): a claim that does not exist */
  const char *error;   /* (nullable): another error */
  guint n;
  const FitAttachedVolume *disks;
} State;

static gboolean
create (const FitFactoryArgs *args, gconstpointer argument, FitVolumeType type,
        gpointer *out_data)
{
  Data *data = g_new0 (Data, 1);
  const char *text;
  gint64 limit;

  fit_filter_data_init (&data->common, argument);
  data->kind = kinds;
  while (data->kind->type != type)
    data->kind++;
  data->plugin = fit_migratable_plugin_of_type (type);
  data->limit_key = fit_intern (data->kind->limit_key);
  data->instance_type_key = fit_intern (FIT_LABEL_INSTANCE_TYPE);
  data->ga_type_key = fit_intern (FIT_LABEL_INSTANCE_TYPE_GA);
  /* A value that is not a positive number counts as not set. */
  text = g_getenv (LIMIT_VARIABLE);
  if (text == NULL
      || !g_ascii_string_to_signed (text, 10, 1, G_MAXINT64, &limit, NULL))
    data->limit_variable = 0;
  else
    data->limit_variable = limit;
  data->memo = fit_attached_memo_new (args->cache);
  *out_data = data;
  return TRUE;
}

static gboolean
create_ebs (const FitFactoryArgs *args, gconstpointer argument,
            gpointer *out_data, GError **error)
{
  return create (args, argument, FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, out_data);
}

static gboolean
create_gce_pd (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  return create (args, argument, FIT_VOLUME_GCE_PERSISTENT_DISK, out_data);
}

static gboolean
create_azure_disk (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  return create (args, argument, FIT_VOLUME_AZURE_DISK, out_data);
}

static gboolean
create_cinder (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  return create (args, argument, FIT_VOLUME_CINDER, out_data);
}

static void
free_data (gpointer pointer)
{
  Data *data = pointer;

  fit_attached_memo_free (data->memo);
  fit_intern_unref (data->limit_key);
  fit_intern_unref (data->instance_type_key);
  fit_intern_unref (data->ga_type_key);
  g_free (data);
}

/* Will the volume provisioned for @claim be of this kind? */
static gboolean
will_provision (const Data *data, const FitListers *listers,
                const FitPersistentVolumeClaim *claim)
{
  const FitStorageClass *storage_class
      = claim->has_storage_class
            ? fit_listers_storage_class (listers, claim->storage_class)
            : NULL;

  return storage_class != NULL
         && strcmp (storage_class->provisioner, data->plugin->name) == 0;
}

/* Adds the disks of the kind that @pod uses to @disks. */
static gboolean
collect (const FitPredicateRun *run, const FitPod *pod, GArray *disks,
         GError **error)
{
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const Data *data = run->predicate->data;

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;

      if (volume->type == data->kind->type)
        fit_attached_volumes_add (disks, volume->id, NULL);
      if (!fit_limits_by_claim (run, volume))
        continue;
      if (!fit_limits_find_claim (run, pod, volume, &claim, error))
        return FALSE;
      if (claim != NULL)
        {
          const FitPersistentVolume *pv
              = *claim->volume_name
                    ? fit_listers_pv (listers, claim->volume_name)
                    : NULL;

          if (pv == NULL)
            {
              if (will_provision (data, listers, claim))
                fit_attached_volumes_add (disks, claim, NULL);
            }
          else if (pv->source.type == data->kind->type)
            fit_attached_volumes_add (disks, pv->source.id, NULL);
        }
    }
  return TRUE;
}

static void
prepare (FitPredicateRun *run)
{
  FitArena *arena = run->meta->arena;
  const Data *data = run->predicate->data;
  g_autoptr (GArray) disks = NULL;
  g_autoptr (GError) failure = NULL;
  State *state = fit_arena_new0 (arena, State, 1);
  FitAttachedVolume *copy;

  run->state = state;
  if (run->meta->pod->spec->n_volumes == 0)
    {
      run->skip = TRUE;
      fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
      fit_attached_memo_prepare (data->memo);
      return;
    }
  disks = fit_attached_volumes_new ();
  state->missing = fit_limits_missing_claim (run);
  if (state->missing == NULL && !collect (run, run->meta->pod, disks, &failure))
    state->error = fit_arena_strndup (arena, failure->message,
                                      strlen (failure->message));
  fit_attached_volumes_unique (disks);
  state->n = disks->len;
  copy = fit_arena_newn (arena, FitAttachedVolume, disks->len);
  for (guint i = 0; i < disks->len; i++)
    copy[i] = g_array_index (disks, FitAttachedVolume, i);
  state->disks = copy;
  run->skip = state->missing == NULL && state->error == NULL && state->n == 0;
  if (run->skip && !fit_pod_has_claims (run->meta->pod))
    fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
  fit_attached_memo_prepare (data->memo);
}

/* v1.16 uses the regular expression "^[cmr]5.*|t3|z1d", whose anchor applies to
 * the first alternative only. */
static gboolean
nitro_instance (const char *type)
{
  return (*type && strchr ("cmr", *type) != NULL && type[1] == '5')
         || strstr (type, "t3") != NULL || strstr (type, "z1d") != NULL;
}

static gint64
limit_of_node (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const Data *data = run->predicate->data;
  const char *type;

  if (fit_gate_on (run->predicate->gates, FIT_GATE_ATTACH_VOLUME_LIMIT))
    for (guint i = 0; i < node->traits->allocatable.n_scalars; i++)
      if (node->traits->allocatable.scalars[i].name == data->limit_key)
        return node->traits->allocatable.scalars[i].value;
  if (data->limit_variable > 0)
    return data->limit_variable;
  type = fit_labels_get (node->node->meta.labels, data->instance_type_key);
  if (type == NULL && data->common.behaviour.limits_by_newer_type)
    type = fit_labels_get (node->node->meta.labels, data->ga_type_key);
  return data->kind->nitro_limit > 0 && type != NULL && nitro_instance (type)
             ? data->kind->nitro_limit
             : data->kind->limit;
}

static gboolean
migrated (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const Data *data = run->predicate->data;
  const FitFeatureGates gates = run->predicate->gates;

  return fit_migration_on (
      data->plugin, fit_filter_behaviour (run), gates,
      fit_migration_csi_node (run->predicate->cache, gates, node->node));
}

/* The disks of the kind that are attached to @node.
 * Returns: (transfer full) (nullable): a set, NULL with @error */
static GArray *
attached_disks (const FitPredicateRun *run, const FitNodeInfo *node,
                GError **error)
{
  const Data *data = run->predicate->data;
  g_autoptr (GArray) attached = fit_attached_memo_get (data->memo, node);

  if (attached != NULL)
    return g_steal_pointer (&attached);
  attached = fit_attached_volumes_new ();
  for (guint i = 0; i < node->n_pods; i++)
    if (!collect (run, node->pods[i], attached, error))
      return NULL;
  fit_attached_volumes_unique (attached);
  fit_attached_memo_put (data->memo, node, attached);
  return g_steal_pointer (&attached);
}

static FitAnswer
check (const FitPredicateRun *run, const FitNodeInfo *node, FitReasons *reasons,
       GError **error)
{
  const State *state = run->state;
  g_autoptr (GArray) attached = NULL;
  gint64 limit;
  guint n_new = 0;

  if (state->missing != NULL)
    return fit_limits_refuse (run, state->missing, reasons, error);
  if (state->error != NULL)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, state->error);
      return FIT_ANSWER_ERROR;
    }
  if (state->n == 0 || migrated (run, node))
    return FIT_ANSWER_YES;
  attached = attached_disks (run, node, error);
  if (attached == NULL)
    return FIT_ANSWER_ERROR;
  limit = limit_of_node (run, node);
  for (guint i = 0; i < state->n; i++)
    n_new += !fit_attached_volumes_contain (attached, &state->disks[i]);
  if ((gint64) attached->len + n_new > limit)
    {
      fit_reasons_add (reasons, FIT_REASON_MAX_VOLUME_COUNT);
      return FIT_ANSWER_NO;
    }
  if (run->meta->node_volumes != NULL)
    run->meta->node_volumes[node->index]
        = (FitNodeVolumes){ limit - attached->len, n_new };
  return FIT_ANSWER_YES;
}

/* -- explaining ------------------------------------------------------------ */

static void
explain (const FitPredicateRun *run, const FitNodeInfo *node,
         const FitReason *reason, FitDetail *detail)
{
  const Data *data = run->predicate->data;
  const State *state = run->state;
  g_autoptr (GArray) attached = reason->code == FIT_REASON_MAX_VOLUME_COUNT
                                    ? attached_disks (run, node, NULL)
                                    : NULL;
  guint n_new = 0;

  if (attached == NULL)
    return;
  for (guint i = 0; i < state->n; i++)
    n_new += !fit_attached_volumes_contain (attached, &state->disks[i]);
  fit_limits_explain (data->plugin->name, attached->len, n_new,
                      limit_of_node (run, node), detail);
}

/* -- instances ------------------------------------------------------------- */

#define INSTANCE(identifier, name_, what, creator, gives) \
  const FitPredicateInfo identifier = {                   \
    .name = name_,                                        \
    .summary = "the node may attach the pod's " what,     \
    .cost = FIT_COST_VOLUMES,                             \
    .reasons = gives,                                     \
    .check = check,                                       \
    .ignores_plain_pods = TRUE,                           \
    .prepare = prepare,                                   \
    .explain = explain,                                   \
    .create = creator,                                    \
    .free_data = free_data,                               \
  }
#define INSTANCES(plugin, name, former, former_name, what, creator)  \
  static INSTANCE (plugin, name, what, creator, fit_limits_reasons); \
  INSTANCE (former, former_name, what, creator, fit_former_limits_reasons)

INSTANCES (filter_ebs_limits, "EBSLimits", fit_max_ebs_volume_count,
           "MaxEBSVolumeCount", "AWS EBS volumes", create_ebs);
INSTANCES (filter_gce_pd_limits, "GCEPDLimits", fit_max_gce_pd_volume_count,
           "MaxGCEPDVolumeCount", "GCE persistent disks", create_gce_pd);
INSTANCES (filter_azure_disk_limits, "AzureDiskLimits",
           fit_max_azure_disk_volume_count, "MaxAzureDiskVolumeCount",
           "Azure disks", create_azure_disk);
INSTANCES (filter_cinder_limits, "CinderLimits", fit_max_cinder_volume_count,
           "MaxCinderVolumeCount", "Cinder volumes", create_cinder);
