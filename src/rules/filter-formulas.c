/* filter-formulas.c - creates the filters of plugins, and has what their
 * formulas share
 * Tests: tests/rules/test-filter-phase.c, tests/rules/test-rule-history.c
 * SPDX-License-Identifier: Apache-2.0 */
#include "rules/filter-formulas.h"
#include "base/intern.h"
#include "rules/rule.h"
#include "rules/unprepared-plugins.h"

#include <string.h>

/* clang-format off */
/* Fields of objects that v1.16 does not read. */
static const struct
{
  FitDecodeFlags flag;
  FitGate gate;
  FitSpan span; /* if the gate is on, or is FIT_GATE_NONE */
  gboolean off;     /* if the gate is off instead */
} decodings[] = {
  { FIT_DECODE_NAMESPACE_SELECTORS, FIT_GATE_POD_AFFINITY_NAMESPACE_SELECTOR, FIT_SINCE (21) },
  { FIT_DECODE_SIDECARS, FIT_GATE_NONE, FIT_SINCE (28) },
  { FIT_DECODE_SIDECARS_APART, FIT_GATE_NONE, FIT_SPAN (28, 32) },
  { FIT_DECODE_SIDECAR_PORTS, FIT_GATE_SIDECAR_CONTAINERS, { FIT_RELEASE (33, 6), 0 } },
  { FIT_DECODE_POD_RESOURCES, FIT_GATE_POD_LEVEL_RESOURCES, FIT_SINCE (32) },
  { FIT_DECODE_POD_HUGEPAGES, FIT_GATE_NONE, FIT_SINCE (33) },
  { FIT_DECODE_RESIZES_BY_ALLOCATION, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, FIT_SPAN (27, 32) },
  { FIT_DECODE_RESIZES_BY_REPORT, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, FIT_SPAN (32, 33) },
  { FIT_DECODE_RESIZES, FIT_GATE_IN_PLACE_POD_VERTICAL_SCALING, FIT_SINCE (33) },
  { FIT_DECODE_POD_RESIZES, FIT_GATE_IN_PLACE_POD_LEVEL_RESOURCES_VERTICAL_SCALING, FIT_SINCE (35) },
  { FIT_DECODE_EPHEMERAL_CLAIMS, FIT_GATE_GENERIC_EPHEMERAL_VOLUME, FIT_SINCE (19) },
  { FIT_DECODE_VOLUMES_BY_LABEL, FIT_GATE_NONE, FIT_SINCE (20) },
  { FIT_DECODE_ATTRIBUTES_CLASSES, FIT_GATE_NONE, FIT_SINCE (31) },
  { FIT_DECODE_COMPARISONS, FIT_GATE_TAINT_TOLERATION_COMPARISON_OPERATORS, FIT_SINCE (35) },
  { FIT_DECODE_NO_LOCAL_STORAGE, FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION, FIT_SINCE (18), TRUE },
  { FIT_DECODE_NO_INIT_LOCAL_STORAGE, FIT_GATE_LOCAL_STORAGE_CAPACITY_ISOLATION, FIT_SINCE (20), TRUE },
};
/* clang-format on */

FitDecodeFlags
fit_profile_decode_flags (FitRelease release, FitFeatureGates gates)
{
  guint flags = FIT_DECODE_DEFAULT;

  for (guint i = 0; i < G_N_ELEMENTS (decodings); i++)
    if (fit_span_has (decodings[i].span, release)
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

  if (rule == NULL || rule->filters == NULL)
    return NULL;
  for (const FitRuleFilter *row = rule->filters; row->info != NULL; row++)
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
      plugin, args->release, args->gates, FIT_AT (FILTER), args->points);
  const FitFactoryArgs made_for
      = { .cache = args->cache, .gates = args->gates };
  gpointer data = NULL;
  FitPredicate *filter;

  if (info == NULL)
    return fit_fail_null (error, FIT_ERROR_NOT_FOUND,
                          "plugin \"%s\" does not filter in this release",
                          plugin);
  if (unprepared != NULL && info != &fit_filter_volume_restrictions)
    {
      info = &fit_filter_unprepared;
      data = (gpointer) unprepared;
    }
  if (info->create != NULL && !info->create (&made_for, args, &data, error))
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
  if (filter == NULL)
    return;
  if (filter->info->free_data != NULL)
    filter->info->free_data (filter->data);
  fit_intern_unref (filter->name);
  g_free (filter);
}

/* -- what formulas share --------------------------------------------------- */

void
fit_filter_data_init (FitFilterData *data, const FitProfilePluginArgs *args)
{
  *data = (FitFilterData){ .behaviour
                           = fit_behaviour (args != NULL ? args->release : 0) };
  if (args == NULL)
    return;
  data->gates = args->gates;
  data->points = args->points;
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

static gboolean
asks_pre_filter (const FitPredicateRun *run)
{
  return (fit_filter_data (run)->points & FIT_AT (PRE_FILTER)) != 0;
}

void
fit_filter_skip (FitPredicateRun *run, gboolean says)
{
  run->skip = TRUE;
  run->says_skip = asks_pre_filter (run) && says;
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
  fit_reasons_add_text (
      reasons, code,
      text != NULL ? fit_arena_strndup (arena, text, strlen (text)) : NULL);
  run->reject = reasons;
}
