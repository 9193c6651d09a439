/* filter-formulas.c - makes filters of plugins, and what rules within their formulas differ by release */
#include "rules/filter-formulas.h"
#include "base/intern.h"
#include "rules/rule.h"
#include "rules/unprepared.h"
#include "predicates/predicates.h"
#include "predicates/volume-limits.h"

#include <string.h>

/* clang-format off */
/* Rules within formulas: from @since on, before @until (0: no end). */
static const struct
{
  FitFilterRules rule;
  FitRelease since;
  FitRelease until;
} rules[] = {
  { FIT_FILTER_FIRST_SKIP, FIT_RELEASE (27, 0), 0 },
  { FIT_FILTER_SKIP, FIT_RELEASE (28, 0), 0 },

  { FIT_FILTER_NO_REQUEST_FITS, FIT_RELEASE (28, 0), 0 },
  { FIT_FILTER_NO_SCALAR_FITS, FIT_RELEASE (26, 0), 0 },
  { FIT_FILTER_CAPACITY, FIT_RELEASE (34, 0), 0 },

  { FIT_FILTER_NODE_LIST, FIT_RELEASE (24, 0), 0 },
  { FIT_FILTER_ANY_TERM_CONFLICTS, FIT_RELEASE (24, 0), FIT_RELEASE (27, 0) },
  { FIT_FILTER_HOST_LIST, FIT_RELEASE (27, 0), FIT_RELEASE (32, 0) },

  { FIT_FILTER_AFFINITY_IN_GENERAL, FIT_RELEASE (18, 0), FIT_RELEASE (21, 0) },
  { FIT_FILTER_AFFINITY_RULES_IN_GENERAL, FIT_RELEASE (21, 0), FIT_RELEASE (22, 0) },
  { FIT_FILTER_EVERY_NAMESPACE, FIT_RELEASE (34, 0), 0 },

  { FIT_FILTER_BY_OWNER, FIT_RELEASE (22, 0), 0 },
  { FIT_FILTER_ELIGIBLE_PODS, FIT_RELEASE (18, 0), FIT_RELEASE (19, 0) },
  { FIT_FILTER_ELIGIBLE_PODS, FIT_RELEASE (24, 0), 0 },
  { FIT_FILTER_EMPTY_IS_NONE, FIT_RELEASE (27, 0), 0 },
  { FIT_FILTER_ANY_TAINT, FIT_RELEASE (25, 0), FIT_RELEASE (26, 0) },

  { FIT_FILTER_CLAIM_IN_USE_ANYWHERE, FIT_RELEASE (27, 0), 0 },
  { FIT_FILTER_CLAIMS_EXIST, FIT_RELEASE (27, 0), 0 },
  { FIT_FILTER_VOLUME_UNAVAILABLE, FIT_RELEASE (23, 0), 0 },
  { FIT_FILTER_VOLUME_NODE_AFFINITY, FIT_RELEASE (33, 0), 0 },
  { FIT_FILTER_ZONE_PROBLEM_REJECTS, FIT_RELEASE (20, 15), 0 },
  { FIT_FILTER_ZONE_PRE_FILTER, FIT_RELEASE (27, 0), 0 },
  { FIT_FILTER_ZONE_TRANSLATES, FIT_RELEASE (29, 0), 0 },
  { FIT_FILTER_LIMITS_NEED_CLAIMS, FIT_RELEASE (23, 0), 0 },
  { FIT_FILTER_LIMITS_REJECT, FIT_RELEASE (30, 0), 0 },
  { FIT_FILTER_LIMITS_BY_CSI_NODE, FIT_RELEASE (32, 0), 0 },
  { FIT_FILTER_LIMITS_INLINE, FIT_RELEASE (25, 0), 0 },
  { FIT_FILTER_LIMITS_ATTACHED, FIT_RELEASE (32, 0), 0 },
  { FIT_FILTER_SETTLED_OPENSTACK, FIT_RELEASE (25, 0), 0 },
  { FIT_FILTER_SETTLED_AZURE_DISK, FIT_RELEASE (26, 0), 0 },
  { FIT_FILTER_SETTLED_AWS, FIT_RELEASE (27, 0), 0 },
  { FIT_FILTER_SETTLED_GCE, FIT_RELEASE (27, 0), 0 },
};

/* Fields of objects that v1.16 does not read. */
static const struct
{
  FitDecodeFlags flag;
  FitGate gate;
  FitRelease since; /* if the gate is on, or is FIT_GATE_NONE */
  FitRelease until; /* 0: no end */
  gboolean off;     /* if the gate is off instead */
} decodings[] = {
  { FIT_DECODE_NAMESPACE_SELECTORS, FIT_GATE_POD_AFFINITY_NAMESPACE_SELECTOR, FIT_RELEASE (21, 0), 0 },
  { FIT_DECODE_SIDECARS, FIT_GATE_SIDECAR_CONTAINERS, FIT_RELEASE (28, 0), 0 },
  { FIT_DECODE_SIDECARS_APART, FIT_GATE_SIDECAR_CONTAINERS, FIT_RELEASE (28, 0), FIT_RELEASE (32, 0) },
  { FIT_DECODE_SIDECAR_PORTS, FIT_GATE_SIDECAR_CONTAINERS, FIT_RELEASE (34, 0), 0 },
  { FIT_DECODE_POD_RESOURCES, FIT_GATE_POD_LEVEL_RESOURCES, FIT_RELEASE (32, 0), 0 },
  { FIT_DECODE_POD_HUGEPAGES, FIT_GATE_NONE, FIT_RELEASE (33, 0), 0 },
  { FIT_DECODE_RESIZES_BY_ALLOCATION, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, FIT_RELEASE (27, 0), FIT_RELEASE (32, 0) },
  { FIT_DECODE_RESIZES_BY_REPORT, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, FIT_RELEASE (32, 0), FIT_RELEASE (33, 0) },
  { FIT_DECODE_RESIZES, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, FIT_RELEASE (33, 0), 0 },
  { FIT_DECODE_EPHEMERAL_CLAIMS, FIT_GATE_GENERIC_EPHEMERAL_VOLUME, FIT_RELEASE (19, 0), 0 },
  { FIT_DECODE_VOLUMES_BY_LABEL, FIT_GATE_NONE, FIT_RELEASE (20, 0), 0 },
  { FIT_DECODE_ATTRIBUTES_CLASSES, FIT_GATE_NONE, FIT_RELEASE (31, 0), 0 },
  { FIT_DECODE_NO_LOCAL_STORAGE, FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION, FIT_RELEASE (18, 0), 0, TRUE },
  { FIT_DECODE_NO_INIT_LOCAL_STORAGE, FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION, FIT_RELEASE (20, 0), 0, TRUE },
};
/* clang-format on */

