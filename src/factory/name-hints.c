/* name-hints.c - hints for names that are not registered
 * SPDX-License-Identifier: Apache-2.0 */
#include "factory/name-hints.h"

#include "releases/legacy-release.h"
#include "base/similar.h"
#include "rules/rule.h"

#include <string.h>

#define TAINTS_OFF                                                       \
  "the gate TaintNodesByCondition (on by default since 1.12) removes "   \
  "NAME, because taints do its work: leave it out, use --feature-gates " \
  "TaintNodesByCondition=false, or name the release that the file is "   \
  "for with --emulate-release"
#define TAINTS_ON "NAME needs --feature-gates TaintNodesByCondition=true"
#define SPREAD "NAME needs --feature-gates EvenPodsSpread=true"
#define LIMITS "NAME needs --feature-gates ResourceLimitsPriorityFunction=true"
#define REPLACED "NAME was replaced by CheckVolumeBinding in 1.9"
#define ARGUMENT "NAME exists only with an argument"

/* Names that exist only in some releases, or are not always registered. */
typedef struct
{
  const char *name;
  FitRelease first; /* the first release that knows it, from 1.8 on */
  const char *hint; /* (nullable): the hint from then on; NAME stands for
                             the name */
} NameHint;

static const NameHint predicate_hints[] = {
  { "CheckNodeCondition", FIT_RELEASE (8, 0), TAINTS_OFF },
  { "CheckNodeMemoryPressure", FIT_RELEASE (8, 0), TAINTS_OFF },
  { "CheckNodeDiskPressure", FIT_RELEASE (8, 0), TAINTS_OFF },
  { "CheckNodePIDPressure", FIT_RELEASE (11, 0), TAINTS_OFF },
  { "CheckNodeUnschedulable", FIT_RELEASE (12, 0), TAINTS_ON },
  { "EvenPodsSpread", FIT_RELEASE (16, 0), SPREAD },
  { "NoVolumeNodeConflict", FIT_RELEASE (8, 0), REPLACED },
  { "CheckVolumeBinding", FIT_RELEASE (9, 0), NULL },
  { "MaxCSIVolumeCountPred", FIT_RELEASE (12, 0), NULL },
  { "MaxCinderVolumeCount", FIT_RELEASE (14, 0), NULL },
  { "CheckServiceAffinity", FIT_RELEASE (8, 0), ARGUMENT },
  { "CheckNodeLabelPresence", FIT_RELEASE (8, 0), ARGUMENT },
};

static const NameHint priority_hints[] = {
  { "EvenPodsSpreadPriority", FIT_RELEASE (16, 0), SPREAD },
  { "ResourceLimitsPriority", FIT_RELEASE (10, 0), LIMITS },
  { "RequestedToCapacityRatioPriority", FIT_RELEASE (11, 0), NULL },
};

static const NameHint *
find (FitNameKind kind, const char *name)
{
  const NameHint *hints
      = kind == FIT_NAME_PREDICATE ? predicate_hints : priority_hints;
  const guint n = kind == FIT_NAME_PREDICATE ? G_N_ELEMENTS (predicate_hints)
                                             : G_N_ELEMENTS (priority_hints);

  for (guint i = 0; i < n; i++)
    if (strcmp (hints[i].name, name) == 0)
      return &hints[i];
  return NULL;
}

/* -- well-known errors ----------------------------------------------------- */

/* Common mistakes for a predicate or a priority.  Names with just a missing or
 * extra suffix need no row. */
static const struct
{
  const char *written;
  const char *predicate; /* (nullable) */
  const char *priority;  /* (nullable) */
} errors[] = {
  { "PodFitsHost", "HostName", NULL },
  { "PodMatchNodeSelector", "MatchNodeSelector", NULL },
  { "PodSelectorMatches", "MatchNodeSelector", NULL },
  { "NodeSelector", "MatchNodeSelector", "NodeAffinityPriority" },
  { "PodFitsNodeName", "HostName", NULL },
  { "HostPorts", "PodFitsHostPorts", NULL },
  { "PodToleratesTaints", "PodToleratesNodeTaints", NULL },
};

/* Suffixes that people omit or add. */
static const char *const endings[] = { "Priority", "Pred", "Predicate" };

/* Returns: (transfer full) (nullable): the name that is meant by @name in a
 * list of @kind
 * @out_plugin: is @name that of a plugin of later releases? */
