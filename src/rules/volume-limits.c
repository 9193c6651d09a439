/* volume-limits.c - NodeVolumeLimits and the limits of cloud disks at
 * PreFilter and Filter
 *
 * Like MaxCSIVolumeCountPred and its relatives in v1.16, with additional rules
 * (predicates/volume-limits.h).  Skips a pod whose volumes do not count.
 * Cost: as there.
 */
#include "predicates/csi-migration.h"
#include "predicates/rule-details.h"
#include "rules/volume-limits.h"
#include "predicates/volumes.h"
#include "predicates/predicates.h"
#include "rules/rule-rows.h"

#include <string.h>

/* -- the rules ------------------------------------------------------------ */

/* clang-format off */
const FitRule fit_rule_ebs_limits = {
  .name = "EBSLimits",
  .predicates = PREDICATES (&fit_max_ebs_volume_count),
  .points = POINTS (
    { F, FIT_SPAN (18, 28) },
    { PF | F, FIT_SPAN (28, 32) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_ebs_limits }),
  .events = EVENTS (
    EVENT (NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (30), ALWAYS, NULL)),
};

const FitRule fit_rule_gce_pd_limits = {
  .name = "GCEPDLimits",
  .predicates = PREDICATES (&fit_max_gce_pd_volume_count),
  .points = POINTS (
    { F, FIT_SPAN (18, 28) },
    { PF | F, FIT_SPAN (28, 32) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_gce_pd_limits }),
  .events = EVENTS (
    EVENT (NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (30), ALWAYS, NULL)),
};

const FitRule fit_rule_node_volume_limits = {
  .name = "NodeVolumeLimits",
  .predicates = PREDICATES (&fit_max_csi_volume_count),
  .points = POINTS (
    { F, FIT_SPAN (18, 28) },
    { PF | F, FIT_SINCE (28) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_node_volume_limits }),
  .events = EVENTS (
    EVENT (CSI_NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (CSI_NODE, UPDATE, FIT_SINCE (33), ALWAYS, fit_hint_limit_raised),
    EVENT (POD, DELETE, FIT_BEFORE (31), ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_SINCE (31), ALWAYS, fit_hint_volumes_freed),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SPAN (30, 32), ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (32), ALWAYS, fit_hint_own_claim),
    EVENT (VOLUME_ATTACHMENT, DELETE, FIT_SPAN (32, 33), ALWAYS, NULL),
    EVENT (VOLUME_ATTACHMENT, DELETE, FIT_SINCE (33), ALWAYS, fit_hint_volume_detached)),
};

const FitRule fit_rule_azure_disk_limits = {
  .name = "AzureDiskLimits",
  .predicates = PREDICATES (&fit_max_azure_disk_volume_count),
  .points = POINTS (
    { F, FIT_SPAN (18, 28) },
    { PF | F, FIT_SPAN (28, 32) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_azure_disk_limits }),
  .events = EVENTS (
    EVENT (NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (30), ALWAYS, NULL)),
};