FitDecodeFlags
fit_profile_decode_flags (FitRelease release, FitFeatureGates gates)
{
  guint flags = FIT_DECODE_DEFAULT;

  for (guint i = 0; i < G_N_ELEMENTS (decodings); i++)
    if (release >= decodings[i].since
        && (decodings[i].until == 0 || release < decodings[i].until)
        && (decodings[i].gate == FIT_GATE_NONE
            || fit_gate_on (gates, decodings[i].gate) != decodings[i].off))
      flags |= (guint) decodings[i].flag;
  return (FitDecodeFlags) flags;
}

const FitPredicateInfo *
fit_profile_filter_formula (const char *plugin, FitRelease release)
{
  const FitRule *rule = fit_rule_find (plugin);
  const FitPredicateInfo *found = NULL;

  if (!rule || !rule->filters)
    return NULL;
  for (const FitRuleFilter *row = rule->filters; row->info; row++)
    if (row->since <= release)
      found = row->info;
  return found;
}

FitPredicate *
fit_profile_filter_new (const char *plugin, const FitProfilePluginArgs *args,
                        GError **error)
{
  const FitPredicateInfo *info
      = fit_profile_filter_formula (plugin, args->release);
  const FitUnprepared *unprepared = fit_unprepared_find (
      plugin, args->release, args->gates, FIT_PROFILE_AT_FILTER, args->points);
  const FitFactoryArgs made_for
      = { .cache = args->cache, .gates = args->gates };
  gpointer data = NULL;
  FitPredicate *filter;

  if (!info)
    {
      g_set_error (error, FIT_ERROR, FIT_ERROR_NOT_FOUND,
                   "plugin \"%s\" does not filter in this release", plugin);
      return NULL;
    }
  if (unprepared && info != &fit_filter_volume_restrictions)
    {
      info = &fit_filter_unprepared;
      data = (gpointer) unprepared;
    }
  if (info->create && !info->create (&made_for, args, &data, error))
    return NULL;
  filter = g_new0 (FitPredicate, 1);
  filter->name = fit_intern (plugin);
  filter->info = info;
  filter->data = data;
  filter->gates = made_for.gates;
  filter->cache = args->cache;
  return filter;
}

void
fit_profile_filter_free (FitPredicate *filter)
{
  if (!filter)
    return;
  if (filter->info->free_data)
    filter->info->free_data (filter->data);
  fit_intern_unref (filter->name);
  g_free (filter);
}

/* -- what formulas share --------------------------------------------------- */

void
fit_filter_data_init (FitFilterData *data, const FitProfilePluginArgs *args)
{
  data->release = args->release;
  data->gates = args->gates;
  data->points = args->points;
  data->rules = 0;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    if (rules[i].since <= args->release
        && (rules[i].until == 0 || args->release < rules[i].until))
      data->rules |= (guint) rules[i].rule;
}

gboolean
fit_filter_data_create (const FitFactoryArgs *args, gconstpointer argument,
                        gpointer *out_data, GError **error)
{
  FitFilterData *data = g_new (FitFilterData, 1);

  fit_filter_data_init (data, argument);
  *out_data = data;
  return TRUE;
}

guint
fit_filter_translation_rules (FitRelease release)
{
  return (release >= FIT_RELEASE (21, 0) ? FIT_LIMITS_NEWER_LABELS : 0)
         | (release >= FIT_RELEASE (22, 0) ? FIT_LIMITS_MANAGED_ONLY : 0);
}

static gboolean
asks_pre_filter (const FitPredicateRun *run)
{
  return (fit_filter_data (run)->points & FIT_PROFILE_AT_PRE_FILTER) != 0;
}

void
fit_filter_skip (FitPredicateRun *run, FitFilterRules rule)
{
  run->skip = TRUE;
  run->says_skip = asks_pre_filter (run) && fit_filter_rule (run, rule);
}

void
fit_filter_reject (FitPredicateRun *run, FitReasonCode code, const char *text)
{
  FitArena *arena = run->meta->arena;
  FitReasons *reasons;

  if (!asks_pre_filter (run))
    return;
  reasons = fit_arena_newn (arena, FitReasons, 1);
  fit_reasons_init (reasons, arena);
  fit_reasons_add_text (reasons, code,
                        text ? fit_arena_strndup (arena, text, strlen (text))
                             : NULL);
  run->reject = reasons;
}
