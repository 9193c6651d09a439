/* plugin-events.c - the table of events for which each in-tree plugin wakes the pods that it rejected, and of its hints */
#include "rules/plugin-events.h"

#include "rules/filter-formulas.h"
#include "rules/plugin-hints.h"

#include <string.h>

#define ADD FIT_ACTION_ADD
#define DELETE FIT_ACTION_DELETE
#define UPDATE FIT_ACTION_UPDATE
#define ALL FIT_ACTION_ALL
#define LABEL FIT_ACTION_UPDATE_NODE_LABEL
#define TAINT FIT_ACTION_UPDATE_NODE_TAINT
#define ALLOCATABLE FIT_ACTION_UPDATE_NODE_ALLOCATABLE
#define POD_LABEL FIT_ACTION_UPDATE_POD_LABEL
#define SCALE_DOWN FIT_ACTION_UPDATE_POD_SCALE_DOWN
#define TOLERATION FIT_ACTION_UPDATE_POD_TOLERATION
#define GATES FIT_ACTION_UPDATE_POD_GATES_ELIMINATED

/* Whether a row depends on a feature gate. */
typedef enum
{
  ALWAYS,
  HINTS,    /* SchedulerQueueingHints */
  NO_HINTS, /* is off: nodes are checked, and an event may be missed */
  RESIZES,  /* InPlacePodVerticalScaling */
} Condition;

