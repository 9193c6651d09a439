/* profile-check.c - plugins that a version rejects by name */
#include "config/profile-build.h"

#include <string.h>

typedef struct
{
  const char *plugin;
  FitConfigSpan span; /* where it is rejected; elsewhere it may be known or
                         unknown */
} RemovedRow;

#define REMOVED_IN_1_22                                       \
  {                                                           \
    .since = FIT_CONFIG_V1BETA2, .from = FIT_RELEASE (22, 0), \
    .to = FIT_LINE_END (22)                                   \
  }
#define REMOVED_IN_1_25                                  \
  {                                                      \
    .since = FIT_CONFIG_V1, .from = FIT_RELEASE (25, 0), \
    .to = FIT_LINE_END (28)                              \
  }
#define REMOVED_IN_1_31                                  \
  {                                                      \
    .since = FIT_CONFIG_V1, .from = FIT_RELEASE (31, 0), \
    .to = FIT_LINE_END (31)                              \
  }

static const RemovedRow removed[] = {
  { "AzureDiskLimits", REMOVED_IN_1_31 },
  { "CinderLimits", REMOVED_IN_1_31 },
  { "EBSLimits", REMOVED_IN_1_31 },
  { "GCEPDLimits", REMOVED_IN_1_31 },
  { "NodeLabel", REMOVED_IN_1_22 },
  { "NodePreferAvoidPods", REMOVED_IN_1_22 },
  { "NodeResourcesLeastAllocated", REMOVED_IN_1_22 },
  { "NodeResourcesMostAllocated", REMOVED_IN_1_22 },
  { "RequestedToCapacityRatio", REMOVED_IN_1_22 },
  { "SelectorSpread", REMOVED_IN_1_25 },
  { "ServiceAffinity", REMOVED_IN_1_22 },
};

/* Scorers that NodeResourcesFit replaced. */
static const char *const old_scorers[]
    = { "NodeResourcesLeastAllocated", "NodeResourcesMostAllocated",
        "RequestedToCapacityRatio" };

static const RemovedRow *
find_removed (const FitConfigTarget *target, const char *plugin)
{
  for (guint i = 0; i < G_N_ELEMENTS (removed); i++)
    if (strcmp (removed[i].plugin, plugin) == 0
        && fit_config_span_has (&removed[i].span, target->version,
                                target->release))
      return &removed[i];
  return NULL;
}

static void
check_removed (const FitProfileDraft *draft, FitProfilePoint point,
               GPtrArray *problems)
{
  const FitConfigTarget *target = draft->build->target;
  const FitPluginSet *set = &draft->sets.sets[point];

  for (guint i = 0; i < set->n_enabled; i++)
    {
      const RemovedRow *row = find_removed (target, set->enabled[i].name);

      if (row != NULL)
        fit_config_problem (
            problems,
            "profiles[%u].plugins.%s.enabled[%u]: Invalid value: \"%s\": was "
            "removed in version \"" FIT_CONFIG_GROUP "/%s\" "
            "(" FIT_CONFIG_KIND " is version \"" FIT_CONFIG_GROUP "/%s\")",
            draft->index, fit_profile_point_info (point)->name, i, row->plugin,
            fit_config_version_name (row->span.since),
            fit_config_version_name (target->version));
    }
}

/* v1beta1 in 1.22 has both NodeResourcesFit as a scorer and the plugins that it
 * replaces. */
static void
check_conflict (const FitProfileDraft *draft, GPtrArray *problems)
{
  const FitConfigTarget *target = draft->build->target;
  const FitPluginSet *set = &draft->sets.sets[FIT_PROFILE_SCORE];

  if (target->version != FIT_CONFIG_V1BETA1
      || target->release < FIT_RELEASE (22, 0)
      || !fit_plugin_set_has (set, "NodeResourcesFit"))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (old_scorers); i++)
    if (fit_plugin_set_has (set, old_scorers[i]))
      fit_config_problem (
          problems,
          "profiles[%u].plugins.score.enabled: Invalid value: "
          "\"NodeResourcesFit\": was conflict with \"%s\" in version "
          "\"" FIT_CONFIG_GROUP "/v1beta1\"",
          draft->index, old_scorers[i]);
}

void
fit_profile_check_plugins (const FitProfileDraft *draft, GPtrArray *problems)
{
  for (guint i = 0; i < FIT_PROFILE_POINT_LAST; i++)
    check_removed (draft, i, problems);
  check_conflict (draft, problems);
}