static char *
find_meant (FitNameKind kind, const char *name, FitNameKnown is_known,
            gconstpointer data, gboolean *out_plugin)
{
  const FitRule *rule = fit_rule_find (name);
  const char *meant = NULL;

  *out_plugin = rule != NULL && !rule->no_hint;
  if (*out_plugin && kind == FIT_NAME_PREDICATE && rule->predicates != NULL)
    meant = rule->predicates[0]->name;
  else if (*out_plugin && kind == FIT_NAME_PRIORITY && rule->priorities != NULL)
    meant = rule->priorities[0]->name;
  for (guint i = 0; meant == NULL && i < G_N_ELEMENTS (errors); i++)
    if (strcmp (errors[i].written, name) == 0)
      meant = kind == FIT_NAME_PREDICATE ? errors[i].predicate
                                         : errors[i].priority;
  if (meant != NULL && is_known (kind, meant, data))
    return g_strdup (meant);
  *out_plugin = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *longer = g_strconcat (name, endings[i], NULL);
      g_autofree char *shorter
          = g_str_has_suffix (name, endings[i])
                ? g_strndup (name, strlen (name) - strlen (endings[i]))
                : NULL;

      if (is_known (kind, longer, data))
        return g_steal_pointer (&longer);
      if (shorter != NULL && is_known (kind, shorter, data))
        return g_steal_pointer (&shorter);
    }
  return NULL;
}

void
fit_add_meant_name_hint (GError **error, FitNameKind kind, const char *name,
                         const GPtrArray *names, FitNameKnown is_known,
                         gconstpointer data)
{
  const FitNameKind other
      = kind == FIT_NAME_PREDICATE ? FIT_NAME_PRIORITY : FIT_NAME_PREDICATE;
  const char *belongs = other == FIT_NAME_PREDICATE
                            ? "a predicate: list it under predicates"
                            : "a priority: list it under priorities, with a "
                              "weight";
  const FitRule *rule = fit_rule_find (name);
  gboolean plugin;
  g_autofree char *here = find_meant (kind, name, is_known, data, &plugin);
  g_autofree char *there = NULL;

  if (is_known (other, name, data) || find (other, name) != NULL)
    fit_error_add_hint (error, "%s is %s", name, belongs);
  else if (here != NULL && plugin)
    fit_error_add_hint (error,
                        "did you mean %s? %s is the plugin that took its place "
                        "in later releases",
                        here, name);
  else if (here != NULL)
    fit_error_add_hint (error, "did you mean %s?", here);
  else if (kind == FIT_NAME_PRIORITY && rule != NULL && rule->use != NULL
           && rule->priorities == NULL)
    fit_error_add_hint (error,
                        "%s is a plugin of later releases: write "
                        "LeastRequestedPriority or "
                        "MostRequestedPriority",
                        name);
  else if ((there = find_meant (other, name, is_known, data, &plugin)) != NULL)
    fit_error_add_hint (error, "did you mean %s? That is %s", there, belongs);
  else
    {
      FitSimilar similar;
      gsize len = strlen (name);

      /* The common suffixes do not make a name longer: what may be misspelt is
       * the rest. */
      fit_similar_init (&similar, name);
      for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
        if (g_str_has_suffix (name, endings[i]))
          len = strlen (name) - strlen (endings[i]);
      similar.distance = MIN (similar.distance, (guint) len / 3 + 1);
      for (guint i = 0; i < names->len; i++)
        fit_similar_offer (&similar, names->pdata[i]);
      if (similar.best != NULL)
        fit_error_add_hint (error, "did you mean %s?", similar.best);
      else
        fit_error_add_hint (error, "'fitsched list %s' shows the names",
                            kind == FIT_NAME_PREDICATE ? "predicates"
                                                       : "priorities");
    }
}

/* -- names of a registry --------------------------------------------------- */

static gboolean
is_registered (FitNameKind kind, const char *name, gconstpointer registry)
{
  return kind == FIT_NAME_PREDICATE
             ? fit_registry_predicate (registry, name) != NULL
             : fit_registry_priority (registry, name) != NULL;
}

void
fit_add_name_hint (GError **error, FitNameKind kind,
                   const FitRegistry *registry, const char *name)
{
  const FitRelease release = fit_registry_release (registry);
  const NameHint *known = find (kind, name);
  const GPtrArray *entries = kind == FIT_NAME_PREDICATE
                                 ? fit_registry_predicates (registry)
                                 : fit_registry_priorities (registry);
  g_autoptr (GPtrArray) names = NULL;

  if (known != NULL && release < known->first)
    {
      fit_error_add_hint (error, "%s came with %s", known->name,
                          fit_legacy_release_name (known->first));
      return;
    }
  if (known != NULL && known->hint != NULL)
    {
      g_auto (GStrv) parts = g_strsplit (known->hint, "NAME", 0);
      g_autofree char *text = g_strjoinv (known->name, parts);

      fit_error_add_hint (error, "%s", text);
      return;
    }
  names = g_ptr_array_new ();
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (names, *(gpointer *) entries->pdata[i]);
  fit_add_meant_name_hint (error, kind, name, names, is_registered, registry);
}
