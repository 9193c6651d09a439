/* plugin-table.c - the table of in-tree plugins: their extension points in each release */
#include "config/plugin-table.h"

#include "config/config-version.h"

#include <string.h>

/* Short names, so that each row fits on one line. */
#define PE (1u << FIT_PROFILE_PRE_ENQUEUE)
#define QS (1u << FIT_PROFILE_QUEUE_SORT)
#define PF (1u << FIT_PROFILE_PRE_FILTER)
#define F (1u << FIT_PROFILE_FILTER)
#define PO (1u << FIT_PROFILE_POST_FILTER)
#define PS (1u << FIT_PROFILE_PRE_SCORE)
#define S (1u << FIT_PROFILE_SCORE)
#define R (1u << FIT_PROFILE_RESERVE)
#define PB (1u << FIT_PROFILE_PRE_BIND)
#define B (1u << FIT_PROFILE_BIND)
#define PT (1u << FIT_PROFILE_POST_BIND)

typedef struct
{
  const char *name;
  guint from; /* minor numbers of releases, including both ends */
  guint to;   /* 0: no end */
  FitProfilePoints points;
} PluginRow;

/* Every plugin of every release; the rows of each plugin are in order. */
/* clang-format off */
static const PluginRow rows[] = {
  { "AzureDiskLimits",                 18, 27, F },
  { "AzureDiskLimits",                 28, 31, PF | F },
  { "CinderLimits",                    18, 27, F },
  { "CinderLimits",                    28, 31, PF | F },
  { "DefaultBinder",                   18, 0,  B },
  { "DefaultPodTopologySpread",        18, 18, PS | S },
  { "DefaultPreemption",               19, 31, PO },
  { "DefaultPreemption",               32, 0,  PE | PO },
  { "DynamicResources",                26, 27, PF | F | PO | PS | R | PT },
  { "DynamicResources",                28, 29, PE | PF | F | PO | PS | R | PT },
  { "DynamicResources",                30, 31, PE | PF | F | PO | PS | R | PB | PT },
  { "DynamicResources",                32, 0,  PE | PF | F | PO | R | PB },
  { "EBSLimits",                       18, 27, F },
  { "EBSLimits",                       28, 31, PF | F },
  { "GCEPDLimits",                     18, 27, F },
  { "GCEPDLimits",                     28, 31, PF | F },
  { "ImageLocality",                   18, 0,  S },
  { "InterPodAffinity",                18, 0,  PF | F | PS | S },
  { "NodeAffinity",                    18, 20, F | S },
  { "NodeAffinity",                    21, 0,  PF | F | PS | S },
  { "NodeLabel",                       18, 22, F | S },
  { "NodeName",                        18, 0,  F },
  { "NodePorts",                       18, 0,  PF | F },
  { "NodePreferAvoidPods",             18, 22, S },
  { "NodeResourceLimits",              18, 18, PS | S },
  { "NodeResourcesBalancedAllocation", 18, 26, S },
  { "NodeResourcesBalancedAllocation", 27, 0,  PS | S },
  { "NodeResourcesFit",                18, 21, PF | F },
  { "NodeResourcesFit",                22, 26, PF | F | S },
  { "NodeResourcesFit",                27, 0,  PF | F | PS | S },
  { "NodeResourcesLeastAllocated",     18, 22, S },
  { "NodeResourcesMostAllocated",      18, 22, S },
  { "NodeUnschedulable",               18, 0,  F },
  { "NodeVolumeLimits",                18, 27, F },
  { "NodeVolumeLimits",                28, 0,  PF | F },
  { "PodTopologySpread",               18, 0,  PF | F | PS | S },
  { "PrioritySort",                    18, 0,  QS },
  { "RequestedToCapacityRatio",        18, 22, S },
  { "SchedulingGates",                 26, 0,  PE },
  { "SelectorSpread",                  19, 28, PS | S },
  { "ServiceAffinity",                 18, 22, PF | F | S },
  { "TaintToleration",                 18, 0,  F | PS | S },
  { "VolumeBinding",                   18, 18, F },
  { "VolumeBinding",                   19, 20, PF | F | R | PB },
  { "VolumeBinding",                   21, 29, PF | F | S | R | PB },
  { "VolumeBinding",                   30, 0,  PF | F | PS | S | R | PB },
  { "VolumeRestrictions",              18, 21, F },
  { "VolumeRestrictions",              22, 0,  PF | F },
  { "VolumeZone",                      18, 26, F },
  { "VolumeZone",                      27, 0,  PF | F },
};
/* clang-format on */

static gboolean
is_of (const PluginRow *row, FitRelease release)
{
  const guint minor = (guint) release / 100;

  return minor >= row->from && (row->to == 0 || minor <= row->to);
}

FitProfilePoints
fit_in_tree_plugin_points (const char *name, FitRelease release)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (is_of (&rows[i], release) && strcmp (rows[i].name, name) == 0)
      return rows[i].points;
  return 0;
}

GPtrArray *
fit_in_tree_plugin_names (FitRelease release)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (is_of (&rows[i], release))
      g_ptr_array_add (names, (gpointer) rows[i].name);
  return names;
}

gboolean
fit_in_tree_plugin_life (const char *name, FitPluginLife *out)
{
  gboolean found = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].name, name) == 0)
      {
        if (!found)
          out->from = FIT_RELEASE ((FitRelease) rows[i].from, 0);
        out->to = rows[i].to != 0 ? FIT_LINE_END ((FitRelease) rows[i].to) : 0;
        found = TRUE;
      }
  return found;
}
