/* disk-limits.c - predicates MaxEBSVolumeCount, MaxGCEPDVolumeCount,
 * MaxAzureDiskVolumeCount and MaxCinderVolumeCount
 *
 * A node attaches only a limited number of disks of one kind.  Counts the
 * different disks that the pods of the node and the new pod use, inline or
 * through claims.
 *
 * The limit is the node's allocatable resource attachable-volumes-KIND, even 0
 * (gate AttachVolumeLimit); otherwise the environment variable
 * KUBE_MAX_PD_VOLS, if it is a positive number; otherwise a constant, which for
 * EBS depends on the instance type.  A claim without a volume counts if its
 * class (by spec.storageClassName, never by annotation) belongs to the kind.  A
 * claim that does not exist does not count.  A node that is already over its
 * limit fails even if the pod adds no new disk.  Nodes where the plugin is
 * migrated to a CSI driver are left to MaxCSIVolumeCountPred.
 * Cost: volumes of the pods on the node, only for pods that use such disks and
 * only when the node or a volume changed since the last of them.  Source:
 * kube-scheduler v1.16 MaxPDVolumeCountChecker.
 */
#include <string.h>

#include "base/intern.h"
#include "api/names.h"
#include "predicates/csi-migration.h"
#include "predicates/metadata.h"
#include "predicates/predicates.h"
#include "predicates/rule-details.h"
#include "rules/volume-limits.h"
#include "predicates/volumes.h"

#define LIMIT_VARIABLE "KUBE_MAX_PD_VOLS"

static gboolean create_ebs (const FitFactoryArgs *args, gconstpointer argument,
                            gpointer *out_data, GError **error);
static gboolean create_gce_pd (const FitFactoryArgs *args,
                               gconstpointer argument, gpointer *out_data,
                               GError **error);
static gboolean create_azure_disk (const FitFactoryArgs *args,
                                   gconstpointer argument, gpointer *out_data,
                                   GError **error);
static gboolean create_cinder (const FitFactoryArgs *args,
                               gconstpointer argument, gpointer *out_data,
                               GError **error);

static const FitReasonCode gives[] = { FIT_REASON_MAX_VOLUME_COUNT, 0 };

const FitPredicateInfo fit_max_ebs_volume_count = {
  .name = "MaxEBSVolumeCount",
  .summary = "the node may attach the pod's AWS EBS volumes",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = fit_disk_limits_check,
  .prepare = fit_disk_limits_prepare,
  .explain = fit_explain_disk_limits,
  .create = create_ebs,
  .free_data = fit_disk_limits_free,
};

const FitPredicateInfo fit_max_gce_pd_volume_count = {
  .name = "MaxGCEPDVolumeCount",
  .summary = "the node may attach the pod's GCE persistent disks",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = fit_disk_limits_check,
  .prepare = fit_disk_limits_prepare,
  .explain = fit_explain_disk_limits,
  .create = create_gce_pd,
  .free_data = fit_disk_limits_free,
};

const FitPredicateInfo fit_max_azure_disk_volume_count = {
  .name = "MaxAzureDiskVolumeCount",
  .summary = "the node may attach the pod's Azure disks",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = fit_disk_limits_check,
  .prepare = fit_disk_limits_prepare,
  .explain = fit_explain_disk_limits,
  .create = create_azure_disk,
  .free_data = fit_disk_limits_free,
};

const FitPredicateInfo fit_max_cinder_volume_count = {
  .name = "MaxCinderVolumeCount",
  .summary = "the node may attach the pod's Cinder volumes",
  .cost = FIT_COST_VOLUMES,
  .reasons = gives,
  .check = fit_disk_limits_check,
  .prepare = fit_disk_limits_prepare,
  .explain = fit_explain_disk_limits,
  .create = create_cinder,
  .free_data = fit_disk_limits_free,
};

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
  const DiskKind *kind;
  const FitMigratablePlugin *plugin; /* the plugin for this kind */
  const char *limit_key;             /* interned */
  const char *instance_type_key;     /* interned */
  const char *ga_type_key;           /* interned */
  gint64 limit_variable;             /* 0 if not set */
  FitAttachedMemo *memo;             /* owned */
  FitBehaviour behaviour;
} Data;

/* The pod's disks. */
typedef struct
{
  const char *error; /* (nullable) */
  gboolean no_claim; /* the error is about a claim that does not exist */
  guint n;
  const FitAttachedVolume *disks;
} State;

/* A value that is not a positive number counts as not set. */
static gint64
read_limit_variable (void)
{
  const char *text = g_getenv (LIMIT_VARIABLE);
  gint64 limit;

  if (!text
      || !g_ascii_string_to_signed (text, 10, 1, G_MAXINT64, &limit, NULL))
    return 0;
  return limit;
}

