/* plugin-events.c - the table of events for which each in-tree plugin wakes the pods that it rejected */
#include "framework/plugins/plugin-events.h"

#include "framework/plugins/filter-formulas.h"
#include "framework/plugins/plugin-hints.h"

#include <string.h>

#define ADD FIT_ACTION_ADD
#define DELETE FIT_ACTION_DELETE
#define UPDATE FIT_ACTION_UPDATE
#define LABEL FIT_ACTION_UPDATE_NODE_LABEL
#define TAINT FIT_ACTION_UPDATE_NODE_TAINT
#define ALLOCATABLE FIT_ACTION_UPDATE_NODE_ALLOCATABLE

/* If a plugin has several rows for one resource, all of them count. */
static const struct
{
  const char *plugin;
  FitClusterResource resource;
  guint actions;
  FitRelease since; /* 0: all releases */
} events[] = {
  { "NodeUnschedulable", FIT_CLUSTER_NODE, ADD | TAINT, 0 },
  { "NodeName", FIT_CLUSTER_NODE, ADD, 0 },
  { "NodeName", FIT_CLUSTER_NODE, UPDATE, FIT_RELEASE (28, 0) },
  { "TaintToleration", FIT_CLUSTER_NODE, ADD | TAINT, 0 },
  { "NodeAffinity", FIT_CLUSTER_NODE, ADD | LABEL, 0 },
  { "NodeLabel", FIT_CLUSTER_NODE, ADD | LABEL, 0 },
  { "NodePorts", FIT_CLUSTER_POD, DELETE, 0 },
  { "NodePorts", FIT_CLUSTER_NODE, ADD, 0 },
  { "NodePorts", FIT_CLUSTER_NODE, UPDATE, FIT_RELEASE (28, 0) },
  { "NodeResourcesFit", FIT_CLUSTER_POD, DELETE, 0 },
  { "NodeResourcesFit", FIT_CLUSTER_NODE, ADD | ALLOCATABLE, 0 },
  { "ServiceAffinity", FIT_CLUSTER_POD, FIT_ACTION_ALL, 0 },
  { "ServiceAffinity", FIT_CLUSTER_SERVICE, FIT_ACTION_ALL, 0 },
  { "ServiceAffinity", FIT_CLUSTER_NODE, ADD | LABEL, 0 },
  { "VolumeRestrictions", FIT_CLUSTER_POD, DELETE, 0 },
  { "VolumeRestrictions", FIT_CLUSTER_NODE, ADD, 0 },
  { "VolumeRestrictions", FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM, ADD | UPDATE,
    0 },
  { "EBSLimits", FIT_CLUSTER_NODE, ADD, 0 },
  { "EBSLimits", FIT_CLUSTER_POD, DELETE, 0 },
  { "GCEPDLimits", FIT_CLUSTER_NODE, ADD, 0 },
  { "GCEPDLimits", FIT_CLUSTER_POD, DELETE, 0 },
  { "AzureDiskLimits", FIT_CLUSTER_NODE, ADD, 0 },
  { "AzureDiskLimits", FIT_CLUSTER_POD, DELETE, 0 },
  { "CinderLimits", FIT_CLUSTER_NODE, ADD, 0 },
  { "CinderLimits", FIT_CLUSTER_POD, DELETE, 0 },
  { "NodeVolumeLimits", FIT_CLUSTER_CSI_NODE, ADD, 0 },
  { "NodeVolumeLimits", FIT_CLUSTER_POD, DELETE, 0 },
  { "VolumeBinding", FIT_CLUSTER_STORAGE_CLASS, ADD | UPDATE, 0 },
  { "VolumeBinding", FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM, ADD | UPDATE, 0 },
  { "VolumeBinding", FIT_CLUSTER_PERSISTENT_VOLUME, ADD | UPDATE, 0 },
  { "VolumeBinding", FIT_CLUSTER_NODE, ADD | LABEL, 0 },
  { "VolumeBinding", FIT_CLUSTER_CSI_NODE, ADD | UPDATE, 0 },
  { "VolumeBinding", FIT_CLUSTER_CSI_DRIVER, ADD | UPDATE, 0 },
  { "VolumeBinding", FIT_CLUSTER_CSI_STORAGE_CAPACITY, ADD | UPDATE, 0 },
  { "VolumeZone", FIT_CLUSTER_STORAGE_CLASS, ADD, 0 },
  { "VolumeZone", FIT_CLUSTER_NODE, ADD | LABEL, 0 },
  { "VolumeZone", FIT_CLUSTER_PERSISTENT_VOLUME_CLAIM, ADD, 0 },
  { "VolumeZone", FIT_CLUSTER_PERSISTENT_VOLUME, ADD | UPDATE, 0 },
  { "PodTopologySpread", FIT_CLUSTER_POD, FIT_ACTION_ALL, 0 },
  { "PodTopologySpread", FIT_CLUSTER_NODE, ADD | DELETE | LABEL, 0 },
  { "InterPodAffinity", FIT_CLUSTER_POD, FIT_ACTION_ALL, 0 },
  { "InterPodAffinity", FIT_CLUSTER_NODE, ADD | LABEL, 0 },
};

GArray *
fit_plugin_events (FitRelease release)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (FitPluginEvent));

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    {
      const FitPluginEvent event
          = { events[i].plugin,
              { .event = { events[i].resource, events[i].actions, NULL, NULL } } };

      if (release >= events[i].since)
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
