/* name-hints.c - what to do about a name that is not registered */
#include "factory/name-hints.h"

#include <string.h>

#define TAINTS_OFF                                                      \
  "the gate TaintNodesByCondition (on by default since 1.12) removes "  \
  "NAME: taints do its work; leave it out, or use --feature-gates "     \
  "TaintNodesByCondition=false, or --emulate-release with the release " \
  "that the file is for"
#define TAINTS_ON "NAME needs --feature-gates TaintNodesByCondition=true"
#define SPREAD "NAME needs --feature-gates EvenPodsSpread=true"
#define LIMITS "NAME needs --feature-gates ResourceLimitsPriorityFunction=true"
#define REPLACED "NAME was replaced by CheckVolumeBinding in 1.9"
#define ARGUMENT "NAME exists only with an argument"

/* Names that not every release has, or that are not always registered. */
typedef struct
{
  const char *name;
  FitLegacyRelease first; /* release that knows it, from 1.8 on */
  const char *hint;       /* (nullable): from then on, with NAME for it */
} NameHint;

static const NameHint predicate_hints[] = {
  { "CheckNodeCondition", 8, TAINTS_OFF },
  { "CheckNodeMemoryPressure", 8, TAINTS_OFF },
  { "CheckNodeDiskPressure", 8, TAINTS_OFF },
  { "CheckNodePIDPressure", 11, TAINTS_OFF },
  { "CheckNodeUnschedulable", 12, TAINTS_ON },
  { "EvenPodsSpread", 16, SPREAD },
  { "NoVolumeNodeConflict", 8, REPLACED },
  { "CheckVolumeBinding", 9, NULL },
  { "MaxCSIVolumeCountPred", 12, NULL },
  { "MaxCinderVolumeCount", 14, NULL },
  { "CheckServiceAffinity", 8, ARGUMENT },
  { "CheckNodeLabelPresence", 8, ARGUMENT },
};

static const NameHint priority_hints[] = {
  { "EvenPodsSpreadPriority", 16, SPREAD },
  { "ResourceLimitsPriority", 10, LIMITS },
  { "RequestedToCapacityRatioPriority", 11, NULL },
};

static const NameHint *
find (const NameHint *hints, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (strcmp (hints[i].name, name) == 0)
      return &hints[i];
  return NULL;
}

static void
add_known (GError **error, const NameHint *hint, FitLegacyRelease release)
{
  g_auto (GStrv) parts = NULL;
  g_autofree char *text = NULL;

  if (release < hint->first)
    {
      fit_error_add_hint (error, "%s came with %s", hint->name,
                          fit_legacy_release_name (hint->first));
      return;
    }
  parts = g_strsplit (hint->hint, "NAME", -1);
  text = g_strjoinv (hint->name, parts);
  fit_error_add_hint (error, "%s", text);
}

static void
add_hint (GError **error, const NameHint *known, const FitRegistry *registry,
          const GPtrArray *entries, const char *name, const char *otherwise)
{
  const FitLegacyRelease release = fit_registry_release (registry);
  const char *similar = fit_registry_similar (entries, name);

  if (known && (known->hint || release < known->first))
    add_known (error, known, release);
  else if (similar)
    fit_error_add_hint (error, "did you mean %s?", similar);
  else
    fit_error_add_hint (error, "%s", otherwise);
}

void
fit_add_predicate_hint (GError **error, const FitRegistry *registry,
                        const char *name)
{
  add_hint (error, find (predicate_hints, G_N_ELEMENTS (predicate_hints), name),
            registry, fit_registry_predicates (registry), name,
            "'fitsched list predicates' shows the names");
}

void
fit_add_priority_hint (GError **error, const FitRegistry *registry,
                       const char *name)
{
  add_hint (error, find (priority_hints, G_N_ELEMENTS (priority_hints), name),
            registry, fit_registry_priorities (registry), name,
            "'fitsched list priorities' shows the names");
}