const FitRule fit_rule_cinder_limits = {
  .name = "CinderLimits",
  .predicates = PREDICATES (&fit_max_cinder_volume_count),
  .points = POINTS (
    { F, FIT_SPAN (18, 28) },
    { PF | F, FIT_SPAN (28, 32) }),
  .filters = FILTERS ({ FROM (18), &fit_filter_cinder_limits }),
  .events = EVENTS (
    EVENT (NODE, ADD, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (POD, DELETE, FIT_ALWAYS, ALWAYS, NULL),
    EVENT (PERSISTENT_VOLUME_CLAIM, ADD, FIT_SINCE (30), ALWAYS, NULL)),
};
/* clang-format on */

typedef struct
{
  FitFilterData common;
  FitVolumeType type;   /* of disks; CSI for all volumes of CSI drivers */
  FitPredicate counter; /* data for v1.16's functions */
} Data;

static Data *
data_new (const FitFactoryArgs *args, gconstpointer argument,
          FitVolumeType type)
{
  Data *data = g_new0 (Data, 1);

  fit_filter_data_init (&data->common, argument);
  data->type = type;
  data->counter.gates = args->gates;
  data->counter.cache = args->cache;
  return data;
}

/* A run for the counter that corresponds to @run. */
static FitPredicateRun
counting (const FitPredicateRun *run)
{
  FitPredicateRun inner = *run;

  inner.predicate = &((const Data *) run->predicate->data)->counter;
  return inner;
}

/* Does PreFilter count the source of @volume? */
static gboolean
concerns (const Data *data, const FitVolume *volume)
{
  if (fit_volume_is_claim (volume))
    return TRUE;
  if (data->type != FIT_VOLUME_CSI)
    return volume->type == data->type;
  return volume->type == FIT_VOLUME_GCE_PERSISTENT_DISK
         || volume->type == FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE
         || volume->type == FIT_VOLUME_AZURE_DISK
         || volume->type == FIT_VOLUME_CINDER
         || volume->type == FIT_VOLUME_PORTWORX
         || (volume->type == FIT_VOLUME_RBD
             && !data->common.behaviour.limits_forget_rbd);
}

static void
note_skip (FitPredicateRun *run)
{
  const FitPodSpec *spec = run->meta->pod->spec;

  for (guint i = 0; i < spec->n_volumes; i++)
    if (concerns (run->predicate->data, &spec->volumes[i]))
      return;
  fit_filter_skip (run, fit_filter_behaviour (run)->filter_skip);
}

static void
keep (FitPredicateRun *run, const FitPredicateRun *inner)
{
  run->state = inner->state;
  run->skip = inner->skip;
  note_skip (run);
}

/* -- CSI volumes ----------------------------------------------------------- */

static gboolean
create_csi (const FitFactoryArgs *args, gconstpointer argument,
            gpointer *out_data, GError **error)
{
  const FitProfilePluginArgs *given = argument;
  Data *data = data_new (args, argument, FIT_VOLUME_CSI);

  data->counter.data = fit_csi_limits_new (args->cache, given->release);
  *out_data = data;
  return TRUE;
}

static void
free_csi (gpointer pointer)
{
  Data *data = pointer;

  fit_csi_limits_free (data->counter.data);
  g_free (data);
}

static void
prepare_csi (FitPredicateRun *run)
{
  FitPredicateRun inner = counting (run);

  fit_csi_limits_prepare (&inner);
  keep (run, &inner);
}

static FitAnswer
check_csi (const FitPredicateRun *run, const FitNodeInfo *node,
           FitReasons *reasons, GError **error)
{
  const FitPredicateRun inner = counting (run);

  return fit_csi_limits_check (&inner, node, reasons, error);
}

/* -- disks ----------------------------------------------------------------- */

static gboolean
create_disks (const FitFactoryArgs *args, gconstpointer argument,
              FitVolumeType type, gpointer *out_data)
{
  const FitProfilePluginArgs *given = argument;
  Data *data = data_new (args, argument, type);

  data->counter.data = fit_disk_limits_new (args->cache, type, given->release);
  *out_data = data;
  return TRUE;
}

static void
free_disks (gpointer pointer)
{
  Data *data = pointer;

  fit_disk_limits_free (data->counter.data);
  g_free (data);
}

static void
prepare_disks (FitPredicateRun *run)
{
  FitPredicateRun inner = counting (run);

  fit_disk_limits_prepare (&inner);
  keep (run, &inner);
}

static FitAnswer
check_disks (const FitPredicateRun *run, const FitNodeInfo *node,
             FitReasons *reasons, GError **error)
{
  const FitPredicateRun inner = counting (run);

  return fit_disk_limits_check (&inner, node, reasons, error);
}

static gboolean
create_ebs (const FitFactoryArgs *args, gconstpointer argument,
            gpointer *out_data, GError **error)
{
  return create_disks (args, argument, FIT_VOLUME_AWS_ELASTIC_BLOCK_STORE,
                       out_data);
}

static gboolean
create_gce_pd (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  return create_disks (args, argument, FIT_VOLUME_GCE_PERSISTENT_DISK,
                       out_data);
}

static gboolean
create_azure_disk (const FitFactoryArgs *args, gconstpointer argument,
                   gpointer *out_data, GError **error)
{
  return create_disks (args, argument, FIT_VOLUME_AZURE_DISK, out_data);
}

static gboolean
create_cinder (const FitFactoryArgs *args, gconstpointer argument,
               gpointer *out_data, GError **error)
{
  return create_disks (args, argument, FIT_VOLUME_CINDER, out_data);
}

/* -- explaining ------------------------------------------------------------- */

static void
explain_csi (const FitPredicateRun *run, const FitNodeInfo *node,
             const FitReason *reason, FitDetail *detail)
{
  const FitPredicateRun inner = counting (run);

  if (node)
    fit_explain_csi_limits (&inner, node, reason, detail);
}

static void
explain_disks (const FitPredicateRun *run, const FitNodeInfo *node,
               const FitReason *reason, FitDetail *detail)
{
  const FitPredicateRun inner = counting (run);

  if (node)
    fit_explain_disk_limits (&inner, node, reason, detail);
}

/* -- events ---------------------------------------------------------------- */

FitQueueingHint
fit_hint_volumes_freed (gpointer plugin, const FitPod *pod,
                        gconstpointer old_object, gconstpointer new_object)
{
  const Data *data = ((const FitPredicate *) plugin)->data;
  const FitPod *gone = old_object;

  if (!fit_hint_was_placed (plugin, gone))
    return FIT_QUEUEING_SKIP;
  for (guint i = 0; i < gone->spec->n_volumes; i++)
    if (concerns (data, &gone->spec->volumes[i]))
      return FIT_QUEUEING_AFTER_BACKOFF;
  return FIT_QUEUEING_SKIP;
}

FitQueueingHint
fit_hint_volume_detached (gpointer plugin, const FitPod *pod,
                          gconstpointer old_object, gconstpointer new_object)
{
  const Data *data = ((const FitPredicate *) plugin)->data;
  const FitVolumeAttachment *gone = old_object;

  for (guint i = 0; i < pod->spec->n_volumes; i++)
    {
      const FitVolume *volume = &pod->spec->volumes[i];
      const FitMigratablePlugin *migrated
          = fit_migratable_plugin_of_type (volume->type);

      if (volume->type == FIT_VOLUME_PERSISTENT_VOLUME_CLAIM
          || (migrated && concerns (data, volume)
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

/* -- descriptors ----------------------------------------------------------- */

static const FitReasonCode gives[]
    = { FIT_REASON_MAX_VOLUME_COUNT, FIT_REASON_LOOKUP, 0 };

#define LIMITS(identifier, plugin, what, part, creator) \
  const FitPredicateInfo identifier = {                 \
    .name = plugin,                                     \
    .summary = "the node may attach the pod's " what,   \
    .cost = FIT_COST_VOLUMES,                           \
    .reasons = gives,                                   \
    .check = check_##part,                              \
    .prepare = prepare_##part,                          \
    .explain = explain_##part,                          \
    .create = creator,                                  \
    .free_data = free_##part,                           \
  }

LIMITS (fit_filter_node_volume_limits, "NodeVolumeLimits", "CSI volumes", csi,
        create_csi);
LIMITS (fit_filter_ebs_limits, "EBSLimits", "AWS EBS volumes", disks,
        create_ebs);
LIMITS (fit_filter_gce_pd_limits, "GCEPDLimits", "GCE persistent disks", disks,
        create_gce_pd);
LIMITS (fit_filter_azure_disk_limits, "AzureDiskLimits", "Azure disks", disks,
        create_azure_disk);
LIMITS (fit_filter_cinder_limits, "CinderLimits", "Cinder volumes", disks,
        create_cinder);
