/* default-profile.c - the table of plugins that are on by default, with the releases and gates that change it */
#include "config/default-profile.h"

#include "rules/rule.h"

#include <string.h>

/* A list for a span of versions and releases: names in order, with a weight if
 * a plugin scores.  A plugin counts only if the release has it at that
 * point. */
typedef struct
{
  FitExtensionPoint point;
  FitConfigSpan span;
  const char *plugins;
} ListRow;

#define ALPHA                                                \
  {                                                          \
    FIT_CONFIG_V1ALPHA1, FIT_CONFIG_V1ALPHA2, FIT_SINCE (18) \
  }
#define BETA1                              \
  {                                        \
    FIT_CONFIG_V1BETA1, FIT_CONFIG_V1BETA1 \
  }
#define BETA2                              \
  {                                        \
    FIT_CONFIG_V1BETA2, FIT_CONFIG_V1BETA2 \
  }
#define BETA1_2                            \
  {                                        \
    FIT_CONFIG_V1BETA1, FIT_CONFIG_V1BETA2 \
  }
#define UP_TO_BETA2                       \
  {                                       \
    0, FIT_CONFIG_V1BETA2, FIT_SINCE (18) \
  }
#define FROM_BETA3        \
  {                       \
    FIT_CONFIG_V1BETA3, 0 \
  }

/* clang-format off */
static const ListRow lists[] = {
  { FIT_POINT_PRE_ENQUEUE, BETA2, "SchedulingGates" },
  { FIT_POINT_QUEUE_SORT, UP_TO_BETA2, "PrioritySort" },
  { FIT_POINT_PRE_FILTER, ALPHA,
    "NodeResourcesFit NodePorts InterPodAffinity PodTopologySpread" },
  { FIT_POINT_PRE_FILTER, BETA1_2,
    "NodeResourcesFit NodePorts VolumeRestrictions PodTopologySpread "
    "InterPodAffinity VolumeBinding VolumeZone NodeAffinity" },
  { FIT_POINT_FILTER, { .releases = FIT_SPAN (18, 19) },
    "NodeUnschedulable NodeResourcesFit NodeName NodePorts NodeAffinity "
    "VolumeRestrictions TaintToleration EBSLimits GCEPDLimits NodeVolumeLimits "
    "AzureDiskLimits VolumeBinding VolumeZone InterPodAffinity "
    "PodTopologySpread" },
  { FIT_POINT_FILTER, { .releases = FIT_SPAN (19, 20) },
    "NodeUnschedulable NodeResourcesFit NodeName NodePorts NodeAffinity "
    "VolumeRestrictions TaintToleration EBSLimits GCEPDLimits NodeVolumeLimits "
    "AzureDiskLimits VolumeBinding VolumeZone PodTopologySpread "
    "InterPodAffinity" },
  { FIT_POINT_FILTER, { 0, FIT_CONFIG_V1BETA2, FIT_SINCE (20) },
    "NodeUnschedulable NodeName TaintToleration NodeAffinity NodePorts "
    "NodeResourcesFit VolumeRestrictions EBSLimits GCEPDLimits "
    "NodeVolumeLimits AzureDiskLimits VolumeBinding VolumeZone "
    "PodTopologySpread InterPodAffinity" },
  { FIT_POINT_POST_FILTER, BETA1_2, "DefaultPreemption" },
  { FIT_POINT_PRE_SCORE, ALPHA,
    "InterPodAffinity DefaultPodTopologySpread TaintToleration "
    "PodTopologySpread NodeResourceLimits" },
  { FIT_POINT_PRE_SCORE, BETA1_2,
    "InterPodAffinity PodTopologySpread TaintToleration NodeAffinity "
    "NodeResourcesFit NodeResourcesBalancedAllocation SelectorSpread" },
  { FIT_POINT_SCORE, ALPHA,
    "NodeResourcesBalancedAllocation:1 ImageLocality:1 InterPodAffinity:1 "
    "NodeResourcesLeastAllocated:1 NodeAffinity:1 NodePreferAvoidPods:10000 "
    "DefaultPodTopologySpread:1 TaintToleration:1 PodTopologySpread:1 "
    "NodeResourceLimits:1" },
  { FIT_POINT_SCORE, BETA1,
    "NodeResourcesBalancedAllocation:1 ImageLocality:1 InterPodAffinity:1 "
    "NodeResourcesLeastAllocated:1 NodeAffinity:1 NodePreferAvoidPods:10000 "
    "PodTopologySpread:2 TaintToleration:1 SelectorSpread:1 VolumeBinding:1" },
  { FIT_POINT_SCORE, BETA2,
    "NodeResourcesBalancedAllocation:1 ImageLocality:1 InterPodAffinity:1 "
    "NodeResourcesFit:1 NodeAffinity:1 PodTopologySpread:2 TaintToleration:1 "
    "SelectorSpread:1 VolumeBinding:1" },
  { FIT_POINT_RESERVE, BETA1_2, "VolumeBinding" },
  { FIT_POINT_PRE_BIND, BETA1_2, "VolumeBinding" },
  { FIT_POINT_BIND, UP_TO_BETA2, "DefaultBinder" },
  { FIT_POINT_MULTI, FROM_BETA3,
    "SchedulingGates PrioritySort NodeUnschedulable NodeName TaintToleration:3 "
    "NodeAffinity:2 NodePorts NodeResourcesFit:1 VolumeRestrictions EBSLimits "
    "GCEPDLimits NodeVolumeLimits AzureDiskLimits VolumeBinding VolumeZone "
    "PodTopologySpread:2 InterPodAffinity:2 DynamicResources DefaultPreemption "
    "NodeResourcesBalancedAllocation:1 ImageLocality:1 DefaultBinder" },
};
/* clang-format on */