/* clang-format off */
#define ROW(plugin, resource, actions, since, until, condition, hint) \
  { plugin, FIT_CLUSTER_##resource, actions, since, until, condition, hint }
#define FROM(minor) FIT_RELEASE (minor, 0)
#define START 0      /* 1.22 */
#define ON G_MAXINT

/* If a plugin has several rows for one resource, all of them count. */
static const struct
{
  const char *plugin;
  FitClusterResource resource;
  guint actions;
  FitRelease since;
  FitRelease until; /* the first release without it */
  Condition condition;
  FitQueueingHintFunc hint; /* (nullable) */
} events[] = {
  ROW ("NodeUnschedulable", NODE, ADD | TAINT, START, FROM (30), ALWAYS, NULL),
  ROW ("NodeUnschedulable", NODE, ADD | UPDATE, FROM (30), FROM (32), ALWAYS, fit_hint_node_schedulable),
  ROW ("NodeUnschedulable", NODE, ADD | TAINT, FROM (32), ON, HINTS, fit_hint_node_became_schedulable),
  ROW ("NodeUnschedulable", POD, TOLERATION, FROM (32), ON, HINTS, fit_hint_unschedulable_tolerated),
  ROW ("NodeUnschedulable", NODE, ADD | TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL),

  ROW ("NodeName", NODE, ADD, START, FROM (24), ALWAYS, NULL),
  ROW ("NodeName", NODE, ADD | UPDATE, FROM (24), FROM (32), ALWAYS, NULL),
  ROW ("NodeName", NODE, ADD, FROM (32), ON, ALWAYS, NULL),
  ROW ("NodeName", NODE, TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL),

  ROW ("TaintToleration", NODE, ADD | TAINT, START, FROM (24), ALWAYS, NULL),
  ROW ("TaintToleration", NODE, ADD | UPDATE, FROM (24), FROM (31), ALWAYS, NULL),
  ROW ("TaintToleration", NODE, ADD | UPDATE, FROM (31), FROM (32), ALWAYS, fit_hint_taints_removed),
  ROW ("TaintToleration", NODE, ADD | TAINT, FROM (32), ON, ALWAYS, fit_hint_taints_removed),
  ROW ("TaintToleration", NODE, LABEL, FROM (32), ON, NO_HINTS, NULL),
  ROW ("TaintToleration", POD, TOLERATION, FROM (31), ON, HINTS, fit_hint_own_update),

  ROW ("NodeAffinity", NODE, ADD | LABEL, START, FROM (24), ALWAYS, NULL),
  ROW ("NodeAffinity", NODE, ADD | UPDATE, FROM (24), FROM (30), ALWAYS, NULL),
  ROW ("NodeAffinity", NODE, ADD | UPDATE, FROM (30), FROM (32), ALWAYS, fit_hint_node_matches),
  ROW ("NodeAffinity", NODE, ADD | LABEL, FROM (32), ON, ALWAYS, fit_hint_node_came_to_match),
  ROW ("NodeAffinity", NODE, TAINT, FROM (32), ON, NO_HINTS, NULL),

  ROW ("NodeLabel", NODE, ADD | LABEL, START, FROM (23), ALWAYS, NULL),

  ROW ("NodePorts", POD, DELETE, START, FROM (29), ALWAYS, NULL),
  ROW ("NodePorts", POD, DELETE, FROM (29), ON, ALWAYS, fit_hint_ports_freed),
  ROW ("NodePorts", NODE, ADD, START, FROM (24), ALWAYS, NULL),
  ROW ("NodePorts", NODE, ADD | UPDATE, FROM (24), FROM (32), ALWAYS, NULL),
  ROW ("NodePorts", NODE, ADD, FROM (32), ON, ALWAYS, NULL),
  ROW ("NodePorts", NODE, TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL),

  ROW ("NodeResourcesFit", POD, DELETE, START, FROM (30), ALWAYS, NULL),
  ROW ("NodeResourcesFit", POD, DELETE, FROM (30), ON, ALWAYS, fit_hint_pod_freed_room),
  ROW ("NodeResourcesFit", POD, SCALE_DOWN, FROM (31), ON, RESIZES, fit_hint_pod_freed_room),
  ROW ("NodeResourcesFit", NODE, ADD | ALLOCATABLE, START, FROM (24), ALWAYS, NULL),
  ROW ("NodeResourcesFit", NODE, ADD | UPDATE, FROM (24), FROM (30), ALWAYS, NULL),
  ROW ("NodeResourcesFit", NODE, ADD | UPDATE, FROM (30), FROM (32), ALWAYS, fit_hint_node_has_room),
  ROW ("NodeResourcesFit", NODE, ADD | ALLOCATABLE, FROM (32), ON, ALWAYS, fit_hint_node_got_room),
  ROW ("NodeResourcesFit", NODE, TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL),

  ROW ("ServiceAffinity", POD, UPDATE | DELETE, START, FROM (23), ALWAYS, NULL),
  ROW ("ServiceAffinity", SERVICE, UPDATE | DELETE, START, FROM (23), ALWAYS, NULL),
  ROW ("ServiceAffinity", NODE, ADD | LABEL, START, FROM (23), ALWAYS, NULL),

  ROW ("VolumeRestrictions", POD, DELETE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeRestrictions", POD, DELETE, FROM (31), ON, ALWAYS, fit_hint_disk_freed),
  ROW ("VolumeRestrictions", NODE, ADD, START, ON, ALWAYS, NULL),
  ROW ("VolumeRestrictions", NODE, TAINT | LABEL, FROM (32), ON, NO_HINTS, NULL),
  ROW ("VolumeRestrictions", PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeRestrictions", PERSISTENT_VOLUME_CLAIM, ADD, FROM (31), ON, ALWAYS, fit_hint_named_claim),

  ROW ("EBSLimits", NODE, ADD, START, ON, ALWAYS, NULL),
  ROW ("EBSLimits", POD, DELETE, START, ON, ALWAYS, NULL),
  ROW ("EBSLimits", PERSISTENT_VOLUME_CLAIM, ADD, FROM (30), ON, ALWAYS, NULL),
  ROW ("GCEPDLimits", NODE, ADD, START, ON, ALWAYS, NULL),
  ROW ("GCEPDLimits", POD, DELETE, START, ON, ALWAYS, NULL),
  ROW ("GCEPDLimits", PERSISTENT_VOLUME_CLAIM, ADD, FROM (30), ON, ALWAYS, NULL),
  ROW ("AzureDiskLimits", NODE, ADD, START, ON, ALWAYS, NULL),
  ROW ("AzureDiskLimits", POD, DELETE, START, ON, ALWAYS, NULL),
  ROW ("AzureDiskLimits", PERSISTENT_VOLUME_CLAIM, ADD, FROM (30), ON, ALWAYS, NULL),
  ROW ("CinderLimits", NODE, ADD, START, ON, ALWAYS, NULL),
  ROW ("CinderLimits", POD, DELETE, START, ON, ALWAYS, NULL),
  ROW ("CinderLimits", PERSISTENT_VOLUME_CLAIM, ADD, FROM (30), ON, ALWAYS, NULL),

  ROW ("NodeVolumeLimits", CSI_NODE, ADD, START, ON, ALWAYS, NULL),
  ROW ("NodeVolumeLimits", CSI_NODE, UPDATE, FROM (33), ON, ALWAYS, fit_hint_limit_raised),
  ROW ("NodeVolumeLimits", POD, DELETE, START, FROM (31), ALWAYS, NULL),
  ROW ("NodeVolumeLimits", POD, DELETE, FROM (31), ON, ALWAYS, fit_hint_volumes_freed),
  ROW ("NodeVolumeLimits", PERSISTENT_VOLUME_CLAIM, ADD, FROM (30), FROM (32), ALWAYS, NULL),
  ROW ("NodeVolumeLimits", PERSISTENT_VOLUME_CLAIM, ADD, FROM (32), ON, ALWAYS, fit_hint_own_claim),
  ROW ("NodeVolumeLimits", VOLUME_ATTACHMENT, DELETE, FROM (32), FROM (33), ALWAYS, NULL),
  ROW ("NodeVolumeLimits", VOLUME_ATTACHMENT, DELETE, FROM (33), ON, ALWAYS, fit_hint_volume_detached),

  ROW ("VolumeBinding", STORAGE_CLASS, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeBinding", STORAGE_CLASS, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_class_changed),
  ROW ("VolumeBinding", PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeBinding", PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_own_claim),
  ROW ("VolumeBinding", PERSISTENT_VOLUME, ADD | UPDATE, START, ON, ALWAYS, NULL),
  ROW ("VolumeBinding", NODE, ADD | UPDATE, START, FROM (23), ALWAYS, NULL),
  ROW ("VolumeBinding", NODE, ADD | LABEL, FROM (23), ON, ALWAYS, NULL),
  ROW ("VolumeBinding", NODE, TAINT, FROM (30), FROM (32), ALWAYS, NULL),
  ROW ("VolumeBinding", NODE, TAINT, FROM (32), ON, NO_HINTS, NULL),
  ROW ("VolumeBinding", CSI_NODE, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeBinding", CSI_NODE, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_migration_changed),
  ROW ("VolumeBinding", CSI_DRIVER, ADD | UPDATE, START, FROM (32), ALWAYS, NULL),
  ROW ("VolumeBinding", CSI_DRIVER, UPDATE, FROM (32), ON, ALWAYS, fit_hint_capacity_not_published),
  ROW ("VolumeBinding", CSI_STORAGE_CAPACITY, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeBinding", CSI_STORAGE_CAPACITY, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_capacity_raised),

  ROW ("VolumeZone", STORAGE_CLASS, ADD, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeZone", STORAGE_CLASS, ADD, FROM (31), ON, ALWAYS, fit_hint_class_waits),
  ROW ("VolumeZone", NODE, ADD | LABEL, START, ON, ALWAYS, NULL),
  ROW ("VolumeZone", NODE, TAINT, FROM (30), FROM (32), ALWAYS, NULL),
  ROW ("VolumeZone", NODE, TAINT, FROM (32), ON, NO_HINTS, NULL),
  ROW ("VolumeZone", PERSISTENT_VOLUME_CLAIM, ADD, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeZone", PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_named_claim),
  ROW ("VolumeZone", PERSISTENT_VOLUME, ADD | UPDATE, START, FROM (31), ALWAYS, NULL),
  ROW ("VolumeZone", PERSISTENT_VOLUME, ADD | UPDATE, FROM (31), ON, ALWAYS, fit_hint_zones_changed),

  ROW ("PodTopologySpread", POD, ALL, START, FROM (30), ALWAYS, NULL),
  ROW ("PodTopologySpread", POD, ALL, FROM (30), FROM (31), ALWAYS, fit_hint_spread_pod_changed),
  ROW ("PodTopologySpread", POD, ADD | POD_LABEL | DELETE, FROM (31), ON, ALWAYS, fit_hint_spread_pod_changed),
  ROW ("PodTopologySpread", POD, TOLERATION, FROM (32), ON, HINTS, fit_hint_spread_pod_changed),
  ROW ("PodTopologySpread", NODE, ADD | DELETE | LABEL, START, FROM (30), ALWAYS, NULL),
  ROW ("PodTopologySpread", NODE, ADD | DELETE | LABEL | TAINT, FROM (30), FROM (32), ALWAYS, fit_hint_spread_node_there),
  ROW ("PodTopologySpread", NODE, ADD | DELETE | LABEL | TAINT, FROM (32), ON, ALWAYS, fit_hint_spread_node_changed),

  ROW ("InterPodAffinity", POD, ALL, START, FROM (31), ALWAYS, NULL),
  ROW ("InterPodAffinity", POD, ADD | POD_LABEL | DELETE, FROM (31), ON, ALWAYS, fit_hint_neighbour_changed),
  ROW ("InterPodAffinity", NODE, ADD | LABEL, START, FROM (30), ALWAYS, NULL),
  ROW ("InterPodAffinity", NODE, ADD | LABEL | TAINT, FROM (30), FROM (31), ALWAYS, NULL),
  ROW ("InterPodAffinity", NODE, ADD | LABEL | TAINT, FROM (31), FROM (32), ALWAYS, fit_hint_topology_there),
  ROW ("InterPodAffinity", NODE, ADD | LABEL, FROM (32), FROM (33), ALWAYS, fit_hint_topology_there),
  ROW ("InterPodAffinity", NODE, ADD | LABEL, FROM (33), ON, ALWAYS, fit_hint_topology_changed),
  ROW ("InterPodAffinity", NODE, TAINT, FROM (32), ON, NO_HINTS, NULL),

  ROW ("SchedulingGates", POD, UPDATE, FROM (26), FROM (29), ALWAYS, NULL),
  ROW ("SchedulingGates", POD, GATES, FROM (31), ON, HINTS, fit_hint_own_update),
};
/* clang-format on */

static gboolean
is_met (Condition condition, FitProfileGates gates, gboolean hints)
{
  switch (condition)
    {
    case HINTS:
      return hints;
    case NO_HINTS:
      return !hints;
    case RESIZES:
      return fit_profile_gate_on (
          gates, FIT_PROFILE_GATE_IN_PLACE_POD_VERTICAL_SCALING);
    case ALWAYS:
    default:
      return TRUE;
    }
}

GArray *
fit_plugin_events (FitRelease release, FitProfileGates gates, gboolean hints)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (FitPluginEvent));

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      const FitPluginEvent event = {
        .plugin = events[i].plugin,
        .registration = { .event = { .resource = events[i].resource,
                                     .actions = events[i].actions },
                          .hint = events[i].hint },
      };

      if (release >= events[i].since && release < events[i].until
          && is_met (events[i].condition, gates, hints))
        g_array_append_val (found, event);
    }
  return found;
}

/* -- what hints share ------------------------------------------------------ */

gboolean
fit_hint_same_pod (const FitPod *a, const FitPod *b)
{
  return strcmp (a->meta.uid, b->meta.uid) == 0;
}

gboolean
fit_hint_was_placed (gpointer plugin, const FitPod *pod)
{
  const FitFilterData *data = ((const FitPredicate *) plugin)->data;

  return *pod->node_name != '\0'
         || (data->release >= FIT_RELEASE (33, 0)
             && *pod->nominated_node_name != '\0');
}