gpointer
fit_disk_limits_new (FitCache *cache, FitVolumeType type, FitRelease release)
{
  Data *data = g_new (Data, 1);

  data->kind = kinds;
  while (data->kind->type != type)
    data->kind++;
  data->plugin = fit_migratable_plugin_of_type (type);
  data->limit_key = fit_intern (data->kind->limit_key);
  data->instance_type_key = fit_intern (FIT_LABEL_INSTANCE_TYPE);
  data->ga_type_key = fit_intern (FIT_LABEL_INSTANCE_TYPE_GA);
  data->limit_variable = read_limit_variable ();
  data->memo = fit_attached_memo_new (cache);
  data->behaviour = fit_behaviour (release);
  return data;
}

static gboolean
create (const FitFactoryArgs *args, FitVolumeType type, gpointer *out_data)
{
  *out_data = fit_disk_limits_new (args->cache, type, FIT_RELEASE_LEGACY);
  return TRUE;
}

static gboolean
create_ebs (const FitFactoryArgs *args, gconstpointer argument,
            gpointer *out_data, GError **error)
{
  return create (args, FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE, out_data);
}

static gboolean
create_gce_pd (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  return create (args, FIT_VOLUME_GCE_PERSISTENT_DISK, out_data);
}

static gboolean
create_azure_disk (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  return create (args, FIT_VOLUME_AZURE_DISK, out_data);
}

static gboolean
create_cinder (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  return create (args, FIT_VOLUME_CINDER, out_data);
}

void
fit_disk_limits_free (gpointer pointer)
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

  return storage_class
         && strcmp (storage_class->provisioner, data->plugin->name) == 0;
}

static void
collect_claim (const Data *data, const FitListers *listers,
               const FitPersistentVolumeClaim *claim, GArray *disks)
{
  const FitPersistentVolume *pv
      = *claim->volume_name ? fit_listers_pv (listers, claim->volume_name)
                            : NULL;

  if (!pv)
    {
      if (will_provision (data, listers, claim))
        fit_attached_volumes_add (disks, claim, NULL);
    }
  else if (pv->source.type == data->kind->type)
    fit_attached_volumes_add (disks, pv->source.id, NULL);
}

/* Adds the disks of the kind that @pod uses to @disks. */
static gboolean
collect (const Data *data, const FitListers *listers, const FitPod *pod,
         GArray *disks, GError **error)
{
  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitPersistentVolumeClaim *claim;

      if (volume->type == data->kind->type)
        fit_attached_volumes_add (disks, volume->id, NULL);
      if (!fit_limits_claim (volume, &data->behaviour))
        continue;
      if (!fit_claim_has_name (volume, error))
        return FALSE;
      claim = fit_listers_pvc (listers, pod->meta.namespace_, volume->id);
      if (!claim)
        continue;
      if (!fit_claim_is_own (claim, volume, pod, error))
        return FALSE;
      collect_claim (data, listers, claim, disks);
    }
  return TRUE;
}

static void
note_missing_claim (const FitPredicateRun *run, State *state)
{
  g_autofree char *missing = fit_missing_claim (
      fit_cache_listers (run->predicate->cache), run->meta->pod);

  if (!missing)
    return;
  state->no_claim = TRUE;
  state->error
      = fit_arena_strndup (run->meta->arena, missing, strlen (missing));
}

void
fit_disk_limits_prepare (FitPredicateRun *run)
{
  FitArena *arena = run->meta->arena;
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const Data *data = run->predicate->data;
  g_autoptr (GArray) disks = fit_attached_volumes_new ();
  g_autoptr (GError) failure = NULL;
  State *state = fit_arena_new0 (arena, State, 1);
  FitAttachedVolume *copy;

  if (data->behaviour.limits_need_claims)
    note_missing_claim (run, state);
  if (!state->error
      && !collect (data, listers, run->meta->pod, disks, &failure))
    state->error = fit_arena_strndup (arena, failure->message,
                                      strlen (failure->message));
  fit_attached_volumes_unique (disks);
  state->n = disks->len;
  copy = fit_arena_newn (arena, FitAttachedVolume, disks->len);
  for (guint i = 0; i < disks->len; i++)
    copy[i] = g_array_index (disks, FitAttachedVolume, i);
  state->disks = copy;
  run->state = state;
  run->skip = !state->error && state->n == 0;
  fit_attached_memo_prepare (data->memo);
}

/* v1.16 uses the regular expression "^[cmr]5.*|t3|z1d", whose anchor applies to
 * the first alternative only. */
