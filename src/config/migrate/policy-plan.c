/* policy-plan.c - turns a Policy or a provider into a plan, as 1.18 to 1.22
 * did
 * SPDX-License-Identifier: Apache-2.0 */
#include "config/migrate/policy-plan.h"

#include "api/names.h"
#include "api/syntax.h"
#include "rules/rule.h"

#include <string.h>

/* The gates of 1.17 are those of 1.16. */
static gboolean
settle_gates (FitPlan *plan, GError **error)
{
  const char *gates = plan->options->from_gates;

  plan->from_gates = fit_feature_gates_of_release (
      fit_release_has_profiles (plan->from_release)
          ? plan->from_release
          : MIN (plan->from_release, FIT_RELEASE_LEGACY));
  plan->stage = FIT_POLICY_GATES;
  return gates == NULL
         || fit_feature_gates_parse (&plan->from_gates, gates, error);
}

static void
begin (FitPlan *plan)
{
  const char *name = plan->top != NULL ? plan->top->profiles[0].scheduler_name
                                       : plan->options->scheduler_name;
  /* Only this gate affects arguments. */
  const FitGate spread = FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD;

  plan->form.gates = fit_feature_gates_with (
      plan->form.gates, spread, fit_gate_on (plan->from_gates, spread));
  plan->profile = fit_plan_add_profile (
      plan, name != NULL ? name : FIT_DEFAULT_SCHEDULER_NAME);
  /* Adds what every scheduler has, whatever its Policy. */
  fit_plan_append (plan->profile, FIT_POINT_QUEUE_SORT,
                   fit_rule_priority_sort.name, 0);
  fit_plan_append (plan->profile, FIT_POINT_POST_FILTER,
                   fit_rule_default_preemption.name, 0);
  fit_plan_append (plan->profile, FIT_POINT_BIND, fit_rule_default_binder.name,
                   0);
}

gboolean
fit_plan_read_policy (FitPlan *plan, const FitMigrationSource *source,
                      GError **error)
{
  const FitGate spread = FIT_GATE_DEFAULT_POD_TOPOLOGY_SPREAD;

  if (!settle_gates (plan, error))
    return FALSE;
  /* Before 1.20 keep SelectorSpread: it is not a topology constraint yet. */
  if (plan->target.release != 0
      && !fit_gate_on (fit_feature_gates_of_release (plan->target.release),
                       spread))
    plan->from_gates = fit_feature_gates_with (plan->from_gates, spread, FALSE);
  plan->stage = FIT_POLICY_DECODE;
  plan->policy
      = fit_policy_parse_as (source->bytes, source->len, source->name,
                             plan->from_release, plan->options->limits, error);
  if (plan->policy == NULL)
    return FALSE;
  begin (plan);
  /* A list that a Policy omits means the defaults. */
  if (plan->policy->predicates == NULL)
    plan->profile->defaults |= FIT_PLAN_FILTER_POINTS;
  if (plan->policy->priorities == NULL)
    plan->profile->defaults |= FIT_PLAN_SCORE_POINTS;
  if (plan->policy->predicates == NULL && plan->policy->priorities == NULL)
    plan->profile->defaults = FIT_PLAN_ALL_POINTS;
  plan->profile->brief = plan->profile->defaults != 0;
  return fit_release_is_legacy (plan->from_release)
             ? fit_policy_plan_legacy (plan, NULL, error)
             : fit_policy_plan_later (plan, error);
}

/* -- providers ------------------------------------------------------------- */

gboolean
fit_plan_read_provider (FitPlan *plan, const char *provider, GError **error)
{
  static const char autoscaler[] = "ClusterAutoscalerProvider";
  static const FitSpan with_providers = FIT_BEFORE (22);
  const gboolean packs = strcmp (provider, autoscaler) == 0;
  FitRelease release;
  gboolean has_profiles;
  FitConfigTarget target;
  FitPluginSets sets;

  if (!settle_gates (plan, error))
    return FALSE;
  begin (plan);
  plan->from_provider = TRUE;
  plan->profile->defaults = FIT_PLAN_ALL_POINTS;
  plan->profile->packs = packs;
  if (fit_release_is_legacy (plan->from_release))
    return fit_policy_plan_legacy (plan, provider, error);
  if (!fit_span_has (with_providers, plan->from_release))
    return fit_policy_plan_refuse (plan, FIT_POLICY_PROVIDER, error,
                                   "there are no algorithm providers from 1.22 "
                                   "on");
  if (!packs && strcmp (provider, "DefaultProvider") != 0)
    {
      g_autofree char *quoted = fit_quote (provider);

      return fit_policy_plan_refuse (
          plan, FIT_POLICY_PROVIDER, error,
          "couldn't create scheduler using provider %s: algorithm provider %s "
          "is not registered",
          quoted, quoted);
    }
  /* A provider is the default profile of the release. */
  release = MAX (plan->from_release, FIT_RELEASE (18, 2));
  has_profiles = fit_release_has_profiles (plan->from_release);
  target = (FitConfigTarget){
    fit_config_version_is_read_by (FIT_CONFIG_V1BETA1, release)
        ? FIT_CONFIG_V1BETA1
        : FIT_CONFIG_V1ALPHA2,
    release,
    has_profiles ? plan->from_gates : fit_feature_gates_of_release (release)
  };
  if (!has_profiles
      && !fit_gate_on (plan->from_gates, FIT_GATE_EVEN_PODS_SPREAD))
    target.gates = fit_feature_gates_with (target.gates,
                                           FIT_GATE_EVEN_PODS_SPREAD, FALSE);
  sets = fit_default_plugins (&target, plan->arena);
  for (guint i = 0; i < FIT_POINT_LAST; i++)
    fit_plan_append_list (plan->profile, i, sets.sets[i].enabled,
                          sets.sets[i].n_enabled);
  if (packs)
    fit_plan_rename (plan->profile, FIT_PLAN_ALL_POINTS,
                     fit_rule_node_resources_least_allocated.name,
                     fit_rule_node_resources_most_allocated.name);
  fit_plan_note_lists (plan->profile, fit_arena_strdup (plan->arena, provider));
  return TRUE;
}