#define SCORE FIT_AT (SCORE)
#define ANYWHERE G_MAXUINT32

/* When to leave out a plugin of a list. */
typedef struct
{
  const char *plugin;
  FitExtensionPoints points;
  FitConfigSpan span; /* where the rule applies */
  FitGate gate;       /* FIT_GATE_NONE: always leave it out */
  gboolean unless;    /* leave it out unless the gate has this value */
} LeftOutRow;

static const LeftOutRow left_out[] = {
  /* Removed from the defaults one release before the plugin was removed. */
  { "EBSLimits",
    ANYWHERE,
    { .releases = FIT_SINCE (31) },
    FIT_GATE_NONE,
    FALSE },
  { "GCEPDLimits",
    ANYWHERE,
    { .releases = FIT_SINCE (31) },
    FIT_GATE_NONE,
    FALSE },
  { "AzureDiskLimits",
    ANYWHERE,
    { .releases = FIT_SINCE (31) },
    FIT_GATE_NONE,
    FALSE },

  { "PodTopologySpread", ANYWHERE, ALPHA, FIT_GATE_EVEN_PODS_SPREAD, TRUE },
  { "NodeResourceLimits", ANYWHERE, ALPHA,
    FIT_GATE_RESOURCE_LIMITS_PRIORITY_FUNCTION, TRUE },
  { "SelectorSpread", ANYWHERE, BETA1_2, FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD,
    FALSE },
  { "VolumeBinding", SCORE, BETA1_2, FIT_GATE_STORAGE_CAPACITY_SCORING, TRUE },
  { "SchedulingGates",
    ANYWHERE,
    { 0 },
    FIT_GATE_POD_SCHEDULING_READINESS,
    TRUE },
  { "DynamicResources",
    ANYWHERE,
    { 0 },
    FIT_GATE_DYNAMIC_RESOURCE_ALLOCATION,
    TRUE },
};

static gboolean
is_left_out (const char *plugin, FitExtensionPoint point,
             const FitConfigTarget *target)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    {
      const LeftOutRow *row = &left_out[i];

      if (strcmp (row->plugin, plugin) == 0 && (row->points >> point & 1u) != 0
          && fit_config_span_has (&row->span, target->version, target->release)
          && (row->gate == FIT_GATE_NONE
              || fit_gate_on (target->gates, row->gate) != row->unless))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_at (const char *plugin, FitExtensionPoint point, FitRelease release)
{
  FitExtensionPoints points = fit_in_tree_plugin_points (plugin, release);

  return point == FIT_POINT_MULTI ? points != 0 : (points >> point & 1u) != 0;
}

/* Splits "NAME" or "NAME:WEIGHT". */
static FitPluginEntry
read_entry (const char *word, FitArena *arena)
{
  const char *colon = strchr (word, ':');
  gsize len = colon != NULL ? (gsize) (colon - word) : strlen (word);
  FitPluginEntry entry = { .name = fit_arena_strndup (arena, word, len) };

  for (const char *c = word + len; *c != '\0'; c++)
    if (g_ascii_isdigit (*c))
      entry.weight = entry.weight * 10 + (*c - '0');
  return entry;
}

static FitPluginSet
read_list (const ListRow *row, const FitConfigTarget *target, FitArena *arena)
{
  g_auto (GStrv) words = g_strsplit (row->plugins, " ", -1);
  FitPluginSet set = { 0 };

  set.enabled = fit_arena_new0 (arena, FitPluginEntry, g_strv_length (words));
  for (guint i = 0; words[i] != NULL; i++)
    {
      FitPluginEntry entry = read_entry (words[i], arena);

      if (is_at (entry.name, row->point, target->release)
          && !is_left_out (entry.name, row->point, target))
        set.enabled[set.n_enabled++] = entry;
    }
  return set;
}

FitPluginSets
fit_default_plugins (const FitConfigTarget *target, FitArena *arena)
{
  FitPluginSets sets = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    if (fit_config_span_has (&lists[i].span, target->version, target->release))
      sets.sets[lists[i].point] = read_list (&lists[i], target, arena);
  return sets;
}