static gboolean
nitro_instance (const char *type)
{
  return (*type && strchr ("cmr", *type) && type[1] == '5')
         || strstr (type, "t3") || strstr (type, "z1d");
}

static gint64
default_limit (const Data *data, const FitNode *node)
{
  const char *type;

  if (data->limit_variable > 0)
    return data->limit_variable;
  type = fit_labels_get (node->meta.labels, data->instance_type_key);
  if (!type && data->behaviour.limits_by_newer_type)
    type = fit_labels_get (node->meta.labels, data->ga_type_key);
  return data->kind->nitro_limit > 0 && type && nitro_instance (type)
             ? data->kind->nitro_limit
             : data->kind->limit;
}

static gint64
limit_of_node (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const Data *data = run->predicate->data;

  if (fit_gate_on (run->predicate->gates, FIT_GATE_ATTACH_VOLUME_LIMIT))
    for (guint i = 0; i < node->allocatable.n_scalars; i++)
      if (node->allocatable.scalars[i].name == data->limit_key)
        return node->allocatable.scalars[i].value;
  return default_limit (data, node->node);
}

static gboolean
migrated (const FitPredicateRun *run, const FitNodeInfo *node)
{
  const Data *data = run->predicate->data;
  const FitFeatureGates gates = run->predicate->gates;

  return fit_migration_on (
      data->plugin, &data->behaviour, gates,
      fit_migration_csi_node (run->predicate->cache, gates, node->node));
}

static FitAnswer
compare_with_limit (const FitPredicateRun *run, const FitNodeInfo *node,
                    const GArray *attached, FitReasons *reasons)
{
  const State *state = run->state;
  const gint64 limit = limit_of_node (run, node);
  guint n_new = 0;

  for (guint i = 0; i < state->n; i++)
    n_new += !fit_attached_volumes_contain (attached, &state->disks[i]);
  if ((gint64) attached->len + n_new > limit)
    {
      fit_reasons_add (reasons, FIT_REASON_MAX_VOLUME_COUNT);
      return FIT_ANSWER_NO;
    }
  if (run->meta->node_volumes)
    run->meta->node_volumes[node->index]
        = (FitNodeVolumes){ limit - attached->len, n_new };
  return FIT_ANSWER_YES;
}

/* The disks of the kind that are attached to @node.
 * Returns: (transfer full) (nullable): a set, NULL with @error */
static GArray *
attached_disks (const FitPredicateRun *run, const FitNodeInfo *node,
                GError **error)
{
  const FitListers *listers = fit_cache_listers (run->predicate->cache);
  const Data *data = run->predicate->data;
  g_autoptr (GArray) attached = fit_attached_memo_get (data->memo, node);

  if (attached)
    return g_steal_pointer (&attached);
  attached = fit_attached_volumes_new ();
  for (guint i = 0; i < node->n_pods; i++)
    if (!collect (data, listers, node->pods[i], attached, error))
      return NULL;
  fit_attached_volumes_unique (attached);
  fit_attached_memo_put (data->memo, node, attached);
  return g_steal_pointer (&attached);
}

FitAnswer
fit_disk_limits_check (const FitPredicateRun *run, const FitNodeInfo *node,
                       FitReasons *reasons, GError **error)
{
  const Data *data = run->predicate->data;
  const State *state = run->state;
  g_autoptr (GArray) attached = NULL;

  if (state->no_claim && data->behaviour.limits_reject)
    {
      fit_reasons_add_text (reasons, FIT_REASON_LOOKUP, state->error);
      return FIT_ANSWER_NO;
    }
  if (state->error)
    {
      g_set_error_literal (error, FIT_ERROR, FIT_ERROR_SCHEDULE, state->error);
      return FIT_ANSWER_ERROR;
    }
  if (state->n == 0 || migrated (run, node))
    return FIT_ANSWER_YES;
  attached = attached_disks (run, node, error);
  if (!attached)
    return FIT_ANSWER_ERROR;
  return compare_with_limit (run, node, attached, reasons);
}

/* --- explaining ----------------------------------------------------------- */

void
fit_explain_disk_limits (const FitPredicateRun *run, const FitNodeInfo *node,
                         const FitReason *reason, FitDetail *detail)
{
  const Data *data = run->predicate->data;
  const State *state = run->state;
  g_autoptr (GArray) attached = reason->code == FIT_REASON_MAX_VOLUME_COUNT
                                    ? attached_disks (run, node, NULL)
                                    : NULL;
  guint n_new = 0;

  if (!attached)
    return;
  for (guint i = 0; i < state->n; i++)
    n_new += !fit_attached_volumes_contain (attached, &state->disks[i]);
  fit_explain_limit (data->plugin->name, attached->len, n_new,
                     limit_of_node (run, node), detail);
}
